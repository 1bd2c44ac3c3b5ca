//! `zeitnot`, the terminal client.

#![forbid(unsafe_code)]

use std::io;
use std::process::ExitCode;

use clap::Parser;
use clap::error::ErrorKind as UsageKind;
use zeitnot_client::cli::{self, CliError, args::Cli, usage_line};
use zeitnot_client::term::Screen;

fn main() -> ExitCode {
    // Without anything said, whoever has a display means the window.
    if std::env::args_os().len() == 1
        && let Some(code) = cli::open_window()
    {
        return code;
    }
    Screen::guard_panics();
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        // Help and the version, which were asked for.
        Err(told)
            if !told.use_stderr() || told.kind() == UsageKind::DisplayHelpOnMissingArgumentOrSubcommand =>
        {
            told.exit()
        }
        Err(wrong) => {
            eprintln!("{}", usage_line(&wrong));
            return ExitCode::from(2);
        }
    };
    match cli::run(cli) {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever read the output has seen enough.
        Err(CliError::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            Screen::give_back();
            // One line, whatever was typed into what it names.
            eprintln!("error: {}", error.to_string().replace(char::is_control, " "));
            ExitCode::from(error.exit_code())
        }
    }
}
