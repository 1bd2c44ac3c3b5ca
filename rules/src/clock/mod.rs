//! Time controls, and the clock that keeps one.
//!
//! Pure arithmetic in whole microseconds: nothing here asks what time it is.

mod budget;
mod control;
mod duration;
mod encoding;
mod error;
mod game_clock;
mod grammar;
mod limits;
mod main_time;
mod overtime;
mod per_turn;
mod reading;
mod time_off;
mod trace;

pub use control::{Rule, TimeControl};
pub use duration::{
    DAY, DurationError, HOUR, LONGEST_DURATION, MINUTE, Micros, SECOND, duration_text, parse_duration,
};
pub use error::TimeControlError;
pub use game_clock::{Clock, Flagged};
pub use limits::{LONGEST_GAME, LONGEST_TURN, MOST_TURNS, SHORTEST};
pub use main_time::{Absolute, Bronstein, Delay, Fischer, Hourglass, Stage, Stages};
pub use overtime::{ByoYomi, Canadian};
pub use per_turn::{Bank, Correspondence, PerTurn};
pub use reading::Reading;
pub use time_off::{TimeOff, TimeOffError};
pub use trace::{Line, trace};
