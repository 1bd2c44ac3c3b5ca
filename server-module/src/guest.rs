//! Players who came once, left nothing behind and are gone: their rows are taken away again. And bans that are over,
//! which are taken off the rows of those who stay.

use std::time::Duration;

use spacetimedb::{Identity, ReducerContext};

use crate::account;
use crate::game::NEVER;
use crate::play::micros;
use crate::player::{self, Player, player as _};
use crate::presence;
use crate::rating;
use crate::seat::seat as _;
use crate::tally::tally as _;

/// How long a player who has nothing here is remembered after the last connection.
pub const REMEMBERED: Duration = Duration::from_secs(24 * 60 * 60);

/// The most rows that are looked at in one round of the sweeper.
const AT_ONCE: usize = 200;

/// A player is on line: the row stays.
pub(crate) fn came(ctx: &ReducerContext, player: Identity) {
    look_again_at(ctx, player, NEVER);
}

/// A player is not there any more.
pub(crate) fn went(ctx: &ReducerContext, player: Identity) {
    look_again_at(ctx, player, micros(ctx.timestamp + REMEMBERED));
}

/// A player has been banned: when that is over, the lists that leave the banned out are to be told.
pub(crate) fn banned(ctx: &ReducerContext, player: Identity) {
    look_again_at(ctx, player, first_look(ctx, player));
}

/// When the sweeper is to look at a player whose row is made now.
pub(crate) fn first_look(ctx: &ReducerContext, player: Identity) -> i64 {
    if presence::is_present(ctx, player) { NEVER } else { micros(ctx.timestamp + REMEMBERED) }
}

/// Takes away the rows that are due and that nobody needs, and ends bans.
pub(crate) fn sweep(ctx: &ReducerContext) {
    let due: Vec<Player> =
        ctx.db.player().sweep_at().filter(..=micros(ctx.timestamp)).take(AT_ONCE).collect();
    for player in due {
        if player::is_banned(ctx, &player) {
            look_again_at(ctx, player.identity, NEVER);
        } else if player.banned_until.is_some() {
            let identity = player.identity;
            ctx.db.player().identity().update(Player { banned_until: None, ..player });
            rating::restate(ctx, identity);
            look_again_at(ctx, identity, first_look(ctx, identity));
        } else if is_known_for_something(ctx, &player) {
            look_again_at(ctx, player.identity, NEVER);
        } else if has_games(ctx, &player) {
            went(ctx, player.identity);
        } else {
            account::forget(ctx, player.identity);
        }
    }
}

/// What stays for as long as the player does not delete it. The sweeper need not look again before the next
/// visit.
fn is_known_for_something(ctx: &ReducerContext, player: &Player) -> bool {
    ctx.db.tally().player().find(player.identity).is_some_and(|tally| tally.archived > 0)
        || player.name != player::guest_name(player.identity)
        || rating::has_any(ctx, player.identity)
}

fn has_games(ctx: &ReducerContext, player: &Player) -> bool {
    ctx.db.seat().player().filter(player.identity).next().is_some()
}

/// Not later than the end of a ban.
fn look_again_at(ctx: &ReducerContext, player: Identity, sweep_at: i64) {
    if let Some(row) = ctx.db.player().identity().find(player) {
        let sweep_at = row.banned_until.map_or(sweep_at, |until| sweep_at.min(micros(until)));
        ctx.db.player().identity().update(Player { sweep_at, ..row });
    }
}
