//! Names that players give themselves.

use std::fmt;
use std::str::FromStr;
use thiserror::Error;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_segmentation::UnicodeSegmentation;

/// The most visible characters in a name.
pub const MAX_CHARACTERS: usize = 24;

/// The most code points in one visible character: the longest emoji of Unicode's list has ten. It
/// keeps towers of accents out of other people's lines.
pub const MAX_CODE_POINTS: usize = 10;

/// The most bytes in a name: what follows from the two other limits.
pub const MAX_BYTES: usize = MAX_CHARACTERS * MAX_CODE_POINTS * 4;

/// The most bytes that are read at all: normalisation may still shorten them.
const MAX_INPUT_BYTES: usize = 2 * MAX_BYTES;

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
/// # Ok::<(), zeitnot_rules::NameError>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct PlayerName(String);

/// Why a name is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum NameError {
    /// Nothing, or white space alone.
    #[error("a name needs at least one visible character")]
    Empty,
    /// More than 24 visible characters.
    #[error("a name has at most {MAX_CHARACTERS} characters")]
    TooLong,
    /// A control character, a line break or a tab.
    #[error("a name has no control characters, and U+{:04X} is one", u32::from(*found))]
    Control {
        /// Which.
        found: char,
    },
    /// A character that cannot be seen, or one that turns the text around it.
    #[error("a name has no invisible characters, and U+{:04X} is one", u32::from(*found))]
    Invisible {
        /// Which.
        found: char,
    },
    /// An accent without a letter to stand on.
    #[error("an accent in the name, U+{:04X}, stands on nothing", u32::from(*found))]
    LoneAccent {
        /// Which.
        found: char,
    },
    /// More than 10 code points in one visible character.
    #[error("a character of the name has more than {MAX_CODE_POINTS} parts")]
    Overloaded,
}

impl NameError {
    /// The stable code of all of them: `bad_name`.
    pub const fn code(&self) -> &'static str {
        "bad_name"
    }
}

impl PlayerName {
    /// Checks a name and puts it in its one form.
    pub fn new(name: &str) -> Result<PlayerName, NameError> {
        if name.len() > MAX_INPUT_BYTES {
            return Err(NameError::TooLong);
        }
        let name = name.trim();
        if let Some(found) = name.chars().find(|c| c.is_control()) {
            return Err(NameError::Control { found });
        }
        let name: String = name.nfc().collect();
        let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut characters = 0;
        for character in name.graphemes(true) {
            check_character(character)?;
            characters += 1;
        }
        match characters {
            0 => Err(NameError::Empty),
            1..=MAX_CHARACTERS => Ok(PlayerName(name)),
            _ => Err(NameError::TooLong),
        }
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

/// One visible character: something to see, and then what belongs to it.
fn check_character(character: &str) -> Result<(), NameError> {
    if character.chars().count() > MAX_CODE_POINTS {
        return Err(NameError::Overloaded);
    }
    let mut previous = None;
    for c in character.chars() {
        if is_invisible(c) && !(previous.is_some() && is_joiner(c)) {
            return Err(NameError::Invisible { found: c });
        }
        if is_combining_mark(c) && previous.is_none_or(|before| before == ' ') {
            return Err(NameError::LoneAccent { found: c });
        }
        previous = Some(c);
    }
    Ok(())
}

/// Unicode's Default_Ignorable_Code_Point (DerivedCoreProperties.txt), which has all that turns text
/// around as well; the invisible ones among the other format characters; and the blank Braille
/// pattern. White space and control characters are dealt with before.
fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
        | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// Invisible by themselves, but parts of visible characters: the joiners of emoji, Persian and Indic
/// scripts, variation selectors, and the letters in the flags of England, Scotland and Wales.
fn is_joiner(c: char) -> bool {
    matches!(c,
        '\u{180b}'..='\u{180d}' | '\u{180f}' | '\u{200c}'..='\u{200d}' | '\u{fe00}'..='\u{fe0f}'
        | '\u{e0020}'..='\u{e007f}' | '\u{e0100}'..='\u{e01ef}')
}

impl FromStr for PlayerName {
    type Err = NameError;

    fn from_str(name: &str) -> Result<PlayerName, NameError> {
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
