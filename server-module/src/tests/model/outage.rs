//! The heartbeat, and the time that running turns get back.

use zeitnot_rules::clock::Micros;

use super::SECOND;
use super::game::Game;
use super::server::Server;
use super::told::Told;
use crate::game::GameStatus;

/// A time when the server was not there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outage {
    from: Micros,
    until: Micros,
    grace: Micros,
}

impl Outage {
    /// What a turn gets back: the time away and the grace, never more than the turn could take at its start, and
    /// nothing if it had run out before.
    fn credit(&self, started: Micros, deadline: Micros, allowance: Micros) -> Micros {
        if deadline <= self.from || started >= self.until {
            return 0;
        }
        let lost = self.until - self.from.max(started);
        let most = allowance - (deadline - self.until);
        (lost + self.grace).min(most).max(0)
    }
}

impl Server {
    /// After a restart, or a gap of more than two seconds, the server has been away: 20 seconds of grace, after a
    /// gap without a restart no more than the gap was long. A clock that was set back by more than half a second
    /// counts as well.
    pub fn notice(&mut self) {
        let silent = (self.now - self.heart_at).max(0);
        if silent > 2 * SECOND || self.heart_at - self.now > SECOND / 2 || self.restarted {
            let grace = if self.restarted { 20 * SECOND } else { silent.min(20 * SECOND) };
            self.outages.push(Outage { from: self.heart_at.min(self.now), until: self.now, grace });
            self.heart_at = self.now;
            self.restarted = false;
        }
    }

    /// Before anything is decided about a game it is credited with the outages.
    pub fn credit(&mut self, game: &mut Game) {
        self.notice();
        let started = game.turn_started;
        if let Some((_, clock)) = &mut game.board {
            for outage in &self.outages[game.credited.unwrap_or(self.outages.len())..] {
                for seat in clock.running().iter() {
                    let deadline = clock.reading(seat).deadline;
                    if let (Some(deadline), Some(allowance)) = (deadline, clock.allowance(seat)) {
                        clock.give_back(seat, outage.credit(started, deadline, allowance));
                    }
                }
            }
        }
        game.credited = Some(self.outages.len());
    }

    /// Time passes, and the heart beats all the while.
    pub fn pass(&mut self, micros: Micros) {
        self.now += micros;
        self.heart_at = self.now;
    }

    /// The heart beats.
    pub fn beat(&mut self, told: &Told) {
        self.notice();
        self.heart_at = self.now;
        self.announce(told);
        let live = self.games.values().filter(|game| game.status == GameStatus::Live);
        let behind = live.filter(|game| game.credited.is_some_and(|credited| credited < self.outages.len()));
        for id in behind.map(|game| game.id).collect::<Vec<_>>() {
            if let Ok(game) = self.open(id) {
                self.put(game);
            }
        }
    }
}
