//! What players write and others see: one form for each text, and nothing in it that cannot be seen.

use thiserror::Error;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_segmentation::UnicodeSegmentation;

/// The most code points in one visible character: the longest emoji of Unicode's list has ten. It
/// keeps towers of accents out of other people's lines.
const MAX_CODE_POINTS: usize = 10;

/// Why a text is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum TextError {
    /// Nothing, or white space alone.
    #[error("at least one visible character is needed")]
    Empty,
    /// More characters than there may be.
    #[error("there may be {most} characters at most")]
    TooLong {
        /// How many there may be.
        most: usize,
    },
    /// A control character, a line break or a tab.
    #[error("there may be no control characters, and U+{:04X} is one", u32::from(*found))]
    Control {
        /// Which.
        found: char,
    },
    /// A character that cannot be seen, or one that turns the text around it.
    #[error("there may be no invisible characters, and U+{:04X} is one", u32::from(*found))]
    Invisible {
        /// Which.
        found: char,
    },
    /// An accent without a letter to stand on.
    #[error("an accent, U+{:04X}, stands on nothing", u32::from(*found))]
    LoneAccent {
        /// Which.
        found: char,
    },
    /// More than 10 code points in one visible character.
    #[error("a character has more than {MAX_CODE_POINTS} parts")]
    Overloaded,
}

/// Checks a text of at most `most` visible characters and puts it in its one form: Unicode's normal form C, no
/// white space around it, and a single space for each stretch inside.
pub(crate) fn tidy(text: &str, most: usize) -> Result<String, TextError> {
    // Normalisation may still shorten it, but not by more than this.
    if text.len() > 2 * 4 * MAX_CODE_POINTS * most {
        return Err(TextError::TooLong { most });
    }
    let text = text.trim();
    if let Some(found) = text.chars().find(|c| c.is_control()) {
        return Err(TextError::Control { found });
    }
    let text: String = text.nfc().collect();
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut characters = 0;
    for character in text.graphemes(true) {
        check_character(character)?;
        characters += 1;
    }
    match characters {
        0 => Err(TextError::Empty),
        _ if characters > most => Err(TextError::TooLong { most }),
        _ => Ok(text),
    }
}

/// One visible character: something to see, and then what belongs to it.
fn check_character(character: &str) -> Result<(), TextError> {
    if character.chars().count() > MAX_CODE_POINTS {
        return Err(TextError::Overloaded);
    }
    let mut previous = None;
    for c in character.chars() {
        if is_invisible(c) && !(previous.is_some() && is_joiner(c)) {
            return Err(TextError::Invisible { found: c });
        }
        if is_combining_mark(c) && previous.is_none_or(|before| before == ' ') {
            return Err(TextError::LoneAccent { found: c });
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
