//! The window, which is a program of its own beside this one.

use std::env;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

/// The program.
const PROGRAM: &str = "zeitnot-window";

/// Opens the window, if it is installed and there is a display, and waits until it is closed. `None` if there is
/// none to open.
pub fn open_window() -> Option<ExitCode> {
    let program = installed().filter(|_| has_display())?;
    match Command::new(&program).status() {
        Ok(status) if status.success() => Some(ExitCode::SUCCESS),
        Ok(_) => Some(ExitCode::FAILURE),
        Err(error) => {
            eprintln!("error: {} does not start: {error}", program.display());
            Some(ExitCode::FAILURE)
        }
    }
}

fn installed() -> Option<PathBuf> {
    let name = format!("{PROGRAM}{}", env::consts::EXE_SUFFIX);
    let path = env::current_exe().ok()?.with_file_name(name);
    path.is_file().then_some(path)
}

fn has_display() -> bool {
    let set = |name: &str| env::var_os(name).is_some_and(|value| !value.is_empty());
    cfg!(not(unix)) || cfg!(target_os = "macos") || set("DISPLAY") || set("WAYLAND_DISPLAY")
}
