//! `zeitnot`, the terminal client.

#![forbid(unsafe_code)]

use std::io::ErrorKind;
use std::process::ExitCode;

use clap::Parser;
use zeitnot_client::cli::{self, CliError, args::Cli};
use zeitnot_client::term::Screen;

fn main() -> ExitCode {
    Screen::guard_panics();
    match cli::run(Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever read the output has seen enough.
        Err(CliError::Io(error)) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            Screen::give_back();
            // One line, whatever was typed into what it names.
            eprintln!("error: {}", error.to_string().replace(char::is_control, " "));
            ExitCode::from(error.exit_code())
        }
    }
}
