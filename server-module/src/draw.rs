//! Draws by agreement.

use spacetimedb::{ReducerContext, reducer};
use zeitnot_rules::{Seat, SeatSet, Viewer};

use crate::game::Game;
use crate::limits;
use crate::play::Running;
use crate::refusal::{Outcome, Refusal};

/// How many plies after a draw offer the same player may make another one.
pub const OFFER_EVERY: u32 = 20;

/// Offers a draw, or accepts the one that is offered: when all who play have offered it, the game is drawn. The
/// next move of another player declines it.
///
/// Refused with `draw_offered` if the caller's own offer stands, `draw_too_soon` within 20 plies of the
/// caller's last offer (accepting is always possible), or as `resign` is.
#[reducer]
pub fn offer_draw(ctx: &ReducerContext, game_id: u64) -> Outcome {
    limits::admit(ctx)?;
    let (mut table, seat) = Running::open_mine(ctx, game_id)?;
    table.refuse_if_late(ctx)?;
    let offered = SeatSet::from_bits(table.game.draw_offered);
    if offered.contains(seat) {
        return Err(Refusal::DrawOffered);
    }
    if offered.is_empty() {
        let ply = table.game.plies_known_to(Viewer::Seat(seat)).count() as u32;
        if let Some(again_at) = table.game.draw_again_at.get_mut(seat.index()) {
            if ply < *again_at {
                return Err(Refusal::DrawTooSoon { again_at: *again_at });
            }
            *again_at = ply + OFFER_EVERY;
        }
    }
    table.game.draw_offered = offered.with(seat).bits();
    if is_agreed(&table) {
        table.finish(ctx, SeatSet::EMPTY, "agreement", None);
    }
    table.store(ctx);
    Ok(())
}

/// Declines the draw that is offered, or takes the caller's own offer back. Refused with `no_draw_offered`, or
/// as `resign` is.
#[reducer]
pub fn decline_draw(ctx: &ReducerContext, game_id: u64) -> Outcome {
    limits::admit(ctx)?;
    let (mut table, _) = Running::open_mine(ctx, game_id)?;
    table.refuse_if_late(ctx)?;
    if table.game.draw_offered == 0 {
        return Err(Refusal::NoDrawOffered);
    }
    table.game.draw_offered = 0;
    table.store(ctx);
    Ok(())
}

/// Whether all who play have offered a draw. One who has not may have left meanwhile.
pub(crate) fn is_agreed(table: &Running) -> bool {
    let offered = SeatSet::from_bits(table.game.draw_offered);
    !offered.is_empty() && offered.includes(table.position.playing())
}

/// Who moves on has declined what others have offered; the mover's own offer stands.
pub(crate) fn answer_by_move(game: &mut Game, mover: Seat) {
    let offered = SeatSet::from_bits(game.draw_offered);
    if !offered.contains(mover) {
        game.draw_offered = 0;
    }
}
