//! Measures Zeitnot beside what people would use instead. Run it with `cargo xtask bench`, which builds what it
//! needs; `docs/benchmarks.md`, which it writes, says what is measured and how.

mod alarms;
mod arguments;
mod boards;
mod closed_loop;
mod contender;
mod cost;
mod cpu;
mod disk;
mod drawn_game;
mod ground;
mod idle_games;
mod machine;
mod memory;
mod moves;
mod open_loop;
mod page;
mod parking;
mod plot;
mod process;
mod report;
mod sizes;
mod socket;
mod spacetime;
mod subscribers;
mod summary;
mod system;
mod systems;
mod table;
mod timeouts;

use anyhow::{Context, Result};
use clap::Parser;

use arguments::{Arguments, Command, Question};
use ground::Ground;
use machine::Machine;
use report::{NotRun, Report};
use systems::postgres::{self, front};
use systems::{boardgame, echo};

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
    let mut report = Report { machine: Machine::this().await, ..Report::default() };
    for question in arguments.questions() {
        eprintln!("\n{question:?}");
        ask(question, arguments, &ground, &mut report).await;
    }
    print!("{}", page::tables(&report));
    for NotRun { what, why } in &report.not_run {
        println!("not run: {what}: {why}");
    }
    if let Some(file) = &arguments.json {
        let json = serde_json::to_vec_pretty(&report)?;
        std::fs::write(file, json).with_context(|| format!("cannot write {}", file.display()))?;
    }
    if let Some(folder) = &arguments.docs {
        page::write(&report, folder)?;
    }
    Ok(())
}

/// Answers a question. What cannot be measured is noted, and the others go on.
async fn ask(question: Question, arguments: &Arguments, ground: &Ground, report: &mut Report) {
    let time = arguments.time();
    match question {
        Question::Moves => {
            let plan = arguments.moves();
            noted(report, question, async |report| moves::measure(ground, &plan, report).await).await;
        }
        Question::Boards => {
            noted(report, question, async |report| boards::measure(ground, 64, time, report).await).await;
        }
        Question::Growth => {
            let plan = arguments.idle_games();
            noted(report, question, async |report| idle_games::measure(ground, &plan, report).await).await;
        }
        Question::Subscribers => {
            let systems = arguments.systems();
            let measuring = async |report: &mut Report| {
                subscribers::measure(ground, &systems, &arguments.clients, time, report).await
            };
            noted(report, question, measuring).await;
        }
        Question::Timers => {
            let measuring = async |report: &mut Report| {
                alarms::measure(ground, &arguments.pending, arguments.burst, report).await
            };
            noted(report, question, measuring).await;
        }
        Question::Size => {
            noted(report, question, async |report| sizes::measure(ground, 4 * time, report).await).await;
        }
    }
}

async fn noted(
    report: &mut Report,
    question: Question,
    measuring: impl AsyncFnOnce(&mut Report) -> Result<()>,
) {
    if let Err(error) = measuring(report).await {
        eprintln!("{question:?}: {error:#}");
        report.not_run.push(NotRun { what: format!("{question:?}"), why: format!("{error:#}") });
    }
}
