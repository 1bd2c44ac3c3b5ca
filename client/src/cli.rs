//! The `zeitnot` program: its commands.

pub mod args;
mod bot;
mod clock;
mod connect;
mod demo;
mod error;
mod games;
mod name;
mod out;
mod play;
mod printer;
mod review;

use args::{Cli, Command};
use connect::Context;
pub use error::{CliError, usage_line};

/// Carries out what the command line asks for.
pub fn run(cli: Cli) -> Result<(), CliError> {
    let context = || Context::new(&cli.connect);
    match &cli.command {
        Command::Play(args) => play::run(context()?, args),
        Command::Games => games::run(&context()?),
        Command::Bot(args) => bot::run(context()?, args),
        Command::Name(args) => name::run(&context()?, args),
        Command::Clock(args) => clock::run(args),
        Command::Review(args) => review::run(args),
        Command::Demo => demo::run(&context()?),
    }
}
