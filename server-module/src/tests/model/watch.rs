//! Watching, and the list of games to watch.

use zeitnot_rules::Viewer;
use zeitnot_rules::clock::Micros;

use super::call::Caller;
use super::game::{Game, Party, at, numbers};
use super::server::{Answer, Server};
use crate::game::GameStatus;
use crate::tests::Who;
use crate::watch::Broadcast;
use crate::watchable::{Contestant, Watchable};

/// How many watch a game; as long as anybody has since the sweeper's last round there is a broadcast of it.
#[derive(Clone)]
pub(super) struct Audience {
    watchers: u32,
    /// The sweeper has not told it yet.
    stale: bool,
}

impl Server {
    /// A game that has begun and is not private, by a connection that lasts; 20 games a connection.
    pub fn watch_game(&mut self, caller: Caller, id: u64) -> Answer {
        let game = self.games.get(&id).ok_or("no_such_game")?;
        if game.terms.private {
            return Err("private_game");
        }
        if game.status == GameStatus::Waiting {
            return Err("not_started");
        }
        if game.seat_of(caller.who).is_some() {
            return Err("already_joined");
        }
        if !self.is_connected(caller) {
            return Err("not_connected");
        }
        if self.watching.contains(&(caller.who, caller.device, id)) {
            return Ok(());
        }
        let mine = self.watching.iter().filter(|it| (it.0, it.1) == (caller.who, caller.device));
        if mine.count() >= 20 {
            return Err("too_many_watched");
        }
        let first = !self.watches(caller.who, id);
        self.watching.insert((caller.who, caller.device, id));
        match self.audiences.get_mut(&id) {
            _ if !first => {}
            Some(audience) => (audience.watchers, audience.stale) = (audience.watchers + 1, true),
            None => {
                // The players are told in the sweeper's next round.
                if let Some(game) = self.games.get_mut(&id) {
                    game.watchers = 1;
                }
                self.audiences.insert(id, Audience { watchers: 1, stale: true });
            }
        }
        Ok(())
    }

    pub fn unwatch_game(&mut self, caller: Caller, id: u64) -> Answer {
        if !self.is_connected(caller) {
            return Err("not_connected");
        }
        self.leave_audience((caller.who, caller.device, id));
        Ok(())
    }

    /// A connection is gone.
    pub fn stop_watching(&mut self, caller: Caller) {
        let mine = self.watching.iter().filter(|it| (it.0, it.1) == (caller.who, caller.device));
        for watcher in mine.copied().collect::<Vec<_>>() {
            self.leave_audience(watcher);
        }
    }

    fn leave_audience(&mut self, watcher: (Who, u8, u64)) {
        let (who, _, id) = watcher;
        if self.watching.remove(&watcher)
            && !self.watches(who, id)
            && let Some(audience) = self.audiences.get_mut(&id)
        {
            (audience.watchers, audience.stale) = (audience.watchers.saturating_sub(1), true);
        }
    }

    fn watches(&self, who: Who, id: u64) -> bool {
        self.watching.iter().any(|it| (it.0, it.2) == (who, id))
    }

    pub fn forget_watchers(&mut self, id: u64) {
        self.audiences.remove(&id);
        self.watching.retain(|it| it.2 != id);
    }

    /// The sweeper tells the players how many watch, and takes broadcasts away that nobody watches.
    pub fn recount_watchers(&mut self) {
        let stale = self.audiences.iter().filter(|(_, audience)| audience.stale);
        for (id, watchers) in stale.map(|(&id, it)| (id, it.watchers)).collect::<Vec<_>>() {
            if let Some(game) = self.games.get_mut(&id) {
                game.watchers = watchers;
                game.restate();
            }
            match self.audiences.get_mut(&id) {
                Some(audience) if watchers > 0 => audience.stale = false,
                _ => self.forget_watchers(id),
            }
        }
    }

    /// What the public table has of the games that are watched.
    pub fn broadcasts(&self) -> Vec<Broadcast> {
        self.audiences.keys().filter_map(|id| self.games.get(id)).map(broadcast).collect()
    }

    /// Public games that run, under a clock and not by correspondence.
    pub fn list_to_watch(&mut self, game: &Game) {
        let slow = game.terms.time.is_correspondence() || game.terms.time.is_untimed();
        if game.terms.private || slow {
            return;
        }
        let ratings: Option<Vec<u32>> = game.parties.iter().map(|party| party.rating).collect();
        let standing = ratings.map_or(0, |all| all.iter().sum::<u32>() / all.len() as u32);
        let lowest = self.watchable.iter().map(|(&id, &(standing, _))| (standing, id)).min();
        if self.watchable.len() >= 30 {
            let Some((_, lowest)) = lowest.filter(|&(lowest, _)| lowest < standing) else { return };
            self.watchable.remove(&lowest);
        }
        self.watchable.insert(game.id, (standing, self.now));
    }

    pub fn watchable_rows(&self) -> Vec<Watchable> {
        let row = |(id, &(standing, started_at)): (&u64, &(u32, Micros))| {
            let game = self.games.get(id)?;
            let contestant =
                |party: &Party| Contestant { name: party.name.clone(), rating: party.rating, bot: party.bot };
            Some(Watchable {
                id: *id,
                spec: game.terms.spec.clone(),
                time: game.terms.time.to_string(),
                rated: game.terms.rated,
                players: game.parties.iter().map(contestant).collect(),
                standing,
                started_at: at(started_at),
            })
        };
        self.watchable.iter().filter_map(row).collect()
    }
}

fn broadcast(game: &Game) -> Broadcast {
    Broadcast {
        id: game.id,
        status: game.status,
        spec: game.terms.spec.clone(),
        time: game.terms.time.to_string(),
        rated: game.terms.rated,
        series: game.terms.series_text(),
        round: game.round,
        score: game.score.clone(),
        players: game.parties.iter().map(Party::row).collect(),
        position: game.position_seen(Viewer::Spectator),
        to_move: numbers(game.on_move()),
        turn_started: at(game.turn_started),
        deadline: game.deadline().map(at),
        paused_at: game.paused_at.map(at),
        clocks: game.clocks_seen(),
        time_off: game.time_off_seen(),
        moves: game.moves_seen(Viewer::Spectator),
        draw_offered: numbers(game.draw_offered),
        takeback_asked: game.takeback_asked.map(zeitnot_rules::Seat::get),
        next_game: game.next_game,
        watchers: game.watchers,
        winners: numbers(game.winners),
        ending: game.ending.clone(),
        opened_at: at(game.opened_at),
        ended_at: game.ended_at.map(at),
    }
}
