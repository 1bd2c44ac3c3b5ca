//! PostgreSQL as people would use it for this: tables and functions, and a front that players connect to.

mod audience;
mod batches;
mod check;
mod cluster;
mod database;
pub mod front;
mod message;

use std::time::Instant;

use anyhow::{Result, bail, ensure};
use futures_util::{StreamExt, TryStreamExt, stream};
use tokio::process::Command;
use tokio_postgres::Client;

use crate::drawn_game::Ply;
use crate::ground::Ground;
use crate::process::Process;
use crate::socket::{self, Socket};
use crate::system::{Pair, System, Timing};
use cluster::Cluster;
use message::{DRAWN, Notice, Request, State};

pub use check::check;
pub use cluster::version;

/// How many connections to the database the front keeps open.
const CONNECTIONS: usize = 64;

/// How long each turn may take in measured games: longer than any measurement.
const SECONDS: f64 = 3600.0;

/// How many pairs connect at once.
const AT_ONCE: usize = 32;

/// How many connections carry batches.
const BATCHES: usize = 4;

/// The database and its front, two processes. Each move is a transaction by itself or, batched, shares one with those
/// that came in at the same time.
pub struct Postgres<const BATCHED: bool> {
    cluster: Cluster,
    front: Process,
    client: Client,
    address: String,
}

impl<const BATCHED: bool> System for Postgres<BATCHED> {
    type Pair = PostgresPair;

    async fn start(ground: &Ground, durable: bool) -> Result<Self> {
        let cluster = Cluster::start(ground, durable).await?;
        let mut command = Command::new(std::env::current_exe()?);
        command.arg(front::COMMAND).arg("--sockets").arg(cluster.sockets());
        command.args(["--connections", &CONNECTIONS.to_string()]);
        if BATCHED {
            command.args(["--batches", &BATCHES.to_string()]);
        }
        let front = Process::start(command).await?;
        let address = front.first_line().trim_start_matches("listening on ").to_owned();
        let client = cluster.connect().await?;
        Ok(Self { cluster, front, client, address })
    }

    fn processes(&self) -> Vec<u32> {
        vec![self.cluster.id(), self.front.id()]
    }

    async fn seat(&mut self, pairs: usize) -> Result<Vec<PostgresPair>> {
        let accounts = self.register(2 * pairs).await?;
        let connecting: Vec<_> =
            accounts.chunks_exact(2).map(|pair| PostgresPair::connect(&self.address, pair)).collect();
        stream::iter(connecting).buffer_unordered(AT_ONCE).try_collect().await
    }

    async fn stop(self) -> Result<()> {
        drop(self.client);
        self.front.stop().await?;
        self.cluster.stop().await
    }
}

impl<const BATCHED: bool> Postgres<BATCHED> {
    /// Makes so many new players.
    async fn register(&self, number: usize) -> Result<Vec<Account>> {
        let insert = "INSERT INTO player (token) SELECT gen_random_uuid() FROM generate_series(1, $1::bigint) \
                      RETURNING id, token::text";
        let rows = self.client.query(insert, &[&i64::try_from(number)?]).await?;
        rows.iter().map(|row| Ok(Account { id: row.try_get(0)?, token: row.try_get(1)? })).collect()
    }
}

/// A player as the database knows them.
struct Account {
    id: i64,
    token: String,
}

/// A player who is connected.
struct Player {
    id: i64,
    socket: Socket,
}

impl Player {
    async fn connect(address: &str, account: &Account) -> Result<Self> {
        let url = format!("ws://{address}/play?token={}", account.token);
        Ok(Self { id: account.id, socket: socket::connect(&url, &[]).await? })
    }

    async fn ask(&mut self, request: Request) -> Result<()> {
        self.socket.send(request.encode()).await
    }

    async fn notice(&mut self) -> Result<Notice> {
        Notice::decode(&self.socket.receive().await?)
    }

    /// The next notice, and when it was there. It must be a state.
    async fn state(&mut self) -> Result<(State, Instant)> {
        let bytes = self.socket.receive().await?;
        let at = Instant::now();
        match Notice::decode(&bytes)? {
            Notice::State(state) => Ok((state, at)),
            Notice::Refusal(code) => bail!("refused: {code}"),
        }
    }
}

/// Two players and their running game.
pub struct PostgresPair {
    players: [Player; 2],
    game: i64,
}

impl PostgresPair {
    async fn connect(address: &str, accounts: &[Account]) -> Result<Self> {
        let [first, second] = accounts else { bail!("a pair is two players") };
        let players = tokio::try_join!(Player::connect(address, first), Player::connect(address, second))?;
        let mut pair = Self { players: players.into(), game: 0 };
        pair.begin().await?;
        Ok(pair)
    }
}

impl Pair for PostgresPair {
    async fn begin(&mut self) -> Result<()> {
        let [x, o] = &mut self.players;
        x.ask(Request::Begin { opponent: o.id, seconds: SECONDS }).await?;
        let ((begun, _), (same, _)) = tokio::try_join!(x.state(), o.state())?;
        ensure!(begun == same && begun.ply == 0, "no new game but {begun:?} and {same:?}");
        self.game = begun.game;
        Ok(())
    }

    async fn play(&mut self, ply: Ply) -> Result<Timing> {
        let number = u8::try_from(ply.number)?;
        let [first, second] = &mut self.players;
        let (mover, opponent) = if ply.mover == 0 { (first, second) } else { (second, first) };
        let request = Request::Move { game: self.game, ply: number, cell: ply.cell() };
        let sent = Instant::now();
        mover.ask(request).await?;
        let ((state, answered), (same, seen)) = tokio::try_join!(mover.state(), opponent.state())?;
        let result = if ply.is_last() { DRAWN } else { 0 };
        let expected = (self.game, number + 1, result);
        for state in [state, same] {
            ensure!((state.game, state.ply, state.result) == expected, "{state:?} after move {}", number + 1);
        }
        Ok(Timing { sent, answered, seen })
    }
}
