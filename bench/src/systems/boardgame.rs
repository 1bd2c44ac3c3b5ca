//! boardgame.io with its tutorial's tic-tac-toe, as its documentation starts it: `bench/peers/boardgame`.
//!
//! Players are played by this process over WebSockets of its own, not by socket.io-client: all systems are measured
//! by one clock, and what they cost here is not counted. [`check()`] compares what is sent with a real client.

mod check;
mod lobby;
mod packet;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};
use futures_util::{StreamExt, TryStreamExt, stream};
use tempfile::TempDir;
use tokio::process::Command;

use crate::drawn_game::Ply;
use crate::ground::Ground;
use crate::process::Process;
use crate::socket::{self, Socket};
use crate::system::{Pair, System, Timing};
use lobby::{Lobby, Match};
use packet::{Received, State};

pub use check::check;

/// How many pairs connect at once.
const AT_ONCE: usize = 32;

/// How many matches are made before a measurement. At 500 games a second, which it does not reach on two cores, they
/// last for 4 seconds.
const STOCK: usize = 2000;

/// A Node process. It keeps matches in memory, or in files with boardgame.io's own
/// [FlatFile](https://boardgame.io/documentation/#/storage). Even then players are told of a move before it is
/// written, and nothing calls fsync: neither is durable.
pub struct Boardgame<const FILES: bool> {
    process: Process,
    /// `host:port`.
    address: String,
    lobby: Arc<Lobby>,
    /// Kept until the server is gone.
    _files: Option<TempDir>,
}

impl<const FILES: bool> System for Boardgame<FILES> {
    type Pair = BoardgamePair;

    async fn start(ground: &Ground, _: bool) -> Result<Self> {
        let sources = sources();
        ensure!(sources.join("node_modules/boardgame.io").is_dir(), "run `npm ci` in {}", sources.display());
        let files = if FILES { Some(ground.folder()?) } else { None };
        let mut command = Command::new("node");
        command.arg("server.js").current_dir(sources).env("NODE_ENV", "production");
        if let Some(folder) = &files {
            command.env("FLATFILE_DIR", folder.path());
        }
        let process = Process::start(command).await?;
        let address = process.first_line().trim_start_matches("listening on http://").to_owned();
        let lobby = Arc::new(Lobby::new(&format!("http://{address}")));
        Ok(Self { process, address, lobby, _files: files })
    }

    fn processes(&self) -> Vec<u32> {
        vec![self.process.id()]
    }

    async fn seat(&mut self, pairs: usize) -> Result<Vec<BoardgamePair>> {
        self.lobby.stock(pairs + STOCK).await?;
        let connecting = (0..pairs).map(|_| BoardgamePair::connect(&self.address, self.lobby.clone()));
        stream::iter(connecting).buffer_unordered(AT_ONCE).try_collect().await
    }

    async fn stop(self) -> Result<()> {
        self.process.stop().await
    }
}

/// Where the server's sources are.
fn sources() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "peers", "boardgame"].iter().collect()
}

/// The versions of boardgame.io and of Node, such as `0.50.2 on Node v20.20.2`.
pub async fn version() -> Result<String> {
    #[derive(serde::Deserialize)]
    struct Package {
        version: String,
    }
    let package = std::fs::read(sources().join("node_modules/boardgame.io/package.json"))?;
    let Package { version } = serde_json::from_slice(&package)?;
    let node = Command::new("node").arg("--version").output().await?;
    Ok(format!("{version} on Node {}", String::from_utf8_lossy(&node.stdout).trim()))
}

/// A player who is connected.
struct Player {
    socket: Socket,
}

impl Player {
    async fn connect(address: &str) -> Result<Self> {
        let mut player =
            Self { socket: socket::connect(&format!("ws://{address}{}", packet::PATH), &[]).await? };
        player.receive(|received| matches!(received, Received::Open)).await?;
        player.socket.send_text(packet::CONNECT).await?;
        player.receive(|received| matches!(received, Received::Connected)).await?;
        Ok(player)
    }

    /// Waits for a message of interest, and says when it was there. Pings are answered on the way.
    async fn receive(&mut self, interesting: impl Fn(&Received) -> bool) -> Result<(Received, Instant)> {
        loop {
            let bytes = self.socket.receive().await?;
            let at = Instant::now();
            match packet::read(std::str::from_utf8(&bytes)?)? {
                Received::Ping => self.socket.send_text(packet::PONG).await?,
                received if interesting(&received) => return Ok((received, at)),
                _ => {}
            }
        }
    }

    /// Goes over to a match.
    async fn sync(&mut self, game: &Match, player: usize) -> Result<State> {
        self.socket.send_text(packet::sync(game, player)?).await?;
        match self.receive(|received| matches!(received, Received::Sync { id, .. } if *id == game.id)).await?
        {
            (Received::Sync { state, .. }, _) => Ok(state),
            (other, _) => bail!("{other:?} instead of the match"),
        }
    }

    /// Waits for the next state of the match.
    async fn update(&mut self, game: &Match) -> Result<(State, Instant)> {
        match self
            .receive(|received| matches!(received, Received::Update { id, .. } if *id == game.id))
            .await?
        {
            (Received::Update { state, .. }, at) => Ok((state, at)),
            (other, _) => bail!("{other:?} instead of a move"),
        }
    }
}

/// Two players and their running match.
pub struct BoardgamePair {
    players: [Player; 2],
    game: Match,
    lobby: Arc<Lobby>,
}

impl BoardgamePair {
    async fn connect(address: &str, lobby: Arc<Lobby>) -> Result<Self> {
        let players = tokio::try_join!(Player::connect(address), Player::connect(address))?;
        let mut pair = Self { players: players.into(), game: lobby.take().await?, lobby };
        pair.enter().await?;
        Ok(pair)
    }

    /// Goes over to the match.
    async fn enter(&mut self) -> Result<()> {
        let [first, second] = &mut self.players;
        let (state, same) = tokio::try_join!(first.sync(&self.game, 0), second.sync(&self.game, 1))?;
        ensure!(state.id == 0 && same.id == 0, "the match has begun already");
        Ok(())
    }
}

impl Pair for BoardgamePair {
    async fn begin(&mut self) -> Result<()> {
        self.game = self.lobby.take().await?;
        self.enter().await
    }

    async fn play(&mut self, ply: Ply) -> Result<Timing> {
        let Self { players: [first, second], game, .. } = self;
        let (mover, opponent) = if ply.mover == 0 { (first, second) } else { (second, first) };
        let message = packet::mark(game, ply.mover, ply.number, ply.cell())?;
        let sent = Instant::now();
        mover.socket.send_text(message).await?;
        let ((state, answered), (same, seen)) = tokio::try_join!(mover.update(game), opponent.update(game))?;
        for state in [state, same] {
            let marked = state.game.cells.get(usize::from(ply.cell())).cloned().flatten();
            let drawn = state.ctx.gameover.as_ref().is_some_and(|ending| ending.draw);
            let over = state.ctx.gameover.is_some();
            ensure!(
                state.id == ply.number + 1
                    && marked.context("the cell is free")? == ply.mover.to_string()
                    && drawn == ply.is_last()
                    && over == drawn,
                "another state after move {}: {:?}",
                ply.number + 1,
                state.game
            );
        }
        Ok(Timing { sent, answered, seen })
    }
}
