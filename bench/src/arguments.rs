//! What is asked for on the command line.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Parser, Subcommand, ValueEnum};

use crate::contender::Contender;
use crate::idle_games;
use crate::moves;
use crate::report::Setting;
use crate::systems::echo;
use crate::systems::postgres::front;

/// Measures Zeitnot beside what people would use instead.
///
/// Without options it asks every question and takes about half an hour.
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
    /// How often moves a second, larger games, growth and subscribers are measured [default: 3; 1 with --quick].
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: Option<u32>,
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

    /// How often everything is measured that can be measured again.
    pub fn rounds(&self) -> usize {
        self.rounds.map_or(if self.quick { 1 } else { 3 }, |rounds| rounds as usize)
    }

    /// What to measure of moves a second.
    pub fn moves(&self) -> moves::Plan {
        let rates = self.rates.iter().copied().filter(|&rate| rate > 0.0 && !self.quick);
        moves::Plan {
            systems: self.systems(),
            games: self.games.clone(),
            rates: rates.collect(),
            open_games: OPEN_GAMES,
            rounds: self.rounds(),
            time: self.time(),
        }
    }

    /// What to measure among idle games.
    pub fn idle_games(&self) -> idle_games::Plan {
        idle_games::Plan {
            live: self.live.clone(),
            time: self.time(),
            rounds: self.rounds(),
            timeouts: TIMEOUTS,
            restart: true,
        }
    }

    /// How it is measured, for the report.
    pub fn setting(&self) -> Setting {
        Setting {
            options: without_paths(std::env::args().skip(1)),
            rounds: self.rounds(),
            seconds: self.seconds,
            load_average: std::fs::read_to_string("/proc/loadavg")
                .map(|text| text.split_whitespace().take(3).collect::<Vec<_>>().join(" "))
                .unwrap_or_default(),
        }
    }
}

/// Options as they were given. Where files are is nobody's business, and without meaning elsewhere.
fn without_paths(arguments: impl Iterator<Item = String>) -> Vec<String> {
    const PATHS: [&str; 3] = ["--json", "--docs", "--folder"];
    let mut kept = Vec::new();
    let mut arguments = arguments;
    while let Some(argument) = arguments.next() {
        match argument.split_once('=') {
            Some((option, _)) if PATHS.contains(&option) => {}
            Some(("--module", _)) => kept.push("--module".to_owned()),
            None if PATHS.contains(&argument.as_str()) => drop(arguments.next()),
            None if argument == "--module" => {
                arguments.next();
                kept.push(argument);
            }
            _ => kept.push(argument),
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(arguments: &[&str]) -> Arguments {
        Arguments::try_parse_from(["zeitnot-bench"].iter().chain(arguments)).unwrap()
    }

    #[test]
    fn a_full_run_asks_everything_in_three_rounds() {
        let all = parse(&[]);
        assert_eq!(all.questions().len(), 6);
        assert_eq!(all.systems(), Contender::value_variants());
        assert_eq!(all.moves().rounds, 3);
        assert_eq!(all.moves().games, [1, 8, 64, 256, 1024]);
    }

    #[test]
    fn options_are_told_without_where_files_are() {
        let given = ["--json", "/a/b.json", "--docs=/c", "--rounds", "2", "--module", "/d.wasm", "--quick"];
        let told = without_paths(given.iter().map(|&it| it.to_owned()));
        assert_eq!(told, ["--rounds", "2", "--module", "--quick"]);
    }

    #[test]
    fn no_round_at_all_is_refused() {
        assert!(Arguments::try_parse_from(["zeitnot-bench", "--rounds", "0"]).is_err());
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
