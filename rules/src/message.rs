//! What players write to each other.

use std::fmt;

use crate::text::{self, TextError};

/// The most characters in a message, counted as code points.
const MAX_CHARACTERS: usize = 200;

/// A line of chat: 1 to 200 characters in one line, of the same kind as those of a
/// [`PlayerName`](crate::PlayerName).
///
/// ```
/// use zeitnot_rules::Message;
///
/// assert_eq!(Message::new(" good   game ")?.as_str(), "good game");
/// assert!(Message::new("one\ntwo").is_err());
/// # Ok::<(), zeitnot_rules::TextError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message(String);

impl Message {
    /// Checks a message and puts it in its one form.
    pub fn new(text: &str) -> Result<Message, TextError> {
        let text = text::tidy(text, MAX_CHARACTERS)?;
        // A visible character may be made of several code points. A name is short; of these there are many.
        if text.chars().count() > MAX_CHARACTERS {
            return Err(TextError::TooLong { most: MAX_CHARACTERS });
        }
        Ok(Message(text))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}
