//! Whether each player of a game has one copy of it, which says what they may know of it and nothing else.

use zeitnot_rules::{Seat, Viewer};

use crate::copy::{Copies, Copy};
use crate::finding::{Finding, Kind};
use crate::ledger::{Entry, Game, Ledger, Status};
use crate::replay::Replay;

pub(super) fn check(game: &Game, replay: Option<&Replay>, copies: &Copies, findings: &mut Vec<Finding>) {
    // Of an archived game there are none.
    if game.state.is_none() {
        return;
    }
    for (seat, player) in (0..).map_while(Seat::new).zip(&game.players) {
        let Some(player) = player else { continue };
        let wrong = match (game.status, copies.get(&(game.id, seat.get()))) {
            // More than ten games that are over are in the archive, one player's before another's.
            (Status::Over, None) => None,
            (_, None) => Some("is not there".to_owned()),
            (status, Some(copy)) => of_another(player, copy).or_else(|| match (status, replay) {
                (Status::Waiting, _) => has_begun(copy),
                (_, Some(replay)) => differs(game, replay, seat, copy),
                // A history that cannot be played through has been found already.
                (_, None) => None,
            }),
        };
        if let Some(wrong) = wrong {
            findings.push(Finding::of(Kind::Copies, game.id, format!("the copy of {seat} {wrong}")));
        }
    }
}

/// Copies of games that are not there any more.
pub(super) fn check_strays(ledger: &Ledger, findings: &mut Vec<Finding>) {
    let is_there = |game: &u64| ledger.games.get(game).is_some_and(|game| game.state.is_some());
    for (game, seat) in ledger.copies.keys().filter(|(game, _)| !is_there(game)) {
        findings.push(Finding::of(
            Kind::Copies,
            *game,
            format!("seat {seat} has a copy of what is not there"),
        ));
    }
}

fn of_another(player: &str, copy: &Copy) -> Option<String> {
    let seat = copy.seat.iter().map(|row| &row.player);
    let turn = copy.turn.iter().map(|row| &row.player);
    let plies = copy.plies.iter().map(|row| &row.player);
    let other = seat.chain(turn).chain(plies).find(|whose| *whose != player)?;
    Some(format!("is shown to {other}"))
}

fn has_begun(copy: &Copy) -> Option<String> {
    let wrong = copy.seat.is_none() || copy.turn.is_some() || !copy.plies.is_empty();
    wrong.then(|| "has more or less than a row of a game that waits".to_owned())
}

/// In what a copy is not what this seat may know of the game.
fn differs(game: &Game, replay: &Replay, seat: Seat, copy: &Copy) -> Option<String> {
    let (Some(row), Some(turn)) = (&copy.seat, &copy.turn) else {
        return Some("is not whole".to_owned());
    };
    let over = game.status == Status::Over;
    let end = (row.status, &row.winners, &row.ending, row.ended_at);
    if end != (game.status, &game.winners, &game.ending, game.ended_at) {
        return Some(format!("says {end:?}"));
    }
    let position = match replay.position.outcome() {
        None if over => replay.position.laid_open(),
        _ => replay.position.sight(Viewer::Seat(seat)),
    };
    if turn.position != position {
        return Some(format!("has the position {:?}, and may see {position:?}", turn.position));
    }
    let to_move: Vec<u8> = match game.status {
        Status::Live => replay.position.to_move().iter().map(Seat::get).collect(),
        _ => Vec::new(),
    };
    if turn.to_move != to_move {
        return Some(format!("has {:?} on move, and {to_move:?} are", turn.to_move));
    }
    let known: Vec<Entry> = if over { game.history.clone() } else { known(game, replay, seat) };
    if turn.ply as usize != known.len() {
        return Some(format!("is at ply {}, and the game at {}", turn.ply, known.len()));
    }
    if !copy.plies.iter().map(|ply| ply.number).eq(0..turn.ply) {
        let numbers: Vec<u32> = copy.plies.iter().map(|ply| ply.number).collect();
        return Some(format!("is at ply {}, and has the plies {numbers:?}", turn.ply));
    }
    let shown = copy.plies.iter().map(|ply| &ply.entry);
    let (shown, known) = shown.zip(&known).find(|(shown, known)| shown != known)?;
    Some(format!("shows {shown:?}, and may know {known:?}"))
}

/// What a seat may know of the history while the game runs.
fn known(game: &Game, replay: &Replay, seat: Seat) -> Vec<Entry> {
    let known = replay.known_to(game, seat).into_iter();
    known.map(|(at, shown)| Entry { action: shown.action, ..game.history[at].clone() }).collect()
}
