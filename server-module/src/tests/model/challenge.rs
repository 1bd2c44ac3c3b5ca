//! Challenges.

use spacetimedb::Identity;
use zeitnot_rules::PlayerName;
use zeitnot_rules::clock::Micros;

use super::DAY;
use super::game::at;
use super::server::{Answer, Code, Server};
use super::terms::Terms;
use crate::challenge::{Challenge as Row, DeclineReason};
use crate::contender::Contender;
use crate::game::GameConfig;
use crate::tests::{Who, World};

#[derive(Clone)]
pub(super) struct Challenge {
    pub challenger: Who,
    pub challenged: Who,
    pub from: Contender,
    pub to: Contender,
    pub terms: Terms,
    pub declined: Option<DeclineReason>,
    pub since: Micros,
}

impl Challenge {
    pub fn until(&self) -> Micros {
        self.since + DAY
    }

    pub fn row(&self, id: u64) -> Row {
        Row {
            id,
            challenger: World::identity(self.challenger),
            challenged: World::identity(self.challenged),
            from: self.from.clone(),
            to: self.to.clone(),
            spec: self.terms.spec.clone(),
            preset: zeitnot_rules::preset_of(&self.terms.spec).unwrap_or_default().to_owned(),
            time: self.terms.time.to_string(),
            policy: self.terms.policy.to_string(),
            leaving: self.terms.leaving.to_string(),
            series: self.terms.series_text(),
            rated: self.terms.rated,
            private: self.terms.private,
            declined: self.declined,
            since: at(self.since),
            until: at(self.until()),
            sweep_at: self.until(),
        }
    }
}

impl Server {
    pub fn challenge(&mut self, me: Who, config: &GameConfig, named: &str) -> Answer {
        self.refuse_if_draining()?;
        let terms = Terms::of(config)?;
        if terms.seats != 2 {
            return Err("wrong_seats");
        }
        let other = self.find_player(named.trim())?;
        if other == me {
            return Err("own_challenge");
        }
        if self.is_blocked_between(me, other) {
            return Err("blocked");
        }
        self.refuse_if_many_challenges(me, other)?;
        let id = self.take_first_seat(me, terms.clone())?;
        let from = self.contender(me, &terms.spec, &terms.time);
        let to = self.contender(other, &terms.spec, &terms.time);
        self.let_wait(id, self.now + DAY);
        let since = self.now;
        let challenge =
            Challenge { challenger: me, challenged: other, from, to, terms, declined: None, since };
        self.challenges.insert(id, challenge);
        Ok(())
    }

    pub fn accept_challenge(&mut self, me: Who, id: u64) -> Answer {
        self.refuse_if_draining()?;
        self.pending_for(me, id)?;
        self.sit_down(me, id)
    }

    pub fn decline_challenge(&mut self, me: Who, id: u64, reason: DeclineReason) -> Answer {
        self.pending_for(me, id)?;
        self.decline(id, reason);
        Ok(())
    }

    fn pending_for(&self, me: Who, id: u64) -> Answer {
        let mine = self.challenges.get(&id).is_some_and(|it| it.challenged == me && it.declined.is_none());
        if mine { Ok(()) } else { Err("no_such_challenge") }
    }

    /// The game is gone, and the answer is shown.
    fn decline(&mut self, id: u64, reason: DeclineReason) {
        if let Some(challenge) = self.challenges.get(&id).cloned() {
            self.remove_waiting(id);
            self.challenges.insert(id, Challenge { declined: Some(reason), ..challenge });
        }
    }

    /// 10 of a player wait for their answers, and 50 for one player's. Of those that were declined the oldest make
    /// room for a new one.
    fn refuse_if_many_challenges(&mut self, me: Who, other: Who) -> Answer {
        let waiting = |it: &&Challenge| it.declined.is_none();
        let made = self.challenges.values().filter(waiting).filter(|it| it.challenger == me).count();
        let got = self.challenges.values().filter(waiting).filter(|it| it.challenged == other).count();
        if made >= 10 || got >= 50 {
            return Err("too_many_challenges");
        }
        let declined = self.challenges.iter().filter(|(_, it)| it.challenger == me && it.declined.is_some());
        let declined: Vec<u64> = declined.map(|(&id, _)| id).collect();
        let excess = (made + declined.len() + 1).saturating_sub(10);
        for id in &declined[..excess] {
            self.challenges.remove(id);
        }
        Ok(())
    }

    /// By name in any case, or by identity in hexadecimal.
    fn find_player(&self, named: &str) -> Result<Who, Code> {
        if let Ok(identity) = Identity::from_hex(named.trim_start_matches("0x")) {
            let found = self.players.keys().find(|&&who| World::identity(who) == identity);
            return found.copied().ok_or("unknown_player");
        }
        let name: PlayerName = named.parse().map_err(|_| "unknown_player")?;
        let name = name.as_str().to_lowercase();
        let mut found = self.players.iter().filter(|(_, player)| player.name.to_lowercase() == name);
        let first = found.next().map(|(&who, _)| who).ok_or("unknown_player")?;
        if found.next().is_some() { Err("ambiguous_name") } else { Ok(first) }
    }

    /// Those of the one who blocks are withdrawn, those of the other declined.
    pub fn end_challenges_between(&mut self, blocker: Who, blocked: Who) {
        let between = |(&id, it): (&u64, &Challenge)| {
            let mine = (it.challenger, it.challenged) == (blocker, blocked);
            let theirs = (it.challenger, it.challenged) == (blocked, blocker) && it.declined.is_none();
            (mine || theirs).then_some((id, mine))
        };
        for (id, mine) in self.challenges.iter().filter_map(between).collect::<Vec<_>>() {
            if mine { self.remove_waiting(id) } else { self.decline(id, DeclineReason::Generic) }
        }
    }

    pub fn drop_challenges_of(&mut self, who: Who) {
        let of = |it: &Challenge| it.challenger == who || it.challenged == who;
        let all = self.challenges.iter().filter(|(_, it)| of(it)).map(|(&id, _)| id);
        for id in all.collect::<Vec<_>>() {
            self.remove_waiting(id);
        }
    }

    /// Answers that have been shown long enough.
    pub fn sweep_challenges(&mut self) {
        let now = self.now;
        self.challenges.retain(|_, it| it.declined.is_none() || it.until() > now);
    }
}
