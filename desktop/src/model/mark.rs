//! The shapes by which seats differ, whatever their colour.

use zeitnot_rules::Seat;

/// The shape of a seat's marks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mark {
    /// Seat 1.
    Cross,
    /// Seat 2.
    Ring,
    /// Seat 3.
    Triangle,
    /// Seat 4.
    Square,
}

impl Mark {
    /// The shape of a seat's marks. Seats beyond the fourth are in no game that has a board.
    pub fn of(seat: Seat) -> Mark {
        match seat.index() % 4 {
            0 => Mark::Cross,
            1 => Mark::Ring,
            2 => Mark::Triangle,
            _ => Mark::Square,
        }
    }

    /// The name of its text.
    pub fn text(self) -> &'static str {
        match self {
            Mark::Cross => "mark-x",
            Mark::Ring => "mark-o",
            Mark::Triangle => "mark-triangle",
            Mark::Square => "mark-square",
        }
    }

    /// For indexing, `0..=3`.
    pub fn index(self) -> usize {
        match self {
            Mark::Cross => 0,
            Mark::Ring => 1,
            Mark::Triangle => 2,
            Mark::Square => 3,
        }
    }
}
