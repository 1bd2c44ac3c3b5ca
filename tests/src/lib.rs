//! What the end-to-end tests are written with: a server process of their own, players on real connections,
//! and a wire in between that can be listened to and cut.

#![forbid(unsafe_code)]

mod player;
mod server;
mod wire;

pub use player::{Player, config, mark};
pub use server::{Server, beside_the_tests};
pub use wire::Wire;

use std::time::Duration;

/// How long anything that is waited for may take before the test has failed. Nothing that works comes near
/// it.
pub const LIMIT: Duration = Duration::from_secs(30);
