//! Quick match.

use std::collections::BTreeMap;

use zeitnot_rules::clock::{Micros, TimeControl};

use super::game::{Game, at};
use super::server::{Answer, Server};
use super::terms::{Terms, board, is_real_time};
use super::{MINUTE, SECOND};
use crate::game::{GameConfig, GameStatus};
use crate::queue::MySearch;
use crate::tests::Who;

#[derive(Clone)]
pub(super) struct Pool {
    pub spec: String,
    pub time: TimeControl,
    pub rated: bool,
}

#[derive(Clone)]
pub(super) struct Search {
    pub player: Who,
    pub pool: String,
    pub rating: u32,
    pub below: u32,
    pub above: u32,
    pub since: Micros,
}

impl Search {
    pub fn row(&self) -> MySearch {
        MySearch {
            pool: self.pool.clone(),
            rating: self.rating,
            below: self.below,
            above: self.above,
            since: at(self.since),
        }
    }

    /// A range grows by ten points a second, and after a minute anybody will do.
    fn accepts(&self, other: &Search, now: Micros) -> bool {
        let waited = (now - self.since).max(0);
        let asked = i64::from(if other.rating < self.rating { self.below } else { self.above });
        let distance = i64::from(self.rating.abs_diff(other.rating));
        waited >= MINUTE || distance <= asked + waited / SECOND * 10
    }
}

impl Pool {
    /// At first each game by name under four time controls, rated and not.
    pub fn at_first() -> BTreeMap<String, Self> {
        let mut pools = BTreeMap::new();
        for (name, spec) in zeitnot_rules::presets() {
            for time in ["1+0", "3+2", "10+5", "days:3"] {
                for (rated, suffix) in [(false, ""), (true, "/rated")] {
                    let Ok(control) = time.parse() else { continue };
                    let pool = Self { spec: spec.clone(), time: control, rated };
                    pools.insert(format!("{name}/{time}{suffix}"), pool);
                }
            }
        }
        pools
    }

    fn config(&self) -> GameConfig {
        GameConfig { rated: self.rated, ..crate::tests::config(&self.spec, &self.time.to_string()) }
    }
}

impl Server {
    /// Again: changes the range, and keeps the place.
    pub fn join_queue(&mut self, me: Who, name: &str, below: u32, above: u32) -> Answer {
        self.refuse_if_draining()?;
        let pool = self.pools.get(name).ok_or("no_such_pool")?.clone();
        if !self.is_online(me) {
            return Err("not_connected");
        }
        self.ready(me, &pool.time)?;
        if is_real_time(&pool.time) && self.plays_in_real_time(me) {
            return Err("already_playing");
        }
        match self.searches.iter_mut().find(|it| it.player == me && it.pool == name) {
            Some(search) => (search.below, search.above) = (below, above),
            None => {
                let board = board(&pool.spec, &pool.time).unwrap_or_default();
                let rating = self.rating_now(me, &board).0;
                let (pool, since) = (name.to_owned(), self.now);
                self.searches.push(Search { player: me, pool, rating, below, above, since });
            }
        }
        let waiting: Vec<Search> = self.searches.iter().filter(|it| it.pool == name).cloned().collect();
        let (mine, mut others): (Vec<_>, Vec<_>) = waiting.into_iter().partition(|it| it.player == me);
        if let Some(opponent) = self.find_opponent(&pool, &mine[0], &mut others) {
            self.begin_found(name, &pool, me, opponent.player)?;
        }
        Ok(())
    }

    pub fn leave_queue(&mut self, me: Who, name: &str) -> Answer {
        let before = self.searches.len();
        let known = self.pools.contains_key(name);
        self.searches.retain(|it| !(known && it.player == me && it.pool == name));
        if self.searches.len() < before { Ok(()) } else { Err("not_searching") }
    }

    /// A round over all pools.
    pub fn pair_up(&mut self) {
        if self.draining {
            return;
        }
        for name in self.told.pools().to_vec() {
            let Some(pool) = self.pools.get(&name).cloned() else { continue };
            let mut waiting: Vec<Search> =
                self.searches.iter().filter(|it| it.pool == name).cloned().collect();
            while !waiting.is_empty() {
                let search = waiting.remove(0);
                if !self.can_begin(&pool, &search) {
                    continue;
                }
                if let Some(opponent) = self.find_opponent(&pool, &search, &mut waiting) {
                    let begun = self.begin_found(&name, &pool, search.player, opponent.player);
                    assert_eq!(begun, Ok(()), "both were ready");
                }
            }
        }
    }

    /// Who has waited longest is paired first; of those who came in the same second, the closest by rating.
    fn find_opponent(&mut self, pool: &Pool, search: &Search, waiting: &mut Vec<Search>) -> Option<Search> {
        let now = self.now;
        loop {
            let fits = |other: &&Search| {
                let met = self.is_blocked_between(search.player, other.player);
                search.accepts(other, now) && other.accepts(search, now) && !met
            };
            let second = |it: &Search| (now - it.since).max(0) / SECOND;
            let distance = |it: &Search| it.rating.abs_diff(search.rating);
            let longest = waiting.iter().filter(fits).map(second).max()?;
            let same = waiting.iter().filter(fits).filter(|it| second(it) == longest);
            let best = same.min_by_key(|it| distance(it))?.clone();
            waiting.retain(|it| it.player != best.player);
            if self.can_begin(pool, &best) {
                return Some(best);
            }
        }
    }

    /// Whoever cannot play is taken out.
    fn can_begin(&mut self, pool: &Pool, search: &Search) -> bool {
        let can = self.is_online(search.player) && self.ready(search.player, &pool.time).is_ok();
        if !can {
            self.end_search(search.player, &search.pool);
        }
        can
    }

    fn end_search(&mut self, who: Who, pool: &str) {
        self.searches.retain(|it| !(it.player == who && it.pool == pool));
    }

    /// The one who has begun less often begins; else chance decides. One game that is found takes away whatever
    /// else might become such a game.
    fn begin_found(&mut self, name: &str, pool: &Pool, one: Who, other: Who) -> Answer {
        let starts = |who: Who| self.players.get(who).map_or(0, |player| player.starts);
        let one_begins = match starts(one).cmp(&starts(other)) {
            std::cmp::Ordering::Less => true,
            std::cmp::Ordering::Greater => false,
            std::cmp::Ordering::Equal => self.told.is_first(self.told.id_after(self.last_game), one),
        };
        let people = if one_begins { [one, other] } else { [other, one] };
        let game = self.seat_all(Terms::of(&pool.config())?, &people)?;
        for who in people {
            self.end_search(who, name);
            if is_real_time(&pool.time) {
                self.leave_real_time_tables(who);
            }
        }
        self.row_of(people[0]).starts += 1;
        self.row_of(people[1]).starts -= 1;
        self.begin(game);
        Ok(())
    }

    pub fn plays_in_real_time(&self, who: Who) -> bool {
        let plays = |game: &Game| {
            let seat = game.seat_of(who);
            game.status == GameStatus::Live
                && is_real_time(&game.terms.time)
                && seat.is_some_and(|seat| !game.parties[seat.index()].out)
        };
        self.games.values().any(plays)
    }

    pub fn leave_real_time_pools(&mut self, who: Who) {
        let fast = |name: &str| self.pools.get(name).is_none_or(|pool| is_real_time(&pool.time));
        self.searches.retain(|it| !(it.player == who && fast(&it.pool)));
    }

    /// Names of 1 to 64 of certain characters, for games that are rated somewhere; 100 pools at most.
    pub fn add_pool(&mut self, me: Who, name: &str, spec: &str, time: &str, rated: bool) -> Answer {
        self.only_owner(me)?;
        let letter = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "/+-.:".contains(c);
        if !(1..=64).contains(&name.len()) || !name.chars().all(letter) || self.pools.contains_key(name) {
            return Err("bad_pool");
        }
        if self.pools.len() >= 100 {
            return Err("too_many_pools");
        }
        let terms = Terms::of(&GameConfig { rated, ..crate::tests::config(spec, time) })?;
        board(&terms.spec, &terms.time).ok_or("bad_pool")?;
        let detail = format!("{name}: {spec}, {time}{}", if rated { ", rated" } else { "" });
        self.pools.insert(name.to_owned(), Pool { spec: terms.spec, time: terms.time, rated });
        self.note(me, "add_pool", String::new(), detail);
        Ok(())
    }

    pub fn remove_pool(&mut self, me: Who, name: &str) -> Answer {
        self.only_owner(me)?;
        self.pools.remove(name).ok_or("no_such_pool")?;
        self.searches.retain(|it| it.pool != name);
        self.note(me, "remove_pool", String::new(), name.to_owned());
        Ok(())
    }
}
