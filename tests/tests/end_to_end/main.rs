//! Real clients against a real server.

mod archive;
mod games;
mod matchmaking;
mod pace;
mod presence;
mod privacy;
mod program;
mod races;
mod refusals;
mod restart;
mod session;
mod table;
mod talk;
mod time;
mod typescript;
mod watching;
