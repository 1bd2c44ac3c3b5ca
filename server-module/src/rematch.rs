//! Another game with the same players: a rematch, or the next game of a series.

use std::time::Duration;

use spacetimedb::{Identity, ReducerContext, reducer};
use zeitnot_rules::{MAX_SEATS, Score, Seat, SeatSet, SeriesLength};

use crate::game::{Game, GameConfig, GameStatus, game as _};
use crate::play::begin;
use crate::refusal::{Outcome, Refusal};
use crate::{block, deployment, limits, matchmaker, pool, presence, queue, seat, sweep};

/// How long after a game of a series the next one begins, if its players do not begin it themselves.
pub const BREAK: Duration = Duration::from_secs(60);

/// Endings after which a game counts for nothing.
pub const UNCOUNTED: [&str; 2] = ["void", "aborted"];

/// Asks for another game with the same players, or agrees to it: when all have, it begins, with the next seat
/// starting, and stands in `next_game` of the old one. Asking again, from whichever window, changes nothing.
///
/// In a series this begins the next game; it begins by itself a minute after the last one, too, if all are there
/// at no other board, and nobody has declined. The game after the last one of a series is the first of another.
///
/// Refused with `too_fast`, `no_such_game`, `not_your_game`, `not_over`, `draining`, `blocked`, `banned`,
/// `too_many_games`, or `opponent_gone` (the account has been deleted).
#[reducer]
pub fn ask_rematch(ctx: &ReducerContext, game_id: u64) -> Outcome {
    limits::admit(ctx)?;
    let (mut game, seat) = open_over(ctx, game_id)?;
    if game.next_game.is_some() {
        return Ok(());
    }
    deployment::refuse_if_draining(ctx)?;
    game.rematch_asked = SeatSet::from_bits(game.rematch_asked).with(seat).bits();
    if SeatSet::from_bits(game.rematch_asked).includes(SeatSet::first(game.players.len() as u8)) {
        return begin_next(ctx, game);
    }
    seat::restate(ctx, &game);
    ctx.db.game().id().update(game);
    Ok(())
}

/// Declines the rematch that others have asked for, or takes back the caller's own asking; in a series, lets the
/// next game not begin by itself. Refused with
/// `no_rematch_asked` (it may just have begun), `too_fast`, `no_such_game`, `not_your_game`, or `not_over`.
#[reducer]
pub fn decline_rematch(ctx: &ReducerContext, game_id: u64) -> Outcome {
    limits::admit(ctx)?;
    let (mut game, _) = open_over(ctx, game_id)?;
    let goes_on = due(&game).is_some();
    if game.rematch_asked == 0 && !goes_on || game.next_game.is_some() {
        return Err(Refusal::NoRematchAsked);
    }
    game.rematch_asked = 0;
    game.declined = true;
    game.sweep_at = sweep::due(&game, None);
    seat::restate(ctx, &game);
    ctx.db.game().id().update(game);
    Ok(())
}

fn open_over(ctx: &ReducerContext, id: u64) -> Outcome<(Game, Seat)> {
    let game = ctx.db.game().id().find(id).ok_or(Refusal::NoSuchGame(id))?;
    let seat = game.seat_of(ctx.sender()).ok_or(Refusal::NotYourGame(id))?;
    if game.status == GameStatus::Over { Ok((game, seat)) } else { Err(Refusal::NotOver(id)) }
}

/// Begins the game that follows one that is over.
fn begin_next(ctx: &ReducerContext, mut game: Game) -> Outcome {
    let mut order: Vec<usize> = (0..game.players.len()).collect();
    let counted = counts(&game);
    if counted || game.series.is_empty() {
        // A void game of a series is played again as it was.
        order.rotate_left(1);
    }
    let players: Vec<Identity> =
        order.iter().filter_map(|&seat| game.players.get(seat).and_then(|party| party.identity)).collect();
    if players.len() != game.players.len() {
        return Err(Refusal::OpponentGone);
    }
    let config = GameConfig {
        spec: game.spec.clone(),
        time: game.time.clone(),
        policy: game.policy.clone(),
        leaving: game.leaving.clone(),
        series: game.series.clone(),
        private: game.private,
        rated: game.rated,
    };
    block::refuse_among(ctx, &players)?;
    let (mut next, time) = matchmaker::seat_all(ctx, config, &players)?;
    if is_undecided(&game) {
        next.round = game.round + u32::from(counted);
        next.score = order.iter().filter_map(|&seat| game.score.get(seat).copied()).collect();
    }
    game.next_game = Some(next.id);
    game.rematch_asked = 0;
    seat::restate(ctx, &game);
    ctx.db.game().id().update(game);
    begin(ctx, next, &time)
}

/// Adds a game that has just ended to the score of its series.
pub(crate) fn score(game: &mut Game) {
    if !counts(game) {
        return;
    }
    let winners: SeatSet = game.winners.iter().filter_map(|&seat| Seat::new(seat)).collect();
    let seats = SeatSet::first(MAX_SEATS).iter().zip(game.players.iter());
    let playing = seats.filter(|(_, party)| !party.out).map(|(seat, _)| seat).collect();
    if let Ok(mut score) = Score::from_half_points(&game.score) {
        // The row keeps the score by the seats of this game: as in the first of a series.
        score.count_game(0, winners, playing);
        game.score = score.half_points().to_vec();
    }
}

/// When the next game of a series is to begin by itself.
pub(crate) fn due(game: &Game) -> Option<Duration> {
    let waits = game.next_game.is_none() && !game.declined && counts(game) && is_undecided(game);
    waits.then_some(BREAK)
}

/// Begins the next game of a series, if all are there to play it, and at no other board.
pub(crate) fn go_on(ctx: &ReducerContext, game: &Game) {
    let fast = pool::is_fast(&game.time);
    let is_free = |player| presence::is_present(ctx, player) && !(fast && queue::is_engaged(ctx, player));
    let mut players = game.players.iter().filter_map(|party| party.identity);
    if due(game).is_none() || !players.all(is_free) {
        return;
    }
    if let Err(refusal) = begin_next(ctx, game.clone()) {
        log::info!("the series of game {} does not go on: {refusal}", game.id);
    }
}

fn counts(game: &Game) -> bool {
    !UNCOUNTED.contains(&game.ending.as_str())
}

/// Whether it is one of a series that goes on after it.
fn is_undecided(game: &Game) -> bool {
    let length = game.series.parse::<SeriesLength>().unwrap_or_default();
    let score = Score::from_half_points(&game.score);
    !length.is_single() && score.is_ok_and(|score| length.verdict(&score, games_counted(game)).is_none())
}

fn games_counted(game: &Game) -> u32 {
    if counts(game) { game.round } else { game.round.saturating_sub(1) }
}
