//! `zeitnot-window`: the window in which Zeitnot is played.

#![forbid(unsafe_code)]
// No terminal is opened beside the window on Windows.
#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

use std::process::ExitCode;

use clap::Parser;
use zeitnot_desktop::shell::{self, Args};

fn main() -> ExitCode {
    match shell::open(Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
