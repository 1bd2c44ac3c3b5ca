//! What is left behind when the program breaks.

use std::backtrace::Backtrace;
use std::fmt::Write as _;
use std::panic::{self, PanicHookInfo};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};
use std::{fs, io, thread};

use zeitnot_client::session::LINK_THREAD;

/// Where the last report of this run is.
static LAST: Mutex<Option<PathBuf>> = Mutex::new(None);

/// From now on a panic leaves a file in this directory, and a line on standard error that says where.
pub fn install(directory: PathBuf) {
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        // The SDK's thread may break with its connection; the session goes on without it.
        if thread::current().name() == Some(LINK_THREAD) {
            return;
        }
        before(info);
        match write(&directory, info) {
            Ok(path) => {
                eprintln!("zeitnot-window has broken; a report is in {}", path.display());
                *LAST.lock().unwrap_or_else(PoisonError::into_inner) = Some(path);
            }
            Err(error) => eprintln!("zeitnot-window has broken, and no report could be written: {error}"),
        }
    }));
}

/// Where the last report of this run is, once.
pub(crate) fn take_last() -> Option<PathBuf> {
    LAST.lock().unwrap_or_else(PoisonError::into_inner).take()
}

fn write(directory: &Path, info: &PanicHookInfo) -> io::Result<PathBuf> {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let mut text = format!("zeitnot-window {}\n", env!("CARGO_PKG_VERSION"));
    let current = thread::current();
    let name = current.name().unwrap_or("without a name");
    // Writing to a text does not fail.
    let _written =
        writeln!(text, "{} {}\nthread {name}\n{info}\n", std::env::consts::OS, std::env::consts::ARCH);
    text.push_str(&Backtrace::force_capture().to_string());
    fs::create_dir_all(directory)?;
    let path = directory.join(format!("panic-{seconds}.txt"));
    fs::write(&path, text)?;
    Ok(path)
}

/// The reports that there are, the last one first.
pub(crate) fn found(directory: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(directory) else { return Vec::new() };
    let paths = entries.filter_map(|entry| entry.ok().map(|entry| entry.path()));
    let is_report = |path: &PathBuf| {
        path.file_name().is_some_and(|name| {
            let name = name.to_string_lossy();
            name.starts_with("panic-") && name.ends_with(".txt")
        })
    };
    let mut found: Vec<PathBuf> = paths.filter(is_report).collect();
    found.sort();
    found.reverse();
    found
}

/// Marks a report as seen, so that it is told once. Says where it is then.
pub(crate) fn seen(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy().replacen("panic-", "seen-", 1);
    let seen = path.with_file_name(name);
    // If it cannot be renamed it is told again.
    if fs::rename(path, &seen).is_ok() { seen } else { path.to_owned() }
}
