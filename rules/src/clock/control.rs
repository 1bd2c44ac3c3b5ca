//! A time control: which rule, with which figures.

use super::budget::Arithmetic;
use super::error::TimeControlError;
use super::main_time::{Absolute, Bronstein, Delay, Fischer, Hourglass, Stages};
use super::overtime::{ByoYomi, Canadian};
use super::per_turn::{Bank, Correspondence, PerTurn};
use super::{Micros, SECOND};

/// Every rule for timing turns that there is, with its figures, not yet checked.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Rule {
    /// No limit at all. `none`
    Untimed,
    /// The full limit each turn.
    PerTurn(PerTurn),
    /// One budget for the game.
    Absolute(Absolute),
    /// An increment after each turn.
    Fischer(Fischer),
    /// The first seconds of each turn are free.
    Delay(Delay),
    /// What was used comes back, up to a limit.
    Bronstein(Bronstein),
    /// Main time, then periods.
    ByoYomi(ByoYomi),
    /// Main time, then blocks of turns.
    Canadian(Canadian),
    /// What one uses the others get.
    Hourglass(Hourglass),
    /// So many turns in so much time, then more time.
    Stages(Stages),
    /// A limit a turn, and a bank beyond it.
    Bank(Bank),
    /// Days a turn, and vacation.
    Correspondence(Correspondence),
}

/// A checked time control. Read and written in one grammar, see [the module](super).
///
/// ```
/// use zeitnot_rules::clock::TimeControl;
///
/// let blitz: TimeControl = "5+3".parse()?;
/// assert_eq!(blitz.to_string(), "fischer:5m+3s");
/// assert_eq!(TimeControl::default().to_string(), "turn:30s");
///
/// let refused = "turn:61d".parse::<TimeControl>().unwrap_err();
/// assert_eq!(refused.code(), "bad_time");
/// assert_eq!(refused.to_string(), "turn must be 1s to 60d, not 61d");
/// # Ok::<(), zeitnot_rules::clock::TimeControlError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TimeControl {
    rule: Rule,
}

impl TimeControl {
    /// No time limit.
    pub const UNTIMED: TimeControl = TimeControl { rule: Rule::Untimed };

    /// A control of these figures, if each is in its range. See the fields of each rule.
    pub fn new(rule: Rule) -> Result<TimeControl, TimeControlError> {
        match &rule {
            Rule::Untimed => Ok(()),
            Rule::PerTurn(rule) => rule.check(),
            Rule::Absolute(rule) => rule.check(),
            Rule::Fischer(rule) => rule.check(),
            Rule::Delay(rule) => rule.check(),
            Rule::Bronstein(rule) => rule.check(),
            Rule::ByoYomi(rule) => rule.check(),
            Rule::Canadian(rule) => rule.check(),
            Rule::Hourglass(rule) => rule.check(),
            Rule::Stages(rule) => rule.check(),
            Rule::Bank(rule) => rule.check(),
            Rule::Correspondence(rule) => rule.check(),
        }?;
        Ok(TimeControl { rule })
    }

    /// The rule and its figures.
    pub fn rule(&self) -> &Rule {
        &self.rule
    }

    /// Whether nobody can ever run out of time.
    pub fn is_untimed(&self) -> bool {
        matches!(self.rule, Rule::Untimed)
    }

    /// Whether this is `days:`, the control that knows vacation.
    pub fn is_correspondence(&self) -> bool {
        matches!(self.rule, Rule::Correspondence(_))
    }

    /// Below which time on the face a player is warned, once: an eighth of what the clock begins
    /// with, but no less than 10 s and no more than 60 s. `None` without a time limit.
    pub fn low_time(&self) -> Option<Micros> {
        let begin = self.arithmetic()?.begin();
        let face = if begin.main > 0 { begin.main } else { begin.block };
        Some((face / 8).clamp(10 * SECOND, 60 * SECOND))
    }

    /// What the rule has to say; `None` without a time limit.
    pub(super) fn arithmetic(&self) -> Option<&dyn Arithmetic> {
        match &self.rule {
            Rule::Untimed => None,
            Rule::PerTurn(rule) => Some(rule),
            Rule::Absolute(rule) => Some(rule),
            Rule::Fischer(rule) => Some(rule),
            Rule::Delay(rule) => Some(rule),
            Rule::Bronstein(rule) => Some(rule),
            Rule::ByoYomi(rule) => Some(rule),
            Rule::Canadian(rule) => Some(rule),
            Rule::Hourglass(rule) => Some(rule),
            Rule::Stages(rule) => Some(rule),
            Rule::Bank(rule) => Some(rule),
            Rule::Correspondence(rule) => Some(rule),
        }
    }
}

/// 30 seconds a turn.
impl Default for TimeControl {
    fn default() -> TimeControl {
        TimeControl { rule: Rule::PerTurn(PerTurn { turn: 30 * SECOND }) }
    }
}
