//! The report as a page: `docs/benchmarks.md` with its pictures.

mod goals;
mod plots;
mod tables;

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::machine::Machine;
use crate::report::{NotRun, Report};
use tables::Table;

/// Where pictures are, from the page.
const PICTURES: &str = "images/benchmarks";

const INTRODUCTION: &str = "\
# Benchmarks

This page and its pictures are written by `cargo xtask bench`, which takes about 25 minutes; `cargo xtask bench --quick` prints
the first table within five, `--json FILE` writes all figures, and `--help` tells how to ask one question alone. Figures of
different machines cannot be compared, those of one run can: the systems take turns, several rounds each.
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
before the move is on the disk. CPU is user and system time of the server's processes.

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

/// Writes the page and its pictures into a folder of documentation.
pub fn write(report: &Report, folder: &Path) -> Result<()> {
    let pictures = folder.join(PICTURES);
    fs::create_dir_all(&pictures).with_context(|| format!("cannot make {}", pictures.display()))?;
    for plot in plots::all(report) {
        if let Some(svg) = plot.svg()? {
            fs::write(pictures.join(format!("{}.svg", plot.file)), svg)?;
        }
    }
    let page = folder.join("benchmarks.md");
    fs::write(&page, text(report)?).with_context(|| format!("cannot write {}", page.display()))
}

/// The tables alone, for a terminal.
pub fn tables(report: &Report) -> String {
    tables::all(report).iter().map(|table| format!("{}\n\n{}\n", table.title, table.rows())).collect()
}

fn text(report: &Report) -> Result<String> {
    let mut page = String::new();
    writeln!(page, "{INTRODUCTION}\n{}", machine(&report.machine))?;
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

    #[test]
    fn what_was_measured_is_on_the_page_and_what_was_not_is_said() {
        let mut report = Report::default();
        report.growth.push(Growth { live_games: 1_000_000, cpu_us_per_move: 212.4 });
        report.not_run.push(NotRun { what: "postgres".to_owned(), why: "it is not installed".to_owned() });
        let page = text(&report).unwrap();
        assert!(page.contains("| 1,000,000 | 212 |"), "{page}");
        assert!(page.contains("- postgres: it is not installed"), "{page}");
        assert!(page.contains("images/benchmarks/growth.svg"), "{page}");
        assert!(!page.contains("subscribers.svg"), "nothing was measured of it: {page}");

        let folder = tempfile::tempdir().unwrap();
        write(&report, folder.path()).unwrap();
        assert_eq!(fs::read_to_string(folder.path().join("benchmarks.md")).unwrap(), page);
        assert!(folder.path().join(PICTURES).join("growth.svg").exists());
    }
}
