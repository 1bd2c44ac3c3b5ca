//! Why the text of a game's rules is refused.

use thiserror::Error;

/// Why the text of a game's rules is refused. A family adds a variant of its own for what only it
/// can get wrong.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ConfigError {
    /// Neither a preset nor a family.
    #[error("there is no game called `{name}`")]
    UnknownGame {
        /// What was asked for, shortened.
        name: String,
    },
    /// Longer than any valid text.
    #[error("the rules are {length} bytes long; at most {max} are allowed")]
    TooLong {
        /// Bytes given.
        length: usize,
        /// Bytes allowed.
        max: usize,
    },
    /// Not a field of this family.
    #[error("there is no field `{field}`; the fields are {known}")]
    UnknownField {
        /// What was given, shortened.
        field: String,
        /// All fields there are.
        known: &'static str,
    },
    /// A field that has no default is not there.
    #[error("`{field}` is missing; it must be {allowed}")]
    Missing {
        /// The field.
        field: &'static str,
        /// What it may be.
        allowed: String,
    },
    /// The same field twice.
    #[error("`{field}` is there twice")]
    Repeated {
        /// The field.
        field: &'static str,
    },
    /// A field has a value that it may not have.
    #[error("`{field}` must be {allowed}, not `{value}`")]
    OutOfRange {
        /// The field.
        field: &'static str,
        /// What it may be.
        allowed: String,
        /// What was given, shortened.
        value: String,
    },
    /// m,n,k: no line of this length fits on the board.
    #[error("no line of {strike} fits on {rows} rows and {columns} columns: `strike` must be 3 to {max}")]
    StrikeDoesNotFit {
        /// The length asked for.
        strike: u8,
        /// The board's rows.
        rows: u8,
        /// The board's columns.
        columns: u8,
        /// The longest that fits.
        max: u8,
    },
}

impl ConfigError {
    /// The stable code of all of them: `bad_config`.
    pub const fn code(&self) -> &'static str {
        "bad_config"
    }
}

/// As much of a stranger's text as an error message should repeat.
pub(crate) fn shortened(text: &str) -> String {
    text.chars().take(32).flat_map(char::escape_debug).collect()
}
