//! A line that is being typed.

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

/// A line that is being typed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Editor {
    characters: Vec<char>,
    cursor: usize,
}

/// What has come of a key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Edited {
    /// The line may look different now.
    Changed,
    /// The line is done; a new one begins.
    Entered(String),
    /// Ctrl-C, or Ctrl-D on an empty line.
    Interrupted,
    /// Nothing.
    Ignored,
}

/// Longer than anything there is to type: `say ` and 200 characters.
const LONGEST: usize = 210;

impl Editor {
    /// Nothing typed yet.
    pub fn new() -> Editor {
        Editor::default()
    }

    /// What has been typed.
    pub fn text(&self) -> String {
        self.characters.iter().collect()
    }

    /// What stands before the cursor.
    pub fn before_cursor(&self) -> String {
        self.characters[..self.cursor].iter().collect()
    }

    /// A key was pressed.
    pub fn press(&mut self, key: KeyEvent) -> Edited {
        if key.kind == KeyEventKind::Release {
            return Edited::Ignored;
        }
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('c') if control => return Edited::Interrupted,
            KeyCode::Char('d') if control && self.characters.is_empty() => return Edited::Interrupted,
            KeyCode::Char('u') if control => {
                self.characters.drain(..self.cursor);
                self.cursor = 0;
            }
            KeyCode::Char('w') if control => {
                let typed = &self.characters[..self.cursor];
                let end = typed.iter().rposition(|character| *character != ' ').map_or(0, |last| last + 1);
                let start =
                    typed[..end].iter().rposition(|character| *character == ' ').map_or(0, |gap| gap + 1);
                self.characters.drain(start..self.cursor);
                self.cursor = start;
            }
            KeyCode::Char(character)
                if !control && !character.is_control() && self.characters.len() < LONGEST =>
            {
                self.characters.insert(self.cursor, character);
                self.cursor += 1;
            }
            KeyCode::Backspace if self.cursor > 0 => {
                self.cursor -= 1;
                self.characters.remove(self.cursor);
            }
            KeyCode::Delete if self.cursor < self.characters.len() => {
                self.characters.remove(self.cursor);
            }
            KeyCode::Left => self.cursor = self.cursor.saturating_sub(1),
            KeyCode::Right => self.cursor = (self.cursor + 1).min(self.characters.len()),
            KeyCode::Home => self.cursor = 0,
            KeyCode::End => self.cursor = self.characters.len(),
            KeyCode::Esc => *self = Editor::new(),
            KeyCode::Enter => {
                let text = self.text();
                *self = Editor::new();
                return Edited::Entered(text);
            }
            _ => return Edited::Ignored,
        }
        Edited::Changed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(keys: &[(KeyCode, KeyModifiers)]) -> (Editor, Vec<Edited>) {
        let mut editor = Editor::new();
        let edited =
            keys.iter().map(|&(code, modifiers)| editor.press(KeyEvent::new(code, modifiers))).collect();
        (editor, edited)
    }

    fn plain(codes: &[KeyCode]) -> Vec<(KeyCode, KeyModifiers)> {
        codes.iter().map(|&code| (code, KeyModifiers::NONE)).collect()
    }

    fn control(character: char) -> (KeyCode, KeyModifiers) {
        (KeyCode::Char(character), KeyModifiers::CONTROL)
    }

    fn letters(text: &str) -> Vec<(KeyCode, KeyModifiers)> {
        text.chars().map(|character| (KeyCode::Char(character), KeyModifiers::NONE)).collect()
    }

    #[test]
    fn types_and_enters() {
        let (editor, edited) = typed(&[letters("b2"), plain(&[KeyCode::Enter])].concat());
        assert_eq!(edited.last(), Some(&Edited::Entered("b2".to_owned())));
        assert_eq!(editor, Editor::new());
    }

    #[test]
    fn corrects() {
        use KeyCode::{Backspace, Char, Delete, End, Home, Left, Right};
        let keys =
            [Char('x'), Backspace, Backspace, Char('2'), Home, Char('b'), End, Char('9'), Left, Delete];
        assert_eq!(typed(&plain(&keys)).0.text(), "b2");
        let (editor, _) =
            typed(&plain(&[Char('é'), Char('名'), Left, Left, Left, Right, Delete, Right, Right]));
        assert_eq!((editor.text(), editor.before_cursor()), ("é".to_owned(), "é".to_owned()));
    }

    #[test]
    fn rubs_out_words_and_lines() {
        assert_eq!(typed(&[letters("play b2  "), vec![control('w')]].concat()).0.text(), "play ");
        assert_eq!(typed(&[letters("play"), vec![control('u')]].concat()).0.text(), "");
        assert_eq!(typed(&[letters("play"), plain(&[KeyCode::Esc])].concat()).0.text(), "");
    }

    #[test]
    fn control_c_interrupts_at_any_time_and_control_d_on_an_empty_line() {
        assert_eq!(typed(&[letters("b"), vec![control('c')]].concat()).1.last(), Some(&Edited::Interrupted));
        assert_eq!(typed(&[control('d')]).1, [Edited::Interrupted]);
        assert_eq!(typed(&[letters("b"), vec![control('d')]].concat()).1.last(), Some(&Edited::Ignored));
    }

    #[test]
    fn does_not_grow_without_end() {
        assert_eq!(typed(&letters(&"x".repeat(1000))).0.text().len(), LONGEST);
    }
}
