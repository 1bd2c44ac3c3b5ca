//! The terminal as a screen.

use std::io::{self, Stdout, Write};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use crossterm::cursor::{Hide, MoveTo, Show};
use crossterm::style::{Attribute, Color, Print, ResetColor, SetAttribute, SetForegroundColor};
use crossterm::terminal::{
    BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate, EnterAlternateScreen,
    LeaveAlternateScreen, disable_raw_mode, enable_raw_mode, size,
};
use crossterm::{execute, queue};
use unicode_width::UnicodeWidthChar;

use super::editor::Editor;
use super::look::Look;
use super::text::{Line, Style, wrap_all};
use crate::session::LINK_THREAD;

/// Whether the terminal has to be given back.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// The terminal as a screen: lines that are drawn again only where they have changed, so that nothing
/// flickers. Dropping it gives the terminal back as it was.
#[derive(Debug)]
pub struct Screen {
    out: Stdout,
    look: Look,
    size: (u16, u16),
    shown: Vec<Line>,
    cursor: Option<(usize, usize)>,
}

impl Screen {
    /// From now on a panic gives the terminal back before it is reported; and what a connection's thread
    /// panics with, which is reported as a lost connection, is kept off it.
    pub fn guard_panics() {
        let report = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if thread::current().name() != Some(LINK_THREAD) {
                Screen::give_back();
                report(info);
            }
        }));
    }

    /// Takes the terminal.
    pub fn take(look: Look) -> io::Result<Screen> {
        let mut out = io::stdout();
        enable_raw_mode()?;
        TAKEN.store(true, Ordering::SeqCst);
        execute!(out, EnterAlternateScreen, Clear(ClearType::All))?;
        Ok(Screen { out, look, size: size()?, shown: Vec::new(), cursor: None })
    }

    /// Gives the terminal back, from wherever; once.
    pub fn give_back() {
        if TAKEN.swap(false, Ordering::SeqCst) {
            // Nothing can be done for a terminal that is gone.
            let _shown = execute!(io::stdout(), ResetColor, Show, LeaveAlternateScreen);
            let _cooked = disable_raw_mode();
        }
    }

    /// Its width in columns.
    pub fn width(&self) -> usize {
        usize::from(self.size.0)
    }

    /// Its height in lines.
    pub fn height(&self) -> usize {
        usize::from(self.size.1)
    }

    /// It has another size now: everything is drawn again.
    pub fn resized(&mut self) -> io::Result<()> {
        self.size = size()?;
        self.shown.clear();
        execute!(self.out, Clear(ClearType::All))
    }

    /// Shows these lines and puts the cursor at a column of a line of them, or nowhere. What does not
    /// fit is cut off.
    pub fn draw(&mut self, lines: Vec<Line>, cursor: Option<(usize, usize)>) -> io::Result<()> {
        let rows = lines.len().min(self.height());
        let cursor = cursor.filter(|(_, row)| *row < rows);
        if self.shown == lines[..rows] && self.cursor == cursor {
            return Ok(());
        }
        queue!(self.out, BeginSynchronizedUpdate, Hide)?;
        for (row, line) in lines.iter().take(rows).enumerate() {
            if self.shown.get(row) != Some(line) {
                // Fits: rows are no more than the screen's height.
                queue!(self.out, MoveTo(0, row as u16))?;
                self.print(line)?;
                queue!(self.out, Clear(ClearType::UntilNewLine))?;
            }
        }
        if self.shown.len() > rows && rows < self.height() {
            queue!(self.out, MoveTo(0, rows as u16), Clear(ClearType::FromCursorDown))?;
        }
        if let Some((column, row)) = cursor {
            let column = column.min(self.width().saturating_sub(1)) as u16;
            queue!(self.out, MoveTo(column, row as u16), Show)?;
        }
        queue!(self.out, EndSynchronizedUpdate)?;
        self.cursor = cursor;
        self.shown = lines;
        self.shown.truncate(rows);
        self.out.flush()
    }

    /// Shows a page, below it what was said, and below that the line that is typed into.
    pub fn draw_page(
        &mut self,
        mut page: Vec<Line>,
        notice: Option<&(String, Style)>,
        editor: &Editor,
    ) -> io::Result<()> {
        match notice {
            Some((text, style)) => {
                let width = self.width().saturating_sub(2);
                let wrapped = wrap_all(text, width);
                page.extend(wrapped.into_iter().map(|line| Line::from(" ").and(line, *style)));
            }
            None => page.push(Line::new()),
        }
        let prompt = Line::from(" > ");
        let column = prompt.width() + Line::from(editor.before_cursor()).width();
        page.push(prompt.and(editor.text(), Style::Plain));
        // On a terminal that is too small, what is typed into is seen in any case.
        let surplus = page.len().saturating_sub(self.height().max(1));
        page.drain(..surplus);
        let row = page.len().saturating_sub(1);
        self.draw(page, Some((column, row)))
    }

    fn print(&mut self, line: &Line) -> io::Result<()> {
        let mut room = self.width();
        for span in &line.spans {
            let text = cut(&span.text, &mut room);
            if self.look.styled {
                dress(&mut self.out, span.style)?;
            }
            queue!(self.out, Print(text))?;
            if self.look.styled {
                queue!(self.out, SetAttribute(Attribute::Reset), ResetColor)?;
            }
        }
        Ok(())
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        Screen::give_back();
    }
}

/// As much of a text as fits; takes it off the room there is.
fn cut(text: &str, room: &mut usize) -> String {
    let mut fitting = String::new();
    for character in text.chars() {
        let width = character.width().unwrap_or(0);
        if width > *room {
            *room = 0;
            break;
        }
        *room -= width;
        fitting.push(character);
    }
    fitting
}

fn dress(out: &mut Stdout, style: Style) -> io::Result<()> {
    let color = |seat: u8| match seat {
        0 => Color::Cyan,
        1 => Color::Yellow,
        2 => Color::Green,
        _ => Color::Magenta,
    };
    match style {
        Style::Plain => Ok(()),
        Style::Faint => queue!(out, SetAttribute(Attribute::Dim)),
        Style::Strong => queue!(out, SetAttribute(Attribute::Bold)),
        Style::Mark(seat) => queue!(out, SetForegroundColor(color(seat))),
        Style::LastMark(seat) => {
            queue!(out, SetForegroundColor(color(seat)), SetAttribute(Attribute::Bold))
        }
        Style::Decisive => queue!(out, SetAttribute(Attribute::Bold), SetAttribute(Attribute::Reverse)),
        Style::Warning => queue!(out, SetForegroundColor(Color::Red), SetAttribute(Attribute::Bold)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_cut_where_the_screen_ends() {
        let mut room = 5;
        assert_eq!(cut("ab", &mut room), "ab");
        assert_eq!(cut("名前", &mut room), "名");
        assert_eq!(room, 0, "half a character is not shown");
        assert_eq!(cut("c", &mut room), "");
    }
}
