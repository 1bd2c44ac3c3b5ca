//! What a player may do, and why it may be refused.

use super::board::mark_of;
use crate::codec::{DecodeError, Reader, Writer};
use crate::seat::Seat;
use thiserror::Error;

const VERSION: u8 = 1;
const MARK: u8 = 0;
const DROP: u8 = 1;

/// What a player may do.
///
/// ```
/// use zeitnot_rules::mnk::Action;
///
/// assert_eq!(Action::Mark { row: 0, column: 2 }.encode(), [1, 0, 0, 2]);
/// assert_eq!(Action::decode(&[1, 1, 6]), Ok(Action::Drop { column: 6 }));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Action {
    /// Mark this cell: in games without gravity.
    Mark {
        /// Counted from 0 at the top.
        row: u8,
        /// Counted from 0 at the left.
        column: u8,
    },
    /// Let a mark fall into this column: in games with gravity.
    Drop {
        /// Counted from 0 at the left.
        column: u8,
    },
}

impl Action {
    /// A version byte, a tag, and the fields.
    pub fn encode(self) -> Vec<u8> {
        let writer = Writer::new(VERSION);
        match self {
            Action::Mark { row, column } => writer.byte(MARK).byte(row).byte(column).finish(),
            Action::Drop { column } => writer.byte(DROP).byte(column).finish(),
        }
    }

    /// The reverse. It knows no board: rows and columns beyond it are for the position to refuse.
    pub fn decode(bytes: &[u8]) -> Result<Action, DecodeError> {
        let mut reader = Reader::new(bytes, VERSION)?;
        let action = match reader.byte()? {
            MARK => Action::Mark { row: reader.byte()?, column: reader.byte()? },
            DROP => Action::Drop { column: reader.byte()? },
            _ => return Err(DecodeError::Invalid { what: "there is no such action" }),
        };
        reader.end()?;
        Ok(action)
    }
}

/// Why an action is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Illegal {
    /// Nothing may be done any more.
    #[error("the game is over")]
    GameOver,
    /// This player has resigned, lost on time, or completed a line in misère play.
    #[error("you are out of the game")]
    SeatOut,
    /// Somebody else is to move.
    #[error("it is {}'s turn", mark_of(*turn))]
    NotYourTurn {
        /// Whose turn it is.
        turn: Seat,
    },
    /// A cell in a game with gravity, or a column in one without.
    #[error("{}", if *.gravity { "choose a column: marks fall in this game" } else { "choose a cell, not a column" })]
    WrongAction {
        /// Whether the game has gravity.
        gravity: bool,
    },
    /// There is no such cell or column.
    #[error("the board has {rows} rows and {columns} columns")]
    OutsideBoard {
        /// The board's rows.
        rows: u8,
        /// The board's columns.
        columns: u8,
    },
    /// Marked already, as this player knows.
    #[error("row {}, column {} is taken", row + 1, column + 1)]
    CellOccupied {
        /// Counted from 0.
        row: u8,
        /// Counted from 0.
        column: u8,
    },
    /// Full to the top, as this player knows.
    #[error("column {} is full", column + 1)]
    ColumnFull {
        /// Counted from 0.
        column: u8,
    },
}

impl crate::rules::Illegal for Illegal {
    fn code(&self) -> &'static str {
        match self {
            Illegal::GameOver => "game_over",
            Illegal::SeatOut => "seat_out",
            Illegal::NotYourTurn { .. } => "not_your_turn",
            Illegal::WrongAction { .. } => "wrong_action",
            Illegal::OutsideBoard { .. } => "outside_board",
            Illegal::CellOccupied { .. } => "cell_occupied",
            Illegal::ColumnFull { .. } => "column_full",
        }
    }
}
