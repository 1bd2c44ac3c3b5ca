//! The waiting room.

use zeitnot_rules::clock::Micros;

use super::game::{Game, Party};
use super::server::{Answer, Code, Server};
use super::terms::{Terms, is_real_time};
use crate::game::{GameConfig, GameStatus};
use crate::tests::Who;

impl Server {
    /// Unless it is private it is in `open_seeks`.
    pub fn open_game(&mut self, me: Who, config: &GameConfig) -> Answer {
        self.refuse_if_draining()?;
        let terms = Terms::of(config)?;
        if !terms.private {
            return self.open_listed(me, terms, 0, 0);
        }
        self.take_first_seat(me, terms)?;
        Ok(())
    }

    /// A new game with the caller in its first seat.
    pub fn take_first_seat(&mut self, me: Who, terms: Terms) -> Result<u64, Code> {
        self.ready(me, &terms.time)?;
        let party = self.party(me);
        let id = self.next_id();
        self.games.insert(id, Game::waiting(id, terms, vec![party], self.now));
        Ok(id)
    }

    pub fn party(&self, who: Who) -> Party {
        let bot = self.players.get(who).is_some_and(|player| player.bot);
        let online = self.present.contains(who);
        Party { who: Some(who), name: self.name_of(who), bot, online, ..Party::default() }
    }

    /// By its code, in either case, or by its id unless it is private.
    pub fn join_game(&mut self, me: Who, named: &str) -> Answer {
        self.refuse_if_draining()?;
        let named = named.trim();
        let (id, by_code) = match named.parse::<u64>() {
            Ok(id) => (id, false),
            Err(_) => {
                self.admit_guess(me)?;
                let code = Some(named.to_ascii_uppercase());
                let waits = |game: &&Game| game.status == GameStatus::Waiting && game.code == code;
                let Some(found) = self.games.values().find(waits) else {
                    self.note_wrong_guess(me);
                    return Err("no_such_game");
                };
                (found.id, true)
            }
        };
        let game = self.games.get(&id).ok_or("no_such_game")?;
        if game.seat_of(me).is_some() {
            return Err("already_joined");
        }
        if game.status != GameStatus::Waiting {
            return Err("not_waiting");
        }
        if self.challenges.get(&id).is_some_and(|challenge| challenge.challenged != me) {
            return Err("reserved");
        }
        if game.terms.private && !by_code {
            return Err("private_game");
        }
        self.sit_down(me, id)
    }

    /// Takes the first free seat; the last one taken starts the game.
    pub fn sit_down(&mut self, me: Who, id: u64) -> Answer {
        let Some(mut game) = self.games.remove(&id) else { return Err("no_such_game") };
        if game.people().iter().any(|&other| self.is_blocked_between(me, other)) {
            return Err("blocked");
        }
        self.refuse_rating(me, &game)?;
        self.games.insert(id, game.clone());
        self.ready(me, &game.terms.time)?;
        self.games.remove(&id);
        let party = self.party(me);
        let free = game.parties.iter_mut().find(|party| party.who.is_none()).ok_or("not_waiting")?;
        *free = party;
        game.readers = game.people();
        if game.people().len() == game.parties.len() {
            self.seeks.remove(&id);
            self.challenges.remove(&id);
            self.begin(game);
        } else {
            self.games.insert(id, game);
        }
        Ok(())
    }

    /// Also withdraws a challenge, and takes one that was declined off the caller's list.
    pub fn cancel_game(&mut self, me: Who, id: u64) -> Answer {
        let declined =
            self.challenges.get(&id).is_some_and(|it| it.challenger == me && it.declined.is_some());
        if declined {
            self.challenges.remove(&id);
            return Ok(());
        }
        self.seat_in(me, id)?;
        if self.games[&id].status != GameStatus::Waiting {
            return Err("not_waiting");
        }
        self.leave_waiting(id, me);
        Ok(())
    }

    /// Without its opener a game is gone; anyone else's seat is free again.
    pub fn leave_waiting(&mut self, id: u64, who: Who) {
        let Some(game) = self.games.get_mut(&id) else { return };
        let Some(seat) = game.seat_of(who) else { return };
        if game.taken().next().is_some_and(|(first, _)| first == seat) {
            return self.remove_waiting(id);
        }
        game.parties[seat.index()] = Party::default();
        game.readers = game.people();
    }

    pub fn remove_waiting(&mut self, id: u64) {
        self.games.remove(&id);
        self.seeks.remove(&id);
        self.challenges.remove(&id);
    }

    /// Leaves every table in real time at which the player waits: another game has been found.
    pub fn leave_real_time_tables(&mut self, who: Who) {
        let waits = |game: &&Game| game.status == GameStatus::Waiting && is_real_time(&game.terms.time);
        let mine = self.games.values().filter(waits).filter(|game| game.seat_of(who).is_some());
        for id in mine.map(|game| game.id).collect::<Vec<_>>() {
            self.leave_waiting(id, who);
        }
    }

    /// Two who wait at the same table and of whom one has blocked the other: the later seat leaves.
    pub fn part(&mut self, one: Who, other: Who) {
        let together =
            self.games.values().filter(|game| game.status == GameStatus::Waiting).filter_map(|game| {
                let (mine, theirs) = (game.seat_of(one)?, game.seat_of(other)?);
                Some((game.id, if mine > theirs { one } else { other }))
            });
        for (id, later) in together.collect::<Vec<_>>() {
            self.leave_waiting(id, later);
        }
    }

    pub fn let_wait(&mut self, id: u64, until: Micros) {
        if let Some(game) = self.games.get_mut(&id) {
            game.waits_until = until;
        }
    }
}
