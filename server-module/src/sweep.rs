//! Takes away what is over: games that nobody came to, and, to the archive, games that ended a day ago.

use std::time::Duration;

use spacetimedb::{ReducerContext, ScheduleAt, Table, reducer, table};

use crate::game::{GameStatus, game};
use crate::matchmaker::started;
use crate::refusal::{Outcome, Refusal};
use crate::{archive, lobby};

/// How long a finished game stays in `my_games`.
pub const KEEP_FINISHED: Duration = Duration::from_secs(24 * 60 * 60);

/// How often the sweeper looks.
const EVERY: Duration = Duration::from_secs(5);

/// The most games it takes away at once, so that no move waits for long behind it.
const AT_ONCE: usize = 200;

/// The sweeper's schedule. One row.
#[table(accessor = sweep_timer, scheduled(sweep))]
pub struct SweepTimer {
    #[primary_key]
    #[auto_inc]
    pub scheduled_id: u64,
    pub scheduled_at: ScheduleAt,
}

pub(crate) fn schedule(ctx: &ReducerContext) {
    ctx.db.sweep_timer().insert(SweepTimer { scheduled_id: 0, scheduled_at: EVERY.into() });
}

/// Takes away what is over by now. The server calls it; a client is refused with `not_allowed`.
#[reducer]
pub fn sweep(ctx: &ReducerContext, _timer: SweepTimer) -> Outcome {
    if !ctx.sender_auth().is_internal() {
        return Err(Refusal::NotAllowed("only the server's own clock calls this"));
    }
    let now = ctx.timestamp.to_micros_since_unix_epoch();
    let due: Vec<_> = ctx.db.game().sweep_at().filter(..=now).take(AT_ONCE).collect();
    for game in due {
        match game.status {
            GameStatus::Waiting => lobby::remove(ctx, &game),
            GameStatus::Over => {
                archive::file_for_all(ctx, &game);
                ctx.db.started().game().delete(game.id);
                ctx.db.game().id().delete(game.id);
            }
            GameStatus::Live => log::error!("game {} is played still and was due to be swept", game.id),
        }
    }
    Ok(())
}
