//! The player's side of Zeitnot.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod bot;
pub mod cli;
pub mod session;
pub mod term;
pub mod time;
