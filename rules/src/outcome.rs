//! How a game has ended.

use crate::seat::SeatSet;

/// How a game has ended: who has won, and by what.
///
/// ```
/// use zeitnot_rules::{AnyGame, Seat};
///
/// let mut game = AnyGame::set_up("tic-tac-toe", 0)?;
/// game.leave(Seat::FIRST);
/// let outcome = game.outcome().unwrap();
/// assert_eq!(outcome.reason.code(), "last_seat");
/// assert!(!outcome.is_draw() && !outcome.winners.contains(Seat::FIRST));
/// # Ok::<(), zeitnot_rules::ConfigError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Outcome {
    /// The winners; empty when those still playing have drawn.
    pub winners: SeatSet,
    /// What ended it.
    pub reason: Reason,
}

impl Outcome {
    /// `winners` have won.
    pub const fn won(winners: SeatSet, reason: Reason) -> Outcome {
        Outcome { winners, reason }
    }

    /// All who were still playing have drawn.
    pub const fn drawn(reason: Reason) -> Outcome {
        Outcome { winners: SeatSet::EMPTY, reason }
    }

    /// Whether nobody has won.
    pub const fn is_draw(self) -> bool {
        self.winners.is_empty()
    }
}

/// What ended a game: a stable snake_case code, for programs to match and for people to be told in
/// their own words.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Reason(&'static str);

impl Reason {
    /// A line was completed.
    pub const LINE: Reason = Reason("line");
    /// No cell is left.
    pub const FULL_BOARD: Reason = Reason("full_board");
    /// Everybody else has left.
    pub const LAST_SEAT: Reason = Reason("last_seat");

    /// A reason of another game's own. Keep the code once games have ended with it: it is stored.
    pub const fn new(code: &'static str) -> Reason {
        Reason(code)
    }

    /// The stable code.
    pub const fn code(self) -> &'static str {
        self.0
    }
}
