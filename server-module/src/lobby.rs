//! The waiting room: a game is opened, the seats fill, and the last one to join starts it.

use std::time::Duration;

use spacetimedb::{Identity, ReducerContext, Table, reducer, table};
use zeitnot_rules::Seat;

use crate::game::{Checked, Game, GameConfig, GameStatus, Party, game as _};
use crate::play::{begin, micros};
use crate::player::Player;
use crate::refusal::{Outcome, Refusal};
use crate::seat::seat as _;
use crate::seek::RatingRange;
use crate::{block, challenge, chance, deployment, limits, player, pool, seat, seek, tally};

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

/// Opens a game and takes its first seat. It waits, for an hour at most, until all seats are taken; unless it
/// is private it is in `open_seeks`, and then it waits for its opener no more than a minute.
///
/// Refused with `too_fast`, `draining`, `bad_config`, `bad_time`, `bad_policy`, `bad_leaving`, `bad_series`,
/// `not_rateable`, `banned`, `too_many_games` or, unless it is private, `too_many_seeks` or `lobby_full`.
#[reducer]
pub fn open_game(ctx: &ReducerContext, config: GameConfig) -> Outcome {
    limits::admit(ctx)?;
    deployment::refuse_if_draining(ctx)?;
    let config = Checked::try_from(config)?;
    if !config.private {
        return seek::open(ctx, config, RatingRange::ANY);
    }
    let (game, _) = take_first_seat(ctx, config)?;
    let game = ctx.db.game().insert(Game { sweep_at: micros(ctx.timestamp + WAIT), ..game });
    give_code(ctx, &game);
    Ok(())
}

/// Takes the first free seat of a waiting game, named by its code, or by its id unless it is private. The
/// last free seat taken starts it.
///
/// Refused with `too_fast` (also after many wrong codes), `draining`, `no_such_game`, `already_joined`,
/// `not_waiting`, `private_game`, `reserved`, `blocked`, `rating_out_of_range`, `banned` or `too_many_games`.
#[reducer]
pub fn join_game(ctx: &ReducerContext, game: String) -> Outcome {
    limits::admit(ctx)?;
    deployment::refuse_if_draining(ctx)?;
    let (game, by_code) = find(ctx, game.trim())?;
    if game.seat_of(ctx.sender()).is_some() {
        return Err(Refusal::AlreadyJoined(game.id));
    }
    if game.status != GameStatus::Waiting {
        return Err(Refusal::NotWaiting(game.id));
    }
    challenge::refuse_others(ctx, game.id)?;
    if game.private && !by_code {
        return Err(Refusal::PrivateGame(game.id));
    }
    sit_down(ctx, game)
}

/// Takes the caller out of a waiting game. Without its opener the game is gone; anyone else's seat is free
/// again. It withdraws a challenge, and takes one that was declined off the challenger's list.
///
/// Refused with `too_fast`, `no_such_game`, `not_your_game` or `not_waiting`.
#[reducer]
pub fn cancel_game(ctx: &ReducerContext, game_id: u64) -> Outcome {
    limits::admit(ctx)?;
    if challenge::put_away(ctx, game_id) {
        return Ok(());
    }
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
    if game.taken_seats().next().is_some_and(|(first, _)| first == seat) {
        return remove(ctx, &game);
    }
    if let Some(party) = game.players.get_mut(seat.index()) {
        if let Some(player) = party.identity {
            tally::change(ctx, player, |tally| tally.uncount(&game.time));
        }
        *party = Party::FREE;
    }
    keep_waiting(ctx, game);
}

/// Takes a player out of all waiting games in real time, listed or not, and withdraws their challenges to such
/// games: they have found another one.
pub(crate) fn leave_fast_ones(ctx: &ReducerContext, player: Identity) {
    let rows = ctx.db.seat().player().filter(player);
    let waiting = rows.filter(|row| row.status == GameStatus::Waiting && pool::is_fast(&row.time));
    for id in waiting.map(|row| row.id).collect::<Vec<u64>>() {
        let Some(game) = ctx.db.game().id().find(id) else { continue };
        if let Some(seat) = game.seat_of(player) {
            leave(ctx, game, seat);
        }
    }
}

/// Takes two players apart who wait at the same tables: whoever has the later seat leaves. One of them has just
/// blocked the other.
pub(crate) fn part(ctx: &ReducerContext, one: Identity, other: Identity) {
    let rows = ctx.db.seat().player().filter(one).filter(|row| row.status == GameStatus::Waiting);
    for id in rows.map(|row| row.id).collect::<Vec<u64>>() {
        let Some(game) = ctx.db.game().id().find(id) else { continue };
        if let (Some(mine), Some(theirs)) = (game.seat_of(one), game.seat_of(other)) {
            leave(ctx, game, mine.max(theirs));
        }
    }
}

/// A game that waits with the caller in its first seat, not in the table yet. Refused with `banned` or
/// `too_many_games`.
pub(crate) fn take_first_seat(ctx: &ReducerContext, config: Checked) -> Outcome<(Game, Player)> {
    let opener = player::take_seat(ctx, ctx.sender(), &config.time)?;
    let mut players = vec![Party::seated(ctx, opener.clone())];
    players.resize(config.seats, Party::FREE);
    Ok((Game::new(ctx, config, players), opener))
}

/// Gives a game that waits a code to be joined by, and shows it to those who are there.
pub(crate) fn give_code(ctx: &ReducerContext, game: &Game) {
    let waiting = ctx.db.waiting().insert(Waiting { game: game.id, code: free_code(ctx) });
    seat::publish_waiting(ctx, game, &waiting.code);
}

/// Takes the first free seat of a waiting game, and starts it if that was the last one. Refused with
/// `not_waiting`, `blocked`, `rating_out_of_range`, `banned` or `too_many_games`.
pub(crate) fn sit_down(ctx: &ReducerContext, mut game: Game) -> Outcome {
    let time = game.time.parse()?;
    if game.taken_seats().any(|(_, other)| block::between(ctx, ctx.sender(), other)) {
        return Err(Refusal::Blocked);
    }
    seek::refuse_rating(ctx, &game, &time)?;
    let free = game.players.iter_mut().find(|party| party.identity.is_none());
    let Some(free) = free else { return Err(Refusal::NotWaiting(game.id)) };
    *free = Party::seated(ctx, player::take_seat(ctx, ctx.sender(), &time)?);

    if game.players.iter().all(|party| party.identity.is_some()) {
        take_down(ctx, game.id);
        begin(ctx, game, &time)
    } else {
        keep_waiting(ctx, game);
        Ok(())
    }
}

/// Lets a game that was played wait for players again, from its beginning. Those who have blocked each other
/// meanwhile do not wait together: the later of their seats is free again.
pub(crate) fn reopen(ctx: &ReducerContext, mut game: Game) {
    let mut kept: Vec<Identity> = Vec::new();
    for (seat, player) in game.taken_seats().collect::<Vec<_>>() {
        if kept.iter().all(|&other| !block::between(ctx, player, other)) {
            kept.push(player);
        } else if let Some(party) = game.players.get_mut(seat.index()) {
            tally::change(ctx, player, |tally| tally.uncount(&game.time));
            *party = Party::FREE;
        }
    }
    let game = Game { sweep_at: micros(ctx.timestamp + WAIT), ..game.anew(ctx) };
    give_code(ctx, &game);
    ctx.db.game().id().update(seek::list_again(ctx, game));
}

/// Takes a waiting game away.
pub(crate) fn remove(ctx: &ReducerContext, game: &Game) {
    for identity in game.players.iter().filter_map(|party| party.identity) {
        tally::change(ctx, identity, |tally| tally.uncount(&game.time));
    }
    take_down(ctx, game.id);
    seat::withdraw(ctx, game.id);
    ctx.db.game().id().delete(game.id);
}

/// Nobody else is to join: takes away what a game is found by.
fn take_down(ctx: &ReducerContext, game: u64) {
    ctx.db.waiting().game().delete(game);
    seek::unlist(ctx, game);
    challenge::withdraw(ctx, game);
}

fn keep_waiting(ctx: &ReducerContext, game: Game) {
    let code = ctx.db.waiting().game().find(game.id).map(|waiting| waiting.code).unwrap_or_default();
    seat::publish_waiting(ctx, &game, &code);
    seek::recount(ctx, &game);
    ctx.db.game().id().update(game);
}

/// The game that a player names by its id or its code, and whether it was the code. Refused with
/// `no_such_game` or, after many wrong codes, `too_fast`.
fn find(ctx: &ReducerContext, named: &str) -> Outcome<(Game, bool)> {
    if let Ok(id) = named.parse() {
        return ctx.db.game().id().find(id).map(|game| (game, false)).ok_or(Refusal::NoSuchGame(id));
    }
    limits::admit_guess(ctx)?;
    let waiting = ctx.db.waiting().code().find(named.to_ascii_uppercase());
    match waiting.and_then(|waiting| ctx.db.game().id().find(waiting.game)) {
        Some(game) => Ok((game, true)),
        None => {
            limits::note_wrong_guess(ctx);
            Err(Refusal::NoSuchCode(named.chars().take(24).collect()))
        }
    }
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
