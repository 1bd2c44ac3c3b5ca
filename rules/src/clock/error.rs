//! Why a time control is refused.

use super::duration::DurationError;
use thiserror::Error;

/// Why a time control is refused: its text is none, or a field is out of range.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TimeControlError {
    /// No control has this name.
    #[error("there is no time control `{name}`; there are {known}")]
    Unknown {
        /// What was given, shortened.
        name: String,
        /// All names there are.
        known: &'static str,
    },
    /// Longer than any valid text.
    #[error("the time control is {length} bytes long; at most {max} are allowed")]
    TooLong {
        /// Bytes given.
        length: usize,
        /// Bytes allowed.
        max: usize,
    },
    /// The control's name is followed by something else than it should be.
    #[error("write {form}, not `{text}`")]
    Form {
        /// How it is written.
        form: &'static str,
        /// What was given, shortened.
        text: String,
    },
    /// A field is no length of time.
    #[error("{field}: {source}")]
    Duration {
        /// The field.
        field: &'static str,
        /// What is wrong with it.
        source: DurationError,
    },
    /// A field is no number.
    #[error("{field} must be a number, not `{text}`")]
    Count {
        /// The field.
        field: &'static str,
        /// What was given, shortened.
        text: String,
    },
    /// A field is beyond what is allowed.
    #[error("{field} must be {allowed}, not {value}")]
    OutOfRange {
        /// The field.
        field: &'static str,
        /// The range, in words.
        allowed: String,
        /// What was given.
        value: String,
    },
}

impl TimeControlError {
    /// The stable code of all of them: `bad_time`.
    pub const fn code(&self) -> &'static str {
        "bad_time"
    }
}
