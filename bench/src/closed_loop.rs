//! As people play: each game has one move in flight, and the next one follows at once.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use tokio::task::JoinSet;
use tokio::time::sleep_until;

use crate::cpu;
use crate::system::{Pair, Timing};
use crate::table::Table;

/// What was measured.
pub struct Sample {
    /// The moves that were seen by both within the time, in no order.
    pub moves: Vec<Timing>,
    pub time: Duration,
    /// The servers' processor time within it.
    pub used: Duration,
}

/// Lets all tables play for some time, after a shorter one that does not count.
pub async fn measure<P: Pair>(
    tables: Vec<Table<P>>,
    warm_up: Duration,
    time: Duration,
    processes: &[u32],
) -> Result<(Vec<Table<P>>, Sample)> {
    let from = Instant::now() + warm_up;
    let until = from + time;
    let mut games = JoinSet::new();
    for table in tables {
        games.spawn(play(table, from, until));
    }
    sleep_until(from.into()).await;
    let before = cpu::used(processes)?;
    sleep_until(until.into()).await;
    let used = cpu::used(processes)?.saturating_sub(before);
    let mut sample = Sample { moves: Vec::new(), time, used };
    let mut tables = Vec::new();
    while let Some(played) = games.join_next().await {
        let (table, moves) = played.context("a game's task")??;
        tables.push(table);
        sample.moves.extend(moves);
    }
    Ok((tables, sample))
}

async fn play<P: Pair>(
    mut table: Table<P>,
    from: Instant,
    until: Instant,
) -> Result<(Table<P>, Vec<Timing>)> {
    let mut moves = Vec::new();
    while Instant::now() < until {
        let timing = table.step().await?;
        let done = timing.seen.max(timing.answered);
        if (from..until).contains(&done) {
            moves.push(timing);
        }
    }
    Ok((table, moves))
}
