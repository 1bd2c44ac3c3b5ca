//! What players do to a running game: move and resign; and how anything that happens to one is settled.

use spacetimedb::{ReducerContext, Timestamp, reducer};
use zeitnot_rules::clock::{Clock, Micros, TimeControl};
use zeitnot_rules::{AnyGame, MAX_SEATS, Seat, SeatSet, Viewer};

use crate::game::{Game, GameStatus, Ply, PlyKind, game};
use crate::refusal::{Outcome, Refusal};
use crate::{
    absence, archive, chance, draw, limits, outage, premove, queue, rating, rematch, seat, sweep, takeback,
    turn_timer, watchable,
};

/// Makes a move. `ply` is the `ply` of the caller's row in `seat`: a move for another one is late, or a
/// repetition, and is refused with `stale_ply`.
///
/// Refused with `not_your_turn`, `stale_ply`, `paused` (in a pause, moves are made by correspondence only), what
/// the rules of the game say (`bad_action`, `outside_board`, `cell_occupied`, `column_full`, `wrong_action`), or as
/// `resign` is.
#[reducer]
pub fn make_move(ctx: &ReducerContext, game_id: u64, ply: u32, action: Vec<u8>) -> Outcome {
    limits::admit(ctx)?;
    let (mut table, mover) = Running::open_to_move(ctx, game_id, ply)?;
    if table.clock.is_paused() && !table.clock.control().is_correspondence() {
        return Err(Refusal::Paused(game_id));
    }
    let now = micros(ctx.timestamp);
    table.carry_out(mover, action, now)?;
    table.settle(ctx, None, None);
    Ok(())
}

/// Gives a game up: the caller is out, at any time, on move or not.
///
/// Refused with `too_fast`, `no_such_game`, `not_your_game`, `not_started`, `game_over`, `seat_out`, `out_of_time`
/// when anybody's time has run out (that comes first, and the timer is about to see to it), or `corrupt_game`.
#[reducer]
pub fn resign(ctx: &ReducerContext, game_id: u64) -> Outcome {
    limits::admit(ctx)?;
    let (mut table, seat) = Running::open_mine(ctx, game_id)?;
    table.refuse_if_late(ctx)?;
    table.put_out(seat, "resignation");
    table.settle(ctx, Some("resignation"), None);
    Ok(())
}

/// Ends a game that has hardly begun, before the second move of all: nobody has won, and it counts for nothing.
///
/// Refused with `too_late_to_abort`, or as [`resign()`] is.
#[reducer]
pub fn abort_game(ctx: &ReducerContext, game_id: u64) -> Outcome {
    limits::admit(ctx)?;
    let (mut table, seat) = Running::open_mine(ctx, game_id)?;
    table.refuse_if_late(ctx)?;
    // Those that the caller knows of: a try in vain is nobody else's business.
    let known = table.game.plies_known_to(Viewer::Seat(seat));
    if known.filter(|ply| ply.kind == PlyKind::Move).count() > 1 {
        return Err(Refusal::TooLateToAbort);
    }
    table.finish(ctx, SeatSet::EMPTY, "aborted", None);
    table.store(ctx);
    Ok(())
}

/// A running game, taken out of its row, with all that happened to it while the server was away.
pub(crate) struct Running {
    pub game: Game,
    pub position: AnyGame,
    pub clock: Clock,
    /// How many outages there have been: all of them are accounted for.
    pub outages: u32,
}

impl Running {
    /// Refused unless the game is being played.
    pub fn open(ctx: &ReducerContext, id: u64) -> Outcome<Self> {
        let game = ctx.db.game().id().find(id).ok_or(Refusal::NoSuchGame(id))?;
        Self::of(ctx, game)
    }

    /// The same for a player of it, with their seat; refused unless they still play.
    pub fn open_mine(ctx: &ReducerContext, id: u64) -> Outcome<(Self, Seat)> {
        let game = ctx.db.game().id().find(id).ok_or(Refusal::NoSuchGame(id))?;
        let seat = game.seat_of(ctx.sender()).ok_or(Refusal::NotYourGame(id))?;
        let table = Self::of(ctx, game)?;
        if table.position.playing().contains(seat) { Ok((table, seat)) } else { Err(Refusal::SeatOut(id)) }
    }

    /// The same for one who is on move and knows what at: `ply` must be the number of moves they know of.
    pub fn open_to_move(ctx: &ReducerContext, id: u64, ply: u32) -> Outcome<(Self, Seat)> {
        let (table, seat) = Self::open_mine(ctx, id)?;
        if !table.position.to_move().contains(seat) {
            return Err(Refusal::NotYourTurn(table.names(table.position.to_move())));
        }
        let current = table.game.plies_known_to(Viewer::Seat(seat)).count() as u32;
        if ply == current { Ok((table, seat)) } else { Err(Refusal::StalePly { named: ply, current }) }
    }

    /// The same for a game whose row has been read.
    pub fn of(ctx: &ReducerContext, game: Game) -> Outcome<Self> {
        match game.status {
            GameStatus::Waiting => Err(Refusal::NotStarted(game.id)),
            GameStatus::Over => Err(Refusal::GameOver(game.id)),
            GameStatus::Live => {
                let position = AnyGame::decode(&game.spec, &game.state)?;
                let clock = Clock::decode(&game.time.parse()?, &game.clock)?;
                let mut table = Self { game, position, clock, outages: outage::notice(ctx) };
                table.credit_outages(ctx);
                Ok(table)
            }
        }
    }

    pub(crate) fn out_of_time(&self, seats: SeatSet) -> Refusal {
        Refusal::OutOfTime(self.names(seats))
    }

    /// What is decided by a deadline that has passed is not to be forestalled by another call.
    pub fn refuse_if_late(&self, ctx: &ReducerContext) -> Outcome {
        let late = self.clock.flagged(micros(ctx.timestamp));
        if late.is_empty() { Ok(()) } else { Err(self.out_of_time(late)) }
    }

    fn names(&self, seats: SeatSet) -> String {
        let parties = seats.iter().filter_map(|seat| self.game.players.get(seat.index()));
        parties.map(|party| party.name.as_str()).collect::<Vec<_>>().join(", ")
    }

    /// Plays what a seat has sent, or says why not and changes nothing.
    pub fn carry_out(&mut self, mover: Seat, action: Vec<u8>, now: Micros) -> Outcome {
        if self.clock.flagged(now).contains(mover) {
            return Err(self.out_of_time(SeatSet::only(mover)));
        }
        let before = takeback::remember(self, mover);
        let applied = self.position.apply(mover, &action)?;
        let used = if self.position.to_move().contains(mover) {
            // The turn goes on, and the clock with it. Nothing that others can see may change.
            self.clock.used_by(mover, now)
        } else {
            let used = self.clock.end_turn(mover, now).map_err(|_| self.out_of_time(SeatSet::only(mover)))?;
            self.game.pause_asked = 0;
            self.game.takeback_asked = None;
            self.game.takeback_tried = 0;
            draw::answer_by_move(&mut self.game, mover);
            if let Some(missed) = self.game.missed.get_mut(mover.index()) {
                *missed = 0;
            }
            used
        };
        self.game.premoves.retain(|premove| premove.seat != mover.get());
        takeback::keep(&mut self.game, before);
        self.game.history.push(Ply::new(mover, action, used, applied));
        Ok(())
    }

    /// Takes a seat out of the game, and its clock with it.
    pub fn put_out(&mut self, seat: Seat, reason: &str) {
        if self.position.outcome().is_some() || !self.position.playing().contains(seat) {
            return;
        }
        self.game.history.push(Ply::out(seat, reason));
        self.game.before.clear();
        if let Some(party) = self.game.players.get_mut(seat.index()) {
            party.claim_from = None;
        }
        self.clock.leave(seat);
        self.position.leave(seat);
    }

    /// After anything that has changed the position: starts the clocks of those now on move, ends the game if
    /// the rules say so, writes the rows, and arms the timer, last of all. `cause` and `at` are how and when
    /// the game ended if what ended it was not a move.
    pub fn settle(mut self, ctx: &ReducerContext, mut cause: Option<&str>, mut at: Option<Micros>) {
        self.start_turns(ctx);
        while self.position.outcome().is_none() && premove::play_one(&mut self, micros(ctx.timestamp)) {
            // If this ends the game, it is this move that does.
            (cause, at) = (None, None);
            self.start_turns(ctx);
        }
        let playing = self.position.playing();
        for (seat, party) in SeatSet::first(MAX_SEATS).iter().zip(self.game.players.iter_mut()) {
            party.out = !playing.contains(seat);
        }
        if let Some(outcome) = self.position.outcome() {
            self.finish(ctx, outcome.winners, cause.unwrap_or(outcome.reason.code()), at);
        } else if draw::is_agreed(&self) {
            self.finish(ctx, SeatSet::EMPTY, "agreement", None);
        } else {
            // One who was asked for a pause, or waited for, may have left.
            self.pause_if_all_ask(ctx);
            let waits_for = SeatSet::from_bits(self.game.waits_for);
            if !playing.includes(waits_for) {
                self.wait_no_longer(ctx, waits_for.without(playing));
            }
        }
        self.store(ctx);
    }

    /// Starts the clocks of those who have come on move.
    fn start_turns(&mut self, ctx: &ReducerContext) {
        let on_move = self.position.to_move();
        if self.clock.running() == on_move {
            return;
        }
        for seat in on_move.without(self.clock.running()).iter() {
            self.clock.start_turn(seat, micros(ctx.timestamp));
            self.game.seen_by &= !SeatSet::only(seat).bits();
        }
        self.game.turn_started = ctx.timestamp;
    }

    /// Ends the game, at a moment that may have passed already. The clocks stop where they are.
    pub fn finish(&mut self, ctx: &ReducerContext, winners: SeatSet, ending: &str, at: Option<Micros>) {
        for seat in self.clock.running().iter() {
            self.clock.stop_turn(seat);
        }
        self.game.status = GameStatus::Over;
        self.game.winners = seat::numbers(winners);
        self.game.ending = ending.to_owned();
        self.game.ended_at = Some(at.map_or(ctx.timestamp, Timestamp::from_micros_since_unix_epoch));
        self.game.paused_at = None;
        self.game.paused_by_staff = false;
        self.game.pause_asked = 0;
        self.game.waits_for = 0;
        self.game.draw_offered = 0;
        self.game.takeback_asked = None;
        self.game.before.clear();
        self.game.premoves.clear();
        for party in self.game.players.iter_mut() {
            party.claim_from = None;
        }
        rematch::score(&mut self.game);
        watchable::unlist(ctx, self.game.id);
        rating::count(ctx, &mut self.game);
    }

    /// Writes the rows and arms the timer.
    pub fn store(mut self, ctx: &ReducerContext) {
        self.game.state = self.position.encode();
        self.game.clock = self.clock.encode();
        let deadline = self.clock.deadline();
        let timer_was_at = self.game.timer_at;
        self.game.timer_at = turn_timer::due(&self.game, deadline, micros(ctx.timestamp));
        self.game.sweep_at = sweep::due(&self.game, deadline);
        // Only running turns are credited with outages to come.
        self.game.outages = if deadline.is_some() { self.outages } else { u32::MAX };
        seat::publish(ctx, &self.game, &self.position, &self.clock);
        let game = ctx.db.game().id().update(self.game);
        if game.status == GameStatus::Over {
            for (_, player) in game.taken_seats() {
                archive::take_in(ctx, &game, player);
            }
        }
        if game.timer_at != timer_was_at {
            turn_timer::set(ctx, game.id, game.timer_at);
        }
    }
}

/// Begins a game whose seats are all taken.
pub(crate) fn begin(ctx: &ReducerContext, game: Game, time: &TimeControl) -> Outcome {
    let position = AnyGame::set_up(&game.spec, chance::draw(ctx))?;
    let clock = Clock::new(time, position.seats());
    // From now on it is known who begins, whatever the rules have left to chance.
    let spec = position.settled_spec();
    let mut game = Game { status: GameStatus::Live, opened_at: ctx.timestamp, spec, ..game };
    queue::game_begins(ctx, &game);
    absence::expect_all(ctx, &mut game);
    rating::note_start(ctx, &mut game);
    watchable::list(ctx, &game);
    let mut table = Running { game, position, clock, outages: outage::notice(ctx) };
    table.wait_for_all_who_are_away(ctx);
    table.settle(ctx, None, None);
    Ok(())
}

pub(crate) fn micros(at: Timestamp) -> Micros {
    at.to_micros_since_unix_epoch()
}
