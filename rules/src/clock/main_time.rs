//! Controls of one main time for the game.

use super::budget::{Arithmetic, Budget};
use super::error::TimeControlError;
use super::limits::{self, LONGEST_GAME, LONGEST_TURN, MOST_TURNS, SHORTEST};
use super::{Micros, Reading};

/// Absolute, also called sudden death: one budget for the game. `absolute:10m`
///
/// Source: Sensei's Library, Absolute Timing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Absolute {
    /// The budget, 1 s to under 730 days.
    pub main: Micros,
}

impl Absolute {
    pub(super) fn check(&self) -> Result<(), TimeControlError> {
        limits::main("main", self.main)
    }
}

impl Arithmetic for Absolute {
    fn begin(&self) -> Budget {
        Budget::of(self.main)
    }
}

/// Fischer: an increment after each of one's own turns, for those who have not run out; with a cap
/// the increment never lifts a clock above it. `fischer:5m+30s`, `fischer:20m+20s<20m`
///
/// The first turn has the main time alone; where a rule book adds the increment to the first turn
/// as well (FIDE, US Chess), write the main time accordingly. What a clock already holds beyond the
/// cap, from a gift, is not cut.
///
/// Source: Sensei's Library, Fischer Timing; the cap: online-go.com ("up to").
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fischer {
    /// What the clock begins with, 1 s to under 730 days.
    pub main: Micros,
    /// The increment, 1 s to 60 days.
    pub increment: Micros,
    /// The cap, from `main` to under 730 days. Without one it is the latter.
    pub cap: Option<Micros>,
}

impl Fischer {
    pub(super) fn check(&self) -> Result<(), TimeControlError> {
        limits::main("main", self.main)?;
        limits::turn("increment", self.increment)?;
        self.cap.map_or(Ok(()), |cap| limits::span("cap", cap, self.main, LONGEST_GAME))
    }
}

impl Arithmetic for Fischer {
    fn begin(&self) -> Budget {
        Budget::of(self.main)
    }

    fn earn(&self, budget: Budget, _used: Micros) -> Budget {
        let capped = (budget.main + self.increment).min(self.cap.unwrap_or(LONGEST_GAME));
        budget.with_main(budget.main.max(capped))
    }

    fn can_hold(&self, budget: &Budget, given: Micros) -> bool {
        *budget == Budget::of(budget.main) && budget.main <= self.cap.unwrap_or(LONGEST_GAME) + given
    }
}

/// Delay, also called simple or US delay: the first so many seconds of each turn are free.
/// `delay:60s+5s`
///
/// Source: Wikipedia, Time control ("simple delay, also known as the US delay"); FIDE, Laws of Chess,
/// article 6.2, calls it the time delay mode.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Delay {
    /// What the clock begins with, at least 1 s; with the delay under 730 days.
    pub main: Micros,
    /// What is free each turn, 1 s to 60 days.
    pub delay: Micros,
}

impl Delay {
    pub(super) fn check(&self) -> Result<(), TimeControlError> {
        limits::main("main", self.main)?;
        limits::turn("delay", self.delay)?;
        limits::whole_game(self.main + self.delay)
    }
}

impl Arithmetic for Delay {
    fn begin(&self) -> Budget {
        Budget::of(self.main)
    }

    fn allowance(&self, budget: &Budget) -> Micros {
        budget.main + self.delay
    }

    fn run(&self, budget: Budget, elapsed: Micros) -> Budget {
        budget.with_main(budget.main - (elapsed - self.delay).max(0))
    }
}

/// Bronstein: what a turn has used, up to so much, comes back after it. Running out is tested
/// before that, so unlike with a [`Delay`] no turn can take longer than what the clock shows.
/// `bronstein:3m+2s`
///
/// Source: Wikipedia, Time control.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bronstein {
    /// What the clock begins with, 1 s to under 730 days.
    pub main: Micros,
    /// The most that comes back, 1 s to 60 days.
    pub delay: Micros,
}

impl Bronstein {
    pub(super) fn check(&self) -> Result<(), TimeControlError> {
        limits::main("main", self.main)?;
        limits::turn("delay", self.delay)
    }
}

impl Arithmetic for Bronstein {
    fn begin(&self) -> Budget {
        Budget::of(self.main)
    }

    fn earn(&self, budget: Budget, used: Micros) -> Budget {
        budget.with_main(budget.main + used.min(self.delay))
    }
}

/// Hourglass: what one uses, the opponent gets; the sum is constant. With more than two seats it is
/// divided evenly among the others who are still in, odd microseconds going to the next in turn.
/// `hourglass:60s`
///
/// Source: Sensei's Library, Hourglass Timing; Wikipedia, Time control.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Hourglass {
    /// What each clock begins with, 1 s to 60 days.
    pub main: Micros,
}

impl Hourglass {
    pub(super) fn check(&self) -> Result<(), TimeControlError> {
        limits::turn("main", self.main)
    }
}

impl Arithmetic for Hourglass {
    fn begin(&self) -> Budget {
        Budget::of(self.main)
    }

    /// Any part of the sum.
    fn can_hold(&self, budget: &Budget, _given: Micros) -> bool {
        *budget == Budget::of(budget.main)
    }
}

/// So many turns in so much time, then more time on top of what is left.
/// `stages:40/120m,30m`, `stages:40/90m,30m+30s`
///
/// The time of the next stage comes when the last turn of a stage is over. The last stage has no
/// end. With an increment, every turn from the first on earns it.
///
/// Source: FIDE, Laws of Chess, article 6 ("the time saved by a player during one period is added to
/// his time available for the next period"). With an increment: 40 moves in 90 minutes, then 30
/// minutes, and 30 seconds a move from the first on, as in FIDE's championships.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Stages {
    /// The stages that end after a number of turns, 1 to 8 of them.
    pub stages: Vec<Stage>,
    /// What is added for the rest of the game, at least 1 s; all stages together under 730 days.
    pub rest: Micros,
    /// What each turn earns: none or 1 s to 60 days.
    pub increment: Option<Micros>,
}

/// One stage of [`Stages`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stage {
    /// The turns to play in it, 1 to 999.
    pub turns: u32,
    /// The time that it adds, 1 s to under 730 days.
    pub time: Micros,
}

impl Stages {
    /// The most stages there may be, the last one not counted.
    pub const MOST: usize = 8;

    pub(super) fn check(&self) -> Result<(), TimeControlError> {
        limits::count("stages", u32::try_from(self.stages.len()).unwrap_or(u32::MAX), 1, Self::MOST as u32)?;
        for stage in &self.stages {
            limits::count("turns of a stage", stage.turns, 1, MOST_TURNS)?;
            limits::main("time of a stage", stage.time)?;
        }
        limits::main("time of the last stage", self.rest)?;
        limits::whole_game(self.stages.iter().map(|stage| stage.time).sum::<Micros>() + self.rest)?;
        self.increment
            .map_or(Ok(()), |increment| limits::span("increment", increment, SHORTEST, LONGEST_TURN))
    }

    /// The times of all stages in which the first `turns` turns fall, without increments.
    pub(super) fn given_for(&self, turns: u32) -> Micros {
        let mut before = 0;
        let times = self.stages.iter().map(|stage| (stage.turns, stage.time)).chain([(0, self.rest)]);
        times
            .take_while(|(length, _)| {
                let reached = before < turns;
                before += length;
                reached
            })
            .map(|(_, time)| time)
            .sum()
    }

    /// The stage that is played after `over` stages; `None` in the last.
    fn stage(&self, over: u32) -> Option<&Stage> {
        self.stages.get(over as usize)
    }
}

impl Arithmetic for Stages {
    fn begin(&self) -> Budget {
        let first = self.stage(0);
        let main = first.map_or(self.rest, |stage| stage.time);
        Budget { main, turns: first.map_or(0, |stage| stage.turns), ..Budget::default() }
    }

    fn earn(&self, budget: Budget, _used: Micros) -> Budget {
        let mut budget = budget.with_main(budget.main + self.increment.unwrap_or(0));
        if self.stage(budget.stage).is_some() {
            budget.turns -= 1;
            if budget.turns == 0 {
                budget.stage += 1;
                let next = self.stage(budget.stage);
                budget.main += next.map_or(self.rest, |stage| stage.time);
                budget.turns = next.map_or(0, |stage| stage.turns);
            }
        }
        budget.with_main(budget.main.min(LONGEST_GAME))
    }

    fn reading(&self, budget: &Budget) -> Reading {
        let turns_left_in_block = self.stage(budget.stage).map(|_| budget.turns);
        Reading { main_us: budget.main, turns_left_in_block, ..Reading::default() }
    }

    fn can_hold(&self, budget: &Budget, _given: Micros) -> bool {
        let Budget { main, turns, stage, .. } = *budget;
        *budget == (Budget { main, turns, stage, ..Budget::default() })
            && match self.stage(stage) {
                Some(current) => (1..=current.turns).contains(&turns),
                None => stage as usize == self.stages.len() && turns == 0,
            }
    }
}
