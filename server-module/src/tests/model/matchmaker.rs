//! Games that are started for others.

use zeitnot_rules::clock::Micros;

use super::DAY;
use super::game::{Game, at};
use super::server::{Answer, Code, Server};
use super::terms::Terms;
use crate::game::GameConfig;
use crate::matchmaker::Started;
use crate::tests::{Who, World};

#[derive(Clone)]
pub(super) struct Start {
    pub game: u64,
    pub caller: Who,
    key: String,
    config: GameConfig,
    players: Vec<Who>,
    started_at: Micros,
    look_at: Micros,
}

impl Start {
    pub fn row(&self) -> Started {
        Started {
            game: self.game,
            caller: World::identity(self.caller),
            key: self.key.clone(),
            config: self.config.clone(),
            players: self.players.iter().map(|who| World::identity(who)).collect(),
            started_at: at(self.started_at),
        }
    }
}

impl Server {
    /// The same key with the same arguments again starts nothing and succeeds.
    pub fn start_game(&mut self, me: Who, config: &GameConfig, players: &[Who], key: &str) -> Answer {
        self.only_matchmakers(me)?;
        if !(1..=64).contains(&key.chars().count()) || key.chars().any(char::is_control) {
            return Err("bad_key");
        }
        if let Some(before) = self.started.iter().find(|it| it.caller == me && it.key == key) {
            let same = before.config == *config && before.players == players;
            return if same { Ok(()) } else { Err("key_reused") };
        }
        self.refuse_if_draining()?;
        let game = self.seat_all(Terms::of(config)?, players)?;
        self.started.push(Start {
            game: game.id,
            caller: me,
            key: key.to_owned(),
            config: config.clone(),
            players: players.to_vec(),
            started_at: self.now,
            look_at: self.now + DAY,
        });
        self.begin(game);
        Ok(())
    }

    /// A game whose seats are taken in this order, about to begin.
    pub fn seat_all(&mut self, terms: Terms, people: &[Who]) -> Result<Game, Code> {
        self.refuse_if_draining()?;
        if people.len() != terms.seats {
            return Err("wrong_seats");
        }
        if people.iter().enumerate().any(|(n, who)| people[..n].contains(who)) {
            return Err("duplicate_player");
        }
        for who in people {
            self.ready(who, &terms.time)?;
        }
        let parties = people.iter().map(|who| self.party(who)).collect();
        Ok(Game::waiting(self.next_id(), terms, parties, self.now))
    }

    /// A key is known for a day, and for as long as the server has its game.
    pub fn sweep_keys(&mut self) {
        let (now, games) = (self.now, &self.games);
        self.started.retain_mut(|start| {
            let due = start.look_at <= now;
            let kept = games.contains_key(&start.game);
            if due && kept {
                start.look_at = now + DAY;
            }
            !due || kept
        });
    }
}
