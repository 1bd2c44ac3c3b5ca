//! A player's copy of a game, which lies in three tables.

use std::collections::BTreeMap;

use zeitnot_rules::MAX_SEATS;
use zeitnot_rules::clock::Micros;

use crate::error::FaultsError;
use crate::ledger::{Entry, Status, entry, status};
use crate::sql::{Owner, Row, bytes, identity, number, option, text, timestamp};

/// The copies by the game and the seat.
pub type Copies = BTreeMap<(u64, u8), Copy>;

/// A player's copy of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Copy {
    /// Its row of `seat`.
    pub seat: Option<SeatRow>,
    /// Its row of `seat_turn`.
    pub turn: Option<TurnRow>,
    /// Its rows of `seat_ply`, by their numbers.
    pub plies: Vec<PlyRow>,
}

/// Who plays, and how it ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatRow {
    /// Whose it is.
    pub player: String,
    /// Where the game is in its life.
    pub status: Status,
    /// The seats that have won.
    pub winners: Vec<u8>,
    /// How it ended.
    pub ending: String,
    /// When.
    pub ended_at: Option<Micros>,
}

/// The running turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TurnRow {
    /// Whose it is.
    pub player: String,
    /// What they may see of the position.
    pub position: Vec<u8>,
    /// How many plies they may know of.
    pub ply: u32,
    /// The seats on move.
    pub to_move: Vec<u8>,
}

/// A ply.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlyRow {
    /// Whose it is.
    pub player: String,
    /// Which of those that they may know of, from 0.
    pub number: u32,
    /// What they may know of it.
    pub entry: Entry,
}

/// Reads all copies.
pub fn read(owner: &Owner) -> Result<Copies, FaultsError> {
    let mut copies = Copies::new();
    for row in owner.rows("seat")? {
        let place = (row.get("id", number)?, row.get("seat", number)?);
        copies.entry(place).or_default().seat = Some(SeatRow {
            player: row.get("player", identity)?,
            status: row.get("status", status)?,
            winners: row.get("winners", bytes)?,
            ending: row.get("ending", text)?,
            ended_at: row.get("ended_at", option(timestamp))?,
        });
    }
    for row in owner.rows("seat_turn")? {
        copies.entry(place(&row)?).or_default().turn = Some(TurnRow {
            player: row.get("player", identity)?,
            position: row.get("position", bytes)?,
            ply: row.get("ply", number)?,
            to_move: row.get("to_move", bytes)?,
        });
    }
    for row in owner.rows("seat_ply")? {
        let place = (row.get("id", number)?, row.get("seat", number)?);
        copies.entry(place).or_default().plies.push(PlyRow {
            player: row.get("player", identity)?,
            number: row.get("number", number)?,
            entry: row.get("played", entry)?,
        });
    }
    for copy in copies.values_mut() {
        copy.plies.sort_by_key(|ply| ply.number);
    }
    Ok(copies)
}

/// The game and the seat of a row that names the seat in its key alone.
fn place(row: &Row) -> Result<(u64, u8), FaultsError> {
    let game: u64 = row.get("id", number)?;
    let seat = row.get("key", |key| {
        let seat = number::<u64>(key)?.checked_sub(game.checked_mul(u64::from(MAX_SEATS))?)?;
        u8::try_from(seat).ok()
    })?;
    Ok((game, seat))
}
