//! Deleting an account: the name and what was said go, the games stay with a nameless player.

use spacetimedb::{Identity, ReducerContext, Table, reducer, table};

use crate::archive::{self, archive_entry as _, archived_game as _};
use crate::audit;
use crate::block;
use crate::chat;
use crate::departure;
use crate::game::{Game, Party, game as _};
use crate::guest;
use crate::leaderboard;
use crate::limits;
use crate::player::{self, Player, player as _};
use crate::rating;
use crate::refusal::{Outcome, Refusal};
use crate::seat;
use crate::staff;
use crate::tally;

/// The most games that are made nameless in one round of the sweeper.
const AT_ONCE: usize = 200;

/// A game in which a player who is gone is still named.
#[table(accessor = erasure)]
#[derive(Debug)]
pub struct Erasure {
    #[primary_key]
    #[auto_inc]
    pub id: u64,
    pub game: u64,
    #[index(btree)]
    pub player: Identity,
    /// What the sweeper finds it by.
    #[index(btree)]
    pub due: bool,
}

/// Deletes the caller's account: resigns all running games, leaves those that wait for others, and removes the
/// name, the ratings and what was said. The games that are over stay with the others who played them, with a
/// player without a name and an identity in the caller's seat; those in the archive follow within minutes. The
/// names go from what moderators have done about the caller, too. A moderator or matchmaker is none any more; the
/// owner of the database stays. A ban stays. Whoever comes back with the same token has a new account, which is empty.
///
/// Refused with `too_fast` or `owner_stays`.
#[reducer]
pub fn delete_account(ctx: &ReducerContext) -> Outcome {
    limits::admit(ctx)?;
    let player = ctx.sender();
    if staff::is_owner(ctx, player) {
        return Err(Refusal::OwnerStays);
    }
    departure::leave_all(ctx, player, "resignation");
    let mut archived: Vec<u64> =
        ctx.db.archive_entry().by_page().filter(player).map(|entry| entry.game).collect();
    for (game, seat) in departure::games_of(ctx, player) {
        seat::withdraw_from(ctx, game.id, player);
        let id = game.id;
        unname(ctx, game, seat.index());
        archive::close_if_unread(ctx, id);
        // Those who have finished more games since have it in their archive already.
        if ctx.db.archived_game().id().find(id).is_some() {
            archived.push(id);
        }
    }
    ctx.db.archive_entry().by_page().delete(player);
    for game in archived {
        ctx.db.erasure().insert(Erasure { id: 0, game, player, due: true });
    }
    staff::dismiss(ctx, player);
    forget(ctx, player);
    Ok(())
}

/// Removes a player's row and all that is kept beside it, except games.
pub(crate) fn forget(ctx: &ReducerContext, player: Identity) {
    chat::forget(ctx, player);
    rating::forget(ctx, player);
    leaderboard::forget(ctx, player);
    block::forget(ctx, player);
    audit::forget(ctx, player);
    let Some(row) = ctx.db.player().identity().find(player) else { return };
    tally::forget(ctx, player);
    ctx.db.player().identity().delete(player);
    if player::is_banned(ctx, &row) {
        let banned_until = row.banned_until;
        ctx.db.player().identity().update(Player { banned_until, ..player::find_or_create(ctx, player) });
        guest::banned(ctx, player);
    }
}

/// Makes archived games nameless.
pub(crate) fn sweep(ctx: &ReducerContext) {
    let due: Vec<Erasure> = ctx.db.erasure().due().filter(true).take(AT_ONCE).collect();
    for erasure in due {
        ctx.db.erasure().id().delete(erasure.id);
        let is_theirs = |party: &Party| party.identity == Some(erasure.player);
        if let Some(game) = ctx.db.game().id().find(erasure.game)
            && let Some(seat) = game.players.iter().position(is_theirs)
        {
            unname(ctx, game, seat);
        }
        if let Some(mut game) = ctx.db.archived_game().id().find(erasure.game) {
            game.players.iter_mut().filter(|party| is_theirs(party)).for_each(Party::unname);
            ctx.db.archived_game().id().update(game);
            archive::drop_if_unread(ctx, erasure.game);
        }
    }
}

fn unname(ctx: &ReducerContext, mut game: Game, seat: usize) {
    if let Some(party) = game.players.get_mut(seat) {
        party.unname();
    }
    seat::restate(ctx, &game);
    ctx.db.game().id().update(game);
}
