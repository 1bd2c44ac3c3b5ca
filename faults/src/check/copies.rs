//! Whether each player of a game has one copy of it, of the same moment.

use zeitnot_rules::Seat;

use super::history::known_plies;
use crate::finding::{Finding, Kind};
use crate::ledger::{Copy, Game, Status};
use crate::replay::Replay;

pub(super) fn check(game: &Game, copies: &[Copy], findings: &mut Vec<Finding>) {
    // Of an archived game there are none, and of one that waits nothing to count.
    if game.state.is_none() || game.status == Status::Waiting {
        return;
    }
    let Ok(replay) = Replay::of(game) else { return };
    let mut wrong = |what: String| findings.push(Finding::of(Kind::Copies, game.id, what));
    for (seat, player) in (0..).map_while(Seat::new).zip(&game.players) {
        let Some(player) = player else { continue };
        let mine: Vec<&Copy> =
            copies.iter().filter(|it| it.game == game.id && it.player == *player).collect();
        let plies = match game.status {
            Status::Over => game.history.len(),
            _ => known_plies(game, &replay, seat).len(),
        };
        match mine.as_slice() {
            // More than ten games that are over are in the archive, one player's before another's.
            [] if game.status == Status::Over => {}
            [copy] if copy.ply as usize == plies => {}
            [copy] => wrong(format!("the copy of {seat} is at ply {}, and the game at {plies}", copy.ply)),
            copies => wrong(format!("{seat} has {} copies", copies.len())),
        }
    }
}
