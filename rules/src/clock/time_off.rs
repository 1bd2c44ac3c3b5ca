//! Days off in correspondence games.

use super::{DAY, Micros};
use thiserror::Error;

/// A time during which a seat's clock stands: from `from` on, and before `until`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeOff {
    /// The first moment of it.
    pub from: Micros,
    /// The first moment after it.
    pub until: Micros,
}

/// Why time off is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum TimeOffError {
    /// The control has no vacation, or there is no such seat.
    #[error("this game has no vacation")]
    NoVacation,
    /// Not that many days are left.
    #[error("only {left} days of vacation are left")]
    TooFewDays {
        /// The days left.
        left: u32,
    },
    /// No days at all, days that have begun already, or days too far ahead.
    #[error("time off is at least a day, does not begin in the past and ends within 730 days")]
    BadDays,
    /// Some of it is booked already.
    #[error("some of these days are taken off already")]
    Overlap,
    /// Too many separate times booked ahead.
    #[error("at most {most} times off can be booked ahead")]
    TooMany {
        /// How many can be.
        most: usize,
    },
    /// The seat has run out of time before.
    #[error("the time has run out")]
    OutOfTime,
}

impl TimeOffError {
    /// The stable code: `out_of_time`, or `bad_vacation` for all others.
    pub const fn code(&self) -> &'static str {
        match self {
            TimeOffError::OutOfTime => "out_of_time",
            _ => "bad_vacation",
        }
    }
}

/// One seat's vacation: the days it may still take off, and those it has.
///
/// Time off is booked in whole days from any moment that is not past: `now` for a vacation that
/// begins at once, later for days off in advance. Because the clock knows the days beforehand, the
/// deadline already lies behind them, and nothing has to happen when they begin or end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Vacation {
    /// Days that can still be taken off.
    pub(super) days: u32,
    /// What is taken off, running, to come or just over: in order, and none within another.
    pub(super) booked: Vec<TimeOff>,
}

impl Vacation {
    /// Running or to come, at most.
    pub(super) const MOST: usize = 8;

    /// How far ahead time off can be booked.
    const HORIZON: Micros = 730 * DAY;

    pub(super) fn of(days: u32) -> Vacation {
        Vacation { days, booked: Vec::new() }
    }

    pub(super) fn book(&mut self, now: Micros, from: Micros, days: u32) -> Result<(), TimeOffError> {
        if self.days == 0 && self.booked.is_empty() {
            return Err(TimeOffError::NoVacation);
        }
        if days > self.days {
            return Err(TimeOffError::TooFewDays { left: self.days });
        }
        let until = from.saturating_add(Micros::from(days) * DAY);
        if days == 0 || from < now || until > now.saturating_add(Vacation::HORIZON) {
            return Err(TimeOffError::BadDays);
        }
        if self.booked.iter().any(|off| from < off.until && off.from < until) {
            return Err(TimeOffError::Overlap);
        }
        if self.booked.len() >= Vacation::MOST {
            return Err(TimeOffError::TooMany { most: Vacation::MOST });
        }
        self.days -= days;
        let place = self.booked.partition_point(|off| off.from < from);
        self.booked.insert(place, TimeOff { from, until });
        Ok(())
    }

    /// Gives up what has not begun: later times off, and the whole days that are left of a running one.
    pub(super) fn cut(&mut self, now: Micros) {
        for off in &mut self.booked {
            let unused = (off.until - off.from.max(now).min(off.until)) / DAY;
            if off.until > now {
                off.until = off.from.max(now);
            }
            self.days += u32::try_from(unused).unwrap_or(0);
        }
        self.booked.retain(|off| off.from < off.until);
    }

    /// Drops what is over by the start of a turn.
    pub(super) fn forget_before(&mut self, at: Micros) {
        self.booked.retain(|off| off.until > at);
    }

    /// How much of the time between two moments counts: all but the time off.
    pub(super) fn counted(&self, since: Micros, at: Micros) -> Micros {
        let off: Micros = self
            .booked
            .iter()
            .map(|off| (off.until.min(at).saturating_sub(off.from.max(since))).max(0))
            .sum();
        at.saturating_sub(since).max(0) - off
    }

    /// When `left` more has been counted from `since` on.
    pub(super) fn end_after(&self, since: Micros, left: Micros) -> Micros {
        let (mut at, mut left) = (since, left);
        for off in self.booked.iter().filter(|off| off.until > since) {
            let gap = off.from.saturating_sub(at).max(0);
            if left <= gap {
                break;
            }
            left -= gap;
            at = off.until;
        }
        at.saturating_add(left)
    }
}
