//! How many bytes a move is on the wire and on the disk, and how much memory a finished game takes.

use std::time::Duration;

use anyhow::Result;

use crate::closed_loop;
use crate::disk;
use crate::drawn_game::plies;
use crate::ground::Ground;
use crate::memory;
use crate::report::Report;
use crate::system::{Pair, System};
use crate::systems::on_host::OnHost;
use crate::systems::zeitnot::Zeitnot;
use crate::table::Table;

/// The games that are looked at byte by byte.
const GAMES: usize = 100;

/// The games at once that are played to have many of them finished.
const MANY: usize = 64;

/// Measures all of it on a durable server; finished games are made for as long as `time`.
pub async fn measure(ground: &Ground, time: Duration, report: &mut Report) -> Result<()> {
    let mut system = OnHost::<Zeitnot>::start(ground, true).await?;
    let moves = (GAMES * plies().count()) as f64;
    for mut pair in system.seat(1).await? {
        let before = system.host().commitlog()?;
        let mut wire = 0;
        for _ in 0..GAMES {
            let start = pair.traffic();
            for ply in plies() {
                pair.play(ply).await?;
            }
            wire += pair.traffic() - start;
            pair.begin().await?;
        }
        report.size.wire_bytes_per_move = Some(wire as f64 / moves);
        let logged = (system.host().commitlog()? - before) as f64 / moves;
        report.size.commitlog_bytes_per_move = Some(logged);
        let bytes = logged.round() as usize;
        report.size.fsync_bytes = Some(bytes);
        report.size.fsync_us = Some(disk::fsync(ground, bytes)?);
    }

    let tables = system.seat(MANY).await?.into_iter().map(Table::new).collect::<Result<Vec<_>>>()?;
    let processes = system.processes();
    // What the server needs for so many players and the work itself is not the games'.
    let (tables, _) = closed_loop::measure(tables, Duration::ZERO, time / 4, &processes).await?;
    let before = memory::resident(system.host().process())?;
    let (_, sample) = closed_loop::measure(tables, Duration::ZERO, time, &processes).await?;
    let finished = sample.moves.len() as f64 / plies().count() as f64;
    let grown = memory::resident(system.host().process())?.saturating_sub(before);
    report.size.memory_bytes_per_finished_game = Some(grown as f64 / finished.max(1.0));
    system.stop().await
}
