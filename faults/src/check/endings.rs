//! Whether every game has ended.

use crate::finding::{Finding, Kind};
use crate::ledger::{Ledger, Status};

pub(super) fn check(ledger: &Ledger, findings: &mut Vec<Finding>) {
    for game in ledger.games.values().filter(|game| game.status != Status::Over) {
        let what =
            format!("it is {:?} after {} entries, under {}", game.status, game.history.len(), game.time);
        findings.push(Finding::of(Kind::NeverEnds, game.id, what));
    }
}
