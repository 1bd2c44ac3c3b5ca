//! A server of our own for as long as a command runs.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use xshell::Shell;

use crate::build;

/// A running `zeitnot-server`; dropping it closes it.
pub struct Server {
    child: Child,
    pub url: String,
}

impl Server {
    /// Starts the server over a data directory and waits until it says where it listens.
    pub fn start(shell: &Shell, address: &str, data: &Path) -> Result<Self> {
        let mut child = Command::new(build::binary(shell, "zeitnot-server"))
            .args(["--listen", address, "--data-dir"])
            .arg(data)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .context("the server does not start")?;
        let mut stdout = BufReader::new(child.stdout.take().context("the server has no output")?);
        let mut line = String::new();
        stdout.read_line(&mut line)?;
        match line.trim().strip_prefix("listening on ") {
            Some(url) => Ok(Self { url: url.to_owned(), child }),
            // It has said on standard error why it does not run.
            None => bail!("the server did not start ({})", child.wait()?),
        }
    }

    /// Whether a SpacetimeDB server answers at an address such as `127.0.0.1:3000`, with our database on it.
    pub fn answers(address: &str) -> bool {
        let answer = || -> std::io::Result<String> {
            let mut stream = TcpStream::connect(address)?;
            stream.set_read_timeout(Some(Duration::from_secs(2)))?;
            write!(
                stream,
                "GET /v1/database/zeitnot HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"
            )?;
            let mut answer = Vec::new();
            stream.take(64 * 1024).read_to_end(&mut answer)?;
            Ok(String::from_utf8_lossy(&answer).into_owned())
        };
        answer().is_ok_and(|answer| answer.starts_with("HTTP/1.1 200"))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        #[cfg(unix)]
        let asked = rustix::process::kill_process(
            rustix::process::Pid::from_child(&self.child),
            rustix::process::Signal::TERM,
        )
        .is_ok();
        #[cfg(not(unix))]
        let asked = false;
        if !asked {
            // Killing it loses nothing either: that is what it is made for.
            let _ = self.child.kill();
        }
        let _ = self.child.wait();
    }
}
