//! A display that nobody sees.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

/// How large it is, and how many bits a dot has.
const SCREEN: &str = "1600x1200x24";

/// A display that nobody sees, for as long as it is held: Xvfb, which the X server's own project makes for tests.
pub struct Display {
    child: Child,
    /// Its name: `:99`.
    pub name: String,
}

impl Display {
    /// Whether Xvfb is installed. A build server has to have it; elsewhere the test says that it does without.
    pub fn is_there() -> bool {
        let help = Command::new("Xvfb").arg("-help").stdout(Stdio::null()).stderr(Stdio::null()).status();
        if help.is_ok() {
            return true;
        }
        let missing =
            "Xvfb is not on PATH (on Debian: xvfb, and libgl1-mesa-dri to draw without a graphics card)";
        assert!(std::env::var_os("CI").is_none(), "{missing}: a build server has to have it");
        eprintln!("skipped: {missing}");
        false
    }

    /// Starts one under a name that is free.
    pub fn start() -> Display {
        let mut child = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", SCREEN, "-nolisten", "tcp", "-noreset"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("Xvfb");
        let mut number = String::new();
        // It says its number once it can be connected to.
        BufReader::new(child.stdout.take().expect("an output")).read_line(&mut number).expect("a number");
        Display { child, name: format!(":{}", number.trim()) }
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        let _gone = self.child.kill();
        let _gone = self.child.wait();
    }
}
