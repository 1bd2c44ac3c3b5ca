//! The window as it is: opened on a display that nobody sees, drawn in software, on the embedded host, and played in
//! with a mouse and a keyboard. Nothing depends on pixels: what is pressed is found by what a screen reader is told.
//!
//! A window wants a process's first thread, so each is a process of its own: this program again, with `--scene`. What
//! makes pictures or measures is run by name only:
//!
//! - `cargo xtask screenshots` writes docs/images;
//! - `cargo test --release -p zeitnot-desktop --test screen -- --ignored cost` says what a frame costs;
//! - the same with `hundred` says how much memory a hundred games take.

use std::process::ExitCode;

#[cfg(target_os = "linux")]
mod child;
#[cfg(target_os = "linux")]
mod device;
#[cfg(target_os = "linux")]
mod display;
#[cfg(target_os = "linux")]
mod eyes;
#[cfg(target_os = "linux")]
mod hand;
#[cfg(target_os = "linux")]
mod opponent;
#[cfg(target_os = "linux")]
mod scenes;
#[cfg(target_os = "linux")]
mod server;
#[cfg(target_os = "linux")]
mod trials;

#[cfg(target_os = "linux")]
fn main() -> ExitCode {
    use clap::Parser;
    if std::env::args().any(|argument| argument.starts_with("--scene=")) {
        return child::run(&child::Options::parse());
    }
    let mut arguments = libtest_mimic::Arguments::from_args();
    // Each has two processors' worth to do.
    arguments.test_threads = Some(1);
    libtest_mimic::run(&arguments, trials::all()).exit_code()
}

#[cfg(not(target_os = "linux"))]
fn main() -> ExitCode {
    eprintln!("skipped: there is Xvfb on Linux only");
    ExitCode::SUCCESS
}
