//! `zeitnot-server` with one of the modules.

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
    durable: bool,
    /// With nothing but the owner's token if all is in memory.
    _folder: TempDir,
}

impl Host {
    /// Starts it with an empty database and the module of this name.
    pub async fn start(ground: &Ground, module: &str, durable: bool) -> Result<Self> {
        let folder = ground.folder()?;
        let data = folder.path().join("data");
        let mut command = Command::new(ground.program("zeitnot-server"));
        command.args(["--listen", "127.0.0.1:0", "--module"]).arg(ground.module(module));
        let token = if durable {
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
        let owner_token = std::fs::read_to_string(token)?.trim().to_owned();
        Ok(Self { process, server, owner_token, durable, _folder: folder })
    }

    /// The process's number.
    pub fn process(&self) -> u32 {
        self.process.id()
    }

    /// Connects somebody new, who hears of what is on the disk only, if there is one.
    pub async fn client(&self) -> Result<Client> {
        Client::connect(&self.server, None, self.durable).await
    }

    /// Connects the owner.
    pub async fn owner(&self) -> Result<Client> {
        Client::connect(&self.server, Some(&self.owner_token), self.durable).await
    }

    /// Stops it.
    pub async fn stop(self) -> Result<()> {
        self.process.stop().await
    }
}
