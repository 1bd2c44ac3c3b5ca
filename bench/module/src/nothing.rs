//! The floor of what a call costs.

use spacetimedb::{ReducerContext, reducer};

/// Does nothing, with arguments as long as those of a move.
#[reducer]
pub fn nothing(_ctx: &ReducerContext, _game: u64, _ply: u32, _action: Vec<u8>) {}
