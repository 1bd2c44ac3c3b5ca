//! What one seat owns of time, and what every control has to say about it.

use super::{Micros, Reading};

/// What one seat owns of time between two of its turns. A control leaves the fields that it does
/// not have at zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Budget {
    /// Main time, or the limit of the coming turn where every turn has its own.
    pub(super) main: Micros,
    /// What is left of the current byo-yomi period or Canadian block.
    pub(super) block: Micros,
    /// Byo-yomi periods, the current one included.
    pub(super) periods: u32,
    /// Turns to play in the current block or stage.
    pub(super) turns: u32,
    /// The bank.
    pub(super) bank: Micros,
    /// Stages that are over.
    pub(super) stage: u32,
}

impl Budget {
    /// A budget of main time alone.
    pub(super) fn of(main: Micros) -> Budget {
        Budget { main, ..Budget::default() }
    }

    /// The same with another main time.
    pub(super) fn with_main(self, main: Micros) -> Budget {
        Budget { main, ..self }
    }
}

/// The arithmetic of one control. A turn goes through [`run`](Arithmetic::run), and if it ended in
/// time through [`earn`](Arithmetic::earn) and [`renew`](Arithmetic::renew). What has been checked
/// by the caller: `elapsed <= allowance` and `used < allowance`.
pub(super) trait Arithmetic {
    /// What a seat owns at the start of the game.
    fn begin(&self) -> Budget;

    /// How long the coming turn can take. A turn that takes exactly as long has run out.
    fn allowance(&self, budget: &Budget) -> Micros {
        budget.main
    }

    /// What is left when the turn has taken `elapsed`.
    fn run(&self, budget: Budget, elapsed: Micros) -> Budget {
        budget.with_main(budget.main - elapsed)
    }

    /// What the turn's end adds, after a turn of `used`.
    fn earn(&self, budget: Budget, used: Micros) -> Budget {
        let _ = used;
        budget
    }

    /// What is whole again, and so lost if it was partly used, when the next turn comes.
    fn renew(&self, budget: Budget) -> Budget {
        budget
    }

    /// Adds a gift.
    fn give(&self, budget: Budget, amount: Micros) -> Budget {
        budget.with_main(budget.main + amount)
    }

    /// What the clock's face shows of it.
    fn reading(&self, budget: &Budget) -> Reading {
        Reading { main_us: budget.main, ..Reading::default() }
    }

    /// Whether a clock under this control can come to this budget, with gifts of `given` in all. The
    /// fields are known to be between zero and [`LONGEST_GAME`](super::LONGEST_GAME).
    fn can_hold(&self, budget: &Budget, given: Micros) -> bool {
        *budget == Budget::of(budget.main) && budget.main <= self.begin().main + given
    }
}
