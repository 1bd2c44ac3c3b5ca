//! The directory in which a host keeps everything, locked for as long as the host runs.

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
use uuid::Uuid;

use crate::error::{StartError, one_line};
use crate::identity::ISSUER;
use crate::keys;
use crate::options::Storage;

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

/// An open data directory. Dropping it lets another host in.
pub struct DataDir {
    path: PathBuf,
    engine_dir: Arc<ServerDataDir>,
    /// Held for its lock; `None` for a database in memory, whose directory is nobody else's.
    _lock: Option<PidFile>,
    /// Removes the directory of a database in memory, which only ever holds caches.
    _temporary: Option<tempfile::TempDir>,
}

impl DataDir {
    /// Opens and locks the directory, creating it if need be.
    ///
    /// # Errors
    /// If it cannot be created or written, another process has it, or it is not ours.
    pub fn open(storage: &Storage) -> Result<Self, StartError> {
        match storage {
            Storage::Directory(path) => Self::open_path(path),
            Storage::InMemory => {
                let directory = tempfile::Builder::new()
                    .prefix("zeitnot-")
                    .tempdir()
                    .map_err(|source| StartError::DataDirectory { path: std::env::temp_dir(), source })?;
                Ok(Self {
                    path: directory.path().to_owned(),
                    engine_dir: Arc::new(ServerDataDir::from_path_unchecked(directory.path())),
                    _lock: None,
                    _temporary: Some(directory),
                })
            }
        }
    }

    fn open_path(path: &Path) -> Result<Self, StartError> {
        let failed = |source| StartError::DataDirectory { path: path.to_owned(), source };
        fs::create_dir_all(path).map_err(failed)?;
        // The engine keeps no cache of compiled modules in a directory that is given relative to another.
        let engine_dir = ServerDataDir::from_path_unchecked(std::path::absolute(path).map_err(failed)?);
        let lock = engine_dir.pid_file().map_err(|error| match error {
            PidFileError::Io(source) => failed(source),
            PidFileError::Exists { pid } => StartError::DataDirectoryInUse { path: path.to_owned(), pid },
        })?;
        let directory = Self {
            path: path.to_owned(),
            engine_dir: Arc::new(engine_dir),
            _lock: Some(lock),
            _temporary: None,
        };
        directory.claim()?;
        Ok(directory)
    }

    /// Checks that what is in the directory was written by this host, no newer engine, or nobody.
    fn claim(&self) -> Result<(), StartError> {
        let foreign = |reason: String| StartError::DataDirectoryForeign { path: self.path.clone(), reason };
        let path = self.engine_dir.metadata_toml();
        let ours = MetadataFile::new(EDITION);
        let found =
            MetadataFile::read(&path).map_err(|error| foreign(one_line(format_args!("{error:#}"))))?;
        let metadata = match found {
            Some(found) => found
                .check_compatibility_and_update(ours, path.as_ref())
                .map_err(|error| foreign(one_line(format_args!("{error:#}"))))?,
            None if self.engine_dir.replica(1).is_dir() => {
                return Err(foreign("it holds a database, but no metadata.toml".to_owned()));
            }
            None => ours,
        };
        metadata.write(&path).map_err(|source| self.failed(source))
    }

    /// The record of the database called `name`, made and saved if the directory has none yet.
    ///
    /// # Errors
    /// If it cannot be read or written, or is that of another database.
    pub fn record(&self, name: &str) -> Result<Record, StartError> {
        let path = self.path.join(RECORD);
        let Some(bytes) = keys::read_if_there(&path).map_err(|source| self.failed(source))? else {
            let record = Record::new(name);
            self.save(&record)?;
            return Ok(record);
        };
        let record: Record =
            serde_json::from_slice(&bytes).map_err(|error| StartError::DataDirectoryForeign {
                path: self.path.clone(),
                reason: format!("its {RECORD} is damaged: {}", one_line(error)),
            })?;
        if record.format != RECORD_FORMAT {
            let reason = format!("its {RECORD} has format {}, not {RECORD_FORMAT}", record.format);
            return Err(StartError::DataDirectoryForeign { path: self.path.clone(), reason });
        }
        if record.name != name {
            return Err(StartError::OtherDatabase {
                path: self.path.clone(),
                held: record.name,
                asked: name.to_owned(),
            });
        }
        Ok(record)
    }

    /// Saves `record`.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn save(&self, record: &Record) -> Result<(), StartError> {
        let json = serde_json::to_vec_pretty(record).map_err(|error| self.failed(io::Error::other(error)))?;
        keys::write_private(&self.path.join(RECORD), &json).map_err(|source| self.failed(source))
    }

    /// The keys that sign this host's tokens; those of a database in memory die with it.
    ///
    /// # Errors
    /// See [`keys::load_or_create`].
    pub fn keys(&self) -> Result<JwtKeys, StartError> {
        match self._temporary {
            None => keys::load_or_create(&self.path.join(KEYS)),
            Some(_) => keys::unsaved(),
        }
    }

    /// The owner's token as saved, if one is.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn owner_token(&self) -> Result<Option<String>, StartError> {
        let bytes =
            keys::read_if_there(&self.path.join(OWNER_TOKEN)).map_err(|source| self.failed(source))?;
        Ok(bytes.and_then(|bytes| String::from_utf8(bytes).ok()).map(|token| token.trim().to_owned()))
    }

    /// Saves the owner's token.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn save_owner_token(&self, token: &str) -> Result<(), StartError> {
        let line = format!("{token}\n");
        keys::write_private(&self.path.join(OWNER_TOKEN), line.as_bytes())
            .map_err(|source| self.failed(source))
    }

    /// The same directory as the engine knows it.
    pub fn for_engine(&self) -> Arc<ServerDataDir> {
        self.engine_dir.clone()
    }

    fn failed(&self, source: io::Error) -> StartError {
        StartError::DataDirectory { path: self.path.clone(), source }
    }
}
