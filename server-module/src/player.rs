//! Players and the names they go by.

use spacetimedb::{Identity, ReducerContext, SpacetimeType, Table, ViewContext, reducer, table, view};
use zeitnot_rules::PlayerName;

use crate::refusal::{Outcome, Refusal};

/// Games that one player may have waiting or running at once.
pub const MAX_GAMES: u32 = 50;

/// Someone who has done something here. A connection alone makes no row, so that minting identities fills no
/// table.
#[table(accessor = player)]
#[derive(Debug)]
pub struct Player {
    #[primary_key]
    pub identity: Identity,
    /// As others see it; see [`PlayerName`] for what it may hold.
    pub name: String,
    /// Games waiting or running, at most [`MAX_GAMES`].
    pub games: u32,
    /// Games of this player in the archive.
    pub archived: u32,
}

/// The caller, as the caller sees themself.
#[derive(SpacetimeType, Debug, PartialEq)]
pub struct Me {
    pub identity: Identity,
    pub name: String,
}

/// One row: the caller's identity and name, the name they would get if they have none yet.
#[view(accessor = me, public, primary_key = identity)]
pub fn me(ctx: &ViewContext) -> Vec<Me> {
    let identity = ctx.sender();
    let name = match ctx.db.player().identity().find(identity) {
        Some(player) => player.name,
        None => guest_name(identity),
    };
    vec![Me { identity, name }]
}

/// Sets the name that games begun from now on show. Refused with `bad_name`.
#[reducer]
pub fn set_name(ctx: &ReducerContext, name: String) -> Outcome {
    let name: PlayerName = name.parse()?;
    let player = find_or_create(ctx, ctx.sender());
    ctx.db.player().identity().update(Player { name: name.to_string(), ..player });
    Ok(())
}

/// The player's row, made on first use under a guest's name.
pub(crate) fn find_or_create(ctx: &ReducerContext, identity: Identity) -> Player {
    ctx.db.player().identity().find(identity).unwrap_or_else(|| {
        ctx.db.player().insert(Player { identity, name: guest_name(identity), games: 0, archived: 0 })
    })
}

/// Counts a game that the player is about to take a seat in, and gives their row back.
pub(crate) fn take_seat(ctx: &ReducerContext, identity: Identity) -> Outcome<Player> {
    let mut player = find_or_create(ctx, identity);
    if player.games >= MAX_GAMES {
        return Err(if identity == ctx.sender() {
            Refusal::TooManyGames(MAX_GAMES)
        } else {
            Refusal::PlayerTooBusy { name: player.name, limit: MAX_GAMES }
        });
    }
    player.games += 1;
    Ok(ctx.db.player().identity().update(player))
}

/// Takes a game that has ended, or will never begin, off the player's count.
pub(crate) fn leave_seat(ctx: &ReducerContext, identity: Identity) {
    if let Some(player) = ctx.db.player().identity().find(identity) {
        let games = player.games.saturating_sub(1);
        ctx.db.player().identity().update(Player { games, ..player });
    }
}

fn guest_name(identity: Identity) -> String {
    let hex = identity.to_hex().to_string();
    // The first two bytes of every minted identity are the same, and the next four are a checksum.
    format!("Guest {}", &hex[hex.len() - 6..])
}
