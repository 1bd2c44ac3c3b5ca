//! A moment by the server's clock.

use std::time::Duration;

/// A moment by the server's clock, in microseconds since the Unix epoch.
///
/// ```
/// use std::time::Duration;
/// use zeitnot_client::time::ServerTime;
///
/// let deadline = ServerTime::from_micros(30_000_000);
/// let now = ServerTime::from_micros(29_250_000);
/// assert_eq!(deadline.since(now), Duration::from_millis(750));
/// assert_eq!(now.since(deadline), Duration::ZERO);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ServerTime(i64);

impl ServerTime {
    /// So many microseconds after the Unix epoch.
    pub const fn from_micros(micros: i64) -> ServerTime {
        ServerTime(micros)
    }

    /// Microseconds since the Unix epoch.
    pub const fn micros(self) -> i64 {
        self.0
    }

    /// So much later.
    pub fn after(self, later: Duration) -> ServerTime {
        ServerTime(self.0.saturating_add(i64::try_from(later.as_micros()).unwrap_or(i64::MAX)))
    }

    /// How much later this is than `earlier`; zero if it is not.
    pub fn since(self, earlier: ServerTime) -> Duration {
        Duration::from_micros(u64::try_from(self.0.saturating_sub(earlier.0)).unwrap_or(0))
    }
}
