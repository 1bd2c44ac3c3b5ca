//! The moves in each player's copy of a game: each is a row that is written once.

use spacetimedb::{Identity, ReducerContext, SpacetimeType, Table, table};
use spacetimedb_bindings_macro::client_visibility_filter;
use zeitnot_rules::{Audience, Seat, Viewer};

use crate::filter::Filter;
use crate::game::{Game, GameStatus, Ply, PlyKind};
use crate::seat_turn::SeatTurn;

/// The only rows of [`SeatPly`] that a client can get, by whatever query.
#[client_visibility_filter]
const ONES_OWN_PLIES: Filter = Filter("SELECT * FROM seat_ply WHERE player = :sender");

/// A move that a player may know of, a turn that passed, or a player who left.
///
/// A row does not change. Moves that are taken back go; at the end of a game in which something was hidden all
/// of its rows give way to those that tell everything.
#[table(accessor = seat_ply, public, index(accessor = by_seat, btree(columns = [id, seat, number])))]
#[derive(Clone, Debug, PartialEq)]
pub struct SeatPly {
    /// Whose copy this is.
    #[index(btree)]
    pub player: Identity,
    /// The game's id.
    pub id: u64,
    /// The seat of the player whose copy this is, from 0.
    pub seat: u8,
    /// The number of the ply among those that this player may know of, from 0, without a gap.
    pub number: u32,
    pub played: Move,
}

/// A move, as far as this seat may know of it.
#[derive(SpacetimeType, Clone, Debug, PartialEq)]
pub struct Move {
    pub kind: PlyKind,
    pub seat: u8,
    /// In the encoding of the rules; empty: somebody moved, and you may not see what. Of one who left, the
    /// reason as text.
    pub action: Vec<u8>,
    /// Microseconds from the start of the turn to this move.
    pub used_us: u64,
}

impl Move {
    fn seen(game: &Game, ply: &Ply, viewer: Viewer) -> Self {
        let is_shown = game.status == GameStatus::Over || ply.action_seen_by().contains(viewer);
        Self {
            kind: ply.kind,
            seat: ply.seat,
            action: if is_shown { ply.action.clone() } else { Vec::new() },
            used_us: ply.used_us,
        }
    }
}

/// Writes the moves that a player may know of by now, as `turn` counts them, and does not have yet; `shown` is how
/// many there are.
pub(crate) fn publish(ctx: &ReducerContext, game: &Game, seat: Seat, turn: &SeatTurn, shown: u32) {
    // While a game runs, what a player knows of it changes at its end alone.
    let kept = if is_laid_open(game) { 0 } else { shown.min(turn.ply) };
    if kept < shown {
        ctx.db.seat_ply().by_seat().delete((game.id, seat.get(), kept..));
    }
    let viewer = Viewer::Seat(seat);
    for (number, ply) in (kept..).zip(game.plies_known_to(viewer).skip(kept as usize)) {
        ctx.db.seat_ply().insert(SeatPly {
            player: turn.player,
            id: game.id,
            seat: seat.get(),
            number,
            played: Move::seen(game, ply, viewer),
        });
    }
}

/// Takes them out of every player's copy of a game.
pub(crate) fn withdraw(ctx: &ReducerContext, game: u64) {
    ctx.db.seat_ply().by_seat().delete(game);
}

/// Takes them out of one player's copy.
pub(crate) fn withdraw_from(ctx: &ReducerContext, game: u64, seat: u8) {
    ctx.db.seat_ply().by_seat().delete((game, seat));
}

/// The game is over, and with that there is more to see of its moves than before.
fn is_laid_open(game: &Game) -> bool {
    let is_public =
        |ply: &Ply| ply.known_to() == Audience::EVERYONE && ply.action_seen_by() == Audience::EVERYONE;
    game.status == GameStatus::Over && !game.history.iter().all(is_public)
}

/// The part of the history that a viewer may know of; all of it once the game is over.
pub(crate) fn moves_seen(game: &Game, viewer: Viewer) -> impl Iterator<Item = Move> {
    game.plies_known_to(viewer).map(move |ply| Move::seen(game, ply, viewer))
}
