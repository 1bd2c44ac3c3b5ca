//! What was measured as tables, in Markdown.

use std::collections::BTreeSet;

use crate::report::{Report, Size};

/// A table with what belongs to it.
pub struct Table {
    pub title: &'static str,
    /// What to know before reading it.
    pub note: &'static str,
    /// The file of its picture, if it has one.
    pub plot: Option<&'static str>,
    head: Vec<&'static str>,
    body: Vec<Vec<String>>,
}

impl Table {
    /// As Markdown: the first column to the left, all others to the right.
    pub fn rows(&self) -> String {
        let line = |cells: Vec<&str>| format!("| {} |\n", cells.join(" | "));
        let rule = (0..self.head.len()).map(|column| if column == 0 { "---" } else { "---:" }).collect();
        let body = self.body.iter().map(|row| line(row.iter().map(String::as_str).collect()));
        [line(self.head.clone()), line(rule)].into_iter().chain(body).collect()
    }
}

/// All that has rows.
pub fn all(report: &Report) -> Vec<Table> {
    let tables = [
        moves(report),
        open_loop(report),
        boards(report),
        growth(report),
        subscribers(report),
        timers(report),
        arming(report),
        size(&report.size),
    ];
    tables.into_iter().filter(|table| !table.body.is_empty()).collect()
}

fn moves(report: &Report) -> Table {
    let row = |it: &crate::report::Moves| {
        vec![
            it.system.to_owned(),
            number(it.games as f64),
            yes(it.durable),
            number(it.per_second),
            format!("{} to {}", number(it.per_second_least), number(it.per_second_most)),
            number(it.cpu_us_per_move),
            number(it.ack_us.p50),
            number(it.ack_us.p99),
            number(it.seen_us.p50),
            number(it.seen_us.p99),
        ]
    };
    Table {
        title: "Moves a second",
        note: "Closed loop: each game has one move in flight, as people play. The median of all rounds, with the least \
               and the most; times in microseconds.",
        plot: Some("moves"),
        head: vec!["system", "games", "durable", "moves/s", "range", "CPU/move", "ack", "p99", "seen", "p99"],
        body: report.moves.iter().map(row).collect(),
    }
}

fn open_loop(report: &Report) -> Table {
    let row = |it: &crate::report::OpenLoop| {
        vec![
            it.system.to_owned(),
            number(it.rate),
            number(it.per_second),
            number(it.ack_us.p50),
            number(it.ack_us.p99),
            number(it.seen_us.p50),
            number(it.seen_us.p99),
        ]
    };
    Table {
        title: "At a fixed rate",
        note: "Open loop: moves come at a fixed rate whether or not earlier ones are answered, and a move's time counts \
               from when it was due (coordinated omission corrected), in microseconds. A rate that a system did not \
               keep up with is its last.",
        plot: Some("open-loop"),
        head: vec!["system", "due/s", "made/s", "ack", "p99", "seen", "p99"],
        body: report.open_loop.iter().map(row).collect(),
    }
}

fn boards(report: &Report) -> Table {
    let row = |it: &crate::report::Boards| {
        vec![
            it.game.to_owned(),
            number(it.games as f64),
            number(it.per_second),
            number(it.cpu_us_per_move),
            number(it.ack_us.p50),
            number(it.ack_us.p99),
            number(it.seen_us.p50),
            number(it.seen_us.p99),
        ]
    };
    Table {
        title: "Larger games",
        note: "Zeitnot, durable, closed loop: games of a hundred moves. With more than two players, *seen* is when the \
               last of the others was told.",
        plot: None,
        head: vec!["game", "games", "moves/s", "CPU/move", "ack", "p99", "seen", "p99"],
        body: report.boards.iter().map(row).collect(),
    }
}

fn growth(report: &Report) -> Table {
    let row = |it: &crate::report::Growth| vec![number(it.live_games as f64), number(it.cpu_us_per_move)];
    Table {
        title: "Among many games",
        note: "Processor time of the server for a move of one of five games, in microseconds, with so many others that \
               run, each with its timer, and in which nobody moves just now. Zeitnot, durable.",
        plot: Some("growth"),
        head: vec!["idle games", "CPU/move"],
        body: report.growth.iter().map(row).collect(),
    }
}

fn subscribers(report: &Report) -> Table {
    let counts: BTreeSet<usize> = report.subscribers.iter().map(|it| it.clients).collect();
    let mut designs: Vec<&'static str> = Vec::new();
    for it in &report.subscribers {
        if !designs.contains(&it.design) {
            designs.push(it.design);
        }
    }
    let cost = |design: &str, clients: usize| {
        let found = report.subscribers.iter().find(|it| it.design == design && it.clients == clients);
        found.map_or_else(|| "-".to_owned(), |it| number(it.cpu_us_per_move))
    };
    let row = |clients: usize| {
        let costs = designs.iter().map(|design| cost(design, clients));
        [number(clients as f64)].into_iter().chain(costs).collect()
    };
    Table {
        title: "Among many clients",
        note: "Processor time of the server for a move of one of five games, in microseconds, with so many clients \
               connected and subscribed, each with a game of its own. Durable.",
        plot: Some("subscribers"),
        head: ["clients"].into_iter().chain(designs.iter().copied()).collect(),
        body: counts.into_iter().map(row).collect(),
    }
}

fn timers(report: &Report) -> Table {
    let row = |it: &crate::report::Timers| {
        vec![
            it.load.to_owned(),
            number(it.pending as f64),
            number(it.late_us.p50),
            number(it.late_us.p99),
            number(it.late_us.max),
        ]
    };
    Table {
        title: "How late timers are",
        note: "In microseconds. *idle* and *moves*: games of Zeitnot's that end because nobody moves, from the deadline until \
               a player has been told, with nothing else to do and while 64 games are played as fast as the server \
               can. *bare*: timers of the engine with a reducer that only notes the time, from when they were due \
               to that reducer.",
        plot: Some("timers"),
        head: vec!["load", "pending", "late", "p99", "max"],
        body: report.timers.iter().map(row).collect(),
    }
}

fn arming(report: &Report) -> Table {
    let row =
        |it: &crate::report::Arming| vec![number(it.pending as f64), format!("{:.1}", it.cpu_us_per_timer)];
    Table {
        title: "Setting timers",
        note: "Processor time for each of the bare timers that were set to have so many pending, in microseconds.",
        plot: None,
        head: vec!["pending", "CPU/timer"],
        body: report.arming.iter().map(row).collect(),
    }
}

fn size(size: &Size) -> Table {
    let figure = |what: &str, figure: Option<f64>| figure.map(|it| vec![what.to_owned(), number(it)]);
    let start = size.start_seconds.zip(size.start_live_games);
    let body = [
        figure(
            "bytes a move on both players' wires (messages, without what frames them)",
            size.wire_bytes_per_move,
        ),
        figure("bytes a move in the commit log", size.commitlog_bytes_per_move),
        figure("bytes of memory a live game", size.memory_bytes_per_live_game),
        figure("bytes of memory a finished game", size.memory_bytes_per_finished_game),
        start.map(|(seconds, games)| {
            vec![
                format!("seconds to start with {} live games", number(games as f64)),
                format!("{seconds:.1}"),
            ]
        }),
        size.fsync_bytes.zip(size.fsync_us).map(|(bytes, took)| {
            let what =
                format!("microseconds until {} bytes are on this disk (p99 {})", bytes, number(took.p99));
            vec![what, number(took.p50)]
        }),
    ];
    Table {
        title: "What it takes up",
        note: "Zeitnot, durable. Memory is what the server's process has grown by, for each game. A finished game is one \
               with all that the server keeps of it; bytes a move include a game in nine moves that is begun anew in \
               the commit log, and not on the wire.",
        plot: None,
        head: vec!["what", "figure"],
        body: body.into_iter().flatten().collect(),
    }
}

fn yes(durable: bool) -> String {
    if durable { "yes" } else { "no" }.to_owned()
}

/// Without digits that mean nothing, and with commas between thousands.
pub fn number(value: f64) -> String {
    let digits = format!("{value:.0}");
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Subscribers;

    #[test]
    fn numbers_have_commas() {
        let texts = [0.4, 999.6, 1234.0, 1_234_567.0].map(number);
        assert_eq!(texts, ["0", "1,000", "1,234", "1,234,567"]);
    }

    #[test]
    fn designs_stand_side_by_side() {
        let cost = |design, clients, cpu_us_per_move| Subscribers { design, clients, cpu_us_per_move };
        let report = Report {
            subscribers: vec![
                cost("zeitnot", 10, 500.0),
                cost("zeitnot", 4000, 520.0),
                cost("guide", 10, 900.0),
            ],
            ..Report::default()
        };
        let tables = all(&report);
        assert_eq!(tables.len(), 1);
        let rows = tables[0].rows();
        assert_eq!(
            rows,
            "| clients | zeitnot | guide |\n| --- | ---: | ---: |\n| 10 | 500 | 900 |\n| 4,000 | 520 | - |\n"
        );
    }
}
