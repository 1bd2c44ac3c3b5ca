//! Taking a move back, if the opponent agrees.

use spacetimedb::{ReducerContext, reducer};
use zeitnot_rules::clock::Clock;
use zeitnot_rules::{AnyGame, Audience, Seat, SeatSet};

use crate::game::{Before, Game};
use crate::limits;
use crate::play::{Running, micros};
use crate::refusal::{Outcome, Refusal};

/// Where more play, taking a move back would need the consent of several.
const MOST_PLAYERS: usize = 2;

/// Asks for the caller's last move back, and with it for what has been played since. The opponent's next move
/// declines it.
///
/// Refused with `no_takeback` if there is nothing to take back (the caller has not moved, somebody has left
/// since, more than two play, or the move has told somebody something hidden), `takeback_asked`,
/// `takeback_tried` (the caller has asked since the last move), `paused`, or as `resign` is.
#[reducer]
pub fn ask_takeback(ctx: &ReducerContext, game_id: u64) -> Outcome {
    limits::admit(ctx)?;
    let (mut table, seat) = Running::open_mine(ctx, game_id)?;
    table.refuse_if_late(ctx)?;
    table.refuse_if_paused()?;
    if table.game.takeback_asked.is_some() {
        return Err(Refusal::TakebackAsked);
    }
    last_move_of(&table.game, seat)?;
    let tried = SeatSet::from_bits(table.game.takeback_tried);
    if tried.contains(seat) {
        return Err(Refusal::TakebackTried);
    }
    table.game.takeback_tried = tried.with(seat).bits();
    table.game.takeback_asked = Some(seat.get());
    table.store(ctx);
    Ok(())
}

/// Lets the opponent take back what they have asked for. The position and all clocks are what they were at the
/// start of that turn, which begins anew. Refused with `no_takeback_asked` (it may just have been withdrawn),
/// `own_request`, `paused`, or as `resign` is.
#[reducer]
pub fn accept_takeback(ctx: &ReducerContext, game_id: u64) -> Outcome {
    limits::admit(ctx)?;
    let (mut table, seat) = Running::open_mine(ctx, game_id)?;
    table.refuse_if_late(ctx)?;
    table.refuse_if_paused()?;
    let asked = table.game.takeback_asked.and_then(Seat::new).ok_or(Refusal::NoTakebackAsked)?;
    if asked == seat {
        return Err(Refusal::OwnRequest);
    }
    let before = last_move_of(&table.game, asked)?.clone();
    table.position = AnyGame::decode(&table.game.spec, &before.state)?;
    table.clock = Clock::decode(&table.game.time.parse()?, &before.clock)?;
    // The turn is as long as it was, and begins now: nothing of it has been used, or given back.
    table.clock.resume(micros(ctx.timestamp));
    for seat in table.clock.running().iter() {
        table.clock.stop_turn(seat);
        table.clock.start_turn(seat, micros(ctx.timestamp));
    }
    let game = &mut table.game;
    game.turn_started = ctx.timestamp;
    game.seen_by = 0;
    game.history.truncate(before.plies as usize);
    game.before.retain(|older| older.plies < before.plies);
    game.premoves.clear();
    game.takeback_asked = None;
    game.takeback_tried = 0;
    game.draw_offered = 0;
    game.pause_asked = 0;
    table.settle(ctx, None, None);
    Ok(())
}

/// Declines what the opponent has asked for, or withdraws what the caller has. Refused with
/// `no_takeback_asked` (it may just have been accepted), or as `resign` is.
#[reducer]
pub fn decline_takeback(ctx: &ReducerContext, game_id: u64) -> Outcome {
    limits::admit(ctx)?;
    let (mut table, _) = Running::open_mine(ctx, game_id)?;
    table.refuse_if_late(ctx)?;
    if table.game.takeback_asked.take().is_none() {
        return Err(Refusal::NoTakebackAsked);
    }
    table.store(ctx);
    Ok(())
}

/// What the game is before a move; nothing where no move can be taken back.
pub(crate) fn remember(table: &Running, mover: Seat) -> Option<Before> {
    (table.game.players.len() <= MOST_PLAYERS).then(|| Before {
        state: table.position.encode(),
        clock: table.clock.encode(),
        plies: table.game.history.len() as u32,
        seat: mover.get(),
    })
}

/// Keeps that, now that the move has been made, and forgets what is too far back: of each player one move can
/// be taken back, no more.
pub(crate) fn keep(game: &mut Game, before: Option<Before>) {
    game.before.extend(before);
    let excess = game.before.len().saturating_sub(game.players.len());
    game.before.drain(..excess);
}

/// What the game was before the last move of `seat`, if that can be taken back.
fn last_move_of(game: &Game, seat: Seat) -> Outcome<&Before> {
    if game.players.len() > MOST_PLAYERS {
        return Err(Refusal::NoTakeback("more than two play"));
    }
    let before = game.before.iter().rev().find(|before| before.seat == seat.get());
    let before = before.ok_or(Refusal::NoTakeback("you have made no move that is still there"))?;
    let mut since = game.history.iter().skip(before.plies as usize);
    if since.any(|ply| ply.action_seen_by() != Audience::EVERYONE) {
        return Err(Refusal::NoTakeback("what was hidden has been learned from"));
    }
    Ok(before)
}
