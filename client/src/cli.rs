//! The `zeitnot` program: its commands.

pub mod args;
mod blocks;
mod bot;
mod challenges;
mod clock;
mod connect;
mod delete_account;
mod demo;
mod error;
mod export;
mod front;
mod games;
mod lobby;
mod name;
mod out;
mod play;
mod printer;
mod ratings;
mod review;
mod table;
mod watch;
mod window;

use args::{Cli, Command, PlayArgs};
use connect::Context;
pub use error::{CliError, usage_line};
use play::Goal;
pub use window::open_window;

/// Carries out what the command line asks for.
pub fn run(cli: Cli) -> Result<(), CliError> {
    let context = || Context::new(&cli.connect);
    match &cli.command {
        Command::Play(args) => play::run(context()?, args, Goal::Usual),
        Command::Quick(args) => {
            let goal = Goal::Queue { pool: args.pool.clone(), range: args.range };
            play::run(context()?, &PlayArgs::default(), goal)
        }
        Command::Seek(args) => {
            let goal = Goal::Seek { min_rating: args.min_rating, max_rating: args.max_rating };
            play::run(context()?, &PlayArgs::of(&args.setup), goal)
        }
        Command::Challenge(args) => {
            let goal = Goal::Challenge { player: args.player.clone() };
            play::run(context()?, &PlayArgs::of(&args.setup), goal)
        }
        Command::Challenges(args) => challenges::run(context()?, args),
        Command::Lobby => lobby::run(&context()?),
        Command::Games => games::run(&context()?),
        Command::Bot(args) => bot::run(context()?, args),
        Command::Block(args) => blocks::block(&context()?, args),
        Command::Unblock(args) => blocks::unblock(&context()?, args),
        Command::DeleteAccount { yes } => delete_account::run(&context()?, *yes),
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
