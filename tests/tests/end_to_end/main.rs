//! Real clients against a real server.

mod archive;
mod games;
mod privacy;
mod program;
mod races;
mod refusals;
mod restart;
mod session;
mod speed;
mod time;
mod typescript;
