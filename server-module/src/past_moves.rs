//! The moves of games, a page at a time: each page is a row that is written once.
//!
//! What a move writes is to be little, and not to grow with the game. So the last moves stand in the running turn
//! ([`Turn::latest`](crate::turn::Turn)), which a move writes anyway, and give way to a page when they fill one.

use spacetimedb::{Identity, ReducerContext, SpacetimeType, Table, table};
use spacetimedb_bindings_macro::client_visibility_filter;
use zeitnot_rules::{Audience, Viewer};

use crate::filter::Filter;
use crate::game::{Game, GameStatus, Ply, PlyKind};
use crate::readers::{NOBODY, Readers};

/// The moves on a page.
pub const MOVES_A_PAGE: u32 = 16;

/// The only rows of [`PastMoves`] that a client can get, by whatever query: these, and those of the next filter.
#[client_visibility_filter]
const ONES_OWN_PAST_MOVES: Filter = Filter("SELECT * FROM past_moves WHERE player = :sender");

#[client_visibility_filter]
const ONES_SHARED_PAST_MOVES: Filter = Filter("SELECT * FROM past_moves WHERE other = :sender");

/// A page: [`MOVES_A_PAGE`] moves of a game. Those after the last full page are in `turn`.
///
/// A row does not change. Moves that are taken back go, and their page with them; at the end of a game in which
/// something was hidden all of its pages give way to those that tell everything.
#[table(accessor = past_moves, public, index(accessor = by_first, btree(columns = [key, first])))]
#[derive(Clone, Debug, PartialEq)]
pub struct PastMoves {
    /// That of the row in `turn`.
    pub key: u64,
    /// The number of the first of these moves among those that its readers may know of, from 0.
    pub first: u32,
    /// The game's id.
    pub id: u64,
    /// Whose this is.
    #[index(btree)]
    pub player: Identity,
    /// Another one who has it, too, as in `turn`.
    #[index(btree)]
    pub other: Identity,
    pub moves: Vec<Move>,
}

/// A move, as far as the readers may know of it; a turn that passed, or a player who left.
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

/// Writes the pages that there are by now and were not yet, and gives the moves after them. `known` is how many
/// moves its readers may know of, `shown` how many there are on pages.
pub(crate) fn publish(
    ctx: &ReducerContext,
    game: &Game,
    readers: Readers,
    known: u32,
    shown: u32,
) -> Vec<Move> {
    let viewer = Viewer::Seat(readers.seat);
    let full = known - known % MOVES_A_PAGE;
    // While a game runs, what a player knows of it changes at its end alone.
    let kept = if is_laid_open(game) { 0 } else { shown.min(full) };
    if kept < shown {
        ctx.db.past_moves().by_first().delete((readers.key, kept..));
    }
    let mut moves = game.plies_known_to(viewer).skip(kept as usize).map(|ply| Move::seen(game, ply, viewer));
    let Readers { key, player, other, .. } = readers;
    for first in (kept..full).step_by(MOVES_A_PAGE as usize) {
        let moves = moves.by_ref().take(MOVES_A_PAGE as usize).collect();
        ctx.db.past_moves().insert(PastMoves { key, first, id: game.id, player, other, moves });
    }
    moves.collect()
}

/// Takes the pages of a row in `turn` away.
pub(crate) fn withdraw(ctx: &ReducerContext, key: u64) {
    ctx.db.past_moves().by_first().delete(key);
}

/// Leaves the pages of a row in `turn` to one of its readers.
pub(crate) fn leave_to(ctx: &ReducerContext, key: u64, player: Identity) {
    let pages: Vec<PastMoves> = ctx.db.past_moves().by_first().filter(key).collect();
    ctx.db.past_moves().by_first().delete(key);
    for page in pages {
        ctx.db.past_moves().insert(PastMoves { player, other: NOBODY, ..page });
    }
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
