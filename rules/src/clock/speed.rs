//! How fast a game is, as players speak of it.

use super::control::{Rule, TimeControl};
use super::{Micros, SECOND};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// How many turns of one player a game is taken to have.
const TURNS: u32 = 40;

/// How fast a game is: what players choose by, and what ratings are kept for.
///
/// It is told from the time that a control gives one player for a game of 40 turns of their own,
/// which is lichess's estimate: the main time and forty times the increment. The limits, in the
/// table, are lichess's too.
///
/// | speed | estimate | for instance |
/// | --- | --- | --- |
/// | `bullet` | under 3 minutes | `1+0`, `2+1`, `turn:3s` |
/// | `blitz` | under 8 minutes | `3+2`, `5+0`, `turn:10s` |
/// | `rapid` | under 25 minutes | `10+5`, `15+10`, `turn:30s` |
/// | `classical` | under 6 hours | `30+20`, `byoyomi:30m+5x30s` |
/// | `correspondence` | more | `days:3`, `bank:3d+7d` |
///
/// What lichess does not have is estimated in the same way, by what there is once and what forty
/// turns get anew:
///
/// | control | estimate |
/// | --- | --- |
/// | `none` | no speed |
/// | `turn:` | 40 limits |
/// | `absolute:` | the main time |
/// | `fischer:` | the main time and 40 increments; a cap bounds what is saved up, not what is given |
/// | `delay:`, `bronstein:` | the main time and 40 delays |
/// | `byoyomi:` | the main time and 40 periods, since a period is whole again each turn |
/// | `canadian:` | the main time and the blocks that 40 turns make, parts included |
/// | `hourglass:` | the main time: what is added is only what the opponent takes |
/// | `stages:` | the times of the stages in which the first 40 turns fall, and 40 increments |
/// | `bank:` | 40 limits and the bank |
/// | `days:` | correspondence |
///
/// So `byoyomi:0s+1x30s` is as fast as `turn:30s`, which is the same; further periods are a reserve and
/// not counted.
///
/// Source: scalachess, `Speed.scala` (the limits) and `Clock.scala` (`estimateTotalSeconds`). Its
/// "ultraBullet", under 30 seconds, is bullet here.
///
/// ```
/// use zeitnot_rules::clock::{Speed, TimeControl};
///
/// assert_eq!(Speed::of(&"3+2".parse()?), Some(Speed::Blitz));
/// assert_eq!(Speed::of(&TimeControl::UNTIMED), None);
/// assert_eq!(Speed::Blitz.to_string(), "blitz");
/// assert_eq!("rapid".parse(), Ok(Speed::Rapid));
/// # Ok::<(), zeitnot_rules::clock::TimeControlError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Speed {
    /// Under 3 minutes.
    Bullet,
    /// 3 to under 8 minutes.
    Blitz,
    /// 8 to under 25 minutes.
    Rapid,
    /// 25 minutes to under 6 hours.
    Classical,
    /// 6 hours and more.
    Correspondence,
}

impl Speed {
    /// All of them, the fastest first.
    pub const ALL: [Speed; 5] =
        [Speed::Bullet, Speed::Blitz, Speed::Rapid, Speed::Classical, Speed::Correspondence];

    /// How fast games under this control are; `None` without a time limit.
    pub fn of(control: &TimeControl) -> Option<Speed> {
        let turns = Micros::from(TURNS);
        Some(Speed::of_estimate(match control.rule() {
            Rule::Untimed => return None,
            Rule::Correspondence(_) => return Some(Speed::Correspondence),
            Rule::PerTurn(rule) => turns * rule.turn,
            Rule::Absolute(rule) => rule.main,
            Rule::Fischer(rule) => rule.main + turns * rule.increment,
            Rule::Delay(rule) => rule.main + turns * rule.delay,
            Rule::Bronstein(rule) => rule.main + turns * rule.delay,
            Rule::ByoYomi(rule) => rule.main + turns * rule.period,
            Rule::Canadian(rule) => rule.main + turns * rule.block / Micros::from(rule.turns),
            Rule::Hourglass(rule) => rule.main,
            Rule::Stages(rule) => rule.given_for(TURNS) + turns * rule.increment.unwrap_or(0),
            Rule::Bank(rule) => turns * rule.turn + rule.bank,
        }))
    }

    fn of_estimate(estimate: Micros) -> Speed {
        match estimate / SECOND {
            ..180 => Speed::Bullet,
            180..480 => Speed::Blitz,
            480..1_500 => Speed::Rapid,
            1_500..21_600 => Speed::Classical,
            _ => Speed::Correspondence,
        }
    }

    /// Its name in texts: `blitz`.
    pub const fn name(self) -> &'static str {
        match self {
            Speed::Bullet => "bullet",
            Speed::Blitz => "blitz",
            Speed::Rapid => "rapid",
            Speed::Classical => "classical",
            Speed::Correspondence => "correspondence",
        }
    }
}

impl fmt::Display for Speed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Speed {
    type Err = SpeedError;

    fn from_str(text: &str) -> Result<Speed, SpeedError> {
        Speed::ALL.into_iter().find(|speed| speed.name() == text).ok_or(SpeedError)
    }
}

/// The text names no speed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("a speed is bullet, blitz, rapid, classical or correspondence")]
pub struct SpeedError;

impl SpeedError {
    /// The stable code: `bad_speed`.
    pub const fn code(&self) -> &'static str {
        "bad_speed"
    }
}
