//! What does a move cost among more and more clients that are connected and subscribed?

use std::time::Duration;

use anyhow::Result;

use crate::contender::Contender;
use crate::cost;
use crate::ground::Ground;
use crate::parking::Parked;
use crate::report::{NotRun, Report, Subscribers};
use crate::system::System;
use crate::systems::guide::{Guide, OpenTable};
use crate::systems::on_host::{Dialect, HostPair, OnHost};
use crate::systems::zeitnot::Zeitnot;
use crate::table::Table;

/// The games that are played. All other clients have a game each two of them, and look at it.
const PLAYED: usize = 5;

/// Pairs that take their seats together: those who wait for it are not attended.
const AT_ONCE: usize = 500;

/// Beyond it a move by the guide's pattern takes longer than the measurement.
const MOST_OF_GUIDE: usize = 1000;

/// Measures each design that was asked for, with so many clients, players included.
pub async fn measure(
    ground: &Ground,
    systems: &[Contender],
    clients: &[usize],
    time: Duration,
    rounds: usize,
    report: &mut Report,
) -> Result<()> {
    for &system in systems {
        let outcome = match system {
            Contender::Zeitnot => crowd::<Zeitnot>(ground, system, clients, time, rounds, report).await,
            Contender::Public => crowd::<OpenTable>(ground, system, clients, time, rounds, report).await,
            Contender::Guide => {
                let few: Vec<usize> =
                    clients.iter().copied().filter(|&clients| clients <= MOST_OF_GUIDE).collect();
                if few.len() < clients.len() {
                    report.not_run.push(NotRun {
                        what: format!(
                            "the cost of a move of `guide` among more than {MOST_OF_GUIDE} clients"
                        ),
                        why: "each takes a good part of a second".to_owned(),
                    });
                }
                crowd::<Guide>(ground, system, &few, time, rounds, report).await
            }
            _ => continue,
        };
        if let Err(error) = outcome {
            eprintln!("{}: {error:#}", system.name());
            let what = format!("the cost of a move among all clients of `{}`", system.name());
            report.not_run.push(NotRun { what, why: format!("{error:#}") });
        }
    }
    Ok(())
}

async fn crowd<D: Dialect>(
    ground: &Ground,
    contender: Contender,
    clients: &[usize],
    time: Duration,
    rounds: usize,
    report: &mut Report,
) -> Result<()> {
    let mut system = OnHost::<D>::start(ground, contender.is_durable()).await?;
    let processes = system.processes();
    let mut played = Parked::new(seat(&mut system, PLAYED).await?);
    let mut onlookers = Parked::new(Vec::new());
    for &clients in clients {
        let wanted = (clients / 2).saturating_sub(PLAYED);
        while onlookers.len() < wanted {
            let more = (wanted - onlookers.len()).min(AT_ONCE);
            onlookers.add(seat(&mut system, more).await?);
        }
        let tables = played.take_back().await?;
        let (tables, cost) = cost::of_a_move(tables, &processes, time, rounds).await?;
        played = Parked::new(tables);
        eprintln!("{:16} {clients:5} clients {:9.1} CPU us/move", contender.name(), cost.us_per_move.median);
        report.subscribers.push(Subscribers {
            design: contender.name(),
            clients,
            cpu_us_per_move: cost.us_per_move,
            idle_cpu_ms_per_second: cost.idle_ms_per_second,
        });
    }
    drop(played.take_back().await?);
    // Whether all of them were there to the end.
    drop(onlookers.take_back().await?);
    system.stop().await
}

async fn seat<D: Dialect>(system: &mut OnHost<D>, pairs: usize) -> Result<Vec<Table<HostPair<D>>>> {
    system.seat(pairs).await?.into_iter().map(Table::new).collect()
}
