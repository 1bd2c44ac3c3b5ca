//! What a move costs the server, without what it does anyway.

use std::time::Duration;

use anyhow::{Result, bail};
use tokio::time::sleep;

use crate::closed_loop::{self, Sample};
use crate::cpu;
use crate::system::Pair;
use crate::table::Table;

/// Processor time for each move of these tables, in microseconds. What the servers use while nobody plays, for
/// heartbeats and the like, is measured before and taken off.
pub async fn of_a_move<P: Pair>(
    tables: Vec<Table<P>>,
    processes: &[u32],
    time: Duration,
) -> Result<(Vec<Table<P>>, f64)> {
    let before = cpu::used(processes)?;
    sleep(time).await;
    let idle = cpu::used(processes)?.saturating_sub(before);
    let (tables, sample) = closed_loop::measure(tables, time / 4, time, processes).await?;
    if sample.moves.is_empty() {
        bail!("not a single move within {time:?}");
    }
    Ok((tables, per_move(&sample, idle)))
}

/// `idle` is what the servers use in the same time while nobody plays.
fn per_move(sample: &Sample, idle: Duration) -> f64 {
    sample.used.saturating_sub(idle).as_secs_f64() * 1e6 / sample.moves.len() as f64
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;
    use crate::system::Timing;

    #[test]
    fn what_the_server_does_anyway_is_not_the_moves() {
        let now = Instant::now();
        let moves = vec![Timing { sent: now, answered: now, seen: now }; 1000];
        let sample = Sample { moves, time: Duration::from_secs(1), used: Duration::from_millis(300) };
        assert_eq!(per_move(&sample, Duration::from_millis(100)), 200.0);
    }
}
