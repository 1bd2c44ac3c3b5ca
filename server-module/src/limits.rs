//! How often a player may call, and how often one may be wrong about a code: token buckets, one of each a player. And
//! how much a player may say.
//!
//! They are by player, not by connection: a call over HTTP is a connection of its own.
//!
//! The buckets are in the module's memory, not in a table. A refused call is rolled back, so what it wrote to a
//! table would be forgotten; and a row for each call would cost every move. The engine runs all reducers on one
//! instance of the module; when it makes a new one, at a start, all buckets are full again.

use std::cell::RefCell;
use std::collections::HashMap;
use std::time::Duration;

use spacetimedb::{Identity, ReducerContext};
use zeitnot_rules::clock::{Micros, SECOND};

use crate::deployment;
use crate::play::micros;
use crate::refusal::{Outcome, Refusal};

/// How many seconds' worth of calls a player who has been quiet may make at once.
const BURST: Micros = 2 * SECOND;

/// A player whose codes were wrong may try another one after each so long. A code has six letters of 23: at this
/// pace it takes ten days to find one of a thousand games.
const GUESS_EVERY: Micros = 6 * SECOND;

/// Wrong codes that may be tried at once.
const GUESSES: i64 = 10;

/// With so many buckets in memory those that are full again are thrown away, which changes nothing.
const MANY: usize = 10_000;

thread_local! {
    static CALLS: RefCell<HashMap<Identity, Bucket>> = RefCell::new(HashMap::new());
    static GUESSES_LEFT: RefCell<HashMap<Identity, Bucket>> = RefCell::new(HashMap::new());
    /// When each player has said something, the last lines only.
    static SAID: RefCell<HashMap<Identity, Vec<Micros>>> = RefCell::new(HashMap::new());
}

/// What a player has left, in the time that it takes to earn it: where twenty calls a second are allowed, a call
/// is worth a twentieth of a second.
#[derive(Clone, Copy)]
struct Bucket {
    left: Micros,
    at: Micros,
}

impl Bucket {
    /// The player's bucket with what it has earned by now, at most `size`.
    fn of(buckets: &mut HashMap<Identity, Bucket>, player: Identity, size: Micros, now: Micros) -> &mut Self {
        if buckets.len() >= MANY {
            buckets.retain(|_, bucket| now.saturating_sub(bucket.at) < size);
        }
        let bucket = buckets.entry(player).or_insert(Self { left: size, at: now });
        // The timestamps of two calls need not be in order.
        let since = now.saturating_sub(bucket.at).clamp(0, size);
        bucket.left = (bucket.left + since).min(size);
        bucket.at = now;
        bucket
    }

    /// Takes something out, if there is enough.
    fn take(&mut self, worth: Micros) -> bool {
        let enough = self.left >= worth;
        if enough {
            self.left -= worth;
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
    let now = micros(ctx.timestamp);
    let worth = SECOND / i64::from(limit);
    let admitted = CALLS.with_borrow_mut(|calls| Bucket::of(calls, ctx.sender(), BURST, now).take(worth));
    if admitted { Ok(()) } else { Err(Refusal::TooFast(limit)) }
}

/// Before a code is looked up. Refused with `too_fast` after many wrong ones.
pub(crate) fn admit_guess(ctx: &ReducerContext) -> Outcome {
    if guesses(ctx, |bucket| bucket.left >= GUESS_EVERY) {
        Ok(())
    } else {
        Err(Refusal::TooManyGuesses(GUESS_EVERY / SECOND))
    }
}

/// The code was wrong.
pub(crate) fn note_wrong_guess(ctx: &ReducerContext) {
    guesses(ctx, |bucket| bucket.take(GUESS_EVERY));
}

/// The last check before a player's line is written down: nothing that may fail comes after it. The lines themselves
/// do not tell how many there were: they go with their game, and with the account. Refused with
/// `too_many_messages`.
pub(crate) fn admit_line(ctx: &ReducerContext, most: usize, within: Duration) -> Outcome {
    let now = micros(ctx.timestamp);
    let since = micros(ctx.timestamp - within);
    SAID.with_borrow_mut(|said| {
        if said.len() >= MANY {
            said.retain(|_, lines| lines.iter().any(|&at| at > since));
        }
        let lines = said.entry(ctx.sender()).or_default();
        lines.retain(|&at| at > since);
        if lines.len() >= most {
            return Err(Refusal::TooManyMessages(most));
        }
        lines.push(now);
        Ok(())
    })
}

fn guesses(ctx: &ReducerContext, of: impl FnOnce(&mut Bucket) -> bool) -> bool {
    let now = micros(ctx.timestamp);
    GUESSES_LEFT.with_borrow_mut(|all| of(Bucket::of(all, ctx.sender(), GUESSES * GUESS_EVERY, now)))
}

/// For tests: everybody may call again.
#[cfg(test)]
pub(crate) fn refill() {
    CALLS.with_borrow_mut(HashMap::clear);
}

/// For tests: nobody has guessed or said anything.
#[cfg(test)]
pub(crate) fn forget_all() {
    GUESSES_LEFT.with_borrow_mut(HashMap::clear);
    SAID.with_borrow_mut(HashMap::clear);
}
