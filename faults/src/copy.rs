//! A player's copy of a game, which lies in three tables.

use std::collections::BTreeMap;

use serde_json::Value;
use zeitnot_rules::clock::Micros;

use crate::error::FaultsError;
use crate::ledger::{Entry, Status, entry, status};
use crate::sql::{Owner, Row, bytes, identity, list, number, option, text, timestamp};

/// The copies by the game and the identity of whoever is shown them.
pub type Copies = BTreeMap<(u64, String), Copy>;

/// A player's copy of a game: all rows that they are shown of it. A row that two share is in both copies.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Copy {
    /// The rows of `seat`; there should be one.
    pub seats: Vec<SeatRow>,
    /// The rows of `turn`; there should be one, and of a game that waits none.
    pub turns: Vec<TurnRow>,
    /// The rows of `past_moves`, by their first moves.
    pub pages: Vec<PageRow>,
}

/// Who plays, and how it ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatRow {
    /// The seat, from 0.
    pub seat: u8,
    /// Where the game is in its life.
    pub status: Status,
    /// The seats that have won.
    pub winners: Vec<u8>,
    /// How it ended.
    pub ending: String,
    /// When.
    pub ended_at: Option<Micros>,
    /// What is asked and offered.
    pub asked: Asked,
}

/// What the players of a game ask of each other, as one of them is shown it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Asked {
    /// The seats that have asked for a pause.
    pub pause: Vec<u8>,
    /// The seats that offer a draw.
    pub draw: Vec<u8>,
    /// The ply at which this player may offer one again.
    pub draw_again_at: u32,
    /// The seat that asks for its last move back.
    pub takeback: Option<u8>,
    /// What this player has decided in advance; empty: nothing.
    pub premove: Vec<u8>,
    /// The seats that ask for another game.
    pub rematch: Vec<u8>,
    /// The game that followed.
    pub next_game: Option<u64>,
}

/// The running turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TurnRow {
    /// What its pages name.
    pub key: u64,
    /// Another player is shown it, too.
    pub is_shared: bool,
    /// What they may see of the position.
    pub position: Vec<u8>,
    /// How many moves they may know of.
    pub ply: u32,
    /// Those after the last full page.
    pub latest: Vec<Entry>,
    /// The seats on move.
    pub to_move: Vec<u8>,
}

/// A page of moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PageRow {
    /// That of the row of `turn`.
    pub key: u64,
    /// Which of the moves that they may know of is the first one here, from 0.
    pub first: u32,
    /// What they may know of each.
    pub moves: Vec<Entry>,
}

/// Reads all copies.
pub fn read(owner: &Owner) -> Result<Copies, FaultsError> {
    let mut copies = Copies::new();
    for row in owner.rows("seat")? {
        let seat = SeatRow {
            seat: row.get("seat", number)?,
            status: row.get("status", status)?,
            winners: row.get("winners", bytes)?,
            ending: row.get("ending", text)?,
            ended_at: row.get("ended_at", option(timestamp))?,
            asked: Asked {
                pause: row.get("pause_asked", bytes)?,
                draw: row.get("draw_offered", bytes)?,
                draw_again_at: row.get("draw_again_at", number)?,
                takeback: row.get("takeback_asked", option(number))?,
                premove: row.get("premove", bytes)?,
                rematch: row.get("rematch_asked", bytes)?,
                next_game: row.get("next_game", option(number))?,
            },
        };
        let place = (row.get("id", number)?, row.get("player", identity)?);
        copies.entry(place).or_default().seats.push(seat);
    }
    for row in owner.rows("turn")? {
        let readers = readers(&row)?;
        let turn = TurnRow {
            key: row.get("key", number)?,
            is_shared: readers.len() > 1,
            position: row.get("position", bytes)?,
            ply: row.get("ply", number)?,
            latest: row.get("latest", list(entry))?,
            to_move: row.get("to_move", bytes)?,
        };
        for place in readers {
            copies.entry(place).or_default().turns.push(turn.clone());
        }
    }
    for row in owner.rows("past_moves")? {
        let page = PageRow {
            key: row.get("key", number)?,
            first: row.get("first", number)?,
            moves: row.get("moves", list(entry))?,
        };
        for place in readers(&row)? {
            copies.entry(place).or_default().pages.push(page.clone());
        }
    }
    for copy in copies.values_mut() {
        copy.pages.sort_by_key(|page| page.first);
    }
    Ok(copies)
}

/// In whose copies a row is that two may share.
fn readers(row: &Row) -> Result<Vec<(u64, String)>, FaultsError> {
    let game = row.get("id", number)?;
    let mut readers = vec![(game, row.get("player", identity)?)];
    readers.extend(row.get("other", other)?.map(|other| (game, other)));
    Ok(readers)
}

/// The second reader of a row; all zeros: there is none.
fn other(value: &Value) -> Option<Option<String>> {
    let other = identity(value)?;
    Some(other.contains(|digit| digit != '0').then_some(other))
}
