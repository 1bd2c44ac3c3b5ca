//! Who may do more than play: the owner, moderators and matchmakers.

use spacetimedb::{Identity, ReducerContext, Table, ViewContext, reducer, table};

use crate::audit;
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

/// Lets an identity do what moderators do: void and pause games, ban and rename players, read `audit_log`.
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

/// Lets an identity start games for others. Only the owner may. Twice is once. Refused with `not_allowed`.
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

/// Whether the caller of a view is the owner or a moderator.
pub(crate) fn reads_as_moderator(ctx: &ViewContext) -> bool {
    let reader = ctx.sender();
    ctx.db.owner().id().find(0).is_some_and(|owner| owner.identity == reader)
        || ctx.db.moderator().identity().find(reader).is_some()
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
    if is_owner(ctx, ctx.sender()) || is_moderator(ctx, ctx.sender()) {
        Ok(())
    } else {
        Err(Refusal::NotAllowed("only the owner and the owner's moderators may do this"))
    }
}

/// For starting games between others.
pub(crate) fn only_matchmakers(ctx: &ReducerContext) -> Outcome {
    if is_owner(ctx, ctx.sender()) || ctx.db.matchmaker().identity().find(ctx.sender()).is_some() {
        Ok(())
    } else {
        Err(Refusal::NotAllowed("only the owner and the owner's matchmakers start games for others"))
    }
}
