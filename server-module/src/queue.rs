//! Quick match: players who search for a game of the same kind are paired.

use std::time::Duration;

use spacetimedb::{
    Identity, ReducerContext, ScheduleAt, SpacetimeType, Table, Timestamp, ViewContext, reducer, table, view,
};

use crate::game::{Game, GameStatus};
use crate::pairing::{self, Searcher};
use crate::play::micros;
use crate::pool::{self, Pool, pool as _};
use crate::refusal::{Outcome, Refusal, only_the_server};
use crate::seat::seat as _;
use crate::tally::{self, tally as _};
use crate::{block, chance, contender, deployment, limits, lobby, matchmaker, player, presence};

/// How often those who wait are looked through: ranges grow with the time.
const EVERY: Duration = Duration::from_secs(3);

/// How many of those who wait in a pool are looked at, the longest waiting first, so that no move waits for
/// long behind it. Beyond that many, those who come must wait until the first have found somebody, which after
/// a minute nobody's range prevents any more.
const WINDOW: usize = 1_000;

/// The same where each may be compared with each.
const ROUND: usize = 300;

/// The most games that one round begins.
const GAMES_AT_ONCE: usize = 100;

/// Somebody who waits for an opponent, at most once in each pool. Their rating is as it was when they came.
#[table(accessor = search, index(accessor = by_pool, btree(columns = [pool, id])),
    index(accessor = by_player_and_pool, btree(columns = [player, pool])))]
#[derive(Clone, Debug, PartialEq)]
pub struct Search {
    /// In order of arrival.
    #[primary_key]
    #[auto_inc]
    pub id: u64,
    #[index(btree)]
    pub player: Identity,
    pub pool: String,
    pub rating: u32,
    /// How far below and above their own rating the opponent's may be, before the ranges grow.
    pub below: u32,
    pub above: u32,
    pub since: Timestamp,
}

/// One of the caller's searches.
#[derive(SpacetimeType, Clone, Debug, PartialEq)]
pub struct MySearch {
    /// The pool's name.
    pub pool: String,
    /// The caller's rating in games of this kind.
    pub rating: u32,
    /// How far below and above that the opponent's may be. It grows while one waits, and after a minute anybody
    /// will do.
    pub below: u32,
    pub above: u32,
    pub since: Timestamp,
}

/// The schedule of the rounds. One row.
#[table(accessor = pairing_timer, scheduled(pair_up))]
pub struct PairingTimer {
    #[primary_key]
    #[auto_inc]
    pub scheduled_id: u64,
    pub scheduled_at: ScheduleAt,
}

pub(crate) fn schedule(ctx: &ReducerContext) {
    ctx.db.pairing_timer().insert(PairingTimer { scheduled_id: 0, scheduled_at: EVERY.into() });
}

/// The caller's searches, at most one in each pool.
#[view(accessor = my_searches, public, primary_key = pool)]
pub fn my_searches(ctx: &ViewContext) -> Vec<MySearch> {
    let rows = ctx.db.search().player().filter(ctx.sender());
    rows.map(|row| MySearch {
        pool: row.pool,
        rating: row.rating,
        below: row.below,
        above: row.above,
        since: row.since,
    })
    .collect()
}

/// Searches for an opponent in a pool whose rating is at most `below` under the caller's and at most `above` over
/// it. If somebody fits who waits already, the game begins at once; else the caller waits, until a game is found
/// in this pool, `leave_queue` is called, the caller's last connection ends or, in a pool of games in real time,
/// any game in real time begins.
///
/// Calling again changes the range, and keeps the place.
///
/// Refused with `too_fast`, `draining`, `no_such_pool`, `not_connected`, `banned`, `too_many_games` or
/// `already_playing` (a game in real time that the caller is not out of, in a pool of such games).
#[reducer]
pub fn join_queue(ctx: &ReducerContext, pool: String, below: u32, above: u32) -> Outcome {
    limits::admit(ctx)?;
    deployment::refuse_if_draining(ctx)?;
    let pool = pool::find(ctx, &pool)?;
    let me = ctx.sender();
    if !presence::is_online(ctx, me) {
        return Err(Refusal::NotConnected);
    }
    let time = pool.time.parse()?;
    player::ready(ctx, me, &time)?;
    if pool.is_fast() && plays_in_real_time(ctx, me) {
        return Err(Refusal::AlreadyPlaying);
    }
    let before = ctx.db.search().by_player_and_pool().filter((me, &pool.name)).next();
    let search = match before {
        Some(search) => ctx.db.search().id().update(Search { below, above, ..search }),
        None => ctx.db.search().insert(Search {
            id: 0,
            player: me,
            pool: pool.name.clone(),
            rating: contender::rating_of(ctx, me, &pool.spec, &time).map_or(0, |rating| rating.value),
            below,
            above,
            since: ctx.timestamp,
        }),
    };
    let mut waiting = waiting_in(ctx, &pool, WINDOW);
    waiting.retain(|other| other.id != search.id);
    match find_opponent(ctx, &pool, &search, &mut waiting) {
        Some(opponent) => begin(ctx, &pool, &search, &opponent),
        None => Ok(()),
    }
}

/// Stops searching. Refused with `too_fast` or `not_searching`: a game may just have been found.
#[reducer]
pub fn leave_queue(ctx: &ReducerContext, pool: String) -> Outcome {
    limits::admit(ctx)?;
    let pool = pool::find(ctx, &pool).map_err(|_| Refusal::NotSearching)?;
    let search = ctx.db.search().by_player_and_pool().filter((ctx.sender(), &pool.name)).next();
    ctx.db.search().id().delete(search.ok_or(Refusal::NotSearching)?.id);
    Ok(())
}

/// A round: ranges have grown, and whoever fits by now is paired. The server calls it; a client is refused with
/// `not_allowed`.
#[reducer]
pub fn pair_up(ctx: &ReducerContext, _timer: PairingTimer) -> Outcome {
    only_the_server(ctx)?;
    if ctx.db.search().count() == 0 || deployment::read(ctx).draining {
        return Ok(());
    }
    let mut games = 0;
    for pool in ctx.db.pool().shelf().filter(pool::SHELF) {
        let mut waiting = waiting_in(ctx, &pool, ROUND);
        while games < GAMES_AT_ONCE && !waiting.is_empty() {
            let search = waiting.remove(0);
            if !is_ready(ctx, &pool, &search) {
                continue;
            }
            let Some(opponent) = find_opponent(ctx, &pool, &search, &mut waiting) else { continue };
            waiting.retain(|other| other.id != opponent.id);
            games += 1;
            if let Err(refusal) = begin(ctx, &pool, &search, &opponent) {
                // Both were ready, so it is the pool: nobody is to wait there in vain.
                log::error!("no game could begin in the pool {}: {refusal}", pool.name);
                empty(ctx, &pool.name);
                break;
            }
        }
    }
    Ok(())
}

/// The first of those who wait in a pool, in order of arrival.
fn waiting_in(ctx: &ReducerContext, pool: &Pool, at_most: usize) -> Vec<Search> {
    ctx.db.search().by_pool().filter((&pool.name, 0_u64..)).take(at_most).collect()
}

/// Who of those who wait is to play with one who searches. Whoever cannot play is taken out on the way.
fn find_opponent(
    ctx: &ReducerContext,
    pool: &Pool,
    search: &Search,
    waiting: &mut Vec<Search>,
) -> Option<Search> {
    let now = micros(ctx.timestamp);
    let searcher = |search: &Search| Searcher {
        player: search.player,
        rating: search.rating,
        below: search.below,
        above: search.above,
        waited: now.saturating_sub(micros(search.since)).max(0),
    };
    loop {
        let others: Vec<Searcher> = waiting.iter().map(searcher).collect();
        let may_meet = |other: &Searcher| !block::between(ctx, search.player, other.player);
        let at = pairing::opponent(&searcher(search), &others, may_meet)?;
        let opponent = waiting.remove(at);
        if is_ready(ctx, pool, &opponent) {
            return Some(opponent);
        }
    }
}

/// Whether somebody who waits can begin a game now; if not, they wait no more.
fn is_ready(ctx: &ReducerContext, pool: &Pool, search: &Search) -> bool {
    let time = pool.time.parse();
    let ready = presence::is_online(ctx, search.player)
        && time.is_ok_and(|time| player::ready(ctx, search.player, &time).is_ok());
    if !ready {
        ctx.db.search().id().delete(search.id);
    }
    ready
}

/// Begins the game of two who have found each other. Refused as [`matchmaker::start`] is.
fn begin(ctx: &ReducerContext, pool: &Pool, one: &Search, other: &Search) -> Outcome {
    let players = in_order(ctx, one.player, other.player);
    matchmaker::start(ctx, pool.config(), &players, |_| {
        for search in [one, other] {
            ctx.db.search().id().delete(search.id);
            if pool.is_fast() {
                lobby::leave_fast_ones(ctx, search.player);
            }
        }
        count_start(ctx, players);
    })
}

/// Who begins: the one who has done so less often.
fn in_order(ctx: &ReducerContext, one: Identity, other: Identity) -> [Identity; 2] {
    let starts = |player| ctx.db.tally().player().find(player).map_or(0, |tally| tally.starts);
    let one_begins = match starts(one).cmp(&starts(other)) {
        std::cmp::Ordering::Less => true,
        std::cmp::Ordering::Greater => false,
        std::cmp::Ordering::Equal => chance::draw(ctx).is_multiple_of(2),
    };
    if one_begins { [one, other] } else { [other, one] }
}

fn count_start(ctx: &ReducerContext, [beginner, other]: [Identity; 2]) {
    for (player, change) in [(beginner, 1), (other, -1)] {
        tally::change(ctx, player, |tally| tally.starts = tally.starts.saturating_add(change));
    }
}

fn plays_in_real_time(ctx: &ReducerContext, player: Identity) -> bool {
    let mut rows = ctx.db.seat().player().filter(player);
    rows.any(|row| {
        let is_out = row.players.get(usize::from(row.seat)).is_some_and(|party| party.out);
        row.status == GameStatus::Live && !is_out && pool::is_fast(&row.time)
    })
}

/// Whether a player plays in real time, or waits at a table for somebody who may come at any time.
pub(crate) fn is_engaged(ctx: &ReducerContext, player: Identity) -> bool {
    let mut rows = ctx.db.seat().player().filter(player);
    plays_in_real_time(ctx, player)
        || rows.any(|row| row.status == GameStatus::Waiting && pool::is_fast(&row.time))
}

/// A game begins: if it is in real time, its players search for no other of that kind. A game by correspondence
/// leaves time for any other, and any other for it.
pub(crate) fn game_begins(ctx: &ReducerContext, game: &Game) {
    if pool::is_fast(&game.time) {
        for (_, player) in game.taken_seats() {
            leave_fast_ones(ctx, player);
        }
    }
}

/// Takes a player out of the pools of games in real time.
fn leave_fast_ones(ctx: &ReducerContext, player: Identity) {
    let searches: Vec<Search> = ctx.db.search().player().filter(player).collect();
    for search in searches {
        if ctx.db.pool().name().find(&search.pool).is_none_or(|pool| pool.is_fast()) {
            ctx.db.search().id().delete(search.id);
        }
    }
}

/// Takes a player out of all pools.
pub(crate) fn leave_all(ctx: &ReducerContext, player: Identity) {
    ctx.db.search().player().delete(player);
}

/// Takes everybody out of a pool.
pub(crate) fn empty(ctx: &ReducerContext, pool: &str) {
    let waiting: Vec<u64> =
        ctx.db.search().by_pool().filter((pool, 0_u64..)).map(|search| search.id).collect();
    for id in waiting {
        ctx.db.search().id().delete(id);
    }
}

/// Takes everybody out of all pools.
pub(crate) fn empty_all(ctx: &ReducerContext) {
    for pool in ctx.db.pool().shelf().filter(pool::SHELF) {
        empty(ctx, &pool.name);
    }
}
