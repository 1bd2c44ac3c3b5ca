//! What a player types.

use thiserror::Error;
use zeitnot_rules::Seat;
use zeitnot_rules::mnk::{Action, Sight, column_name};

use super::place::{is_number, one_to, place};
use super::text::short;

/// What a player has typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Entry {
    /// A move.
    Play(Action),
    /// `resign`
    Resign,
    /// `pause`: ask for a pause, or agree to one.
    Pause,
    /// `resume`: let the clocks go on.
    Resume,
    /// `more`, `more 2`: give the opponent, or whoever has that seat, more time.
    More(Option<Seat>),
    /// `off 3`: take so many days off.
    Off(u32),
    /// `back`: end the days off.
    Back,
    /// `draw`: offer a draw, or accept the one that is offered.
    Draw,
    /// `takeback`: ask for one's last move back.
    Takeback,
    /// `accept`: agree to what the others ask for.
    Accept,
    /// `decline`: decline what the others ask for, or take one's own asking back.
    Decline,
    /// `abort`: give up a game that has hardly begun.
    Abort,
    /// `claim`, `claim draw`: claim a game that the others have left.
    Claim {
        /// As drawn, not as won.
        draw: bool,
    },
    /// `pre b2`: what to play as soon as it is one's turn.
    Premove(Action),
    /// `cancel`: take that back.
    Cancel,
    /// `board`: draw it again.
    Board,
    /// `help`
    Help,
    /// `quit`
    Quit,
}

/// Why what a player has typed is no move.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum EntryError {
    /// Nothing.
    #[error("type a move, or `help`")]
    Nothing,
    /// No known form.
    #[error("{text:?} is no move here; {}", how_to(*.gravity))]
    Form {
        /// What was typed.
        text: String,
        /// Whether one chooses columns.
        gravity: bool,
    },
    /// A number that no cell has.
    #[error("there is no cell {text}: they are numbered 1 to {cells}")]
    Number {
        /// What was typed.
        text: String,
        /// The highest number.
        cells: usize,
    },
    /// No such column.
    #[error("there is no column {text}: they are {} to {} (1 to {columns})", column_name(0), column_name(columns - 1))]
    Column {
        /// What was typed.
        text: String,
        /// How many there are.
        columns: u8,
    },
    /// No such row.
    #[error("there is no row {text}: they are 1 to {rows}")]
    Row {
        /// What was typed.
        text: String,
        /// How many there are.
        rows: u8,
    },
    /// Somebody's mark is there.
    #[error("{label} is taken")]
    Taken {
        /// The cell.
        label: String,
    },
    /// `more` for nobody.
    #[error("there is no player {text} to give time to; `more 2` gives it to the second")]
    NoSuchPlayer {
        /// What was typed.
        text: String,
    },
    /// `off` for no number of days.
    #[error("say how many days: `off 3`")]
    Days,
    /// The column is full.
    #[error("column {label} is full")]
    Full {
        /// The column.
        label: String,
    },
}

fn how_to(gravity: bool) -> &'static str {
    if gravity {
        "name a column: `c`, or its number"
    } else {
        "name a cell: `b2`, its number, or row and column as in `2 3`"
    }
}

/// Reads what a player has typed. A cell is named by its number (row by row from 1), by column and row as
/// in `b2`, or by row and column as in `2 3`; in a game with gravity a column by its letter or number.
/// A number beyond the board names nothing: it is never carried over into another row.
///
/// ```
/// use zeitnot_client::term::{Entry, parse_entry};
/// use zeitnot_rules::mnk::{Action, Config, Position};
/// use zeitnot_rules::{Rules, Viewer};
///
/// let sight = Position::set_up(&Config::new(3, 3, 3)?, 0).sight(Viewer::Spectator);
/// let middle = Ok(Entry::Play(Action::Mark { row: 1, column: 1 }));
/// assert_eq!(parse_entry("5", &sight), middle);
/// assert_eq!(parse_entry("b2", &sight), middle);
/// assert_eq!(parse_entry("2 2", &sight), middle);
/// assert_eq!(parse_entry("1 4", &sight).unwrap_err().to_string(), "there is no column 4: they are a to c (1 to 3)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn parse_entry(text: &str, sight: &Sight) -> Result<Entry, EntryError> {
    let text = text.trim().to_lowercase();
    if let Some(asked) = about_time(&text, sight) {
        return asked;
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    Ok(match words[..] {
        [] => return Err(EntryError::Nothing),
        ["resign"] => Entry::Resign,
        ["draw"] => Entry::Draw,
        ["takeback"] => Entry::Takeback,
        ["accept"] => Entry::Accept,
        ["decline"] => Entry::Decline,
        ["abort"] => Entry::Abort,
        ["claim"] | ["claim", "win"] => Entry::Claim { draw: false },
        ["claim", "draw"] => Entry::Claim { draw: true },
        ["pre" | "premove", ref cell @ ..] => Entry::Premove(place(&cell.join(" "), sight)?),
        ["cancel"] => Entry::Cancel,
        ["board"] => Entry::Board,
        ["help" | "?"] => Entry::Help,
        ["quit" | "exit" | "q"] => Entry::Quit,
        _ => Entry::Play(place(&text, sight)?),
    })
}

/// Words that begin what can be said at any time in a game: it is no move.
const AT_ANY_TIME: [&str; 20] = [
    "pause", "resume", "more", "off", "back", "draw", "takeback", "accept", "decline", "abort", "claim",
    "pre", "premove", "cancel", "resign", "say", "mute", "unmute", "block", "unblock",
];

/// Whether this can be said at any time in a game, and so is no move.
pub fn is_no_move(text: &str) -> bool {
    let word = text.split_whitespace().next().unwrap_or_default().to_lowercase();
    AT_ANY_TIME.contains(&word.as_str())
}

/// What is asked about the clocks; `None` if nothing is.
fn about_time(text: &str, sight: &Sight) -> Option<Result<Entry, EntryError>> {
    let words: Vec<&str> = text.split_whitespace().collect();
    Some(match words[..] {
        ["pause"] => Ok(Entry::Pause),
        ["resume"] => Ok(Entry::Resume),
        ["back"] => Ok(Entry::Back),
        ["more"] => Ok(Entry::More(None)),
        ["more", seat] => {
            let index = one_to(seat, usize::from(sight.seats()));
            let seat_at = index.and_then(|index| Seat::new(index as u8));
            seat_at
                .map(|seat| Entry::More(Some(seat)))
                .ok_or_else(|| EntryError::NoSuchPlayer { text: short(seat) })
        }
        ["off", days] if is_number(days) => {
            days.parse().ok().filter(|days| *days > 0).map(Entry::Off).ok_or(EntryError::Days)
        }
        ["off", ..] => Err(EntryError::Days),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use zeitnot_rules::mnk::{Config, Position};
    use zeitnot_rules::{Rules, Seat, Viewer};

    fn sight(rows: u8, columns: u8) -> Sight {
        Position::set_up(&Config::new(rows, columns, 3).expect("a board"), 0).sight(Viewer::Spectator)
    }

    fn gravity() -> Sight {
        let config = Config::new(6, 7, 4).expect("a board").with_gravity();
        Position::set_up(&config, 0).sight(Viewer::Spectator)
    }

    fn cell(row: u8, column: u8) -> Result<Entry, EntryError> {
        Ok(Entry::Play(Action::Mark { row, column }))
    }

    fn error(text: &str, sight: &Sight) -> String {
        parse_entry(text, sight).expect_err(text).to_string()
    }

    #[test]
    fn every_cell_has_three_names() {
        let sight = sight(10, 10);
        for row in 0..10 {
            for column in 0..10 {
                let number = u32::from(row) * 10 + u32::from(column) + 1;
                let label = format!("{}{}", char::from(b'a' + column), row + 1);
                assert_eq!(parse_entry(&number.to_string(), &sight), cell(row, column));
                assert_eq!(parse_entry(&label, &sight), cell(row, column));
                assert_eq!(parse_entry(&label.to_uppercase(), &sight), cell(row, column));
                assert_eq!(parse_entry(&format!(" {} {} ", row + 1, column + 1), &sight), cell(row, column));
                assert_eq!(parse_entry(&format!("{},{}", row + 1, column + 1), &sight), cell(row, column));
            }
        }
    }

    #[test]
    fn what_is_beyond_the_board_names_nothing() {
        let sight = sight(3, 4);
        assert_eq!(error("0", &sight), "there is no cell 0: they are numbered 1 to 12");
        assert_eq!(error("13", &sight), "there is no cell 13: they are numbered 1 to 12");
        assert_eq!(error("1 5", &sight), "there is no column 5: they are a to d (1 to 4)");
        assert_eq!(error("4 1", &sight), "there is no row 4: they are 1 to 3");
        assert_eq!(error("0 1", &sight), "there is no row 0: they are 1 to 3");
        assert_eq!(error("e1", &sight), "there is no column e: they are a to d (1 to 4)");
        assert_eq!(error("a4", &sight), "there is no row 4: they are 1 to 3");
        assert_eq!(error("aa1", &sight), "there is no column aa: they are a to d (1 to 4)");
        // 257 is 1, and 65536 is 0, for who counts in too few bits.
        for text in ["257", "65537", "4294967297", "18446744073709551617", "256 1", "1 257", "a257"] {
            assert!(parse_entry(text, &sight).is_err(), "{text}");
        }
    }

    #[test]
    fn what_is_no_move_says_what_would_be_one() {
        let sight = sight(3, 3);
        for text in ["hello", "2b", "b 2", "-1", "+1", "1 2 3", "b2 c3", "½", "２", "1.5", "b-2", "b"] {
            let error = error(text, &sight);
            assert!(error.contains("is no move here; name a cell"), "{text}: {error}");
        }
        assert_eq!(error("  ", &sight), "type a move, or `help`");
    }

    #[test]
    fn what_was_typed_is_said_back_on_one_line() {
        let long = "9".repeat(4_000);
        let letters = "z".repeat(4_000);
        let typed = [
            "more \u{1b}[2J".to_owned(),
            "b\u{7}2".to_owned(),
            format!("more {long}"),
            format!("1 {long}"),
            format!("{long} 1"),
            format!("{letters}1"),
            format!("a{long}"),
            long,
        ];
        for text in typed {
            let error = error(&text, &sight(3, 3));
            assert!(error.len() < 100 && !error.contains(char::is_control), "{error:?}");
        }
    }

    #[test]
    fn a_cell_that_is_taken_is_said_to_be() {
        let mut game = Position::set_up(&Config::new(3, 3, 3).expect("a board"), 0);
        game.apply(Seat::FIRST, &Action::Mark { row: 1, column: 1 }).expect("legal");
        let sight = game.sight(Viewer::Spectator);
        assert_eq!(error("5", &sight), "b2 is taken");
        assert_eq!(error("2 2", &sight), "b2 is taken");
    }

    #[test]
    fn marks_that_fall_are_put_into_columns() {
        let sight = gravity();
        let column = |column: u8| Ok(Entry::Play(Action::Drop { column }));
        assert_eq!(parse_entry("a", &sight), column(0));
        assert_eq!(parse_entry("G", &sight), column(6));
        assert_eq!(parse_entry("7", &sight), column(6));
        assert_eq!(error("8", &sight), "there is no column 8: they are a to g (1 to 7)");
        assert_eq!(error("h2", &sight), "\"h2\" is no move here; name a column: `c`, or its number");
        assert_eq!(error("1 1", &sight), "\"1 1\" is no move here; name a column: `c`, or its number");
        assert_eq!(error("z", &sight), "there is no column z: they are a to g (1 to 7)");
    }

    #[test]
    fn a_full_column_is_said_to_be() {
        let config = Config::new(3, 3, 3).expect("a board").with_gravity();
        let mut game = Position::set_up(&config, 0);
        for _ in 0..3 {
            let seat = game.to_move().sole().expect("one moves at a time");
            game.apply(seat, &Action::Drop { column: 1 }).expect("legal");
        }
        assert_eq!(error("b", &game.sight(Viewer::Spectator)), "column b is full");
    }

    #[test]
    fn what_is_asked_about_time_is_asked_clearly() {
        let sight = sight(3, 3);
        for text in ["off", "off 0", "off x", "off -1", "off 1 2", "off 99999999999"] {
            assert_eq!(error(text, &sight), "say how many days: `off 3`", "{text}");
        }
        for text in ["more 0", "more 3", "more x"] {
            assert!(error(text, &sight).starts_with("there is no player"), "{text}");
        }
        assert!(
            is_no_move(" Off 3")
                && is_no_move("pause")
                && is_no_move("pre b2")
                && is_no_move("block")
                && !is_no_move("b2")
        );
    }

    #[test]
    fn a_move_in_advance_names_a_cell_as_a_move_does() {
        let middle = Ok(Entry::Premove(Action::Mark { row: 1, column: 1 }));
        for text in ["pre b2", "premove 5", "pre 2 2", " PRE  B2 "] {
            assert_eq!(parse_entry(text, &sight(3, 3)), middle, "{text}");
        }
        assert_eq!(parse_entry("pre c", &gravity()), Ok(Entry::Premove(Action::Drop { column: 2 })));
        assert_eq!(error("pre b9", &sight(3, 3)), "there is no row 9: they are 1 to 3");
        assert!(error("pre", &sight(3, 3)).contains("name a cell"));
    }

    #[test]
    fn words_are_commands() {
        for sight in [sight(3, 3), gravity()] {
            assert_eq!(parse_entry("resign", &sight), Ok(Entry::Resign));
            assert_eq!(parse_entry(" HELP ", &sight), Ok(Entry::Help));
            assert_eq!(parse_entry("q", &sight), Ok(Entry::Quit));
            assert_eq!(parse_entry("board", &sight), Ok(Entry::Board));
            assert_eq!(parse_entry("pause", &sight), Ok(Entry::Pause));
            assert_eq!(parse_entry("Resume ", &sight), Ok(Entry::Resume));
            assert_eq!(parse_entry("more", &sight), Ok(Entry::More(None)));
            assert_eq!(parse_entry("more 2", &sight), Ok(Entry::More(Seat::new(1))));
            assert_eq!(parse_entry("off  3", &sight), Ok(Entry::Off(3)));
            assert_eq!(parse_entry("back", &sight), Ok(Entry::Back));
            assert_eq!(parse_entry("draw", &sight), Ok(Entry::Draw));
            assert_eq!(parse_entry("takeback", &sight), Ok(Entry::Takeback));
            assert_eq!(parse_entry("Accept", &sight), Ok(Entry::Accept));
            assert_eq!(parse_entry("decline", &sight), Ok(Entry::Decline));
            assert_eq!(parse_entry("abort", &sight), Ok(Entry::Abort));
            assert_eq!(parse_entry("claim", &sight), Ok(Entry::Claim { draw: false }));
            assert_eq!(parse_entry("claim draw", &sight), Ok(Entry::Claim { draw: true }));
            assert_eq!(parse_entry("cancel", &sight), Ok(Entry::Cancel));
        }
    }
}
