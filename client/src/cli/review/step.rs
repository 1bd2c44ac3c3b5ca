//! What is typed while looking through a game, and what it does.

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind};
use thiserror::Error;
use zeitnot_rules::record::RecordFault;
use zeitnot_rules::{Review, Seat};

use crate::term::short;

/// What has come of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Step {
    /// A position is shown, another one or the same.
    Taken,
    /// How to go on was asked.
    Help,
    /// Enough was seen.
    Quit,
}

/// Why nothing has come of it.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(super) enum StepError {
    #[error("This is the start")]
    AtStart,
    #[error("This is the end")]
    AtEnd,
    #[error("The game has no ply {text}: they are 0 to {last}")]
    NoPly { text: String, last: usize },
    #[error("`{text}` is no move here; `help` says what can be typed")]
    NoMove { text: String },
    #[error("Nobody is to move here: go `back` first")]
    NobodyToMove,
    #[error("Say who makes this move: `2:{text}`")]
    WhoseMove { text: String },
    #[error("{text} cannot be played here: {reason}")]
    Illegal { text: String, reason: String },
}

/// Does what was typed: a word, a ply's number, or a move to try.
pub(super) fn step(review: &mut Review, text: &str) -> Result<Step, StepError> {
    let text = text.trim();
    let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        [] | ["next" | "n"] if review.forward() => {}
        [] | ["next" | "n"] => return Err(StepError::AtEnd),
        ["back" | "prev" | "p"] if review.back() => {}
        ["back" | "prev" | "p"] => return Err(StepError::AtStart),
        ["first" | "start"] => review.first(),
        ["last" | "end"] => review.last(),
        ["main"] => review.back_to_main_line(),
        ["help" | "?"] => return Ok(Step::Help),
        ["quit" | "q" | "exit"] => return Ok(Step::Quit),
        ["goto", number] => go_to(review, number)?,
        [number] if number.bytes().all(|byte| byte.is_ascii_digit()) => go_to(review, number)?,
        _ => play(review, text)?,
    }
    Ok(Step::Taken)
}

/// Does what a key says by itself, where nothing is typed yet; `None` if it says nothing.
pub(super) fn key_step(review: &mut Review, key: KeyEvent, typed: &str) -> Option<Result<Step, StepError>> {
    if key.kind == KeyEventKind::Release || !typed.is_empty() {
        return None;
    }
    let word = match key.code {
        KeyCode::Right | KeyCode::PageDown => "next",
        KeyCode::Left | KeyCode::PageUp => "back",
        KeyCode::Up | KeyCode::Home => "first",
        KeyCode::Down | KeyCode::End => "last",
        _ => return None,
    };
    Some(step(review, word))
}

fn go_to(review: &mut Review, number: &str) -> Result<(), StepError> {
    let found = number.parse().is_ok_and(|ply| review.go_to(ply));
    let last = review.length();
    if found { Ok(()) } else { Err(StepError::NoPly { text: short(number), last }) }
}

/// Tries a move in the game's notation; where several are to move, with the seat before it: `2:rock`.
fn play(review: &mut Review, text: &str) -> Result<(), StepError> {
    let (seat, word) = match text.split_once(':') {
        Some((number, word)) => {
            let seat = number.parse().ok().and_then(|number: u8| Seat::new(number.checked_sub(1)?));
            (Some(seat.ok_or_else(|| StepError::NoMove { text: short(text) })?), word)
        }
        None => (None, text),
    };
    let position = review.position();
    let action = position.parse_action(word).or_else(|_| position.parse_action(&word.to_lowercase()));
    let action = action.map_err(|_| StepError::NoMove { text: short(text) })?;
    let on_move = position.to_move();
    let seat = match seat.or_else(|| on_move.sole()) {
        Some(seat) => seat,
        None if on_move.is_empty() => return Err(StepError::NobodyToMove),
        None => return Err(StepError::WhoseMove { text: short(word) }),
    };
    review.play(seat, action).map_err(|fault| match fault {
        RecordFault::Illegal { text, reason } => StepError::Illegal { text, reason },
        other => StepError::Illegal { text: short(word), reason: other.to_string() },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crossterm::event::KeyModifiers;

    fn review() -> Review {
        let page = include_str!("../../../../docs/records.md");
        Review::of(page.split("```\n").nth(1).unwrap_or_default().parse().expect("a record"))
    }

    fn typed(review: &mut Review, text: &str) -> String {
        match step(review, text) {
            Ok(Step::Taken) => review.ply().to_string(),
            Ok(other) => format!("{other:?}"),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn words_and_numbers_lead_through_the_game() {
        let mut review = review();
        for (text, came_of_it) in [
            ("back", "This is the start"),
            ("next", "1"),
            ("", "2"),
            (" N ", "3"),
            ("Back", "2"),
            ("p", "1"),
            ("last", "5"),
            ("next", "This is the end"),
            ("b1", "Nobody is to move here: go `back` first"),
            ("first", "0"),
            ("4", "4"),
            ("goto 2", "2"),
            ("6", "The game has no ply 6: they are 0 to 5"),
            ("99999999999999999999999999", "The game has no ply 99999999999999999999: they are 0 to 5"),
            ("goto x", "The game has no ply x: they are 0 to 5"),
            ("goto", "`goto` is no move here; `help` says what can be typed"),
            ("help", "Help"),
            ("q", "Quit"),
        ] {
            assert_eq!(typed(&mut review, text), came_of_it, "{text}");
        }
        assert_eq!(review.ply(), 2);
    }

    #[test]
    fn moves_are_tried_and_given_up() {
        let mut review = review();
        for (text, came_of_it) in [
            ("2", "2"),
            ("C3", "3"),
            ("b1", "4"),
            ("b1", "b1 cannot be played here: row 1, column 2 is taken"),
            ("d1", "d1 cannot be played here: the board has 3 rows and 3 columns"),
            ("b", "b cannot be played here: choose a cell, not a column"),
            ("1:c1", "5"),
            ("1:a2", "1:a2 cannot be played here: it is O's turn"),
            ("9:a2", "`9:a2` is no move here; `help` says what can be typed"),
            ("castle\u{1b}[2J", "`castle[2J` is no move here; `help` says what can be typed"),
            ("main", "2"),
            ("main", "2"),
        ] {
            assert_eq!(typed(&mut review, text), came_of_it, "{text}");
        }
        assert_eq!(review.ways_on().collect::<Vec<_>>(), ["a2", "c3"]);
    }

    #[test]
    fn arrows_lead_through_the_game_while_nothing_is_typed() {
        let mut review = review();
        let mut press = |code, typed: &str| {
            let pressed = key_step(&mut review, KeyEvent::new(code, KeyModifiers::NONE), typed);
            pressed.map(|step| step.map(|_| review.ply()))
        };
        assert_eq!(press(KeyCode::Right, ""), Some(Ok(1)));
        assert_eq!(press(KeyCode::Down, ""), Some(Ok(5)));
        assert_eq!(press(KeyCode::Left, ""), Some(Ok(4)));
        assert_eq!(press(KeyCode::Up, ""), Some(Ok(0)));
        assert_eq!(press(KeyCode::Left, ""), Some(Err(StepError::AtStart)));
        // In a text they move the cursor.
        assert_eq!(press(KeyCode::Right, "b"), None);
        assert_eq!(press(KeyCode::Char('b'), ""), None);
    }
}
