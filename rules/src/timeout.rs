//! What happens in a game when somebody's time runs out.
//!
//! | text | what happens |
//! | --- | --- |
//! | `forfeit` | the seat is out; with more than two seats the others go on (the default) |
//! | `skip:3` | the turn passes; with the third turn in a row that it misses the seat is out. A round in which nobody moves voids the game |
//! | `play` | the action that the rules name for an absent player is played, however often |
//! | `play:2` | the same once; with the second turn in a row that it misses the seat is out |
//!
//! Options follow after commas:
//!
//! | option | what it changes |
//! | --- | --- |
//! | `draw-if-unwinnable` | a seat that would be out gets a draw if no opponent can still win |
//! | `void-at-start` | running out before every seat has moved once voids the game |

use crate::config_error::shortened;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;
use thiserror::Error;

/// The longest text that is read at all, in bytes; the longest canonical one has 40.
const MAX_BYTES: usize = 64;

/// How many turns in a row a player may be allowed to miss.
const MISSED: RangeInclusive<u8> = 1..=99;

const DRAW_IF_UNWINNABLE: &str = "draw-if-unwinnable";
const VOID_AT_START: &str = "void-at-start";

/// What happens in a game when somebody's time runs out. Read and written in one grammar; its text
/// is canonical: equal policies have equal texts.
///
/// ```
/// use zeitnot_rules::{Missed, TimeoutPolicy, Verdict};
///
/// let policy: TimeoutPolicy = "skip:2,void-at-start".parse()?;
/// assert_eq!(policy.to_string(), "skip:2,void-at-start");
/// assert_eq!(TimeoutPolicy::default().to_string(), "forfeit");
///
/// let once = Missed {
///     every_seat_has_moved: true,
///     missed_in_a_row: 1,
///     nobody_moved_for_a_round: false,
///     an_opponent_can_win: true,
///     absent_action: true,
///     can_pass: true,
/// };
/// assert_eq!(policy.decide(&once), Verdict::Skip);
/// assert_eq!(policy.decide(&Missed { missed_in_a_row: 2, ..once }), Verdict::Forfeit);
/// assert_eq!(policy.decide(&Missed { every_seat_has_moved: false, ..once }), Verdict::Void);
///
/// let refused = "skip:100".parse::<TimeoutPolicy>().unwrap_err();
/// assert_eq!(refused.code(), "bad_policy");
/// assert_eq!(refused.to_string(), "the turns missed in a row must be 1 to 99, not `100`");
/// # Ok::<(), zeitnot_rules::TimeoutPolicyError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TimeoutPolicy {
    action: OnTimeout,
    draw_if_unwinnable: bool,
    void_at_start: bool,
}

/// What is done about a turn that was not made in time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OnTimeout {
    /// The seat is out. `forfeit`
    Forfeit,
    /// The turn passes. `skip:3`
    Skip {
        /// With this many turns in a row missed the seat is out, 1 to 99.
        max_missed: u8,
    },
    /// The action that the rules name for an absent player is played. `play`, `play:2`
    Play {
        /// With this many turns in a row missed the seat is out, 1 to 99; `None` for no limit.
        max_missed: Option<u8>,
    },
}

/// A seat whose time has run out, and how the game stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Missed {
    /// Whether each seat of the game has made an action of its own.
    pub every_seat_has_moved: bool,
    /// How many turns in a row this seat has missed, this one included.
    pub missed_in_a_row: u8,
    /// Whether every seat that is still playing, this one included, has missed its last turn. A seat
    /// that has not had a turn has missed none.
    pub nobody_moved_for_a_round: bool,
    /// Whether at least one other seat that is still playing
    /// [can still win](crate::Rules::can_still_win).
    pub an_opponent_can_win: bool,
    /// Whether the rules name [an action](crate::Rules::absent_action) for this seat.
    pub absent_action: bool,
    /// Whether the turn [can pass](crate::Rules::pass) without an action.
    pub can_pass: bool,
}

/// What is to be done now.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// The seat is out: [`Rules::leave`](crate::Rules::leave).
    Forfeit,
    /// The game is over, drawn among all who are still playing, this seat included.
    Draw,
    /// The game is over and counts for nobody.
    Void,
    /// The turn passes without an action: [`Rules::pass`](crate::Rules::pass).
    Skip,
    /// [`Rules::absent_action`](crate::Rules::absent_action) is applied.
    Play,
}

impl TimeoutPolicy {
    /// This and no options, if the number of turns is in its range.
    pub fn new(action: OnTimeout) -> Result<TimeoutPolicy, TimeoutPolicyError> {
        let max_missed = match action {
            OnTimeout::Forfeit => None,
            OnTimeout::Skip { max_missed } => Some(max_missed),
            OnTimeout::Play { max_missed } => max_missed,
        };
        match max_missed {
            Some(turns) if !MISSED.contains(&turns) => {
                Err(TimeoutPolicyError::OutOfRange { value: turns.to_string() })
            }
            _ => Ok(TimeoutPolicy { action, draw_if_unwinnable: false, void_at_start: false }),
        }
    }

    /// The same, with a draw for who would be out against opponents none of whom can still win.
    pub fn with_draw_if_unwinnable(self) -> TimeoutPolicy {
        TimeoutPolicy { draw_if_unwinnable: true, ..self }
    }

    /// The same, but running out before every seat has moved once voids the game.
    pub fn with_void_at_start(self) -> TimeoutPolicy {
        TimeoutPolicy { void_at_start: true, ..self }
    }

    /// What is done about a turn that was not made in time.
    pub fn action(&self) -> OnTimeout {
        self.action
    }

    /// Whether who would be out gets a draw if no opponent can still win.
    pub fn draws_if_unwinnable(&self) -> bool {
        self.draw_if_unwinnable
    }

    /// Whether running out before every seat has moved once voids the game.
    pub fn voids_at_start(&self) -> bool {
        self.void_at_start
    }

    /// What is to be done about this. What cannot be done, a pass or an absent player's action where
    /// the rules have none, is a forfeit instead.
    pub fn decide(&self, case: &Missed) -> Verdict {
        if self.void_at_start && !case.every_seat_has_moved {
            return Verdict::Void;
        }
        let goes_on = |max_missed: Option<u8>| max_missed.is_none_or(|max| case.missed_in_a_row < max);
        match self.action {
            // Before the count: if nobody is there, nobody should win by the others' absence.
            OnTimeout::Skip { .. } if case.nobody_moved_for_a_round => Verdict::Void,
            OnTimeout::Skip { max_missed } if case.can_pass && goes_on(Some(max_missed)) => Verdict::Skip,
            OnTimeout::Play { max_missed } if case.absent_action && goes_on(max_missed) => Verdict::Play,
            _ if self.draw_if_unwinnable && !case.an_opponent_can_win => Verdict::Draw,
            _ => Verdict::Forfeit,
        }
    }
}

/// Forfeit, from the first turn on.
impl Default for TimeoutPolicy {
    fn default() -> TimeoutPolicy {
        TimeoutPolicy { action: OnTimeout::Forfeit, draw_if_unwinnable: false, void_at_start: false }
    }
}

impl fmt::Display for TimeoutPolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.action {
            OnTimeout::Forfeit => f.write_str("forfeit")?,
            OnTimeout::Skip { max_missed } => write!(f, "skip:{max_missed}")?,
            OnTimeout::Play { max_missed: None } => f.write_str("play")?,
            OnTimeout::Play { max_missed: Some(turns) } => write!(f, "play:{turns}")?,
        }
        for (set, name) in
            [(self.draw_if_unwinnable, DRAW_IF_UNWINNABLE), (self.void_at_start, VOID_AT_START)]
        {
            if set {
                write!(f, ",{name}")?;
            }
        }
        Ok(())
    }
}

/// Options may come in any order.
impl FromStr for TimeoutPolicy {
    type Err = TimeoutPolicyError;

    fn from_str(text: &str) -> Result<TimeoutPolicy, TimeoutPolicyError> {
        if text.len() > MAX_BYTES {
            return Err(TimeoutPolicyError::TooLong { length: text.len(), max: MAX_BYTES });
        }
        let mut parts = text.split(',');
        let mut policy = TimeoutPolicy::new(action(parts.next().unwrap_or_default())?)?;
        for option in parts {
            let (slot, option) = match option {
                DRAW_IF_UNWINNABLE => (&mut policy.draw_if_unwinnable, DRAW_IF_UNWINNABLE),
                VOID_AT_START => (&mut policy.void_at_start, VOID_AT_START),
                other => return Err(TimeoutPolicyError::UnknownOption { option: shortened(other) }),
            };
            if std::mem::replace(slot, true) {
                return Err(TimeoutPolicyError::Repeated { option });
            }
        }
        Ok(policy)
    }
}

fn action(text: &str) -> Result<OnTimeout, TimeoutPolicyError> {
    match text.split_once(':') {
        None if text == "forfeit" => Ok(OnTimeout::Forfeit),
        None if text == "play" => Ok(OnTimeout::Play { max_missed: None }),
        Some(("skip", turns)) => Ok(OnTimeout::Skip { max_missed: count(turns)? }),
        Some(("play", turns)) => Ok(OnTimeout::Play { max_missed: Some(count(turns)?) }),
        _ => Err(TimeoutPolicyError::Unknown { text: shortened(text) }),
    }
}

/// Only digits: the standard library's parser would also take a plus sign.
fn count(text: &str) -> Result<u8, TimeoutPolicyError> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let turns = text.parse().ok().filter(|turns| digits && MISSED.contains(turns));
    turns.ok_or_else(|| TimeoutPolicyError::OutOfRange { value: shortened(text) })
}

/// Why the text of a timeout policy is refused, or its number of turns.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TimeoutPolicyError {
    /// Longer than any valid text.
    #[error("the timeout policy is {length} bytes long; at most {max} are allowed")]
    TooLong {
        /// Bytes given.
        length: usize,
        /// Bytes allowed.
        max: usize,
    },
    /// It does not begin with what is to be done.
    #[error("a timeout policy begins with forfeit, skip:TURNS, play or play:TURNS, not `{text}`")]
    Unknown {
        /// What was given, shortened.
        text: String,
    },
    /// A number of turns that is none, or not in the range.
    #[error("the turns missed in a row must be {} to {}, not `{value}`", MISSED.start(), MISSED.end())]
    OutOfRange {
        /// What was given, shortened.
        value: String,
    },
    /// Not an option.
    #[error("there is no option `{option}`; there are {DRAW_IF_UNWINNABLE} and {VOID_AT_START}")]
    UnknownOption {
        /// What was given, shortened.
        option: String,
    },
    /// The same option twice.
    #[error("`{option}` is there twice")]
    Repeated {
        /// The option.
        option: &'static str,
    },
}

impl TimeoutPolicyError {
    /// The stable code of all of them: `bad_policy`.
    pub const fn code(&self) -> &'static str {
        "bad_policy"
    }
}
