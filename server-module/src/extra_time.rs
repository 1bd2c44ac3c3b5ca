//! Time beyond what the control gives: presents among players, and days off.

use std::time::Duration;

use spacetimedb::{ReducerContext, Timestamp, reducer};
use zeitnot_rules::Seat;
use zeitnot_rules::clock::Micros;

use crate::limits;
use crate::play::{Running, micros};
use crate::refusal::{Outcome, Refusal};

/// What [`give_time()`] gives at once.
pub const GIFT: Duration = Duration::from_secs(15);

/// Gives another player 15 seconds, as often as the bound of the control allows: over a game a seat is given
/// no more than its clock began with (but always up to a minute, never more than a day).
///
/// Refused with `no_such_seat`, `own_seat`, `untimed`, `no_more_time`, or as `resign` is.
#[reducer]
pub fn give_time(ctx: &ReducerContext, game_id: u64, seat: u8) -> Outcome {
    limits::admit(ctx)?;
    let (mut table, giver) = Running::open_mine(ctx, game_id)?;
    let other = Seat::new(seat).filter(|&seat| table.position.playing().contains(seat));
    let other = other.ok_or(Refusal::NoSuchSeat(seat))?;
    if other == giver {
        return Err(Refusal::OwnSeat);
    }
    table.refuse_if_late(ctx)?;
    if table.clock.control().is_untimed() {
        return Err(Refusal::Untimed(game_id));
    }
    if table.clock.give(other, GIFT.as_micros() as Micros) == 0 {
        return Err(Refusal::NoMoreTime);
    }
    table.store(ctx);
    Ok(())
}

/// Takes days off in a correspondence game, from now on (any moment that is past) or from a moment to come:
/// until they are over none of the caller's time runs. Refused with `bad_vacation`, or as `resign` is.
#[reducer]
pub fn take_time_off(ctx: &ReducerContext, game_id: u64, from: Timestamp, days: u32) -> Outcome {
    limits::admit(ctx)?;
    let (mut table, seat) = Running::open_mine(ctx, game_id)?;
    table.refuse_if_late(ctx)?;
    let now = micros(ctx.timestamp);
    // What is called "now" on the way here is past when it arrives.
    table.clock.take_off(seat, now, micros(from).max(now), days)?;
    table.store(ctx);
    Ok(())
}

/// Comes back early: ends the caller's running time off and cancels what they have booked ahead.
///
/// Refused with `too_fast`, `no_such_game`, `not_your_game`, `not_started`, `game_over`, `seat_out` or
/// `corrupt_game`.
#[reducer]
pub fn end_time_off(ctx: &ReducerContext, game_id: u64) -> Outcome {
    limits::admit(ctx)?;
    let (mut table, seat) = Running::open_mine(ctx, game_id)?;
    table.clock.end_time_off(seat, micros(ctx.timestamp));
    table.store(ctx);
    Ok(())
}
