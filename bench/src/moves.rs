//! The first question: how many moves a second, and how long does one take?

use std::time::Duration;

use anyhow::Result;

use crate::closed_loop::{self, Sample};
use crate::contender::Contender;
use crate::ground::Ground;
use crate::open_loop;
use crate::report::{Moves, NotRun, OpenLoop, Report};
use crate::summary::{Latency, Range};
use crate::system::{System, Timing};
use crate::systems::boardgame::Boardgame;
use crate::systems::echo::Echo;
use crate::systems::guide::{Guide, OpenTable};
use crate::systems::nothing::Nothing;
use crate::systems::on_host::OnHost;
use crate::systems::postgres::Postgres;
use crate::systems::zeitnot::Zeitnot;
use crate::table::Table;

/// What is to be measured.
pub struct Plan {
    pub systems: Vec<Contender>,
    /// Games at once, one measurement each.
    pub games: Vec<usize>,
    /// Moves a second for the open loop.
    pub rates: Vec<f64>,
    /// Games at once in the open loop.
    pub open_games: usize,
    pub rounds: usize,
    pub time: Duration,
}

/// One round of one system with so many games at once.
struct Round {
    system: Contender,
    games: usize,
    per_second: f64,
    cpu_us: f64,
    ack: Latency,
    seen: Latency,
}

/// Measures all systems in turn, as often as there are rounds: whatever else the machine does meanwhile, it does to
/// all of them.
pub async fn measure(ground: &Ground, plan: &Plan, report: &mut Report) -> Result<()> {
    let mut rounds = Vec::new();
    let mut failed: Vec<Contender> = Vec::new();
    for number in 0..plan.rounds {
        for &system in &plan.systems {
            if failed.contains(&system) {
                continue;
            }
            match play(ground, system, plan, number).await {
                Ok((closed, open)) => {
                    rounds.extend(closed);
                    report.open_loop.extend(open);
                }
                Err(error) => {
                    eprintln!("{}: {error:#}", system.name());
                    failed.push(system);
                    let what = format!("moves a second of {}", system.name());
                    report.not_run.push(NotRun { what, why: format!("{error:#}") });
                }
            }
        }
    }
    for &system in &plan.systems {
        report.moves.extend(plan.games.iter().filter_map(|&games| together(&rounds, system, games)));
    }
    Ok(())
}

/// The rounds of one system with so many games as one figure each.
fn together(rounds: &[Round], system: Contender, games: usize) -> Option<Moves> {
    let of = |figure: fn(&Round) -> f64| {
        let its = rounds.iter().filter(|round| round.system == system && round.games == games);
        Range::of(its.map(figure))
    };
    let median = |figure| of(figure).map(|range| range.median);
    let per_second = of(|round| round.per_second)?;
    let max = |figure| of(figure).map(|range| range.most);
    Some(Moves {
        system: system.name(),
        games,
        durable: system.is_durable(),
        per_second: per_second.median,
        per_second_least: per_second.least,
        per_second_most: per_second.most,
        cpu_us_per_move: median(|round| round.cpu_us)?,
        ack_us: Latency {
            p50: median(|round| round.ack.p50)?,
            p99: median(|round| round.ack.p99)?,
            max: max(|round| round.ack.max)?,
        },
        seen_us: Latency {
            p50: median(|round| round.seen.p50)?,
            p99: median(|round| round.seen.p99)?,
            max: max(|round| round.seen.max)?,
        },
    })
}

async fn play(
    ground: &Ground,
    system: Contender,
    plan: &Plan,
    number: usize,
) -> Result<(Vec<Round>, Vec<OpenLoop>)> {
    match system {
        Contender::Zeitnot | Contender::ZeitnotMemory => {
            play_on::<OnHost<Zeitnot>>(ground, system, plan, number).await
        }
        Contender::Guide => play_on::<OnHost<Guide>>(ground, system, plan, number).await,
        Contender::Public => play_on::<OnHost<OpenTable>>(ground, system, plan, number).await,
        Contender::Nothing => play_on::<Nothing>(ground, system, plan, number).await,
        Contender::Echo => play_on::<Echo>(ground, system, plan, number).await,
        Contender::Postgres => play_on::<Postgres<false>>(ground, system, plan, number).await,
        Contender::PostgresBatched => play_on::<Postgres<true>>(ground, system, plan, number).await,
        Contender::Boardgame => play_on::<Boardgame<false>>(ground, system, plan, number).await,
        Contender::BoardgameFiles => play_on::<Boardgame<true>>(ground, system, plan, number).await,
    }
}

async fn play_on<S: System>(
    ground: &Ground,
    contender: Contender,
    plan: &Plan,
    number: usize,
) -> Result<(Vec<Round>, Vec<OpenLoop>)> {
    // The open loop is for the latencies, and once is enough.
    let rates: &[f64] = if number == 0 { &plan.rates } else { &[] };
    let most = contender.most_games(number);
    let mut system = S::start(ground, contender.is_durable()).await?;
    let processes = system.processes();
    let mut tables: Vec<Table<S::Pair>> = Vec::new();
    let (mut rounds, mut open) = (Vec::new(), Vec::new());
    for &games in plan.games.iter().filter(|&&games| games <= most) {
        seat(&mut system, &mut tables, games).await?;
        let sample;
        (tables, sample) = closed_loop::measure(tables, plan.time / 4, plan.time, &processes).await?;
        let round = round(contender, games, &sample)?;
        eprintln!(
            "{:18} {games:5} games {:7.0} moves/s {:8.1} CPU us/move   \
             ack {:.0} us, p99 {:.0}   seen {:.0} us, p99 {:.0}",
            contender.name(),
            round.per_second,
            round.cpu_us,
            round.ack.p50,
            round.ack.p99,
            round.seen.p50,
            round.seen.p99,
        );
        rounds.push(round);
    }
    if !rates.is_empty() {
        seat(&mut system, &mut tables, plan.open_games.min(most)).await?;
        tables.truncate(plan.open_games);
        for &rate in rates {
            let (back, moves, took) = open_loop::measure(tables, rate, plan.time).await?;
            tables = back;
            let measured = OpenLoop {
                system: contender.name(),
                games: tables.len(),
                durable: contender.is_durable(),
                rate,
                per_second: moves.len() as f64 / took.as_secs_f64(),
                ack_us: Latency::of(moves.iter().map(open_loop::Due::ack))?,
                seen_us: Latency::of(moves.iter().map(open_loop::Due::seen))?,
            };
            let fell_behind = measured.per_second < rate * KEPT_UP;
            open.push(measured);
            if fell_behind {
                // What it did not do of this would be in the way of the next.
                break;
            }
        }
    }
    drop(tables);
    system.stop().await?;
    Ok((rounds, open))
}

/// The part of a rate that has to be reached for a higher one to be worth trying.
const KEPT_UP: f64 = 0.8;

async fn seat<S: System>(system: &mut S, tables: &mut Vec<Table<S::Pair>>, games: usize) -> Result<()> {
    for pair in system.seat(games.saturating_sub(tables.len())).await? {
        tables.push(Table::new(pair)?);
    }
    Ok(())
}

fn round(system: Contender, games: usize, sample: &Sample) -> Result<Round> {
    let moves = sample.moves.len();
    Ok(Round {
        system,
        games,
        per_second: moves as f64 / sample.time.as_secs_f64(),
        cpu_us: sample.used.as_secs_f64() * 1e6 / moves.max(1) as f64,
        ack: Latency::of(sample.moves.iter().map(Timing::ack))?,
        seen: Latency::of(sample.moves.iter().map(Timing::seen_after))?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_are_put_together_by_system_and_games() {
        let latency = |p50| Latency { p50, p99: 2.0 * p50, max: 10.0 * p50 };
        let round = |system, games, per_second, p50| Round {
            system,
            games,
            per_second,
            cpu_us: 1e6 / per_second,
            ack: latency(p50),
            seen: latency(p50 + 1.0),
        };
        let rounds = [
            round(Contender::Zeitnot, 8, 100.0, 5.0),
            round(Contender::Echo, 8, 9000.0, 1.0),
            round(Contender::Zeitnot, 8, 300.0, 3.0),
            round(Contender::Zeitnot, 64, 1.0, 99.0),
            round(Contender::Zeitnot, 8, 200.0, 4.0),
        ];
        let moves = together(&rounds, Contender::Zeitnot, 8).unwrap();
        assert_eq!((moves.per_second_least, moves.per_second, moves.per_second_most), (100.0, 200.0, 300.0));
        assert_eq!(moves.cpu_us_per_move, 5000.0);
        assert_eq!(moves.ack_us, Latency { p50: 4.0, p99: 8.0, max: 50.0 });
        assert_eq!(moves.seen_us, Latency { p50: 5.0, p99: 10.0, max: 60.0 });
        assert!(moves.durable);
        assert!(together(&rounds, Contender::Guide, 8).is_none());
    }
}
