//! Takes away what is over: games that nobody came to, and, to the archive, games that ended a day ago. And
//! the safety net below the timers.

use std::time::Duration;

use spacetimedb::{ReducerContext, ScheduleAt, Table, Timestamp, reducer, table};
use zeitnot_rules::SeatSet;
use zeitnot_rules::clock::Micros;

use crate::game::{BUCKETS, Game, GameStatus, NEVER, game};
use crate::pause::LONGEST_PAUSE;
use crate::play::{Running, micros};
use crate::refusal::{Outcome, only_the_server};
use crate::{absence, account, archive, challenge, guest, leaderboard, lobby, matchmaker, rematch, watch};

/// How long a finished game stays in `seat`.
pub const KEEP_FINISHED: Duration = Duration::from_secs(24 * 60 * 60);

/// How long nobody may have come on move in a game without a clock before it is void: longer than any turn by
/// correspondence. Games with a clock end by it.
pub const ABANDONED_AFTER: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// How often the sweeper looks.
const EVERY: Duration = Duration::from_secs(5);

/// How long after its deadline a turn is ended if its timer has not done it. The engine keeps its queue of
/// timers apart from their table, so that a row can be left without its entry.
const LOST_AFTER: Duration = Duration::from_secs(10);

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
    only_the_server(ctx)?;
    // First: what a transaction has written itself comes out of an index before the rest, not in its order.
    leaderboard::refresh(ctx);
    for game in due_games(ctx) {
        match game.status {
            GameStatus::Waiting => lobby::remove(ctx, &game),
            GameStatus::Over if ctx.timestamp < kept_until(&game) => {
                rematch::go_on(ctx, &game);
                if let Some(game) = ctx.db.game().id().find(game.id) {
                    let sweep_at = micros(kept_until(&game));
                    ctx.db.game().id().update(Game { sweep_at, ..game });
                }
            }
            GameStatus::Over => archive::file_for_all(ctx, &game),
            GameStatus::Live => revive(ctx, game),
        }
    }
    challenge::sweep(ctx, AT_ONCE);
    account::sweep(ctx);
    guest::sweep(ctx);
    matchmaker::sweep(ctx);
    watch::recount(ctx);
    Ok(())
}

/// The games that are due, or so many of them that it is enough for a round.
fn due_games(ctx: &ReducerContext) -> Vec<Game> {
    let now = micros(ctx.timestamp);
    // Another one comes first each time: where there are too many, all have their turn.
    let first = (now / EVERY.as_micros() as i64).rem_euclid(i64::from(BUCKETS)) as u16;
    let mut due = Vec::new();
    for bucket in (first..BUCKETS).chain(0..first) {
        due.extend(ctx.db.game().by_sweep().filter((bucket, ..=now)));
        if due.len() >= AT_ONCE {
            break;
        }
    }
    due.sort_by_key(|game| (game.sweep_at, game.id));
    due.truncate(AT_ONCE);
    due
}

/// When the sweeper is to look at a game that has begun.
pub(crate) fn due(game: &Game, deadline: Option<Micros>) -> i64 {
    let after = |from: Timestamp, wait: Duration| micros(from + wait);
    let turn = match (game.status, game.paused_at, deadline) {
        (GameStatus::Over, ..) => {
            return match (rematch::due(game), game.ended_at) {
                (Some(wait), Some(ended_at)) => after(ended_at, wait),
                _ => micros(kept_until(game)),
            };
        }
        (_, Some(paused_at), _) => after(paused_at, LONGEST_PAUSE),
        (_, None, Some(deadline)) => deadline.saturating_add(LOST_AFTER.as_micros() as i64),
        (_, None, None) => after(game.turn_started, ABANDONED_AFTER),
    };
    absence::due(game).map_or(turn, |absence| absence.min(turn))
}

/// How long a game that is over stays in `seat`.
fn kept_until(game: &Game) -> Timestamp {
    game.ended_at.unwrap_or(game.opened_at) + KEEP_FINISHED
}

/// A live game is swept when its timer should long have fired, when its pause has lasted too long, or when it has no
/// timer and nobody plays it any more.
fn revive(ctx: &ReducerContext, game: Game) {
    let id = game.id;
    let mut table = match Running::open(ctx, id) {
        Ok(table) => table,
        Err(refusal) => {
            log::error!("game {id} is due and cannot be swept: {refusal}");
            // Not again and again: there is nothing that the next sweep could do better.
            ctx.db.game().id().update(Game { sweep_at: NEVER, ..game });
            return;
        }
    };
    if absence::due(&table.game).is_some_and(|due| due <= micros(ctx.timestamp)) {
        return absence::see_to(ctx, table);
    }
    if table.clock.is_paused() {
        table.resume(ctx);
        table.wait_for_all_who_are_away(ctx);
        return table.settle(ctx, None, None);
    }
    let untimed = table.clock.control().is_untimed();
    if untimed && table.game.turn_started + ABANDONED_AFTER <= ctx.timestamp {
        table.finish(ctx, SeatSet::EMPTY, "void", None);
        return table.store(ctx);
    }
    let late = table.clock.flagged(micros(ctx.timestamp));
    if late.is_empty() {
        return table.store(ctx);
    }
    log::warn!("the timer of game {id} was lost: its turn is ended by the sweeper");
    table.time_is_up(ctx, late);
}
