//! Ten rounds, and that a round finds what was lost, or that it was none.

#![cfg(target_os = "linux")]

use std::path::{Path, PathBuf};

use zeitnot_faults::blow::Blow;
use zeitnot_faults::bot::quiet_links;
use zeitnot_faults::finding::Kind;
use zeitnot_faults::plan::{Plan, Planned};
use zeitnot_faults::round::{Ground, Report, play};

/// Ten rounds of it have every blow and nearly every kind of game.
const SEED: u64 = 1;

fn ground() -> Ground {
    quiet_links();
    Ground::prepare(&server(), &Path::new(env!("CARGO_TARGET_TMPDIR")).join("faults")).expect("a server")
}

/// The server is built with the tests, into the folder above the one that they are in.
fn server() -> PathBuf {
    let test = std::env::current_exe().expect("this program's path");
    test.ancestors().nth(2).expect("target/debug").join("zeitnot-server")
}

#[test]
fn nothing_is_lost_in_ten_rounds() {
    let ground = ground();
    for round in 1..=10 {
        let plan = Plan::new(SEED, round);
        let report = play(&ground, &plan).unwrap_or_else(|error| panic!("{error}\n{plan}"));
        println!("{report}");
        assert!(report.findings.is_empty(), "{report}\n{plan}{:#?}, see {:?}", report.findings, report.kept);
    }
}

/// Bots without tables, and no time to find each other: they have said their names, and hardly more.
#[test]
fn a_round_in_which_nobody_played_is_found_out() {
    let plan = Plan { tables: Vec::new(), blows: Vec::new(), ..Plan::new(SEED, 1) };
    let report = play(&ground(), &plan).unwrap_or_else(|error| panic!("{error}\n{plan}"));
    let kinds: Vec<Kind> = report.findings.iter().map(|finding| finding.kind).collect();
    assert_eq!(kinds, [Kind::Idle], "{report}: {:#?}", report.findings);
    forget(&report);
}

/// The end of the log is torn off, as by a disk that has said that it was written and has not.
#[test]
fn a_log_that_has_lost_its_end_is_found_out() {
    let mut plan = Plan::new(SEED, 1);
    plan.blows = vec![Planned { after: 60, blow: Blow::Tear { bytes: 16 << 10 } }];
    let report = play(&ground(), &plan).unwrap_or_else(|error| panic!("{error}\n{plan}"));
    let lost = report.findings.iter().filter(|finding| finding.kind == Kind::Lost).count();
    assert!(lost > 0, "{report}: {:#?}", report.findings);
    forget(&report);
}

/// Removes what is kept of a round that was to have findings: it is not one to be looked at.
fn forget(report: &Report) {
    if let Some(kept) = &report.kept {
        std::fs::remove_dir_all(kept).expect("its folder");
    }
}
