//! The server's process.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use zeitnot_rules::clock::Micros;

use crate::error::FaultsError;
use crate::now;
use crate::sql::Owner;

/// How long the server may take to start. It compiles the module the first time, a minute and more on a busy machine.
const START_LIMIT: Duration = Duration::from_secs(180);

/// A server that runs.
pub struct Server {
    child: Child,
    data: PathBuf,
    address: SocketAddr,
    /// When the process was started, and when it said that it listens.
    pub started: Micros,
    /// When it said that it listens.
    pub listening: Micros,
}

/// What a server is started with.
#[derive(Clone, Debug)]
pub struct Start {
    /// The program.
    pub program: PathBuf,
    /// Where what it says is kept.
    pub log: PathBuf,
    /// A write beyond the length that a file may have is an error, not the end.
    pub ignore_file_limit: bool,
}

impl Server {
    /// Starts it over a data directory, on a free port, and waits until it listens.
    pub fn start(start: &Start, data: &Path) -> Result<Self, FaultsError> {
        if !start.program.exists() {
            return Err(FaultsError::NoServer(start.program.clone()));
        }
        let log = open_log(&start.log)?;
        let mut command = if start.ignore_file_limit {
            // What is ignored stays ignored in the program that takes the shell's place.
            let mut shell = Command::new("sh");
            shell.args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\""]).arg(&start.program);
            shell
        } else {
            Command::new(&start.program)
        };
        command.args(["--listen", "127.0.0.1:0", "--data-dir"]).arg(data);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(log);
        let started = now();
        let mut child = command.spawn().map_err(FaultsError::io(start.program.display().to_string()))?;
        let not_started = || FaultsError::NotStarted { log: start.log.clone() };
        let output = child.stdout.take().ok_or_else(not_started)?;
        let address = first_line(output).and_then(|line| {
            line.trim().strip_prefix("listening on http://").and_then(|address| address.parse().ok())
        });
        let Some(address) = address else {
            let _ = child.kill();
            let _ = child.wait();
            return Err(not_started());
        };
        Ok(Self { child, data: data.to_owned(), address, started, listening: now() })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The owner of its database.
    pub fn owner(&self) -> Result<Owner, FaultsError> {
        let path = self.data.join("owner-token");
        let token = std::fs::read_to_string(&path).map_err(FaultsError::io(path.display().to_string()))?;
        Ok(Owner::new(&format!("http://{}", self.address), token.trim()))
    }

    /// Its process.
    pub fn pid(&self) -> Pid {
        Pid::from_child(&self.child)
    }

    /// Kills it: it does nothing any more. Gives the moment before.
    pub fn kill(mut self) -> Micros {
        let at = now();
        // One that has ended already cannot be killed, and need not be.
        let _ = self.child.kill();
        let _ = self.child.wait();
        at
    }

    /// Asks it to end, and waits until it has.
    pub fn stop(mut self) -> Result<(), FaultsError> {
        self.signal(Signal::TERM)?;
        self.child.wait().map_err(FaultsError::io("waiting for the server"))?;
        Ok(())
    }

    /// Lets it stand still for a while; gives from when until when.
    pub fn stand_still(&self, lasts: Duration) -> Result<(Micros, Micros), FaultsError> {
        self.signal(Signal::STOP)?;
        let from = now();
        thread::sleep(lasts);
        let until = now();
        self.signal(Signal::CONT)?;
        Ok((from, until))
    }

    /// Waits at most this long for it to end by itself; says whether it has.
    pub fn has_ended_within(&mut self, limit: Duration) -> bool {
        let until = Instant::now() + limit;
        while Instant::now() < until {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return true;
            }
            thread::sleep(Duration::from_millis(20));
        }
        false
    }

    fn signal(&self, signal: Signal) -> Result<(), FaultsError> {
        kill_process(self.pid(), signal).map_err(|error| FaultsError::Io {
            what: "signalling the server".to_owned(),
            source: error.into(),
        })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn open_log(path: &Path) -> Result<File, FaultsError> {
    let file = OpenOptions::new().create(true).append(true).open(path);
    file.map_err(FaultsError::io(path.display().to_string()))
}

/// The first line of an output, within the limit.
fn first_line(output: impl std::io::Read + Send + 'static) -> Option<String> {
    let (said, heard) = mpsc::channel();
    thread::spawn(move || {
        let mut line = String::new();
        if BufReader::new(output).read_line(&mut line).is_ok() {
            // Nobody listens any more once the limit has passed.
            let _ = said.send(line);
        }
    });
    heard.recv_timeout(START_LIMIT).ok()
}
