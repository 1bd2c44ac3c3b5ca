//! What becomes of a game while one of its players is away.

use zeitnot_rules::clock::Micros;
use zeitnot_rules::{OnLeaving, Seat, SeatSet};

use super::game::{Game, Party, seats};
use super::play::{WAIT, put_out};
use super::server::{Answer, Server};
use super::takeback::refuse_if_paused;
use crate::game::GameStatus;
use crate::tests::Who;

impl Server {
    /// Those who are away lose a game that is claimed; it is drawn if the caller says so and all others are away.
    pub fn claim(&mut self, me: Who, id: u64, draw: bool) -> Answer {
        let (mut game, seat) = self.open_in_time(me, id)?;
        refuse_if_paused(&game)?;
        let back = |who: Who| self.is_there_to_stay(who);
        let away = self.claimable(&game);
        let others = game.playing().without(SeatSet::only(seat));
        let gone = |&other: &Seat| away.contains(other) && !game.parties[other.index()].who.is_some_and(back);
        let claimed: SeatSet = others.iter().filter(gone).collect();
        if claimed.is_empty() || draw && claimed != others {
            return Err("no_claim");
        }
        if draw {
            self.finish(&mut game, SeatSet::EMPTY, "away", None);
            self.put(game);
        } else {
            for other in claimed.iter() {
                put_out(&mut game, other, "away");
            }
            self.settle(game, Some("away"), None);
        }
        Ok(())
    }

    fn claimable(&self, game: &Game) -> SeatSet {
        let ripe = |party: &Party| !party.out && party.claim_from.is_some_and(|from| from <= self.now);
        seats().zip(&game.parties).filter(|(_, party)| ripe(party)).map(|(seat, _)| seat).collect()
    }

    /// The games of a player that have not ended.
    fn games_not_over(&self, who: Who) -> Vec<u64> {
        let mine = |game: &&Game| game.status != GameStatus::Over && game.readers.contains(&who);
        self.games.values().filter(mine).map(|game| game.id).collect()
    }

    /// A player's games are told that the player has come back.
    pub fn tell_games_of_return(&mut self, who: Who) {
        for id in self.games_not_over(who) {
            let Some(mut game) = self.opened_for_news(id) else { continue };
            let Some(seat) = game.seat_of(who) else { continue };
            let party = &mut game.parties[seat.index()];
            (party.online, party.claim_from) = (true, None);
            if game.waits_for.contains(seat) {
                self.wait_no_longer(&mut game, SeatSet::only(seat));
            }
            self.write_news(game);
        }
    }

    /// A player's games are told that the player has gone, and from when on they may be claimed.
    pub fn tell_games_of_departure(&mut self, who: Who, claim_from: Micros) {
        for id in self.games_not_over(who) {
            let Some(mut game) = self.opened_for_news(id) else { continue };
            let Some(seat) = game.seat_of(who) else { continue };
            let claim_from = game.can_be_claimed().then_some(claim_from);
            let party = &mut game.parties[seat.index()];
            party.online = false;
            party.claim_from = claim_from.filter(|_| !party.out);
            if game.status == GameStatus::Live
                && let OnLeaving::Pause { at_most } = game.terms.leaving.action()
            {
                self.wait_for(&mut game, seat, at_most);
            }
            self.write_news(game);
        }
    }

    /// A game is opened, and credited with outages, only where its policy has something to do.
    fn opened_for_news(&mut self, id: u64) -> Option<Game> {
        let game = self.games.get(&id)?;
        if acts_on_news(game) { self.open(id).ok() } else { self.games.remove(&id) }
    }

    fn write_news(&mut self, mut game: Game) {
        if acts_on_news(&game) {
            self.settle(game, None, None);
        } else {
            game.restate();
            self.games.insert(game.id, game);
        }
    }

    pub fn wait_for_all_who_are_away(&mut self, game: &mut Game) {
        let OnLeaving::Pause { at_most } = game.terms.leaving.action() else { return };
        let away: Vec<Seat> =
            seats().zip(&game.parties).filter(|(_, party)| !party.online).map(|(seat, _)| seat).collect();
        for seat in away {
            self.wait_for(game, seat, at_most);
        }
    }

    /// The clocks stand for one who is away, unless they have stood long enough for that seat, stand by agreement,
    /// or somebody's time has run out. Meanwhile the game cannot be claimed.
    fn wait_for(&mut self, game: &mut Game, seat: Seat, at_most: Micros) {
        let agreed = game.paused_at.is_some() && game.waits_for.is_empty();
        let waited_enough = game.waited[seat.index()] >= at_most;
        let no_use = game.terms.time.is_untimed() || !game.playing().contains(seat);
        if agreed || waited_enough || no_use || !self.late(game).is_empty() {
            return;
        }
        self.count_waiting(game);
        game.waits_for.insert(seat);
        self.stop(game);
        let until = self.now + at_most - game.waited[seat.index()];
        let party = &mut game.parties[seat.index()];
        party.claim_from = party.claim_from.map(|from| from.max(until));
    }

    pub fn wait_no_longer(&mut self, game: &mut Game, for_whom: SeatSet) {
        self.count_waiting(game);
        game.waits_for = game.waits_for.without(for_whom);
        if game.waits_for.is_empty() {
            self.go_on(game);
        } else {
            game.paused_at = Some(self.now);
        }
    }

    fn count_waiting(&mut self, game: &mut Game) {
        let Some(since) = game.paused_at else { return };
        for seat in game.waits_for.iter() {
            game.waited[seat.index()] += (self.now - since).max(0);
        }
    }

    /// The sweeper finds a game in which something is due about one who is away.
    pub fn see_to_absence(&mut self, mut game: Game) {
        match game.terms.leaving.action() {
            OnLeaving::Reset if !self.claimable(&game).is_empty() => return self.reset(game),
            OnLeaving::Pause { at_most } => {
                let stood = game.paused_at.map_or(0, |since| self.now - since);
                let over = |seat: &Seat| game.waited[seat.index()] + stood >= at_most;
                let over: SeatSet = game.waits_for.iter().filter(over).collect();
                self.wait_no_longer(&mut game, over);
            }
            _ => {}
        }
        self.settle(game, None, None);
    }

    /// The seats of those who are away are free, and the game waits for players again: what was played is forgotten.
    /// Who has blocked whom meanwhile does not wait together: the later seat is free.
    fn reset(&mut self, game: Game) {
        let away = self.claimable(&game);
        self.forget_watchers(game.id);
        self.watchable.remove(&game.id);
        self.lines.retain(|line| line.game != game.id);
        let stays = |(seat, party): &(Seat, Party)| !away.contains(*seat) && !party.out;
        let (id, turn_started) = (game.id, game.turn_started);
        let parties = game.parties.into_iter();
        let mut parties: Vec<Party> = seats()
            .zip(parties)
            .filter(stays)
            .map(|(_, party)| Party { claim_from: None, ..party })
            .collect();
        if parties.is_empty() {
            return;
        }
        let mut kept: Vec<Who> = Vec::new();
        for party in &mut parties {
            let Some(who) = party.who else { continue };
            if kept.iter().any(|&other| self.is_blocked_between(who, other)) {
                *party = Party::default();
            } else {
                kept.push(who);
            }
        }
        let mut anew = Game::waiting(id, game.terms, parties, self.now);
        anew.turn_started = turn_started;
        anew.waits_until = self.now + WAIT;
        self.games.insert(id, anew);
        self.list_again(id);
    }
}

/// Games of which the policy does nothing about those who leave are only told.
fn acts_on_news(game: &Game) -> bool {
    game.status == GameStatus::Live && game.terms.leaving.action() != OnLeaving::Run
}
