//! What happens in a game, one thing at a time.

use crate::clock::Micros;
use crate::seat::Seat;

/// What has happened in a game: all that it takes to play it through again.
///
/// An action that the rules played for somebody absent is a move like any other, which has taken all
/// the time there was. Draws by agreement, voided games and whatever else ends a game without
/// changing the position are no entries: the header says so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Entry {
    /// An action. `b2 {0:03.250123}`
    Move {
        /// Whose.
        seat: Seat,
        /// In the encoding of the rules.
        action: Vec<u8>,
        /// From the start of the turn: 0 to a hundred years.
        used: Micros,
    },
    /// A turn that passed without an action. `-- {0:30.000000}`
    Pass {
        /// Whose.
        seat: Seat,
        /// From the start of the turn: 0 to a hundred years.
        used: Micros,
    },
    /// A seat left the game: it resigned, lost on time, or was put out otherwise. `2:out {time}`
    Out {
        /// Who.
        seat: Seat,
        /// A code: `resignation`, `time`; 1 to 32 small letters, digits and underscores.
        reason: String,
    },
}

impl Entry {
    /// Whose it is.
    pub fn seat(&self) -> Seat {
        match *self {
            Entry::Move { seat, .. } | Entry::Pass { seat, .. } | Entry::Out { seat, .. } => seat,
        }
    }
}
