//! What the fuzz targets share: how they make something out of bytes.

#![forbid(unsafe_code)]

use std::fmt::{Debug, Display};
use std::str::FromStr;

use zeitnot_rules::{AnyGame, Seat, SeatSet};

/// Games of every kind that the rules know of: the presets, and what none of them has.
pub const SPECS: [&str; 12] = [
    "tic-tac-toe",
    "misere-tic-tac-toe",
    "phantom-tic-tac-toe",
    "connect-four",
    "gomoku-10",
    "mnk:rows=3,columns=10,strike=3,first=2",
    "mnk:rows=5,columns=5,strike=5,phantom",
    "mnk:rows=4,columns=4,strike=3,seats=3",
    "mnk:rows=6,columns=7,strike=4,seats=4,gravity",
    "mnk:rows=5,columns=4,strike=3,seats=3,gravity,misere",
    "mnk:rows=4,columns=4,strike=4,seats=3,phantom",
    "mnk:rows=10,columns=10,strike=5,seats=4",
];

/// The text before the first zero byte, and what follows it.
pub fn split(data: &[u8]) -> Option<(&str, &[u8])> {
    let at = data.iter().position(|&byte| byte == 0)?;
    let text = std::str::from_utf8(&data[..at]).ok()?;
    Some((text, &data[at + 1..]))
}

/// The game that the first byte names, set up with the second as chance, and the rest.
pub fn game(data: &[u8]) -> Option<(AnyGame, &[u8])> {
    let [which, chance, rest @ ..] = data else { return None };
    let spec = SPECS[usize::from(*which) % SPECS.len()];
    Some((AnyGame::set_up(spec, u64::from(*chance)).expect("one of ours"), rest))
}

/// The seats of a game.
pub fn seats(game: &AnyGame) -> impl Iterator<Item = Seat> {
    SeatSet::first(game.seats()).iter()
}

/// Plays a legal action for each byte, as long as there is one.
pub fn play(game: &mut AnyGame, choices: &[u8]) {
    for &choice in choices {
        let Some(seat) = game.to_move().iter().next() else { return };
        let legal = game.legal_actions(seat);
        let action = &legal[usize::from(choice) % legal.len()];
        game.apply(seat, action).expect("a legal action");
    }
}

/// A text that is read is written the same way by everybody: reading what is written gives the same value, and
/// writing that the same text. Gives the canonical text.
pub fn reads_back<T>(value: &T) -> String
where
    T: Display + FromStr + PartialEq + Debug,
    T::Err: Debug,
{
    let text = value.to_string();
    let again: T = text.parse().unwrap_or_else(|error| panic!("{text:?} is not read again: {error:?}"));
    assert_eq!(&again, value, "{text:?} is another value");
    assert_eq!(again.to_string(), text, "{text:?} is written in another way");
    text
}

/// What is refused is told in a sentence that can be shown on one line, whatever was refused.
pub fn is_told(refused: &impl Display) {
    let sentence = refused.to_string();
    assert!(!sentence.is_empty() && sentence.len() < 1_000, "{sentence:?}");
    assert!(!sentence.contains(char::is_control), "{sentence:?}");
}

/// Whether that is a code as programs match on them.
pub fn is_code(code: &str) -> bool {
    !code.is_empty() && code.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
}
