//! From a game that is over to its record.

use std::time::Duration;

use thiserror::Error;
use zeitnot_rules::record::{Entry, Header, Moment, Record, RecordError, Tag};
use zeitnot_rules::{AnyGame, Seat, SeatSet};

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
        let entries: Vec<Entry> =
            (1..).zip(&self.moves).map(|(number, ply)| entry(number, ply)).collect::<Result<_, _>>()?;
        let unreadable = |error: &dyn std::fmt::Display| NoRecord::Unreadable(error.to_string());
        let counts = !UNCOUNTED.contains(&self.ending.as_str());
        let header = Header {
            event: if self.rated { "Rated game" } else { "Casual game" }.to_owned(),
            site: site.to_owned(),
            round: if self.series.is_empty() { "-".to_owned() } else { self.round.to_string() },
            players: self.players.iter().map(|player| player.name.clone()).collect(),
            rules: self.settled_rules()?,
            time: self.time.parse().map_err(|error| unreadable(&error))?,
            policy: self.policy.parse().map_err(|error| unreadable(&error))?,
            leaving: self.leaving.parse().map_err(|error| unreadable(&error))?,
            rated: self.rated,
            started: Moment::new(self.opened_at.micros()),
            ended: self.ended_at.map(ServerTime::micros).and_then(Moment::new),
            winners: counts.then(|| self.winners.iter().copied().collect::<SeatSet>()),
            ending: self.ending.clone(),
            more: vec![Tag::new("Game", self.id.to_string())],
        };
        Ok(Record::new(header, entries)?)
    }

    /// The rules with what chance has decided: who began.
    fn settled_rules(&self) -> Result<String, NoRecord> {
        let began = self.moves.iter().find(|ply| !matches!(ply.kind, MoveKind::Out(_))).map(|ply| ply.seat);
        let mut error = String::new();
        for chance in 0..BEGINNINGS {
            match AnyGame::set_up(&self.spec, chance) {
                Ok(game) if began.is_none_or(|seat: Seat| game.to_move().contains(seat)) => {
                    return Ok(game.settled_spec());
                }
                Ok(_) => {}
                Err(refused) => error = refused.to_string(),
            }
        }
        Err(NoRecord::Unreadable(error))
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
