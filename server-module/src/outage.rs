//! Nobody loses on time to an outage.
//!
//! A heartbeat says each second that the server is there. Whoever finds it missing, be it a timer that fires
//! right after a restart, a move, or the next beat, writes the outage down before deciding anything, and each
//! running turn is credited with it: at once when something happens to its game, else by the next beats. So
//! it makes no difference in which order the overdue timers of a restart fire.

use std::cell::Cell;
use std::time::Duration;

use spacetimedb::{ReducerContext, ScheduleAt, Table, Timestamp, reducer, table};
use zeitnot_rules::clock::Micros;

use crate::game::{BUCKETS, Game, game};
use crate::play::{Running, micros};
use crate::presence;
use crate::refusal::{Outcome, only_the_server};
use crate::turn_timer;

/// How often the heart beats, and so how exactly the beginning of an outage is known.
const BEAT: Duration = Duration::from_secs(1);

/// A gap between two beats that is no outage yet: a beat may wait its turn behind other calls.
const GAP: Duration = Duration::from_secs(2);

/// A call that is stamped so long before the last beat was: the server's clock has been set back. A little is nothing:
/// calls are not stamped quite in the order in which they are made.
const SET_BACK: Duration = Duration::from_millis(500);

/// What a running turn gets on top of the time that the server was away: players have to come back, too.
/// After a server that only stood still it is no more than the time it stood, so that nobody who can make it
/// stand gains by that.
pub const GRACE: Duration = Duration::from_secs(20);

/// The most games that one beat credits, so that no move waits for long behind it.
const AT_ONCE: usize = 100;

/// The last beat, and how many outages there have been. One row.
#[table(accessor = heartbeat)]
#[derive(Debug)]
pub struct Heartbeat {
    #[primary_key]
    pub id: u8,
    pub at: Timestamp,
    pub outages: u32,
    /// The first share of the games that may not have been credited with all of them; [`BUCKETS`]: all have.
    pub bucket: u16,
    /// The instance of the module that saw to it, by the time of its first call.
    pub instance: Timestamp,
}

/// A time when the server was not there, or of no length, when its clock was set back.
#[table(accessor = outage)]
#[derive(Debug)]
pub struct Outage {
    /// Counts from 1.
    #[primary_key]
    pub id: u32,
    /// The last sign of life before it.
    pub from: Timestamp,
    /// The first one after it.
    pub until: Timestamp,
    /// What a running turn gets on top of the time away, in microseconds.
    pub grace_us: i64,
}

/// The heart's schedule. One row.
#[table(accessor = beat_timer, scheduled(beat))]
pub struct BeatTimer {
    #[primary_key]
    #[auto_inc]
    pub scheduled_id: u64,
    pub scheduled_at: ScheduleAt,
}

thread_local! {
    /// What tells this instance of the module from those before it: the time of its first call. The engine
    /// runs all reducers on one instance, and makes a new one when it starts.
    static INSTANCE: Cell<Option<Timestamp>> = const { Cell::new(None) };
}

fn this_instance(ctx: &ReducerContext) -> Timestamp {
    let instance = INSTANCE.get().unwrap_or(ctx.timestamp);
    INSTANCE.set(Some(instance));
    instance
}

/// For tests: the server has been started anew.
#[cfg(test)]
pub(crate) fn start_anew() {
    INSTANCE.set(None);
}

pub(crate) fn schedule(ctx: &ReducerContext) {
    ctx.db.heartbeat().insert(Heartbeat {
        id: 0,
        at: ctx.timestamp,
        outages: 0,
        bucket: BUCKETS,
        instance: this_instance(ctx),
    });
    ctx.db.beat_timer().insert(BeatTimer { scheduled_id: 0, scheduled_at: BEAT.into() });
}

/// Says that the server is there, and credits games with the outages that they have not been credited with
/// yet. The server calls it; a client is refused with `not_allowed`.
#[reducer]
pub fn beat(ctx: &ReducerContext, _timer: BeatTimer) -> Outcome {
    only_the_server(ctx)?;
    notice(ctx);
    let Some(heart) = ctx.db.heartbeat().id().find(0) else { return Ok(()) };
    if heart.bucket == BUCKETS {
        forget_all(ctx, heart.outages);
    }
    let (behind, bucket) = behind(ctx, &heart);
    ctx.db.heartbeat().id().update(Heartbeat { at: ctx.timestamp, bucket, ..heart });
    presence::announce(ctx);
    for game in behind {
        match Running::open(ctx, game.id) {
            Ok(table) => table.store(ctx),
            Err(refusal) => {
                log::error!("game {} cannot be credited with an outage: {refusal}", game.id);
                // Not again and again: there is nothing that the next beat could do better.
                ctx.db.game().id().update(Game { outages: u32::MAX, ..game });
            }
        }
    }
    Ok(())
}

/// Some of the games that have not been credited with all outages, and the first share of the games that may have
/// others.
fn behind(ctx: &ReducerContext, heart: &Heartbeat) -> (Vec<Game>, u16) {
    let mut behind = Vec::new();
    for bucket in heart.bucket..BUCKETS {
        let room = AT_ONCE - behind.len();
        let mut games = ctx.db.game().by_outages().filter((bucket, ..heart.outages));
        behind.extend(games.by_ref().take(room));
        if games.next().is_some() {
            return (behind, bucket);
        }
    }
    (behind, BUCKETS)
}

/// Every running game has been credited with the outages so far: takes them away. They count up without a gap.
fn forget_all(ctx: &ReducerContext, outages: u32) {
    let mut id = outages;
    while ctx.db.outage().id().delete(id) {
        id = id.saturating_sub(1);
    }
}

/// Looks whether the server has been away since its last sign of life, and writes it down if it has. Gives
/// the number of outages so far.
///
/// That the clock has been set back counts as one, for which nobody gets anything: all timers are set anew after it.
pub(crate) fn notice(ctx: &ReducerContext) -> u32 {
    let Some(heart) = ctx.db.heartbeat().id().find(0) else { return 0 };
    let silent = ctx.timestamp.duration_since(heart.at).unwrap_or_default();
    let set_back = heart.at.duration_since(ctx.timestamp).unwrap_or_default();
    let instance = this_instance(ctx);
    if silent <= GAP && set_back <= SET_BACK && heart.instance == instance {
        return heart.outages;
    }
    let id = heart.outages + 1;
    if set_back > SET_BACK {
        log::warn!("the clock was set back by about {} ms", set_back.as_millis());
    } else {
        log::warn!("the server was away for up to {} ms", silent.as_millis());
    }
    let grace = if heart.instance == instance { GRACE.min(silent) } else { GRACE };
    let grace_us = grace.as_micros() as i64;
    let from = heart.at.min(ctx.timestamp);
    ctx.db.outage().insert(Outage { id, from, until: ctx.timestamp, grace_us });
    ctx.db.heartbeat().id().update(Heartbeat {
        id: heart.id,
        at: ctx.timestamp,
        outages: id,
        bucket: 0,
        instance,
    });
    id
}

/// What a turn gets for an outage: the time that it lost and a grace, but never more than it had at its
/// start, and nothing if it had run out before. All in microseconds: from when to when the server was away,
/// the grace, when the turn started and runs out, and how long it may be as a whole.
pub(crate) fn credit(
    outage: (Micros, Micros),
    grace: Micros,
    started: Micros,
    deadline: Micros,
    allowance: Micros,
) -> Micros {
    let (from, until) = outage;
    if deadline <= from || started >= until {
        return 0;
    }
    let lost = until - from.max(started);
    let left_at_the_end = deadline - until;
    (lost + grace).min(allowance - left_at_the_end).max(0)
}

impl Running {
    /// Credits the running turns with the outages since the last time. Nothing is decided about a game
    /// before.
    pub(crate) fn credit_outages(&mut self, ctx: &ReducerContext) {
        if self.game.outages < self.outages {
            // The engine's queue goes by another clock, which may have stood, or not have been set, with this one.
            self.game.timer_at = turn_timer::LOST;
        }
        let started = micros(self.game.turn_started);
        for outage in (self.game.outages.saturating_add(1)..=self.outages)
            .filter_map(|id| ctx.db.outage().id().find(id))
        {
            for seat in self.clock.running().iter() {
                let reading = self.clock.reading(seat);
                if let (Some(deadline), Some(allowance)) = (reading.deadline, self.clock.allowance(seat)) {
                    let span = (micros(outage.from), micros(outage.until));
                    self.clock.give_back(seat, credit(span, outage.grace_us, started, deadline, allowance));
                }
            }
        }
        self.game.outages = self.outages;
    }
}
