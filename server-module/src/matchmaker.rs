//! Games started by code that has paired the players itself.

use std::collections::HashSet;
use std::time::Duration;

use spacetimedb::{
    Identity, ReducerContext, SpacetimeType, Table, Timestamp, ViewContext, reducer, table, view,
};
use zeitnot_rules::clock::TimeControl;

use crate::game::{Checked, Game, GameConfig, Party, game};
use crate::play::{begin, micros};
use crate::refusal::{Outcome, Refusal};
use crate::staff::only_matchmakers;
use crate::tally::tally as _;
use crate::{deployment, player};

/// The most characters of a key.
pub const MAX_KEY: usize = 64;

/// How long a key is known after the start at least, however soon its game was over and gone. It stays known while its
/// game is in anybody's `seat`.
pub const REMEMBERED: Duration = Duration::from_secs(24 * 60 * 60);

/// The most keys that are known, of all callers together; the oldest give way.
pub const MAX_KEYS: u64 = 10_000;

/// The most keys that are forgotten in one round of the sweeper.
const AT_ONCE: usize = 200;

/// Which key started which game, so that a call made twice starts one.
#[table(accessor = started, index(accessor = by_caller_and_key, btree(columns = [caller, key])))]
#[derive(Clone, Debug)]
pub struct Start {
    #[primary_key]
    pub game: u64,
    #[index(btree)]
    pub caller: Identity,
    pub key: String,
    pub config: GameConfig,
    pub players: Vec<Identity>,
    /// Counts up without a gap.
    #[index(btree)]
    pub number: u64,
    pub started_at: Timestamp,
    /// When the sweeper is to forget the key unless the server has the game still, in microseconds since 1970.
    #[index(btree)]
    pub sweep_at: i64,
}

/// How many keys there have been. One row, from the first on. The numbers that the engine gives by itself have gaps.
#[table(accessor = key_count)]
#[derive(Debug)]
pub struct KeyCount {
    #[primary_key]
    pub id: u8,
    pub keys: u64,
}

/// A game that the caller has started for others.
#[derive(SpacetimeType, Clone, Debug, PartialEq)]
pub struct Started {
    pub game: u64,
    pub caller: Identity,
    pub key: String,
    pub config: GameConfig,
    pub players: Vec<Identity>,
    pub started_at: Timestamp,
}

impl From<Start> for Started {
    fn from(row: Start) -> Self {
        let Start { game, caller, key, config, players, started_at, .. } = row;
        Self { game, caller, key, config, players, started_at }
    }
}

/// The games that the caller has started for others, with their keys and ids, for as long as the keys are known.
#[view(accessor = my_started_games, public, primary_key = game)]
pub fn my_started_games(ctx: &ViewContext) -> Vec<Started> {
    ctx.db.started().caller().filter(ctx.sender()).map(Started::from).collect()
}

/// Starts a game between players who are seated in the order in which they are named.
///
/// `key` is the caller's own name for this call, 1 to 64 characters without control characters: calling again with the same key and the
/// same arguments, after an answer was lost, starts nothing and succeeds. The caller finds the game's id in
/// `my_started_games`. A key is known for 24 hours after the start, and for as long as the game is in somebody's
/// `seat`; of more than 10,000 keys the oldest are forgotten sooner.
///
/// Refused with `not_allowed`, `bad_key`, `key_reused`, or as [`start`] refuses.
#[reducer]
pub fn start_game(ctx: &ReducerContext, config: GameConfig, players: Vec<Identity>, key: String) -> Outcome {
    only_matchmakers(ctx)?;
    let caller = ctx.sender();
    if key.is_empty() || key.chars().count() > MAX_KEY || key.chars().any(char::is_control) {
        return Err(Refusal::BadKey(MAX_KEY));
    }
    if let Some(before) = ctx.db.started().by_caller_and_key().filter((caller, &key)).next() {
        let same = before.config == config && before.players == players;
        return if same { Ok(()) } else { Err(Refusal::KeyReused(before.game)) };
    }
    start(ctx, config.clone(), &players, |game| {
        let number = next_number(ctx);
        ctx.db.started().insert(Start {
            game,
            caller,
            key,
            config,
            players: players.clone(),
            number,
            started_at: ctx.timestamp,
            sweep_at: micros(ctx.timestamp + REMEMBERED),
        });
        if let Some(too_old) = number.checked_sub(MAX_KEYS) {
            ctx.db.started().number().delete(..=too_old);
        }
    })
}

fn next_number(ctx: &ReducerContext) -> u64 {
    let counts = ctx.db.key_count();
    match counts.id().find(0) {
        Some(count) => counts.id().update(KeyCount { keys: count.keys + 1, ..count }).keys,
        None => counts.insert(KeyCount { id: 0, keys: 1 }).keys,
    }
}

/// Forgets the keys whose time has come. Those of games that the server has still are looked at again a day later.
pub(crate) fn sweep(ctx: &ReducerContext) {
    let due = ctx.db.started().sweep_at().filter(..=micros(ctx.timestamp));
    let due: Vec<Start> = due.take(AT_ONCE).collect();
    for row in due {
        if ctx.db.game().id().find(row.game).is_some() {
            let sweep_at = micros(ctx.timestamp + REMEMBERED);
            ctx.db.started().game().update(Start { sweep_at, ..row });
        } else {
            ctx.db.started().game().delete(row.game);
        }
    }
}

/// Starts a game between players who are seated in the order in which they are named, for code inside the
/// module that has paired them. `record` is told the game's id before its timer is armed: nothing that may
/// fail comes after that.
///
/// Refused with `draining`, `bad_config`, `bad_time`, `bad_policy`, `bad_leaving`, `bad_series`, `not_rateable`,
/// `wrong_seats`, `duplicate_player`, `banned` or `too_many_games`.
pub fn start(
    ctx: &ReducerContext,
    config: GameConfig,
    players: &[Identity],
    record: impl FnOnce(u64),
) -> Outcome {
    let (game, time) = seat_all(ctx, config, players)?;
    record(game.id);
    begin(ctx, game, &time)
}

/// The first half of that: a game whose seats are taken, for [`begin`], which may be changed before. Where it
/// refuses, nothing has changed, so that it can be tried outside a call that is rolled back.
pub(crate) fn seat_all(
    ctx: &ReducerContext,
    config: GameConfig,
    players: &[Identity],
) -> Outcome<(Game, TimeControl)> {
    deployment::refuse_if_draining(ctx)?;
    let config = Checked::try_from(config)?;
    if players.len() != config.seats {
        return Err(Refusal::WrongSeats { seats: config.seats, named: players.len() });
    }
    if players.iter().collect::<HashSet<_>>().len() != players.len() {
        return Err(Refusal::DuplicatePlayer);
    }
    let ready = players.iter().map(|&identity| player::ready(ctx, identity, &config.time));
    let mut parties = Vec::with_capacity(players.len());
    for (player, mut tally) in ready.collect::<Outcome<Vec<_>>>()? {
        tally.count(&config.time);
        ctx.db.tally().player().update(tally);
        parties.push(Party::seated(ctx, player));
    }
    let time = config.time.clone();
    Ok((ctx.db.game().insert(Game::new(ctx, config, parties)), time))
}
