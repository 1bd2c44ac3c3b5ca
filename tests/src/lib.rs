//! What the end-to-end tests are written with: a server process of their own, players on real connections,
//! a wire in between that can be listened to and cut, and clients below the SDK for those who mean no good.

#![forbid(unsafe_code)]

mod game;
pub mod http;
mod player;
mod raw;
mod server;
mod sql;
mod wire;

pub use game::Game;
pub use player::{Answer, Player, config, mark};
pub use raw::{Raw, upgrade};
pub use server::{Server, beside_the_tests};
pub use sql::{Selected, sql};
pub use wire::Wire;

use std::time::Duration;

/// How long anything that is waited for may take before the test has failed. Nothing that works comes near
/// it.
pub const LIMIT: Duration = Duration::from_secs(30);
