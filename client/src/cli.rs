//! The `zeitnot` program: its commands.

pub mod args;
mod bot;
mod clock;
mod connect;
mod demo;
mod error;
mod export;
mod front;
mod games;
mod name;
mod out;
mod play;
mod printer;
mod ratings;
mod review;
mod table;
mod watch;

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
        Command::Watch(args) => watch::run(&context()?, args),
        Command::Ratings => ratings::run(&context()?),
        Command::Top(args) => ratings::top(&context()?, args),
        Command::Export(args) => export::run(&context()?, args),
        Command::Review(args) => review::run(context, args),
        Command::Demo => demo::run(&context()?),
    }
}
