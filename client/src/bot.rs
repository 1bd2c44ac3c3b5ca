//! Bots for the m,n,k family.
//!
//! A bot is an ordinary player: [`Searcher`] sees what its seat sees and nothing else, and [`House`]
//! lets one play over a session of its own.

mod field;
mod house;
mod houses;
mod instinct;
mod level;
mod lines;
mod search;
mod searcher;

pub use house::{House, HouseSettings};
pub use houses::Houses;
pub use level::{Level, LevelError};
pub use searcher::Searcher;
