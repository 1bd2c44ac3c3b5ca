//! The comparison of what the bots were told with what is in the database.

mod copies;
mod endings;
mod history;
mod promises;
#[cfg(test)]
mod tests;
mod time;
mod timers;

use crate::absence::Absence;
use crate::finding::Finding;
use crate::journal::{Deed, Note, Notes};
use crate::ledger::{Game, Ledger};
use crate::replay::Replay;

/// All that a check looks at.
pub struct Evidence<'a> {
    /// What the bots have written down.
    pub notes: &'a Notes,
    /// What is in the database.
    pub ledger: &'a Ledger,
    /// When the server was not there.
    pub absences: &'a [Absence],
    /// Every game should have ended by now.
    pub finished: bool,
}

/// Finds all that is wrong, in order and each thing once.
pub fn check(evidence: &Evidence) -> Vec<Finding> {
    let Evidence { notes, ledger, absences, finished } = *evidence;
    let mut findings = Vec::new();
    for game in ledger.games.values() {
        let replay = Replay::of(game);
        copies::check(game, replay.as_ref().ok(), &ledger.copies, &mut findings);
        match replay {
            Ok(replay) => {
                history::check(game, &replay, notes, &mut findings);
                time::check(game, &replay, notes, absences, &mut findings);
                promises::check_game(game, &replay, notes, &mut findings);
            }
            Err(reason) => history::refused(game, reason, &mut findings),
        }
        timers::check(game, &ledger.timers, &mut findings);
    }
    copies::check_strays(ledger, &mut findings);
    timers::check_strays(ledger, &mut findings);
    promises::check(notes, ledger, &mut findings);
    time::check_refusals(notes, &mut findings);
    if finished {
        endings::check(ledger, &mut findings);
    }
    findings.sort();
    findings.dedup();
    findings
}

/// What was asked about one game.
fn about(notes: &Notes, game: u64) -> impl Iterator<Item = &Note> {
    notes.asked.iter().filter(move |note| note.deed.game() == Some(game))
}

/// The seat of a player in a game.
fn seat_of(game: &Game, notes: &Notes, player: usize) -> Option<u8> {
    let identity = notes.identities.get(&player)?;
    let at = game.players.iter().position(|taker| taker.as_ref() == Some(identity))?;
    u8::try_from(at).ok()
}

/// Where a move was given back, whatever has become of that.
fn takebacks(notes: &Notes, game: u64) -> impl Iterator<Item = &Note> {
    about(notes, game).filter(|note| matches!(note.deed, Deed::AcceptTakeback { .. }))
}

impl Deed {
    /// The game that it is about, if it names one.
    pub fn game(&self) -> Option<u64> {
        match *self {
            Deed::Name(_) | Deed::Open | Deed::Queue(_) => None,
            Deed::Join(game)
            | Deed::Cancel(game)
            | Deed::Move { game, .. }
            | Deed::Premove { game, .. }
            | Deed::Resign(game)
            | Deed::OfferDraw(game)
            | Deed::AskTakeback(game)
            | Deed::AcceptTakeback { game, .. }
            | Deed::DeclineTakeback(game)
            | Deed::Rematch(game)
            | Deed::Say { game, .. } => Some(game),
        }
    }
}
