//! The moves in each player's copy of a game, a page at a time: each page is a row that is written once.
//!
//! What a move writes is to be little, and not to grow with the game. So the last moves stand in the running turn
//! ([`SeatTurn::latest`](crate::seat_turn::SeatTurn)), which a move writes anyway, and give way to a page when they fill one.

use spacetimedb::{Identity, ReducerContext, SpacetimeType, Table, table};
use spacetimedb_bindings_macro::client_visibility_filter;
use zeitnot_rules::{Audience, Seat, Viewer};

use crate::filter::Filter;
use crate::game::{Game, GameStatus, Ply, PlyKind};

/// The moves on a page.
pub const MOVES_A_PAGE: u32 = 16;

/// The only rows of [`SeatPage`] that a client can get, by whatever query.
#[client_visibility_filter]
const ONES_OWN_PAGES: Filter = Filter("SELECT * FROM seat_page WHERE player = :sender");

/// The moves of a game that a player may know of, [`MOVES_A_PAGE`] of them. Those after the last full page are in
/// `seat_turn`.
///
/// A row does not change. Moves that are taken back go, and their page with them; at the end of a game in which
/// something was hidden all of its pages give way to those that tell everything.
#[table(accessor = seat_page, public, index(accessor = by_seat, btree(columns = [id, seat, first])))]
#[derive(Clone, Debug, PartialEq)]
pub struct SeatPage {
    /// Whose copy this is.
    #[index(btree)]
    pub player: Identity,
    /// The game's id.
    pub id: u64,
    /// The seat of the player whose copy this is, from 0.
    pub seat: u8,
    /// The number of the first of these moves among those that this player may know of, from 0.
    pub first: u32,
    pub moves: Vec<Move>,
}

/// A move, as far as this seat may know of it; a turn that passed, or a player who left.
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

/// Writes the pages that a player may have by now and does not have yet, and gives the moves after them. `shown` is
/// how many moves there are on pages.
pub(crate) fn publish(ctx: &ReducerContext, game: &Game, seat: Seat, player: Identity, shown: u32) -> Vec<Move> {
    let viewer = Viewer::Seat(seat);
    let known = game.plies_known_to(viewer).count() as u32;
    let full = known - known % MOVES_A_PAGE;
    // While a game runs, what a player knows of it changes at its end alone.
    let kept = if is_laid_open(game) { 0 } else { shown.min(full) };
    if kept < shown {
        ctx.db.seat_page().by_seat().delete((game.id, seat.get(), kept..));
    }
    let mut moves = game.plies_known_to(viewer).skip(kept as usize).map(|ply| Move::seen(game, ply, viewer));
    for first in (kept..full).step_by(MOVES_A_PAGE as usize) {
        let moves = moves.by_ref().take(MOVES_A_PAGE as usize).collect();
        ctx.db.seat_page().insert(SeatPage { player, id: game.id, seat: seat.get(), first, moves });
    }
    moves.collect()
}

/// Takes them out of every player's copy of a game.
pub(crate) fn withdraw(ctx: &ReducerContext, game: u64) {
    ctx.db.seat_page().by_seat().delete(game);
}

/// Takes them out of one player's copy.
pub(crate) fn withdraw_from(ctx: &ReducerContext, game: u64, seat: u8) {
    ctx.db.seat_page().by_seat().delete((game, seat));
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
