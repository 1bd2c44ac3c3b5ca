//! Turns on the embedded host, whatever the module.

use std::marker::PhantomData;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use futures_util::{StreamExt, TryStreamExt, stream};
use spacetimedb_lib::Identity;

use crate::drawn_game::Ply;
use crate::ground::Ground;
use crate::spacetime::host::Host;
use crate::spacetime::{Call, Client, Row};
use crate::system::{Pair, System, Timing};

/// How many clients connect at the same time.
const AT_ONCE: usize = 32;

/// How a module is talked to.
pub trait Dialect: Send + 'static {
    /// The module's file.
    const MODULE: &'static str;

    /// Both have to ask for another game, not only one.
    const BOTH_ASK: bool;

    /// The table whose rows say how far a game is.
    const TABLE: &'static str;

    /// What a player subscribes to.
    fn queries(player: Identity) -> Vec<String>;

    /// What a row of that table says to this player.
    fn read(row: &[u8], player: Identity) -> Result<Board>;

    /// Makes a move.
    fn act(game: u64, ply: Ply) -> Result<Call>;

    /// Asks for another game after one that is over.
    fn again(game: u64) -> Result<Call>;

    /// Makes the server ready for players who move faster than people.
    fn prepare(owner: &mut Client) -> impl Future<Output = Result<()>> + Send;

    /// Begins a game for each of these pairs.
    fn begin(owner: &mut Client, pairs: &mut [[Client; 2]]) -> impl Future<Output = Result<()>> + Send;
}

/// What a benchmark has to know of a game.
#[derive(Clone, Copy, Debug)]
pub struct Board {
    pub game: u64,
    /// How many moves were made.
    pub ply: u32,
    pub live: bool,
    /// This player is on move.
    pub to_move: bool,
}

/// The host with a module.
pub struct OnHost<D> {
    host: Host,
    dialect: PhantomData<fn() -> D>,
}

/// Two players of it.
pub struct HostPair<D> {
    players: [Client; 2],
    game: u64,
    /// The player who is on move first in this game.
    first: usize,
    dialect: PhantomData<fn() -> D>,
}

impl<D: Dialect> System for OnHost<D> {
    type Pair = HostPair<D>;

    async fn start(ground: &Ground, durable: bool) -> Result<Self> {
        let host = Host::start(ground, D::MODULE, durable).await?;
        D::prepare(&mut host.owner().await?).await?;
        Ok(Self { host, dialect: PhantomData })
    }

    fn processes(&self) -> Vec<u32> {
        vec![self.host.process()]
    }

    async fn seat(&mut self, pairs: usize) -> Result<Vec<HostPair<D>>> {
        let host = &self.host;
        let connecting = (0..pairs).map(|_| async move {
            let (first, second) = tokio::try_join!(host.client(), host.client())?;
            anyhow::Ok([first, second])
        });
        let mut pairs: Vec<[Client; 2]> =
            stream::iter(connecting).buffer_unordered(AT_ONCE).try_collect().await?;
        D::begin(&mut self.host.owner().await?, &mut pairs).await?;
        let subscribing = pairs.into_iter().map(HostPair::subscribe);
        stream::iter(subscribing).buffer_unordered(AT_ONCE).try_collect().await
    }

    async fn stop(self) -> Result<()> {
        self.host.stop().await
    }
}

impl<D> OnHost<D> {
    /// The server.
    pub fn host(&self) -> &Host {
        &self.host
    }

    /// The server without anything else.
    pub fn into_host(self) -> Host {
        self.host
    }
}

impl<D: Dialect> HostPair<D> {
    /// Two players whose game has begun.
    async fn subscribe(mut players: [Client; 2]) -> Result<Self> {
        let [first, second] = &mut players;
        let (board, _) = tokio::try_join!(running::<D>(first), running::<D>(second))?;
        let first = if board.to_move { 0 } else { 1 };
        Ok(Self { players, game: board.game, first, dialect: PhantomData })
    }

    /// Keeps the connections and does nothing. Returns when one of them breaks; may be given up at any time.
    pub async fn look_on(&mut self) -> Result<()> {
        let [one, other] = &mut self.players;
        loop {
            tokio::select! {
                arrival = one.receive() => arrival?,
                arrival = other.receive() => arrival?,
            };
        }
    }

    /// Bytes that both players have sent and received so far.
    pub fn traffic(&self) -> u64 {
        self.players.iter().map(Client::traffic).sum()
    }

    /// The one who makes this move, and the other.
    fn by_turn(&mut self, ply: Ply) -> (&mut Client, &mut Client) {
        let [one, other] = &mut self.players;
        if (ply.mover + self.first).is_multiple_of(2) { (one, other) } else { (other, one) }
    }
}

impl<D: Dialect> Pair for HostPair<D> {
    async fn begin(&mut self) -> Result<()> {
        let (old, [one, other]) = (self.game, &mut self.players);
        if D::BOTH_ASK {
            one.call(D::again(old)?).await?;
        }
        other.send(D::again(old)?).await?;
        let is_new = |board: &Board| board.live && board.game != old;
        let ((_, board), _) = tokio::try_join!(news::<D>(one, is_new), news::<D>(other, is_new))?;
        self.game = board.game;
        self.first = if board.to_move { 0 } else { 1 };
        Ok(())
    }

    async fn play(&mut self, ply: Ply) -> Result<Timing> {
        let game = self.game;
        let call = D::act(game, ply)?;
        let (mover, opponent) = self.by_turn(ply);
        let sent = Instant::now();
        let request = mover.send(call).await?;
        let moved = |board: &Board| board.game == game && board.ply as usize == ply.number + 1;
        let answer = async {
            let (at, rows) = mover.answer(request).await?;
            if find::<D>(&rows, mover.identity(), moved)?.is_none() {
                bail!("the answer to a move is without it");
            }
            Ok(at)
        };
        let (answered, (seen, _)) = tokio::try_join!(answer, news::<D>(opponent, moved))?;
        Ok(Timing { sent, answered, seen })
    }
}

/// Subscribes a player to their games, and gives the rows that are there.
pub async fn subscribe<D: Dialect>(player: &mut Client) -> Result<Vec<Row>> {
    let queries = D::queries(player.identity());
    player.subscribe(&queries).await
}

/// Subscribes, and finds the running game.
pub async fn running<D: Dialect>(player: &mut Client) -> Result<Board> {
    let rows = subscribe::<D>(player).await?;
    find::<D>(&rows, player.identity(), |board| board.live)?.context("no game runs")
}

/// Waits until the server tells a player of something.
pub async fn news<D: Dialect>(player: &mut Client, of: impl Fn(&Board) -> bool) -> Result<(Instant, Board)> {
    loop {
        let arrival = player.receive().await?;
        if let Some(board) = find::<D>(&arrival.news.rows(), player.identity(), &of)? {
            return Ok((arrival.at, board));
        }
    }
}

fn find<D: Dialect>(
    rows: &[Row],
    player: Identity,
    wanted: impl Fn(&Board) -> bool,
) -> Result<Option<Board>> {
    for row in rows.iter().filter(|row| &*row.table == D::TABLE) {
        let board = D::read(&row.bytes, player)?;
        if wanted(&board) {
            return Ok(Some(board));
        }
    }
    Ok(None)
}
