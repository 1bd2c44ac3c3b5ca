//! What is asked for on the command line.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Parser, Subcommand, ValueEnum};

use crate::contender::Contender;
use crate::idle_games;
use crate::moves;
use crate::systems::echo;
use crate::systems::postgres::front;

/// Measures Zeitnot beside what people would use instead.
///
/// Without options it asks every question and takes about 25 minutes.
#[derive(Parser)]
#[command(version)]
pub struct Arguments {
    /// Only the first table, within five minutes.
    #[arg(long)]
    quick: bool,
    /// Write all figures to this file as well.
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Ask these questions only.
    #[arg(long, value_delimiter = ',')]
    only: Vec<Question>,
    /// Compare these systems only.
    #[arg(long, value_delimiter = ',')]
    systems: Vec<Contender>,
    /// Games at once, for moves a second.
    #[arg(long, value_delimiter = ',', default_values_t = [1, 8, 64, 256, 1024])]
    games: Vec<usize>,
    /// Moves a second in the open loop, from few to many; 0: no open loop.
    #[arg(long, value_delimiter = ',', default_values_t = [250.0, 1000.0, 2000.0, 4000.0])]
    rates: Vec<f64>,
    /// Numbers of clients that are connected and subscribed, from few to many.
    #[arg(long, value_delimiter = ',', default_values_t = [10, 100, 1000, 4000, 10_000])]
    pub clients: Vec<usize>,
    /// Numbers of idle games, from few to many.
    #[arg(long, value_delimiter = ',', default_values_t = [1000, 10_000, 100_000, 1_000_000])]
    live: Vec<usize>,
    /// Numbers of bare timers that are pending, from few to many.
    #[arg(long, value_delimiter = ',', default_values_t = [1000, 10_000, 100_000, 1_000_000])]
    pub pending: Vec<usize>,
    /// Bare timers that are all due within a second; 0: none.
    #[arg(long, default_value_t = 1_000_000)]
    pub burst: usize,
    /// How long each measurement takes.
    #[arg(long, default_value_t = 1.2)]
    seconds: f64,
    /// How often moves a second are measured.
    #[arg(long)]
    rounds: Option<usize>,
    /// Another wasm file in the place of Zeitnot's module, with the same rows.
    #[arg(long, value_name = "FILE")]
    pub module: Option<PathBuf>,
    /// Where systems write to [default: a folder beside this program].
    #[arg(long, value_name = "DIR")]
    pub folder: Option<PathBuf>,
    /// Write the page `benchmarks.md` and its pictures into this folder.
    #[arg(long, value_name = "DIR")]
    pub docs: Option<PathBuf>,
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// What there is to ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Question {
    /// Moves a second and how long one takes, closed and open loop.
    Moves,
    /// The same for larger games of Zeitnot's.
    Boards,
    /// What a move costs among many idle games, how late their timers are, memory and start-up.
    Growth,
    /// What a move costs among many connected clients.
    Subscribers,
    /// How late bare timers of the engine are, and what they cost.
    Timers,
    /// Bytes on the wire, on the disk and in memory.
    Size,
}

/// What else this program does.
#[derive(Subcommand)]
pub enum Command {
    /// Checks that the peers refuse what they have to, and are played as their own clients play them.
    Check,
    /// The echo server.
    #[command(name = echo::COMMAND, hide = true)]
    EchoServer,
    /// The front of PostgreSQL.
    #[command(name = front::COMMAND, hide = true)]
    PostgresFront(front::Options),
}

/// How many games end on time at each number of idle games.
const TIMEOUTS: usize = 1000;

/// Games at once in the open loop.
const OPEN_GAMES: usize = 256;

impl Arguments {
    /// The questions that are asked, in order.
    pub fn questions(&self) -> Vec<Question> {
        match (self.quick, self.only.is_empty()) {
            (_, false) => self.only.clone(),
            (true, true) => vec![Question::Moves],
            (false, true) => Question::value_variants().to_vec(),
        }
    }

    /// The systems that are compared.
    pub fn systems(&self) -> Vec<Contender> {
        if self.systems.is_empty() { Contender::value_variants().to_vec() } else { self.systems.clone() }
    }

    /// How long one measurement takes.
    pub fn time(&self) -> Duration {
        Duration::from_secs_f64(self.seconds)
    }

    /// What to measure of moves a second.
    pub fn moves(&self) -> moves::Plan {
        let rates = self.rates.iter().copied().filter(|&rate| rate > 0.0 && !self.quick);
        moves::Plan {
            systems: self.systems(),
            games: self.games.clone(),
            rates: rates.collect(),
            open_games: OPEN_GAMES,
            rounds: self.rounds.unwrap_or(if self.quick { 1 } else { 5 }),
            time: self.time(),
        }
    }

    /// What to measure among idle games.
    pub fn idle_games(&self) -> idle_games::Plan {
        idle_games::Plan { live: self.live.clone(), time: self.time(), timeouts: TIMEOUTS, restart: true }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(arguments: &[&str]) -> Arguments {
        Arguments::try_parse_from(["zeitnot-bench"].iter().chain(arguments)).unwrap()
    }

    #[test]
    fn a_full_run_asks_everything_in_five_rounds() {
        let all = parse(&[]);
        assert_eq!(all.questions().len(), 6);
        assert_eq!(all.systems(), Contender::value_variants());
        assert_eq!(all.moves().rounds, 5);
        assert_eq!(all.moves().games, [1, 8, 64, 256, 1024]);
    }

    #[test]
    fn a_quick_run_has_one_round_of_the_first_question() {
        let quick = parse(&["--quick"]);
        assert_eq!(quick.questions(), [Question::Moves]);
        assert_eq!(quick.moves().rounds, 1);
        assert!(quick.moves().rates.is_empty());
    }

    #[test]
    fn one_question_can_be_asked_of_some_systems() {
        let some =
            parse(&["--only", "moves", "--systems", "zeitnot,public", "--games", "64,256", "--seconds", "5"]);
        assert_eq!(some.questions(), [Question::Moves]);
        assert_eq!(some.systems(), [Contender::Zeitnot, Contender::Public]);
        assert_eq!(some.moves().games, [64, 256]);
        assert_eq!(some.time(), Duration::from_secs(5));
    }
}
