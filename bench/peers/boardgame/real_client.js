// Two of boardgame.io's own clients (and so socket.io-client) play the cells named on the command line, and
// print every WebSocket message they send and receive, a line of JSON each:
//
//     node real_client.js http://127.0.0.1:PORT MATCH CREDENTIALS_0 CREDENTIALS_1 CELL...
//
// `cargo xtask bench --check` compares them with what the benchmark's own player sends.

const { Client } = require('boardgame.io/client');
const { SocketIO } = require('boardgame.io/multiplayer');
const { TicTacToe } = require('./tic_tac_toe');

const [server, matchID, ...rest] = process.argv.slice(2);
const credentials = rest.slice(0, 2);
const cells = rest.slice(2).map(Number);

function player(playerID) {
  const client = Client({
    game: TicTacToe,
    // The benchmark does not begin with long polling either.
    multiplayer: SocketIO({ server, socketOpts: { transports: ['websocket'] } }),
    matchID,
    playerID,
    credentials: credentials[playerID],
    debug: false,
  });
  client.start();
  record(client.transport.socket.io, playerID);
  return client;
}

// The engine.io transport below the socket; what passes through it is what is on the wire.
function record(manager, playerID) {
  const note = (direction) => (text) => {
    console.log(JSON.stringify({ player: playerID, direction, text: String(text) }));
  };
  const socket = manager.engine.transport.ws;
  const send = socket.send.bind(socket);
  socket.send = (data, ...more) => {
    note('sent')(data);
    return send(data, ...more);
  };
  socket.addEventListener('message', (event) => note('received')(event.data));
}

function until(client, condition) {
  return new Promise((resolve) => {
    const look = () => {
      const state = client.getState();
      if (state && condition(state)) resolve();
    };
    client.subscribe(look);
    look();
  });
}

async function main() {
  const players = [player('0'), player('1')];
  await Promise.all(players.map((client) => until(client, (state) => state.isConnected)));
  for (const [number, cell] of cells.entries()) {
    const mover = players[number % 2];
    await until(mover, (state) => state._stateID === number);
    mover.moves.clickCell(cell);
  }
  // A client plays its own move at once; the others learn of it from the server.
  const other = players[cells.length % 2];
  await until(other, (state) => state._stateID === cells.length);
  players.forEach((client) => client.stop());
  process.exit(0);
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
