//! Who may do more than play: the owner, moderators and matchmakers.

use spacetimedb::{Identity, ReducerContext, Table, ViewContext, reducer, table};

use crate::audit;
use crate::game::Game;
use crate::player::{self, player as _, player__view as _};
use crate::refusal::{Outcome, Refusal};

/// Whoever published the database. One row.
#[table(accessor = owner)]
#[derive(Debug)]
pub struct Owner {
    #[primary_key]
    pub id: u8,
    pub identity: Identity,
}

/// Someone whom the owner lets see to it that people get on. As many as the owner makes.
#[table(accessor = moderator)]
#[derive(Debug)]
pub struct Moderator {
    #[primary_key]
    pub identity: Identity,
}

/// Someone whom the owner lets start games for others. As many as the owner makes.
#[table(accessor = matchmaker)]
#[derive(Debug)]
pub struct Matchmaker {
    #[primary_key]
    pub identity: Identity,
}

/// Lets an identity do what moderators do: void and pause games, ban and rename players, read `audit_log`. While
/// a moderator is banned they may do none of it.
/// Only the owner may. Twice is once. Refused with `not_allowed`.
#[reducer]
pub fn add_moderator(ctx: &ReducerContext, identity: Identity) -> Outcome {
    only_owner(ctx)?;
    if ctx.db.moderator().identity().find(identity).is_none() {
        ctx.db.moderator().insert(Moderator { identity });
        audit::note(ctx, "add_moderator", identity, "");
    }
    Ok(())
}

/// Takes that back. Only the owner may. Refused with `not_allowed`.
#[reducer]
pub fn remove_moderator(ctx: &ReducerContext, identity: Identity) -> Outcome {
    only_owner(ctx)?;
    if ctx.db.moderator().identity().delete(identity) {
        audit::note(ctx, "remove_moderator", identity, "");
    }
    Ok(())
}

/// Lets an identity start games for others, unless and until it is banned. Only the owner may. Twice is once. Refused with `not_allowed`.
#[reducer]
pub fn add_matchmaker(ctx: &ReducerContext, identity: Identity) -> Outcome {
    only_owner(ctx)?;
    if ctx.db.matchmaker().identity().find(identity).is_none() {
        ctx.db.matchmaker().insert(Matchmaker { identity });
        audit::note(ctx, "add_matchmaker", identity, "");
    }
    Ok(())
}

/// Takes that back. Only the owner may. Refused with `not_allowed`.
#[reducer]
pub fn remove_matchmaker(ctx: &ReducerContext, identity: Identity) -> Outcome {
    only_owner(ctx)?;
    if ctx.db.matchmaker().identity().delete(identity) {
        audit::note(ctx, "remove_matchmaker", identity, "");
    }
    Ok(())
}

pub(crate) fn set_owner(ctx: &ReducerContext, identity: Identity) {
    ctx.db.owner().insert(Owner { id: 0, identity });
}

pub(crate) fn is_owner(ctx: &ReducerContext, identity: Identity) -> bool {
    ctx.db.owner().id().find(0).is_some_and(|owner| owner.identity == identity)
}

pub(crate) fn is_moderator(ctx: &ReducerContext, identity: Identity) -> bool {
    ctx.db.moderator().identity().find(identity).is_some()
}

/// Whether the caller of a view is the owner or a moderator who is not banned. A view does not know the time: the
/// sweeper takes a ban that is over off the row.
pub(crate) fn reads_as_moderator(ctx: &ViewContext) -> bool {
    let reader = ctx.sender();
    let banned = || ctx.db.player().identity().find(reader).is_some_and(|row| row.banned_until.is_some());
    ctx.db.owner().id().find(0).is_some_and(|owner| owner.identity == reader)
        || ctx.db.moderator().identity().find(reader).is_some() && !banned()
}

/// Takes all that the owner has let an identity do back.
pub(crate) fn dismiss(ctx: &ReducerContext, identity: Identity) {
    ctx.db.moderator().identity().delete(identity);
    ctx.db.matchmaker().identity().delete(identity);
}

/// For what the owner alone may do.
pub(crate) fn only_owner(ctx: &ReducerContext) -> Outcome {
    if is_owner(ctx, ctx.sender()) {
        Ok(())
    } else {
        Err(Refusal::NotAllowed("only the owner of the database may do this"))
    }
}

/// For what moderators and the owner may do.
pub(crate) fn only_moderators(ctx: &ReducerContext) -> Outcome {
    if is_owner(ctx, ctx.sender()) {
        Ok(())
    } else if is_moderator(ctx, ctx.sender()) {
        refuse_banned(ctx)
    } else {
        Err(Refusal::NotAllowed("only the owner and the owner's moderators may do this"))
    }
}

/// For starting games between others.
pub(crate) fn only_matchmakers(ctx: &ReducerContext) -> Outcome {
    if is_owner(ctx, ctx.sender()) {
        Ok(())
    } else if ctx.db.matchmaker().identity().find(ctx.sender()).is_some() {
        refuse_banned(ctx)
    } else {
        Err(Refusal::NotAllowed("only the owner and the owner's matchmakers start games for others"))
    }
}

/// A ban takes away whatever the owner has let somebody do. The owner cannot be banned.
fn refuse_banned(ctx: &ReducerContext) -> Outcome {
    let row = ctx.db.player().identity().find(ctx.sender());
    if row.is_some_and(|row| player::is_banned(ctx, &row)) {
        Err(Refusal::NotAllowed("nobody acts for the owner while they are banned"))
    } else {
        Ok(())
    }
}

/// For what is done about a player: moderators act neither against each other, themselves included, nor against
/// the owner. The owner may act against all of them.
pub(crate) fn refuse_against_staff(ctx: &ReducerContext, player: Identity) -> Outcome {
    let of_the_staff = is_owner(ctx, player) || is_moderator(ctx, player);
    if of_the_staff && !is_owner(ctx, ctx.sender()) {
        Err(Refusal::NotAllowed("only the owner acts against the owner and the moderators"))
    } else {
        Ok(())
    }
}

/// For what is done about a game: nobody decides about one in which they have a seat, the owner neither. Refused
/// with `own_game`.
pub(crate) fn refuse_own_game(ctx: &ReducerContext, game: &Game) -> Outcome {
    if game.seat_of(ctx.sender()).is_some() { Err(Refusal::OwnGame(game.id)) } else { Ok(()) }
}
