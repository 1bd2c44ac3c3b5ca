//! What was to be reached, and whether it was.

use crate::page::tables::number;
use crate::report::{Moves, Report};

/// The games at once by which systems are compared.
const GAMES: usize = 256;

/// A goal, by what was measured of it.
struct Goal {
    what: String,
    wanted: String,
    found: String,
    reached: bool,
}

/// As Markdown; `None` if nothing was measured that there is a goal for.
pub fn table(report: &Report) -> Option<String> {
    let goals: Vec<Goal> = [
        faster(report, "boardgame.io", 3.0),
        faster(report, "postgres", 2.0),
        faster(report, "postgres-batched", 2.0),
        faster(report, "guide", 50.0),
        dearer(report),
        even(report),
        quick(report),
        flat_in_games(report),
        flat_in_clients(report),
        punctual(report),
        small(report),
    ]
    .into_iter()
    .flatten()
    .collect();
    if goals.is_empty() {
        return None;
    }
    let rows = goals.iter().map(|goal| {
        let reached = if goal.reached { "yes" } else { "**no**" };
        format!("| {} | {} | {} | {reached} |\n", goal.what, goal.wanted, goal.found)
    });
    let rows: String = rows.collect();
    Some(format!("## Goals\n\n| what | goal | found | reached |\n| --- | --- | --- | --- |\n{rows}"))
}

fn moves<'a>(report: &'a Report, system: &str, games: usize) -> Option<&'a Moves> {
    report.moves.iter().find(|it| it.system == system && it.games == games)
}

fn at_least(what: String, wanted: f64, found: f64) -> Goal {
    let reached = found >= wanted;
    Goal { what, wanted: format!("at least {wanted}"), found: format!("{found:.1}"), reached }
}

fn at_most(what: impl Into<String>, wanted: f64, found: f64) -> Goal {
    let reached = found <= wanted;
    Goal { what: what.into(), wanted: format!("at most {wanted}"), found: format!("{found:.2}"), reached }
}

fn faster(report: &Report, than: &str, times: f64) -> Option<Goal> {
    let ratio = moves(report, "zeitnot", GAMES)?.per_second / moves(report, than, GAMES)?.per_second;
    Some(at_least(format!("moves a second, times those of `{than}`, {GAMES} games, durable"), times, ratio))
}

fn dearer(report: &Report) -> Option<Goal> {
    let ratio =
        moves(report, "zeitnot", GAMES)?.cpu_us_per_move / moves(report, "public", GAMES)?.cpu_us_per_move;
    Some(at_most(format!("CPU a move, times that of `public`, {GAMES} games"), 1.25, ratio))
}

fn even(report: &Report) -> Option<Goal> {
    let seen = moves(report, "zeitnot", GAMES)?.seen_us;
    Some(at_most(format!("p99 of a move, times its median, {GAMES} games"), 3.0, seen.p99 / seen.p50))
}

fn quick(report: &Report) -> Option<Goal> {
    let seen = moves(report, "zeitnot-memory", 1)?.seen_us;
    Some(at_most("milliseconds of a move alone, in memory", 0.6, seen.p50 / 1000.0))
}

fn flat_in_games(report: &Report) -> Option<Goal> {
    let (few, many) = (report.growth.first()?, report.growth.last()?);
    let ratio = many.cpu_us_per_move / few.cpu_us_per_move;
    let what = format!(
        "CPU a move among {} idle games, times that among {}",
        number(many.live_games as f64),
        number(few.live_games as f64)
    );
    Some(at_most(what, 1.1, ratio))
}

fn flat_in_clients(report: &Report) -> Option<Goal> {
    let mut ours = report.subscribers.iter().filter(|it| it.design == "zeitnot");
    let few = ours.next()?;
    let many = ours.next_back()?;
    let ratio = many.cpu_us_per_move / few.cpu_us_per_move;
    let what = format!(
        "CPU a move among {} clients, times that among {}",
        number(many.clients as f64),
        number(few.clients as f64)
    );
    Some(at_most(what, 1.2, ratio))
}

fn punctual(report: &Report) -> Option<Goal> {
    let pending = 100_000;
    let late = report.timers.iter().find(|it| it.pending == pending && it.load == "moves")?.late_us;
    let what =
        format!("milliseconds that timers are late, p99, {} pending, full load", number(pending as f64));
    Some(at_most(what, 20.0, late.p99 / 1000.0))
}

fn small(report: &Report) -> Option<Goal> {
    Some(at_most("KiB of memory a live game", 1.0, report.size.memory_bytes_per_live_game? / 1024.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Growth;

    #[test]
    fn a_goal_that_is_missed_is_said_to_be() {
        let growth = |live_games, cpu_us_per_move| Growth { live_games, cpu_us_per_move };
        let report = |last| Report { growth: vec![growth(1000, 200.0), last], ..Report::default() };
        let table = |last| super::table(&report(last)).unwrap();
        let row = "| CPU a move among 1,000,000 idle games, times that among 1,000 | at most 1.1 |";
        assert!(table(growth(1_000_000, 210.0)).contains(&format!("{row} 1.05 | yes |")));
        assert!(table(growth(1_000_000, 300.0)).contains(&format!("{row} 1.50 | **no** |")));
        assert!(super::table(&Report::default()).is_none());
    }
}
