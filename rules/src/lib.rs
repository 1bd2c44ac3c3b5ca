//! Games and clocks as pure values.
//!
//! Nothing here knows the time, draws a random number, or does any input or output: time and chance
//! come in as arguments. So the same rules judge a move in the database and offer it in a client.
//!
//! - [`Rules`] is what a game says about itself, and [`Applied`] who learns of what.
//! - [`mnk`] is the first family of games: tic-tac-toe, Connect Four, Gomoku and their variants.
//! - [`AnyGame`] is a game of whichever family, as texts and bytes; [`FAMILIES`] lists them.
//! - [`clock`] has the time controls, and the clock of a game.
//! - [`TimeoutPolicy`] is what happens when somebody's time runs out, [`Leaving`] when somebody is
//!   not there.
//! - [`record`] is a finished game as text, and [`Review`] looks through one.
//! - [`SeriesLength`] is how many games two or more play for one result.
//! - [`Seat`], [`SeatSet`], [`Viewer`] and [`Audience`] say who.
//! - [`PlayerName`] is a name that can be shown to others, [`Message`] a line of chat.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

// For tests of what no family of the list does. The example names the crate as those who use it do.
#[cfg(test)]
extern crate self as zeitnot_rules;
#[cfg(test)]
#[path = "../examples/rock_paper_scissors.rs"]
mod rock_paper_scissors;

mod any_game;
pub mod clock;
pub mod codec;
mod config_error;
mod family;
mod leaving;
mod message;
pub mod mnk;
mod name;
mod outcome;
pub mod record;
mod review;
mod rules;
mod seat;
mod series;
mod text;
mod timeout;

pub use any_game::{AnyGame, Refused};
pub use codec::DecodeError;
pub use config_error::ConfigError;
pub use family::{FAMILIES, Family, MAX_SPEC_BYTES, canonical_spec, preset_of, presets, seats_of};
pub use leaving::{Leaving, LeavingError, OnLeaving};
pub use message::Message;
pub use name::PlayerName;
pub use outcome::{Outcome, Reason};
pub use review::{LineStep, Review};
pub use rules::{Applied, Illegal, Rules};
pub use seat::{Audience, MAX_SEATS, Seat, SeatSet, Viewer};
pub use series::{Score, ScoreError, SeriesError, SeriesLength, SeriesRule, SeriesVerdict, seat_order};
pub use text::TextError;
pub use timeout::{Missed, OnTimeout, TimeoutPolicy, TimeoutPolicyError, Verdict};
