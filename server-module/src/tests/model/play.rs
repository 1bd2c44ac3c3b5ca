//! What players do to a running game, and how anything that happens to one is settled.

use zeitnot_rules::clock::Micros;
use zeitnot_rules::{AnyGame, Seat, SeatSet, Viewer};

use super::game::{Before, Entry, Game, seats};
use super::server::{Answer, Code, Server};
use super::terms::is_real_time;
use super::{MINUTE, SECOND};
use crate::game::{GameStatus, PlyKind};
use crate::tests::Who;

impl Server {
    pub fn make_move(&mut self, me: Who, id: u64, ply: u32, action: &[u8]) -> Answer {
        let (mut game, seat) = self.open_to_move(me, id, ply)?;
        if game.paused_at.is_some() && !game.terms.time.is_correspondence() {
            return Err("paused");
        }
        self.carry_out_move(&mut game, seat, action.to_vec())?;
        self.settle(game, None, None);
        Ok(())
    }

    pub fn resign(&mut self, me: Who, id: u64) -> Answer {
        let (mut game, seat) = self.open_in_time(me, id)?;
        put_out(&mut game, seat, "resignation");
        self.settle(game, Some("resignation"), None);
        Ok(())
    }

    /// Before the second move that the caller knows of.
    pub fn abort_game(&mut self, me: Who, id: u64) -> Answer {
        let (mut game, seat) = self.open_in_time(me, id)?;
        let moves = game.known_to(Viewer::Seat(seat)).filter(|entry| entry.kind == PlyKind::Move).count();
        if moves > 1 {
            return Err("too_late_to_abort");
        }
        self.finish(&mut game, SeatSet::EMPTY, "aborted", None);
        self.put(game);
        Ok(())
    }

    /// A running game, out of the model until it is put back, with what it gets for outages.
    pub fn open(&mut self, id: u64) -> Result<Game, Code> {
        match self.games.get(&id).ok_or("no_such_game")?.status {
            GameStatus::Waiting => Err("not_started"),
            GameStatus::Over => Err("game_over"),
            GameStatus::Live => {
                let mut game = self.games.remove(&id).ok_or("no_such_game")?;
                self.credit(&mut game);
                Ok(game)
            }
        }
    }

    /// The same for one who plays.
    pub fn open_mine(&mut self, me: Who, id: u64) -> Result<(Game, Seat), Code> {
        let seat = self.seat_in(me, id)?;
        let game = self.open(id)?;
        if game.playing().contains(seat) { Ok((game, seat)) } else { Err("seat_out") }
    }

    /// The same unless somebody's time has run out, which comes first.
    pub fn open_in_time(&mut self, me: Who, id: u64) -> Result<(Game, Seat), Code> {
        let (game, seat) = self.open_mine(me, id)?;
        self.refuse_if_late(&game)?;
        Ok((game, seat))
    }

    /// The same for one who is on move, and answers the ply that their row shows.
    pub fn open_to_move(&mut self, me: Who, id: u64, ply: u32) -> Result<(Game, Seat), Code> {
        let (game, seat) = self.open_mine(me, id)?;
        if !game.on_move().contains(seat) {
            return Err("not_your_turn");
        }
        if ply == game.ply(seat) { Ok((game, seat)) } else { Err("stale_ply") }
    }

    pub fn seat_in(&self, me: Who, id: u64) -> Result<Seat, Code> {
        let game = self.games.get(&id).ok_or("no_such_game")?;
        game.seat_of(me).ok_or("not_your_game")
    }

    pub fn late(&self, game: &Game) -> SeatSet {
        game.clock().map_or(SeatSet::EMPTY, |clock| clock.flagged(self.now))
    }

    pub fn refuse_if_late(&self, game: &Game) -> Answer {
        if self.late(game).is_empty() { Ok(()) } else { Err("out_of_time") }
    }

    /// A move that the rules and the clock allow. A try in vain goes on with the turn, and changes nothing that
    /// others see; a move that ends the turn answers what has been asked.
    fn carry_out_move(&mut self, game: &mut Game, seat: Seat, action: Vec<u8>) -> Answer {
        if self.late(game).contains(seat) {
            return Err("out_of_time");
        }
        let entries = game.history.len();
        let Some((position, clock)) = &mut game.board else { return Err("not_started") };
        let before = Before { position: position.clone(), clock: clock.clone(), entries, seat };
        let applied = position.apply(seat, &action).map_err(|refused| refused.code)?;
        let used = if position.to_move().contains(seat) {
            clock.used_by(seat, self.now)
        } else {
            game.pause_asked = SeatSet::EMPTY;
            (game.takeback_asked, game.takeback_tried) = (None, SeatSet::EMPTY);
            if !game.draw_offered.contains(seat) {
                game.draw_offered = SeatSet::EMPTY;
            }
            game.missed[seat.index()] = 0;
            clock.end_turn(seat, self.now).map_err(|_| "out_of_time")?
        };
        game.premoves.remove(&seat);
        // Of each of two players one move can be taken back; among more of them none.
        if game.parties.len() == 2 {
            game.before.push(before);
            let excess = game.before.len().saturating_sub(2);
            game.before.drain(..excess);
        }
        let (seen_by, known_to) = (applied.action_seen_by, applied.known_to);
        game.history.push(Entry { kind: PlyKind::Move, seat, action, used, seen_by, known_to });
        Ok(())
    }

    /// A premove of somebody who is on move now; those that are not legal are forgotten.
    fn play_premove(&mut self, game: &mut Game) -> bool {
        if game.paused_at.is_some() && !game.terms.time.is_correspondence() {
            return false;
        }
        for seat in game.on_move().iter() {
            if let Some(action) = game.premoves.remove(&seat)
                && self.carry_out_move(game, seat, action).is_ok()
            {
                return true;
            }
        }
        false
    }

    /// After anything that has happened to a game: turns start, premoves are played, the game ends or goes on.
    /// `cause` and `at` say how and when it ended if that was not by a move.
    pub fn settle(&mut self, mut game: Game, mut cause: Option<&str>, mut at: Option<Micros>) {
        self.start_turns(&mut game);
        while game.position().is_some_and(|position| position.outcome().is_none())
            && self.play_premove(&mut game)
        {
            (cause, at) = (None, None);
            self.start_turns(&mut game);
        }
        let playing = game.playing();
        for (seat, party) in seats().zip(&mut game.parties) {
            party.out = !playing.contains(seat);
        }
        if let Some(outcome) = game.position().and_then(AnyGame::outcome) {
            self.finish(&mut game, outcome.winners, cause.unwrap_or(outcome.reason.code()), at);
        } else if !game.draw_offered.is_empty() && game.draw_offered.includes(playing) {
            self.finish(&mut game, SeatSet::EMPTY, "agreement", None);
        } else {
            self.pause_if_all_ask(&mut game);
            let left = game.waits_for.without(playing);
            if !left.is_empty() {
                self.wait_no_longer(&mut game, left);
            }
        }
        self.put(game);
    }

    fn start_turns(&mut self, game: &mut Game) {
        let now = self.now;
        let Some((position, clock)) = &mut game.board else { return };
        let (on_move, running) = (position.to_move(), clock.running());
        if on_move == running {
            return;
        }
        for seat in on_move.without(running).iter() {
            clock.start_turn(seat, now);
            game.seen.remove(seat);
        }
        game.turn_started = now;
    }

    /// The game is over. What was asked for in it is answered; it counts for its series and for ratings.
    pub fn finish(&mut self, game: &mut Game, winners: SeatSet, ending: &str, at: Option<Micros>) {
        if let Some((_, clock)) = &mut game.board {
            for seat in clock.running().iter() {
                clock.stop_turn(seat);
            }
        }
        game.status = GameStatus::Over;
        game.winners = winners;
        game.ending = ending.to_owned();
        game.ended_at = Some(at.unwrap_or(self.now));
        (game.paused_at, game.by_staff) = (None, false);
        (game.pause_asked, game.waits_for, game.draw_offered) = Default::default();
        game.takeback_asked = None;
        game.before.clear();
        game.premoves.clear();
        for party in &mut game.parties {
            party.claim_from = None;
        }
        if game.counts() {
            score(game);
            self.count_rated(game);
        }
        self.watchable.remove(&game.id);
    }

    /// Puts a game back that has been opened. Its players' copies are those of now.
    pub fn put(&mut self, mut game: Game) {
        game.credited = game.deadline().map(|_| self.outages.len());
        game.readers = game.people();
        game.restate();
        let (id, over, people) = (game.id, game.status == GameStatus::Over, game.people());
        self.games.insert(id, game);
        if over {
            for who in people {
                self.make_room(who);
            }
        }
    }

    /// Begins a game whose seats are all taken.
    pub fn begin(&mut self, mut game: Game) {
        let people = game.people();
        if is_real_time(&game.terms.time) {
            for &who in &people {
                self.leave_real_time_pools(who);
            }
        }
        let set_up = |spec: &str| AnyGame::set_up(spec, 0).ok();
        if game.terms.spec.contains("first=random") {
            // Chance says who begins, and from now on the rules do.
            let settled = self.told.spec_of(game.id);
            let random = (0..game.terms.seats as u64).filter_map(|chance| {
                AnyGame::set_up(&game.terms.spec, chance).ok().map(|position| position.settled_spec())
            });
            assert!(
                random.into_iter().any(|one| one == settled),
                "chance has made {settled} of a random start"
            );
            game.terms.spec = settled;
        }
        game.board = set_up(&game.terms.spec).map(|position| {
            let clock = zeitnot_rules::clock::Clock::new(&game.terms.time, position.seats());
            (position, clock)
        });
        game.status = GameStatus::Live;
        game.opened_at = self.now;
        let claim_from = game.can_be_claimed().then_some(self.now + 40 * SECOND);
        for party in &mut game.parties {
            party.online = party.who.is_some_and(|who| self.present.contains(who));
            party.claim_from = claim_from.filter(|_| !party.online);
        }
        self.note_ratings(&mut game);
        self.list_to_watch(&game);
        self.notice();
        self.wait_for_all_who_are_away(&mut game);
        self.settle(game, None, None);
    }

    /// Ends a game whose turn has run out as its policy says.
    pub fn fire(&mut self, id: u64) {
        let Ok(game) = self.open(id) else { return };
        let late = self.late(&game);
        if late.is_empty() { self.put(game) } else { self.time_is_up(game, late) }
    }
}

/// Takes a seat out of a game; nothing of what was before can be taken back.
pub(super) fn put_out(game: &mut Game, seat: Seat, reason: &str) {
    let Some((position, clock)) = &mut game.board else { return };
    if position.outcome().is_some() || !position.playing().contains(seat) {
        return;
    }
    game.history.push(Entry::public(PlyKind::Out, seat, reason, 0));
    game.before.clear();
    game.parties[seat.index()].claim_from = None;
    clock.leave(seat);
    position.leave(seat);
}

/// Half points: two for each winner, or one for each who draws.
fn score(game: &mut Game) {
    for (seat, points) in seats().zip(&mut game.score) {
        let drawn = game.winners.is_empty() && !game.parties[seat.index()].out;
        *points += if game.winners.contains(seat) { 2 } else { u32::from(drawn) };
    }
}

/// How long a game waits for its players.
pub(super) const WAIT: Micros = 60 * MINUTE;
