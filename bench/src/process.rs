//! A server process that lives as long as the value.

use std::time::Duration;

use anyhow::{Context, Result, bail};
use rustix::process::{Pid, Signal, kill_process};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};
use tokio::time::timeout;

/// How long a server may take until it says that it listens.
const STARTING: Duration = Duration::from_secs(600);

/// How long a server may take to end when it is asked to.
const STOPPING: Duration = Duration::from_secs(60);

/// A running server, killed when the value is dropped.
pub struct Process {
    child: Child,
    id: u32,
    first_line: String,
}

impl Process {
    /// Starts a program and waits for the first line that it prints, by which it says that it listens.
    pub async fn start(mut command: Command) -> Result<Self> {
        let name = command.as_std().get_program().to_string_lossy().into_owned();
        let mut child = command
            .stdin(std::process::Stdio::null())
            .stdout(std::process::Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .with_context(|| format!("{name} does not start"))?;
        let id = child.id().with_context(|| format!("{name} ended at once"))?;
        let mut lines = BufReader::new(child.stdout.take().context("no output")?).lines();
        let line = timeout(STARTING, lines.next_line()).await.with_context(|| format!("{name} is silent"))?;
        let Some(first_line) = line? else { bail!("{name} ended before it listened") };
        // Whatever else it prints must not fill the pipe.
        tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
        Ok(Self { child, id, first_line })
    }

    /// The process's number.
    pub fn id(&self) -> u32 {
        self.id
    }

    /// What it said when it listened.
    pub fn first_line(&self) -> &str {
        &self.first_line
    }

    /// Kills it, and waits until it is gone.
    pub async fn kill(mut self) -> Result<()> {
        self.child.kill().await.context("cannot kill it")
    }

    /// Asks it to end, waits until it has, and kills it if it takes too long.
    pub async fn stop(mut self) -> Result<()> {
        if let Some(pid) = i32::try_from(self.id).ok().and_then(Pid::from_raw) {
            kill_process(pid, Signal::TERM)?;
        }
        if timeout(STOPPING, self.child.wait()).await.is_err() {
            self.child.kill().await?;
        }
        Ok(())
    }
}
