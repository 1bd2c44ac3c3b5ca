//! Players and the names they go by.

use spacetimedb::{
    Identity, ReducerContext, SpacetimeType, Table, Timestamp, ViewContext, reducer, table, view,
};
use zeitnot_rules::PlayerName;
use zeitnot_rules::clock::TimeControl;

use crate::guest;
use crate::limits;
use crate::rating;
use crate::refusal::{Outcome, Refusal};
use crate::tally::{self, Tally, tally as _};

/// Games that one player may have waiting or running at once, those by correspondence not counted.
pub const MAX_GAMES: u32 = 50;

/// Games by correspondence that one player may have waiting or running at once.
pub const MAX_SLOW_GAMES: u32 = 500;

/// Someone who has done something here. A connection alone makes no row, so that minting identities fills no
/// table.
#[table(accessor = player)]
#[derive(Clone, Debug)]
pub struct Player {
    #[primary_key]
    pub identity: Identity,
    /// As others see it; see [`PlayerName`] for what it may hold.
    pub name: String,
    /// The name in lower case, to be found by. Names are not unique.
    #[index(btree)]
    pub name_key: String,
    /// A program, by its own account.
    pub bot: bool,
    /// Until when a moderator has banned this player.
    pub banned_until: Option<Timestamp>,
    pub created_at: Timestamp,
    /// When the sweeper is to look whether anybody needs this row, in microseconds since 1970, or
    /// [`NEVER`](crate::game::NEVER).
    #[index(btree)]
    pub sweep_at: i64,
}

/// The caller, as the caller sees themself.
#[derive(SpacetimeType, Debug, PartialEq)]
pub struct Me {
    pub identity: Identity,
    pub name: String,
    /// Marked as a program.
    pub bot: bool,
}

/// One row: the caller's identity and name, the name they would get if they have none yet.
#[view(accessor = me, public, primary_key = identity)]
pub fn me(ctx: &ViewContext) -> Vec<Me> {
    let identity = ctx.sender();
    vec![match ctx.db.player().identity().find(identity) {
        Some(player) => Me { identity, name: player.name, bot: player.bot },
        None => Me { identity, name: guest_name(identity), bot: false },
    }]
}

/// Sets the name that games begun from now on show. Refused with `too_fast`, `bad_name` or `banned`.
#[reducer]
pub fn set_name(ctx: &ReducerContext, name: String) -> Outcome {
    limits::admit(ctx)?;
    let name: PlayerName = name.parse().map_err(Refusal::BadName)?;
    let player = active(ctx, ctx.sender())?;
    rename(ctx, player, name.to_string());
    Ok(())
}

/// Says that the caller is a program, in all games begun from now on. It cannot be taken back. Refused with
/// `too_fast` or `banned`.
#[reducer]
pub fn declare_bot(ctx: &ReducerContext) -> Outcome {
    limits::admit(ctx)?;
    let player = active(ctx, ctx.sender())?;
    ctx.db.player().identity().update(Player { bot: true, ..player });
    rating::restate(ctx, ctx.sender());
    Ok(())
}

/// Gives a player another name.
pub(crate) fn rename(ctx: &ReducerContext, player: Player, name: String) {
    let identity = player.identity;
    ctx.db.player().identity().update(Player { name_key: name.to_lowercase(), name, ..player });
    rating::restate(ctx, identity);
}

/// The row of a player who may do things, made on first use. Refused with `banned`.
pub(crate) fn active(ctx: &ReducerContext, identity: Identity) -> Outcome<Player> {
    let player = find_or_create(ctx, identity);
    match player.banned_until {
        Some(until) if until > ctx.timestamp => {
            Err(Refusal::Banned { name: player.name, until: to_the_second(until) })
        }
        _ => Ok(player),
    }
}

pub(crate) fn is_banned(ctx: &ReducerContext, player: &Player) -> bool {
    player.banned_until.is_some_and(|until| until > ctx.timestamp)
}

/// The player's row, made on first use under a guest's name.
pub(crate) fn find_or_create(ctx: &ReducerContext, identity: Identity) -> Player {
    ctx.db.player().identity().find(identity).unwrap_or_else(|| {
        let name = guest_name(identity);
        ctx.db.player().insert(Player {
            identity,
            name_key: name.to_lowercase(),
            name,
            bot: false,
            banned_until: None,
            created_at: ctx.timestamp,
            sweep_at: guest::first_look(ctx, identity),
        })
    })
}

/// The row of a player who may take a seat in one more game, and their tally. Refused with `too_many_games` or
/// `banned`.
pub(crate) fn ready(
    ctx: &ReducerContext,
    identity: Identity,
    time: &TimeControl,
) -> Outcome<(Player, Tally)> {
    let player = active(ctx, identity)?;
    let tally = tally::of(ctx, identity);
    let slow = time.is_correspondence();
    let (games, limit) = if slow { (tally.slow_games, MAX_SLOW_GAMES) } else { (tally.games, MAX_GAMES) };
    if games < limit {
        Ok((player, tally))
    } else if identity == ctx.sender() {
        Err(Refusal::TooManyGames(limit))
    } else {
        Err(Refusal::PlayerTooBusy { name: player.name, limit })
    }
}

/// Counts a game that the player is about to take a seat in, and gives their row. Refused as [`ready`] is.
pub(crate) fn take_seat(ctx: &ReducerContext, identity: Identity, time: &TimeControl) -> Outcome<Player> {
    let (player, mut tally) = ready(ctx, identity, time)?;
    tally.count(time);
    ctx.db.tally().player().update(tally);
    Ok(player)
}

/// The name of one who has not chosen any.
pub(crate) fn guest_name(identity: Identity) -> String {
    let hex = identity.to_hex().to_string();
    // The first two bytes of every minted identity are the same, and the next four are a checksum.
    format!("Guest {}", &hex[hex.len() - 6..])
}

/// For people: `2026-12-01 00:38:29 UTC`.
fn to_the_second(at: Timestamp) -> String {
    let text = at.to_string();
    let seconds = text.get(..19).unwrap_or(&text);
    format!("{} UTC", seconds.replace('T', " "))
}
