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
  return { client, toldOfAll: record(client, playerID) };
}

// The engine.io transport below the socket; what passes through it is what is on the wire.
function record(client, playerID) {
  const note = (direction, text) => {
    console.log(JSON.stringify({ player: playerID, direction, text: String(text) }));
  };
  const socket = client.transport.socket.io.engine.transport.ws;
  const send = socket.send.bind(socket);
  socket.send = (data, ...more) => {
    note('sent', data);
    return send(data, ...more);
  };
  // A client plays its own move at once, so its state does not tell whether the server has confirmed it.
  let updates = 0;
  return new Promise((resolve) => {
    socket.addEventListener('message', ({ data }) => {
      note('received', data);
      if (String(data).includes('["update",')) updates += 1;
      if (updates === cells.length) resolve();
    });
  });
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
  await Promise.all(players.map(({ client }) => until(client, (state) => state.isConnected)));
  for (const [number, cell] of cells.entries()) {
    const { client } = players[number % 2];
    await until(client, (state) => state._stateID === number);
    client.moves.clickCell(cell);
  }
  await Promise.all(players.map(({ toldOfAll }) => toldOfAll));
  players.forEach(({ client }) => client.stop());
  process.exit(0);
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
