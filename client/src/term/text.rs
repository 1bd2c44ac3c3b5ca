//! Lines of text with a weight or a colour here and there.

use std::fmt;

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// What a piece of text is, for whoever can show it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Style {
    /// Nothing special.
    #[default]
    Plain,
    /// Of little importance.
    Faint,
    /// Important.
    Strong,
    /// A mark of this seat.
    Mark(u8),
    /// The same, marked last.
    LastMark(u8),
    /// Part of the line that has decided the game.
    Decisive,
    /// Wants attention.
    Warning,
}

/// A piece of text in one style.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Span {
    /// No line breaks in it.
    pub text: String,
    /// Its style.
    pub style: Style,
}

/// A line of text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Line {
    /// Its pieces from left to right.
    pub spans: Vec<Span>,
}

impl Line {
    /// Nothing.
    pub fn new() -> Line {
        Line::default()
    }

    /// The same with more at its end.
    pub fn and(mut self, text: impl Into<String>, style: Style) -> Line {
        self.push(text, style);
        self
    }

    /// Puts more at its end.
    pub fn push(&mut self, text: impl Into<String>, style: Style) {
        let text = text.into();
        match self.spans.last_mut() {
            Some(last) if last.style == style => last.text.push_str(&text),
            _ if text.is_empty() => {}
            _ => self.spans.push(Span { text, style }),
        }
    }

    /// Puts spaces at its end until it is this wide.
    pub fn pad_to(&mut self, width: usize) {
        let missing = width.saturating_sub(self.width());
        self.push(" ".repeat(missing), Style::Plain);
    }

    /// How many columns of a terminal it takes.
    pub fn width(&self) -> usize {
        self.spans.iter().map(|span| span.text.width()).sum()
    }
}

impl<T: Into<String>> From<T> for Line {
    fn from(text: T) -> Line {
        Line::new().and(text, Style::Plain)
    }
}

/// The text alone, without spaces at its end.
impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text: String = self.spans.iter().map(|span| span.text.as_str()).collect();
        f.write_str(text.trim_end())
    }
}

/// As much of what was typed as is worth saying back.
///
/// ```
/// assert_eq!(zeitnot_client::term::short(" \u{1b}[31mhello"), "[31mhello");
/// assert_eq!(zeitnot_client::term::short(&"x".repeat(90)).len(), 20);
/// ```
pub fn short(text: &str) -> String {
    text.trim().chars().filter(|character| !character.is_control()).take(20).collect()
}

/// Breaks a text between words so that no line is wider than `width`, but for words that are.
///
/// ```
/// assert_eq!(zeitnot_client::term::wrap("there is no cell 17", 12), ["there is no", "cell 17"]);
/// ```
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.width() + 1 + word.width() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// The same, and words that are wider are broken, too.
pub(super) fn wrap_hard(text: &str, width: usize) -> Vec<String> {
    let width = width.max(2);
    let mut lines = Vec::new();
    for line in wrap(text, width) {
        let (mut part, mut taken) = (String::new(), 0);
        for character in line.chars() {
            let wide = character.width().unwrap_or(0);
            if taken + wide > width {
                lines.push(std::mem::take(&mut part));
                taken = 0;
            }
            part.push(character);
            taken += wide;
        }
        lines.push(part);
    }
    lines
}

/// The same as [`wrap`] for a text of several lines.
pub fn wrap_all(text: &str, width: usize) -> Vec<String> {
    text.lines().flat_map(|line| wrap(line, width)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_that_is_too_long_has_a_line_of_its_own() {
        assert_eq!(wrap("a mnk:rows=3,columns=3 b", 8), ["a", "mnk:rows=3,columns=3", "b"]);
        assert_eq!(wrap("", 8), [""]);
        assert_eq!(wrap("a b", 0), ["a", "b"]);
    }

    #[test]
    fn a_word_that_would_be_cut_off_is_broken() {
        assert_eq!(wrap_hard("ab abcdefghij c", 4), ["ab", "abcd", "efgh", "ij", "c"]);
        assert_eq!(wrap_hard("名前名", 4), ["名前", "名"]);
        assert_eq!(wrap_hard("", 0), [""]);
    }

    #[test]
    fn wide_characters_take_two_columns() {
        let mut line = Line::from("名前");
        line.pad_to(6);
        assert_eq!(line.width(), 6);
        assert_eq!(line.to_string(), "名前");
        line.push("|", Style::Strong);
        assert_eq!(line.to_string(), "名前  |");
    }
}
