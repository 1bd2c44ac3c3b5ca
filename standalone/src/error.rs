//! Why a host did not start.

use std::fmt::Display;
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;

/// Why a host did not start. Each displays as one line that says what to do about it.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// There is no file where the module should be.
    #[error("no module at {path}: build it with `cargo xtask module`, or name one with --module")]
    ModuleMissing {
        /// Where it was looked for.
        path: PathBuf,
    },
    /// The module's file cannot be read.
    #[error("cannot read the module {path}: {source}")]
    ModuleUnreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The file is not a module that the engine accepts.
    #[error("{path} is not a SpacetimeDB module: {reason}")]
    NotAModule {
        /// The file.
        path: PathBuf,
        /// What the engine says.
        reason: String,
    },
    /// The data directory cannot be created, read or written.
    #[error("cannot use the data directory {path}: {source}")]
    DataDirectory {
        /// The directory.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The file for the owner's token cannot be written.
    #[error("cannot write the owner's token to {path}: {source}")]
    OwnerToken {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Another process works in the data directory.
    #[error("the data directory {path} is in use by {}", process(*.pid))]
    DataDirectoryInUse {
        /// The directory.
        path: PathBuf,
        /// The other process, if it can be told.
        pid: Option<u32>,
    },
    /// The data directory was written by something else, or by a version that is too new.
    #[error("{path} cannot be used as a data directory: {reason}")]
    DataDirectoryForeign {
        /// The directory.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The data directory holds a database of another name.
    #[error(
        "the data directory {path} holds the database `{held}`, not `{asked}`: start with --database {held}, or choose another --data-dir"
    )]
    OtherDatabase {
        /// The directory.
        path: PathBuf,
        /// Name of the database in it.
        held: String,
        /// Name that was asked for.
        asked: String,
    },
    /// The name of the database is not one that SpacetimeDB allows.
    #[error("`{name}` cannot name a database: {reason}")]
    DatabaseName {
        /// The name.
        name: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The keys that sign identity tokens cannot be read or made.
    #[error("cannot use the keys in {path}: {reason}")]
    Keys {
        /// Their directory.
        path: PathBuf,
        /// What is wrong with them.
        reason: String,
    },
    /// The address cannot be listened on: usually its port is taken.
    #[error("cannot listen on {address}: {source}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// What the system says.
        source: io::Error,
    },
    /// The database in the data directory cannot be brought to this module's tables. It is left as it was.
    #[error("the database cannot be migrated to this module, and was left as it was: {reason}")]
    Migration {
        /// What stands in the way.
        reason: String,
    },
    /// The engine did not start the database.
    #[error("the database did not start: {reason}")]
    Engine {
        /// What the engine says.
        reason: String,
    },
}

/// `error` on one line, for messages whose parts come from the engine.
pub(crate) fn one_line(error: impl Display) -> String {
    let text = error.to_string();
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    lines.join("; ")
}

fn process(pid: Option<u32>) -> String {
    pid.map_or_else(|| "another process".to_owned(), |pid| format!("process {pid}"))
}
