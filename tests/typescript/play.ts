// A player in TypeScript: opens a game, or joins the one that is named, and marks the first free cell
// whenever it is on move. Each state of the game is printed as a line of name=value pairs.
//
//     npm ci && npm run build
//     node build/play.mjs http://127.0.0.1:3000 zeitnot [GAME]

import { type Identity, setGlobalLogLevel } from "spacetimedb";
import { DbConnection } from "./module_bindings";
import type { Seat } from "./module_bindings/types";

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
      .subscribe("SELECT * FROM seat");
  });
}

/** The action of marking the first free cell, in the encoding of the m,n,k family. */
function firstFreeCell(position: Uint8Array): Uint8Array {
  const columns = position[2];
  const cell = position.indexOf(EMPTY, CELLS) - CELLS;
  return Uint8Array.of(1, 0, Math.floor(cell / columns), cell % columns);
}

/** What of the row tells how the game stands, as words. */
function line(row: Seat): string {
  const moves = row.moves.map((move) => `${move.seat}:${[...move.action]}`).join(";");
  return [
    `id=${row.id}`,
    `status=${row.status.tag}`,
    `code=${row.code}`,
    `seat=${row.seat}`,
    `ply=${row.ply}`,
    `moves=${moves}`,
    `winners=${[...row.winners]}`,
    `ending=${row.ending}`,
  ].join(" ");
}

/** A refusal reads `code: sentence`; the code is for programs. */
function codeOf(refusal: unknown): string {
  return refusal instanceof Error ? refusal.message.split(":")[0] : String(refusal);
}

/** Answers in every game until one is over, and gives its last state. */
function play(connection: DbConnection): Promise<Seat> {
  return new Promise((resolve, reject) => {
    const impatience = setTimeout(() => reject(new Error("nothing has happened for too long")), PATIENCE);
    const look = async (row: Seat) => {
      impatience.refresh();
      console.log(line(row));
      if (row.status.tag === "Over") {
        clearTimeout(impatience);
        resolve(row);
      } else if (row.toMove.includes(row.seat)) {
        const action = firstFreeCell(row.position);
        await connection.reducers.makeMove({ gameId: row.id, ply: row.ply, action });
      }
    };
    connection.db.seat.onInsert((_context, row) => void look(row).catch(reject));
    connection.db.seat.onUpdate((_context, _before, row) => void look(row).catch(reject));
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
