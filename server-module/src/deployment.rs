//! What the owner has decided about this server as a whole.

use spacetimedb::{ReducerContext, Table, reducer, table};

use crate::audit;
use crate::queue;
use crate::refusal::{Outcome, Refusal};
use crate::staff::only_owner;

/// The owner's decisions. One row.
#[table(accessor = deployment)]
#[derive(Clone, Debug)]
pub struct Deployment {
    #[primary_key]
    pub id: u8,
    /// No game begins any more; those that run are played to their end.
    pub draining: bool,
    /// Players may write to each other what they like, not only the phrases.
    pub free_chat: bool,
    /// How often a player may call in a second, over time; 0: as often as it likes.
    pub calls_per_second: u32,
}

pub(crate) const AT_FIRST: Deployment =
    Deployment { id: 0, draining: false, free_chat: false, calls_per_second: 20 };

pub(crate) fn set_up(ctx: &ReducerContext) {
    ctx.db.deployment().insert(AT_FIRST);
}

pub(crate) fn read(ctx: &ReducerContext) -> Deployment {
    ctx.db.deployment().id().find(0).unwrap_or(AT_FIRST)
}

/// Lets no game begin any more, and nobody search for one, or lets games begin again. Games that run are played to their end. Only the
/// owner may. Refused with `not_allowed`.
#[reducer]
pub fn drain(ctx: &ReducerContext, on: bool) -> Outcome {
    only_owner(ctx)?;
    ctx.db.deployment().id().update(Deployment { draining: on, ..read(ctx) });
    audit::note(ctx, "drain", "", on);
    if on {
        queue::empty_all(ctx);
    }
    log::info!("{}", if on { "draining: no game begins any more" } else { "games begin again" });
    Ok(())
}

/// Lets players write to each other what they like, or nothing but the phrases. Only the owner may. Refused
/// with `not_allowed`.
#[reducer]
pub fn allow_free_chat(ctx: &ReducerContext, on: bool) -> Outcome {
    only_owner(ctx)?;
    ctx.db.deployment().id().update(Deployment { free_chat: on, ..read(ctx) });
    audit::note(ctx, "allow_free_chat", "", on);
    Ok(())
}

/// Sets how often a player may call in a second, over time; 0: as often as it likes. At first 20. Only
/// the owner may. Refused with `not_allowed`.
#[reducer]
pub fn limit_calls(ctx: &ReducerContext, per_second: u32) -> Outcome {
    only_owner(ctx)?;
    ctx.db.deployment().id().update(Deployment { calls_per_second: per_second, ..read(ctx) });
    audit::note(ctx, "limit_calls", "", format!("{per_second} a second"));
    Ok(())
}

/// For whatever begins a game, or a search for one.
pub(crate) fn refuse_if_draining(ctx: &ReducerContext) -> Outcome {
    if read(ctx).draining { Err(Refusal::Draining) } else { Ok(()) }
}
