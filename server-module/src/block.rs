//! Players who want nothing to do with each other.

use spacetimedb::{
    Identity, ReducerContext, SpacetimeType, Table, Timestamp, ViewContext, reducer, table, view,
};

use crate::player::player as _;
use crate::refusal::{Outcome, Refusal};
use crate::{challenge, limits, lobby, player};

/// The most players that one player may have blocked.
pub const MAX_BLOCKS: usize = 200;

/// One player who does not want to meet another. Neither is told of it, and both are kept from each other.
#[table(accessor = blocked, index(accessor = by_pair, btree(columns = [blocker, blocked])))]
#[derive(Debug)]
pub struct Block {
    #[primary_key]
    #[auto_inc]
    pub id: u64,
    #[index(btree)]
    pub blocker: Identity,
    #[index(btree)]
    pub blocked: Identity,
    /// The other's name at that time.
    pub name: String,
    pub since: Timestamp,
}

/// Someone whom the caller has blocked.
#[derive(SpacetimeType, Clone, Debug, PartialEq)]
pub struct Blocked {
    pub player: Identity,
    /// Their name at that time; empty once they have deleted their account.
    pub name: String,
    pub since: Timestamp,
}

/// Those whom the caller has blocked, at most [`MAX_BLOCKS`].
#[view(accessor = my_blocks, public, primary_key = player)]
pub fn my_blocks(ctx: &ViewContext) -> Vec<Blocked> {
    let rows = ctx.db.blocked().blocker().filter(ctx.sender());
    rows.map(|row| Blocked { player: row.blocked, name: row.name, since: row.since }).collect()
}

/// Keeps a player away from the caller: neither finds a game with the other any more, by whatever way, and
/// challenges between them are gone. Where both wait at a table, whoever has the later seat leaves it. Games that
/// run are not touched. Blocking again changes nothing.
///
/// Refused with `too_fast`, `banned`, `own_block`, `unknown_player` or `too_many_blocks`.
#[reducer]
pub fn block(ctx: &ReducerContext, player: Identity) -> Outcome {
    limits::admit(ctx)?;
    let me = player::active(ctx, ctx.sender())?.identity;
    if player == me {
        return Err(Refusal::OwnBlock);
    }
    let Some(other) = ctx.db.player().identity().find(player) else {
        return Err(Refusal::UnknownPlayer(player.to_abbreviated_hex().to_string()));
    };
    if blocks(ctx, me, player) {
        return Ok(());
    }
    if ctx.db.blocked().blocker().filter(me).count() >= MAX_BLOCKS {
        return Err(Refusal::TooManyBlocks(MAX_BLOCKS));
    }
    let since = ctx.timestamp;
    ctx.db.blocked().insert(Block { id: 0, blocker: me, blocked: player, name: other.name, since });
    challenge::end_between(ctx, me, player);
    lobby::part(ctx, me, player);
    Ok(())
}

/// Takes that back. Whoever is not blocked stays so. Refused with `too_fast`.
#[reducer]
pub fn unblock(ctx: &ReducerContext, player: Identity) -> Outcome {
    limits::admit(ctx)?;
    let rows: Vec<u64> =
        ctx.db.blocked().by_pair().filter((ctx.sender(), player)).map(|row| row.id).collect();
    for id in rows {
        ctx.db.blocked().id().delete(id);
    }
    Ok(())
}

/// Whether one of two players has blocked the other.
pub(crate) fn between(ctx: &ReducerContext, one: Identity, other: Identity) -> bool {
    blocks(ctx, one, other) || blocks(ctx, other, one)
}

/// Refused with `blocked` if one of these players has blocked another. It does not say who has blocked whom.
pub(crate) fn refuse_among(ctx: &ReducerContext, players: &[Identity]) -> Outcome {
    let mut pairs =
        players.iter().enumerate().flat_map(|(at, one)| players[..at].iter().map(move |it| (one, it)));
    if pairs.any(|(&one, &other)| between(ctx, one, other)) { Err(Refusal::Blocked) } else { Ok(()) }
}

pub(crate) fn blocks(ctx: &ReducerContext, blocker: Identity, blocked: Identity) -> bool {
    ctx.db.blocked().by_pair().filter((blocker, blocked)).next().is_some()
}

/// Forgets whom a player has blocked, and what the player was called by those who have blocked them. That they
/// have stays: whoever deletes an account may come back under the same identity.
pub(crate) fn forget(ctx: &ReducerContext, player: Identity) {
    ctx.db.blocked().blocker().delete(player);
    let others: Vec<Block> = ctx.db.blocked().blocked().filter(player).collect();
    for row in others {
        ctx.db.blocked().id().update(Block { name: String::new(), ..row });
    }
}
