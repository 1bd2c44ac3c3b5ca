//! The one timer of a live game.
//!
//! The engine's queue is apart from the table: it is written when a row is inserted, whether or not the
//! transaction commits, and keyed by the row's id. So the id is the game's own, which makes a new timer take
//! the place of the old one, and arming is the last step of every reducer, after which nothing can fail.

use spacetimedb::{ReducerContext, ScheduleAt, Table, Timestamp, reducer, table};
use zeitnot_rules::clock::Micros;

use crate::game::game;
use crate::play::{Running, micros};
use crate::refusal::{Outcome, only_the_server};

/// When a game's running turn ends, if nobody moves.
#[table(accessor = turn_timer, scheduled(turn_timeout))]
#[derive(Debug)]
pub struct TurnTimer {
    /// The game's id.
    #[primary_key]
    pub scheduled_id: u64,
    pub scheduled_at: ScheduleAt,
    /// The game's `turn` when this was set.
    pub turn: u32,
}

/// Sets the timer of a game in place of the one it had. `None`: it is to have none.
pub(crate) fn arm(ctx: &ReducerContext, game: u64, turn: u32, deadline: Option<Micros>) {
    ctx.db.turn_timer().scheduled_id().delete(game);
    if let Some(at) = deadline {
        let scheduled_at = ScheduleAt::Time(Timestamp::from_micros_since_unix_epoch(at));
        ctx.db.turn_timer().insert(TurnTimer { scheduled_id: game, scheduled_at, turn });
    }
}

/// Whoever is on move has let the time run out: what becomes of that is the game's policy.
///
/// The engine delivers at least once and not always in time, so this trusts nothing: a timer of a game that
/// has ended or whose turn has moved on does nothing, and one that comes early is set again. To the server it
/// returns no error, after which the timer would be lost; a client is refused with `not_allowed`.
#[reducer]
pub fn turn_timeout(ctx: &ReducerContext, timer: TurnTimer) -> Outcome {
    only_the_server(ctx)?;
    let id = timer.scheduled_id;
    // Its own row, that is: after a second delivery the row of this id may be the next turn's.
    if ctx.db.turn_timer().scheduled_id().find(id).is_some_and(|row| row.turn == timer.turn) {
        ctx.db.turn_timer().scheduled_id().delete(id);
    }
    let current = ctx.db.game().id().find(id).is_some_and(|game| game.turn == timer.turn);
    if !current {
        return Ok(());
    }
    let table = match Running::open(ctx, id) {
        Ok(table) => table,
        Err(refusal) => {
            log::error!("the timer of game {id} fired, and was of no use: {refusal}");
            return Ok(());
        }
    };
    let late = table.clock.flagged(micros(ctx.timestamp));
    if late.is_empty() {
        // It came early, or an outage has moved the deadline.
        table.store(ctx);
        return Ok(());
    }
    table.time_is_up(ctx, late);
    Ok(())
}
