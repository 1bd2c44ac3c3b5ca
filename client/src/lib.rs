//! The player's side of Zeitnot.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod session;
pub mod time;
