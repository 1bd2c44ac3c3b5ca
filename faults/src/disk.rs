//! A small file system for the server's data, which can be filled.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use rustix::process::{Pid, Resource, Rlimit, prlimit};

use crate::error::FaultsError;

/// How large the file system is. The data of a round take 10 MB.
const SIZE: u64 = 48 << 20;

/// Where a server keeps its data.
pub enum Disk {
    /// A folder of a large file system.
    Folder(PathBuf),
    /// A file system in memory of its own, which needs root.
    Tmpfs(PathBuf),
    /// A folder, and a limit on how long a file of the server's may grow, where no file system can be mounted: what
    /// the commit log writes beyond it fails, as on a full disk.
    Limited(PathBuf),
}

impl Disk {
    /// A disk that will not be filled.
    pub fn folder(path: PathBuf) -> Result<Self, FaultsError> {
        fs::create_dir_all(&path).map_err(FaultsError::io(path.display().to_string()))?;
        Ok(Self::Folder(path))
    }

    /// A disk that can be filled.
    pub fn small(path: PathBuf) -> Result<Self, FaultsError> {
        fs::create_dir_all(&path).map_err(FaultsError::io(path.display().to_string()))?;
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &format!("size={SIZE},nosuid,nodev"), "zeitnot-faults"]).arg(&path);
        if mount.stderr(Stdio::null()).status().is_ok_and(|status| status.success()) {
            Ok(Self::Tmpfs(path))
        } else {
            eprintln!("no file system can be mounted here: instead the server's files are kept from growing");
            Ok(Self::Limited(path))
        }
    }

    /// Where the data are.
    pub fn path(&self) -> &Path {
        match self {
            Self::Folder(path) | Self::Tmpfs(path) | Self::Limited(path) => path,
        }
    }

    /// Whether the server is to be told of files that grow too long by an error, not by a signal.
    pub fn is_limited(&self) -> bool {
        matches!(self, Self::Limited(_))
    }

    /// Leaves so many bytes free for the server.
    pub fn fill(&self, left: u64, server: Pid) -> Result<(), FaultsError> {
        match self {
            Self::Folder(_) => Ok(()),
            Self::Tmpfs(path) => {
                fill_up(&path.join(FILLER), left).map_err(FaultsError::io("filling the disk"))
            }
            Self::Limited(_) => {
                let limit = Rlimit { current: Some(self.log()?.1 + left), maximum: None };
                prlimit(Some(server), Resource::Fsize, limit).map(|_| ()).map_err(|error| FaultsError::Io {
                    what: "limiting files".to_owned(),
                    source: error.into(),
                })
            }
        }
    }

    /// Tears so many bytes off the end of the log of a server that does not run.
    pub fn tear(&self, bytes: u64) -> Result<(), FaultsError> {
        let (log, length) = self.log()?;
        let file = OpenOptions::new().write(true).open(log).map_err(FaultsError::io("the log"))?;
        file.set_len(length.saturating_sub(bytes)).map_err(FaultsError::io("tearing the log"))
    }

    /// The segment that the commit log writes to, and its length. Segments are called by the first transaction in them.
    pub fn log(&self) -> Result<(PathBuf, u64), FaultsError> {
        let newest = || -> io::Result<(PathBuf, u64)> {
            let mut logs = Vec::new();
            for entry in fs::read_dir(self.path().join("replicas/1/clog"))? {
                let path = entry?.path();
                if path.extension().is_some_and(|extension| extension == "log") {
                    logs.push(path);
                }
            }
            let newest = logs.into_iter().max().ok_or(io::ErrorKind::NotFound)?;
            let length = fs::metadata(&newest)?.len();
            Ok((newest, length))
        };
        newest().map_err(FaultsError::io("looking for the log"))
    }

    /// Takes away what it was filled with. A limit goes with the process that had it.
    pub fn empty(&self) -> Result<(), FaultsError> {
        if let Self::Tmpfs(path) = self {
            fs::remove_file(path.join(FILLER)).map_err(FaultsError::io("emptying the disk"))?;
        }
        Ok(())
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let Self::Tmpfs(path) = self else { return };
        // A server that was killed may hold it for a moment longer.
        let unmounted = Command::new("umount").arg("--lazy").arg(&*path).status();
        if !unmounted.is_ok_and(|status| status.success()) {
            eprintln!("{} stays mounted", path.display());
        }
    }
}

const FILLER: &str = "filler";

/// Writes a file until nothing fits any more, and gives back what is to be left.
fn fill_up(path: &Path, left: u64) -> io::Result<()> {
    let mut filler = File::create(path)?;
    let block = [0; 4096];
    let mut length = 0_u64;
    while filler.write_all(&block).is_ok() {
        length += block.len() as u64;
    }
    filler.set_len(length.saturating_sub(left))
}
