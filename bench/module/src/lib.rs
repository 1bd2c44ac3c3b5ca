//! What Zeitnot's module is compared with, on the same host:
//!
//! | file | what it is |
//! | --- | --- |
//! | [`guide`] | turns as SpacetimeDB's own guides put them together: a table of games, a view with `or`, a timer |
//! | [`open_table`] | the same with a public table and plain subscriptions: not private, and the least that delivery can cost |
//! | [`nothing`] | a reducer that does nothing |
//! | [`alarm`] | timers that note how late they are |
//!
//! Both games check what Zeitnot checks of a move: the caller, the turn, the ply, the time, that the move is legal,
//! and whether it ends the game.

#![forbid(unsafe_code)]

pub mod alarm;
mod board;
pub mod guide;
pub mod nothing;
pub mod open_table;
