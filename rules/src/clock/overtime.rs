//! Controls of a main time and an overtime that never ends for those who are quick enough.

use super::budget::{Arithmetic, Budget};
use super::error::TimeControlError;
use super::limits::{self, MOST_TURNS};
use super::{Micros, Reading};

/// Byo-yomi (Japanese): main time, then a number of periods. A whole period used within one turn is
/// gone, a partly used one is whole again at the next. Without a period left the clock has run out.
/// `byoyomi:10m+5x30s`, without main time `byoyomi:0s+5x30s`
///
/// Source: Sensei's Library, Byoyomi (Japanese Timing); Wikipedia, Byoyomi.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ByoYomi {
    /// The main time: none, or at least 1 s; with all periods under 730 days.
    pub main: Micros,
    /// The number of periods, 1 to 999.
    pub periods: u32,
    /// The length of a period, 1 s to 60 days.
    pub period: Micros,
}

impl ByoYomi {
    pub(super) fn check(&self) -> Result<(), TimeControlError> {
        limits::main_or_none("main", self.main)?;
        limits::count("periods", self.periods, 1, MOST_TURNS)?;
        limits::turn("period", self.period)?;
        limits::whole_game(self.main + Micros::from(self.periods) * self.period)
    }

    /// The current period's time: a whole one if there is any.
    fn whole(&self, periods: u32) -> Micros {
        if periods == 0 { 0 } else { self.period }
    }
}

impl Arithmetic for ByoYomi {
    fn begin(&self) -> Budget {
        Budget { main: self.main, periods: self.periods, block: self.period, ..Budget::default() }
    }

    fn allowance(&self, budget: &Budget) -> Micros {
        budget.main + Micros::from(budget.periods) * self.period
    }

    fn run(&self, budget: Budget, elapsed: Micros) -> Budget {
        let past = (elapsed - budget.main).max(0);
        // No more than there are: `past` is at most all periods together.
        let gone = u32::try_from(past / self.period).map_or(budget.periods, |gone| gone.min(budget.periods));
        let periods = budget.periods - gone;
        let block = if periods == 0 { 0 } else { self.period - past % self.period };
        Budget { main: (budget.main - elapsed).max(0), periods, block, ..budget }
    }

    fn renew(&self, budget: Budget) -> Budget {
        Budget { block: self.whole(budget.periods), ..budget }
    }

    fn reading(&self, budget: &Budget) -> Reading {
        let overtime = budget.main == 0;
        Reading {
            main_us: if overtime { budget.block } else { budget.main },
            overtime,
            periods_left: Some(budget.periods),
            ..Reading::default()
        }
    }

    fn can_hold(&self, budget: &Budget, given: Micros) -> bool {
        let Budget { main, periods, block, .. } = *budget;
        // No period goes before all of the main time has gone; what is there then was given.
        let most_main = if periods == self.periods { self.main + given } else { given };
        *budget == (Budget { main, periods, block, ..Budget::default() })
            && main <= most_main
            && periods <= self.periods
            && block == self.whole(periods)
    }
}

/// Canadian: main time, then so many turns in each block of so much time. What is left of a block
/// is lost at its end. The turn that crosses out of main time is the first of the block.
/// `canadian:10m+3/30s`, without main time `canadian:0s+3/3m`
///
/// Source: Sensei's Library, Canadian Timing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Canadian {
    /// The main time: none, or at least 1 s; with a block under 730 days.
    pub main: Micros,
    /// The turns of a block, 1 to 999.
    pub turns: u32,
    /// The time of a block, 1 s to 60 days.
    pub block: Micros,
}

impl Canadian {
    pub(super) fn check(&self) -> Result<(), TimeControlError> {
        limits::main_or_none("main", self.main)?;
        limits::count("turns", self.turns, 1, MOST_TURNS)?;
        limits::turn("block", self.block)?;
        limits::whole_game(self.main + self.block)
    }
}

impl Arithmetic for Canadian {
    fn begin(&self) -> Budget {
        Budget { main: self.main, block: self.block, turns: self.turns, ..Budget::default() }
    }

    fn allowance(&self, budget: &Budget) -> Micros {
        budget.main + budget.block
    }

    fn run(&self, budget: Budget, elapsed: Micros) -> Budget {
        let past = (elapsed - budget.main).max(0);
        Budget { main: (budget.main - elapsed).max(0), block: budget.block - past, ..budget }
    }

    fn earn(&self, budget: Budget, _used: Micros) -> Budget {
        // Main time used to the last microsecond is gone as well: that turn belongs to the block.
        let turns = if budget.main == 0 { budget.turns - 1 } else { budget.turns };
        Budget { turns, ..budget }
    }

    fn renew(&self, budget: Budget) -> Budget {
        if budget.turns == 0 { Budget { block: self.block, turns: self.turns, ..budget } } else { budget }
    }

    /// To the main time while there is any, then to the block, so that a gift does not make a turn
    /// that is no part of the block.
    fn give(&self, budget: Budget, amount: Micros) -> Budget {
        if budget.main > 0 {
            budget.with_main(budget.main + amount)
        } else {
            Budget { block: budget.block + amount, ..budget }
        }
    }

    fn reading(&self, budget: &Budget) -> Reading {
        let overtime = budget.main == 0;
        Reading {
            main_us: if overtime { budget.block } else { budget.main },
            overtime,
            turns_left_in_block: Some(budget.turns),
            ..Reading::default()
        }
    }

    fn can_hold(&self, budget: &Budget, given: Micros) -> bool {
        let Budget { main, turns, block, .. } = *budget;
        *budget == (Budget { main, turns, block, ..Budget::default() })
            && main <= self.main + given
            && (1..=self.turns).contains(&turns)
            && (0..=self.block + given).contains(&block)
            // A block is whole until the main time has gone.
            && (main == 0 || (turns == self.turns && block == self.block))
    }
}
