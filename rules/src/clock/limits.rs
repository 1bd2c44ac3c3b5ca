//! The bounds of a configuration, each refused by name.

use super::error::TimeControlError;
use super::{DAY, Micros, SECOND, duration_text};

/// The shortest turn, main time, period, increment: whatever is given at all is at least a second.
pub const SHORTEST: Micros = SECOND;

/// The longest limit of a single turn, and of what is given anew for each turn.
pub const LONGEST_TURN: Micros = 60 * DAY;

/// The most that one seat's clock ever holds: just under two years of 365 days. The scheduler's
/// timers reach 2^36 milliseconds, which is 795 days, and no further.
pub const LONGEST_GAME: Micros = 730 * DAY - 1;

/// A number of turns or periods is at most this.
pub const MOST_TURNS: u32 = 999;

/// What is given anew for each turn, or for a block of a few.
pub(super) fn turn(field: &'static str, value: Micros) -> Result<(), TimeControlError> {
    span(field, value, SHORTEST, LONGEST_TURN)
}

/// What is given once a game.
pub(super) fn main(field: &'static str, value: Micros) -> Result<(), TimeControlError> {
    span(field, value, SHORTEST, LONGEST_GAME)
}

/// What is given once a game and may be left out.
pub(super) fn main_or_none(field: &'static str, value: Micros) -> Result<(), TimeControlError> {
    if value == 0 { Ok(()) } else { main(field, value) }
}

/// All that one player could use, taken together.
pub(super) fn whole_game(value: Micros) -> Result<(), TimeControlError> {
    span("whole game", value, SHORTEST, LONGEST_GAME)
}

/// A length of time within both ends.
pub(super) fn span(
    field: &'static str,
    value: Micros,
    from: Micros,
    to: Micros,
) -> Result<(), TimeControlError> {
    if (from..=to).contains(&value) {
        return Ok(());
    }
    let to = if to == LONGEST_GAME { "under 730d".to_owned() } else { duration_text(to) };
    let allowed = format!("{} to {to}", duration_text(from));
    Err(TimeControlError::OutOfRange { field, allowed, value: duration_text(value) })
}

/// A number within both ends.
pub(super) fn count(field: &'static str, value: u32, from: u32, to: u32) -> Result<(), TimeControlError> {
    if (from..=to).contains(&value) {
        return Ok(());
    }
    let allowed = format!("{from} to {to}");
    Err(TimeControlError::OutOfRange { field, allowed, value: value.to_string() })
}
