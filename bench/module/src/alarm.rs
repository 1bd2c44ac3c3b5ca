//! Timers that note how late they are.

use spacetimedb::{ReducerContext, ScheduleAt, Table, TimeDuration, Timestamp, reducer, table};

/// A timer.
#[table(accessor = alarm, scheduled(ring))]
pub struct Alarm {
    #[primary_key]
    #[auto_inc]
    pub scheduled_id: u64,
    pub scheduled_at: ScheduleAt,
}

/// How many timers have rung so late, to the nearest 64th part.
#[table(accessor = lateness, public)]
pub struct Lateness {
    /// The lower end, in microseconds.
    #[primary_key]
    pub late_us: u64,
    pub count: u64,
}

/// Sets so many timers. The first is due at `first`, the others follow evenly within `within_us`.
#[reducer]
pub fn set_alarms(ctx: &ReducerContext, count: u32, first: Timestamp, within_us: u64) {
    for number in 0..u64::from(count) {
        let offset = within_us.saturating_mul(number) / u64::from(count);
        let due = first + TimeDuration::from_micros(offset.cast_signed());
        ctx.db.alarm().insert(Alarm { scheduled_id: 0, scheduled_at: ScheduleAt::Time(due) });
    }
}

/// A timer is due.
#[reducer]
pub fn ring(ctx: &ReducerContext, alarm: Alarm) -> Result<(), String> {
    if !ctx.sender_auth().is_internal() {
        return Err("not_allowed: only the server's own clock calls this".to_owned());
    }
    let ScheduleAt::Time(due) = alarm.scheduled_at else { return Ok(()) };
    let late = ctx.timestamp.to_micros_since_unix_epoch() - due.to_micros_since_unix_epoch();
    let late_us = rounded(late.max(0).unsigned_abs());
    let count = match ctx.db.lateness().late_us().find(late_us) {
        Some(row) => row.count,
        None => 0,
    };
    if count > 0 {
        ctx.db.lateness().late_us().update(Lateness { late_us, count: count + 1 });
    } else {
        ctx.db.lateness().insert(Lateness { late_us, count: 1 });
    }
    Ok(())
}

/// Forgets what was noted.
#[reducer]
pub fn forget_lateness(ctx: &ReducerContext) {
    let all: Vec<u64> = ctx.db.lateness().iter().map(|row| row.late_us).collect();
    for late_us in all {
        ctx.db.lateness().late_us().delete(late_us);
    }
}

/// Keeps the first seven binary digits.
fn rounded(number: u64) -> u64 {
    let spare = (u64::BITS - number.leading_zeros()).saturating_sub(7);
    number >> spare << spare
}
