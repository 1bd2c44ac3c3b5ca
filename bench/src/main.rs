//! Measures Zeitnot beside what people would use instead. Run it with `cargo xtask bench`, which builds what it
//! needs; `docs/benchmarks.md` says what is measured and how.

mod closed_loop;
mod contender;
mod cpu;
mod drawn_game;
mod ground;
mod process;
mod socket;
mod spacetime;
mod summary;
mod system;
mod systems;
mod table;

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result};
use clap::{Parser, Subcommand};

use closed_loop::Sample;
use contender::Contender;
use ground::Ground;
use summary::Latency;
use system::{System, Timing};
use systems::boardgame::{self, Boardgame};
use systems::echo::{self, Echo};
use systems::guide::{Guide, OpenTable};
use systems::nothing::Nothing;
use systems::on_host::OnHost;
use systems::postgres::{self, Postgres, front};
use systems::zeitnot::Zeitnot;
use table::Table;

/// Measures Zeitnot beside what people would use instead.
#[derive(Parser)]
struct Arguments {
    /// The systems to compare [default: all].
    #[arg(long, value_delimiter = ',')]
    systems: Vec<Contender>,
    /// Games at once.
    #[arg(long, value_delimiter = ',', default_values_t = [1, 8, 64, 256, 1024])]
    games: Vec<usize>,
    /// How long each measurement takes.
    #[arg(long, default_value_t = 2.0)]
    seconds: f64,
    /// How often each measurement is made.
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// Another wasm file in the place of Zeitnot's module.
    #[arg(long)]
    module: Option<PathBuf>,
    /// Where systems write to [default: a folder beside this program].
    #[arg(long)]
    folder: Option<PathBuf>,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Checks that the peers refuse what they have to, and are played as their own clients play them.
    Check,
    /// The echo server: it is started by the measurement.
    #[command(name = echo::COMMAND, hide = true)]
    EchoServer,
    /// The front of PostgreSQL: it is started by the measurement.
    #[command(name = front::COMMAND, hide = true)]
    PostgresFront(front::Options),
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        match arguments.command {
            Some(Command::EchoServer) => echo::serve().await,
            Some(Command::PostgresFront(options)) => front::serve(&options).await,
            Some(Command::Check) => check(&ground(&arguments)?).await,
            None => run(&arguments).await,
        }
    })
}

/// Where systems run.
fn ground(arguments: &Arguments) -> Result<Ground> {
    let program = std::env::current_exe()?;
    let programs = program.parent().context("this program is in no folder")?;
    let parent = arguments.folder.clone().unwrap_or_else(|| programs.join("bench"));
    Ok(Ground::new(&parent, programs)?.with_module(arguments.module.clone()))
}

/// Says of each peer whether it may be measured.
async fn check(ground: &Ground) -> Result<()> {
    postgres::check(ground).await.context("PostgreSQL")?;
    println!("PostgreSQL {}: as it should be", postgres::version().await?);
    boardgame::check(ground).await.context("boardgame.io")?;
    println!("boardgame.io {}: as it should be", boardgame::version().await?);
    Ok(())
}

async fn run(arguments: &Arguments) -> Result<()> {
    let ground = ground(arguments)?;
    let time = Duration::from_secs_f64(arguments.seconds);
    for round in 0..arguments.rounds {
        for &contender in &arguments.systems {
            let samples = match contender {
                Contender::Zeitnot | Contender::ZeitnotMemory => {
                    moves::<OnHost<Zeitnot>>(&ground, contender, &arguments.games, time).await?
                }
                Contender::Guide => {
                    moves::<OnHost<Guide>>(&ground, contender, &arguments.games, time).await?
                }
                Contender::Public => {
                    moves::<OnHost<OpenTable>>(&ground, contender, &arguments.games, time).await?
                }
                Contender::Nothing => moves::<Nothing>(&ground, contender, &arguments.games, time).await?,
                Contender::Echo => moves::<Echo>(&ground, contender, &arguments.games, time).await?,
                Contender::Postgres => {
                    moves::<Postgres<false>>(&ground, contender, &arguments.games, time).await?
                }
                Contender::PostgresBatched => {
                    moves::<Postgres<true>>(&ground, contender, &arguments.games, time).await?
                }
                Contender::Boardgame => {
                    moves::<Boardgame<false>>(&ground, contender, &arguments.games, time).await?
                }
                Contender::BoardgameFiles => {
                    moves::<Boardgame<true>>(&ground, contender, &arguments.games, time).await?
                }
            };
            for (games, sample) in samples {
                let ack = Latency::of(sample.moves.iter().map(Timing::ack))?;
                let seen = Latency::of(sample.moves.iter().map(Timing::to_be_seen))?;
                println!(
                    "{round} {:16} {games:5} games {:8.0} moves/s {:7.1} CPU us/move  ack {:.0}/{:.0} us  seen {:.0}/{:.0} us",
                    contender.name(),
                    sample.moves.len() as f64 / sample.time.as_secs_f64(),
                    sample.used.as_secs_f64() * 1e6 / sample.moves.len().max(1) as f64,
                    ack.p50,
                    ack.p99,
                    seen.p50,
                    seen.p99,
                );
            }
        }
    }
    Ok(())
}

async fn moves<S: System>(
    ground: &Ground,
    contender: Contender,
    games: &[usize],
    time: Duration,
) -> Result<Vec<(usize, Sample)>> {
    let mut system = S::start(ground, contender.is_durable()).await?;
    let processes = system.processes();
    let mut tables: Vec<Table<S::Pair>> = Vec::new();
    let mut samples = Vec::new();
    for &count in games {
        for pair in system.seat(count.saturating_sub(tables.len())).await? {
            tables.push(Table::new(pair)?);
        }
        let (back, sample) = closed_loop::measure(tables, time / 4, time, &processes).await?;
        tables = back;
        samples.push((count, sample));
    }
    drop(tables);
    system.stop().await?;
    Ok(samples)
}
