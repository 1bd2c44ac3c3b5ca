//! The time that is left, and how it is written.

use std::fmt;
use std::time::Duration;

use super::server_time::ServerTime;

/// From here on tenths of a second are shown.
const TENTHS_BELOW: Duration = Duration::from_secs(10);

/// The time that is left until a deadline. Never below zero: whether the time has run out is for
/// the server to say.
///
/// ```
/// use std::time::Duration;
/// use zeitnot_client::time::Countdown;
///
/// assert_eq!(Countdown::of(Duration::from_secs(272)).to_string(), "4:32");
/// assert_eq!(Countdown::of(Duration::from_millis(9_840)).to_string(), "9.8");
/// assert_eq!(Countdown::of(Duration::from_secs(7_384)).to_string(), "2:03:04");
/// assert_eq!(Countdown::of(Duration::from_secs(200_000)).to_string(), "2 d 7:33:20");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Countdown(Duration);

impl Countdown {
    /// This much is left.
    pub const fn of(left: Duration) -> Countdown {
        Countdown(left)
    }

    /// What is left of the time until `deadline`.
    pub fn until(deadline: ServerTime, now: ServerTime) -> Countdown {
        Countdown(deadline.since(now))
    }

    /// The time that is left.
    pub const fn left(self) -> Duration {
        self.0
    }

    /// Whether nothing is left.
    pub const fn is_zero(self) -> bool {
        self.0.is_zero()
    }

    /// How long what is shown stays true: when to draw it again.
    pub fn next_change(self) -> Duration {
        // One nanosecond more, so that the next drawing is past the boundary and not on it.
        Duration::from_nanos((self.0.as_nanos() % self.step()) as u64 + 1)
    }

    /// The same for time that grows.
    pub fn next_rise(self) -> Duration {
        Duration::from_nanos((self.step() - self.0.as_nanos() % self.step()) as u64)
    }

    /// What the last digit shown counts, in nanoseconds.
    fn step(self) -> u128 {
        if self.0 < TENTHS_BELOW { 100_000_000 } else { 1_000_000_000 }
    }
}

/// Rounded down, so that it shows `0.0` only in the last tenth of a second.
impl fmt::Display for Countdown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.0.as_secs();
        if self.0 < TENTHS_BELOW {
            return f.pad(&format!("{seconds}.{}", self.0.subsec_millis() / 100));
        }
        let (days, hours) = (seconds / 86_400, seconds / 3600 % 24);
        let (minutes, seconds) = (seconds / 60 % 60, seconds % 60);
        f.pad(&match (days, hours) {
            (0, 0) => format!("{minutes}:{seconds:02}"),
            (0, _) => format!("{hours}:{minutes:02}:{seconds:02}"),
            _ => format!("{days} d {hours}:{minutes:02}:{seconds:02}"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::ServerClock;
    use std::time::Instant;

    #[test]
    fn tenths_below_ten_seconds_and_never_below_zero() {
        let shown = |micros: i64| {
            let deadline = ServerTime::from_micros(100_000_000);
            Countdown::until(deadline, ServerTime::from_micros(100_000_000 - micros)).to_string()
        };
        assert_eq!(shown(10_000_000), "0:10");
        assert_eq!(shown(9_999_999), "9.9");
        assert_eq!(shown(100_000), "0.1");
        assert_eq!(shown(99_999), "0.0");
        assert_eq!(shown(0), "0.0");
        assert_eq!(shown(-5_000_000), "0.0");
    }

    #[test]
    fn is_padded_like_text() {
        assert_eq!(format!("{:>6}", Countdown::of(Duration::from_secs(30))), "  0:30");
    }

    #[test]
    fn is_drawn_again_when_it_reads_differently() {
        for millis in [30_000, 29_999, 10_000, 9_999, 150, 100] {
            let now = Countdown::of(Duration::from_millis(millis));
            let still = now.left() - (now.next_change() - Duration::from_nanos(1));
            let later = now.left().saturating_sub(now.next_change());
            assert_eq!(Countdown::of(still).to_string(), now.to_string(), "{millis} ms");
            assert_ne!(Countdown::of(later).to_string(), now.to_string(), "{millis} ms");
        }
    }

    /// The wall clock is no input: whatever the server's clock reads, an hour more or an hour less,
    /// the same countdown is shown after the same time by the monotonic clock.
    #[test]
    fn the_difference_between_the_clocks_does_not_matter() {
        let start = Instant::now();
        let ms = Duration::from_millis;
        let shown = |server_start: i64| {
            let mut clock = ServerClock::new();
            let turn_started = ServerTime::from_micros(server_start + 1_000);
            clock.answered(start, turn_started, start + ms(2));
            let deadline = ServerTime::from_micros(turn_started.micros() + 30_000_000);
            [500, 15_000, 29_900, 40_000].map(|after| {
                let now = clock.at(start + ms(after)).expect("a call was answered");
                Countdown::until(deadline, now).to_string()
            })
        };
        let expected = ["0:29", "0:15", "0.1", "0.0"].map(str::to_owned);
        for server_start in [0, 1_700_000_000_000_000, 1_700_000_000_000_000 - 3_600_000_000] {
            assert_eq!(shown(server_start), expected);
        }
    }
}
