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
mod idle_guide;
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

use std::fs::OpenOptions;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result};
use clap::Parser;

use arguments::{Arguments, Command, Question};
use contender::Contender;
use ground::Ground;
use machine::Machine;
use report::{NotRun, Report};
use systems::postgres::{self, front};
use systems::{boardgame, echo};

fn main() -> Result<ExitCode> {
    let arguments = Arguments::parse();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        match arguments.command {
            Some(Command::EchoServer) => echo::serve().await?,
            Some(Command::PostgresFront(options)) => front::serve(&options).await?,
            Some(Command::Check) => check(&ground(&arguments)?).await?,
            None if !run(&arguments).await? => return Ok(ExitCode::FAILURE),
            None => {}
        }
        Ok(ExitCode::SUCCESS)
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

/// Asks all questions. `false` if one could not be asked at all.
async fn run(arguments: &Arguments) -> Result<bool> {
    // Whatever cannot be written should not be found out after half an hour.
    if let Some(file) = &arguments.json {
        let opened = OpenOptions::new().create(true).append(true).open(file);
        opened.with_context(|| format!("cannot write {}", file.display()))?;
    }
    if let Some(folder) = &arguments.docs {
        page::prepare(folder)?;
    }
    let setting = arguments.setting();
    let ground = ground(arguments)?;
    let mut report = Report { machine: Machine::this().await, setting, ..Report::default() };
    let mut all_asked = true;
    for question in arguments.questions() {
        let begun = Instant::now();
        eprintln!("\n{question:?}");
        if let Err(error) = ask(question, arguments, &ground, &mut report).await {
            eprintln!("{question:?}: {error:#}");
            report.not_run.push(NotRun { what: format!("{question:?}"), why: format!("{error:#}") });
            all_asked = false;
        }
        eprintln!("{question:?}: {} s", begun.elapsed().as_secs());
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
    Ok(all_asked)
}

/// Answers a question. What is measured before something fails stays in the report.
async fn ask(question: Question, arguments: &Arguments, ground: &Ground, report: &mut Report) -> Result<()> {
    let (time, rounds) = (arguments.time(), arguments.rounds());
    match question {
        Question::Moves => moves::measure(ground, &arguments.moves(), report).await,
        Question::Boards => boards::measure(ground, BOARDS, time, rounds, report).await,
        Question::Growth => {
            let plan = arguments.idle_games();
            let most = plan.live.iter().copied().max().unwrap_or(0);
            let ours = idle_games::measure(ground, &plan, report).await;
            let guides = if arguments.systems().contains(&Contender::Guide) {
                idle_guide::measure(ground, most, time, rounds, report).await
            } else {
                Ok(())
            };
            ours.and(guides)
        }
        Question::Subscribers => {
            let systems = arguments.systems();
            subscribers::measure(ground, &systems, &arguments.clients, time, rounds, report).await
        }
        Question::Timers => alarms::measure(ground, &arguments.pending, arguments.burst, report).await,
        Question::Size => sizes::measure(ground, 4 * time, report).await,
    }
}

/// Larger games that are played at once.
const BOARDS: usize = 64;
