//! The positions that a game has gone through.

use std::sync::Arc;

use zeitnot_client::session::GameView;
use zeitnot_rules::mnk::Sight;

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
        let known = self
            .of
            .as_ref()
            .is_some_and(|of| of.moves == game.moves && of.id == game.id && of.status == game.status);
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

fn positions(game: &GameView) -> Option<Vec<Sight>> {
    let record = game.record_so_far("?").ok()?;
    let positions = (0..=record.entries().len()).map(|ply| record.position(ply));
    let sights: Vec<Sight> =
        positions.map(|position| Sight::decode(&position?.laid_open()).ok()).collect::<Option<_>>()?;
    // What is hidden in a game that goes on, its players must not be shown.
    let hides = game.is_going() && sights.first()?.variant().phantom;
    (!hides).then_some(sights)
}
