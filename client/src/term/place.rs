//! From a cell's name to the action that marks it.

use zeitnot_rules::mnk::{Action, Cell, Point, Sight, column_name};

use super::entry::EntryError;
use super::text::short;

/// The action that marks what was named.
pub(super) fn place(text: &str, sight: &Sight) -> Result<Action, EntryError> {
    if sight.variant().gravity { drop_into(text, sight) } else { mark(text, sight) }
}

fn mark(text: &str, sight: &Sight) -> Result<Action, EntryError> {
    let parts: Vec<&str> = text.split([' ', ',', '\t']).filter(|part| !part.is_empty()).collect();
    let point = match parts[..] {
        [number] if is_number(number) => by_number(number, sight)?,
        [name] => {
            let letters = name.chars().take_while(char::is_ascii_lowercase).count();
            let (column, row) = name.split_at(letters);
            if column.is_empty() || !is_number(row) {
                return Err(form(text, sight));
            }
            let column = letter(column, sight)?;
            Point { row: self::row(row, sight)?, column }
        }
        [row, column] if is_number(row) && is_number(column) => {
            Point { row: self::row(row, sight)?, column: column_number(column, sight)? }
        }
        _ => return Err(form(text, sight)),
    };
    match sight.cell(point.row, point.column) {
        Some(Cell::Mark(_)) => Err(EntryError::Taken { label: point.to_string() }),
        _ => Ok(Action::Mark { row: point.row, column: point.column }),
    }
}

fn drop_into(text: &str, sight: &Sight) -> Result<Action, EntryError> {
    let column = if is_number(text) {
        column_number(text, sight)?
    } else if text.chars().all(|character| character.is_ascii_lowercase()) {
        // A word is not meant to be a column.
        if text.len() > 2 {
            return Err(form(text, sight));
        }
        letter(text, sight)?
    } else {
        return Err(form(text, sight));
    };
    match sight.cell(0, column) {
        Some(Cell::Mark(_)) => Err(EntryError::Full { label: column_name(column) }),
        _ => Ok(Action::Drop { column }),
    }
}

fn by_number(text: &str, sight: &Sight) -> Result<Point, EntryError> {
    let columns = usize::from(sight.columns());
    let cells = usize::from(sight.rows()) * columns;
    let index = one_to(text, cells).ok_or_else(|| EntryError::Number { text: short(text), cells })?;
    // The sides of a board fit a byte.
    Ok(Point { row: (index / columns) as u8, column: (index % columns) as u8 })
}

fn row(text: &str, sight: &Sight) -> Result<u8, EntryError> {
    let rows = sight.rows();
    let index = one_to(text, usize::from(rows));
    index.map(|row| row as u8).ok_or_else(|| EntryError::Row { text: short(text), rows })
}

fn column_number(text: &str, sight: &Sight) -> Result<u8, EntryError> {
    let columns = sight.columns();
    let index = one_to(text, usize::from(columns));
    index.map(|column| column as u8).ok_or_else(|| EntryError::Column { text: short(text), columns })
}

fn letter(text: &str, sight: &Sight) -> Result<u8, EntryError> {
    let columns = sight.columns();
    let column = match text.as_bytes() {
        [byte] => byte.checked_sub(b'a').filter(|column| *column < columns),
        _ => None,
    };
    column.ok_or_else(|| EntryError::Column { text: short(text), columns })
}

/// `1` to `most`, as an index from 0. Numbers too long to be counted are no such number either.
pub(super) fn one_to(text: &str, most: usize) -> Option<usize> {
    let number: usize = text.parse().ok()?;
    number.checked_sub(1).filter(|index| *index < most)
}

pub(super) fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn form(text: &str, sight: &Sight) -> EntryError {
    EntryError::Form { text: short(text), gravity: sight.variant().gravity }
}
