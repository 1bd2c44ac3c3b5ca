//! The positions that a game has gone through.

use std::sync::Arc;

use zeitnot_client::session::{GameView, MoveKind};
use zeitnot_rules::mnk::Sight;
use zeitnot_rules::{AnyGame, Seat, Viewer};

/// How many beginnings are tried to find the one that chance gave a game: one for each seat, and some more.
const BEGINNINGS: u64 = 64;

/// The positions that a game has gone through, as far as they can be told from its moves: none of a game in
/// which something is hidden.
#[derive(Clone, Debug, Default)]
pub struct History {
    of: Option<Arc<GameView>>,
    sights: Vec<Sight>,
}

impl History {
    /// Brings it up to date.
    pub fn follow(&mut self, game: &Arc<GameView>) {
        let known = self.of.as_ref().is_some_and(|of| of.moves == game.moves && of.id == game.id);
        if !known {
            self.sights = positions(game).unwrap_or_default();
            self.of = Some(Arc::clone(game));
        }
    }

    /// The position after so many plies.
    pub fn at(&self, ply: usize) -> Option<&Sight> {
        self.sights.get(ply)
    }

    /// The last ply that can be looked at; `None` if none can.
    pub fn last(&self) -> Option<usize> {
        self.sights.len().checked_sub(1)
    }
}

/// The game's beginning, with what chance has decided: who begins.
pub(super) fn beginning(game: &GameView) -> Option<AnyGame> {
    let began = game.moves.iter().find(|ply| !matches!(ply.kind, MoveKind::Out(_))).map(|ply| ply.seat);
    let began = began.or_else(|| game.to_move.first().copied());
    (0..BEGINNINGS).find_map(|chance| {
        let start = AnyGame::set_up(&game.spec, chance).ok()?;
        began.is_none_or(|seat: Seat| start.to_move().contains(seat)).then_some(start)
    })
}

fn positions(game: &GameView) -> Option<Vec<Sight>> {
    let mut position = beginning(game)?;
    // What is hidden in a game that goes on, its players must not be shown.
    let seen = Sight::decode(&position.sight(Viewer::Spectator)).ok()?;
    if game.is_going() && seen.variant().phantom {
        return None;
    }
    let mut sights = vec![Sight::decode(&position.laid_open()).ok()?];
    for ply in &game.moves {
        match &ply.kind {
            MoveKind::Action(action) => {
                position.apply(ply.seat, action).ok()?;
            }
            MoveKind::Unseen => return None,
            MoveKind::Pass => {
                position.pass(ply.seat);
            }
            MoveKind::Out(_) => position.leave(ply.seat),
        }
        sights.push(Sight::decode(&position.laid_open()).ok()?);
    }
    Some(sights)
}
