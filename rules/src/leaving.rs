//! What happens in a game while one of its players is not connected.
//!
//! | text | what happens |
//! | --- | --- |
//! | `run` | nothing: the clock runs (the default) |
//! | `pause:10m` | the clocks stand until the player is back, for at most this long in all for each seat; then they run |
//! | `reset` | the seat is freed, and the game waits for players again, as a casual table does |

use crate::clock::{HOUR, Micros, SECOND, duration_text, parse_duration};
use crate::config_error::shortened;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;
use thiserror::Error;

/// The longest text that is read at all, in bytes; the longest canonical one has 18.
const MAX_BYTES: usize = 64;

/// How long the clocks may stand for one seat, over the whole game.
const PAUSE: RangeInclusive<Micros> = 10 * SECOND..=HOUR;

/// What happens in a game while one of its players is not connected. Its text is canonical: what is
/// equal has equal texts.
///
/// ```
/// use zeitnot_rules::clock::MINUTE;
/// use zeitnot_rules::{Leaving, OnLeaving};
///
/// let leaving: Leaving = "pause:600s".parse()?;
/// assert_eq!(leaving.action(), OnLeaving::Pause { at_most: 10 * MINUTE });
/// assert_eq!(leaving.to_string(), "pause:10m");
/// assert_eq!(Leaving::default().to_string(), "run");
///
/// let refused = "pause:2h".parse::<Leaving>().unwrap_err();
/// assert_eq!(refused.code(), "bad_leaving");
/// assert_eq!(refused.to_string(), "the clocks may stand for 10s to 60m, not `2h`");
/// # Ok::<(), zeitnot_rules::LeavingError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Leaving {
    action: OnLeaving,
}

/// What is done while a player is not connected.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OnLeaving {
    /// Nothing: the clock runs. `run`
    Run,
    /// The clocks stand until the player is back. `pause:10m`
    Pause {
        /// For at most this long in all for each seat of the game, 10 s to 1 h.
        at_most: Micros,
    },
    /// The seat is freed, and the game waits for players again. `reset`
    Reset,
}

impl Leaving {
    /// This, if its length of time is in its range.
    pub fn new(action: OnLeaving) -> Result<Leaving, LeavingError> {
        match action {
            OnLeaving::Pause { at_most } if !PAUSE.contains(&at_most) => {
                Err(LeavingError::OutOfRange { value: duration_text(at_most) })
            }
            _ => Ok(Leaving { action }),
        }
    }

    /// What is done.
    pub fn action(&self) -> OnLeaving {
        self.action
    }
}

/// The clock runs.
impl Default for Leaving {
    fn default() -> Leaving {
        Leaving { action: OnLeaving::Run }
    }
}

impl fmt::Display for Leaving {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.action {
            OnLeaving::Run => f.write_str("run"),
            OnLeaving::Pause { at_most } => write!(f, "pause:{}", duration_text(at_most)),
            OnLeaving::Reset => f.write_str("reset"),
        }
    }
}

/// The length of time may be written in any way that [`parse_duration`] reads.
impl FromStr for Leaving {
    type Err = LeavingError;

    fn from_str(text: &str) -> Result<Leaving, LeavingError> {
        if text.len() > MAX_BYTES {
            return Err(LeavingError::TooLong { length: text.len(), max: MAX_BYTES });
        }
        let action = match text.split_once(':') {
            None if text == "run" => OnLeaving::Run,
            None if text == "reset" => OnLeaving::Reset,
            Some(("pause", length)) => {
                let at_most = parse_duration(length).ok().filter(|at_most| PAUSE.contains(at_most));
                let refused = || LeavingError::OutOfRange { value: shortened(length) };
                OnLeaving::Pause { at_most: at_most.ok_or_else(refused)? }
            }
            _ => return Err(LeavingError::Unknown { text: shortened(text) }),
        };
        Leaving::new(action)
    }
}

/// Why the text about players who leave is refused, or its length of time.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum LeavingError {
    /// Longer than any valid text.
    #[error("what happens when somebody leaves is {length} bytes long; at most {max} are allowed")]
    TooLong {
        /// Bytes given.
        length: usize,
        /// Bytes allowed.
        max: usize,
    },
    /// Nothing that can be done.
    #[error("when somebody leaves, the game does run, pause:TIME or reset, not `{text}`")]
    Unknown {
        /// What was given, shortened.
        text: String,
    },
    /// No length of time, or not in the range.
    #[error(
        "the clocks may stand for {} to {}, not `{value}`",
        duration_text(*PAUSE.start()),
        duration_text(*PAUSE.end())
    )]
    OutOfRange {
        /// What was given, shortened.
        value: String,
    },
}

impl LeavingError {
    /// The stable code of all of them: `bad_leaving`.
    pub const fn code(&self) -> &'static str {
        "bad_leaving"
    }
}
