//! What was measured as pictures.

use crate::plot::{Line, Plot};
use crate::report::Report;

/// One for each question that has one.
pub fn all(report: &Report) -> Vec<Plot> {
    vec![
        Plot {
            file: "moves",
            title: "Moves a second, by games at once",
            x: "games at once",
            y: "moves a second",
            lines: lines(report.moves.iter().map(|it| (it.system, it.games as f64, it.per_second.median))),
        },
        Plot {
            file: "open-loop",
            title: "p99 until the opponent is told, by moves a second",
            x: "moves a second that are due",
            y: "microseconds",
            lines: lines(report.open_loop.iter().map(|it| (it.system, it.rate, it.seen_us.p99))),
        },
        Plot {
            file: "growth",
            title: "What a move costs, by idle games in the database",
            x: "idle games",
            y: "CPU microseconds a move",
            lines: lines(
                report.growth.iter().map(|it| (it.design, it.live_games as f64, it.cpu_us_per_move.median)),
            ),
        },
        Plot {
            file: "subscribers",
            title: "What a move costs, by connected and subscribed clients",
            x: "clients",
            y: "CPU microseconds a move",
            lines: lines(
                report.subscribers.iter().map(|it| (it.design, it.clients as f64, it.cpu_us_per_move.median)),
            ),
        },
        Plot {
            file: "timers",
            title: "How late timers are (p99), by pending ones",
            x: "pending timers",
            y: "microseconds",
            lines: lines(report.timers.iter().map(|it| (it.load, it.pending as f64, it.late_us.p99))),
        },
    ]
}

/// The points of the same name, in the order in which names first come.
fn lines<'a>(points: impl Iterator<Item = (&'a str, f64, f64)>) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for (name, x, y) in points {
        match lines.iter_mut().find(|line| line.name == name) {
            Some(line) => line.points.push((x, y)),
            None => lines.push(Line { name: name.to_owned(), points: vec![(x, y)] }),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_of_one_name_are_one_line() {
        let points = [("a", 1.0, 2.0), ("b", 1.0, 3.0), ("a", 8.0, 4.0)];
        let lines = lines(points.into_iter());
        let names: Vec<&str> = lines.iter().map(|line| line.name.as_str()).collect();
        assert_eq!(names, ["a", "b"]);
        assert_eq!(lines[0].points, [(1.0, 2.0), (8.0, 4.0)]);
    }
}
