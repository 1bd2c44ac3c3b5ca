//! The list of games to watch: a few of those that run, for a client to show to somebody who wants to see one.
//!
//! It is written when a game begins and when it ends, never at a move.

use spacetimedb::{ReducerContext, SpacetimeType, Table, Timestamp, table};
use zeitnot_rules::clock::TimeControl;

use crate::game::{Game, Party};

/// The most games on the list.
pub const MAX_LISTED: u64 = 30;

/// A game on the list. Anybody may watch these games, and the list says nothing that their spectators do not
/// see: the table is public.
#[table(accessor = watchable, public)]
#[derive(Clone, Debug, PartialEq)]
pub struct Watchable {
    /// The game's id.
    #[primary_key]
    pub id: u64,
    /// The rules in their canonical text.
    pub spec: String,
    /// The time control in its canonical text.
    pub time: String,
    pub rated: bool,
    /// One for each seat, in order.
    pub players: Vec<Contestant>,
    /// The players' ratings, on average; 0 if any of them has none here. When the list is full a game takes the
    /// place of one with a lower standing.
    #[index(btree)]
    pub standing: u32,
    pub started_at: Timestamp,
}

/// Who plays in it.
#[derive(SpacetimeType, Clone, Debug, PartialEq)]
pub struct Contestant {
    pub name: String,
    /// In a rated game their rating at its start.
    pub rating: Option<u32>,
    /// A program, by its own account.
    pub bot: bool,
}

impl From<&Party> for Contestant {
    fn from(party: &Party) -> Self {
        Self { name: party.name.clone(), rating: party.rating, bot: party.bot }
    }
}

/// A game begins. It comes on the list if there is room, or if its players stand higher than those of another.
/// Among equals those stay that are there: were the latest to replace them, each new game anywhere would be
/// sent to everybody who looks at the list. Games by correspondence and those without a clock, which would stay for
/// weeks, are left out.
pub(crate) fn list(ctx: &ReducerContext, game: &Game) {
    let time = game.time.parse::<TimeControl>();
    let slow = time.is_ok_and(|time| time.is_correspondence() || time.is_untimed());
    if game.private || slow {
        return;
    }
    let standing = standing(&game.players);
    if ctx.db.watchable().count() >= MAX_LISTED {
        let Some(lowest) = ctx.db.watchable().standing().filter(..standing).next() else { return };
        ctx.db.watchable().id().delete(lowest.id);
    }
    ctx.db.watchable().insert(Watchable {
        id: game.id,
        spec: game.spec.clone(),
        time: game.time.clone(),
        rated: game.rated,
        players: contestants(game),
        standing,
        started_at: ctx.timestamp,
    });
}

/// A game has ended, or is taken away.
pub(crate) fn unlist(ctx: &ReducerContext, game: u64) {
    ctx.db.watchable().id().delete(game);
}

/// The players go by other names.
pub(crate) fn restate(ctx: &ReducerContext, game: &Game) {
    if let Some(row) = ctx.db.watchable().id().find(game.id) {
        ctx.db.watchable().id().update(Watchable { players: contestants(game), ..row });
    }
}

fn contestants(game: &Game) -> Vec<Contestant> {
    game.players.iter().map(Contestant::from).collect()
}

fn standing(players: &[Party]) -> u32 {
    let ratings: Option<Vec<u32>> = players.iter().map(|party| party.rating).collect();
    let Some(ratings) = ratings else { return 0 };
    let sum = ratings.iter().fold(0, |sum: u32, &rating| sum.saturating_add(rating));
    sum.checked_div(ratings.len() as u32).unwrap_or_default()
}
