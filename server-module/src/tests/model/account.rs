//! Players: their rows, names, bans, and what becomes of an account that is deleted or was never used.

use zeitnot_rules::PlayerName;
use zeitnot_rules::clock::{Micros, TimeControl};

use super::DAY;
use super::game::Game;
use super::play::put_out;
use super::server::{Answer, Code, Server};
use crate::game::GameStatus;
use crate::tests::{Who, World};

#[derive(Clone)]
pub(super) struct Player {
    pub name: String,
    pub bot: bool,
    /// Paired games that this player has begun, less those that others have.
    pub starts: i32,
    pub banned_until: Option<Micros>,
    /// When the sweeper looks whether anybody needs this row; never, if none.
    pub look_at: Option<Micros>,
}

/// `Guest` and the last six digits of the identity.
pub(super) fn guest_name(who: Who) -> String {
    let hex = World::identity(who).to_hex().to_string();
    format!("Guest {}", &hex[hex.len() - 6..])
}

impl Server {
    pub fn name_of(&self, who: Who) -> String {
        self.players.get(who).map_or_else(|| guest_name(who), |player| player.name.clone())
    }

    pub fn is_banned(&self, who: Who) -> bool {
        let until = self.players.get(who).and_then(|player| player.banned_until);
        until.is_some_and(|until| until > self.now)
    }

    /// The row of a player, made on first use.
    pub fn row_of(&mut self, who: Who) -> &mut Player {
        let look_at = if self.present.contains(who) { None } else { Some(self.now + DAY) };
        self.players.entry(who).or_insert_with(|| Player {
            name: guest_name(who),
            bot: false,
            starts: 0,
            banned_until: None,
            look_at,
        })
    }

    /// The same for one who does something.
    pub fn active(&mut self, who: Who) -> Result<&mut Player, Code> {
        if self.is_banned(who) { Err("banned") } else { Ok(self.row_of(who)) }
    }

    /// Who may take a seat in one more game: 50 waiting or running, and 500 by correspondence.
    pub fn ready(&mut self, who: Who, time: &TimeControl) -> Answer {
        self.active(who)?;
        let slow = time.is_correspondence();
        if self.games_of(who, slow) < if slow { 500 } else { 50 } { Ok(()) } else { Err("too_many_games") }
    }

    pub fn games_of(&self, who: Who, slow: bool) -> usize {
        self.games.values().filter(|game| game.counts_for(who, slow)).count()
    }

    pub fn set_name(&mut self, me: Who, name: &str) -> Answer {
        let name: PlayerName = name.parse().map_err(|_| "bad_name")?;
        self.active(me)?.name = name.to_string();
        self.restate_ratings(me);
        Ok(())
    }

    pub fn declare_bot(&mut self, me: Who) -> Answer {
        self.active(me)?.bot = true;
        self.restate_ratings(me);
        Ok(())
    }

    /// Takes a player out of all games and away from wherever they look for one.
    pub fn leave_everything(&mut self, who: Who, reason: &str) {
        self.searches.retain(|search| search.player != who);
        self.drop_challenges_of(who);
        let mine: Vec<(u64, GameStatus)> = self
            .games
            .values()
            .filter(|game| game.readers.contains(&who))
            .map(|game| (game.id, game.status))
            .collect();
        for (id, status) in mine {
            match status {
                GameStatus::Waiting => self.leave_waiting(id, who),
                GameStatus::Live => self.leave_live(id, who, reason),
                GameStatus::Over => {}
            }
        }
    }

    /// What a deadline that has passed decides comes first. Whoever is out already leaves the game as it is, outages
    /// that it is to be credited with included.
    fn leave_live(&mut self, id: u64, who: Who, reason: &str) {
        let stored = self.games.get(&id).cloned();
        let Ok(game) = self.open(id) else { return };
        let late = self.late(&game);
        if late.is_empty() {
            self.games.extend(stored.map(|game| (id, game)));
        } else {
            self.time_is_up(game, late);
        }
        let plays = |game: &Game| game.seat_of(who).is_some_and(|seat| game.playing().contains(seat));
        if self.games.get(&id).is_some_and(plays)
            && let Ok((mut game, seat)) = self.open_mine(who, id)
        {
            put_out(&mut game, seat, reason);
            self.settle(game, Some(reason), None);
        }
    }

    /// The games stay with the others, with nobody's name in the seat; the archive follows.
    pub fn delete_account(&mut self, me: Who) -> Answer {
        if Self::is_owner(me) {
            return Err("owner_stays");
        }
        self.leave_everything(me, "resignation");
        let mine = |game: &&Game| game.readers.contains(&me);
        for id in self.games.values().filter(mine).map(|game| game.id).collect::<Vec<_>>() {
            self.unname(id, me);
            if let Some(game) = self.games.get_mut(&id) {
                game.readers.retain(|&reader| reader != me);
            }
            self.close_if_unread(id);
            if self.archived.contains_key(&id) {
                self.erasures.push((id, me));
            }
        }
        for id in self.shelves.remove(me).unwrap_or_default() {
            self.erasures.push((id, me));
        }
        self.moderators.remove(me);
        self.matchmakers.remove(me);
        self.forget_player(me);
        Ok(())
    }

    pub fn unname(&mut self, id: u64, who: Who) {
        if let Some(game) = self.games.get_mut(&id)
            && let Some(seat) = game.seat_of(who)
        {
            game.parties[seat.index()].unname();
            game.restate();
        }
    }

    /// Removes a player and all that is kept beside, except games. A ban stays.
    pub fn forget_player(&mut self, who: Who) {
        self.lines.retain(|line| line.speaker != who && line.recipient != who);
        self.mutes.retain(|&(player, _)| player != who);
        self.forget_ratings(who);
        self.blocks.retain(|block| block.blocker != who);
        self.blocks.iter_mut().filter(|block| block.blocked == who).for_each(|block| block.name.clear());
        self.forget_names_in_acts(who);
        let Some(player) = self.players.remove(who) else { return };
        if let Some(until) = player.banned_until.filter(|&until| until > self.now) {
            self.row_of(who).banned_until = Some(until);
            let first = if self.present.contains(who) { None } else { Some(self.now + DAY) };
            self.look_again_at(who, first);
        }
    }

    /// When the sweeper looks at a player again: not later than the end of a ban.
    pub fn look_again_at(&mut self, who: Who, at: Option<Micros>) {
        if let Some(player) = self.players.get_mut(who) {
            player.look_at = [at, player.banned_until].into_iter().flatten().min();
        }
    }

    pub fn remember_for_a_day(&mut self, who: Who) {
        self.look_again_at(who, Some(self.now + DAY));
    }

    /// A guest who has left nothing goes a day after the last connection; bans that are over are taken off.
    pub fn sweep_players(&mut self) {
        let due = |player: &Player| player.look_at.is_some_and(|look_at| look_at <= self.now);
        let due: Vec<Who> =
            self.players.iter().filter(|(_, player)| due(player)).map(|(&who, _)| who).collect();
        for who in due {
            let player = &self.players[who];
            let known = self.ratings.keys().any(|(rated, _)| *rated == who)
                || player.name != guest_name(who)
                || self.shelf_count(who) > 0;
            if self.is_banned(who) {
                self.look_again_at(who, None);
            } else if player.banned_until.is_some() {
                self.row_of(who).banned_until = None;
                self.restate_ratings(who);
                let first = if self.present.contains(who) { None } else { Some(self.now + DAY) };
                self.look_again_at(who, first);
            } else if known {
                self.look_again_at(who, None);
            } else if self.games.values().any(|game| game.readers.contains(&who)) {
                self.remember_for_a_day(who);
            } else {
                self.forget_player(who);
            }
        }
    }
}
