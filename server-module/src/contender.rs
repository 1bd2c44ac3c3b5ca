//! Somebody who looks for a game, as others see them.

use spacetimedb::{Identity, ReducerContext, SpacetimeType};
use zeitnot_rules::clock::TimeControl;

use crate::player::Player;
use crate::rating::{self, Rating};

/// A player who offers or is offered a game, as they were then.
#[derive(SpacetimeType, Clone, Debug, PartialEq)]
pub struct Contender {
    pub name: String,
    /// A program, by its own account.
    pub bot: bool,
    /// In games of this kind; `None` if games of this kind have no rating.
    pub rating: Option<u32>,
    /// Too few games stand behind that rating yet.
    pub provisional: bool,
}

impl Contender {
    pub(crate) fn new(ctx: &ReducerContext, player: &Player, spec: &str, time: &TimeControl) -> Self {
        let rating = rating_of(ctx, player.identity, spec, time);
        Self {
            name: player.name.clone(),
            bot: player.bot,
            rating: rating.map(|rating| rating.value),
            provisional: rating.is_some_and(|rating| rating.provisional),
        }
    }
}

/// A player's rating in games of this kind. `None`: they have no ratings, see [`rating::board()`].
pub(crate) fn rating_of(
    ctx: &ReducerContext,
    player: Identity,
    spec: &str,
    time: &TimeControl,
) -> Option<Rating> {
    rating::board(spec, time).map(|board| rating::of(ctx, player, &board))
}
