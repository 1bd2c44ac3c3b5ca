//! The waiting room: a game is opened, the seats fill, and the last one to join starts it.

use std::time::Duration;

use spacetimedb::{ReducerContext, Table, reducer, table};

use zeitnot_rules::Seat;

use crate::game::{Checked, Game, GameConfig, GameStatus, Party, game};
use crate::lag::Lag;
use crate::matchmaker::started as _;
use crate::play::begin;
use crate::refusal::{Outcome, Refusal};
use crate::{chance, deployment, limits, player, seat};

/// How long a game waits for its players before it is taken away.
pub const WAIT: Duration = Duration::from_secs(60 * 60);

/// What codes are made of: capitals without those that look alike (I, L, O) and without digits, so that
/// a code is never taken for an id.
const CODE_LETTERS: &[u8; 23] = b"ABCDEFGHJKMNPQRSTUVWXYZ";
const CODE_LENGTH: usize = 6;

/// The code of a game that waits.
#[table(accessor = waiting)]
#[derive(Debug)]
pub struct Waiting {
    #[primary_key]
    pub game: u64,
    #[unique]
    pub code: String,
}

/// Opens a game and takes its first seat. It waits, for an hour at most, until all seats are taken.
/// Refused with `too_fast`, `draining`, `bad_config`, `bad_time`, `bad_policy`, `not_rateable`, `banned` or
/// `too_many_games`.
#[reducer]
pub fn open_game(ctx: &ReducerContext, config: GameConfig) -> Outcome {
    limits::admit(ctx)?;
    deployment::refuse_if_draining(ctx)?;
    let config = Checked::try_from(config)?;
    let opener = player::take_seat(ctx, ctx.sender(), &config.time)?;
    let mut players = vec![Party::seated(ctx, opener)];
    players.resize(config.seats, Party::FREE);
    let sweep_at = ctx.timestamp.to_micros_since_unix_epoch().saturating_add(WAIT.as_micros() as i64);
    let game = ctx.db.game().insert(Game { sweep_at, ..Game::new(ctx, config, players) });
    let waiting = ctx.db.waiting().insert(Waiting { game: game.id, code: free_code(ctx) });
    seat::publish_waiting(ctx, &game, &waiting.code);
    Ok(())
}

/// Takes the first free seat of a waiting game, named by its code, or by its id unless it is private. The
/// last free seat taken starts it.
///
/// Refused with `no_such_game`, `private_game`, `not_waiting`, `already_joined` or `too_many_games`.
#[reducer]
pub fn join_game(ctx: &ReducerContext, game: String) -> Outcome {
    limits::admit(ctx)?;
    deployment::refuse_if_draining(ctx)?;
    let (mut game, by_code) = find(ctx, game.trim())?;
    if game.seat_of(ctx.sender()).is_some() {
        return Err(Refusal::AlreadyJoined(game.id));
    }
    if game.status != GameStatus::Waiting {
        return Err(Refusal::NotWaiting(game.id));
    }
    if game.private && !by_code {
        return Err(Refusal::PrivateGame(game.id));
    }
    let free = game.players.iter_mut().find(|party| party.identity.is_none());
    let Some(free) = free else { return Err(Refusal::NotWaiting(game.id)) };
    let time = game.time.parse()?;
    *free = Party::seated(ctx, player::take_seat(ctx, ctx.sender(), &time)?);

    if game.players.iter().all(|party| party.identity.is_some()) {
        ctx.db.waiting().game().delete(game.id);
        begin(ctx, game, &time)
    } else {
        keep_waiting(ctx, game);
        Ok(())
    }
}

/// Takes the caller out of a waiting game. Without its opener the game is gone; anyone else's seat is free
/// again. Refused with `no_such_game`, `not_your_game` or `not_waiting`.
#[reducer]
pub fn cancel_game(ctx: &ReducerContext, game_id: u64) -> Outcome {
    limits::admit(ctx)?;
    let game = ctx.db.game().id().find(game_id).ok_or(Refusal::NoSuchGame(game_id))?;
    let seat = game.seat_of(ctx.sender()).ok_or(Refusal::NotYourGame(game_id))?;
    if game.status != GameStatus::Waiting {
        return Err(Refusal::NotWaiting(game_id));
    }
    leave(ctx, game, seat);
    Ok(())
}

/// Takes a player out of a waiting game.
pub(crate) fn leave(ctx: &ReducerContext, mut game: Game, seat: Seat) {
    if seat == Seat::FIRST {
        return remove(ctx, &game);
    }
    if let Some(party) = game.players.get_mut(seat.index()) {
        if let Some(player) = party.identity {
            player::leave_seat(ctx, player, &game.time);
        }
        *party = Party::FREE;
    }
    keep_waiting(ctx, game);
}

/// Lets a game that was played wait for players again, from its beginning.
pub(crate) fn reopen(ctx: &ReducerContext, game: Game) {
    let game = Game {
        status: GameStatus::Waiting,
        sweep_at: ctx.timestamp.to_micros_since_unix_epoch().saturating_add(WAIT.as_micros() as i64),
        outages: u32::MAX,
        state: Vec::new(),
        clock: Vec::new(),
        history: Vec::new(),
        before: Vec::new(),
        premoves: Vec::new(),
        missed: vec![0; game.players.len()],
        lag: vec![Lag::default(); game.players.len()],
        draw_offered: 0,
        draw_again_at: Vec::new(),
        takeback_asked: None,
        pause_asked: 0,
        paused_at: None,
        opened_at: ctx.timestamp,
        ..game
    };
    let waiting = ctx.db.waiting().insert(Waiting { game: game.id, code: free_code(ctx) });
    seat::publish_waiting(ctx, &game, &waiting.code);
    ctx.db.game().id().update(game);
}

/// Takes a waiting game away.
pub(crate) fn remove(ctx: &ReducerContext, game: &Game) {
    for identity in game.players.iter().filter_map(|party| party.identity) {
        player::leave_seat(ctx, identity, &game.time);
    }
    ctx.db.waiting().game().delete(game.id);
    // One that the matchmaker started may have come to wait again.
    ctx.db.started().game().delete(game.id);
    seat::withdraw(ctx, game.id);
    ctx.db.game().id().delete(game.id);
}

fn keep_waiting(ctx: &ReducerContext, game: Game) {
    let code = ctx.db.waiting().game().find(game.id).map(|waiting| waiting.code).unwrap_or_default();
    seat::publish_waiting(ctx, &game, &code);
    ctx.db.game().id().update(game);
}

/// The game that a player names by its id or its code, and whether it was the code.
fn find(ctx: &ReducerContext, named: &str) -> Outcome<(Game, bool)> {
    if let Ok(id) = named.parse() {
        return ctx.db.game().id().find(id).map(|game| (game, false)).ok_or(Refusal::NoSuchGame(id));
    }
    let code = named.to_ascii_uppercase();
    ctx.db
        .waiting()
        .code()
        .find(&code)
        .and_then(|waiting| ctx.db.game().id().find(waiting.game))
        .map(|game| (game, true))
        .ok_or_else(|| Refusal::NoSuchCode(named.chars().take(24).collect()))
}

/// A code that no waiting game has.
fn free_code(ctx: &ReducerContext) -> String {
    loop {
        let mut chance = chance::draw(ctx);
        let code: String = (0..CODE_LENGTH)
            .map(|_| {
                let letter = (chance % CODE_LETTERS.len() as u64) as usize;
                chance /= CODE_LETTERS.len() as u64;
                char::from(CODE_LETTERS[letter])
            })
            .collect();
        if ctx.db.waiting().code().find(&code).is_none() {
            return code;
        }
    }
}
