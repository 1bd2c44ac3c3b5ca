//! Where systems run: a folder for what they write, and the programs that they are.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use tempfile::TempDir;

/// The file of Zeitnot's own module.
pub const ZEITNOT_MODULE: &str = "zeitnot_module.wasm";

/// Shared by all systems of a run, so that all of them write to the same disk.
pub struct Ground {
    folder: TempDir,
    programs: PathBuf,
    /// Takes the place of Zeitnot's own module.
    other_module: Option<PathBuf>,
}

impl Ground {
    /// A new folder inside `parent`, gone with this value, and the folder of the programs and modules that
    /// `cargo xtask bench` has built.
    pub fn new(parent: &Path, programs: &Path) -> Result<Self> {
        std::fs::create_dir_all(parent).with_context(|| format!("cannot make {}", parent.display()))?;
        let folder = tempfile::Builder::new().prefix("run-").tempdir_in(parent)?;
        Ok(Self { folder, programs: programs.to_owned(), other_module: None })
    }

    /// A new and empty folder for a system, on the disk that all share. It goes with the value.
    pub fn folder(&self) -> Result<TempDir> {
        tempfile::tempdir_in(self.folder.path()).context("no folder for what the system writes")
    }

    /// The same with another wasm file in the place of Zeitnot's module.
    pub fn with_module(self, other_module: Option<PathBuf>) -> Self {
        Self { other_module, ..self }
    }

    /// A program that was built for the run.
    pub fn program(&self, name: &str) -> PathBuf {
        self.programs.join(name)
    }

    /// A module that was built for the run, or the one that takes its place.
    pub fn module(&self, name: &str) -> PathBuf {
        match &self.other_module {
            Some(other) if name == ZEITNOT_MODULE => other.clone(),
            _ => self.programs.join(name),
        }
    }
}
