//! The first question: how many moves a second, and how long does one take?

use std::fmt;
use std::time::Duration;

use anyhow::{Result, bail};
use tokio::time::sleep;

use crate::closed_loop::{self, Sample};
use crate::contender::Contender;
use crate::ground::Ground;
use crate::open_loop;
use crate::report::{Moves, NotRun, OpenLoop, Report};
use crate::summary::{Latency, Range};
use crate::system::{Pair, System};
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
    moves: usize,
    per_second: f64,
    cpu_us: f64,
    /// Until the mover and until the opponent knew.
    latencies: Option<(Latency, Latency)>,
}

/// What was measured so far.
#[derive(Default)]
struct Found {
    rounds: Vec<Round>,
    open: Vec<OpenLoop>,
    not_run: Vec<NotRun>,
}

/// Measures all systems in turn, as often as there are rounds: whatever else the machine does meanwhile, it does to
/// all of them. One that fails is tried again in the next round.
pub async fn measure(ground: &Ground, plan: &Plan, report: &mut Report) -> Result<()> {
    let mut found = Found::default();
    for number in 0..plan.rounds {
        for &system in &plan.systems {
            if let Err(error) = play(ground, system, plan, number, &mut found).await {
                eprintln!("{}: {error:#}", system.name());
                let what =
                    format!("the rest of round {} of {} of `{}`", number + 1, plan.rounds, system.name());
                found.not_run.push(NotRun { what, why: format!("{error:#}") });
            }
        }
    }
    for &system in &plan.systems {
        report.moves.extend(plan.games.iter().filter_map(|&games| together(&found.rounds, system, games)));
        report.not_run.extend(beyond(system, plan));
    }
    report.open_loop.extend(found.open);
    report.not_run.extend(found.not_run);
    if report.moves.is_empty() {
        bail!("no system could be measured");
    }
    Ok(())
}

/// The numbers of games that a system is not asked for.
fn beyond(system: Contender, plan: &Plan) -> Option<NotRun> {
    let most = (0..plan.rounds).map(|round| system.most_games(round)).max()?;
    let left_out: Vec<String> =
        plan.games.iter().filter(|&&games| games > most).map(usize::to_string).collect();
    (!left_out.is_empty()).then(|| NotRun {
        what: format!("moves a second of `{}` with {} games", system.name(), left_out.join(", ")),
        why: format!("with {most} already a round takes most of a minute"),
    })
}

/// The rounds of one system with so many games as one figure each.
fn together(rounds: &[Round], system: Contender, games: usize) -> Option<Moves> {
    let its: Vec<&Round> =
        rounds.iter().filter(|round| round.system == system && round.games == games).collect();
    // A round that was too short for percentiles was slow: without it, the others would look better than all are.
    let latencies: Option<(Vec<Latency>, Vec<Latency>)> = its
        .iter()
        .map(|round| round.latencies)
        .collect::<Option<Vec<_>>>()
        .map(|all| all.into_iter().unzip());
    Some(Moves {
        system: system.name(),
        games,
        durable: system.is_durable(),
        rounds: its.len(),
        moves: its.iter().map(|round| round.moves).sum(),
        per_second: Range::of(its.iter().map(|round| round.per_second))?,
        cpu_us_per_move: Range::of(its.iter().map(|round| round.cpu_us))?,
        ack_us: latencies.as_ref().and_then(|(ack, _)| Latency::together(ack)),
        seen_us: latencies.as_ref().and_then(|(_, seen)| Latency::together(seen)),
    })
}

async fn play(
    ground: &Ground,
    system: Contender,
    plan: &Plan,
    number: usize,
    found: &mut Found,
) -> Result<()> {
    match system {
        Contender::Zeitnot | Contender::ZeitnotMemory => {
            play_on::<OnHost<Zeitnot>>(ground, system, plan, number, found).await
        }
        Contender::Guide => play_on::<OnHost<Guide>>(ground, system, plan, number, found).await,
        Contender::Public => play_on::<OnHost<OpenTable>>(ground, system, plan, number, found).await,
        Contender::Nothing => play_on::<Nothing>(ground, system, plan, number, found).await,
        Contender::Echo => play_on::<Echo>(ground, system, plan, number, found).await,
        Contender::Postgres => play_on::<Postgres<false>>(ground, system, plan, number, found).await,
        Contender::PostgresBatched => play_on::<Postgres<true>>(ground, system, plan, number, found).await,
        Contender::Boardgame => play_on::<Boardgame<false>>(ground, system, plan, number, found).await,
        Contender::BoardgameFiles => play_on::<Boardgame<true>>(ground, system, plan, number, found).await,
    }
}

async fn play_on<S: System>(
    ground: &Ground,
    contender: Contender,
    plan: &Plan,
    number: usize,
    found: &mut Found,
) -> Result<()> {
    let most = contender.most_games(number);
    let mut system = S::start(ground, contender.is_durable()).await?;
    let processes = system.processes();
    let mut tables: Vec<Table<S::Pair>> = Vec::new();
    for &games in plan.games.iter().filter(|&&games| games <= most) {
        seat(&mut system, &mut tables, games).await?;
        let sample;
        (tables, sample) = closed_loop::measure(tables, plan.time / 4, plan.time, &processes).await?;
        let round = round(contender, games, &sample)?;
        eprintln!("{round}");
        found.rounds.push(round);
    }
    // The open loop is for the latencies, and once is enough: in the first round that comes so far.
    if !plan.rates.is_empty() && !found.open.iter().any(|open| open.system == contender.name()) {
        seat(&mut system, &mut tables, plan.open_games.min(most)).await?;
        tables.truncate(plan.open_games);
        tables = at_rates(contender, tables, plan, found).await?;
    }
    drop(tables);
    system.stop().await
}

/// The part of a rate that has to be reached for a higher one to be worth trying.
const KEPT_UP: f64 = 0.8;

/// A rate so many times that of the closed loop is hopeless, and what is left of it takes minutes.
const HOPELESS: f64 = 2.0;

/// Until what the closed loop has left behind is done.
const PAUSE: Duration = Duration::from_secs(1);

/// How long a rate is kept up before it counts.
const WARM_UP: Duration = Duration::from_millis(500);

/// Moves that are due in a window at the least, for a hundredth of them to be more than a few.
const OPEN_MOVES: f64 = 1500.0;

/// How long one rate is measured.
fn window(rate: f64, time: Duration) -> Duration {
    (time.mul_f64(2.5)).max(Duration::from_secs_f64(OPEN_MOVES / rate))
}

/// Measures one rate after the other, as far as the system keeps up with them.
async fn at_rates<P: Pair>(
    contender: Contender,
    mut tables: Vec<Table<P>>,
    plan: &Plan,
    found: &mut Found,
) -> Result<Vec<Table<P>>> {
    // Of about as many games: with fewer of them some systems are faster.
    let of_this = found.rounds.iter().filter(|round| round.system == contender);
    let of_as_many = of_this.filter(|round| round.games <= plan.open_games).max_by_key(|round| round.games);
    let closed = of_as_many.map_or(f64::INFINITY, |round| round.per_second);
    sleep(PAUSE).await;
    for (at, &rate) in plan.rates.iter().enumerate() {
        let name = contender.name();
        let mut stop = |from: usize, why: String| {
            let left_out: Vec<String> =
                plan.rates.iter().skip(from).map(|rate| format!("{rate:.0}")).collect();
            if !left_out.is_empty() {
                let what = format!("a fixed rate of {} by `{name}`", left_out.join(", "));
                found.not_run.push(NotRun { what, why });
            }
        };
        if rate > closed * HOPELESS {
            stop(at, format!("in the closed loop it made no more than {closed:.0} a second"));
            break;
        }
        (tables, _, _) = open_loop::measure(tables, rate, WARM_UP).await?;
        let (back, moves, took) = open_loop::measure(tables, rate, window(rate, plan.time)).await?;
        tables = back;
        let measured = OpenLoop {
            system: name,
            games: tables.len(),
            durable: contender.is_durable(),
            rate,
            per_second: moves.len() as f64 / took.as_secs_f64(),
            moves: moves.len(),
            ack_us: Latency::of(moves.iter().map(open_loop::Due::ack))?,
            seen_us: Latency::of(moves.iter().map(open_loop::Due::seen))?,
        };
        let fell_behind = measured.per_second < rate * KEPT_UP;
        if fell_behind {
            // What it did not do of this would be in the way of the next.
            stop(at + 1, format!("it did not keep up with {rate:.0}"));
        }
        found.open.push(measured);
        if fell_behind {
            break;
        }
    }
    Ok(tables)
}

async fn seat<S: System>(system: &mut S, tables: &mut Vec<Table<S::Pair>>, games: usize) -> Result<()> {
    for pair in system.seat(games.saturating_sub(tables.len())).await? {
        tables.push(Table::new(pair)?);
    }
    Ok(())
}

fn round(system: Contender, games: usize, sample: &Sample) -> Result<Round> {
    let moves = sample.moves.len();
    if moves == 0 {
        bail!("not a single move of {games} games within {:?}", sample.time);
    }
    Ok(Round {
        system,
        games,
        moves,
        per_second: moves as f64 / sample.time.as_secs_f64(),
        cpu_us: sample.used.as_secs_f64() * 1e6 / moves as f64,
        latencies: sample.latencies()?,
    })
}

impl fmt::Display for Round {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { system, games, per_second, cpu_us, latencies, .. } = self;
        write!(f, "{:18} {games:5} games {per_second:7.0} moves/s {cpu_us:8.1} CPU us/move", system.name())?;
        if let Some((ack, seen)) = latencies {
            write!(
                f,
                "   ack {:.0} us, p99 {:.0}   seen {:.0} us, p99 {:.0}",
                ack.p50, ack.p99, seen.p50, seen.p99
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_are_put_together_by_system_and_games() {
        let latency = |p50| Latency { p50, p99: 2.0 * p50, max: 10.0 * p50 };
        let round = |system, games, per_second: f64, p50| Round {
            system,
            games,
            moves: per_second as usize,
            per_second,
            cpu_us: 1e6 / per_second,
            latencies: Some((latency(p50), latency(p50 + 1.0))),
        };
        let mut rounds = vec![
            round(Contender::Zeitnot, 8, 100.0, 5.0),
            round(Contender::Echo, 8, 9000.0, 1.0),
            round(Contender::Zeitnot, 8, 300.0, 3.0),
            round(Contender::Zeitnot, 64, 1.0, 99.0),
            round(Contender::Zeitnot, 8, 200.0, 4.0),
        ];
        let moves = together(&rounds, Contender::Zeitnot, 8).unwrap();
        assert_eq!(moves.per_second, Range { median: 200.0, least: 100.0, most: 300.0 });
        assert_eq!(moves.cpu_us_per_move.median, 5000.0);
        assert_eq!((moves.rounds, moves.moves), (3, 600));
        assert_eq!(moves.ack_us, Some(Latency { p50: 4.0, p99: 8.0, max: 50.0 }));
        assert_eq!(moves.seen_us, Some(Latency { p50: 5.0, p99: 10.0, max: 60.0 }));
        assert!(moves.durable);
        assert!(together(&rounds, Contender::Guide, 8).is_none());

        rounds.push(Round { latencies: None, ..round(Contender::Zeitnot, 8, 200.0, 4.0) });
        assert_eq!(together(&rounds, Contender::Zeitnot, 8).unwrap().ack_us, None);
    }

    #[test]
    fn a_low_rate_is_measured_for_longer() {
        let time = Duration::from_millis(1200);
        assert_eq!(window(250.0, time), Duration::from_secs(6));
        assert_eq!(window(4000.0, time), Duration::from_secs(3));
    }

    #[test]
    fn what_a_system_is_not_asked_for_is_named() {
        let plan = Plan {
            systems: vec![Contender::Guide],
            games: vec![64, 256, 1024],
            rates: Vec::new(),
            open_games: 256,
            rounds: 3,
            time: Duration::from_secs(1),
        };
        assert!(beyond(Contender::Guide, &plan).unwrap().what.ends_with("with 1024 games"));
        assert!(beyond(Contender::Public, &plan).is_none());
    }
}
