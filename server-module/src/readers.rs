//! Who shares the rows of a running game.
//!
//! What a move writes is to be little. Where nothing is hidden all players see the same, and two of them can have the same
//! row: a filter names one column, so each further reader of a row would be a filter more, which every
//! subscription would pay for.

use spacetimedb::Identity;
use zeitnot_rules::{AnyGame, MAX_SEATS, Seat, SeatSet};

use crate::game::Game;
use crate::seat::key;

/// In place of a second reader where there is none: nobody's identity.
pub(crate) const NOBODY: Identity = Identity::ZERO;

/// Those who have the same rows of a game: a player, and another one who may see just the same.
#[derive(Clone, Copy)]
pub(crate) struct Readers {
    /// The primary key of their row in `turn`: that of the first of their seats.
    pub key: u64,
    /// A seat whose player may see what is in the rows.
    pub seat: Seat,
    pub player: Identity,
    /// [`NOBODY`]: there is no other.
    pub other: Identity,
}

impl Readers {
    /// All readers of a game.
    pub fn of(game: &Game, position: &AnyGame) -> Vec<Self> {
        let share = if position.hides() { 1 } else { 2 };
        let mut all: Vec<Self> = Vec::new();
        for (seat, player) in game.taken_seats() {
            let key = key(game.id, seat) - u64::from(seat.get() % share);
            match all.last_mut().filter(|readers| readers.key == key) {
                Some(readers) => readers.other = player,
                None => all.push(Self { key, seat, player, other: NOBODY }),
            }
        }
        all
    }

    /// The keys that rows of a game may have.
    pub fn keys(game: u64) -> impl Iterator<Item = u64> {
        SeatSet::first(MAX_SEATS).iter().map(move |seat| key(game, seat))
    }
}
