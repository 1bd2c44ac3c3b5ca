//! `cargo xtask faults`: plays rounds, and says what was lost.

#[cfg(target_os = "linux")]
mod command;

use std::process::ExitCode;

#[cfg(target_os = "linux")]
fn main() -> ExitCode {
    command::run()
}

#[cfg(not(target_os = "linux"))]
fn main() -> ExitCode {
    eprintln!("this runs on Linux alone, whose signals, mounts and limits it uses");
    ExitCode::FAILURE
}
