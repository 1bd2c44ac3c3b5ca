//! What does a move cost, how late do timers fire, and how much does a game take up, with more and more games that run
//! and that nobody plays just now, each with its timer?

use std::ops::Range;
use std::time::{Duration, Instant};

use anyhow::Result;
use spacetimedb_lib::Identity;

use crate::closed_loop;
use crate::contender::Contender;
use crate::cost;
use crate::ground::Ground;
use crate::memory;
use crate::parking::Parked;
use crate::report::{Growth, NotRun, Report, Timers};
use crate::summary::Latency;
use crate::system::System;
use crate::systems::on_host::OnHost;
use crate::systems::zeitnot::{Start, Zeitnot, start, tic_tac_toe};
use crate::table::Table;
use crate::timeouts::Timeouts;

/// The games that are played.
const PLAYED: usize = 5;

/// The games that are played for a full load.
const LOAD: usize = 64;

/// How many games run between the same two players.
const GAMES_OF_A_PAIR: usize = 40;

/// Idle games that are started between two looks at the clock.
const AT_ONCE: usize = 5_000;

/// How long starting idle games may take, all of them together.
const LONGEST_FILL: Duration = Duration::from_secs(400);

/// Memory that must be available for an idle game, in bytes: a million of them take about 7 GB, and their commit log is
/// kept in memory by the kernel as far as there is room.
const ROOM_FOR_A_GAME: u64 = 12_000;

/// What is to be measured.
pub struct Plan {
    /// Numbers of idle games, from few to many.
    pub live: Vec<usize>,
    pub time: Duration,
    pub rounds: usize,
    /// How many games end on time at each step, to see how late; 0: none.
    pub timeouts: usize,
    /// Start the server again at the end, to see how long that takes.
    pub restart: bool,
}

/// Measures at each number of idle games.
pub async fn measure(ground: &Ground, plan: &Plan, report: &mut Report) -> Result<()> {
    let mut system = OnHost::<Zeitnot>::start(ground, Contender::Zeitnot.is_durable()).await?;
    let processes = system.processes();
    let mut played = Parked::new(tables(&mut system, PLAYED).await?);
    let mut load = Parked::new(tables(&mut system, LOAD).await?);
    let mut timeouts = Timeouts::new(&system).await?;
    let mut filled: Option<(usize, u64)> = None;
    let mut there = 0;
    let mut filling = Duration::ZERO;
    for (at, &live) in plan.live.iter().enumerate() {
        let begun = Instant::now();
        let why = match memory::available()? {
            room if room < ROOM_FOR_A_GAME * live.saturating_sub(there) as u64 => {
                format!("this takes 12 GB of memory for a million, and {} GB are free", room / 1_000_000_000)
            }
            _ => {
                there = fill(&system, there..live, LONGEST_FILL.saturating_sub(filling)).await?;
                filling += begun.elapsed();
                eprintln!("{there} idle games, after {:.0} s", begun.elapsed().as_secs_f64());
                format!("after {} s of starting games there were {there}", filling.as_secs())
            }
        };
        if there < live {
            let left_out: Vec<String> = plan.live.iter().skip(at).map(usize::to_string).collect();
            let what = format!("a move among {} idle games, and their timers", left_out.join(", "));
            report.not_run.push(NotRun { what, why });
            break;
        }
        let resident = memory::resident(system.host().process())?;
        if let Some((before, then)) = filled
            && live > before
        {
            let bytes = resident.saturating_sub(then) as f64 / (live - before) as f64;
            report.size.memory_bytes_per_live_game = Some(bytes);
        }
        filled = Some((live, resident));

        let tables = played.take_back().await?;
        let (tables, cost) = cost::of_a_move(tables, &processes, plan.time, plan.rounds).await?;
        played = Parked::new(tables);
        eprintln!("{live:9} idle games {:9.1} CPU us/move", cost.us_per_move.median);
        report.growth.push(Growth {
            design: Contender::Zeitnot.name(),
            live_games: live,
            cpu_us_per_move: cost.us_per_move,
            idle_cpu_ms_per_second: cost.idle_ms_per_second,
        });

        if plan.timeouts > 0 {
            let mut owner = system.host().owner().await?;
            let idle = timeouts.lateness(&mut owner, plan.timeouts).await?;
            let expected = timeouts.expected(plan.timeouts);
            let tables = load.take_back().await?;
            let playing = closed_loop::measure(tables, Duration::ZERO, expected, &processes);
            let (under_load, (tables, _)) =
                tokio::try_join!(timeouts.lateness(&mut owner, plan.timeouts), playing)?;
            load = Parked::new(tables);
            for (name, late) in [("idle", idle), ("moves", under_load)] {
                let late_us = Latency::of(late)?;
                eprintln!(
                    "{live:9} pending, {name}: late {:.0} us, p99 {:.0}, max {:.0}",
                    late_us.p50, late_us.p99, late_us.max
                );
                report.timers.push(Timers { pending: live, load: name, late_us });
            }
        }
    }
    drop((played, load, timeouts));
    if !plan.restart || there == 0 {
        return system.stop().await;
    }
    let (host, stopped) = system.into_host().restart().await?;
    report.size.start_seconds = Some(stopped.as_secs_f64());
    report.size.start_live_games = Some(there);
    eprintln!("{there} games: started within {:.1} s", stopped.as_secs_f64());
    let (host, killed) = host.kill_and_restart().await?;
    report.size.start_seconds_after_kill = Some(killed.as_secs_f64());
    eprintln!("{there} games: started within {:.1} s after it was killed", killed.as_secs_f64());
    host.stop().await
}

/// Starts the idle games of these numbers, as many as there is time for. Gives how many there are then.
async fn fill(system: &OnHost<Zeitnot>, numbers: Range<usize>, time: Duration) -> Result<usize> {
    let begun = Instant::now();
    let mut owner = system.host().owner().await?;
    let mut started = numbers.start;
    while started < numbers.end && begun.elapsed() < time {
        let next = numbers.end.min(started + AT_ONCE);
        start(&mut owner, tic_tac_toe("turn:7d"), &mut (started..next).map(idle_game)).await?;
        started = next;
    }
    Ok(started)
}

async fn tables(
    system: &mut OnHost<Zeitnot>,
    count: usize,
) -> Result<Vec<Table<<OnHost<Zeitnot> as System>::Pair>>> {
    system.seat(count).await?.into_iter().map(Table::new).collect()
}

/// The idle game of this number: some pairs have many.
fn idle_game(number: usize) -> Start {
    let pair = number / GAMES_OF_A_PAIR * 2;
    Start { players: vec![nobody(pair), nobody(pair + 1)], key: format!("idle {number}") }
}

/// A player who has never been here, by number.
pub fn nobody(number: usize) -> Identity {
    let mut bytes = [0xbe; 32];
    bytes[24..].copy_from_slice(&(number as u64).to_be_bytes());
    Identity::from_be_byte_array(bytes)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[test]
    fn nobody_has_more_idle_games_than_a_player_may_have() {
        let mut games: HashMap<Identity, usize> = HashMap::new();
        for game in (0..1000).map(idle_game) {
            assert_ne!(game.players[0], game.players[1]);
            for player in game.players {
                *games.entry(player).or_default() += 1;
            }
        }
        // docs/protocol.md, Limits: 50.
        assert!(games.values().all(|&games| games <= 50));
        assert_eq!(games.len(), 50);
    }
}
