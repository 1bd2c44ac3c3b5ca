//! The server under test.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};

use tempfile::TempDir;

/// A server that runs for as long as the test: a process of its own on a free port over a data directory of
/// its own, or the one that `ZEITNOT_SERVER` names.
pub struct Server {
    local: Option<Local>,
    url: String,
    database: String,
}

struct Local {
    child: Child,
    data: TempDir,
}

impl Server {
    /// Starts a server with nothing in it.
    pub fn start() -> Self {
        let database = std::env::var("ZEITNOT_DATABASE").unwrap_or_else(|_| "zeitnot".to_owned());
        if let Ok(url) = std::env::var("ZEITNOT_SERVER") {
            return Self { local: None, url, database };
        }
        Self::start_local().expect("this is no foreign server")
    }

    /// Starts a server that the test may kill and whose owner it is: none where `ZEITNOT_SERVER` names
    /// another.
    pub fn start_local() -> Option<Self> {
        if std::env::var_os("ZEITNOT_SERVER").is_some() {
            eprintln!("skipped: this test needs a server of its own");
            return None;
        }
        Self::start_local_with(&[])
    }

    /// The same, with arguments for the server.
    pub fn start_local_with(arguments: &[&str]) -> Option<Self> {
        if std::env::var_os("ZEITNOT_SERVER").is_some() {
            return Self::start_local();
        }
        let data = TempDir::new().expect("a temporary directory");
        let (child, url) = launch(data.path(), "127.0.0.1:0", arguments);
        Some(Self { local: Some(Local { child, data }), url, database: "zeitnot".to_owned() })
    }

    /// Starts a server whose owner the test is. `None` where `ZEITNOT_SERVER` names another, unless
    /// `ZEITNOT_OWNER_TOKEN` has the token of its owner: the tests leave things behind there.
    ///
    /// One of our own does not mind how often it is asked.
    pub fn start_owned() -> Option<Self> {
        if std::env::var_os("ZEITNOT_OWNER_TOKEN").is_some() {
            return Some(Self::start());
        }
        Self::start_local_with(&["--asks-per-player", "0", "--asks-per-address", "0"])
    }

    /// Whether it is our own program, not SpacetimeDB's server.
    pub fn is_local(&self) -> bool {
        self.local.is_some()
    }

    /// Where it listens, as clients write it.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.url.trim_start_matches("http://").parse().expect("host:port")
    }

    /// The database's name.
    pub fn database(&self) -> &str {
        &self.database
    }

    /// The token of the database's owner.
    pub fn owner_token(&self) -> String {
        if self.local.is_none() {
            return std::env::var("ZEITNOT_OWNER_TOKEN").expect("the owner's token");
        }
        std::fs::read_to_string(self.local().data.path().join("owner-token"))
            .expect("the owner's token")
            .trim()
            .to_owned()
    }

    /// How many bytes of memory a server of the test's own has. `None` where there is no /proc to say so.
    pub fn memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process_id())).ok()?;
        let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        let kibibytes: u64 = resident.trim().trim_end_matches(" kB").trim().parse().ok()?;
        Some(kibibytes * 1024)
    }

    /// The process of a server of the test's own.
    pub fn process_id(&self) -> u32 {
        self.local().child.id()
    }

    /// Kills the server as a power cut would: SIGKILL, nothing is written any more.
    pub fn kill(&mut self) {
        let child = &mut self.local_mut().child;
        child.kill().expect("it runs");
        child.wait().expect("it ends");
    }

    /// Starts it again over the same data, at the same address.
    pub fn start_again(&mut self) {
        let address = self.address().to_string();
        let local = self.local_mut();
        let (child, _) = launch(local.data.path(), &address, &[]);
        local.child = child;
    }

    /// Stops the process where it is, as a machine that is put to sleep does.
    pub fn freeze(&self) {
        self.signal("-STOP");
    }

    /// Lets it go on.
    pub fn thaw(&self) {
        self.signal("-CONT");
    }

    fn signal(&self, signal: &str) {
        let pid = self.local().child.id().to_string();
        assert!(Command::new("kill").args([signal, &pid]).status().expect("the kill command").success());
    }

    /// How it has ended, if it has.
    pub fn ended(&mut self) -> Option<ExitStatus> {
        self.local_mut().child.try_wait().expect("a child of ours")
    }

    fn local(&self) -> &Local {
        self.local.as_ref().expect("a server of the test's own")
    }

    fn local_mut(&mut self) -> &mut Local {
        self.local.as_mut().expect("a server of the test's own")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(local) = &mut self.local {
            let _ = local.child.kill();
            let _ = local.child.wait();
        }
    }
}

fn launch(data: &Path, listen: &str, arguments: &[&str]) -> (Child, String) {
    let program = beside_the_tests("zeitnot-server");
    let mut child = Command::new(&program)
        .args(["--listen", listen, "--data-dir"])
        .arg(data)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| {
            panic!("{} ({error}): run the tests with `cargo xtask test`", program.display())
        });
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("its first line");
    let url = line.trim().strip_prefix("listening on ").expect("the server says where it listens").to_owned();
    (child, url)
}

/// A program of the workspace: built into the folder above the one that test programs are in.
pub fn beside_the_tests(name: &str) -> PathBuf {
    let test = std::env::current_exe().expect("this program's path");
    let folder = test.ancestors().nth(2).expect("target/debug");
    folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}
