//! An estimate of the server's clock.

use std::time::{Duration, Instant};

use super::server_time::ServerTime;

/// Two crystal oscillators differ by less than this: 200 parts in a million, generously.
const DRIFT_PPM: i128 = 200;

/// An estimate of the server's clock from the times that it stamps on what it does.
///
/// Every stamp bounds the difference between the two clocks. One that has just arrived was made
/// before it arrived; if it answers a call, it was also made after the call was sent. The tightest
/// bounds are kept, so the call with the shortest way there and back decides, and the estimate is
/// off by half of that way at most. Bounds are widened as they age, for the drift of clocks.
///
/// If the bounds contradict each other (the server's clock was set) only the newest counts.
#[derive(Clone, Debug, Default)]
pub struct ServerClock {
    /// Where the monotonic clock's count begins.
    epoch: Option<Instant>,
    /// The server is at least this far ahead.
    lower: Option<Bound>,
    /// The server is at most this far ahead.
    upper: Option<Bound>,
}

/// A bound on `server time - local time`, in microseconds, and the local time it was found at.
#[derive(Clone, Copy, Debug)]
struct Bound {
    offset: i128,
    at: i128,
}

impl Bound {
    fn drift(self, at: i128) -> i128 {
        (at - self.at).abs() * DRIFT_PPM / 1_000_000
    }
}

impl ServerClock {
    /// Nothing is known yet.
    pub fn new() -> ServerClock {
        ServerClock::default()
    }

    /// A message with the server's time `stamp` arrived at `received`, unasked.
    pub fn pushed(&mut self, stamp: ServerTime, received: Instant) {
        let at = self.local(received);
        let offset = i128::from(stamp.micros()) - at;
        if self.upper_at(at).is_some_and(|upper| offset > upper) {
            (self.lower, self.upper) = (None, None);
        }
        if self.lower_at(at).is_none_or(|lower| offset >= lower) {
            self.lower = Some(Bound { offset, at });
        }
    }

    /// A call sent at `sent` was carried out at the server's time `stamp`; the answer arrived at
    /// `received`.
    pub fn answered(&mut self, sent: Instant, stamp: ServerTime, received: Instant) {
        let at = self.local(received);
        let offset = i128::from(stamp.micros()) - self.local(sent);
        if self.lower_at(at).is_some_and(|lower| offset < lower) {
            (self.lower, self.upper) = (None, None);
        }
        self.pushed(stamp, received);
        if self.upper_at(at).is_none_or(|upper| offset <= upper) {
            self.upper = Some(Bound { offset, at });
        }
    }

    /// The server's time at `at`; `None` as long as nothing has been heard of it.
    pub fn at(&self, at: Instant) -> Option<ServerTime> {
        let local = local_from(self.epoch?, at);
        let lower = self.lower_at(local)?;
        let offset = self.upper_at(local).map_or(lower, |upper| (lower + upper) / 2);
        Some(ServerTime::from_micros(i64::try_from(local + offset).ok()?))
    }

    /// How far the estimate may be off; `None` if it may be off by anything, because no call has
    /// been answered yet.
    pub fn uncertainty(&self, at: Instant) -> Option<Duration> {
        let local = local_from(self.epoch?, at);
        let width = self.upper_at(local)? - self.lower_at(local)?;
        Some(Duration::from_micros(u64::try_from(width / 2).ok()?))
    }

    fn lower_at(&self, at: i128) -> Option<i128> {
        self.lower.map(|bound| bound.offset - bound.drift(at))
    }

    fn upper_at(&self, at: i128) -> Option<i128> {
        self.upper.map(|bound| bound.offset + bound.drift(at))
    }

    fn local(&mut self, at: Instant) -> i128 {
        local_from(*self.epoch.get_or_insert(at), at)
    }
}

/// Microseconds from `epoch` to `at`.
fn local_from(epoch: Instant, at: Instant) -> i128 {
    match at.checked_duration_since(epoch) {
        Some(after) => after.as_micros() as i128,
        None => -(epoch.duration_since(at).as_micros() as i128),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: i64 = 3_600_000_000;

    fn ms(count: u64) -> Duration {
        Duration::from_millis(count)
    }

    /// The server's time when its clock reads `server_start` at `start`.
    fn stamp(server_start: i64, after: Duration) -> ServerTime {
        ServerTime::from_micros(server_start + after.as_micros() as i64)
    }

    #[test]
    fn knows_nothing_before_the_first_message() {
        let clock = ServerClock::new();
        assert_eq!(clock.at(Instant::now()), None);
        assert_eq!(clock.uncertainty(Instant::now()), None);
    }

    #[test]
    fn a_pushed_message_is_a_lower_bound_and_the_latest_bound_wins() {
        let start = Instant::now();
        let mut clock = ServerClock::new();
        // 80 ms on the way, then 10 ms on the way.
        clock.pushed(stamp(HOUR, ms(0)), start + ms(80));
        clock.pushed(stamp(HOUR, ms(1000)), start + ms(1010));
        let estimate = clock.at(start + ms(2000)).expect("two messages have arrived");
        let truth = stamp(HOUR, ms(2000));
        assert!(truth.since(estimate) >= ms(10) && truth.since(estimate) < ms(11), "{estimate:?}");
        assert_eq!(clock.uncertainty(start + ms(2000)), None);
    }

    #[test]
    fn the_shortest_round_trip_decides() {
        let start = Instant::now();
        let mut clock = ServerClock::new();
        // All of a slow call's 400 ms were spent on the way back.
        clock.answered(start, stamp(HOUR, ms(1)), start + ms(400));
        assert_eq!(clock.uncertainty(start + ms(400)), Some(Duration::from_micros(200_000)));
        // A quick one: 2 ms there, 4 ms back.
        clock.answered(start + ms(500), stamp(HOUR, ms(502)), start + ms(506));
        let truth = stamp(HOUR, ms(600));
        let estimate = clock.at(start + ms(600)).expect("calls were answered");
        let error = truth.since(estimate).max(estimate.since(truth));
        assert!(error <= ms(3), "off by {error:?}");
        assert!(clock.uncertainty(start + ms(600)).expect("calls were answered") <= ms(4));
        // Another slow one makes it no worse.
        clock.answered(start + ms(700), stamp(HOUR, ms(900)), start + ms(1700));
        assert!(clock.uncertainty(start + ms(1700)).expect("calls were answered") <= ms(4));
    }

    #[test]
    fn a_server_clock_that_was_set_is_followed_at_once() {
        let start = Instant::now();
        let mut clock = ServerClock::new();
        clock.answered(start, stamp(HOUR, ms(1)), start + ms(2));
        for jump in [-HOUR / 2, HOUR / 2] {
            clock.answered(start + ms(10), stamp(HOUR + jump, ms(11)), start + ms(12));
            let estimate = clock.at(start + ms(20)).expect("calls were answered");
            let truth = stamp(HOUR + jump, ms(20));
            assert!(truth.since(estimate).max(estimate.since(truth)) <= ms(1), "after {jump}");
        }
    }

    #[test]
    fn old_bounds_lose_their_weight() {
        let start = Instant::now();
        let mut clock = ServerClock::new();
        clock.answered(start, stamp(HOUR, ms(1)), start + ms(2));
        let next_day = start + Duration::from_secs(86_400);
        // 200 parts in a million of a day.
        assert!(clock.uncertainty(next_day).expect("a call was answered") > Duration::from_secs(17));
    }

    #[test]
    fn old_news_spoils_nothing() {
        let start = Instant::now();
        let mut clock = ServerClock::new();
        clock.answered(start, stamp(HOUR, ms(1)), start + ms(2));
        let known = clock.at(start + ms(10));
        // Games whose turns began long ago.
        for second in 0..1000 {
            clock.pushed(ServerTime::from_micros(second * 1_000_000), start + ms(5));
        }
        assert_eq!(clock.at(start + ms(10)), known);
    }
}
