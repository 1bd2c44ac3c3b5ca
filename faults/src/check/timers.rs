//! Whether each live game whose turn can run out has one timer, which goes off by then, and no other game has any.

use zeitnot_rules::clock::{Clock, TimeControl};

use crate::finding::{Finding, Kind};
use crate::ledger::{Game, Ledger, Status, Timer};

pub(super) fn check(game: &Game, timers: &[Timer], findings: &mut Vec<Finding>) {
    let mut wrong = |what: String| findings.push(Finding::of(Kind::Timers, game.id, what));
    let timers: Vec<&Timer> = timers.iter().filter(|timer| timer.game == game.id).collect();
    let deadline = match deadline(game) {
        Ok(deadline) => deadline,
        Err(reason) => return wrong(reason),
    };
    match (deadline, timers.as_slice()) {
        (None, []) => {
            if let Some(at) = game.timer_at {
                wrong(format!("it says that its timer is due at {at}, and has none"));
            }
        }
        (Some(deadline), [timer]) => {
            if timer.at != game.timer_at {
                wrong(format!("its timer is due at {:?}, and it says {:?}", timer.at, game.timer_at));
            } else if timer.at.is_none_or(|at| at > deadline) {
                wrong(format!("its timer is due at {:?}, and the turn ends at {deadline}", timer.at));
            }
        }
        (Some(_), timers) => wrong(format!("it is live and has {} timers", timers.len())),
        (None, timers) => wrong(format!("no turn of it can run out, and it has {} timers", timers.len())),
    }
}

/// When the running turn ends; `None` if none runs, or without limit.
fn deadline(game: &Game) -> Result<Option<i64>, String> {
    let Some(clock) = game.clock.as_ref().filter(|_| game.status == Status::Live) else { return Ok(None) };
    let control: TimeControl = game.time.parse().map_err(|error| format!("its time: {error}"))?;
    let clock = Clock::decode(&control, clock).map_err(|error| format!("its clock: {error}"))?;
    Ok(clock.deadline())
}

/// Timers of games that are not there.
pub(super) fn check_strays(ledger: &Ledger, findings: &mut Vec<Finding>) {
    for timer in ledger.timers.iter().filter(|timer| !ledger.games.contains_key(&timer.game)) {
        findings.push(Finding::of(Kind::Timers, timer.game, "it is gone, and has a timer"));
    }
}
