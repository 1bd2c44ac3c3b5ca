//! Ratings, and the lists of the best. The arithmetic of Glicko-2 is that of the crate that the module uses, too:
//! what a game is counted for, when, and how often is not.

use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, decay_deviation, glicko2};
use zeitnot_rules::clock::{Micros, TimeControl};

use super::game::{Game, at, numbers};
use super::server::Server;
use super::terms::board;
use super::{DAY, MINUTE, SECOND};
use crate::contender::Contender;
use crate::rating::MyRating;
use crate::tests::Who;

/// Without a game the deviation grows once for each of these (lichess: 0.21436 periods a day).
const IDLE: Micros = 403_060 * SECOND;

/// With this deviation or more a rating is provisional.
const PROVISIONAL: u32 = 110;

#[derive(Clone)]
pub(super) struct Rating {
    glicko: Glicko2Rating,
    games: u32,
    wins: u32,
    draws: u32,
    losses: u32,
    last_at: Micros,
    /// It was fit for the list when it was written last.
    listed: bool,
}

#[derive(Clone)]
pub(super) struct Board {
    refreshed_at: Micros,
    due_at: Micros,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Leader {
    pub board: String,
    /// The best first.
    pub below: i64,
    pub player: Who,
    pub name: String,
    pub deviation: u32,
    pub games: u32,
}

impl Rating {
    fn new(now: Micros) -> Self {
        let glicko = Glicko2Rating::new();
        Self { glicko, games: 0, wins: 0, draws: 0, losses: 0, last_at: now, listed: false }
    }

    fn now(&self, now: Micros) -> Glicko2Rating {
        let idle = (now - self.last_at).max(0) / IDLE;
        (0..idle.min(2_000)).fold(self.glicko, |rating, _| decay_deviation(&rating))
    }

    pub fn row(&self, board: &str) -> MyRating {
        let (value, deviation, provisional) = shown(self.glicko);
        MyRating {
            board: board.to_owned(),
            value,
            deviation,
            provisional,
            games: self.games,
            wins: self.wins,
            draws: self.draws,
            losses: self.losses,
            last_at: at(self.last_at),
        }
    }
}

fn shown(rating: Glicko2Rating) -> (u32, u32, bool) {
    let deviation = rating.deviation.round() as u32;
    (rating.rating.round() as u32, deviation, deviation >= PROVISIONAL)
}

fn bounded(rating: Glicko2Rating) -> Glicko2Rating {
    Glicko2Rating {
        rating: rating.rating.clamp(400.0, 4_000.0),
        deviation: rating.deviation.clamp(45.0, 350.0),
        volatility: rating.volatility.clamp(0.01, 0.1),
    }
}

impl Server {
    /// Value, deviation, and whether that is provisional; those of somebody new if there is nothing yet.
    pub fn rating_now(&self, who: Who, board: &str) -> (u32, u32, bool) {
        let rating = self.ratings.get(&(who, board.to_owned()));
        shown(rating.map_or(Glicko2Rating::new(), |rating| rating.now(self.now)))
    }

    /// Somebody who looks for a game, as others see them.
    pub fn contender(&self, who: Who, spec: &str, time: &TimeControl) -> Contender {
        let rating = board(spec, time).map(|board| self.rating_now(who, &board));
        Contender {
            name: self.name_of(who),
            bot: self.players.get(who).is_some_and(|player| player.bot),
            rating: rating.map(|(value, ..)| value),
            provisional: rating.is_some_and(|(.., provisional)| provisional),
        }
    }

    /// In a rated game it is written down with what ratings its players begin.
    pub fn note_ratings(&self, game: &mut Game) {
        let Some(board) = rated_on(game) else { return };
        for party in &mut game.parties {
            if let Some(who) = party.who {
                let (value, _, provisional) = self.rating_now(who, &board);
                (party.rating, party.provisional) = (Some(value), provisional);
            }
        }
    }

    /// A rated game that counts, counts once.
    pub fn count_rated(&mut self, game: &mut Game) {
        let Some(board) = rated_on(game) else { return };
        let [one, other] = game.people()[..] else { return };
        let outcome = match numbers(game.winners)[..] {
            [0] => Outcomes::WIN,
            [1] => Outcomes::LOSS,
            _ => Outcomes::DRAW,
        };
        let turned = match outcome {
            Outcomes::WIN => Outcomes::LOSS,
            Outcomes::LOSS => Outcomes::WIN,
            Outcomes::DRAW => Outcomes::DRAW,
        };
        let now = self.now;
        let of = |who: Who| self.ratings.get(&(who, board.clone())).cloned().unwrap_or(Rating::new(now));
        let rows = [(one, of(one), outcome), (other, of(other), turned)];
        let before = [rows[0].1.now(now), rows[1].1.now(now)];
        let after = glicko2(&before[0], &before[1], &outcome, &Glicko2Config::new());
        let after = [bounded(after.0), bounded(after.1)];
        for (seat, (who, mut row, outcome)) in rows.into_iter().enumerate() {
            let change = after[seat].rating.round() - before[seat].rating.round();
            game.parties[seat].rating_change = Some(change as i32);
            row.glicko = after[seat];
            row.last_at = now;
            row.games += 1;
            match outcome {
                Outcomes::WIN => row.wins += 1,
                Outcomes::DRAW => row.draws += 1,
                Outcomes::LOSS => row.losses += 1,
            }
            row.listed = self.is_fit(who, &row);
            self.ratings.insert((who, board.clone()), row);
        }
        self.board_changed(&board);
    }

    /// Provisional ratings, bots and banned players are not listed.
    fn is_fit(&self, who: Who, rating: &Rating) -> bool {
        let is_bot = self.players.get(who).is_none_or(|player| player.bot);
        !is_bot && !self.is_banned(who) && !shown(rating.now(self.now)).2
    }

    /// A list is written once a minute at most, and once a day at least.
    fn board_changed(&mut self, name: &str) {
        let now = self.now;
        let board =
            self.boards.entry(name.to_owned()).or_insert(Board { refreshed_at: Micros::MIN, due_at: now });
        board.due_at = board.due_at.min(board.refreshed_at.saturating_add(MINUTE));
    }

    /// A player is banned, a bot by now, or goes by another name.
    pub fn restate_ratings(&mut self, who: Who) {
        for board in self.boards_of(who) {
            let key = (who, board);
            self.board_changed(&key.1);
            if let Some(rating) = self.ratings.get(&key).cloned() {
                let listed = self.is_fit(who, &rating);
                self.ratings.insert(key, Rating { listed, ..rating });
            }
        }
    }

    pub fn forget_ratings(&mut self, who: Who) {
        for board in self.boards_of(who) {
            self.board_changed(&board);
        }
        self.ratings.retain(|&(player, _), _| player != who);
        for list in self.leaders.values_mut() {
            list.retain(|leader| leader.player != who);
        }
    }

    fn boards_of(&self, who: Who) -> Vec<String> {
        self.ratings.keys().filter(|(player, _)| *player == who).map(|(_, board)| board.clone()).collect()
    }

    /// The sweeper writes the lists that are due.
    pub fn refresh_leaders(&mut self) {
        let due = self.boards.iter().filter(|(_, board)| board.due_at <= self.now);
        for name in due.map(|(name, _)| name.clone()).collect::<Vec<_>>() {
            let mut list = Vec::new();
            for (who, board) in self.ratings.keys().cloned().collect::<Vec<_>>() {
                let key = (who, board);
                let Some(rating) = self.ratings.get(&key).cloned().filter(|it| it.listed && key.1 == name)
                else {
                    continue;
                };
                if self.is_fit(who, &rating) {
                    let (value, deviation, _) = shown(rating.now(self.now));
                    let below = -i64::from(value);
                    let (board, name, games) = (key.1, self.name_of(who), rating.games);
                    list.push(Leader { board, below, player: who, name, deviation, games });
                } else {
                    self.ratings.insert(key, Rating { listed: false, ..rating });
                }
            }
            self.leaders.insert(name.clone(), list);
            self.boards.insert(name, Board { refreshed_at: self.now, due_at: self.now + DAY });
        }
    }
}

fn rated_on(game: &Game) -> Option<String> {
    board(&game.terms.spec, &game.terms.time).filter(|_| game.terms.rated)
}
