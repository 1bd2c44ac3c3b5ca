//! Why a round could not be played at all, which says nothing about the server.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

/// Why a round could not be played, or its database not be read.
#[derive(Debug, Error)]
pub enum FaultsError {
    /// A file, process or socket of the harness's own.
    #[error("{what}: {source}")]
    Io {
        /// What was tried.
        what: String,
        /// Why it failed.
        source: io::Error,
    },
    /// The server is not built.
    #[error("{} is not there: build it with `cargo build -p zeitnot-standalone`", .0.display())]
    NoServer(PathBuf),
    /// The server did not say within a minute where it listens.
    #[error("the server did not start; see {}", .log.display())]
    NotStarted {
        /// What it said instead.
        log: PathBuf,
    },
    /// A query was not answered.
    #[error("{query}: {reason}")]
    Query {
        /// The query.
        query: String,
        /// Why.
        reason: String,
    },
    /// An answer to a query has not the form that this version of the module gives it.
    #[error("{table}: {what} cannot be read")]
    Row {
        /// The table.
        table: &'static str,
        /// What of it.
        what: String,
    },
    /// The database changed all the time.
    #[error("the database never stood still for long enough to be read")]
    NeverStill,
}

impl FaultsError {
    /// For `map_err`: what was tried when an input or output failed.
    pub fn io(what: impl Into<String>) -> impl FnOnce(io::Error) -> Self {
        let what = what.into();
        move |source| Self::Io { what, source }
    }
}
