//! The same question asked of the guide's pattern: what does a move cost among games that run and that nobody plays?

use std::time::{Duration, Instant};

use anyhow::Result;
use spacetimedb_lib::bsatn;

use crate::contender::Contender;
use crate::cost;
use crate::ground::Ground;
use crate::idle_games::nobody;
use crate::report::{Growth, NotRun, Report};
use crate::spacetime::{Call, Client};
use crate::system::System;
use crate::systems::guide::Guide;
use crate::systems::on_host::OnHost;
use crate::table::Table;

/// The games that are played, as many as for Zeitnot.
const PLAYED: usize = 5;

/// Numbers of idle games. Beyond, a move takes seconds: each looks at all games for each player who is connected.
const LIVE: [usize; 3] = [100, 1_000, 10_000];

/// No further number after so long.
const LONGEST: Duration = Duration::from_secs(60);

/// Calls that are on their way to the server at once.
const PIPELINE: usize = 256;

/// Measures at each of its numbers up to `most`, on a new server each: with players connected, each start of a game would
/// cost as much as a move.
pub async fn measure(
    ground: &Ground,
    most: usize,
    time: Duration,
    rounds: usize,
    report: &mut Report,
) -> Result<()> {
    let begun = Instant::now();
    for live in LIVE.into_iter().filter(|&live| live <= most) {
        if begun.elapsed() > LONGEST {
            report.not_run.push(NotRun {
                what: format!("a move of `guide` among {live} idle games"),
                why: format!("those before took {} s", begun.elapsed().as_secs()),
            });
            continue;
        }
        let mut system = OnHost::<Guide>::start(ground, Contender::Guide.is_durable()).await?;
        fill(&mut system.host().client().await?, live).await?;
        let tables = system.seat(PLAYED).await?.into_iter().map(Table::new).collect::<Result<Vec<_>>>()?;
        let (tables, cost) = cost::of_a_move(tables, &system.processes(), time, rounds).await?;
        drop(tables);
        eprintln!("guide {live:9} idle games {:9.1} CPU us/move", cost.us_per_move.median);
        report.growth.push(Growth {
            design: Contender::Guide.name(),
            live_games: live,
            cpu_us_per_move: cost.us_per_move,
            idle_cpu_ms_per_second: cost.idle_ms_per_second,
        });
        system.stop().await?;
    }
    Ok(())
}

/// Begins so many games with opponents who never come.
async fn fill(client: &mut Client, games: usize) -> Result<()> {
    let mut begun = 0;
    while begun < games {
        let next = games.min(begun + PIPELINE);
        let mut last = 0;
        for number in begun..next {
            let arguments = bsatn::to_vec(&nobody(number))?;
            last = client.send(Call { reducer: "guide_begin", arguments }).await?;
        }
        // Answers come in the order of the calls.
        client.answer(last).await?;
        begun = next;
    }
    Ok(())
}
