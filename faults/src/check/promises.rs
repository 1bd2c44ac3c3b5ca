//! Whether what was acknowledged and what was shown is there.

use zeitnot_rules::Seat;

use super::history::known_plies;
use super::{about, seat_of, takebacks};
use crate::finding::{Finding, Kind};
use crate::journal::{Deed, Fate, Note, Notes, Seen};
use crate::ledger::{EntryKind, Game, Ledger, Status};
use crate::replay::{Replay, laid_open};

/// What does not depend on how a game was played.
pub(super) fn check(notes: &Notes, ledger: &Ledger, findings: &mut Vec<Finding>) {
    for note in notes.asked.iter().filter(|note| note.is_acknowledged()) {
        match &note.deed {
            Deed::Name(name) => check_name(note, name, notes, ledger, findings),
            Deed::Open | Deed::Join(_) | Deed::Rematch(_) => {
                if let Fate::Done(Some(game)) = note.fate {
                    check_seat(note, game, notes, ledger, findings);
                }
            }
            deed => {
                let gone = deed.game().filter(|game| !ledger.games.contains_key(game));
                if let Some(game) = gone.filter(|&game| !was_cancelled(notes, game)) {
                    findings.push(Finding::of(Kind::Lost, game, format!("it is gone, and with it {deed:?}")));
                }
            }
        }
    }
    for (&(player, game), seen) in &notes.seen {
        let there = ledger.games.get(&game);
        if seen.begun && there.is_none_or(|game| game.status == Status::Waiting) {
            let what = format!("player {player} was shown that it has begun");
            findings.push(Finding::of(Kind::Lost, game, what));
        }
    }
    check_lines(notes, ledger, findings);
}

/// A name is the last one that was acknowledged, or a later one whose answer is missing.
fn check_name(note: &Note, name: &str, notes: &Notes, ledger: &Ledger, findings: &mut Vec<Finding>) {
    let Some(identity) = notes.identities.get(&note.player) else { return };
    let later = |other: &&Note| {
        other.player == note.player && other.begun > note.begun && matches!(other.deed, Deed::Name(_))
    };
    if notes.asked.iter().any(|other| later(&other)) {
        return;
    }
    if ledger.names.get(identity).is_none_or(|there| there != name) {
        let what = format!("player {} is called {:?}, not {name:?}", note.player, ledger.names.get(identity));
        findings.push(Finding { kind: Kind::Lost, game: None, what });
    }
}

fn check_seat(note: &Note, game: u64, notes: &Notes, ledger: &Ledger, findings: &mut Vec<Finding>) {
    let seated = ledger.games.get(&game).is_some_and(|row| seat_of(row, notes, note.player).is_some());
    if !seated && !was_cancelled(notes, game) {
        let what = format!("player {} has no seat after {:?}", note.player, note.deed);
        findings.push(Finding::of(Kind::Lost, game, what));
    }
}

fn was_cancelled(notes: &Notes, game: u64) -> bool {
    about(notes, game).any(|note| matches!(note.deed, Deed::Cancel(_)))
}

/// A line is there for its speaker as often as it was said.
fn check_lines(notes: &Notes, ledger: &Ledger, findings: &mut Vec<Finding>) {
    let mut checked = Vec::new();
    for note in &notes.asked {
        let Deed::Say { game, phrase } = note.deed else { continue };
        let Some(identity) = notes.identities.get(&note.player) else { continue };
        // With a game that goes to the archive go its lines.
        let at_hand = ledger.games.get(&game).is_some_and(|game| game.state.is_some());
        if checked.contains(&(note.player, game, phrase)) || !at_hand {
            continue;
        }
        checked.push((note.player, game, phrase));
        let same = notes.asked.iter().filter(|other| other.player == note.player && other.deed == note.deed);
        let told = same.clone().filter(|other| other.is_acknowledged()).count();
        let doubtful = same.filter(|other| matches!(other.fate, Fate::Open | Fate::Unknown)).count();
        let own = ledger.lines.iter().filter(|line| line.game == game && line.phrase == Some(phrase));
        let there = own.filter(|line| line.speaker == *identity && line.recipient == *identity).count();
        let what =
            || format!("player {} has said phrase {phrase} {told} times, and {there} are there", note.player);
        if there < told {
            findings.push(Finding::of(Kind::Lost, game, what()));
        } else if there > told + doubtful {
            findings.push(Finding::of(Kind::Twice, game, what()));
        }
    }
}

/// What was acknowledged and shown of one game.
pub(super) fn check_game(game: &Game, replay: &Replay, notes: &Notes, findings: &mut Vec<Finding>) {
    if game.status == Status::Waiting {
        return;
    }
    for note in about(notes, game.id).filter(|note| note.is_acknowledged()) {
        let Some(seat) = seat_of(game, notes, note.player).and_then(Seat::new) else { continue };
        let missing = match &note.deed {
            Deed::Move { ply, action, .. } => {
                !is_there(game, replay, seat, *ply, action) && !may_be_taken_back(note, notes, game.id)
            }
            Deed::Resign(_) => !has_left(game, seat),
            // After an offer the seat has to wait with the next one; an acceptance ends a game for two.
            Deed::OfferDraw(_) if !note.settled && game.state.is_some() && game.players.len() == 2 => {
                let offered = game.draw_again_at.get(seat.index()).is_some_and(|&at| at > 0);
                !offered && game.ending != "agreement"
            }
            Deed::AcceptTakeback { entries, .. } => is_back(game, notes, note, *entries),
            Deed::Rematch(_) if game.state.is_some() => {
                game.next_game.is_none() && game.rematch_asked & 1 << seat.get() == 0
            }
            _ => false,
        };
        if missing {
            let what = format!("{:?} of player {} is not there", note.deed, note.player);
            findings.push(Finding::of(Kind::Lost, game.id, what));
        }
    }
    for (&(player, _), seen) in notes.seen.iter().filter(|&(&(_, id), _)| id == game.id) {
        if let Some(reason) = forgotten(game, replay, notes, seen) {
            findings.push(Finding::of(Kind::Lost, game.id, format!("player {player} was shown {reason}")));
        }
    }
}

/// Whether the entry at a ply of the seat's own counting is this move.
fn is_there(game: &Game, replay: &Replay, seat: Seat, ply: u32, action: &[u8]) -> bool {
    let at = known_plies(game, replay, seat).get(ply as usize).copied();
    at.and_then(|at| game.history.get(at)).is_some_and(|entry| {
        entry.kind == EntryKind::Move && entry.seat == seat.get() && entry.action == action
    })
}

/// Whether a move that is gone may have been taken back: somebody has given one back, or may have, and had not been
/// answered before this move was asked for.
fn may_be_taken_back(note: &Note, notes: &Notes, game: u64) -> bool {
    takebacks(notes, game).any(|accepted| {
        let given = !matches!(accepted.fate, Fate::Refused(_) | Fate::NotDone(_));
        given && !accepted.ended_before(note.begun)
    })
}

/// Whether a move that was taken back is there again without having been asked for again.
fn is_back(game: &Game, notes: &Notes, accepted: &Note, entries: usize) -> bool {
    let Some(entry) = game.history.get(entries) else { return false };
    let mut asked = about(notes, game.id).filter(|note| match &note.deed {
        Deed::Move { ply, action, .. } => {
            *ply as usize == entries
                && *action == entry.action
                && seat_of(game, notes, note.player) == Some(entry.seat)
        }
        // When it was played, only the game knows.
        Deed::Premove { .. } => true,
        _ => false,
    });
    entry.kind == EntryKind::Move && asked.all(|note| note.ended_before(accepted.begun))
}

fn has_left(game: &Game, seat: Seat) -> bool {
    game.history.iter().any(|entry| entry.kind == EntryKind::Out && entry.seat == seat.get())
}

/// What a player was shown, and is not so.
fn forgotten(game: &Game, replay: &Replay, notes: &Notes, seen: &Seen) -> Option<String> {
    if seen.over {
        let same = game.status == Status::Over
            && seen.moves == laid_open(game)
            && (&seen.winners, &seen.ending, seen.ended_at) == (&game.winners, &game.ending, game.ended_at);
        return (!same)
            .then(|| format!("that it ended by {:?} with {} entries", seen.ending, seen.moves.len()));
    }
    if takebacks(notes, game.id).next().is_some() {
        return None;
    }
    let known = replay.known_to(game, Seat::new(seen.seat)?);
    let known: Vec<_> = known.into_iter().map(|(_, shown)| shown).collect();
    let differs = !known.starts_with(&seen.moves);
    differs.then(|| {
        format!("{} entries, and {} of them are there", seen.moves.len(), common(&known, &seen.moves))
    })
}

fn common<T: PartialEq>(one: &[T], other: &[T]) -> usize {
    one.iter().zip(other).take_while(|(one, other)| one == other).count()
}
