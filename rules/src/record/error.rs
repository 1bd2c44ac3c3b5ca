//! Why a record is refused.

use super::{MAX_BYTES, MAX_TAG_NAME};
use crate::clock::{DurationError, TimeControlError};
use crate::config_error::ConfigError;
use crate::leaving::LeavingError;
use crate::timeout::TimeoutPolicyError;
use std::fmt;
use thiserror::Error;

/// Why a record is refused, and where it goes wrong.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub struct RecordError {
    /// The line of the text, counted from 1; `None` if it is the text as a whole, or if there is none.
    pub line: Option<usize>,
    /// The entry, counted from 1; `None` if it is not about one.
    pub entry: Option<usize>,
    /// What is wrong.
    pub fault: RecordFault,
}

impl RecordError {
    /// The stable code of all of them: `bad_record`.
    pub const fn code(&self) -> &'static str {
        "bad_record"
    }

    pub(super) fn at_entry(entry: usize, fault: RecordFault) -> RecordError {
        RecordError { entry: Some(entry), ..fault.into() }
    }

    pub(super) fn at_line(line: usize, fault: RecordFault) -> RecordError {
        RecordError { line: Some(line), ..fault.into() }
    }
}

impl From<RecordFault> for RecordError {
    fn from(fault: RecordFault) -> RecordError {
        RecordError { line: None, entry: None, fault }
    }
}

/// `line 20: entry 3: b2 is refused: row 2, column 2 is taken`
impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        if let Some(entry) = self.entry {
            write!(f, "entry {entry}: ")?;
        }
        self.fault.fmt(f)
    }
}

/// What is wrong with a record.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum RecordFault {
    /// Longer than any record may be.
    #[error("the record is {length} bytes long; at most {MAX_BYTES} are allowed")]
    TooLong {
        /// Its bytes.
        length: usize,
    },
    /// A line of the header is no tag.
    #[error("a tag is written [Name \"text\"], with \\\" and \\\\ for \" and \\ in the text, not `{text}`")]
    NoTag {
        /// What is there, shortened.
        text: String,
    },
    /// A tag cannot have this name.
    #[error(
        "`{name}` cannot name a tag: a name has 1 to {MAX_TAG_NAME} letters, digits and _, begins with a \
         letter, and is not one that records have anyway"
    )]
    TagName {
        /// The name, shortened.
        name: String,
    },
    /// A tag is missing.
    #[error("the tag {name} is missing")]
    Missing {
        /// Which.
        name: String,
    },
    /// The same tag twice.
    #[error("the tag {name} is there twice")]
    Repeated {
        /// Which.
        name: String,
    },
    /// More tags than a record may have.
    #[error("a record has at most {most} tags beside its own")]
    TooManyTags {
        /// How many it may have.
        most: usize,
    },
    /// A tag has a text that it may not have.
    #[error("{name} must be {allowed}, not `{value}`")]
    Tag {
        /// Which.
        name: &'static str,
        /// What it may be.
        allowed: String,
        /// What is there, shortened.
        value: String,
    },
    /// The rules are none.
    #[error("Rules: {0}")]
    Rules(#[from] ConfigError),
    /// The rules leave something to chance.
    #[error("Rules: they leave to chance what has been decided; say it, as in `{settled}`")]
    Chance {
        /// The same rules with one of the things that chance could have decided.
        settled: String,
    },
    /// The time control is none.
    #[error("TimeControl: {0}")]
    TimeControl(#[from] TimeControlError),
    /// The timeout policy is none.
    #[error("Policy: {0}")]
    Policy(#[from] TimeoutPolicyError),
    /// What happens when a player leaves is nothing.
    #[error("Leaving: {0}")]
    Leaving(#[from] LeavingError),
    /// Not as many players as seats.
    #[error("the game has {seats} seats, and the record names {players} players")]
    Players {
        /// The game's seats.
        seats: u8,
        /// The players named.
        players: usize,
    },
    /// Something else than the next entry's number.
    #[error("here must be `{expected}.` and a move, or the result, not `{text}`")]
    Number {
        /// The next entry's number.
        expected: usize,
        /// What is there, shortened.
        text: String,
    },
    /// An entry is not followed by its time or reason in braces.
    #[error(
        "after a move its time must follow, {{0:03.250123}}, and after `out` the reason, {{resignation}}"
    )]
    NoBraces,
    /// A brace that is not closed on its line.
    #[error("a brace is not closed")]
    OpenBrace,
    /// A time is none, or longer than any.
    #[error("{0}")]
    Time(#[from] DurationError),
    /// A time below zero, or longer than a hundred years.
    #[error("a move takes 0 s to 36500d")]
    TimeRange,
    /// Several could have done it, and the record does not say who.
    #[error("{seats} seats could have made this move: write who has, as in `2:{text}`")]
    WhoseMove {
        /// How many.
        seats: usize,
        /// The move, shortened.
        text: String,
    },
    /// There is no such seat.
    #[error("there is no seat `{text}`")]
    NoSeat {
        /// What is there, shortened.
        text: String,
    },
    /// Bytes or a text that are no action of this game.
    #[error("{text} is no move of this game")]
    NoMove {
        /// What is there, shortened.
        text: String,
    },
    /// The game's notation cannot stand in a record, or does not lead back to the action.
    #[error("the game writes this move as `{text}`, and cannot read that in a record")]
    Notation {
        /// How the game writes it, shortened.
        text: String,
    },
    /// By the rules this cannot have been done.
    #[error("{text} is refused: {reason}")]
    Illegal {
        /// What.
        text: String,
        /// Why not, in the words of the rules.
        reason: String,
    },
    /// Why a seat is out is no code.
    #[error("why a seat is out is a code of 1 to 32 small letters, digits and _, not `{text}`")]
    Reason {
        /// What is there, shortened.
        text: String,
    },
    /// The record ends without a result.
    #[error("the result is missing at the end: {expected}")]
    NoResult {
        /// The result that the header has.
        expected: &'static str,
    },
    /// Another result than in the header.
    #[error("the header has the result {expected}, and here is {text}")]
    Result {
        /// The result that the header has.
        expected: &'static str,
        /// What is there.
        text: String,
    },
    /// Something follows after the result.
    #[error("nothing may follow after the result, and here is `{text}`")]
    AfterResult {
        /// What is there, shortened.
        text: String,
    },
}
