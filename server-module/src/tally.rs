//! How many games each player has.

use spacetimedb::{Identity, ReducerContext, SpacetimeType, Table, Timestamp, table};
use zeitnot_rules::clock::TimeControl;

use crate::game::Game;
use crate::packed::Packed;

/// What changes about a player with every game. Apart from [`Player`](crate::player::Player), since the view `me`
/// is computed anew whenever that changes. Whoever has had a game has one.
#[table(accessor = tally)]
#[derive(Clone, Debug)]
pub struct Tally {
    #[primary_key]
    pub player: Identity,
    /// Games waiting or running that are not by correspondence, at most
    /// [`MAX_GAMES`](crate::player::MAX_GAMES).
    pub games: u32,
    /// Games by correspondence waiting or running, at most [`MAX_SLOW_GAMES`](crate::player::MAX_SLOW_GAMES).
    pub slow_games: u32,
    /// Paired games that this player has begun, less those that others have.
    pub starts: i32,
    /// Games that are over and stand in `seat` still, the one that ended first first. To find them in `seat`
    /// would be to read all of the player's rows.
    pub finished: Packed<Vec<Finished>>,
    /// Games of this player that have gone to the archive so far.
    pub archived: u32,
}

/// A game that is over.
#[derive(SpacetimeType, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finished {
    pub at: Timestamp,
    pub game: u64,
}

impl Tally {
    fn games(&mut self, slow: bool) -> &mut u32 {
        if slow { &mut self.slow_games } else { &mut self.games }
    }

    /// A game has been found or opened.
    pub(crate) fn count(&mut self, time: &TimeControl) {
        let games = self.games(time.is_correspondence());
        *games = games.saturating_add(1);
    }

    /// A game has ended, or will never begin. `time` is its time control as text.
    pub(crate) fn uncount(&mut self, time: &str) {
        let slow = time.parse::<TimeControl>().is_ok_and(|time| time.is_correspondence());
        let games = self.games(slow);
        *games = games.saturating_sub(1);
    }

    /// A game is over.
    pub(crate) fn finish(&mut self, game: &Game) {
        self.uncount(&game.time);
        let finished = Finished { at: game.ended_at.unwrap_or(game.opened_at), game: game.id };
        let at = self.finished.partition_point(|other| *other < finished);
        self.finished.insert(at, finished);
    }
}

/// The tally of a player, made on first use.
pub(crate) fn of(ctx: &ReducerContext, player: Identity) -> Tally {
    ctx.db.tally().player().find(player).unwrap_or_else(|| {
        ctx.db.tally().insert(Tally {
            player,
            games: 0,
            slow_games: 0,
            starts: 0,
            finished: Packed::default(),
            archived: 0,
        })
    })
}

/// Changes the tally of a player, if there is one: the account may have been deleted.
pub(crate) fn change(ctx: &ReducerContext, player: Identity, change: impl FnOnce(&mut Tally)) {
    if let Some(mut tally) = ctx.db.tally().player().find(player) {
        change(&mut tally);
        ctx.db.tally().player().update(tally);
    }
}

/// A player is gone.
pub(crate) fn forget(ctx: &ReducerContext, player: Identity) {
    ctx.db.tally().player().delete(player);
}
