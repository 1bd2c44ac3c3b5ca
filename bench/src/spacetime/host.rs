//! `zeitnot-server` with one of the modules.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use tempfile::TempDir;
use tokio::process::Command;

use crate::ground::Ground;
use crate::process::Process;
use crate::spacetime::Client;

/// The embedded host, a process of its own.
pub struct Host {
    process: Process,
    server: String,
    owner_token: String,
    setting: Setting,
}

/// What it is started with.
struct Setting {
    program: PathBuf,
    module: PathBuf,
    durable: bool,
    /// With nothing but the owner's token if all is in memory.
    folder: TempDir,
}

impl Host {
    /// Starts it with an empty database and the module of this name.
    pub async fn start(ground: &Ground, module: &str, durable: bool) -> Result<Self> {
        Self::launch(Setting {
            program: ground.program("zeitnot-server"),
            module: ground.module(module),
            durable,
            folder: ground.folder()?,
        })
        .await
    }

    /// Starts it again with what it has written, after it was stopped. Gives how long it took until it took connections.
    pub async fn restart(self) -> Result<(Self, Duration)> {
        self.process.stop().await?;
        Self::start_again(self.setting).await
    }

    /// The same after it was killed.
    pub async fn kill_and_restart(self) -> Result<(Self, Duration)> {
        self.process.kill().await?;
        Self::start_again(self.setting).await
    }

    async fn start_again(setting: Setting) -> Result<(Self, Duration)> {
        let begun = Instant::now();
        let host = Self::launch(setting).await?;
        Ok((host, begun.elapsed()))
    }

    async fn launch(setting: Setting) -> Result<Self> {
        let data = setting.data();
        let mut command = Command::new(&setting.program);
        command.args(["--listen", "127.0.0.1:0", "--module"]).arg(&setting.module);
        // All players have one address here, and thousands of them come within a second.
        command.args(["--asks-per-player", "0", "--asks-per-address", "0"]);
        let token = if setting.durable {
            command.arg("--data-dir").arg(&data);
            data.join("owner-token")
        } else {
            command.args(["--in-memory", "--owner-token"]).arg(&data);
            data
        };
        // The engine logs each refused call, of which there are none, and nothing else of interest.
        command.env("RUST_LOG", "off");
        let process = Process::start(command).await?;
        let address = process.first_line().strip_prefix("listening on http://");
        let server = format!("ws://{}", address.context("the host does not say where it listens")?);
        let owner_token = fs::read_to_string(token)?.trim().to_owned();
        Ok(Self { process, server, owner_token, setting })
    }

    /// The process's number.
    pub fn process(&self) -> u32 {
        self.process.id()
    }

    /// Connects somebody new, who hears of what is on the disk only, if there is one.
    pub async fn client(&self) -> Result<Client> {
        Client::connect(&self.server, None, self.setting.durable).await
    }

    /// Connects the owner.
    pub async fn owner(&self) -> Result<Client> {
        Client::connect(&self.server, Some(&self.owner_token), self.setting.durable).await
    }

    /// Bytes in the commitlog.
    pub fn commitlog(&self) -> Result<u64> {
        // SpacetimeDB numbers the copies of a database; here there is one.
        size(&self.setting.data().join("replicas/1/clog"))
    }

    /// Stops it.
    pub async fn stop(self) -> Result<()> {
        self.process.stop().await
    }
}

impl Setting {
    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }
}

/// Bytes in all files of a folder, as far as they are written: what is reserved on the disk beyond is not counted.
fn size(folder: &Path) -> Result<u64> {
    let mut bytes = 0;
    for entry in fs::read_dir(folder).with_context(|| format!("no folder {}", folder.display()))? {
        let entry = entry?;
        let kind = entry.metadata()?;
        bytes += if kind.is_dir() { size(&entry.path())? } else { kind.len() };
    }
    Ok(bytes)
}
