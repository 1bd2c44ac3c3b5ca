//! A finished game as text: a header, and the moves with the time that each took.
//!
//! The form follows PGN, the standard of chess, where that has a word for it: tags in square
//! brackets, numbered moves, times in braces, and the result at the end. Every other page knows how to
//! show that, and people can read it.
//! `docs/records.md` describes it for those who read or write it in another language.
//!
//! ```
//! use zeitnot_rules::record::{Entry, Record};
//!
//! let text = r#"
//! [Event "Casual game"]
//! [Site "?"]
//! [Date "2026.11.29"]
//! [Round "-"]
//! [White "Ada"]
//! [Black "Blaise"]
//! [Result "1-0"]
//! [Winners "1"]
//! [Ending "resignation"]
//! [Rules "mnk:rows=3,columns=3,strike=3"]
//! [TimeControl "turn:30s"]
//! [Policy "forfeit"]
//! [Leaving "run"]
//! [Rated "no"]
//! [Started "2026-11-29T19:55:00.000000Z"]
//!
//! 1. b2 {0:03.250123}
//! 2. a1 {0:01.900000}
//! 3. a2 {0:02.000001}
//! 4. 2:out {resignation}
//! 1-0
//! "#;
//! let record: Record = text.parse()?;
//! assert_eq!(record.to_string(), text.trim_start());
//! assert_eq!(record.entries().len(), 4);
//! assert!(matches!(record.entries()[0], Entry::Move { used: 3_250_123, .. }));
//! assert_eq!(record.notation(1), Some("b2"));
//! assert!(record.position(4).is_some_and(|game| game.outcome().is_some()));
//!
//! let refused = text.replace("a2", "b2").parse::<Record>().unwrap_err();
//! assert_eq!(refused.to_string(), "line 20: entry 3: b2 is refused: row 2, column 2 is taken");
//! # Ok::<(), zeitnot_rules::record::RecordError>(())
//! ```
//!
//! A [`Record`] that exists is legal: reading one plays it through by the rules, and so does making one.
//! What is written is read back exactly, to the microsecond.
//!
//! It is read by a parser of our own. The crates for PGN know the moves of chess and no others
//! (`pgn-reader` hands out what parses as chess notation, and is under the GPL).

mod entry;
mod error;
mod header;
mod moment;
mod reader;
mod replay;
mod tag;
mod writer;

pub use entry::Entry;
pub use error::{RecordError, RecordFault};
pub use header::Header;
pub use moment::Moment;
pub use tag::{MAX_TAG_NAME, Tag};
pub use writer::time_text;

use crate::any_game::AnyGame;
use replay::Replay;

pub(crate) use replay::play;

/// The longest record, in bytes of its text: 1 MiB.
pub const MAX_BYTES: usize = 1 << 20;

/// A finished game, checked by its rules. See [the module](self).
#[derive(Clone, Debug)]
pub struct Record {
    header: Header,
    entries: Vec<Entry>,
    replay: Replay,
}

impl Record {
    /// A record of a game with this header in which this has happened, if it can have.
    ///
    /// The rules of the header may be written in any way, and are put in canonical form. They must
    /// leave nothing to chance: [`AnyGame::settled_spec`] gives such rules of a game.
    pub fn new(header: Header, entries: Vec<Entry>) -> Result<Record, RecordError> {
        let mut replay = Replay::of(&header.rules)?;
        for (entry, number) in entries.iter().zip(1..) {
            replay.step(entry).map_err(|fault| RecordError::at_entry(number, fault))?;
        }
        Record::played(header, entries, replay)
    }

    /// What a replay of all entries has made of them.
    fn played(header: Header, entries: Vec<Entry>, replay: Replay) -> Result<Record, RecordError> {
        let header = Header { rules: replay.start().spec(), ..header };
        header.check(replay.end())?;
        let record = Record { header, entries, replay };
        let length = record.to_string().len();
        if length > MAX_BYTES { Err(RecordFault::TooLong { length }.into()) } else { Ok(record) }
    }

    /// Who played, by which rules, and how it ended.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// What has happened, in order.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// How the entry that leads to this ply is written, without its number and time: `b2`, `2:out`;
    /// `None` for ply 0 and beyond the last.
    pub fn notation(&self, ply: usize) -> Option<&str> {
        self.replay.notation(ply)
    }

    /// The position after so many entries; `None` beyond the last.
    pub fn position(&self, ply: usize) -> Option<&AnyGame> {
        self.replay.position(ply)
    }

    /// The position in which it ended.
    pub fn final_position(&self) -> &AnyGame {
        self.replay.end()
    }
}

/// The same header and the same entries.
impl PartialEq for Record {
    fn eq(&self, other: &Record) -> bool {
        self.header == other.header && self.entries == other.entries
    }
}

impl Eq for Record {}
