//! All that a new game has to say about itself: rock-paper-scissors, first to so many rounds.
//!
//! Both seats choose at once, and neither learns of the other's choice before it has made its own.
//! In the crate this would be `rules/src/rock_paper_scissors.rs`, and one more line in the list of
//! families: `Family::of::<RockPaperScissors>()`.
//!
//! `cargo run -p zeitnot-rules --example rock_paper_scissors` plays a game of it.

use std::fmt;
use std::str::FromStr;
use zeitnot_rules::codec::{Reader, Writer};
use zeitnot_rules::{
    Applied, ConfigError, DecodeError, Family, Illegal, Outcome, Reason, Rules, Seat, SeatSet, Viewer,
};

const VERSION: u8 = 1;
const OUTPLAYED: Reason = Reason::new("outplayed");

/// First to win `wins` rounds, 1 to 9.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Config {
    wins: u8,
}

impl FromStr for Config {
    type Err = ConfigError;

    fn from_str(text: &str) -> Result<Config, ConfigError> {
        let value = text.trim().strip_prefix("wins=").unwrap_or("");
        let wins = value.parse().ok().filter(|wins| (1..=9).contains(wins));
        let bad = || ConfigError::OutOfRange { field: "wins", allowed: "1 to 9".into(), value: value.into() };
        Ok(Config { wins: wins.ok_or_else(bad)? })
    }
}

impl fmt::Display for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "wins={}", self.wins)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    Rock,
    Paper,
    Scissors,
}

impl Choice {
    pub const ALL: [Choice; 3] = [Choice::Rock, Choice::Paper, Choice::Scissors];

    fn name(self) -> &'static str {
        match self {
            Choice::Rock => "rock",
            Choice::Paper => "paper",
            Choice::Scissors => "scissors",
        }
    }

    fn beats(self, other: Choice) -> bool {
        (self as u8 + 2) % 3 == other as u8
    }
}

#[derive(PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    #[error("the game is over")]
    GameOver,
    #[error("you have chosen; the other has not")]
    NotYourTurn,
}

impl Illegal for Refusal {
    fn code(&self) -> &'static str {
        match self {
            Refusal::GameOver => "game_over",
            Refusal::NotYourTurn => "not_your_turn",
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RockPaperScissors {
    config: Config,
    playing: SeatSet,
    rounds_won: [u8; 2],
    choices: [Option<Choice>; 2],
}

/// The score, and of the choices of this round those that the viewer has made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sight {
    pub rounds_won: [u8; 2],
    pub choices: [Option<Choice>; 2],
}

impl Rules for RockPaperScissors {
    const FAMILY: &'static str = "rock-paper-scissors";

    type Config = Config;
    type Action = Choice;
    type Illegal = Refusal;
    type Sight = Sight;

    fn set_up(config: &Config, _chance: u64) -> Self {
        let playing = SeatSet::first(2);
        RockPaperScissors { config: *config, playing, rounds_won: [0; 2], choices: [None; 2] }
    }

    fn config(&self) -> &Config {
        &self.config
    }

    fn seats(&self) -> u8 {
        2
    }

    /// Both, and then whoever has not chosen yet.
    fn to_move(&self) -> SeatSet {
        if self.outcome().is_some() {
            return SeatSet::EMPTY;
        }
        self.playing.iter().filter(|seat| self.choices[seat.index()].is_none()).collect()
    }

    fn playing(&self) -> SeatSet {
        self.playing
    }

    fn outcome(&self) -> Option<Outcome> {
        if let Some(left) = self.playing.sole() {
            return Some(Outcome::won(SeatSet::only(left), Reason::LAST_SEAT));
        }
        let mut seats = self.playing.iter();
        let winner = seats.find(|seat| self.rounds_won[seat.index()] == self.config.wins)?;
        Some(Outcome::won(SeatSet::only(winner), OUTPLAYED))
    }

    fn legal_actions(&self, seat: Seat) -> Vec<Choice> {
        if self.to_move().contains(seat) { Choice::ALL.to_vec() } else { Vec::new() }
    }

    fn apply(&mut self, seat: Seat, choice: &Choice) -> Result<Applied, Refusal> {
        if self.outcome().is_some() {
            return Err(Refusal::GameOver);
        }
        if !self.to_move().contains(seat) {
            return Err(Refusal::NotYourTurn);
        }
        self.choices[seat.index()] = Some(*choice);
        let [Some(first), Some(second)] = self.choices else {
            return Ok(Applied::concealed(seat));
        };
        self.rounds_won[0] += u8::from(first.beats(second));
        self.rounds_won[1] += u8::from(second.beats(first));
        self.choices = [None; 2];
        // Whoever knows the rules and the new score can tell.
        Ok(Applied::PUBLIC)
    }

    fn leave(&mut self, seat: Seat) {
        if self.outcome().is_none() {
            self.playing.remove(seat);
        }
    }

    fn sight(&self, viewer: Viewer) -> Sight {
        let mut choices = self.choices;
        for seat in SeatSet::first(2).iter() {
            if self.outcome().is_none() && viewer != Viewer::Seat(seat) {
                choices[seat.index()] = None;
            }
        }
        Sight { rounds_won: self.rounds_won, choices }
    }

    /// There is no playing this for somebody else.
    fn absent_action(&self, _seat: Seat) -> Option<Choice> {
        None
    }

    fn encode(&self) -> Vec<u8> {
        Writer::new(VERSION)
            .byte(self.playing.bits())
            .bytes(&self.rounds_won)
            .bytes(&self.choices.map(code))
            .finish()
    }

    fn decode(config: &Config, bytes: &[u8]) -> Result<Self, DecodeError> {
        let mut reader = Reader::new(bytes, VERSION)?;
        let playing = SeatSet::from_bits(reader.byte()?);
        let rounds_won = [reader.byte()?, reader.byte()?];
        let choices = [choice(reader.byte()?)?, choice(reader.byte()?)?];
        reader.end()?;
        let game = RockPaperScissors { config: *config, playing, rounds_won, choices };
        let seats = SeatSet::first(2).includes(playing) && !playing.is_empty();
        let score = rounds_won.iter().all(|won| *won <= config.wins) && rounds_won != [config.wins; 2];
        let both = choices.iter().all(Option::is_some);
        let won = rounds_won.contains(&config.wins);
        if !seats || !score || both || won && (choices != [None; 2] || playing.len() < 2) {
            return Err(DecodeError::Invalid { what: "no game can come to this" });
        }
        Ok(game)
    }

    fn encode_action(choice: &Choice) -> Vec<u8> {
        Writer::new(VERSION).byte(code(Some(*choice))).finish()
    }

    fn decode_action(bytes: &[u8]) -> Result<Choice, DecodeError> {
        let mut reader = Reader::new(bytes, VERSION)?;
        let choice = choice(reader.byte()?)?;
        reader.end()?;
        choice.ok_or(DecodeError::Invalid { what: "nothing is chosen" })
    }

    fn describe(&self, choice: &Choice) -> String {
        choice.name().to_owned()
    }

    fn parse_action(&self, text: &str) -> Option<Choice> {
        Choice::ALL.into_iter().find(|choice| choice.name() == text)
    }

    fn encode_sight(sight: &Sight) -> Vec<u8> {
        Writer::new(VERSION).bytes(&sight.rounds_won).bytes(&sight.choices.map(code)).finish()
    }

    fn decode_sight(bytes: &[u8]) -> Result<Sight, DecodeError> {
        let mut reader = Reader::new(bytes, VERSION)?;
        let rounds_won = [reader.byte()?, reader.byte()?];
        let choices = [choice(reader.byte()?)?, choice(reader.byte()?)?];
        reader.end()?;
        Ok(Sight { rounds_won, choices })
    }
}

/// 0 for none yet, 1 to 3 for a choice.
fn code(choice: Option<Choice>) -> u8 {
    choice.map_or(0, |choice| choice as u8 + 1)
}

fn choice(code: u8) -> Result<Option<Choice>, DecodeError> {
    match code {
        0 => Ok(None),
        1..=3 => Ok(Some(Choice::ALL[usize::from(code) - 1])),
        _ => Err(DecodeError::Invalid { what: "there is no such choice" }),
    }
}

/// The game as the server knows it: by text and bytes alone.
pub const FAMILY: Family = Family::of::<RockPaperScissors>();

// Not called where this file is a module of a test.
#[allow(dead_code)]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let [ada, ben] = [0, 1].map(|index| Seat::new(index).expect("two seats"));
    let mut game = FAMILY.set_up("wins=1", 0)?;

    let before = game.sight(Viewer::Seat(ben));
    game.apply(ada, &RockPaperScissors::encode_action(&Choice::Paper))?;
    assert_eq!(game.sight(Viewer::Seat(ben)), before, "Ben learns nothing");
    assert_eq!(game.to_move(), SeatSet::only(ben));

    game.apply(ben, &RockPaperScissors::encode_action(&Choice::Rock))?;
    println!("{}: {:?}", game.spec(), game.outcome());
    assert_eq!(game.outcome(), Some(Outcome::won(SeatSet::only(ada), OUTPLAYED)));
    Ok(())
}
