//! From a game to its record.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;
use zeitnot_rules::record::{Entry, Header, Moment, Record, RecordError, Tag};
use zeitnot_rules::{AnyGame, ConfigError, SeatSet};

use super::view::{GameView, MoveKind, Status};
use crate::time::ServerTime;

/// How many beginnings are tried to find the one that chance gave a game: one for each seat, and some more.
const BEGINNINGS: u64 = 64;

/// Endings of games that count for nobody.
const UNCOUNTED: [&str; 2] = ["void", "aborted"];

/// Why there is no record of a game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NoRecord {
    /// It has not ended.
    #[error("the game has not ended yet")]
    NotOver,
    /// A move of it is not known.
    #[error("move {0} of the game is hidden")]
    Hidden(usize),
    /// Its texts cannot be read, or its moves not be played.
    #[error("the game cannot be read: {0}")]
    Unreadable(String),
}

impl From<RecordError> for NoRecord {
    fn from(error: RecordError) -> NoRecord {
        NoRecord::Unreadable(error.to_string())
    }
}

impl GameView {
    /// The record of a game that is over, played at `site`.
    pub fn record(&self, site: &str) -> Result<Record, NoRecord> {
        if self.status != Status::Over {
            return Err(NoRecord::NotOver);
        }
        self.record_so_far(site)
    }

    /// The record of a game as far as it has been played: one that goes on has no ending and no winners.
    pub fn record_so_far(&self, site: &str) -> Result<Record, NoRecord> {
        let entries: Vec<Entry> =
            (1..).zip(&self.moves).map(|(number, ply)| entry(number, ply)).collect::<Result<_, _>>()?;
        let unreadable = |error: &dyn Display| NoRecord::Unreadable(error.to_string());
        let counts = self.status == Status::Over && !UNCOUNTED.contains(&self.ending.as_str());
        let header = Header {
            event: if self.rated { "Rated game" } else { "Casual game" }.to_owned(),
            site: site.to_owned(),
            round: if self.series.is_empty() { "-".to_owned() } else { self.round.to_string() },
            players: self.players.iter().map(|player| player.name.clone()).collect(),
            rules: String::new(),
            time: self.time.parse().map_err(|error| unreadable(&error))?,
            // What is not told, as of games of others, is taken to be as usual.
            policy: read_or_usual(&self.policy)?,
            leaving: read_or_usual(&self.leaving)?,
            rated: self.rated,
            started: Moment::new(self.opened_at.micros()),
            ended: self.ended_at.map(ServerTime::micros).and_then(Moment::new),
            winners: counts.then(|| self.winners.iter().copied().collect::<SeatSet>()),
            ending: self.ending.clone(),
            more: vec![Tag::new("Game", self.id.to_string())],
        };
        let beginnings = self.beginnings().map_err(|error| unreadable(&error))?;
        let mut refused = None;
        for rules in beginnings {
            match Record::new(Header { rules, ..header.clone() }, entries.clone()) {
                Ok(record) => return Ok(record),
                Err(error) => refused = refused.or(Some(error)),
            }
        }
        Err(refused.map_or_else(|| unreadable(&"nothing says how it began"), NoRecord::from))
    }

    /// The rules with what chance has decided, in each way that it can have. A server says which from the start of
    /// a game on; one from before it did so is of those that can be played from there.
    fn beginnings(&self) -> Result<BTreeSet<String>, ConfigError> {
        (0..BEGINNINGS).map(|chance| Ok(AnyGame::set_up(&self.spec, chance)?.settled_spec())).collect()
    }
}

fn read_or_usual<T: FromStr<Err: Display> + Default>(text: &str) -> Result<T, NoRecord> {
    match text {
        "" => Ok(T::default()),
        text => text.parse().map_err(|error: T::Err| NoRecord::Unreadable(error.to_string())),
    }
}

fn entry(number: usize, ply: &super::view::Move) -> Result<Entry, NoRecord> {
    let used = micros(ply.used);
    Ok(match &ply.kind {
        MoveKind::Action(action) => Entry::Move { seat: ply.seat, action: action.clone(), used },
        MoveKind::Unseen => return Err(NoRecord::Hidden(number)),
        MoveKind::Pass => Entry::Pass { seat: ply.seat, used },
        MoveKind::Out(reason) => Entry::Out { seat: ply.seat, reason: reason.clone() },
    })
}

fn micros(time: Duration) -> i64 {
    i64::try_from(time.as_micros()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::samples;
    use crate::session::view::Move;
    use zeitnot_rules::Seat;
    use zeitnot_rules::mnk::Action;

    fn over(moves: &[(u8, u8)]) -> GameView {
        let mut game = samples::live(7);
        for (number, &(row, column)) in moves.iter().enumerate() {
            let seat = Seat::new((number % 2) as u8).expect("a seat");
            game = samples::after(game, seat, &Action::Mark { row, column }.encode());
        }
        game.status = Status::Over;
        game
    }

    #[test]
    fn a_won_game_is_written_down() {
        let mut game = over(&[(0, 0), (1, 0), (0, 1), (1, 1), (0, 2)]);
        (game.winners, game.ending) = (vec![Seat::FIRST], "line".to_owned());
        let text = game.record("zeitnot.example").expect("a record").to_string();
        for line in
            ["[White \"Ada\"]", "[Result \"1-0\"]", "[Site \"zeitnot.example\"]", "5. c1 {0:01.000000}"]
        {
            assert!(text.contains(line), "{line} is not in\n{text}");
        }
        assert_eq!(text.parse::<Record>().map(|record| record.to_string()).as_deref(), Ok(text.as_str()));
    }

    #[test]
    fn a_resignation_and_a_game_that_counts_for_nobody_are_told_apart() {
        let mut game = over(&[(0, 0)]);
        let out = MoveKind::Out("resignation".to_owned());
        game.moves.push(Move { seat: Seat::FIRST, kind: out, used: Duration::ZERO });
        (game.winners, game.ending) = (Seat::new(1).into_iter().collect(), "resignation".to_owned());
        let text = game.record("?").expect("a record").to_string();
        assert!(text.contains("2. 1:out {resignation}") && text.ends_with("0-1\n"), "{text}");
        let aborted = GameView { ending: "aborted".to_owned(), ..over(&[(0, 0)]) };
        assert!(aborted.record("?").expect("a record").to_string().ends_with("*\n"));
        assert_eq!(samples::live(1).record("?").err(), Some(NoRecord::NotOver));
    }

    /// The first on move is out before anybody has moved, so that the first move is not of who began.
    #[test]
    fn a_game_whose_first_on_move_left_before_any_move_has_a_record() {
        let seat = |number| Seat::new(number).expect("a seat");
        for (spec, first) in [("first=2", 1), ("first=random", 1), ("first=3", 2), ("first=random", 2)] {
            let mut game = over(&[]);
            game.spec = format!("mnk:rows=4,columns=4,strike=3,seats=3,{spec}");
            game.players.push(game.players[0].clone());
            let out =
                |seat| Move { seat, kind: MoveKind::Out("resignation".to_owned()), used: Duration::ZERO };
            game.moves.push(out(seat(first)));
            let next = seat((first + 1) % 3);
            game = samples::after(game, next, &Action::Mark { row: 0, column: 0 }.encode());
            game.moves.push(out(seat((first + 2) % 3)));
            (game.status, game.winners, game.ending) = (Status::Over, vec![next], "resignation".to_owned());
            let record = game.record("?").map(|record| record.to_string());
            assert!(record.as_ref().is_ok_and(|text| text.contains("{resignation}")), "{spec}: {record:?}");
            if spec != "first=random" {
                assert!(record.is_ok_and(|text| text.contains(&format!(",{spec}"))));
            }
        }
    }

    #[test]
    fn what_cannot_be_read_is_said() {
        let moved_out_of_turn = over(&[(0, 0), (0, 0)]);
        let unknown = GameView { spec: "draughts".to_owned(), ..over(&[]) };
        for game in [moved_out_of_turn, unknown] {
            let said = game.record("?").expect_err("no such game").to_string();
            assert!(said.len() > "the game cannot be read: ".len(), "{said}");
        }
    }

    #[test]
    fn a_game_that_goes_on_has_a_record_so_far() {
        let going = GameView { status: Status::Live, ..over(&[(0, 0), (1, 1)]) };
        let record = going.record_so_far("?").expect("a record");
        assert_eq!((record.entries().len(), record.header().winners), (2, None));
    }

    #[test]
    fn who_began_by_chance_is_found_out() {
        let mut game = over(&[]);
        game.spec = "mnk:rows=3,columns=3,strike=3,first=random".to_owned();
        let second = Seat::new(1).expect("a seat");
        game = samples::after(game, second, &Action::Mark { row: 0, column: 0 }.encode());
        (game.status, game.ending) = (Status::Over, "agreement".to_owned());
        let text = game.record("?").expect("a record").to_string();
        assert!(text.contains("first=2"), "{text}");
        assert!(text.contains("[Result \"1/2-1/2\"]"), "{text}");
    }
}
