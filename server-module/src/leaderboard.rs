//! The best hundred of each board.
//!
//! A game that counts only makes its board due; the lists are written by the sweeper, once a minute at most. So
//! the one view over them, which everybody shares, is run again once a minute and not with every game.

use std::iter;
use std::ops::Range;
use std::time::Duration;

use spacetimedb::{
    AnonymousViewContext, Identity, ReducerContext, SpacetimeType, Table, Timestamp, table, view,
};

use crate::play::micros;
use crate::player::{self, player as _};
use crate::rating::{BoardRating, Rating, STRONGEST, rating as _};

/// The places of a board's list.
pub const PLACES: usize = 100;

/// How many points of rating are looked through at once.
const SLICE: usize = 25;

/// How long a list stays as it is after it was written, whatever is played.
pub const REFRESH: Duration = Duration::from_secs(60);

/// When a list is written anew though nobody has played: ratings become provisional by idling.
const RENEW: Duration = Duration::from_secs(24 * 60 * 60);

/// The most lists that are written in one round of the sweeper.
const AT_ONCE: usize = 4;

/// The `standing` of who is not listed: provisional, a bot, or banned.
pub(crate) const UNLISTED: i32 = i32::MAX;

/// What all rows of the lists have in their `shown`: the key by which the view reads them.
const SHOWN: u8 = 0;

/// A board that somebody has a rating on. There are no more than games by name times speeds.
#[table(accessor = board)]
#[derive(Debug)]
pub struct Board {
    /// See [`crate::rating::board()`].
    #[primary_key]
    pub name: String,
    pub refreshed_at: Timestamp,
    /// When the sweeper is to write its list, in microseconds since 1970.
    #[index(btree)]
    pub due_at: i64,
}

/// A place of a list; a board has [`PLACES`] at most.
#[table(accessor = leaderboard_row)]
#[derive(Clone, Debug, PartialEq)]
pub struct LeaderboardRow {
    #[primary_key]
    #[auto_inc]
    pub id: u64,
    #[index(btree)]
    pub shown: u8,
    #[index(btree)]
    pub board: String,
    pub place: u32,
    #[index(btree)]
    pub player: Identity,
    pub name: String,
    pub value: u32,
    pub deviation: u32,
    pub games: u32,
}

/// Somebody's place on a board.
#[derive(SpacetimeType, Clone, Debug, PartialEq)]
pub struct Leader {
    pub id: u64,
    /// A game by name and a speed: `tic-tac-toe/blitz`.
    pub board: String,
    /// From 1.
    pub place: u32,
    pub player: Identity,
    pub name: String,
    pub value: u32,
    pub deviation: u32,
    /// Rated games on this board.
    pub games: u32,
}

/// The best hundred of each board, by rating; the same for everybody. Provisional ratings are not listed, nor
/// are bots, which never tire, nor who is banned. Select a board with `WHERE board = …`.
#[view(accessor = leaderboard, public, primary_key = id)]
pub fn leaderboard(ctx: &AnonymousViewContext) -> Vec<Leader> {
    ctx.db.leaderboard_row().shown().filter(SHOWN).map(Leader::from).collect()
}

impl From<LeaderboardRow> for Leader {
    fn from(row: LeaderboardRow) -> Self {
        Self {
            id: row.id,
            board: row.board,
            place: row.place,
            player: row.player,
            name: row.name,
            value: row.value,
            deviation: row.deviation,
            games: row.games,
        }
    }
}

/// What sorts a rating into its board's list: the best first, or [`UNLISTED`].
pub(crate) fn standing(ctx: &ReducerContext, row: &BoardRating) -> i32 {
    let rating = Rating::from(row.now(ctx.timestamp));
    let listed = ctx
        .db
        .player()
        .identity()
        .find(row.player)
        .is_some_and(|player| !player.bot && !player::is_banned(ctx, &player));
    if listed && !rating.provisional { -(rating.value as i32) } else { UNLISTED }
}

/// A board's list is not what it was.
pub(crate) fn changed(ctx: &ReducerContext, board: &str) {
    let Some(known) = ctx.db.board().name().find(board.to_owned()) else {
        ctx.db.board().insert(Board {
            name: board.to_owned(),
            refreshed_at: Timestamp::UNIX_EPOCH,
            due_at: micros(ctx.timestamp),
        });
        return;
    };
    let due_at = micros(known.refreshed_at + REFRESH);
    if due_at < known.due_at {
        ctx.db.board().name().update(Board { due_at, ..known });
    }
}

/// Takes a player off all lists at once.
pub(crate) fn forget(ctx: &ReducerContext, player: Identity) {
    ctx.db.leaderboard_row().player().delete(player);
}

/// Writes the lists that are due.
pub(crate) fn refresh(ctx: &ReducerContext) {
    let due: Vec<Board> = ctx.db.board().due_at().filter(..=micros(ctx.timestamp)).take(AT_ONCE).collect();
    for board in due {
        write(ctx, &board.name);
        let due_at = micros(ctx.timestamp + RENEW);
        ctx.db.board().name().update(Board { refreshed_at: ctx.timestamp, due_at, ..board });
    }
}

/// Writes a board's list, and of it no more than has changed.
fn write(ctx: &ReducerContext, board: &str) {
    let mut old: Vec<LeaderboardRow> = ctx.db.leaderboard_row().board().filter(board).collect();
    old.sort_by_key(|row| row.place);
    let mut old = old.into_iter();
    for (place, row) in (1..).zip(best(ctx, board)) {
        let Rating { value, deviation, .. } = row.now(ctx.timestamp).into();
        let player = row.player;
        let name = ctx.db.player().identity().find(player).map(|player| player.name).unwrap_or_default();
        let before = old.next();
        let id = before.as_ref().map_or(0, |before| before.id);
        let board = row.board;
        let now = LeaderboardRow {
            id,
            shown: SHOWN,
            board,
            place,
            player,
            name,
            value,
            deviation,
            games: row.games,
        };
        match before {
            Some(before) if before == now => {}
            Some(_) => {
                ctx.db.leaderboard_row().id().update(now);
            }
            None => {
                ctx.db.leaderboard_row().insert(now);
            }
        }
    }
    for gone in old {
        ctx.db.leaderboard_row().id().delete(gone.id);
    }
}

/// All standings of those who are listed, the best first, a few at a time: to give the first row of a range the engine
/// reads all of it, and there may be many players with a rating.
fn slices() -> impl Iterator<Item = Range<i32>> {
    let strongest = -(STRONGEST as i32);
    let beyond = iter::once(i32::MIN..strongest);
    beyond.chain((strongest..0).step_by(SLICE).map(|from| from..from + SLICE as i32))
}

/// The ratings that are to be listed, the best first. One that is not fit for it any more, which nothing but
/// time has told, is found here and put right.
fn best(ctx: &ReducerContext, board: &str) -> Vec<BoardRating> {
    let (mut fit, mut unfit) = (Vec::new(), Vec::new());
    for slice in slices() {
        for row in ctx.db.rating().by_standing().filter((board, slice)) {
            let listed = if standing(ctx, &row) < UNLISTED { &mut fit } else { &mut unfit };
            listed.push(row);
        }
        if fit.len() >= PLACES {
            break;
        }
    }
    fit.truncate(PLACES);
    for row in unfit {
        ctx.db.rating().id().update(BoardRating { standing: UNLISTED, ..row });
    }
    fit
}
