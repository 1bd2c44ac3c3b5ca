//! The functions of `bench/peers/postgres.sql`, over as many connections as are useful.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, ensure};
use tokio::task::JoinSet;
use tokio_postgres::{Client, NoTls, Row, Statement};

use super::cluster;
use super::message::State;

/// A move as the front hands it on.
#[derive(Clone, Copy, Debug)]
pub struct Call {
    /// Who makes it, by their token.
    pub caller: i64,
    pub game: i64,
    pub ply: u8,
    pub cell: u8,
}

/// What a move has led to.
pub enum Moved {
    /// It is on the disk. The opponent is to be told as well.
    Made { state: State, opponent: i64 },
    /// Nothing has changed, for this reason.
    Refused(String),
}

/// A game whose turn has run out, and its players.
pub struct Ended {
    pub players: [i64; 2],
    pub state: State,
}

/// One connection with its prepared statements. Any number of calls may be under way: they are sent at once and
/// answered in order.
pub struct Connection {
    client: Client,
    find_player: Statement,
    begin_game: Statement,
    make_move: Statement,
    make_moves: Statement,
    end_overdue: Statement,
}

impl Connection {
    /// Connects to the server whose socket is in a folder. The task that carries the connection ends with an error
    /// when the server does.
    pub async fn open(sockets: &Path, carried: &mut JoinSet<Result<()>>) -> Result<Self> {
        let (client, connection) = cluster::config(sockets).connect(NoTls).await.context("the database")?;
        carried.spawn(async { connection.await.context("a connection to the database") });
        let make_move = "SELECT o_refusal, o_opponent, o_marks_x, o_marks_o, o_ply, o_result, o_deadline \
                         FROM make_move($1, $2, $3, $4)";
        // By game, so that two batches never wait for each other.
        let make_moves = "SELECT o_refusal, o_opponent, o_marks_x, o_marks_o, o_ply, o_result, o_deadline, number \
                          FROM (SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::integer[], $4::integer[]) \
                                WITH ORDINALITY AS call (caller, game, ply, cell, number) ORDER BY game, number) calls \
                          CROSS JOIN LATERAL make_move(caller, game, ply, cell)";
        let end_overdue = "SELECT id, player_x, player_o, marks_x, marks_o, ply, result FROM end_overdue($1)";
        Ok(Self {
            find_player: client.prepare("SELECT id FROM player WHERE token = $1::text::uuid").await?,
            begin_game: client.prepare("SELECT o_game, o_deadline FROM begin_game($1, $2, $3)").await?,
            make_move: client.prepare(make_move).await?,
            make_moves: client.prepare(make_moves).await?,
            end_overdue: client.prepare(end_overdue).await?,
            client,
        })
    }

    /// Whose token this is.
    pub async fn find_player(&self, token: &str) -> Result<Option<i64>> {
        let row = self.client.query_opt(&self.find_player, &[&token]).await?;
        Ok(row.map(|row| row.try_get(0)).transpose()?)
    }

    /// A new game, in which X has so many seconds for the first move.
    pub async fn begin_game(&self, x: i64, o: i64, seconds: f64) -> Result<State> {
        let row = self.client.query_one(&self.begin_game, &[&x, &o, &seconds]).await?;
        let deadline = micros(Some(row.try_get(1)?))?;
        Ok(State { game: row.try_get(0)?, ply: 0, marks: [0, 0], result: 0, deadline })
    }

    /// A move, which is checked and committed when this returns.
    pub async fn make_move(&self, call: Call) -> Result<Moved> {
        let Call { caller, game, ply, cell } = call;
        let (ply, cell) = (i32::from(ply), i32::from(cell));
        let row = self.client.query_one(&self.make_move, &[&caller, &game, &ply, &cell]).await?;
        moved(&row, game)
    }

    /// Moves that are checked each by itself and committed together, and what each has led to.
    pub async fn make_moves(&self, calls: &[Call]) -> Result<Vec<Moved>> {
        let callers: Vec<i64> = calls.iter().map(|call| call.caller).collect();
        let games: Vec<i64> = calls.iter().map(|call| call.game).collect();
        let plies: Vec<i32> = calls.iter().map(|call| i32::from(call.ply)).collect();
        let cells: Vec<i32> = calls.iter().map(|call| i32::from(call.cell)).collect();
        let rows = self.client.query(&self.make_moves, &[&callers, &games, &plies, &cells]).await?;
        let mut numbered = Vec::with_capacity(rows.len());
        for row in &rows {
            let number: i64 = row.try_get(7)?;
            let call =
                usize::try_from(number - 1).ok().and_then(|at| calls.get(at)).context("no such call")?;
            numbered.push((number, moved(row, call.game)?));
        }
        ensure!(numbered.len() == calls.len(), "{} answers to {} calls", numbered.len(), calls.len());
        numbered.sort_by_key(|(number, _)| *number);
        Ok(numbered.into_iter().map(|(_, moved)| moved).collect())
    }

    /// Ends the games whose turn has run out, at most so many.
    pub async fn end_overdue(&self, most: i32) -> Result<Vec<Ended>> {
        let rows = self.client.query(&self.end_overdue, &[&most]).await?;
        rows.iter()
            .map(|row| {
                let state = State {
                    game: row.try_get(0)?,
                    ply: small(row, 5)?,
                    marks: [small(row, 3)?, small(row, 4)?],
                    result: small(row, 6)?,
                    deadline: 0,
                };
                Ok(Ended { players: [row.try_get(1)?, row.try_get(2)?], state })
            })
            .collect()
    }
}

/// What `make_move` says of a move in this game.
fn moved(row: &Row, game: i64) -> Result<Moved> {
    if let Some(code) = row.try_get(0)? {
        return Ok(Moved::Refused(code));
    }
    let state = State {
        game,
        ply: small(row, 4)?,
        marks: [small(row, 2)?, small(row, 3)?],
        result: small(row, 5)?,
        deadline: micros(row.try_get(6)?)?,
    };
    Ok(Moved::Made { state, opponent: row.try_get(1)? })
}

/// A column of type smallint that holds a smaller number still.
fn small<N: TryFrom<i16>>(row: &Row, column: usize) -> Result<N> {
    let number: i16 = row.try_get(column)?;
    N::try_from(number).ok().with_context(|| format!("column {column} holds {number}"))
}

/// Microseconds since 1970; 0 for none.
fn micros(time: Option<SystemTime>) -> Result<i64> {
    match time {
        Some(time) => Ok(i64::try_from(time.duration_since(UNIX_EPOCH)?.as_micros())?),
        None => Ok(0),
    }
}

/// Connections that are shared by all players. A call goes to the one with the fewest under way, and waits for
/// those only.
pub struct Connections {
    all: Vec<(Connection, AtomicUsize)>,
    /// Where the search for the least busy one begins, so that the first is not always preferred.
    turn: AtomicUsize,
}

impl Connections {
    /// Opens so many.
    pub async fn open(number: usize, sockets: &Path, carried: &mut JoinSet<Result<()>>) -> Result<Self> {
        let mut all = Vec::with_capacity(number);
        for _ in 0..number {
            all.push((Connection::open(sockets, carried).await?, AtomicUsize::new(0)));
        }
        Ok(Self { all, turn: AtomicUsize::new(0) })
    }

    /// The least busy one, counted as busier until the answer is there.
    pub fn take(&self) -> Option<Taken<'_>> {
        let (before, from) =
            self.all.split_at(self.turn.fetch_add(1, Ordering::Relaxed) % self.all.len().max(1));
        let (connection, calls) =
            from.iter().chain(before).min_by_key(|(_, calls)| calls.load(Ordering::Relaxed))?;
        calls.fetch_add(1, Ordering::Relaxed);
        Some(Taken { connection, calls })
    }
}

/// A connection that one more call is about to be made on.
pub struct Taken<'a> {
    connection: &'a Connection,
    calls: &'a AtomicUsize,
}

impl std::ops::Deref for Taken<'_> {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        self.connection
    }
}

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        self.calls.fetch_sub(1, Ordering::Relaxed);
    }
}
