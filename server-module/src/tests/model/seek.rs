//! The list of open games.

use spacetimedb::Identity;
use zeitnot_rules::clock::Micros;

use super::MINUTE;
use super::game::{Game, at};
use super::play::WAIT;
use super::server::{Answer, Server};
use super::terms::{Terms, board};
use crate::contender::Contender;
use crate::game::GameConfig;
use crate::seek::Seek as Row;
use crate::tests::{Who, World};

#[derive(Clone)]
pub(super) struct Seek {
    pub opener: Who,
    pub by: Contender,
    pub least: u32,
    pub most: u32,
    pub since: Micros,
}

impl Seek {
    pub fn row(&self, game: &Game) -> Row {
        let opener: Identity = World::identity(self.opener);
        Row {
            id: game.id,
            shelf: 0,
            opener,
            by: self.by.clone(),
            spec: game.terms.spec.clone(),
            preset: zeitnot_rules::preset_of(&game.terms.spec).unwrap_or_default().to_owned(),
            time: game.terms.time.to_string(),
            policy: game.terms.policy.to_string(),
            leaving: game.terms.leaving.to_string(),
            series: game.terms.series_text(),
            rated: game.terms.rated,
            taken: game.people().len() as u8,
            seats: game.parties.len() as u8,
            min_rating: self.least,
            max_rating: self.most,
            since: at(self.since),
        }
    }
}

impl Server {
    pub fn open_seek(&mut self, me: Who, config: &GameConfig, least: u32, most: u32) -> Answer {
        self.refuse_if_draining()?;
        let terms = Terms::of(config)?;
        let unrated = (least, most) != (0, 0) && board(&terms.spec, &terms.time).is_none();
        if terms.private || most != 0 && most < least || unrated {
            return Err("bad_seek");
        }
        self.open_listed(me, terms, least, most)
    }

    pub fn open_listed(&mut self, me: Who, terms: Terms, least: u32, most: u32) -> Answer {
        self.refuse_if_many_seeks(me)?;
        let id = self.take_first_seat(me, terms)?;
        self.list(id, me, least, most);
        Ok(())
    }

    /// 5 of one player, 1,000 of all.
    fn refuse_if_many_seeks(&self, me: Who) -> Answer {
        if self.seeks.values().filter(|seek| seek.opener == me).count() >= 5 {
            return Err("too_many_seeks");
        }
        if self.seeks.len() >= 1_000 { Err("lobby_full") } else { Ok(()) }
    }

    fn list(&mut self, id: u64, opener: Who, least: u32, most: u32) {
        let Some(game) = self.games.get(&id) else { return };
        let (since, by) = (game.opened_at, self.contender(opener, &game.terms.spec, &game.terms.time));
        self.seeks.insert(id, Seek { opener, by, least, most, since });
        self.wait_for_opener(id);
    }

    /// A table that waits for players again is on the list again, if there is room.
    pub fn list_again(&mut self, id: u64) {
        let Some(game) = self.games.get(&id) else { return };
        let Some((_, opener)) = game.taken().next() else { return };
        if !game.terms.private && self.refuse_if_many_seeks(opener).is_ok() {
            self.list(id, opener, 0, 0);
        }
    }

    /// A listed game waits an hour, and only a minute while its opener is away.
    fn wait_for_opener(&mut self, id: u64) {
        let Some(seek) = self.seeks.get(&id) else { return };
        let (hour, minute) = (seek.since + WAIT, self.now + MINUTE);
        let until = if self.present.contains(seek.opener) { hour } else { hour.min(minute) };
        self.let_wait(id, until);
    }

    pub fn opener_came_or_went(&mut self, opener: Who) {
        let mine = self.seeks.iter().filter(|(_, seek)| seek.opener == opener).map(|(&id, _)| id);
        for id in mine.collect::<Vec<_>>() {
            self.wait_for_opener(id);
        }
    }

    /// Whose rating is not within the range may not join.
    pub fn refuse_rating(&mut self, me: Who, game: &Game) -> Answer {
        let Some(seek) = self.seeks.get(&game.id) else { return Ok(()) };
        let Some(board) = board(&game.terms.spec, &game.terms.time) else { return Ok(()) };
        let rating = self.rating_now(me, &board).0;
        let within = rating >= seek.least && (seek.most == 0 || rating <= seek.most);
        if within { Ok(()) } else { Err("rating_out_of_range") }
    }
}
