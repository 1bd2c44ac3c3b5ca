//! The network's delay, measured by the server and given back within a quota.

use spacetimedb::{ReducerContext, SpacetimeType, reducer};
use zeitnot_rules::SeatSet;
use zeitnot_rules::clock::{LagQuota, Micros};

use crate::limits;
use crate::play::{Running, micros};
use crate::refusal::{Outcome, Refusal};

/// A delay below this is not worth a change of the deadline.
const LEAST: Micros = 10_000;

/// What a seat may still be given back; see [`LagQuota`].
#[derive(SpacetimeType, Clone, Copy, Debug, PartialEq, Default)]
pub struct Lag {
    pub left_us: Option<i64>,
    pub given_us: i64,
}

impl From<Lag> for LagQuota {
    fn from(lag: Lag) -> Self {
        Self { left: lag.left_us, given: lag.given_us }
    }
}

impl From<LagQuota> for Lag {
    fn from(quota: LagQuota) -> Self {
        Self { left_us: quota.left, given_us: quota.given }
    }
}

/// A client far away calls this as soon as it is told that its player is on move. The time from the start of
/// the turn until this call arrives, by the server's own timestamps, is what the network takes from the turn
/// both ways; it is given back once a turn and within a quota, since a client may also dawdle. Who is near
/// need not call it.
///
/// `ply` is that of the caller's row. Refused with `stale_ply`, `not_your_turn`, `untimed`, `paused`,
/// `already_seen`, or as `resign` is.
#[reducer]
pub fn saw_turn(ctx: &ReducerContext, game_id: u64, ply: u32) -> Outcome {
    limits::admit(ctx)?;
    let (mut table, seat) = Running::open_to_move(ctx, game_id, ply)?;
    if table.clock.is_paused() {
        return Err(Refusal::Paused(game_id));
    }
    table.refuse_if_late(ctx)?;
    let allowance = table.clock.allowance(seat).ok_or(Refusal::Untimed(game_id))?;
    let seen_by = SeatSet::from_bits(table.game.seen_by);
    if seen_by.contains(seat) {
        return Err(Refusal::AlreadySeen);
    }
    table.game.seen_by = seen_by.with(seat).bits();

    let delay = micros(ctx.timestamp).saturating_sub(micros(table.game.turn_started));
    if delay >= LEAST
        && let Some(lag) = table.game.lag.get_mut(seat.index())
    {
        let mut quota = LagQuota::from(*lag);
        let credit = quota.credit(delay, allowance);
        *lag = quota.into();
        table.clock.give_back(seat, credit);
    }
    table.store(ctx);
    Ok(())
}
