//! What was to be reached, and whether it was.

use crate::page::tables::number;
use crate::report::{Moves, Report};
use crate::summary::Range;

/// The games at once by which systems are compared.
const GAMES: usize = 256;

/// A goal, by what was measured of it.
struct Goal {
    what: String,
    wanted: String,
    found: String,
    verdict: &'static str,
}

const YES: &str = "yes";
const NO: &str = "**no**";
const UNCERTAIN: &str = "cannot be told";

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
    let rows = goals
        .iter()
        .map(|goal| format!("| {} | {} | {} | {} |\n", goal.what, goal.wanted, goal.found, goal.verdict));
    let rows: String = rows.collect();
    Some(format!("## Goals\n\n| what | goal | found | reached |\n| --- | --- | --- | --- |\n{rows}"))
}

fn moves<'a>(report: &'a Report, system: &str, games: usize) -> Option<&'a Moves> {
    report.moves.iter().find(|it| it.system == system && it.games == games)
}

/// A figure that was measured once.
fn once(figure: f64) -> Range {
    Range { median: figure, least: figure, most: figure }
}

/// With both ends, unless they are the same.
fn told(found: Range, digits: usize) -> String {
    let Range { median, least, most } = found;
    if least == most {
        return format!("{median:.digits$}");
    }
    format!("{median:.digits$} ({least:.digits$} to {most:.digits$})")
}

fn at_least(what: String, wanted: f64, found: Range) -> Goal {
    let verdict = match found {
        Range { least, .. } if least >= wanted => YES,
        Range { most, .. } if most < wanted => NO,
        _ => UNCERTAIN,
    };
    Goal { what, wanted: format!("at least {wanted}"), found: told(found, 1), verdict }
}

fn at_most(what: impl Into<String>, wanted: f64, found: Range) -> Goal {
    let verdict = match found {
        Range { most, .. } if most <= wanted => YES,
        Range { least, .. } if least > wanted => NO,
        _ => UNCERTAIN,
    };
    Goal { what: what.into(), wanted: format!("at most {wanted}"), found: told(found, 2), verdict }
}

fn faster(report: &Report, than: &str, times: f64) -> Option<Goal> {
    let (ours, theirs) = (moves(report, "zeitnot", GAMES)?, moves(report, than, GAMES)?);
    let durable = |it: &Moves| if it.durable { "durable" } else { "not durable" };
    let what = format!(
        "moves a second of `zeitnot` ({}), times those of `{than}` ({}), {GAMES} games",
        durable(ours),
        durable(theirs)
    );
    Some(at_least(what, times, ours.per_second / theirs.per_second))
}

fn dearer(report: &Report) -> Option<Goal> {
    let (ours, theirs) = (moves(report, "zeitnot", GAMES)?, moves(report, "public", GAMES)?);
    let what = format!("CPU a move, times that of `public`, {GAMES} games");
    Some(at_most(what, 1.25, ours.cpu_us_per_move / theirs.cpu_us_per_move))
}

fn even(report: &Report) -> Option<Goal> {
    let seen = moves(report, "zeitnot", GAMES)?.seen_us?;
    Some(at_most(format!("p99 of a move, times its median, {GAMES} games"), 3.0, once(seen.p99 / seen.p50)))
}

fn quick(report: &Report) -> Option<Goal> {
    let seen = moves(report, "zeitnot-memory", 1)?.seen_us?;
    Some(at_most("milliseconds of a move alone, in memory", 0.6, once(seen.p50 / 1000.0)))
}

fn flat_in_games(report: &Report) -> Option<Goal> {
    let mut ours = report.growth.iter().filter(|it| it.design == "zeitnot");
    let few = ours.next()?;
    let many = ours.next_back()?;
    let what = format!(
        "CPU a move among {} idle games, times that among {}",
        number(many.live_games as f64),
        number(few.live_games as f64)
    );
    Some(at_most(what, 1.1, many.cpu_us_per_move / few.cpu_us_per_move))
}

fn flat_in_clients(report: &Report) -> Option<Goal> {
    let mut ours = report.subscribers.iter().filter(|it| it.design == "zeitnot");
    let few = ours.next()?;
    let many = ours.next_back()?;
    let what = format!(
        "CPU a move among {} clients, times that among {}",
        number(many.clients as f64),
        number(few.clients as f64)
    );
    Some(at_most(what, 1.2, many.cpu_us_per_move / few.cpu_us_per_move))
}

fn punctual(report: &Report) -> Option<Goal> {
    let pending = 100_000;
    let late = report.timers.iter().find(|it| it.pending == pending && it.load == "moves")?.late_us;
    let what =
        format!("milliseconds that timers are late, p99, {} pending, full load", number(pending as f64));
    Some(at_most(what, 20.0, once(late.p99 / 1000.0)))
}

fn small(report: &Report) -> Option<Goal> {
    let bytes = report.size.memory_bytes_per_live_game?;
    Some(at_most("KiB of memory a live game", 1.0, once(bytes / 1024.0)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Growth;

    #[test]
    fn a_goal_that_is_missed_is_said_to_be() {
        let growth = |live_games, least, most| Growth {
            design: "zeitnot",
            live_games,
            cpu_us_per_move: Range { median: (least + most) / 2.0, least, most },
            idle_cpu_ms_per_second: 1.0,
        };
        let report = |last| Report { growth: vec![growth(1000, 200.0, 200.0), last], ..Report::default() };
        let table = |least, most| super::table(&report(growth(1_000_000, least, most))).unwrap();
        let row = "| CPU a move among 1,000,000 idle games, times that among 1,000 | at most 1.1 |";
        assert!(table(210.0, 210.0).contains(&format!("{row} 1.05 | yes |")));
        assert!(table(300.0, 320.0).contains(&format!("{row} 1.55 (1.50 to 1.60) | **no** |")));
        assert!(table(200.0, 240.0).contains(&format!("{row} 1.10 (1.00 to 1.20) | cannot be told |")));
        assert!(super::table(&Report::default()).is_none());
    }

    #[test]
    fn a_rate_is_reached_only_if_it_was_in_all_rounds() {
        let verdict = |least, most| at_least(String::new(), 3.0, Range { median: 3.5, least, most }).verdict;
        assert_eq!(verdict(3.1, 4.0), YES);
        assert_eq!(verdict(2.0, 4.0), UNCERTAIN);
        assert_eq!(verdict(1.0, 2.9), NO);
    }
}
