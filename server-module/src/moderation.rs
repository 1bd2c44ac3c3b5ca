//! What moderators do about games and players.

use std::time::Duration;

use spacetimedb::{Identity, ReducerContext, reducer};
use zeitnot_rules::{PlayerName, SeatSet};

use crate::audit;
use crate::challenge;
use crate::departure;
use crate::game::GameStatus;
use crate::guest;
use crate::play::Running;
use crate::player::{self, Player, player as _};
use crate::rating;
use crate::refusal::{Outcome, Refusal};
use crate::seek;
use crate::staff::{is_owner, only_moderators, refuse_against_staff, refuse_own_game};

/// The longest ban, in hours: a hundred years.
pub const LONGEST_BAN: u32 = 100 * 365 * 24;

/// Ends a running game as one that does not count. Only the owner and moderators may, and not in a game of their
/// own. The reason has 1 to 200 characters, of the kind of those in a [`Message`](zeitnot_rules::Message), and goes
/// into the audit table.
///
/// Refused with `not_allowed`, `bad_reason`, `no_such_game`, `not_started`, `game_over` or `own_game`.
#[reducer]
pub fn void_game(ctx: &ReducerContext, game_id: u64, reason: String) -> Outcome {
    only_moderators(ctx)?;
    let reason = audit::reason(&reason)?;
    let mut table = Running::open(ctx, game_id)?;
    refuse_own_game(ctx, &table.game)?;
    audit::note(ctx, "void_game", game_id, reason);
    table.finish(ctx, SeatSet::EMPTY, "void", None);
    table.store(ctx);
    Ok(())
}

/// Keeps a player from playing and speaking for so many hours, from now; a later ban takes the place of an
/// earlier one. The player is out of all running games, with `banned` as the reason, and loses them where only
/// one other plays; the games that wait for others, searches and challenges are gone. A moderator who is banned
/// may not moderate either. Only the owner and moderators may, moderators do not ban each other, nobody bans the
/// owner, and nobody a player whom they play against: it would win them the game.
///
/// Refused with `not_allowed`, `bad_reason`, `bad_ban` (no hours, or more than a hundred years),
/// `unknown_player` or `own_game`.
#[reducer]
pub fn ban_player(ctx: &ReducerContext, player: Identity, hours: u32, reason: String) -> Outcome {
    only_moderators(ctx)?;
    refuse_against_staff(ctx, player)?;
    if is_owner(ctx, player) {
        return Err(Refusal::NotAllowed("nobody bans the owner"));
    }
    let reason = audit::reason(&reason)?;
    if hours == 0 || hours > LONGEST_BAN {
        return Err(Refusal::BadBan(LONGEST_BAN));
    }
    let row = known(ctx, player)?;
    refuse_opponent(ctx, &row)?;
    let until = ctx.timestamp + Duration::from_secs(u64::from(hours) * 60 * 60);
    ctx.db.player().identity().update(Player { banned_until: Some(until), ..row });
    guest::banned(ctx, player);
    rating::restate(ctx, player);
    audit::note(ctx, "ban_player", player, format!("{hours} h: {reason}"));
    departure::leave_all(ctx, player, "banned");
    Ok(())
}

/// Takes a ban back. Only the owner and moderators may, and only the owner that of a moderator. Refused with
/// `not_allowed`, `bad_reason`, `unknown_player` or `not_banned`.
#[reducer]
pub fn unban_player(ctx: &ReducerContext, player: Identity, reason: String) -> Outcome {
    only_moderators(ctx)?;
    refuse_against_staff(ctx, player)?;
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

/// Gives a player another name, in the games that they have in `seat`, on the list of open games and in
/// challenges too. The games that are in the archive keep the name under which they were played. An empty name is
/// the name of a guest. Only the owner and moderators may, and only the owner that of a moderator or of the owner.
///
/// Refused with `not_allowed`, `bad_name` or `unknown_player`.
#[reducer]
pub fn rename_player(ctx: &ReducerContext, player: Identity, name: String) -> Outcome {
    only_moderators(ctx)?;
    refuse_against_staff(ctx, player)?;
    let name = match name.trim() {
        "" => player::guest_name(player),
        name => name.parse::<PlayerName>().map_err(Refusal::BadName)?.to_string(),
    };
    let row = known(ctx, player)?;
    audit::note(ctx, audit::RENAMING, player, format!("{} is now {name}", row.name));
    player::rename(ctx, row, name.clone());
    seek::rename(ctx, player, &name);
    challenge::rename(ctx, player, &name);
    departure::for_each_game(ctx, player, |party| name.clone_into(&mut party.name));
    Ok(())
}

fn known(ctx: &ReducerContext, player: Identity) -> Outcome<Player> {
    let row = ctx.db.player().identity().find(player);
    row.ok_or_else(|| Refusal::UnknownPlayer(player.to_abbreviated_hex().to_string()))
}

/// A ban puts a player out of all games, and the others win them: those who ban are not to be among the others.
fn refuse_opponent(ctx: &ReducerContext, player: &Player) -> Outcome {
    let running = departure::games_of(ctx, player.identity).into_iter().map(|(game, _)| game);
    let mut live = running.filter(|game| game.status == GameStatus::Live);
    if live.any(|game| game.seat_of(ctx.sender()).is_some()) {
        Err(Refusal::OwnOpponent(player.name.clone()))
    } else {
        Ok(())
    }
}
