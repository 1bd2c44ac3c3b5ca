//! Tags: a name and a text in quotation marks.

use std::fmt;

/// The longest name of a tag, in bytes.
pub const MAX_TAG_NAME: usize = 32;

/// A tag, as in `[Event "Casual game"]`.
///
/// Quotation marks and backslashes of the text stand behind a backslash, as in PGN; a line break is
/// `\n`, and any other control character its number in hexadecimal, `\u{1b}`. So a record can be shown
/// on a terminal whatever is in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tag {
    /// 1 to 32 ASCII letters, digits and underscores, a letter first.
    pub name: String,
    /// Any text.
    pub value: String,
}

impl Tag {
    /// A tag of this name with this text, not yet checked.
    pub fn new(name: impl Into<String>, value: impl Into<String>) -> Tag {
        Tag { name: name.into(), value: value.into() }
    }

    /// Whether its name may be one.
    pub(super) fn has_a_name(&self) -> bool {
        self.name.len() <= MAX_TAG_NAME
            && self.name.starts_with(|first: char| first.is_ascii_alphabetic())
            && self.name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    }

    /// Reads a line that holds one tag; `None` if it does not.
    pub(super) fn parse(line: &str) -> Option<Tag> {
        let inside = line.trim().strip_prefix('[')?.strip_suffix(']')?.trim();
        let (name, quoted) = inside.split_once([' ', '\t'])?;
        let value = unescaped(quoted.trim().strip_prefix('"')?)?;
        Some(Tag::new(name, value)).filter(Tag::has_a_name)
    }
}

impl fmt::Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{} \"", self.name)?;
        for character in self.value.chars() {
            match character {
                '"' | '\\' => write!(f, "\\{character}")?,
                '\n' => f.write_str("\\n")?,
                control if control.is_control() => write!(f, "\\u{{{:x}}}", u32::from(control))?,
                other => write!(f, "{other}")?,
            }
        }
        f.write_str("\"]")
    }
}

/// What stands before the closing quotation mark, which is the end.
fn unescaped(text: &str) -> Option<String> {
    let mut value = String::with_capacity(text.len());
    let mut rest = text.chars();
    loop {
        match rest.next()? {
            '"' => return rest.next().is_none().then_some(value),
            '\\' => value.push(match rest.next()? {
                'n' => '\n',
                'u' => {
                    let (digits, after) = rest.as_str().strip_prefix('{')?.split_once('}')?;
                    let hexadecimal =
                        digits.len() <= 6 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
                    rest = after.chars();
                    u32::from_str_radix(digits, 16).ok().filter(|_| hexadecimal).and_then(char::from_u32)?
                }
                escaped @ ('"' | '\\') => escaped,
                _ => return None,
            }),
            plain => value.push(plain),
        }
    }
}
