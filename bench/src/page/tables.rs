//! What was measured as tables, in Markdown.

use crate::report::{Report, Size};
use crate::summary::{Latency, Range};

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
            number(it.per_second.median),
            range(it.per_second),
            number(it.cpu_us_per_move.median),
            micros(it.ack_us, |it| it.p50),
            micros(it.ack_us, |it| it.p99),
            micros(it.seen_us, |it| it.p50),
            micros(it.seen_us, |it| it.p99),
            it.rounds.to_string(),
            number(it.moves as f64),
        ]
    };
    Table {
        title: "Moves a second",
        note: "Closed loop: each game has one move in flight, as people play. Times in microseconds. The last two \
               columns say what a row rests on: its rounds, and the moves of all of them.",
        plot: Some("moves"),
        head: vec![
            "system", "games", "durable", "moves/s", "range", "CPU/move", "ack", "p99", "seen", "p99",
            "rounds", "moves",
        ],
        body: report.moves.iter().map(row).collect(),
    }
}

fn open_loop(report: &Report) -> Table {
    let row = |it: &crate::report::OpenLoop| {
        vec![
            it.system.to_owned(),
            number(it.rate),
            number(it.per_second),
            number(it.moves as f64),
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
        head: vec!["system", "due/s", "made/s", "moves", "ack", "p99", "seen", "p99"],
        body: report.open_loop.iter().map(row).collect(),
    }
}

fn boards(report: &Report) -> Table {
    let row = |it: &crate::report::Boards| {
        vec![
            it.game.to_owned(),
            number(it.games as f64),
            number(it.per_second.median),
            range(it.per_second),
            number(it.cpu_us_per_move.median),
            micros(it.ack_us, |it| it.p50),
            micros(it.ack_us, |it| it.p99),
            micros(it.seen_us, |it| it.p50),
            micros(it.seen_us, |it| it.p99),
            it.rounds.to_string(),
        ]
    };
    Table {
        title: "Larger games",
        note: "Zeitnot, durable, closed loop: games of a hundred moves. With more than two players, *seen* is when the \
               last of the others was told.",
        plot: None,
        head: vec!["game", "games", "moves/s", "range", "CPU/move", "ack", "p99", "seen", "p99", "rounds"],
        body: report.boards.iter().map(row).collect(),
    }
}

fn growth(report: &Report) -> Table {
    let row = |it: &crate::report::Growth| {
        vec![
            it.design.to_owned(),
            number(it.live_games as f64),
            number(it.cpu_us_per_move.median),
            range(it.cpu_us_per_move),
            format!("{:.1}", it.idle_cpu_ms_per_second),
        ]
    };
    Table {
        title: "Among many games",
        note: "Processor time of the server for a move of one of five games, in microseconds, with so many others that \
               run, each with its timer, and in which nobody moves just now. Durable. The guide's pattern is expected to grow: \
               for each player who is connected, a move looks at all games. *idle* is what the server uses when nobody \
               plays at all, in milliseconds a second.",
        plot: Some("growth"),
        head: vec!["system", "idle games", "CPU/move", "range", "idle"],
        body: report.growth.iter().map(row).collect(),
    }
}

fn subscribers(report: &Report) -> Table {
    let row = |it: &crate::report::Subscribers| {
        vec![
            it.design.to_owned(),
            number(it.clients as f64),
            number(it.cpu_us_per_move.median),
            range(it.cpu_us_per_move),
            format!("{:.1}", it.idle_cpu_ms_per_second),
        ]
    };
    Table {
        title: "Among many clients",
        note: "Processor time of the server for a move of one of five games, in microseconds, with so many clients \
               connected and subscribed, each with a game of its own. Durable. *idle* as above.",
        plot: Some("subscribers"),
        head: vec!["system", "clients", "CPU/move", "range", "idle"],
        body: report.subscribers.iter().map(row).collect(),
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
        note: "Processor time for each of the bare timers that were set to have so many pending, in microseconds. \
               Where they took less than 200 milliseconds together the clock is too coarse to tell.",
        plot: None,
        head: vec!["pending", "CPU/timer"],
        body: report.arming.iter().map(row).collect(),
    }
}

fn size(size: &Size) -> Table {
    let figure = |what: &str, figure: Option<f64>| figure.map(|it| vec![what.to_owned(), number(it)]);
    let start = |seconds: Option<f64>, what: &str| {
        seconds.zip(size.start_live_games).map(|(seconds, games)| {
            vec![format!("{what} with {} live games", number(games as f64)), format!("{seconds:.1}")]
        })
    };
    let body = [
        figure(
            "bytes a move on both players' wires (messages, without what frames them)",
            size.wire_bytes_per_move,
        ),
        figure("bytes a move in the commit log", size.commitlog_bytes_per_move),
        figure("bytes of memory a live game", size.memory_bytes_per_live_game),
        figure("bytes of memory a finished game", size.memory_bytes_per_finished_game),
        start(size.start_seconds, "seconds to start after it was stopped,"),
        start(size.start_seconds_after_kill, "seconds to start after it was killed,"),
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

fn range(range: Range) -> String {
    format!("{} to {}", number(range.least), number(range.most))
}

/// `-` for what could not be told.
fn micros(latency: Option<Latency>, figure: impl Fn(Latency) -> f64) -> String {
    latency.map_or_else(|| "-".to_owned(), |latency| number(figure(latency)))
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
    use crate::report::Moves;

    #[test]
    fn numbers_have_commas() {
        let texts = [0.4, 999.6, 1234.0, 1_234_567.0].map(number);
        assert_eq!(texts, ["0", "1,000", "1,234", "1,234,567"]);
    }

    #[test]
    fn what_could_not_be_told_is_not_a_figure() {
        let range = |median| Range { median, least: median - 1.0, most: median + 1.0 };
        let moves = Moves {
            system: "guide",
            games: 256,
            durable: true,
            rounds: 2,
            moves: 700,
            per_second: range(24.0),
            cpu_us_per_move: range(42_000.0),
            ack_us: None,
            seen_us: Some(Latency { p50: 5.0, p99: 9.0, max: 10.0 }),
        };
        let tables = all(&Report { moves: vec![moves], ..Report::default() });
        assert_eq!(tables.len(), 1);
        let rows = tables[0].rows();
        let row = "| guide | 256 | yes | 24 | 23 to 25 | 42,000 | - | - | 5 | 9 | 2 | 700 |\n";
        assert!(rows.ends_with(row), "{rows}");
    }
}
