//! Faults: bots play on a server that is killed, stopped, cut off and out of disk, and what they were told is
//! compared with what is there afterwards.
//!
//! | file | concern |
//! | --- | --- |
//! | [`plan`] | what is done in a round: all that chance decides, from a seed |
//! | [`blow`] | what is done to the server and its connections |
//! | [`table`](mod@table) | the games that are played |
//! | [`round`] | one round, from an empty database to its findings |
//! | [`program`] | the server's process |
//! | [`disk`] | a small file system that can be filled |
//! | [`proxy`] | connections that are cut, delayed and left dangling |
//! | [`bot`] | a player, by the client library that people use |
//! | [`journal`] | what the bots asked, were told and were shown |
//! | [`absence`] | when the server was not there |
//! | [`sql`], [`ledger`], [`copy`] | what is in the database |
//! | [`replay`] | a game played through by its rules and its clock |
//! | [`check`] | the comparison |
//! | [`finding`] | what it can find |
//!
//! `docs/faults.md` says what it proves and what it does not. It runs on Linux alone, whose signals, mounts and limits
//! it uses.

#![cfg(target_os = "linux")]
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod absence;
pub mod blow;
pub mod bot;
pub mod check;
pub mod copy;
pub mod disk;
pub mod error;
pub mod finding;
pub mod journal;
pub mod ledger;
pub mod plan;
pub mod program;
pub mod proxy;
pub mod replay;
pub mod round;
pub mod sql;
pub mod table;

use std::time::{SystemTime, UNIX_EPOCH};

use zeitnot_rules::clock::Micros;

/// Microseconds since 1970 by this computer's clock, which is the server's as well.
pub fn now() -> Micros {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Micros::try_from(since.as_micros()).unwrap_or(Micros::MAX)
}
