//! How often a player may call: a token bucket for each.
//!
//! It is by player, not by connection: a call over HTTP is a connection of its own.
//!
//! The buckets are in the module's memory, not in a table. A refused call is rolled back, so what it wrote to a
//! table would be forgotten; and a row for each call would cost every move. The engine runs all reducers on one
//! instance of the module; when it makes a new one, at a start, all buckets are full again.

use std::cell::RefCell;
use std::collections::HashMap;

use spacetimedb::{Identity, ReducerContext};

use crate::deployment;
use crate::play::micros;
use crate::refusal::{Outcome, Refusal};

/// How many seconds' worth of calls a player who has been quiet may make at once.
const BURST_SECONDS: i64 = 2;

/// With so many buckets in memory those that are full again are thrown away, which changes nothing.
const MANY: usize = 10_000;

const SECOND: i64 = 1_000_000;

thread_local! {
    static BUCKETS: RefCell<HashMap<Identity, Bucket>> = RefCell::new(HashMap::new());
}

/// What a connection has left.
#[derive(Clone, Copy)]
struct Bucket {
    /// Millionths of a call.
    left: i64,
    at: i64,
}

impl Bucket {
    fn full(per_second: i64, now: i64) -> Self {
        Self { left: per_second * BURST_SECONDS * SECOND, at: now }
    }

    /// Takes a call out, if there is one.
    fn take(&mut self, per_second: i64, now: i64) -> bool {
        // The timestamps of two calls need not be in order.
        let since = now.saturating_sub(self.at).clamp(0, BURST_SECONDS * SECOND);
        self.left = (self.left + since * per_second).min(per_second * BURST_SECONDS * SECOND);
        self.at = now;
        let enough = self.left >= SECOND;
        if enough {
            self.left -= SECOND;
        }
        enough
    }
}

/// The first line of every reducer that clients call. Refused with `too_fast`.
pub(crate) fn admit(ctx: &ReducerContext) -> Outcome {
    let limit = deployment::read(ctx).calls_per_second;
    if limit == 0 {
        return Ok(());
    }
    let (per_second, now) = (i64::from(limit), micros(ctx.timestamp));
    let admitted = BUCKETS.with_borrow_mut(|buckets| {
        if buckets.len() >= MANY {
            buckets.retain(|_, bucket| now.saturating_sub(bucket.at) < BURST_SECONDS * SECOND);
        }
        let bucket = buckets.entry(ctx.sender()).or_insert_with(|| Bucket::full(per_second, now));
        bucket.take(per_second, now)
    });
    if admitted { Ok(()) } else { Err(Refusal::TooFast(limit)) }
}

/// For tests: everybody may call again.
#[cfg(test)]
pub(crate) fn refill() {
    BUCKETS.with_borrow_mut(HashMap::clear);
}
