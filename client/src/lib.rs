//! The player's side of Zeitnot.
//!
//! - [`session`] keeps a player connected to a server: what they play, what they may do, and what became
//!   of what they did, through lost connections too. Every client sits on it.
//! - [`time`] tells the server's time without asking this computer's wall clock.
//! - [`bot`] plays the m,n,k family, from what its seat may see.
//! - [`term`] and [`cli`] are the terminal client, the program `zeitnot`.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod bot;
pub mod cli;
pub mod session;
pub mod term;
pub mod time;
