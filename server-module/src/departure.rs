//! What becomes of the games and searches of a player who is put out, or goes for good.

use spacetimedb::{Identity, ReducerContext};
use zeitnot_rules::Seat;

use crate::game::{Game, GameStatus, Party, game as _};
use crate::play::{Running, micros};
use crate::seat::{self, seat as _};
use crate::{challenge, lobby, queue};

/// Takes a player out of all games that wait or run, and away from wherever they look for one. It refuses
/// nothing, and arms timers: nothing that may fail comes after it.
pub(crate) fn leave_all(ctx: &ReducerContext, player: Identity, reason: &str) {
    queue::leave_all(ctx, player);
    challenge::forget(ctx, player);
    for (game, seat) in games_of(ctx, player) {
        match game.status {
            GameStatus::Waiting => lobby::leave(ctx, game, seat),
            GameStatus::Live => leave(ctx, game.id, seat, reason),
            GameStatus::Over => {}
        }
    }
}

/// Changes what all games that a player has a row of `seat` for say of the player.
pub(crate) fn for_each_game(ctx: &ReducerContext, player: Identity, change: impl Fn(&mut Party)) {
    for (mut game, seat) in games_of(ctx, player) {
        let Some(party) = game.players.get_mut(seat.index()) else { continue };
        change(party);
        seat::restate(ctx, &game);
        ctx.db.game().id().update(game);
    }
}

/// The games that a player has a row of `seat` for, with their seat.
pub(crate) fn games_of(ctx: &ReducerContext, player: Identity) -> Vec<(Game, Seat)> {
    let rows = ctx.db.seat().player().filter(player);
    rows.filter_map(|row| ctx.db.game().id().find(row.id).zip(Seat::new(row.seat))).collect()
}

/// Takes a seat out of a running game. What a deadline that has passed decides comes first.
fn leave(ctx: &ReducerContext, game: u64, seat: Seat, reason: &str) {
    let mut table = match Running::open(ctx, game) {
        Ok(table) => table,
        Err(refusal) => return log::error!("game {game} cannot be left: {refusal}"),
    };
    let late = table.clock.flagged(micros(ctx.timestamp));
    if !late.is_empty() {
        table.time_is_up(ctx, late);
        // The game may go on after that.
        let Ok(still) = Running::open(ctx, game) else { return };
        table = still;
    }
    if table.position.playing().contains(seat) {
        table.put_out(seat, reason);
        table.settle(ctx, Some(reason), None);
    }
}
