//! Moves made in advance. They are kept with the game, so that each device of a player shows the same one, and
//! it is played whether or not the player is there.

use spacetimedb::{ReducerContext, reducer};
use zeitnot_rules::Viewer;
use zeitnot_rules::clock::Micros;

use crate::game::Premove;
use crate::limits;
use crate::play::Running;
use crate::refusal::{Outcome, Refusal};

/// The most bytes that are kept of an action.
const MAX_BYTES: usize = 64;

/// Decides the caller's next move while others are on move; a second one replaces the first. When the turn
/// comes it is played at once, using no time, if it is legal then, and forgotten if not. `ply` is that of the
/// caller's row.
///
/// Refused with `your_turn`, `stale_ply`, `bad_action`, or as `resign` is.
#[reducer]
pub fn premove(ctx: &ReducerContext, game_id: u64, ply: u32, action: Vec<u8>) -> Outcome {
    limits::admit(ctx)?;
    let (mut table, seat) = Running::open_mine(ctx, game_id)?;
    let current = table.game.plies_known_to(Viewer::Seat(seat)).count() as u32;
    if ply != current {
        return Err(Refusal::StalePly { named: ply, current });
    }
    if table.position.to_move().contains(seat) {
        return Err(Refusal::YourTurn);
    }
    table.refuse_if_late(ctx)?;
    if action.len() > MAX_BYTES {
        return Err(Refusal::LongAction(MAX_BYTES));
    }
    if let Err(refused) = table.position.clone().apply(seat, &action)
        && refused.code == "bad_action"
    {
        return Err(refused.into());
    }
    table.game.premoves.retain(|premove| premove.seat != seat.get());
    table.game.premoves.push(Premove { seat: seat.get(), action });
    table.store(ctx);
    Ok(())
}

/// Takes the caller's premove back. Refused with `no_premove` (it may just have been played), or as `resign`
/// is.
#[reducer]
pub fn cancel_premove(ctx: &ReducerContext, game_id: u64) -> Outcome {
    limits::admit(ctx)?;
    let (mut table, seat) = Running::open_mine(ctx, game_id)?;
    table.refuse_if_late(ctx)?;
    if table.game.premove_of(seat).is_none() {
        return Err(Refusal::NoPremove);
    }
    table.game.premoves.retain(|premove| premove.seat != seat.get());
    table.store(ctx);
    Ok(())
}

/// Plays the premove of somebody who is on move, if there is one that is legal; says whether it has.
pub(crate) fn play_one(table: &mut Running, now: Micros) -> bool {
    if table.clock.is_paused() && !table.clock.control().is_correspondence() {
        return false;
    }
    for seat in table.position.to_move().iter() {
        let Some(at) = table.game.premoves.iter().position(|premove| premove.seat == seat.get()) else {
            continue;
        };
        let premove = table.game.premoves.remove(at);
        if table.carry_out(seat, premove.action, now).is_ok() {
            return true;
        }
    }
    false
}
