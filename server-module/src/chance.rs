//! Chance, for join codes and for who starts.

use std::hash::{DefaultHasher, Hash, Hasher};

use spacetimedb::ReducerContext;
use spacetimedb::rand::Rng;

/// A number that other players cannot foresee.
///
/// A reducer's own random numbers follow from the time of the call, which others can guess. The claims of the
/// caller's token go in as well: servers put a random subject into those that they mint, and nobody else is
/// told it. (A connection's id would not do: SpacetimeDB shows it to everybody in a system table.)
pub(crate) fn draw(ctx: &ReducerContext) -> u64 {
    let mut mixed = DefaultHasher::new();
    ctx.rng().r#gen::<u64>().hash(&mut mixed);
    ctx.sender_auth().jwt().map(|claims| claims.raw_payload()).hash(&mut mixed);
    mixed.finish()
}
