// A player in TypeScript: opens a game, or joins the one that is named, and marks the first free cell
// whenever it is on move. Each state of the game is printed as a line of name=value pairs.
//
//     npm ci && npm run build
//     node build/play.mjs http://127.0.0.1:3000 zeitnot [GAME]

import { type Identity, setGlobalLogLevel } from "spacetimedb";
import { DbConnection } from "./module_bindings";
import type { Move, Seat, Turn } from "./module_bindings/types";

/** The most that may pass without any news before this player gives up, in milliseconds. */
const PATIENCE = 30_000;

/** Where the cells begin in a position of the m,n,k family, and what an empty one holds. */
const CELLS = 10;
const EMPTY = 0;

function connect(url: string, database: string): Promise<[DbConnection, Identity]> {
  return new Promise((resolve, reject) => {
    DbConnection.builder()
      .withUri(url)
      .withDatabaseName(database)
      // A client that comes back passes the token it was given here the first time: .withToken(token)
      .onConnect((connection, identity, _token) => resolve([connection, identity]))
      .onConnectError((_context, error) => reject(error))
      .build();
  });
}

function subscribe(connection: DbConnection): Promise<void> {
  return new Promise((resolve, reject) => {
    connection
      .subscriptionBuilder()
      .onApplied(() => resolve())
      .onError((context) => reject(context.event))
      .subscribe(["SELECT * FROM seat", "SELECT * FROM turn", "SELECT * FROM past_moves"]);
  });
}

/** A game of the player's: its rows in the three tables. One that waits has no turn yet. */
interface Game {
  seat: Seat;
  turn?: Turn;
  moves: Move[];
}

/** Two players may share a row of `turn`, whose key is not that of the row in `seat` then. So the game's id tells. */
function gameOf(connection: DbConnection, id: bigint): Game | undefined {
  const ofTheGame = (row: { id: bigint }) => row.id === id;
  const seat = [...connection.db.seat.iter()].find(ofTheGame);
  if (!seat) return undefined;
  const turn = [...connection.db.turn.iter()].find(ofTheGame);
  const pages = [...connection.db.pastMoves.iter()].filter(ofTheGame);
  pages.sort((one, other) => one.first - other.first);
  return { seat, turn, moves: [...pages.flatMap((page) => page.moves), ...(turn?.latest ?? [])] };
}

/**
 * Shows each game that a transaction has changed, once and whole. There is no need to listen to `past_moves`:
 * whenever a row of it comes or goes, the game's row in `turn` changes.
 */
function onChange(connection: DbConnection, show: (game: Game) => void): void {
  const changed = new Set<bigint>();
  const note = (id: bigint) => {
    if (changed.size === 0) {
      // Runs when the SDK has told of all rows of the transaction.
      queueMicrotask(() => {
        const games = [...changed].map((id) => gameOf(connection, id));
        changed.clear();
        games.forEach((game) => game && show(game));
      });
    }
    changed.add(id);
  };
  const { seat, turn } = connection.db;
  seat.onInsert((_context, row) => note(row.id));
  seat.onUpdate((_context, _before, row) => note(row.id));
  turn.onInsert((_context, row) => note(row.id));
  turn.onUpdate((_context, _before, row) => note(row.id));
}

/** The action of marking the first free cell, in the encoding of the m,n,k family. */
function firstFreeCell(position: Uint8Array): Uint8Array {
  const columns = position[2];
  const cell = position.indexOf(EMPTY, CELLS) - CELLS;
  return Uint8Array.of(1, 0, Math.floor(cell / columns), cell % columns);
}

/** What tells how the game stands, as words. */
function line({ seat, turn, moves }: Game): string {
  return [
    `id=${seat.id}`,
    `status=${seat.status.tag}`,
    `code=${seat.code}`,
    `seat=${seat.seat}`,
    `ply=${turn?.ply ?? 0}`,
    `moves=${moves.map((move) => `${move.seat}:${[...move.action]}`).join(";")}`,
    `winners=${[...seat.winners]}`,
    `ending=${seat.ending}`,
  ].join(" ");
}

/** A refusal reads `code: sentence`; the code is for programs. */
function codeOf(refusal: unknown): string {
  return refusal instanceof Error ? refusal.message.split(":")[0] : String(refusal);
}

/** Answers in every game until one is over, and gives its end. */
function play(connection: DbConnection): Promise<Turn> {
  return new Promise((resolve, reject) => {
    const impatience = setTimeout(() => reject(new Error("nothing has happened for too long")), PATIENCE);
    onChange(connection, (game) => {
      impatience.refresh();
      console.log(line(game));
      const { seat, turn } = game;
      if (turn && seat.status.tag === "Over") {
        clearTimeout(impatience);
        resolve(turn);
      } else if (turn?.toMove.includes(seat.seat)) {
        const action = firstFreeCell(turn.position);
        connection.reducers.makeMove({ gameId: seat.id, ply: turn.ply, action }).catch(reject);
      }
    });
  });
}

async function main(url: string, database: string, game?: string): Promise<void> {
  const [connection, me] = await connect(url, database);
  await subscribe(connection);
  const over = play(connection);
  if (game === undefined) {
    const config = {
      spec: "tic-tac-toe", time: "turn:30s", policy: "forfeit", leaving: "", series: "", private: true, rated: false,
    };
    await connection.reducers.openGame({ config });
  } else {
    await connection.reducers.joinGame({ game });
  }
  const { id, ply, position } = await over;

  // A game that is over takes no more moves.
  const action = firstFreeCell(position);
  const answer = connection.reducers.makeMove({ gameId: id, ply, action }).then(() => "accepted", codeOf);
  console.log(`player=${me.toHexString()} late=${await answer}`);
  connection.disconnect();
}

setGlobalLogLevel("warn");
const [url, database, game] = process.argv.slice(2);
main(url, database, game).catch((error) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
