//! What moderators do about games and players.

use std::time::Duration;

use spacetimedb::{Identity, ReducerContext, reducer};
use zeitnot_rules::{PlayerName, SeatSet};

use crate::audit;
use crate::departure;
use crate::play::Running;
use crate::player::{self, Player, player as _};
use crate::rating;
use crate::refusal::{Outcome, Refusal};
use crate::seek;
use crate::staff::{is_moderator, is_owner, only_moderators};

/// The longest ban, in hours: a hundred years.
pub const LONGEST_BAN: u32 = 100 * 365 * 24;

/// Ends a running game as one that does not count. Only the owner and moderators may. The reason has 1 to 200
/// characters and goes into the audit table.
///
/// Refused with `not_allowed`, `bad_reason`, `no_such_game`, `not_started` or `game_over`.
#[reducer]
pub fn void_game(ctx: &ReducerContext, game_id: u64, reason: String) -> Outcome {
    only_moderators(ctx)?;
    let reason = audit::reason(&reason)?;
    let mut table = Running::open(ctx, game_id)?;
    audit::note(ctx, "void_game", game_id, reason);
    table.finish(ctx, SeatSet::EMPTY, "void", None);
    table.store(ctx);
    Ok(())
}

/// Keeps a player from playing and speaking for so many hours, from now; a later ban takes the place of an
/// earlier one. The player is out of all running games, with `banned` as the reason, and loses them where only
/// one other plays; the games that wait for others, searches and challenges are gone. Only the owner and
/// moderators may, and moderators do not ban each other or the owner.
///
/// Refused with `not_allowed`, `bad_reason`, `bad_ban` (no hours, or more than a hundred years) or
/// `unknown_player`.
#[reducer]
pub fn ban_player(ctx: &ReducerContext, player: Identity, hours: u32, reason: String) -> Outcome {
    only_moderators(ctx)?;
    refuse_against_staff(ctx, player)?;
    let reason = audit::reason(&reason)?;
    if hours == 0 || hours > LONGEST_BAN {
        return Err(Refusal::BadBan(LONGEST_BAN));
    }
    let row = known(ctx, player)?;
    let until = ctx.timestamp + Duration::from_secs(u64::from(hours) * 60 * 60);
    ctx.db.player().identity().update(Player { banned_until: Some(until), ..row });
    rating::restate(ctx, player);
    audit::note(ctx, "ban_player", player, format!("{hours} h: {reason}"));
    departure::leave_all(ctx, player, "banned");
    Ok(())
}

/// Takes a ban back. Only the owner and moderators may. Refused with `not_allowed`, `bad_reason`,
/// `unknown_player` or `not_banned`.
#[reducer]
pub fn unban_player(ctx: &ReducerContext, player: Identity, reason: String) -> Outcome {
    only_moderators(ctx)?;
    let reason = audit::reason(&reason)?;
    let row = known(ctx, player)?;
    if !player::is_banned(ctx, &row) {
        return Err(Refusal::NotBanned(row.name));
    }
    ctx.db.player().identity().update(Player { banned_until: None, ..row });
    rating::restate(ctx, player);
    audit::note(ctx, "unban_player", player, reason);
    Ok(())
}

/// Gives a player another name, in the games that they have in `my_games` and on the list of open games too. Only the owner and moderators
/// may. An empty name is the name of a guest. Refused with `not_allowed`, `bad_name` or `unknown_player`.
#[reducer]
pub fn rename_player(ctx: &ReducerContext, player: Identity, name: String) -> Outcome {
    only_moderators(ctx)?;
    let name = match name.trim() {
        "" => player::guest_name(player),
        name => name.parse::<PlayerName>().map_err(Refusal::BadName)?.to_string(),
    };
    let row = known(ctx, player)?;
    audit::note(ctx, "rename_player", player, format!("{} is now {name}", row.name));
    player::rename(ctx, row, name.clone());
    seek::rename(ctx, player, &name);
    departure::for_each_game(ctx, player, |party| name.clone_into(&mut party.name));
    Ok(())
}

fn known(ctx: &ReducerContext, player: Identity) -> Outcome<Player> {
    let row = ctx.db.player().identity().find(player);
    row.ok_or_else(|| Refusal::UnknownPlayer(player.to_abbreviated_hex().to_string()))
}

fn refuse_against_staff(ctx: &ReducerContext, player: Identity) -> Outcome {
    if is_owner(ctx, player) || is_moderator(ctx, player) && !is_owner(ctx, ctx.sender()) {
        return Err(Refusal::NotAllowed("moderators do not ban each other or the owner"));
    }
    Ok(())
}
