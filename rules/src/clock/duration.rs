//! Lengths of time: how they are counted, written and read.

use crate::config_error::shortened;
use thiserror::Error;

/// Microseconds: a length of time, or a moment counted from wherever the caller counts (the server
/// from 1970). Signed, so that a moment before another is no special case.
pub type Micros = i64;

/// A second in [`Micros`].
pub const SECOND: Micros = 1_000_000;
/// A minute in [`Micros`].
pub const MINUTE: Micros = 60 * SECOND;
/// An hour in [`Micros`].
pub const HOUR: Micros = 60 * MINUTE;
/// A day of 24 hours in [`Micros`].
pub const DAY: Micros = 24 * HOUR;

/// The longest length of time that can be written: a hundred years of 365 days.
pub const LONGEST_DURATION: Micros = 36_500 * DAY;

/// Why a text is no length of time.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum DurationError {
    /// Not written as lengths of time are.
    #[error("a time is written 1:20, 1:30:00, 90s, 5m, 1h, 3d or 34.99 (seconds), not `{0}`")]
    Form(String),
    /// Longer than [`LONGEST_DURATION`].
    #[error("`{0}` is longer than 36500d")]
    TooLong(String),
}

/// Reads a length of time: `1:20` (minutes and seconds), `1:30:00`, `90s`, `5m`, `1h`, `3d`, and
/// without a unit seconds. Seconds may have up to six decimals.
///
/// ```
/// use zeitnot_rules::clock::{MINUTE, SECOND, parse_duration};
///
/// assert_eq!(parse_duration("1:20")?, 80 * SECOND);
/// assert_eq!(parse_duration("1:30:00")?, 90 * MINUTE);
/// assert_eq!(parse_duration("34.99")?, 34_990_000);
/// assert!(parse_duration("-5s").is_err());
/// # Ok::<(), zeitnot_rules::clock::DurationError>(())
/// ```
pub fn parse_duration(text: &str) -> Result<Micros, DurationError> {
    let form = || DurationError::Form(shortened(text));
    let too_long = || DurationError::TooLong(shortened(text));
    let (count, unit) = match text.as_bytes().last() {
        Some(b's') => (&text[..text.len() - 1], SECOND),
        Some(b'm') => (&text[..text.len() - 1], MINUTE),
        Some(b'h') => (&text[..text.len() - 1], HOUR),
        Some(b'd') => (&text[..text.len() - 1], DAY),
        _ if text.contains(':') => return parse_parts(text),
        _ => (text, SECOND),
    };
    let length = if unit == SECOND {
        seconds(count).ok_or_else(form)?
    } else {
        whole(count).ok_or_else(form)?.and_then(|count| count.checked_mul(unit))
    };
    length.filter(|&length| length <= LONGEST_DURATION).ok_or_else(too_long)
}

/// `minutes:seconds` or `hours:minutes:seconds`. All but the first part have two digits and are
/// below 60, so that `1:5` is never guessed at.
fn parse_parts(text: &str) -> Result<Micros, DurationError> {
    let form = || DurationError::Form(shortened(text));
    let mut parts = text.rsplitn(3, ':');
    let (Some(last), Some(middle)) = (parts.next(), parts.next()) else { return Err(form()) };
    let hours = parts.next();
    let two_digits = |part: &str| part.split('.').next().is_some_and(|whole| whole.len() == 2);
    let below_60 = |part: Option<Micros>, unit: Micros| part.filter(|&part| part < 60 * unit);

    if !two_digits(last) {
        return Err(form());
    }
    let seconds = below_60(seconds(last).ok_or_else(form)?, SECOND).ok_or_else(form)?;
    let minutes = whole(middle).ok_or_else(form)?;
    let (hours, minutes) = match hours {
        None => (Some(0), minutes),
        Some(_) if !two_digits(middle) => return Err(form()),
        Some(hours) => (whole(hours).ok_or_else(form)?, Some(below_60(minutes, 1).ok_or_else(form)?)),
    };
    let total = || {
        let minutes = hours?.checked_mul(60)?.checked_add(minutes?)?;
        minutes.checked_mul(MINUTE)?.checked_add(seconds)
    };
    total().filter(|&total| total <= LONGEST_DURATION).ok_or_else(|| DurationError::TooLong(shortened(text)))
}

/// Digits alone. The outer `None`: something else; the inner: too many to count.
fn whole(text: &str) -> Option<Option<Micros>> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().ok())
}

/// Digits with up to six decimals, in microseconds; `None`s as in [`whole`].
fn seconds(text: &str) -> Option<Option<Micros>> {
    let Some((units, decimals)) = text.split_once('.') else {
        return whole(text).map(|units| units?.checked_mul(SECOND));
    };
    if decimals.len() > 6 {
        return None;
    }
    let units = whole(units)?;
    let decimals = whole(&format!("{decimals:0<6}")).filter(|_| !decimals.is_empty())?;
    Some(units.and_then(|units| units.checked_mul(SECOND)?.checked_add(decimals?)))
}

/// Writes a length of time as [`parse_duration`] reads it, the same text for the same length: in
/// the largest unit that it is a whole number of, but up to a minute in seconds and up to two hours
/// in minutes, as rule books do (`60s`, `90m`, `40/120m`). What is below zero is written as zero.
///
/// ```
/// use zeitnot_rules::clock::{DAY, MINUTE, duration_text};
///
/// assert_eq!(duration_text(MINUTE), "60s");
/// assert_eq!(duration_text(120 * MINUTE), "120m");
/// assert_eq!(duration_text(3 * DAY), "3d");
/// assert_eq!(duration_text(34_990_000), "34.99s");
/// ```
pub fn duration_text(length: Micros) -> String {
    let length = length.max(0);
    for (unit, letter, from) in [(DAY, 'd', DAY), (HOUR, 'h', 3 * HOUR), (MINUTE, 'm', 2 * MINUTE)] {
        if length >= from && length % unit == 0 {
            return format!("{}{letter}", length / unit);
        }
    }
    let (units, micros) = (length / SECOND, length % SECOND);
    if micros == 0 {
        return format!("{units}s");
    }
    let decimals = format!("{micros:06}");
    format!("{units}.{}s", decimals.trim_end_matches('0'))
}
