//! The report as a page: `docs/benchmarks.md` with its pictures.

mod goals;
mod plots;
mod tables;

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::machine::Machine;
use crate::report::{NotRun, Report, Setting};
use tables::Table;

/// Where pictures are, from the page.
const PICTURES: &str = "images/benchmarks";

const PAGE: &str = "benchmarks.md";

const INTRODUCTION: &str = "\
# Benchmarks

This page and its pictures are written by `cargo xtask bench`, which takes about half an hour; `cargo xtask bench --quick` prints
the first table within five, `--json FILE` writes all figures, and `--help` tells how to ask one question alone. Figures of
different machines cannot be compared, those of one run can: the systems take turns, several rounds each. *range* is the
least and the most of the rounds, every other figure the median of them.
";

const METHOD: &str = "\
## How it is measured

One driver process talks to each server over WebSockets on this machine, and shares its processor. All times are read off
its one monotonic clock. Every system plays the same drawn game of tic-tac-toe over and over, each pair of players over
two connections of their own. A move is sent; the server looks at the caller, the turn, the ply, whether it is legal and
whether it ends the game, stores it, sets the timer of the next turn, and tells both players. *ack* is from sending to the
mover's answer, *seen* from sending to the message that tells the opponent. After nine moves the pair begins another game:
that is no move, but its time and its processor time are in the figures (Zeitnot: two calls of `ask_rematch`, and the old
game stays on display and goes to the archive; the others keep nothing of it, or what they keep by themselves). *durable*: nobody is told
before the move is on the disk. CPU is user and system time of the server's processes, counted in hundredths of a second.

Closed loop: a move counts in the window in which it ends. A window is drawn out for up to 25 seconds until each game has
made two moves on the average, and the warm-up before it, 25 seconds at most, until each has made one, so that a slow system
is not measured by its fast moves only. Where even that was too short there are no percentiles (`-`).

Zeitnot runs with its limits of calls off and with its logs off, as the other systems on the same host do. A move of Zeitnot's leaves
the timer of the game alone if the next turn ends later than it, and sets it anew otherwise; `guide` and `public` replace
theirs with each move.

*Among many games* and *among many clients* say what moves cost alone: what the server uses in the same time while nobody
plays, for heartbeats and timers, is taken off. The column *idle* has it, in milliseconds of CPU a second.

A goal *cannot be told* if it lies between the least and the most that the rounds would allow. How late timers are, the open loop, and
what things take up are measured once; a fixed rate is kept up for half a second before it counts, and measured for at
least 1,500 moves.

| system | what it is |
| --- | --- |
| `zeitnot`, `zeitnot-memory` | this project on its embedded host, durable and in memory |
| `guide` | turns as SpacetimeDB's own guides put them together, on the same host: a table of games, a view with `or`, a timer row replaced at each move |
| `public` | the same with a public table and two plain subscriptions a player: nothing is private |
| `nothing` | a reducer that does nothing, on the same host: one player, one answer |
| `echo` | a WebSocket server that passes each message on to both players |
| `postgres`, `postgres-batched` | PostgreSQL with a PL/pgSQL function under a row lock and a WebSocket front, a move a transaction, or those that come in together |
| `boardgame.io`, `boardgame.io-files` | boardgame.io's own tic-tac-toe, in memory and with its flat-file storage |

[benchmark-peers.md](benchmark-peers.md) says how PostgreSQL and boardgame.io are set up, and why;
[cost-of-a-move.md](cost-of-a-move.md) where the time goes in Zeitnot, and what was tried.
";

/// Makes the folders, and finds out whether the page may be written there.
pub fn prepare(folder: &Path) -> Result<()> {
    let pictures = folder.join(PICTURES);
    fs::create_dir_all(&pictures).with_context(|| format!("cannot make {}", pictures.display()))?;
    let page = folder.join(PAGE);
    let opened = fs::OpenOptions::new().create(true).append(true).open(&page);
    opened.map(drop).with_context(|| format!("cannot write {}", page.display()))
}

/// Writes the page and its pictures into a folder of documentation.
pub fn write(report: &Report, folder: &Path) -> Result<()> {
    prepare(folder)?;
    let pictures = folder.join(PICTURES);
    for plot in plots::all(report) {
        if let Some(svg) = plot.svg()? {
            fs::write(pictures.join(format!("{}.svg", plot.file)), svg)?;
        }
    }
    let page = folder.join(PAGE);
    fs::write(&page, text(report)?).with_context(|| format!("cannot write {}", page.display()))
}

/// The tables alone, for a terminal.
pub fn tables(report: &Report) -> String {
    tables::all(report).iter().map(|table| format!("{}\n\n{}\n", table.title, table.rows())).collect()
}

fn text(report: &Report) -> Result<String> {
    let mut page = String::new();
    writeln!(page, "{INTRODUCTION}\n{}\n{}", machine(&report.machine), setting(&report.setting))?;
    if let Some(goals) = goals::table(report) {
        writeln!(page, "{goals}")?;
    }
    for table in tables::all(report) {
        writeln!(page, "{}", section(&table))?;
    }
    if !report.not_run.is_empty() {
        writeln!(page, "{}", not_run(&report.not_run))?;
    }
    page.push_str(METHOD);
    Ok(page)
}

fn machine(machine: &Machine) -> String {
    let Machine { date, processor, cores, memory_gib, kernel, versions, commit } = machine;
    let commit = if commit.is_empty() { String::new() } else { format!(", commit {commit}") };
    format!(
        "{date}; {processor}, {cores} cores, {memory_gib} GiB of memory, Linux {kernel}; {}{commit}.\n",
        versions.join(", ")
    )
}

fn setting(setting: &Setting) -> String {
    let Setting { options, rounds, seconds, load_average } = setting;
    let options = match options.as_slice() {
        [] => "no options".to_owned(),
        options => format!("`{}`", options.join(" ")),
    };
    let plural = if *rounds == 1 { "" } else { "s" };
    format!(
        "{rounds} round{plural} of {seconds} seconds or more each, with {options}; load average before the start: {load_average}.\n"
    )
}

fn section(table: &Table) -> String {
    let mut section = format!("## {}\n\n{}\n\n{}", table.title, table.note, table.rows());
    if let Some(plot) = table.plot {
        let _ = write!(section, "\n![{}]({PICTURES}/{plot}.svg)\n", table.title);
    }
    section
}

fn not_run(all: &[NotRun]) -> String {
    let lines = all.iter().map(|NotRun { what, why }| format!("- {what}: {why}\n"));
    format!("## Not run\n\n{}", lines.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Growth;
    use crate::summary::Range;

    #[test]
    fn what_was_measured_is_on_the_page_and_what_was_not_is_said() {
        let mut report = Report::default();
        report.growth.push(Growth {
            design: "zeitnot",
            live_games: 1_000_000,
            cpu_us_per_move: Range { median: 212.4, least: 200.0, most: 230.0 },
            idle_cpu_ms_per_second: 3.2,
        });
        report.setting = Setting {
            options: vec!["--quick".to_owned()],
            rounds: 3,
            seconds: 1.2,
            load_average: "0.5".to_owned(),
        };
        report.not_run.push(NotRun { what: "postgres".to_owned(), why: "it is not installed".to_owned() });
        let page = text(&report).unwrap();
        assert!(page.contains("| zeitnot | 1,000,000 | 212 | 200 to 230 | 3.2 |"), "{page}");
        assert!(page.contains("- postgres: it is not installed"), "{page}");
        assert!(page.contains(
            "3 rounds of 1.2 seconds or more each, with `--quick`; load average before the start: 0.5."
        ));
        assert!(page.contains("images/benchmarks/growth.svg"), "{page}");
        assert!(!page.contains("subscribers.svg"), "nothing was measured of it: {page}");

        let folder = tempfile::tempdir().unwrap();
        write(&report, folder.path()).unwrap();
        assert_eq!(fs::read_to_string(folder.path().join("benchmarks.md")).unwrap(), page);
        assert!(folder.path().join(PICTURES).join("growth.svg").exists());
    }
}
