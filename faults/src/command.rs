//! What is asked for on the command line.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use zeitnot_faults::bot::quiet_links;
use zeitnot_faults::error::FaultsError;
use zeitnot_faults::finding::Kind;
use zeitnot_faults::plan::Plan;
use zeitnot_faults::round::{Ground, Report, play};

/// Plays on a server that is killed, stopped, cut off and out of disk, and looks for what was lost.
#[derive(Parser)]
#[command(name = "cargo xtask faults")]
struct Arguments {
    /// How many rounds are played.
    #[arg(long, default_value_t = 10)]
    rounds: u32,
    /// What everything random comes from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Plays this round of the seed alone.
    #[arg(long, value_name = "N")]
    round: Option<u32>,
    /// The server [default: zeitnot-server beside this program].
    #[arg(long, value_name = "FILE")]
    server: Option<PathBuf>,
    /// Where rounds keep their data; those with findings stay there [default: a folder for temporary files].
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
}

/// Plays the rounds that are asked for.
pub fn run() -> ExitCode {
    quiet_links();
    match rounds(&Arguments::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn rounds(arguments: &Arguments) -> Result<bool, FaultsError> {
    let beside = || std::env::current_exe().unwrap_or_default().with_file_name("zeitnot-server");
    let program = arguments.server.clone().unwrap_or_else(beside);
    let folder = arguments.folder.clone().unwrap_or_else(|| std::env::temp_dir().join("zeitnot-faults"));
    let ground = Ground::prepare(&program, &folder)?;
    let rounds = match arguments.round {
        Some(round) => round..=round,
        None => 1..=arguments.rounds,
    };
    let mut reports = Vec::new();
    let mut failed = 0;
    for round in rounds {
        let plan = Plan::new(arguments.seed, round);
        match play(&ground, &plan) {
            Ok(report) => {
                println!("{report}");
                if !report.findings.is_empty() {
                    describe(&report);
                }
                reports.push(report);
            }
            Err(error) => {
                failed += 1;
                println!("round {round} of seed {} could not be played: {error}\n{plan}", arguments.seed);
            }
        }
    }
    summarize(&reports, failed);
    Ok(failed == 0 && reports.iter().all(|report| report.findings.is_empty()))
}

fn describe(report: &Report) {
    print!("{}", report.plan);
    for finding in &report.findings {
        println!("  {finding}");
    }
    if let Some(kept) = &report.kept {
        println!("  kept in {}", kept.display());
    }
}

fn summarize(reports: &[Report], failed: u32) {
    let acknowledged: usize = reports.iter().map(|report| report.acknowledged).sum();
    let games: usize = reports.iter().map(|report| report.games).sum();
    println!("\n{} rounds, {acknowledged} acknowledged calls, {games} games", reports.len());
    for kind in Kind::ALL {
        let found = reports.iter().flat_map(|report| &report.findings).filter(|it| it.kind == kind).count();
        println!("{kind:>32}: {found}");
    }
    if failed > 0 {
        println!("{:>32}: {failed}", "could not be played");
    }
}
