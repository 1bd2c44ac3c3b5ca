//! Names that players give themselves.

use std::fmt;
use std::str::FromStr;

use crate::text::{self, TextError};

/// The most visible characters in a name.
pub const MAX_CHARACTERS: usize = 24;

/// A name that can be shown to others: 1 to 24 visible characters of any script, emoji included.
///
/// It is in Unicode's normal form C. White space around it is taken away and each stretch of it
/// inside becomes one space. Refused are control characters, what is invisible (joiners inside a
/// character are not), what changes the direction of the text around it, and accents that stand on
/// nothing.
///
/// ```
/// use zeitnot_rules::PlayerName;
///
/// let name: PlayerName = " Zoe\u{308}  👩‍👩‍👧 ".parse()?;
/// assert_eq!(name.as_str(), "Zoë 👩‍👩‍👧");
/// assert!(PlayerName::new("\u{200b}").is_err());
/// # Ok::<(), zeitnot_rules::TextError>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct PlayerName(String);

impl PlayerName {
    /// Checks a name and puts it in its one form.
    pub fn new(name: &str) -> Result<PlayerName, TextError> {
        text::tidy(name, MAX_CHARACTERS).map(PlayerName)
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The name as an owned string.
    pub fn into_string(self) -> String {
        self.0
    }
}

impl FromStr for PlayerName {
    type Err = TextError;

    fn from_str(name: &str) -> Result<PlayerName, TextError> {
        PlayerName::new(name)
    }
}

impl fmt::Display for PlayerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl AsRef<str> for PlayerName {
    fn as_ref(&self) -> &str {
        &self.0
    }
}
