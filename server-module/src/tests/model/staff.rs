//! The owner, moderators and matchmakers: what they may do, and the record of it.

use zeitnot_rules::clock::Micros;
use zeitnot_rules::{Message, PlayerName, SeatSet};

use super::account::guest_name;
use super::game::Game;
use super::server::{Answer, Code, Server};
use super::{DAY, MINUTE};
use crate::game::GameStatus;
use crate::tests::{Who, World};

/// An act that was carried out.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Act {
    pub at: Micros,
    pub who: Who,
    pub act: &'static str,
    pub target: String,
    pub detail: String,
}

impl Server {
    pub fn only_owner(&self, me: Who) -> Answer {
        if Self::is_owner(me) { Ok(()) } else { Err("not_allowed") }
    }

    /// Whoever is banned has no role.
    pub fn only_moderators(&self, me: Who) -> Answer {
        let may = Self::is_owner(me) || self.moderators.contains(me) && !self.is_banned(me);
        if may { Ok(()) } else { Err("not_allowed") }
    }

    pub fn only_matchmakers(&self, me: Who) -> Answer {
        let may = Self::is_owner(me) || self.matchmakers.contains(me) && !self.is_banned(me);
        if may { Ok(()) } else { Err("not_allowed") }
    }

    /// Only the owner acts against moderators, or the owner.
    fn refuse_against_staff(&self, me: Who, other: Who) -> Answer {
        let of_the_staff = Self::is_owner(other) || self.moderators.contains(other);
        if of_the_staff && !Self::is_owner(me) { Err("not_allowed") } else { Ok(()) }
    }

    pub fn refuse_own_game(&self, me: Who, game: &Game) -> Answer {
        if game.seat_of(me).is_some() { Err("own_game") } else { Ok(()) }
    }

    pub fn note(&mut self, who: Who, act: &'static str, target: String, detail: String) {
        self.acts.push(Act { at: self.now, who, act, target, detail });
    }

    fn note_about(&mut self, who: Who, act: &'static str, other: Who, detail: String) {
        self.note(who, act, World::identity(other).to_string(), detail);
    }

    /// The names of a player who is gone go from the record.
    pub fn forget_names_in_acts(&mut self, who: Who) {
        let target = World::identity(who).to_string();
        let renamed = self.acts.iter_mut().filter(|it| it.act == "rename_player" && it.target == target);
        renamed.for_each(|act| act.detail.clear());
    }

    /// Moderators, while no ban stands in their row, and the owner.
    pub fn reads_the_record(&self, who: Who) -> bool {
        let banned = self.players.get(who).is_some_and(|player| player.banned_until.is_some());
        Self::is_owner(who) || self.moderators.contains(who) && !banned
    }

    /// Twice is once.
    pub fn appoint(&mut self, me: Who, role: &str, other: Who, on: bool) -> Answer {
        self.only_owner(me)?;
        let (those, act) = match (role, on) {
            ("moderator", true) => (&mut self.moderators, "add_moderator"),
            ("moderator", false) => (&mut self.moderators, "remove_moderator"),
            (_, true) => (&mut self.matchmakers, "add_matchmaker"),
            (_, false) => (&mut self.matchmakers, "remove_matchmaker"),
        };
        let changed = if on { those.insert(other) } else { those.remove(other) };
        if changed {
            self.note_about(me, act, other, String::new());
        }
        Ok(())
    }

    pub fn drain(&mut self, me: Who, on: bool) -> Answer {
        self.only_owner(me)?;
        self.draining = on;
        if on {
            self.searches.clear();
        }
        self.note(me, "drain", String::new(), on.to_string());
        Ok(())
    }

    pub fn allow_free_chat(&mut self, me: Who, on: bool) -> Answer {
        self.only_owner(me)?;
        self.free_chat = on;
        self.note(me, "allow_free_chat", String::new(), on.to_string());
        Ok(())
    }

    pub fn limit_calls(&mut self, me: Who, per_second: u32) -> Answer {
        self.only_owner(me)?;
        self.calls_per_second = per_second;
        self.note(me, "limit_calls", String::new(), format!("{per_second} a second"));
        Ok(())
    }

    pub fn void_game(&mut self, me: Who, id: u64, reason: &str) -> Answer {
        self.only_moderators(me)?;
        let reason = read_reason(reason)?;
        let mut game = self.open(id)?;
        self.refuse_own_game(me, &game)?;
        self.note(me, "void_game", id.to_string(), reason);
        self.finish(&mut game, SeatSet::EMPTY, "void", None);
        self.put(game);
        Ok(())
    }

    /// The player is out of all games. Not of those who play against the player.
    pub fn ban_player(&mut self, me: Who, other: Who, hours: u32, reason: &str) -> Answer {
        self.only_moderators(me)?;
        self.refuse_against_staff(me, other)?;
        if Self::is_owner(other) {
            return Err("not_allowed");
        }
        let reason = read_reason(reason)?;
        if !(1..=100 * 365 * 24).contains(&hours) {
            return Err("bad_ban");
        }
        if !self.players.contains_key(other) {
            return Err("unknown_player");
        }
        let against = |game: &Game| {
            let together = game.readers.contains(&other) && game.seat_of(me).is_some();
            game.status == GameStatus::Live && together
        };
        if self.games.values().any(against) {
            return Err("own_game");
        }
        self.row_of(other).banned_until = Some(self.now + Micros::from(hours) * 60 * MINUTE);
        let first = if self.present.contains(other) { None } else { Some(self.now + DAY) };
        self.look_again_at(other, first);
        self.restate_ratings(other);
        self.note_about(me, "ban_player", other, format!("{hours} h: {reason}"));
        self.leave_everything(other, "banned");
        Ok(())
    }

    pub fn unban_player(&mut self, me: Who, other: Who, reason: &str) -> Answer {
        self.only_moderators(me)?;
        self.refuse_against_staff(me, other)?;
        let reason = read_reason(reason)?;
        if !self.players.contains_key(other) {
            return Err("unknown_player");
        }
        if !self.is_banned(other) {
            return Err("not_banned");
        }
        self.row_of(other).banned_until = None;
        self.restate_ratings(other);
        self.note_about(me, "unban_player", other, reason);
        Ok(())
    }

    /// In running games and challenges too, not in the archive; an empty one is a guest's.
    pub fn rename_player(&mut self, me: Who, other: Who, name: &str) -> Answer {
        self.only_moderators(me)?;
        self.refuse_against_staff(me, other)?;
        let name = match name.trim() {
            "" => guest_name(other),
            name => name.parse::<PlayerName>().map_err(|_| "bad_name")?.to_string(),
        };
        let before = self.players.get(other).ok_or("unknown_player")?.name.clone();
        self.note_about(me, "rename_player", other, format!("{before} is now {name}"));
        self.row_of(other).name.clone_from(&name);
        self.restate_ratings(other);
        for seek in self.seeks.values_mut().filter(|seek| seek.opener == other) {
            seek.by.name.clone_from(&name);
        }
        for challenge in self.challenges.values_mut() {
            if challenge.challenger == other {
                challenge.from.name.clone_from(&name);
            } else if challenge.challenged == other {
                challenge.to.name.clone_from(&name);
            }
        }
        for game in self.games.values_mut().filter(|game| game.readers.contains(&other)) {
            if let Some(seat) = game.seat_of(other) {
                game.parties[seat.index()].name.clone_from(&name);
                game.restate();
            }
        }
        Ok(())
    }
}

/// A reason has 1 to 200 characters, of the kind of those in a line of chat.
fn read_reason(text: &str) -> Result<String, Code> {
    Message::new(text).map(|text| text.to_string()).map_err(|_| "bad_reason")
}
