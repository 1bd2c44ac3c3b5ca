//! Where a host keeps everything: a directory, locked for as long as the host runs, or memory.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use engine::auth::JwtKeys;
use engine::config::MetadataFile;
use serde::{Deserialize, Serialize};
use spacetimedb_lib::Identity;
use spacetimedb_paths::FromPathUnchecked;
use spacetimedb_paths::server::{PidFile, PidFileError, ServerDataDir};
use tempfile::TempDir;
use uuid::Uuid;

use crate::error::{StartError, one_line};
use crate::identity::ISSUER;
use crate::keys;
use crate::options::{Storage, default_cache_dir};

const RECORD: &str = "database.json";
const OWNER_TOKEN: &str = "owner-token";
const KEYS: &str = "keys";
/// Marks the directory as ours in `metadata.toml`, which SpacetimeDB's servers keep too.
const EDITION: &str = "zeitnot";
const RECORD_FORMAT: u32 = 1;

/// What is known of the database in a data directory, apart from what the engine keeps.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Record {
    /// Layout of this file.
    format: u32,
    /// Name by which clients address the database.
    pub name: String,
    /// Identity of the database.
    pub identity: Identity,
    /// Subject of the owner's tokens; with the issuer it determines the owner's identity.
    pub owner_subject: String,
    /// Whether the module has been installed: its tables created and `init` run.
    pub installed: bool,
}

impl Record {
    fn new(name: &str) -> Self {
        Self {
            format: RECORD_FORMAT,
            name: name.to_owned(),
            identity: Identity::from_claims(ISSUER, &Uuid::new_v4().to_string()),
            owner_subject: Uuid::new_v4().to_string(),
            installed: false,
        }
    }

    /// Identity of the database's owner.
    pub fn owner(&self) -> Identity {
        Identity::from_claims(ISSUER, &self.owner_subject)
    }
}

/// Where a host keeps things. Dropping it lets another host into the directory.
pub struct DataDir {
    place: Place,
    engine_dir: Arc<ServerDataDir>,
}

enum Place {
    Directory {
        path: PathBuf,
        /// Held for its lock.
        _lock: PidFile,
    },
    /// Nothing is kept but compiled modules, which every host of this user may share.
    Memory {
        /// Where there is no directory for caches.
        _cache: Option<TempDir>,
    },
}

impl DataDir {
    /// Opens and locks the directory, creating it if need be.
    ///
    /// # Errors
    /// If it cannot be created or written, another process has it, or it is not ours.
    pub fn open(storage: &Storage) -> Result<Self, StartError> {
        match storage {
            Storage::Directory(path) => Self::open_path(path),
            Storage::InMemory => Self::in_memory(),
        }
    }

    fn in_memory() -> Result<Self, StartError> {
        if let Some(cache) = default_cache_dir() {
            let engine_dir = Arc::new(ServerDataDir::from_path_unchecked(cache));
            return Ok(Self { place: Place::Memory { _cache: None }, engine_dir });
        }
        let cache = TempDir::with_prefix("zeitnot-")
            .map_err(|source| StartError::DataDirectory { path: std::env::temp_dir(), source })?;
        let engine_dir = Arc::new(ServerDataDir::from_path_unchecked(cache.path()));
        Ok(Self { place: Place::Memory { _cache: Some(cache) }, engine_dir })
    }

    fn open_path(path: &Path) -> Result<Self, StartError> {
        let failed = |source| StartError::DataDirectory { path: path.to_owned(), source };
        fs::create_dir_all(path).map_err(failed)?;
        // The engine keeps no cache of compiled modules in a directory that is given relative to another.
        let engine_dir = ServerDataDir::from_path_unchecked(std::path::absolute(path).map_err(failed)?);
        refuse_without_record(path, &engine_dir)?;
        let lock = engine_dir.pid_file().map_err(|error| match error {
            PidFileError::Io(source) => failed(source),
            PidFileError::Exists { pid } => StartError::DataDirectoryInUse { path: path.to_owned(), pid },
        })?;
        claim(path, &engine_dir)?;
        let place = Place::Directory { path: path.to_owned(), _lock: lock };
        Ok(Self { place, engine_dir: Arc::new(engine_dir) })
    }

    /// The record of the database called `name`, made and saved if there is none yet.
    ///
    /// # Errors
    /// If it cannot be read or written, or is that of another database.
    pub fn record(&self, name: &str) -> Result<Record, StartError> {
        let Place::Directory { path, .. } = &self.place else {
            return Ok(Record::new(name));
        };
        let Some(bytes) = read(path, RECORD)? else {
            let record = Record::new(name);
            self.save(&record)?;
            return Ok(record);
        };
        let foreign = |reason: String| StartError::DataDirectoryForeign { path: path.clone(), reason };
        let record: Record = serde_json::from_slice(&bytes)
            .map_err(|error| foreign(format!("its {RECORD} is damaged: {}", one_line(error))))?;
        if record.format != RECORD_FORMAT {
            return Err(foreign(format!("its {RECORD} has format {}, not {RECORD_FORMAT}", record.format)));
        }
        if record.name != name {
            let (path, asked) = (path.clone(), name.to_owned());
            return Err(StartError::OtherDatabase { path, held: record.name, asked });
        }
        Ok(record)
    }

    /// Saves `record`.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn save(&self, record: &Record) -> Result<(), StartError> {
        let Place::Directory { path, .. } = &self.place else {
            return Ok(());
        };
        let json = serde_json::to_vec_pretty(record).map_err(|error| StartError::DataDirectory {
            path: path.clone(),
            source: io::Error::other(error),
        })?;
        write(path, RECORD, &json)
    }

    /// The keys that sign this host's tokens; those of a database in memory die with it.
    ///
    /// # Errors
    /// See [`keys::load_or_create`].
    pub fn keys(&self) -> Result<JwtKeys, StartError> {
        match &self.place {
            Place::Directory { path, .. } => keys::load_or_create(&path.join(KEYS)),
            Place::Memory { .. } => keys::unsaved(),
        }
    }

    /// The owner's token as saved, if one is.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn owner_token(&self) -> Result<Option<String>, StartError> {
        let Place::Directory { path, .. } = &self.place else {
            return Ok(None);
        };
        let bytes = read(path, OWNER_TOKEN)?;
        Ok(bytes.and_then(|bytes| String::from_utf8(bytes).ok()).map(|token| token.trim().to_owned()))
    }

    /// Saves the owner's token.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn save_owner_token(&self, token: &str) -> Result<(), StartError> {
        let Place::Directory { path, .. } = &self.place else {
            return Ok(());
        };
        write(path, OWNER_TOKEN, format!("{token}\n").as_bytes())
    }

    /// The same directory as the engine knows it.
    pub fn for_engine(&self) -> Arc<ServerDataDir> {
        self.engine_dir.clone()
    }
}

/// Refuses a directory that holds a database but not whose it is: with a record made anew, under other
/// identities, the engine could not open it. Before anything is written, even the lock.
fn refuse_without_record(path: &Path, engine_dir: &ServerDataDir) -> Result<(), StartError> {
    if path.join(RECORD).exists() || !engine_dir.replica(1).is_dir() {
        return Ok(());
    }
    let reason = format!("it holds a database, but no {RECORD}; restore that file from a backup");
    Err(StartError::DataDirectoryForeign { path: path.to_owned(), reason })
}

/// Checks that what is in the directory was written by this host, no newer engine, or nobody.
fn claim(path: &Path, engine_dir: &ServerDataDir) -> Result<(), StartError> {
    let foreign = |reason: String| StartError::DataDirectoryForeign { path: path.to_owned(), reason };
    let file = engine_dir.metadata_toml();
    let ours = MetadataFile::new(EDITION);
    let found = MetadataFile::read(&file).map_err(|error| foreign(one_line(format_args!("{error:#}"))))?;
    let metadata = match found {
        Some(found) => found
            .check_compatibility_and_update(ours, file.as_ref())
            .map_err(|error| foreign(one_line(format_args!("{error:#}"))))?,
        None if engine_dir.replica(1).is_dir() => {
            return Err(foreign("it holds a database, but no metadata.toml".to_owned()));
        }
        None => ours,
    };
    metadata.write(&file).map_err(|source| StartError::DataDirectory { path: path.to_owned(), source })
}

fn read(directory: &Path, name: &str) -> Result<Option<Vec<u8>>, StartError> {
    keys::read_if_there(&directory.join(name))
        .map_err(|source| StartError::DataDirectory { path: directory.to_owned(), source })
}

fn write(directory: &Path, name: &str, bytes: &[u8]) -> Result<(), StartError> {
    keys::write_private(&directory.join(name), bytes)
        .map_err(|source| StartError::DataDirectory { path: directory.to_owned(), source })
}
