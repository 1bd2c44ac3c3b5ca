//! What players do to a running game: move and resign; and how anything that happens to one is settled.

use spacetimedb::{ReducerContext, Timestamp, reducer};
use zeitnot_rules::clock::{Clock, Micros, TimeControl};
use zeitnot_rules::{AnyGame, MAX_SEATS, Seat, SeatSet, Viewer};

use crate::game::{Game, GameStatus, NEVER, Ply, game};
use crate::refusal::{Outcome, Refusal};
use crate::sweep::KEEP_FINISHED;
use crate::{archive, chance, player, seat, turn_timer};

/// Makes a move. `ply` is the `ply` of the caller's row in `my_games`: a move for another one is late, or a
/// repetition, and is refused with `stale_ply`.
///
/// Refused with `no_such_game`, `not_your_game`, `not_started`, `game_over`, `seat_out`, `not_your_turn`,
/// `stale_ply`, `out_of_time`, `bad_action`, or what the rules of the game say.
#[reducer]
pub fn make_move(ctx: &ReducerContext, game_id: u64, ply: u32, action: Vec<u8>) -> Outcome {
    let mut table = Running::open(ctx, game_id)?;
    let mover = table.caller_to_play(ctx)?;
    if !table.position.to_move().contains(mover) {
        return Err(table.not_your_turn());
    }
    let current = seat::moves_seen(&table.game, Viewer::Seat(mover)).len() as u32;
    if ply != current {
        return Err(Refusal::StalePly { named: ply, current });
    }
    let now = micros(ctx.timestamp);
    if table.clock.flagged(now).contains(mover) {
        return Err(Refusal::OutOfTime);
    }

    let applied = table.position.apply(mover, &action)?;
    let used = if table.position.to_move().contains(mover) {
        // The turn goes on: the clock with it.
        now.saturating_sub(micros(table.game.turn_started)).max(0)
    } else {
        table.clock.end_turn(mover, now).map_err(|_| Refusal::OutOfTime)?
    };
    table.game.history.push(Ply {
        seat: mover.get(),
        action,
        used_us: used.unsigned_abs(),
        seen: applied.action_seen_by.bits(),
        known: applied.known_to.bits(),
    });
    table.settle(ctx, None);
    Ok(())
}

/// Gives a game up: the caller is out, at any time, on move or not. Refused as [`make_move`] is.
#[reducer]
pub fn resign(ctx: &ReducerContext, game_id: u64) -> Outcome {
    let mut table = Running::open(ctx, game_id)?;
    let seat = table.caller_to_play(ctx)?;
    table.put_out(seat);
    table.settle(ctx, Some("resignation"));
    Ok(())
}

/// A running game, taken out of its row.
pub(crate) struct Running {
    pub game: Game,
    pub position: AnyGame,
    pub clock: Clock,
}

impl Running {
    /// Refused unless the game is being played.
    pub fn open(ctx: &ReducerContext, id: u64) -> Outcome<Self> {
        let game = ctx.db.game().id().find(id).ok_or(Refusal::NoSuchGame(id))?;
        match game.status {
            GameStatus::Waiting if game.seat_of(ctx.sender()).is_none() => Err(Refusal::NotYourGame(id)),
            GameStatus::Waiting => Err(Refusal::NotStarted(id)),
            GameStatus::Over if game.seat_of(ctx.sender()).is_none() => Err(Refusal::NotYourGame(id)),
            GameStatus::Over => Err(Refusal::GameOver(id)),
            GameStatus::Live => {
                let position = AnyGame::decode(&game.spec, &game.state)?;
                let clock = Clock::decode(&game.time.parse()?, &game.clock)?;
                Ok(Self { game, position, clock })
            }
        }
    }

    /// The caller's seat; refused unless they still play.
    fn caller_to_play(&self, ctx: &ReducerContext) -> Outcome<Seat> {
        let id = self.game.id;
        let seat = self.game.seat_of(ctx.sender()).ok_or(Refusal::NotYourGame(id))?;
        if self.position.playing().contains(seat) { Ok(seat) } else { Err(Refusal::SeatOut(id)) }
    }

    fn not_your_turn(&self) -> Refusal {
        let names: Vec<&str> = self
            .position
            .to_move()
            .iter()
            .filter_map(|seat| self.game.players.get(seat.index()))
            .map(|party| party.name.as_str())
            .collect();
        Refusal::NotYourTurn(names.join(", "))
    }

    /// Takes a seat out of the game, and its clock with it.
    pub fn put_out(&mut self, seat: Seat) {
        self.clock.leave(seat);
        self.position.leave(seat);
    }

    /// After anything that has changed the position: starts the clocks of those now on move, ends the game if the rules
    /// say so, writes the rows, and arms the timer, last of all. `cause` is how the game ended if what ended it was
    /// not a move.
    pub fn settle(mut self, ctx: &ReducerContext, cause: Option<&str>) {
        let now = micros(ctx.timestamp);
        let playing = self.position.playing();
        for (seat, party) in SeatSet::first(MAX_SEATS).iter().zip(&mut self.game.players) {
            party.out = !playing.contains(seat);
        }
        if let Some(outcome) = self.position.outcome() {
            self.finish(ctx, outcome.winners, cause.unwrap_or(outcome.reason.code()));
        } else {
            let on_move = self.position.to_move();
            if self.clock.running() != on_move {
                for seat in on_move.iter() {
                    self.clock.start_turn(seat, now);
                }
                self.game.turn_started = ctx.timestamp;
            }
        }
        self.store(ctx);
    }

    /// Ends the game. The clocks stop where they are.
    pub fn finish(&mut self, ctx: &ReducerContext, winners: SeatSet, ending: &str) {
        for seat in self.clock.running().iter() {
            self.clock.stop_turn(seat);
        }
        self.game.status = GameStatus::Over;
        self.game.winners = seat::numbers(winners);
        self.game.ending = ending.to_owned();
        self.game.ended_at = Some(ctx.timestamp);
        self.game.sweep_at =
            ctx.timestamp.to_micros_since_unix_epoch().saturating_add(KEEP_FINISHED.as_micros() as i64);
        for identity in self.game.players.iter().filter_map(|party| party.identity) {
            player::leave_seat(ctx, identity);
        }
    }

    /// Writes the rows and arms the timer.
    pub fn store(mut self, ctx: &ReducerContext) {
        self.game.state = self.position.encode();
        self.game.clock = self.clock.encode();
        self.game.turn = self.game.turn.wrapping_add(1);
        seat::publish(ctx, &self.game, &self.position, &self.clock);
        if self.game.status == GameStatus::Over {
            for (_, player) in self.game.taken_seats() {
                archive::make_room(ctx, player);
            }
        }
        let (id, turn, deadline) = (self.game.id, self.game.turn, self.clock.deadline());
        ctx.db.game().id().update(self.game);
        turn_timer::arm(ctx, id, turn, deadline);
    }
}

/// Begins a game whose seats are all taken.
pub(crate) fn begin(ctx: &ReducerContext, game: Game, time: &TimeControl) -> Outcome {
    let position = AnyGame::set_up(&game.spec, chance::draw(ctx))?;
    let clock = Clock::new(time, position.seats());
    let game = Game { status: GameStatus::Live, opened_at: ctx.timestamp, sweep_at: NEVER, ..game };
    Running { game, position, clock }.settle(ctx, None);
    Ok(())
}

pub(crate) fn micros(at: Timestamp) -> Micros {
    at.to_micros_since_unix_epoch()
}
