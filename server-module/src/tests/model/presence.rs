//! Connections, and whom the games say to be there.

use zeitnot_rules::clock::Micros;

use super::SECOND;
use super::call::Caller;
use super::server::{Answer, Server};
use super::told::Told;
use crate::tests::Who;

#[derive(Clone, Copy)]
pub(super) struct Connection {
    since: Micros,
    closing: bool,
}

/// Somebody has come or gone, and the games do not know yet.
#[derive(Clone, Copy)]
pub(super) struct Coming {
    at: Micros,
    closed: bool,
}

impl Server {
    pub fn connect(&mut self, caller: Caller) {
        self.connections.insert((caller.who, caller.device), Connection { since: self.now, closing: false });
        self.note_news(caller.who, false);
    }

    /// With the last connection of a player the searches end.
    pub fn disconnect(&mut self, caller: Caller) {
        self.stop_watching(caller);
        let Some(connection) = self.connections.remove(&(caller.who, caller.device)) else { return };
        if !self.is_online(caller.who) {
            self.searches.retain(|search| search.player != caller.who);
            self.note_news(caller.who, connection.closing);
        }
    }

    pub fn say_goodbye(&mut self, caller: Caller) -> Answer {
        let connection = self.connections.get_mut(&(caller.who, caller.device)).ok_or("not_connected")?;
        connection.closing = true;
        Ok(())
    }

    pub fn is_connected(&self, caller: Caller) -> bool {
        self.connections.contains_key(&(caller.who, caller.device))
    }

    pub fn is_online(&self, who: Who) -> bool {
        self.connections.keys().any(|&(player, _)| player == who)
    }

    /// A connection that carries a call over HTTP does not last, and brings nobody back.
    pub fn is_there_to_stay(&self, who: Who) -> bool {
        let mut mine = self.connections.iter().filter(|((player, _), _)| *player == who);
        mine.any(|(_, connection)| connection.since + SECOND <= self.now)
    }

    fn note_news(&mut self, who: Who, closed: bool) {
        if self.is_online(who) == self.present.contains(&who) {
            self.coming.remove(&who);
        } else {
            self.coming.entry(who).or_insert(Coming { at: self.now, closed });
        }
    }

    /// The heart tells the games, in whatever order the module has come upon them.
    pub fn announce(&mut self, told: &Told) {
        let news: Vec<(Who, Coming)> =
            told.coming.iter().filter_map(|&who| Some((who, *self.coming.get(&who)?))).collect();
        assert_eq!(news.len(), self.coming.len(), "who comes and goes");
        for (who, Coming { at, closed }) in news {
            let stays = self.is_there_to_stay(who);
            if stays == self.present.contains(&who) {
                if stays || !self.is_online(who) {
                    self.coming.remove(&who);
                }
                continue;
            }
            self.coming.remove(&who);
            if stays {
                self.present.insert(who);
                self.look_again_at(who, None);
                self.tell_games_of_return(who);
            } else {
                self.present.remove(&who);
                self.remember_for_a_day(who);
                self.tell_games_of_departure(who, at + if closed { 10 } else { 40 } * SECOND);
            }
            self.opener_came_or_went(who);
        }
    }
}
