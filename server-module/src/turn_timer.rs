//! The one timer of a live game.
//!
//! It goes off when the running turn ends, or before: most moves move the deadline back, and then the timer stays as it
//! is. When it goes off too early it is set again, once in a while instead of with every move.
//!
//! The engine's queue is apart from the table: it is written when a row is inserted, whether or not the
//! transaction commits, and keyed by the row's id. So the id is the game's own, which makes a new timer take
//! the place of the old one, and arming is the last step of every reducer, after which nothing can fail.

use spacetimedb::{ReducerContext, ScheduleAt, Table, Timestamp, reducer, table};
use zeitnot_rules::clock::Micros;

use crate::game::{Game, NEVER};
use crate::play::{Running, micros};
use crate::refusal::{Outcome, only_the_server};

/// When it is to be looked whether a game's running turn has ended.
#[table(accessor = turn_timer, scheduled(turn_timeout))]
#[derive(Debug)]
pub struct TurnTimer {
    /// The game's id.
    #[primary_key]
    pub scheduled_id: u64,
    pub scheduled_at: ScheduleAt,
}

/// In the place of the moment of a timer that may not go off at it.
pub(crate) const LOST: Micros = 0;

/// When the timer of a game is to go off, or [`NEVER`], for a deadline of its running turn: one that is set already will
/// do if it goes off by then. One that should have gone off is lost.
pub(crate) fn due(game: &Game, deadline: Option<Micros>, now: Micros) -> Micros {
    match deadline {
        None => NEVER,
        Some(deadline) if now < game.timer_at && game.timer_at <= deadline => game.timer_at,
        Some(deadline) => deadline,
    }
}

/// Sets the timer of a game in place of the one it had. [`NEVER`]: it is to have none.
pub(crate) fn set(ctx: &ReducerContext, game: u64, at: Micros) {
    ctx.db.turn_timer().scheduled_id().delete(game);
    if at != NEVER {
        let scheduled_at = ScheduleAt::Time(Timestamp::from_micros_since_unix_epoch(at));
        ctx.db.turn_timer().insert(TurnTimer { scheduled_id: game, scheduled_at });
    }
}

/// Whoever is on move has let the time run out: what becomes of that is the game's policy.
///
/// The engine delivers at least once and not always in time, so this trusts nothing: a timer that another has
/// taken the place of does nothing, and one that comes early is set again. To the server it returns no error, after
/// which the timer would be lost; a client is refused with `not_allowed`.
#[reducer]
pub fn turn_timeout(ctx: &ReducerContext, timer: TurnTimer) -> Outcome {
    only_the_server(ctx)?;
    let id = timer.scheduled_id;
    // After a second delivery the row of this id may be another one.
    if ctx.db.turn_timer().scheduled_id().find(id).is_none_or(|row| row.scheduled_at != timer.scheduled_at) {
        return Ok(());
    }
    ctx.db.turn_timer().scheduled_id().delete(id);
    let mut table = match Running::open(ctx, id) {
        Ok(table) => table,
        Err(refusal) => {
            log::error!("the timer of game {id} fired, and was of no use: {refusal}");
            return Ok(());
        }
    };
    table.game.timer_at = NEVER;
    let late = table.clock.flagged(micros(ctx.timestamp));
    if late.is_empty() {
        table.store(ctx);
        return Ok(());
    }
    table.time_is_up(ctx, late);
    Ok(())
}
