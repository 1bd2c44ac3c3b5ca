//! Stopping the clocks: when all players agree, or the owner says so.

use std::time::Duration;

use spacetimedb::{ReducerContext, reducer};
use zeitnot_rules::SeatSet;

use crate::play::{Running, micros};
use crate::refusal::{Outcome, Refusal};
use crate::staff::{only_moderators, refuse_own_game};
use crate::{audit, limits};

/// How long a pause may last; then the clocks go on by themselves, so that no game waits for ever.
pub const LONGEST_PAUSE: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// Asks for a pause, or agrees to the one that another has asked for: when all who play have, the clocks
/// stop. A move takes all requests back. Each player's remaining time is kept to the microsecond, and no
/// timer runs.
///
/// Refused with `untimed`, `paused`, or as `resign` is.
#[reducer]
pub fn ask_pause(ctx: &ReducerContext, game_id: u64) -> Outcome {
    limits::admit(ctx)?;
    let (mut table, seat) = Running::open_mine(ctx, game_id)?;
    table.refuse_if_untimed()?;
    table.refuse_if_paused()?;
    table.refuse_if_late(ctx)?;
    table.game.pause_asked = SeatSet::from_bits(table.game.pause_asked).with(seat).bits();
    table.pause_if_all_ask(ctx);
    table.store(ctx);
    Ok(())
}

/// Lets the clocks go on, each from where it stopped. Any player may, unless one of the staff has stopped them.
///
/// Refused with `not_paused`, `paused_by_staff`, `waiting_for_player` while the game's policy keeps them standing for one who is away,
/// `too_fast`, `no_such_game`, `not_your_game`, `not_started`, `game_over`, `seat_out` or `corrupt_game`.
#[reducer]
pub fn resume(ctx: &ReducerContext, game_id: u64) -> Outcome {
    limits::admit(ctx)?;
    let (mut table, _) = Running::open_mine(ctx, game_id)?;
    table.refuse_unless_paused()?;
    if table.game.waits_for != 0 {
        return Err(Refusal::WaitingForPlayer);
    }
    if table.game.paused_by_staff {
        return Err(Refusal::PausedByStaff);
    }
    table.resume(ctx);
    table.wait_for_all_who_are_away(ctx);
    table.settle(ctx, None, None);
    Ok(())
}

/// Stops the clocks of any running game. Only the owner and moderators may, and not in a game of their own. Refused
/// with `not_allowed`, `no_such_game`, `not_started`, `game_over`, `own_game`, `untimed`, `paused` or `out_of_time`.
#[reducer]
pub fn pause_game(ctx: &ReducerContext, game_id: u64) -> Outcome {
    only_moderators(ctx)?;
    let mut table = Running::open(ctx, game_id)?;
    refuse_own_game(ctx, &table.game)?;
    table.refuse_if_untimed()?;
    table.refuse_if_paused()?;
    table.refuse_if_late(ctx)?;
    audit::note(ctx, "pause_game", game_id, "");
    table.pause(ctx);
    table.game.paused_by_staff = true;
    table.store(ctx);
    Ok(())
}

/// Lets the clocks of any paused game go on. Only the owner and moderators may, and not in a game of their own.
/// Refused with `not_allowed`, `no_such_game`, `not_started`, `game_over`, `own_game` or `not_paused`.
#[reducer]
pub fn resume_game(ctx: &ReducerContext, game_id: u64) -> Outcome {
    only_moderators(ctx)?;
    let mut table = Running::open(ctx, game_id)?;
    refuse_own_game(ctx, &table.game)?;
    table.refuse_unless_paused()?;
    audit::note(ctx, "resume_game", game_id, "");
    table.resume(ctx);
    table.wait_for_all_who_are_away(ctx);
    table.settle(ctx, None, None);
    Ok(())
}

impl Running {
    /// Stops the clocks if all who play have asked for it.
    pub(crate) fn pause_if_all_ask(&mut self, ctx: &ReducerContext) {
        let asked = SeatSet::from_bits(self.game.pause_asked);
        if !self.clock.is_paused() && !asked.is_empty() && asked.includes(self.position.playing()) {
            self.pause(ctx);
        }
    }

    pub(crate) fn pause(&mut self, ctx: &ReducerContext) {
        self.clock.pause(micros(ctx.timestamp));
        self.game.pause_asked = 0;
        self.game.paused_at = Some(ctx.timestamp);
    }

    pub(crate) fn resume(&mut self, ctx: &ReducerContext) {
        self.clock.resume(micros(ctx.timestamp));
        self.game.paused_at = None;
        self.game.paused_by_staff = false;
        self.game.waits_for = 0;
        self.expect_back(ctx);
    }

    fn refuse_if_untimed(&self) -> Outcome {
        if self.clock.control().is_untimed() { Err(Refusal::Untimed(self.game.id)) } else { Ok(()) }
    }

    pub(crate) fn refuse_if_paused(&self) -> Outcome {
        if self.clock.is_paused() { Err(Refusal::Paused(self.game.id)) } else { Ok(()) }
    }

    fn refuse_unless_paused(&self) -> Outcome {
        if self.clock.is_paused() { Ok(()) } else { Err(Refusal::NotPaused(self.game.id)) }
    }
}
