//! What a bot does at a game, by chance.

use fastrand::Rng;
use zeitnot_client::session::{GameView, Request};
use zeitnot_rules::mnk::{Action, Cell, Sight};

use crate::journal::Deed;

/// What a bot does.
pub enum Choice {
    /// It waits for the others.
    Nothing,
    /// This.
    One(Deed),
    /// This, and again before the answer is there, as people do who press a key twice.
    Twice(Deed),
}

/// Of how many phrases a bot knows.
const PHRASES: u8 = 13;

/// What to do at a game that runs.
pub fn choose(view: &GameView, chance: &mut Rng) -> Choice {
    let game = view.id;
    if let Some(entries) = asked_back(view) {
        return Choice::One(match chance.u32(..10) {
            0..6 => Deed::AcceptTakeback { game, entries },
            _ => Deed::DeclineTakeback(game),
        });
    }
    if view.is_my_turn() { on_move(view, chance) } else { waiting(view, chance) }
}

fn on_move(view: &GameView, chance: &mut Rng) -> Choice {
    let game = view.id;
    let for_two = view.players.len() == 2;
    let offered = view.draw_offered.iter().any(|seat| *seat != view.seat);
    let may_offer = for_two && view.ply >= view.draw_again_at && !view.draw_offered.contains(&view.seat);
    match chance.u32(..100) {
        0..2 if view.moves.len() > 2 => Choice::One(Deed::Resign(game)),
        2..7 if may_offer => Choice::One(Deed::OfferDraw(game)),
        7..25 if offered => Choice::One(Deed::OfferDraw(game)),
        25..28 => Choice::One(Deed::Say { game, phrase: chance.u8(..PHRASES) }),
        roll => {
            let Some(action) = legal(view, chance) else { return Choice::Nothing };
            let deadline = view.deadline.map(|at| at.micros());
            let deed = Deed::Move { game, ply: view.ply, action, deadline };
            if roll > 95 { Choice::Twice(deed) } else { Choice::One(deed) }
        }
    }
}

fn waiting(view: &GameView, chance: &mut Rng) -> Choice {
    let game = view.id;
    // Where marks are hidden no more can be taken back than what nobody has learned from.
    let may_ask = view.players.len() == 2
        && !view.spec.contains("phantom")
        && view.takeback_asked.is_none()
        && view.moves.iter().any(|played| played.seat == view.seat);
    match chance.u32(..100) {
        0..10 if may_ask => Choice::One(Deed::AskTakeback(game)),
        10..18 if view.premove.is_none() => match free(view, chance) {
            Some(action) => Choice::One(Deed::Premove { game, ply: view.ply, action }),
            None => Choice::Nothing,
        },
        _ => Choice::Nothing,
    }
}

/// How many entries there are before the move that another seat asks back.
fn asked_back(view: &GameView) -> Option<usize> {
    let seat = view.takeback_asked.filter(|seat| *seat != view.seat)?;
    view.moves.iter().rposition(|played| played.seat == seat && played.action().is_some())
}

fn legal(view: &GameView, chance: &mut Rng) -> Option<Vec<u8>> {
    let legal = Sight::decode(&view.position).ok()?.legal_actions(view.seat);
    Some(legal.get(chance.usize(..legal.len().max(1)))?.encode())
}

/// A move that may be legal when it is its turn.
fn free(view: &GameView, chance: &mut Rng) -> Option<Vec<u8>> {
    let sight = Sight::decode(&view.position).ok()?;
    let gravity = sight.variant().gravity;
    let rows = if gravity { 1 } else { sight.rows() };
    let cells = (0..rows).flat_map(|row| (0..sight.columns()).map(move |column| (row, column)));
    let cells: Vec<_> = cells
        .filter(|&(row, column)| matches!(sight.cell(row, column), Some(Cell::Empty | Cell::Unknown)))
        .collect();
    let &(row, column) = cells.get(chance.usize(..cells.len().max(1)))?;
    let action = if gravity { Action::Drop { column } } else { Action::Mark { row, column } };
    Some(action.encode())
}

/// What is asked of the client for what a bot does at a game.
pub fn request(deed: &Deed) -> Option<Request> {
    Some(match *deed {
        Deed::Move { game, ply, ref action, .. } => Request::MakeMove { game, ply, action: action.clone() },
        Deed::Premove { game, ply, ref action } => Request::Premove { game, ply, action: action.clone() },
        Deed::Resign(game) => Request::Resign { game },
        Deed::OfferDraw(game) => Request::OfferDraw { game },
        Deed::AskTakeback(game) => Request::AskTakeback { game },
        Deed::AcceptTakeback { game, .. } => Request::AcceptTakeback { game },
        Deed::DeclineTakeback(game) => Request::DeclineTakeback { game },
        Deed::Say { game, phrase } => Request::Say { game, phrase },
        _ => return None,
    })
}
