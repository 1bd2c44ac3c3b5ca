//! Who is there. A player is on line while at least one connection of theirs is.
//!
//! Games are not told at once who has come or gone, but by the next beat of the heart: a call or a query over HTTP
//! is a connection that lasts some milliseconds, and must neither write all of a player's games nor look like a
//! player who has come back.

use std::time::Duration;

use spacetimedb::{ConnectionId, Identity, ReducerContext, Table, Timestamp, reducer, table};
use zeitnot_rules::Seat;

use crate::game::{Game, GameStatus};
use crate::refusal::{Outcome, Refusal};
use crate::{absence, departure, guest, limits, queue, seek, watch};

/// How long a player whose connection was lost has been away when the others may claim the game. Lichess gives
/// about as much.
pub const CLAIM_AFTER_LOSS: Duration = Duration::from_secs(40);

/// The same for one who has closed the client.
pub const CLAIM_AFTER_CLOSE: Duration = Duration::from_secs(10);

/// A connection, while it lasts. It leaves no trace.
#[table(accessor = connection)]
#[derive(Debug)]
pub struct Connection {
    #[primary_key]
    pub id: ConnectionId,
    #[index(btree)]
    pub player: Identity,
    pub since: Timestamp,
    /// Its user is about to close it.
    pub closing: bool,
}

/// A player of whom the games say that they are there.
#[table(accessor = present)]
#[derive(Debug)]
pub struct Present {
    #[primary_key]
    pub player: Identity,
}

/// Somebody has come or gone, and the games do not know yet.
#[table(accessor = coming)]
#[derive(Debug)]
pub struct Coming {
    #[primary_key]
    pub player: Identity,
    /// When it happened.
    pub at: Timestamp,
    /// They have closed the client, and not lost the connection.
    pub closed: bool,
}

/// How long a connection has to last to bring its player back: one that carries a call over HTTP does not.
const LASTING: Duration = Duration::from_secs(1);

/// How many players the games are told of at once, so that no move waits for long behind it.
const AT_ONCE: usize = 200;

/// A connection has been made.
#[reducer(client_connected)]
pub fn connected(ctx: &ReducerContext) {
    let Some(id) = ctx.connection_id() else { return };
    let player = ctx.sender();
    ctx.db.connection().id().delete(id);
    ctx.db.connection().insert(Connection { id, player, since: ctx.timestamp, closing: false });
    note(ctx, player, false);
}

/// A connection has ended, by whatever cause. After a restart the engine calls this for all that there were.
#[reducer(client_disconnected)]
pub fn disconnected(ctx: &ReducerContext) {
    let Some(id) = ctx.connection_id() else { return };
    watch::disconnected(ctx, id);
    let Some(connection) = ctx.db.connection().id().find(id) else { return };
    ctx.db.connection().id().delete(id);
    if !is_online(ctx, connection.player) {
        queue::leave_all(ctx, connection.player);
        note(ctx, connection.player, connection.closing);
    }
}

/// Says that this connection is about to be closed, so that opponents need not wait for a lost one to come
/// back. Refused with `too_fast` or, by a call without a connection, `not_connected`.
#[reducer]
pub fn say_goodbye(ctx: &ReducerContext) -> Outcome {
    limits::admit(ctx)?;
    let connection = connection_of(ctx)?;
    ctx.db.connection().id().update(Connection { closing: true, ..connection });
    Ok(())
}

/// The connection that the call came by. Refused with `not_connected`.
pub(crate) fn connection_of(ctx: &ReducerContext) -> Outcome<Connection> {
    let connection = ctx.connection_id().and_then(|id| ctx.db.connection().id().find(id));
    connection.ok_or(Refusal::NotConnected)
}

/// Whether at least one connection of the player's is there.
pub(crate) fn is_online(ctx: &ReducerContext, player: Identity) -> bool {
    ctx.db.connection().player().filter(player).next().is_some()
}

/// Whether one of them has lasted for a while.
pub(crate) fn is_there_to_stay(ctx: &ReducerContext, player: Identity) -> bool {
    let mut connections = ctx.db.connection().player().filter(player);
    connections.any(|connection| connection.since + LASTING <= ctx.timestamp)
}

/// Whether the games say so: within two seconds the same, but for a connection that does not last.
pub(crate) fn is_present(ctx: &ReducerContext, player: Identity) -> bool {
    ctx.db.present().player().find(player).is_some()
}

/// Remembers what the games are to be told, if it is not what they say.
fn note(ctx: &ReducerContext, player: Identity, closed: bool) {
    if is_online(ctx, player) == is_present(ctx, player) {
        ctx.db.coming().player().delete(player);
    } else if ctx.db.coming().player().find(player).is_none() {
        ctx.db.coming().insert(Coming { player, at: ctx.timestamp, closed });
    }
}

/// Tells the games who has come and gone.
pub(crate) fn announce(ctx: &ReducerContext) {
    let news: Vec<Coming> = ctx.db.coming().iter().take(AT_ONCE).collect();
    for Coming { player, at, closed } in news {
        let stays = is_there_to_stay(ctx, player);
        if stays == is_present(ctx, player) {
            // One who is on line all the same has just connected: the next beat will see.
            if stays || !is_online(ctx, player) {
                ctx.db.coming().player().delete(player);
            }
            continue;
        }
        ctx.db.coming().player().delete(player);
        if stays {
            ctx.db.present().insert(Present { player });
            guest::came(ctx, player);
            for (game, seat) in games_of(ctx, player) {
                absence::came(ctx, game, seat);
            }
        } else {
            ctx.db.present().player().delete(player);
            guest::went(ctx, player);
            let wait = if closed { CLAIM_AFTER_CLOSE } else { CLAIM_AFTER_LOSS };
            for (game, seat) in games_of(ctx, player) {
                absence::went(ctx, game, seat, at + wait);
            }
        }
        seek::opener_came_or_went(ctx, player);
    }
}

/// The player's games that have not ended, with their seat.
fn games_of(ctx: &ReducerContext, player: Identity) -> impl Iterator<Item = (Game, Seat)> {
    departure::games_of(ctx, player).into_iter().filter(|(game, _)| game.status != GameStatus::Over)
}
