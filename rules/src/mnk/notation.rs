//! How cells and actions are written: `b2` is the second column's second row, `c` the third column.

use super::action::Action;
use super::board::Point;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// As many letters as columns are named with.
const LETTERS: u8 = 26;

/// A column's name: `a` for the first, `z` for the 26th, then `aa`.
///
/// ```
/// assert_eq!(zeitnot_rules::mnk::column_name(2), "c");
/// ```
pub fn column_name(column: u8) -> String {
    let letter = |index: u8| char::from(b'a' + index % LETTERS);
    let last = letter(column);
    match (column / LETTERS).checked_sub(1) {
        None => last.to_string(),
        Some(first) => String::from_iter([letter(first), last]),
    }
}

/// The reverse of [`column_name`].
fn column_of(name: &str) -> Option<u8> {
    let index = |letter: u8| letter.is_ascii_lowercase().then(|| letter - b'a');
    match *name.as_bytes() {
        [last] => index(last),
        [first, last] => LETTERS.checked_mul(index(first)? + 1)?.checked_add(index(last)?),
        _ => None,
    }
}

/// Rows are counted from 1 at the top, as boards are drawn.
impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", column_name(self.column), u16::from(self.row) + 1)
    }
}

/// `b2`, or where marks fall `c`.
impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Action::Mark { row, column } => Point { row, column }.fmt(f),
            Action::Drop { column } => f.write_str(&column_name(column)),
        }
    }
}

/// A text that names no cell and no column.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("a cell is written `b2`, and a column `b`")]
pub struct NoAction;

/// Only as it is written: in small letters and without zeros in front. It knows no board: what is
/// beyond one is for the position to refuse.
///
/// ```
/// use zeitnot_rules::mnk::Action;
///
/// let action: Action = "b10".parse()?;
/// assert_eq!(action, Action::Mark { row: 9, column: 1 });
/// assert_eq!(action.to_string(), "b10");
/// # Ok::<(), zeitnot_rules::mnk::NoAction>(())
/// ```
impl FromStr for Action {
    type Err = NoAction;

    fn from_str(text: &str) -> Result<Action, NoAction> {
        let letters = text.bytes().take_while(u8::is_ascii_lowercase).count();
        let (column, row) = text.split_at(letters);
        let column = column_of(column).ok_or(NoAction)?;
        if row.is_empty() {
            return Ok(Action::Drop { column });
        }
        let canonical = row.bytes().all(|byte| byte.is_ascii_digit()) && !row.starts_with('0');
        let row = row.parse::<u16>().ok().filter(|_| canonical).and_then(|row| row.checked_sub(1));
        let row = row.and_then(|row| u8::try_from(row).ok()).ok_or(NoAction)?;
        Ok(Action::Mark { row, column })
    }
}
