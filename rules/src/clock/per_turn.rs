//! Controls whose every turn has a limit of its own.

use super::budget::{Arithmetic, Budget};
use super::error::TimeControlError;
use super::limits;
use super::{DAY, Micros, Reading};

/// Per turn, also called simple: the full limit each turn, nothing carries over. `turn:30s`
///
/// Source: the "simple" time control of online-go.com.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PerTurn {
    /// The limit of each turn, 1 s to 60 days.
    pub turn: Micros,
}

impl PerTurn {
    pub(super) fn check(&self) -> Result<(), TimeControlError> {
        limits::turn("turn", self.turn)
    }
}

impl Arithmetic for PerTurn {
    fn begin(&self) -> Budget {
        Budget::of(self.turn)
    }

    fn renew(&self, budget: Budget) -> Budget {
        budget.with_main(self.turn)
    }

    fn can_hold(&self, budget: &Budget, given: Micros) -> bool {
        *budget == Budget::of(budget.main) && (self.turn..=self.turn + given).contains(&budget.main)
    }
}

/// Turn and bank: a limit a turn, and a bank that drains only past it and never refills.
/// `bank:3d+7d`
///
/// Source: the time bank of online poker and of turn-based game servers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bank {
    /// The limit of each turn before the bank is touched, 1 s to 60 days.
    pub turn: Micros,
    /// The bank at the start of the game, at least 1 s; with the turn under 730 days.
    pub bank: Micros,
}

impl Bank {
    pub(super) fn check(&self) -> Result<(), TimeControlError> {
        limits::turn("turn", self.turn)?;
        limits::main("bank", self.bank)?;
        limits::whole_game(self.turn + self.bank)
    }
}

impl Arithmetic for Bank {
    fn begin(&self) -> Budget {
        Budget { main: self.turn, bank: self.bank, ..Budget::default() }
    }

    fn allowance(&self, budget: &Budget) -> Micros {
        budget.main + budget.bank
    }

    fn run(&self, budget: Budget, elapsed: Micros) -> Budget {
        let past = (elapsed - budget.main).max(0);
        Budget { main: (budget.main - elapsed).max(0), bank: budget.bank - past, ..budget }
    }

    fn renew(&self, budget: Budget) -> Budget {
        budget.with_main(self.turn)
    }

    fn reading(&self, budget: &Budget) -> Reading {
        Reading { main_us: budget.main, bank_us: Some(budget.bank), ..Reading::default() }
    }

    fn can_hold(&self, budget: &Budget, given: Micros) -> bool {
        let others = Budget { main: budget.main, bank: budget.bank, ..Budget::default() };
        *budget == others
            && (self.turn..=self.turn + given).contains(&budget.main)
            && (0..=self.bank).contains(&budget.bank)
    }
}

/// Correspondence: days a turn, and a number of vacation days that a player may take off, at once
/// or in advance; see [`Clock::take_off`](super::Clock::take_off). `days:3`, `days:3+45`
///
/// Source: the playing rules of the International Correspondence Chess Federation (ICCF), by which
/// a player on leave loses no thinking time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Correspondence {
    /// Days a turn, 1 to 60.
    pub days: u32,
    /// Days that each player may take off over the whole game, 0 to 365.
    pub vacation: u32,
}

impl Correspondence {
    /// The vacation of a control that does not name one: 45 days, as the ICCF gives for a year
    /// (proposal 2015-010 to its congress states the rule).
    pub const DEFAULT_VACATION: u32 = 45;

    pub(super) fn check(&self) -> Result<(), TimeControlError> {
        limits::count("days", self.days, 1, 60)?;
        limits::count("vacation", self.vacation, 0, 365)
    }

    fn per_turn(&self) -> PerTurn {
        PerTurn { turn: Micros::from(self.days) * DAY }
    }
}

impl Arithmetic for Correspondence {
    fn begin(&self) -> Budget {
        self.per_turn().begin()
    }

    fn renew(&self, budget: Budget) -> Budget {
        self.per_turn().renew(budget)
    }

    fn can_hold(&self, budget: &Budget, given: Micros) -> bool {
        self.per_turn().can_hold(budget, given)
    }
}
