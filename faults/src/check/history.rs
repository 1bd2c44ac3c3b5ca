//! Whether a history is one that its rules and its clock allow, and each entry of it one that was asked for, once.

use zeitnot_rules::clock::{Clock, TimeControl};
use zeitnot_rules::{Seat, Viewer};

use super::{about, seat_of};
use crate::finding::{Finding, Kind};
use crate::journal::{Deed, Fate, Note, Notes};
use crate::ledger::{EntryKind, Game, Status};
use crate::replay::Replay;

/// Endings for which nothing in the position is the reason.
const BY_AGREEMENT: [&str; 4] = ["agreement", "aborted", "void", "away"];

/// A game that could not be played through.
pub(super) fn refused(game: &Game, reason: String, findings: &mut Vec<Finding>) {
    // Rules with a seat drawn by lot are settled when the game begins.
    if game.status != Status::Waiting {
        findings.push(Finding::of(Kind::Illegal, game.id, reason));
    }
}

pub(super) fn check(game: &Game, replay: &Replay, notes: &Notes, findings: &mut Vec<Finding>) {
    if game.status == Status::Waiting {
        return;
    }
    let mut wrong = |kind, what: String| findings.push(Finding::of(kind, game.id, what));
    if game.state.as_ref().is_some_and(|state| *state != replay.position.encode()) {
        wrong(Kind::Illegal, "its position is not the one that its history leads to".to_owned());
    }
    if let Some(reason) = ending_refused(game, replay) {
        wrong(Kind::Illegal, reason);
    }
    if let Some(reason) = clock_refused(game, replay) {
        wrong(Kind::Illegal, reason);
    }
    for finding in unasked(game, replay, notes) {
        wrong(finding.0, finding.1);
    }
}

fn ending_refused(game: &Game, replay: &Replay) -> Option<String> {
    match (game.status, replay.position.outcome()) {
        (Status::Live, Some(outcome)) => {
            Some(format!("it is live, and was over by {}", outcome.reason.code()))
        }
        (Status::Over, Some(outcome)) => {
            let winners: Vec<u8> = outcome.winners.iter().map(Seat::get).collect();
            let differ = winners != game.winners;
            differ.then(|| format!("{:?} have won by its rules, and {:?} are said to", winners, game.winners))
        }
        (Status::Over, None) => {
            let drawn = game.winners.is_empty();
            let named = BY_AGREEMENT.contains(&game.ending.as_str()) || game.ending == "time" && drawn;
            (!named).then(|| format!("it is over by {:?}, which its history does not show", game.ending))
        }
        _ => None,
    }
}

fn clock_refused(game: &Game, replay: &Replay) -> Option<String> {
    let control: TimeControl = game.time.parse().ok()?;
    let stored = match Clock::decode(&control, game.clock.as_ref()?) {
        Ok(stored) => stored,
        Err(error) => return Some(format!("its clock cannot be read: {error}")),
    };
    for seat in replay.seats().iter() {
        let (told, counted) = (stored.reading(seat), replay.clock.reading(seat));
        let face = |reading: zeitnot_rules::clock::Reading| {
            let overtime = (reading.overtime, reading.periods_left, reading.turns_left_in_block);
            (reading.main_us, overtime, reading.bank_us)
        };
        if face(told) != face(counted) {
            return Some(format!("the clock of {seat} says {told:?}, and its moves leave {counted:?}"));
        }
    }
    let live = game.status == Status::Live;
    if live && stored.running() != replay.position.to_move() {
        return Some("the clocks that run are not those of the seats on move".to_owned());
    }
    None
}

/// Moves that nobody has asked for, at the ply and as often as they are there.
fn unasked(game: &Game, replay: &Replay, notes: &Notes) -> Vec<(Kind, String)> {
    let mut found = Vec::new();
    for seat in replay.seats().iter() {
        let player = notes.identities.keys().find(|&&it| seat_of(game, notes, it) == Some(seat.get()));
        let Some(&player) = player else { continue };
        let mine: Vec<&Note> = about(notes, game.id).filter(|note| note.player == player).collect();
        let known = known_plies(game, replay, seat);
        for (ply, at) in (0_u32..).zip(known) {
            let entry = &game.history[at];
            if entry.kind != EntryKind::Move || entry.seat != seat.get() {
                continue;
            }
            let asked = |note: &&&Note| match &note.deed {
                Deed::Move { ply: named, action, .. } => *named == ply && *action == entry.action,
                Deed::Premove { ply: named, action, .. } => *named < ply && *action == entry.action,
                _ => false,
            };
            let asked: Vec<&&Note> = mine.iter().filter(asked).collect();
            if asked.is_empty() {
                let elsewhere = |note: &&Note| match &note.deed {
                    Deed::Move { action, .. } | Deed::Premove { action, .. } => *action == entry.action,
                    _ => false,
                };
                let (kind, how) = if mine.iter().any(elsewhere) {
                    (Kind::Twice, "was asked for at another ply than")
                } else {
                    (Kind::Unasked, "was never asked for at")
                };
                found.push((kind, format!("{:?} of {seat} {how} {ply}, where it stands", entry.action)));
            } else if asked.iter().all(|note| matches!(note.fate, Fate::Refused(_) | Fate::NotDone(_))) {
                let told = &asked[0].fate;
                let what =
                    format!("{:?} of {seat} at {ply} is played, and they were told {told:?}", entry.action);
                found.push((Kind::Unasked, what));
            }
        }
    }
    found
}

/// Where in the history the entries stand that a seat knows of, in the order of its plies.
pub(super) fn known_plies(game: &Game, replay: &Replay, seat: Seat) -> Vec<usize> {
    let viewer = Viewer::Seat(seat);
    (0..game.history.len())
        .filter(|&at| replay.entries.get(at).is_some_and(|step| step.known_to.contains(viewer)))
        .collect()
}
