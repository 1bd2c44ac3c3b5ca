//! Zeitnot itself.

use anyhow::{Context, Result};
use spacetimedb_lib::{Identity, bsatn};
use zeitnot_bindings::{GameConfig, Turn};

use crate::drawn_game::Ply;
use crate::ground::ZEITNOT_MODULE;
use crate::spacetime::{Call, Client};
use crate::systems::on_host::{Board, Dialect};

/// Calls that are on their way to the server at once, at most.
const PIPELINE: usize = 256;

/// By which a key of `turn` is divided, and what is left is its first seat: docs/protocol.md.
const SEATS: u64 = 8;

/// The module as it is shipped.
pub struct Zeitnot;

impl Dialect for Zeitnot {
    const MODULE: &'static str = ZEITNOT_MODULE;
    const BOTH_ASK: bool = true;
    const TABLE: &'static str = "turn";

    fn queries(_: Identity) -> Vec<String> {
        ["seat", "turn", "past_moves"].map(|table| format!("SELECT * FROM {table}")).to_vec()
    }

    fn read(row: &[u8], me: Identity) -> Result<Board> {
        let row: Turn =
            bsatn::from_slice(row).context("a row of another shape: are the bindings current?")?;
        // Of two who share a row the second one has the seat after the first.
        let seat = (row.key % SEATS) as u8 + u8::from(row.other == me);
        Ok(Board {
            game: row.id,
            ply: row.ply,
            live: !row.to_move.is_empty(),
            to_move: row.to_move.contains(&seat),
        })
    }

    fn act(game: u64, ply: Ply) -> Result<Call> {
        // docs/protocol.md, Bytes: version, mark, row, column.
        let action = vec![1, 0, ply.row, ply.column];
        Ok(Call { reducer: "make_move", arguments: bsatn::to_vec(&(game, ply.number as u32, action))? })
    }

    fn again(game: u64) -> Result<Call> {
        Ok(Call { reducer: "ask_rematch", arguments: bsatn::to_vec(&game)? })
    }

    async fn prepare(owner: &mut Client) -> Result<()> {
        owner.call(Call { reducer: "limit_calls", arguments: bsatn::to_vec(&0_u32)? }).await?;
        Ok(())
    }

    async fn begin(owner: &mut Client, pairs: &mut [[Client; 2]]) -> Result<()> {
        let mut games = pairs.iter().map(|[one, other]| Start {
            players: vec![one.identity(), other.identity()],
            // Nobody is in two games here.
            key: one.identity().to_hex().to_string(),
        });
        start(owner, tic_tac_toe("turn:10m"), &mut games).await
    }
}

/// A game of tic-tac-toe that does not count.
pub fn tic_tac_toe(time: &str) -> GameConfig {
    GameConfig {
        spec: "tic-tac-toe".to_owned(),
        time: time.to_owned(),
        policy: String::new(),
        leaving: String::new(),
        series: String::new(),
        private: false,
        rated: false,
    }
}

/// A game that is to begin.
pub struct Start {
    /// In the order of their seats.
    pub players: Vec<Identity>,
    /// The caller's own name for it.
    pub key: String,
}

/// Starts games as matchmaking code does: many calls at once over one connection.
pub async fn start(
    owner: &mut Client,
    config: GameConfig,
    games: &mut impl Iterator<Item = Start>,
) -> Result<()> {
    let mut unanswered = 0;
    let mut last = 0;
    loop {
        for game in games.by_ref().take(PIPELINE - unanswered) {
            last = send_start(owner, &config, game).await?;
            unanswered += 1;
        }
        if unanswered == 0 {
            return Ok(());
        }
        // Answers come in the order of the calls.
        owner.answer(last + 1 - unanswered as u32).await?;
        unanswered -= 1;
    }
}

/// Sends the call that starts a game, and gives its number.
pub async fn send_start(owner: &mut Client, config: &GameConfig, game: Start) -> Result<u32> {
    let arguments = bsatn::to_vec(&(config.clone(), game.players, game.key))?;
    owner.send(Call { reducer: "start_game", arguments }).await
}
