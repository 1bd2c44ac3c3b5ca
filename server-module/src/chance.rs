//! Chance, for join codes and for who starts.

use std::hash::{DefaultHasher, Hash, Hasher};

use spacetimedb::ReducerContext;
use spacetimedb::rand::Rng;

/// A number that players cannot foresee.
///
/// A reducer's own random numbers follow from the time of the call, which others can guess; the caller's connection
/// id, which nobody else is told, goes in as well.
pub(crate) fn draw(ctx: &ReducerContext) -> u64 {
    let mut mixed = DefaultHasher::new();
    ctx.rng().r#gen::<u64>().hash(&mut mixed);
    ctx.connection_id().map(|id| id.to_u128()).hash(&mut mixed);
    mixed.finish()
}
