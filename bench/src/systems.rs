//! The servers that are compared, a file each.

pub mod boardgame;
pub mod echo;
pub mod guide;
pub mod nothing;
pub mod on_host;
pub mod postgres;
pub mod zeitnot;
