//! What a move costs the server, without what it does anyway.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use tokio::time::sleep;

use crate::closed_loop::{self, Sample};
use crate::cpu;
use crate::summary::Range;
use crate::system::Pair;
use crate::table::Table;

/// What moves cost, in several rounds.
pub struct Cost {
    /// Processor time for each move, in microseconds, without what the servers use anyway.
    pub us_per_move: Range,
    /// Processor time that the servers use while nobody plays, in milliseconds a second.
    pub idle_ms_per_second: f64,
}

/// The cost of a move of these tables. What the servers use while nobody plays, for heartbeats and the like, is
/// measured before each round and taken off.
pub async fn of_a_move<P: Pair>(
    mut tables: Vec<Table<P>>,
    processes: &[u32],
    time: Duration,
    rounds: usize,
) -> Result<(Vec<Table<P>>, Cost)> {
    let (mut costs, mut idles) = (Vec::new(), Vec::new());
    for _ in 0..rounds {
        let (back, us_per_move, idle) = round(tables, processes, time).await?;
        tables = back;
        costs.push(us_per_move);
        idles.push(idle * 1000.0);
    }
    let us_per_move = Range::of(costs).context("no rounds")?;
    let idle_ms_per_second = Range::of(idles).context("no rounds")?.median;
    Ok((tables, Cost { us_per_move, idle_ms_per_second }))
}

/// Gives the tables back with the cost of a move and the part of a processor that is used while nobody plays.
async fn round<P: Pair>(
    tables: Vec<Table<P>>,
    processes: &[u32],
    time: Duration,
) -> Result<(Vec<Table<P>>, f64, f64)> {
    let (begun, before) = (Instant::now(), cpu::used(processes)?);
    sleep(time).await;
    let idle = cpu::used(processes)?.saturating_sub(before).as_secs_f64() / begun.elapsed().as_secs_f64();
    let (tables, sample) = closed_loop::measure(tables, time / 4, time, processes).await?;
    if sample.moves.is_empty() {
        bail!("not a single move within {time:?}");
    }
    let cost = per_move(&sample, idle);
    Ok((tables, cost, idle))
}

/// `idle` is the part of a processor that the servers use while nobody plays.
fn per_move(sample: &Sample, idle: f64) -> f64 {
    let anyway = sample.time.mul_f64(idle);
    sample.used.saturating_sub(anyway).as_secs_f64() * 1e6 / sample.moves.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::Timing;

    #[test]
    fn what_the_server_does_anyway_is_not_the_moves() {
        let now = Instant::now();
        let moves = vec![Timing { sent: now, answered: now, seen: now }; 1000];
        let sample =
            Sample { moves, games: 5, time: Duration::from_secs(2), used: Duration::from_millis(300) };
        assert_eq!(per_move(&sample, 0.05), 200.0);
    }
}
