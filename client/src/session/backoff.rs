//! How long to wait before connecting again.

use std::time::{Duration, Instant};

const FIRST: Duration = Duration::from_millis(200);
const LONGEST: Duration = Duration::from_secs(15);

/// A connection that held this long counts as a good one.
const HELD: Duration = Duration::from_secs(10);

/// Growing pauses between attempts: doubled each time up to a limit, and each a quarter longer or
/// shorter by chance, so that the clients of a server that comes back do not come all at once.
#[derive(Debug)]
pub struct Backoff {
    chance: fastrand::Rng,
    failures: u32,
    ready_since: Option<Instant>,
}

impl Backoff {
    /// `chance` decides the jitter.
    pub fn new(chance: fastrand::Rng) -> Backoff {
        Backoff { chance, failures: 0, ready_since: None }
    }

    /// The connection is up.
    pub fn ready(&mut self, now: Instant) {
        self.ready_since = Some(now);
    }

    /// The connection is lost or could not be made: how long to wait. Begins from the shortest
    /// pause again after a connection that held for a while; not after one that was taken and
    /// dropped, or a server in trouble would be called without a pause.
    pub fn lost(&mut self, now: Instant) -> Duration {
        if self.ready_since.take().is_some_and(|since| now.saturating_duration_since(since) >= HELD) {
            self.failures = 0;
        }
        let pause = FIRST.saturating_mul(1 << self.failures.min(10)).min(LONGEST);
        self.failures = self.failures.saturating_add(1);
        pause.mul_f64(0.75 + 0.5 * self.chance.f64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn backoff(seed: u64) -> Backoff {
        Backoff::new(fastrand::Rng::with_seed(seed))
    }

    #[test]
    fn pauses_grow_to_a_limit() {
        let now = Instant::now();
        for seed in 0..50 {
            let mut backoff = backoff(seed);
            let pauses: Vec<Duration> = (0..40).map(|_| backoff.lost(now)).collect();
            assert!(pauses[0] <= Duration::from_millis(250), "{pauses:?}");
            assert!(pauses.iter().all(|&pause| pause <= LONGEST.mul_f64(1.25)), "{pauses:?}");
            assert!(pauses[10..].iter().all(|&pause| pause >= LONGEST.mul_f64(0.75)), "{pauses:?}");
        }
    }

    #[test]
    fn clients_do_not_come_back_all_at_once() {
        let now = Instant::now();
        let pauses: std::collections::BTreeSet<Duration> =
            (0..100).map(|seed| backoff(seed).lost(now)).collect();
        assert!(pauses.len() > 90, "only {} different pauses", pauses.len());
    }

    #[test]
    fn begins_anew_after_a_connection_that_held() {
        let now = Instant::now();
        let mut backoff = backoff(1);
        for _ in 0..8 {
            backoff.lost(now);
        }
        backoff.ready(now);
        assert!(backoff.lost(now + HELD) <= Duration::from_millis(250));
    }

    #[test]
    fn does_not_begin_anew_when_every_connection_is_dropped_at_once() {
        let now = Instant::now();
        let mut backoff = backoff(1);
        for _ in 0..8 {
            backoff.ready(now);
            backoff.lost(now + Duration::from_millis(5));
        }
        backoff.ready(now);
        assert!(backoff.lost(now) > Duration::from_secs(5));
    }
}
