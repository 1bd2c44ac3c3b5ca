//! Where systems run: a folder for what they write, and the programs that they are.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use tempfile::TempDir;

/// Shared by all systems of a run, so that all of them write to the same disk.
pub struct Ground {
    folder: TempDir,
    programs: PathBuf,
}

impl Ground {
    /// A new folder inside `parent`, gone with this value, and the folder of the programs and modules that
    /// `cargo xtask bench` has built.
    pub fn new(parent: &Path, programs: &Path) -> Result<Self> {
        std::fs::create_dir_all(parent).with_context(|| format!("cannot make {}", parent.display()))?;
        let folder = tempfile::Builder::new().prefix("run-").tempdir_in(parent)?;
        Ok(Self { folder, programs: programs.to_owned() })
    }

    /// A new and empty folder for a system, on the disk that all share. It goes with the value.
    #[expect(dead_code, reason = "the first system that writes anything is on its way")]
    pub fn folder(&self) -> Result<TempDir> {
        tempfile::tempdir_in(self.folder.path()).context("no folder for what the system writes")
    }

    /// A program or module that was built for the run.
    pub fn program(&self, name: &str) -> PathBuf {
        self.programs.join(name)
    }
}
