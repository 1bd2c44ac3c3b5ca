//! Moments of the calendar, in UTC.

use crate::clock::{DAY, Micros};
use std::fmt;
use std::ops::RangeInclusive;

/// Microseconds from 0001-01-01 to the end of 9999, counted from 1970: what has four digits of a year.
const RANGE: RangeInclusive<Micros> = -719_162 * DAY..=2_932_897 * DAY - 1;

/// A moment of the years 1 to 9999, to the microsecond. It is written as in RFC 3339, always in UTC
/// and with six decimals: `2026-11-29T19:55:00.000000Z`.
///
/// ```
/// use zeitnot_rules::record::Moment;
///
/// let moment = Moment::new(1_000_000_000_000_001).unwrap();
/// assert_eq!(moment.to_string(), "2001-09-09T01:46:40.000001Z");
/// assert_eq!(moment.date(), "2001.09.09");
/// assert_eq!(Moment::new(i64::MAX), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Moment(Micros);

impl Moment {
    /// So many microseconds after the beginning of 1970; `None` outside the years 1 to 9999.
    pub fn new(micros: Micros) -> Option<Moment> {
        RANGE.contains(&micros).then_some(Moment(micros))
    }

    /// Microseconds since the beginning of 1970.
    pub fn micros(self) -> Micros {
        self.0
    }

    /// The day as PGN writes it: `2026.11.29`.
    pub fn date(self) -> String {
        let (year, month, day) = civil(self.0.div_euclid(DAY));
        format!("{year:04}.{month:02}.{day:02}")
    }

    /// Reads `2026-11-29T19:55:00.000000Z`, with up to six decimals or none.
    pub(super) fn parse(text: &str) -> Option<Moment> {
        let (date, time) = text.strip_suffix('Z')?.split_once('T')?;
        let [year, month, day] = fields(date, '-', [4, 2, 2])?;
        let (time, decimals) = time.split_once('.').unwrap_or((time, "0"));
        let [hour, minute, second] = fields(time, ':', [2, 2, 2])?;
        let micros = number(&format!("{decimals:0<6}")).filter(|_| (1..=6).contains(&decimals.len()))?;
        let days = days(year, month, day);
        // No 31st of February, and no leap seconds: days of the server have 86,400.
        let exists = civil(days) == (year, month, day) && hour < 24 && minute < 60 && second < 60;
        let seconds = (hour * 60 + minute) * 60 + second;
        exists.then(|| Moment::new(days * DAY + seconds * 1_000_000 + micros))?
    }
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = civil(self.0.div_euclid(DAY));
        let micros = self.0.rem_euclid(DAY);
        let (seconds, micros) = (micros / 1_000_000, micros % 1_000_000);
        let (hour, minute, second) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
        write!(f, "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{micros:06}Z")
    }
}

/// Three numbers of so many digits each.
fn fields(text: &str, separator: char, widths: [usize; 3]) -> Option<[i64; 3]> {
    let mut parts = text.split(separator);
    let mut next = |width: usize| parts.next().filter(|part| part.len() == width).and_then(number);
    let fields = [next(widths[0])?, next(widths[1])?, next(widths[2])?];
    parts.next().is_none().then_some(fields)
}

/// Only digits: the standard library's parser would also take a sign.
fn number(text: &str) -> Option<i64> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

/// Days from 1970-01-01 to a day of the Gregorian calendar. Source: Howard Hinnant,
/// "chrono-Compatible Low-Level Date Algorithms", `days_from_civil`.
fn days(year: i64, month: i64, day: i64) -> i64 {
    // Years begin in March, so that the leap day is their last.
    let year = year - i64::from(month <= 2);
    let (era, year) = (year.div_euclid(400), year.rem_euclid(400));
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + year * 365 + year / 4 - year / 100 + day_of_year - 719_468
}

/// The reverse, `civil_from_days`: year, month and day.
fn civil(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let (era, day_of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year + year / 4 - year / 100);
    let from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    (era * 400 + year + i64::from(month <= 2), month, day)
}
