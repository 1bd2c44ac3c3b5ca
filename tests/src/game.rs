//! A game as one of its players has it.

use std::collections::BTreeMap;
use std::ops::Deref;

use spacetimedb_sdk::Table;
use zeitnot_bindings::{
    GameStatus, Move, PastMovesTableAccess, RemoteTables, Seat, SeatTableAccess, Turn, TurnTableAccess,
};

/// A player's copy of a game, of all its rows. It reads like its row of `seat`, and has the others beside.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    seat: Seat,
    turn: Option<Turn>,
    /// What was played, as far as this player may know of it, in order.
    pub moves: Vec<Move>,
}

impl Game {
    /// All games of which a client has rows. The owner of the database has everybody's.
    pub(crate) fn all(db: &RemoteTables) -> Vec<Self> {
        let mut pages: BTreeMap<u64, BTreeMap<u32, Vec<Move>>> = BTreeMap::new();
        for row in db.past_moves().iter() {
            pages.entry(row.key).or_default().insert(row.first, row.moves);
        }
        let mut turns: BTreeMap<u64, Vec<Turn>> = BTreeMap::new();
        for row in db.turn().iter() {
            turns.entry(row.id).or_default().push(row);
        }
        let game = |seat: Seat| {
            let mut readable = turns.get(&seat.id).into_iter().flatten();
            let turn = readable.find(|turn| [turn.player, turn.other].contains(&seat.player)).cloned();
            let moves = turn.iter().flat_map(|turn| {
                let paged = pages.get(&turn.key).into_iter().flat_map(BTreeMap::values).flatten();
                paged.chain(&turn.latest).cloned()
            });
            Self { moves: moves.collect(), turn: turn.clone(), seat }
        };
        db.seat().iter().map(game).collect()
    }

    /// Whether it has a turn, unless it waits, and as many moves as the turn says.
    pub(crate) fn is_whole(&self) -> bool {
        let waits = self.seat.status == GameStatus::Waiting;
        self.turn.is_none() == waits && self.moves.len() == self.ply() as usize
    }

    /// The running turn or the end of a game that has begun.
    #[track_caller]
    pub fn turn(&self) -> &Turn {
        self.turn.as_ref().expect("a game that has begun")
    }

    /// What the next move must name; 0 while the game waits.
    pub fn ply(&self) -> u32 {
        self.turn.as_ref().map_or(0, |turn| turn.ply)
    }

    /// The seats on move; none while the game waits.
    pub fn to_move(&self) -> &[u8] {
        self.turn.as_ref().map_or(&[], |turn| &turn.to_move)
    }

    /// Whether the player whose copy this is is on move.
    pub fn is_my_turn(&self) -> bool {
        self.to_move().contains(&self.seat.seat)
    }
}

impl Deref for Game {
    type Target = Seat;

    fn deref(&self) -> &Seat {
        &self.seat
    }
}
