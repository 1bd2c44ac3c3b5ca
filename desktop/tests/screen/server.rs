//! The server that the windows play on.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

/// A server for as long as it is held: the embedded host on a free port, all in memory.
pub struct Server {
    child: Child,
    /// Where it listens.
    pub url: String,
}

impl Server {
    pub fn start() -> Server {
        let program = Server::folder().join("zeitnot-server");
        let mut child = Command::new(&program)
            .args(["--listen", "127.0.0.1:0", "--in-memory"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| {
                panic!("{} ({error}): run the tests with `cargo xtask test`", program.display())
            });
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("an output")).read_line(&mut line).expect("a line");
        let url = line.trim().strip_prefix("listening on ").expect("an address").to_owned();
        Server { child, url }
    }

    /// Where cargo puts programs: one folder above the tests.
    pub fn folder() -> PathBuf {
        let test = std::env::current_exe().expect("this program");
        test.parent().and_then(|folder| folder.parent()).expect("two folders").to_owned()
    }

    /// The number of its process.
    pub fn process_id(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _gone = self.child.kill();
        let _gone = self.child.wait();
    }
}
