// boardgame.io's server as its documentation starts it (https://boardgame.io/documentation/#/api/Server),
// on a free port of this machine. FLATFILE_DIR in the environment makes boardgame.io keep its matches in
// files of that folder; without it they are in memory.

const { Server, Origins } = require('boardgame.io/server');
const { TicTacToe } = require('./tic_tac_toe');

async function main() {
  const server = Server({ games: [TicTacToe], origins: [Origins.LOCALHOST] });
  // What is given as the port goes to `listen` as it is.
  const { appServer } = await server.run({ port: { port: 0, host: '127.0.0.1' } });
  const { address, port } = appServer.address();
  // For the program that starts this one: the line stays as it is.
  console.log(`listening on http://${address}:${port}`);
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
