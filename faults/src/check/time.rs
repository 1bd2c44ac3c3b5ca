//! Whether somebody was out of time who had time left.

use std::collections::BTreeSet;

use zeitnot_rules::Audience;
use zeitnot_rules::clock::Micros;

use crate::absence::{Absence, presence};
use crate::finding::{Finding, Kind};
use crate::journal::{Deed, Fate, Notes, Turn};
use crate::ledger::{Entry, EntryKind, Game, Status};
use crate::replay::Replay;

/// Looks at every turn of a game that was ended for its player: the server must have been there for as long as the
/// turn could take, and past every deadline that was shown for it.
pub(super) fn check(
    game: &Game,
    replay: &Replay,
    notes: &Notes,
    absences: &[Absence],
    findings: &mut Vec<Finding>,
) {
    // Where something is hidden each seat counts by itself, and what it was shown tells nobody else's turns.
    let hidden = replay.entries.iter().any(|step| step.known_to != Audience::EVERYONE);
    let none = BTreeSet::new();
    let turns = if hidden { &none } else { &notes.turns };
    for (at, (entry, step)) in game.history.iter().zip(&replay.entries).enumerate() {
        let Some(allowance) = step.allowance.filter(|_| ended_by_time(entry)) else { continue };
        let Some((turn, until)) = span(game, turns, at) else { continue };
        let had = presence(turn.started, until, absences);
        if had < allowance {
            let what = format!("seat {} had {had} of {allowance} us at entry {at}", entry.seat + 1);
            findings.push(Finding::of(Kind::TimeLeft, game.id, what));
        }
        if let Some(deadline) = turn.deadline.filter(|&deadline| deadline > until) {
            let early = deadline - until;
            let what =
                format!("seat {} was out {early} us before the deadline shown at entry {at}", entry.seat + 1);
            findings.push(Finding::of(Kind::TimeLeft, game.id, what));
        }
    }
}

fn ended_by_time(entry: &Entry) -> bool {
    match entry.kind {
        EntryKind::Out => entry.action == b"time",
        EntryKind::Pass => true,
        EntryKind::Move => false,
    }
}

/// The turn that an entry ended, as it was shown last, and when it ended: the game's end, dated at the deadline, or
/// the start of the next turn.
fn span(game: &Game, turns: &BTreeSet<Turn>, at: usize) -> Option<(Turn, Micros)> {
    let is_last = at + 1 == game.history.len();
    let last_turn = (is_last && game.status == Status::Over)
        .then_some(Turn { game: game.id, entries: at, started: game.turn_started, deadline: None })
        .filter(|turn| turn.started > 0);
    let shown = shown_turn(game, turns, at);
    // Of a turn that began anew nobody may have been told.
    let turn = match (shown, last_turn) {
        (Some(shown), Some(last)) if shown.started < last.started => last,
        (Some(shown), _) => shown,
        (None, last) => last?,
    };
    let until = if is_last && game.status == Status::Over {
        game.ended_at?
    } else if is_last {
        game.turn_started
    } else {
        shown_turn(game, turns, at + 1)?.started
    };
    Some((turn, until))
}

/// The last turn that was shown after so many entries, where everybody knows of each.
fn shown_turn(game: &Game, turns: &BTreeSet<Turn>, entries: usize) -> Option<Turn> {
    turns.iter().rfind(|turn| turn.game == game.id && turn.entries == entries).copied()
}

/// A move is not refused before the deadline that was shown for it.
pub(super) fn check_refusals(notes: &Notes, findings: &mut Vec<Finding>) {
    for note in &notes.asked {
        let Deed::Move { game, ply, deadline: Some(deadline), .. } = note.deed else { continue };
        let late = matches!(&note.fate, Fate::Refused(code) if code == "out_of_time");
        if let Some(ended) = note.ended.filter(|&ended| late && ended < deadline) {
            let left = deadline - ended;
            let what =
                format!("player {} was refused {left} us before the deadline of ply {ply}", note.player);
            findings.push(Finding::of(Kind::TimeLeft, game, what));
        }
    }
}
