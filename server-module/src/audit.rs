//! What the owner and moderators have done, and why.

use spacetimedb::{Identity, ReducerContext, SpacetimeType, Table, Timestamp, ViewContext, table, view};

use zeitnot_rules::Message;

use crate::refusal::{Outcome, Refusal};
use crate::staff;

/// The acts that are kept; the oldest go first.
pub const KEPT: u64 = 10_000;

/// The acts in [`audit_log()`].
pub const SHOWN: usize = 100;

/// An act of the owner's or a moderator's that was carried out. The owner reads the table with SQL.
#[table(accessor = audit)]
#[derive(Clone, Debug, PartialEq)]
pub struct Act {
    #[primary_key]
    #[auto_inc]
    pub id: u64,
    #[index(btree)]
    pub at: Timestamp,
    pub who: Identity,
    /// The name of the reducer.
    pub act: String,
    /// A player's identity or a game's id; empty if it concerns the server as a whole.
    #[index(btree)]
    pub target: String,
    /// The reason, or what was set. The names of a player who is gone are taken out.
    pub detail: String,
    /// One of the last [`SHOWN`]: the key by which the view reads them.
    #[index(btree)]
    pub recent: bool,
}

/// An act, as moderators read it.
#[derive(SpacetimeType, Clone, Debug, PartialEq)]
pub struct AuditEntry {
    pub id: u64,
    pub at: Timestamp,
    pub who: Identity,
    /// The name of the reducer.
    pub act: String,
    /// A player's identity or a game's id; empty if it concerns the server as a whole.
    pub target: String,
    /// The reason, or what was set.
    pub detail: String,
}

/// The last [`SHOWN`] acts of the owner and the moderators, for the owner and the moderators; no rows for
/// anybody else.
#[view(accessor = audit_log, public, primary_key = id)]
pub fn audit_log(ctx: &ViewContext) -> Vec<AuditEntry> {
    if !staff::reads_as_moderator(ctx) {
        return Vec::new();
    }
    let acts = ctx.db.audit().recent().filter(true);
    acts.map(|act| AuditEntry {
        id: act.id,
        at: act.at,
        who: act.who,
        act: act.act,
        target: act.target,
        detail: act.detail,
    })
    .collect()
}

/// Writes down that the caller has done something.
pub(crate) fn note(ctx: &ReducerContext, act: &str, target: impl ToString, detail: impl ToString) {
    let mut recent: Vec<Act> = ctx.db.audit().recent().filter(true).collect();
    if recent.len() >= SHOWN {
        recent.sort_by_key(|act| act.id);
        let room = recent.len() + 1 - SHOWN;
        for old in recent.into_iter().take(room) {
            ctx.db.audit().id().update(Act { recent: false, ..old });
        }
    }
    let too_many = (ctx.db.audit().count() + 1).saturating_sub(KEPT) as usize;
    let oldest: Vec<u64> =
        ctx.db.audit().at().filter(..=ctx.timestamp).take(too_many).map(|act| act.id).collect();
    for id in oldest {
        ctx.db.audit().id().delete(id);
    }
    ctx.db.audit().insert(Act {
        id: 0,
        at: ctx.timestamp,
        who: ctx.sender(),
        act: act.to_owned(),
        target: target.to_string(),
        detail: detail.to_string(),
        recent: true,
    });
}

/// The act that writes down names.
pub(crate) const RENAMING: &str = "rename_player";

/// Removes the names of a player from what has been done about them. That it was done stays, and the reasons that
/// were given.
pub(crate) fn forget(ctx: &ReducerContext, player: Identity) {
    let acts: Vec<Act> = ctx.db.audit().target().filter(&player.to_string()).collect();
    for act in acts.into_iter().filter(|act| act.act == RENAMING) {
        ctx.db.audit().id().update(Act { detail: String::new(), ..act });
    }
}

/// A reason as it is written down: one line of 1 to 200 characters, of which none is invisible or turns the text
/// around it, as in a [`Message`]. Refused with `bad_reason`.
pub(crate) fn reason(text: &str) -> Outcome<String> {
    Message::new(text).map(|text| text.to_string()).map_err(Refusal::BadReason)
}
