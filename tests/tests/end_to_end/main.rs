//! Real clients against a real server.

mod games;
mod privacy;
mod races;
mod refusals;
mod restart;
mod speed;
mod time;
mod typescript;
