//! A game played through, entry by entry.

use super::entry::Entry;
use super::error::RecordFault;
use crate::any_game::AnyGame;
use crate::clock::{LONGEST_DURATION, Micros};
use crate::config_error::shortened;
use crate::seat::Seat;

/// How a turn that passed is written: the null move of chess programs.
pub(super) const PASS: &str = "--";

/// How it is written that a seat is out.
pub(super) const OUT: &str = "out";

/// The longest notation of a move, and the longest code, in characters.
const MAX_WORD: usize = 32;

/// All positions of a game from its start, and how what led from one to the next is written.
#[derive(Clone, Debug)]
pub(super) struct Replay {
    /// All positions but the last.
    before: Vec<AnyGame>,
    last: AnyGame,
    notations: Vec<String>,
}

impl Replay {
    /// The start of a game by these rules, which must leave nothing to chance.
    pub(super) fn of(rules: &str) -> Result<Replay, RecordFault> {
        let start = AnyGame::set_up(rules, 0)?;
        let settled = start.settled_spec();
        if settled != start.spec() {
            return Err(RecordFault::Chance { settled });
        }
        Ok(Replay::starting(start))
    }

    /// A game that begins with this position.
    pub(super) fn starting(start: AnyGame) -> Replay {
        Replay { before: Vec::new(), last: start, notations: Vec::new() }
    }

    /// The first position.
    pub(super) fn start(&self) -> &AnyGame {
        self.before.first().unwrap_or(&self.last)
    }

    /// The position after the last entry.
    pub(super) fn end(&self) -> &AnyGame {
        &self.last
    }

    pub(super) fn position(&self, ply: usize) -> Option<&AnyGame> {
        if ply == self.before.len() { Some(&self.last) } else { self.before.get(ply) }
    }

    pub(super) fn notation(&self, ply: usize) -> Option<&str> {
        ply.checked_sub(1).and_then(|index| self.notations.get(index)).map(String::as_str)
    }

    /// Does what the entry says, or says why that cannot be and leaves all as it was.
    pub(super) fn step(&mut self, entry: &Entry) -> Result<(), RecordFault> {
        let (next, notation) = play(&self.last, entry)?;
        self.before.push(std::mem::replace(&mut self.last, next));
        self.notations.push(notation);
        Ok(())
    }
}

/// The position after `entry`, and how the entry is written.
pub(crate) fn play(game: &AnyGame, entry: &Entry) -> Result<(AnyGame, String), RecordFault> {
    let mut next = game.clone();
    let notation = match entry {
        Entry::Move { seat, action, used } => {
            check_time(*used)?;
            let word = word(game, action)?;
            let text = with_seat(game, *seat, &word);
            let refused = |refused: crate::Refused| RecordFault::Illegal {
                text: text.clone(),
                reason: refused.message,
            };
            next.apply(*seat, action).map_err(refused)?;
            text
        }
        Entry::Pass { seat, used } => {
            check_time(*used)?;
            let text = with_seat(game, *seat, PASS);
            if !next.pass(*seat) {
                return Err(illegal(text, "this seat cannot let a turn pass now"));
            }
            text
        }
        Entry::Out { seat, reason } => {
            check_code(reason)?;
            let text = format!("{}:{OUT}", seat.get() + 1);
            if game.outcome().is_some() || !game.playing().contains(*seat) {
                return Err(illegal(text, "this seat does not play any more"));
            }
            next.leave(*seat);
            text
        }
    };
    Ok((next, notation))
}

fn illegal(text: String, reason: &str) -> RecordFault {
    RecordFault::Illegal { text, reason: reason.to_owned() }
}

/// Who has done it is left out where only one can have.
fn with_seat(game: &AnyGame, seat: Seat, word: &str) -> String {
    if game.to_move().sole() == Some(seat) { word.to_owned() } else { format!("{}:{word}", seat.get() + 1) }
}

/// An action as the game writes it, if it can be read in a record.
fn word(game: &AnyGame, action: &[u8]) -> Result<String, RecordFault> {
    let word = game.describe(action).ok_or(RecordFault::NoMove { text: "this".to_owned() })?;
    let visible = |character: char| {
        !character.is_whitespace() && !character.is_control() && !['{', '}', ':', '.'].contains(&character)
    };
    let stands_alone = (1..=MAX_WORD).contains(&word.chars().count())
        && word.chars().all(visible)
        && !word.starts_with(|first: char| first.is_ascii_digit() || first == '-')
        && word != OUT;
    if stands_alone && game.parse_action(&word).as_deref() == Ok(action) {
        Ok(word)
    } else {
        Err(RecordFault::Notation { text: shortened(&word) })
    }
}

fn check_time(used: Micros) -> Result<(), RecordFault> {
    if (0..=LONGEST_DURATION).contains(&used) { Ok(()) } else { Err(RecordFault::TimeRange) }
}

fn check_code(code: &str) -> Result<(), RecordFault> {
    if is_code(code) { Ok(()) } else { Err(RecordFault::Reason { text: shortened(code) }) }
}

/// 1 to 32 small letters, digits and underscores.
pub(super) fn is_code(text: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
    (1..=MAX_WORD).contains(&text.len()) && text.bytes().all(fits)
}
