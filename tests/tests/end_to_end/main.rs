//! Real clients against a real server.

mod archive;
mod bounds;
mod games;
mod presence;
mod privacy;
mod program;
mod races;
mod refusals;
mod restart;
mod session;
mod speed;
mod table;
mod time;
mod typescript;
mod watching;
