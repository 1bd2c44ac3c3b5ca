//! Another game with the same players: a rematch, or the next game of a series.

use zeitnot_rules::{Score, Seat, SeatSet};

use super::game::Game;
use super::server::{Answer, Code, Server};
use super::terms::is_real_time;
use crate::game::GameStatus;
use crate::tests::Who;

impl Game {
    /// Whether the series goes on after this game.
    fn is_undecided(&self) -> bool {
        let games = self.round - u32::from(!self.counts());
        let score = Score::from_half_points(&self.score);
        let verdict = score.ok().and_then(|score| self.terms.series.verdict(&score, games));
        !self.terms.series.is_single() && verdict.is_none()
    }

    /// Whether the next game is to begin by itself: after a game that counts, if nobody has declined.
    pub fn goes_on(&self) -> bool {
        self.next_game.is_none() && self.went_on()
    }

    /// The same, or the next game has begun already.
    pub fn went_on(&self) -> bool {
        !self.declined && self.counts() && self.is_undecided()
    }
}

impl Server {
    pub fn ask_rematch(&mut self, me: Who, id: u64) -> Answer {
        let seat = self.seat_in_over(me, id)?;
        let Some(game) = self.games.get_mut(&id) else { return Err("no_such_game") };
        if game.next_game.is_some() {
            return Ok(());
        }
        if self.draining {
            return Err("draining");
        }
        game.rematch_asked.insert(seat);
        game.restate();
        if game.rematch_asked.includes(SeatSet::first(game.parties.len() as u8)) {
            return self.begin_next(id);
        }
        Ok(())
    }

    /// In a series, the next game does not begin by itself then.
    pub fn decline_rematch(&mut self, me: Who, id: u64) -> Answer {
        self.seat_in_over(me, id)?;
        let Some(game) = self.games.get_mut(&id) else { return Err("no_such_game") };
        if game.next_game.is_some() || game.rematch_asked.is_empty() && !game.goes_on() {
            return Err("no_rematch_asked");
        }
        game.rematch_asked = SeatSet::EMPTY;
        game.declined = true;
        game.restate();
        Ok(())
    }

    fn seat_in_over(&self, me: Who, id: u64) -> Result<Seat, Code> {
        let seat = self.seat_in(me, id)?;
        if self.games[&id].status == GameStatus::Over { Ok(seat) } else { Err("not_over") }
    }

    /// The next seat starts, unless a game of a series is played again that did not count.
    fn begin_next(&mut self, id: u64) -> Answer {
        let game = self.games[&id].clone();
        let counted = game.counts();
        let mut order: Vec<usize> = (0..game.parties.len()).collect();
        if counted || game.terms.series.is_single() {
            order.rotate_left(1);
        }
        let people: Vec<Who> = order.iter().filter_map(|&seat| game.parties[seat].who).collect();
        if people.len() < game.parties.len() {
            return Err("opponent_gone");
        }
        self.refuse_blocked_among(&people)?;
        let mut next = self.seat_all(game.terms.clone(), &people)?;
        if game.is_undecided() {
            next.round = game.round + u32::from(counted);
            next.score = order.iter().map(|&seat| game.score[seat]).collect();
        }
        if let Some(game) = self.games.get_mut(&id) {
            game.next_game = Some(next.id);
            game.rematch_asked = SeatSet::EMPTY;
            game.restate();
        }
        self.begin(next);
        Ok(())
    }

    /// A minute after a game of a series: if all are there, and in real time at no other board.
    pub fn go_on_with_series(&mut self, id: u64) {
        let Some(game) = self.games.get_mut(&id) else { return };
        game.series_tried = true;
        let (goes_on, fast, people) = (game.goes_on(), is_real_time(&game.terms.time), game.people());
        let free = |who: &Who| self.present.contains(who) && !(fast && self.is_engaged(who));
        if goes_on && people.iter().all(free) {
            let before = self.clone();
            if self.begin_next(id).is_err() {
                *self = before;
            }
        }
    }

    /// Plays in real time, or waits at such a table for somebody who may come at any time.
    fn is_engaged(&self, who: Who) -> bool {
        let waits = |game: &Game| {
            game.status == GameStatus::Waiting
                && is_real_time(&game.terms.time)
                && game.seat_of(who).is_some()
        };
        self.plays_in_real_time(who) || self.games.values().any(waits)
    }
}
