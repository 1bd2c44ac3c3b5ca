//! What the model is told of the module: what chance has decided, and in which order rows came that have none.

use spacetimedb::{Identity, Table as _};
use std::collections::BTreeMap;

use super::PEOPLE;
use crate::game::game as _;
use crate::pool::pool as _;
use crate::presence::coming as _;
use crate::tests::{Who, World};

#[derive(Clone, Default)]
pub(super) struct Told {
    /// Those of whom the games are to be told that they have come or gone.
    pub coming: Vec<Who>,
    pools: Vec<String>,
    /// The rules of each game, and who has its first seat.
    games: BTreeMap<u64, (String, Option<Identity>)>,
}

impl Told {
    /// Before a beat: who has come and gone.
    pub fn news(world: &World) -> Self {
        let who = |player: Identity| PEOPLE.into_iter().find(|who| World::identity(who) == player);
        let coming = world.test.db.coming();
        Self { coming: coming.iter().filter_map(|row| who(row.player)).collect(), ..Self::default() }
    }

    /// Before a round of pairing: the pools in their order.
    pub fn pools_of(world: &World) -> Self {
        let pools = world.test.db.pool();
        let pools = pools.shelf().filter(crate::pool::SHELF).map(|pool| pool.name).collect();
        Self { pools, ..Self::default() }
    }

    /// After something in which games may have begun: who begins.
    pub fn after(mut self, world: &World) -> Self {
        let games = world.test.db.game();
        self.games = games
            .iter()
            .map(|game| (game.id, (game.spec, game.players.first().and_then(|party| party.identity))))
            .collect();
        self
    }

    /// The id that the game after this one has. They count up, but not without gaps: the engine sets many aside at
    /// once, and may forget the rest of them.
    pub fn id_after(&self, last: u64) -> u64 {
        self.games.range(last + 1..).next().map_or(last + 1, |(&id, _)| id)
    }

    /// The rules of a game that has begun: they say who begins.
    pub fn spec_of(&self, game: u64) -> String {
        self.games.get(&game).map(|(spec, _)| spec.clone()).unwrap_or_default()
    }

    /// Whether chance has given somebody the first seat.
    pub fn is_first(&self, game: u64, who: Who) -> bool {
        self.games.get(&game).is_some_and(|(_, first)| *first == Some(World::identity(who)))
    }

    /// The pools in the order in which a round goes through them.
    pub fn pools(&self) -> &[String] {
        &self.pools
    }
}
