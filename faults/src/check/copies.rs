//! Whether each player of a game has one copy of it, which says what they may know of it and nothing else.

use zeitnot_rules::{Seat, SeatSet, Viewer};

use crate::copy::{Asked, Copies, Copy, TurnRow};
use crate::finding::{Finding, Kind};
use crate::ledger::{Entry, Game, Ledger, Status};
use crate::replay::Replay;

/// The moves on a page: docs/protocol.md, `past_moves`.
pub(super) const MOVES_A_PAGE: usize = 16;

pub(super) fn check(game: &Game, replay: Option<&Replay>, copies: &Copies, findings: &mut Vec<Finding>) {
    // Of an archived game there are none.
    if game.state.is_none() {
        return;
    }
    for (seat, player) in (0..).map_while(Seat::new).zip(&game.players) {
        let Some(player) = player else { continue };
        let wrong = match (game.status, copies.get(&(game.id, player.clone()))) {
            // More than ten games that are over are in the archive, one player's before another's.
            (Status::Over, None) => None,
            (_, None) => Some("is not there".to_owned()),
            (status, Some(copy)) => match (status, replay) {
                (Status::Waiting, _) => has_begun(seat, copy),
                (_, Some(replay)) => differs(game, replay, seat, copy),
                // A history that cannot be played through has been found already.
                (_, None) => None,
            },
        };
        if let Some(wrong) = wrong {
            findings.push(Finding::of(Kind::Copies, game.id, format!("the copy of {seat} {wrong}")));
        }
    }
}

/// Copies of games that are not there any more, and those of others than the players.
pub(super) fn check_strays(ledger: &Ledger, findings: &mut Vec<Finding>) {
    for (game, reader) in ledger.copies.keys() {
        let what = match ledger.games.get(game).filter(|game| game.state.is_some()) {
            None => format!("{reader} has a copy of what is not there"),
            Some(game) if !game.players.iter().flatten().any(|player| player == reader) => {
                format!("{reader} has a copy and does not play")
            }
            Some(_) => continue,
        };
        findings.push(Finding::of(Kind::Copies, *game, what));
    }
}

fn has_begun(seat: Seat, copy: &Copy) -> Option<String> {
    let is_right = match (copy.seats.as_slice(), copy.turns.as_slice(), copy.pages.as_slice()) {
        ([row], [], []) => row.seat == seat.get(),
        _ => false,
    };
    (!is_right).then(|| "has more or less than a row of a game that waits".to_owned())
}

/// In what a copy is not what this seat may know of the game.
fn differs(game: &Game, replay: &Replay, seat: Seat, copy: &Copy) -> Option<String> {
    let ([row], [turn]) = (copy.seats.as_slice(), copy.turns.as_slice()) else {
        return Some(format!("has {} rows of seat and {} of turn", copy.seats.len(), copy.turns.len()));
    };
    if row.seat != seat.get() {
        return Some(format!("says that it is of seat {}", row.seat + 1));
    }
    if turn.is_shared && replay.position.hides() {
        return Some("is another one's, too, in a game that hides something".to_owned());
    }
    let over = game.status == Status::Over;
    let end = (row.status, &row.winners, &row.ending, row.ended_at);
    if end != (game.status, &game.winners, &game.ending, game.ended_at) {
        return Some(format!("says {end:?}"));
    }
    let asked = asked(game, seat);
    if row.asked != asked {
        return Some(format!("says {:?}, and it is {asked:?}", row.asked));
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
    let shown = match moves(turn, copy) {
        Ok(shown) => shown,
        Err(wrong) => return Some(wrong),
    };
    if shown.len() != known.len() {
        return Some(format!("is at ply {}, and has {} moves", turn.ply, shown.len()));
    }
    let (shown, known) = shown.into_iter().zip(&known).find(|(shown, known)| shown != known)?;
    Some(format!("shows {shown:?}, and may know {known:?}"))
}

/// What a seat is to be shown of what is asked.
fn asked(game: &Game, seat: Seat) -> Asked {
    let seats = |bits| SeatSet::from_bits(bits).iter().map(Seat::get).collect();
    let premove = game.premoves.iter().find(|(whose, _)| *whose == seat.get());
    Asked {
        pause: seats(game.pause_asked),
        draw: seats(game.draw_offered),
        draw_again_at: game.draw_again_at.get(seat.index()).copied().unwrap_or_default(),
        takeback: game.takeback_asked,
        premove: premove.map(|(_, action)| action.clone()).unwrap_or_default(),
        rematch: seats(game.rematch_asked),
        next_game: game.next_game,
    }
}

/// All moves in a copy, those on full pages and those after them, or why its pages do not fit together.
fn moves<'a>(turn: &'a TurnRow, copy: &'a Copy) -> Result<Vec<&'a Entry>, String> {
    if let Some(page) = copy.pages.iter().find(|page| page.key != turn.key) {
        return Err(format!("has the key {}, and a page of {}", turn.key, page.key));
    }
    let begin = (0..).step_by(MOVES_A_PAGE).take(copy.pages.len());
    let are_full = copy.pages.iter().all(|page| page.moves.len() == MOVES_A_PAGE);
    if !are_full || !copy.pages.iter().map(|page| page.first).eq(begin) {
        let pages: Vec<_> = copy.pages.iter().map(|page| (page.first, page.moves.len())).collect();
        return Err(format!("has pages that begin with, and have, {pages:?}"));
    }
    if turn.latest.len() >= MOVES_A_PAGE {
        return Err(format!("has {} moves on no page", turn.latest.len()));
    }
    Ok(copy.pages.iter().flat_map(|page| &page.moves).chain(&turn.latest).collect())
}

/// What a seat may know of the history while the game runs.
fn known(game: &Game, replay: &Replay, seat: Seat) -> Vec<Entry> {
    let known = replay.known_to(game, seat).into_iter();
    known.map(|(at, shown)| Entry { action: shown.action, ..game.history[at].clone() }).collect()
}
