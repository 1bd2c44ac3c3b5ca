//! A server of one's own, for as long as the window is open.

use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;

/// The program, beside this one.
const PROGRAM: &str = "zeitnot-server";

/// A server of one's own. Dropping it ends it: whatever was confirmed to anybody is kept.
#[derive(Debug)]
pub(crate) struct Host {
    child: Child,
    said: Receiver<Result<String, String>>,
}

impl Host {
    /// Where the program is, if it is installed.
    pub(crate) fn installed() -> Option<PathBuf> {
        let name = format!("{PROGRAM}{}", std::env::consts::EXE_SUFFIX);
        let path = std::env::current_exe().ok()?.with_file_name(name);
        path.is_file().then_some(path)
    }

    /// Starts it at an address such as `127.0.0.1:3000`. `wake` is called when it has something to say.
    pub(crate) fn start(program: &Path, address: &str, wake: impl Fn() + Send + 'static) -> io::Result<Host> {
        let mut child = Command::new(program)
            .args(["--listen", address])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let (tell, said) = channel();
        let stdout = child.stdout.take();
        let stderr = child.stderr.take();
        thread::Builder::new().name("zeitnot-host".to_owned()).spawn(move || {
            let mut line = String::new();
            if let Some(stdout) = stdout {
                // What it cannot say, it has not said.
                let _read = BufReader::new(stdout).read_line(&mut line);
            }
            let answer = match line.trim().strip_prefix("listening on ") {
                Some(url) => Ok(url.to_owned()),
                None => Err(complaint(stderr)),
            };
            // The window may be closed by now.
            let _closed = tell.send(answer);
            wake();
        })?;
        Ok(Host { child, said })
    }

    /// What it has said at its start, once: where it listens, or why it does not.
    pub(crate) fn heard(&self) -> Option<Result<String, String>> {
        self.said.try_recv().ok()
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        // It is made to be killed: what is not finished is done again at the next start.
        let _gone = self.child.kill();
        let _gone = self.child.wait();
    }
}

/// The last line of what a program complained about.
fn complaint(stderr: Option<impl Read>) -> String {
    let mut text = String::new();
    if let Some(stderr) = stderr {
        let _read = stderr.take(64 * 1024).read_to_string(&mut text);
    }
    text.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("?").trim().to_owned()
}
