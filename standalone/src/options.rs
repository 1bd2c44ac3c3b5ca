//! What a host is started with.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use crate::pace::Rates;

/// Name under which clients find the database unless told otherwise.
pub const DEFAULT_DATABASE: &str = "zeitnot";

/// File name of the module as cargo builds it.
pub const MODULE_FILE: &str = "zeitnot_module.wasm";

/// Port of a host that was not told another: the one SpacetimeDB's own server uses.
pub const DEFAULT_PORT: u16 = 3000;

/// How long requests may take to arrive unless told otherwise.
const REQUEST_TIME: Duration = Duration::from_secs(30);

/// Where the database lives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Storage {
    /// In this directory, which is created if missing. Everything in it survives a restart.
    Directory(PathBuf),
    /// In memory: gone, with every identity the host has issued, when the host stops.
    InMemory,
}

/// What a [`Host`](crate::Host) is started with.
#[derive(Clone, Debug)]
pub struct HostOptions {
    /// Address to listen on; port 0 takes a free one.
    pub listen: SocketAddr,
    /// Where the database lives.
    pub storage: Storage,
    /// Name of the database.
    pub database: String,
    /// The module, a wasm file.
    pub module: PathBuf,
    /// A file that the owner's token is written to, readable by its owner alone. A database in memory leaves
    /// it nowhere else; one in a directory keeps it there as well.
    pub owner_token_file: Option<PathBuf>,
    /// How long the head and the body of a request may each take to arrive.
    pub request_time: Duration,
    /// How often clients may ask.
    pub rates: Rates,
}

impl HostOptions {
    /// A host of `module` on this machine alone, at the default port and under the default name.
    pub fn new(module: PathBuf, storage: Storage) -> Self {
        Self {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, DEFAULT_PORT)),
            storage,
            database: DEFAULT_DATABASE.to_owned(),
            module,
            owner_token_file: None,
            request_time: REQUEST_TIME,
            rates: Rates::STANDARD,
        }
    }
}

/// The data directory of this user, such as `~/.local/share/zeitnot/server`. `None` without a home.
pub fn default_data_dir() -> Option<PathBuf> {
    let directories = directories::ProjectDirs::from("", "", "zeitnot")?;
    Some(directories.data_local_dir().join("server"))
}

/// Where hosts of this user that keep nothing share their compiled modules. `None` without a home.
pub(crate) fn default_cache_dir() -> Option<PathBuf> {
    let directories = directories::ProjectDirs::from("", "", "zeitnot")?;
    Some(directories.cache_dir().join("server"))
}

/// The module beside the running executable, whether or not it is there.
pub fn default_module() -> Option<PathBuf> {
    let executable = std::env::current_exe().ok()?;
    Some(executable.parent()?.join(MODULE_FILE))
}
