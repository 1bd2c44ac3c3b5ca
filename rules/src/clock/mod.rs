//! Time controls, and the clock that keeps one.
//!
//! Pure arithmetic in whole microseconds: nothing here asks what time it is. A [`TimeControl`] is
//! what players agree on; a [`Clock`] is told when turns start and end, and says what each seat has
//! left and when the time runs out. [`trace()`] plays turns on a clock to hold a control against a
//! rule book.
//!
//! | written | control | rule |
//! | --- | --- | --- |
//! | `none` | [none](Rule::Untimed) | no limit |
//! | `turn:30s` | [per turn](PerTurn) | the full limit each turn; nothing carries over |
//! | `absolute:10m` | [absolute](Absolute) | one budget for the game |
//! | `fischer:5m+30s` | [Fischer] | an increment after each of one's own turns |
//! | `fischer:20m+20s<20m` | | the same, never above a cap |
//! | `5+3` | | short for minutes and seconds of increment; `5+0` is absolute |
//! | `delay:60s+5s` | [US delay](Delay) | the first so many seconds of each turn are free |
//! | `bronstein:3m+2s` | [Bronstein] | what was used, up to so much, comes back after the turn |
//! | `byoyomi:10m+5x30s` | [byo-yomi](ByoYomi) | main time, then periods; a whole period used within one turn is gone |
//! | `canadian:10m+3/30s` | [Canadian] | main time, then so many turns in each block |
//! | `hourglass:60s` | [hourglass](Hourglass) | what one uses, the opponent gets |
//! | `stages:40/120m,30m` | [stages](Stages) | so many turns in so much time, then more on top of what is left |
//! | `stages:40/90m,30m+30s` | | the same with an increment each turn |
//! | `bank:3d+7d` | [turn and bank](Bank) | a limit a turn, and a bank that drains only past it |
//! | `days:3` | [correspondence](Correspondence) | days a turn, and 45 days of vacation; `days:3+10` names them |
//!
//! Times are written `90s`, `5m`, `1h`, `3d`, `1:20`, `1:30:00` or `34.99` (seconds); see
//! [`parse_duration`]. Each of the texts above is canonical: it is printed as it was read.
//!
//! # What runs out when
//!
//! A turn that takes exactly what there is has run out. This is the one rule, for every control,
//! and [`Clock::end_turn`], [`Clock::deadline`] and [`Clock::flagged`] all follow it.
//!
//! # Pauses and days off
//!
//! [`Clock::pause`] stops all seats' clocks, [`Clock::resume`] lets them go on, to the microsecond.
//! Both agree on it, or an operator orders it; what the calendar knows beforehand, a vacation or
//! days off in advance, is no pause but is booked with [`Clock::take_off`]. The seat's deadline then
//! already lies behind those days, so nobody has to wake up when they begin or end.

mod budget;
mod control;
mod duration;
mod encoding;
mod error;
mod game_clock;
mod grammar;
mod lag;
mod limits;
mod main_time;
mod overtime;
mod per_turn;
mod reading;
mod speed;
mod time_off;
mod trace;

pub use control::{Rule, TimeControl};
pub use duration::{
    DAY, DurationError, HOUR, LONGEST_DURATION, MINUTE, Micros, SECOND, duration_text, parse_duration,
};
pub use error::TimeControlError;
pub use game_clock::{Clock, Flagged};
pub use lag::LagQuota;
pub use limits::{LONGEST_GAME, LONGEST_TURN, MOST_TURNS, SHORTEST};
pub use main_time::{Absolute, Bronstein, Delay, Fischer, Hourglass, Stage, Stages};
pub use overtime::{ByoYomi, Canadian};
pub use per_turn::{Bank, Correspondence, PerTurn};
pub use reading::Reading;
pub use speed::{Speed, SpeedError};
pub use time_off::{TimeOff, TimeOffError};
pub use trace::{Line, trace};
