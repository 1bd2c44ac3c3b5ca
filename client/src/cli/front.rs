//! What the player sees and types into: a screen, or plain lines.

use std::collections::VecDeque;
use std::io::{self, IsTerminal};
use std::time::Duration;

use zeitnot_rules::Seat;

use crate::cli::out;
use crate::cli::printer::Printer;
use crate::session::{ChatLine, Connection, GameView};
use crate::term::{
    Editor, HELP, HELP_OVER, Line, Look, Page, Screen, Style, game_page, help_page, input, wrap_all,
};
use crate::time::ServerTime;

/// From here on, plain lines tell each second of a turn.
const LINES_TELL: Duration = Duration::from_secs(5);

/// Lines left free below the last page, which stays when the terminal is given back.
const BELOW_LAST_PAGE: usize = 3;

/// What the player sees and types into.
pub(in crate::cli) enum Front {
    /// A terminal, drawn on in place.
    Screen { screen: Screen, editor: Editor, notice: Option<(String, Style)>, help: bool },
    /// Plain lines, of which those read wait until they can be used.
    Lines { printer: Option<Printer>, read: VecDeque<String>, ended: bool, told: Vec<String> },
}

/// What of a game is shown beside itself.
pub(in crate::cli) struct Around<'a> {
    pub(in crate::cli) now: Option<ServerTime>,
    pub(in crate::cli) connection: &'a Connection,
    /// The seat of whoever sits in front of it, if they play themselves.
    pub(in crate::cli) you: Option<Seat>,
    pub(in crate::cli) chat: &'a [ChatLine],
    pub(in crate::cli) sent: Option<&'a str>,
    /// Whether a game that waits is offered to everybody.
    pub(in crate::cli) seek: bool,
}

impl Around<'_> {
    fn page<'b>(&'b self, game: &'b GameView, look: Look, (width, height): (usize, usize)) -> Page<'b> {
        let Around { now, connection, you, chat, sent, seek } = *self;
        Page { game, now, connection, you, chat, sent, look, seek, width, height }
    }
}

impl Front {
    /// A screen if both input and output are a terminal, else plain lines. What comes in is told to
    /// `tell`, until that wants no more.
    pub(in crate::cli) fn open(tell: impl Fn(input::Input) -> bool + Send + 'static) -> io::Result<Front> {
        if io::stdin().is_terminal() && io::stdout().is_terminal() {
            let screen = Screen::take(Look::terminal())?;
            input::read_keys(tell)?;
            return Ok(Front::Screen { screen, editor: Editor::new(), notice: None, help: false });
        }
        input::read_lines(tell)?;
        Ok(Front::Lines { printer: None, read: VecDeque::new(), ended: false, told: Vec::new() })
    }

    pub(in crate::cli) fn is_screen(&self) -> bool {
        matches!(self, Front::Screen { .. })
    }

    /// Whether somebody is there to answer a question: a file's lines are moves.
    pub(in crate::cli) fn can_ask(&self) -> bool {
        io::stdin().is_terminal()
    }

    fn look(&self) -> Look {
        match self {
            Front::Screen { .. } => Look::terminal(),
            Front::Lines { .. } => Look::plain(),
        }
    }

    /// Tells the player something that is not part of the game.
    pub(in crate::cli) fn say(&mut self, text: &str, style: Style) -> io::Result<()> {
        match self {
            Front::Screen { notice, .. } => *notice = Some((text.to_owned(), style)),
            Front::Lines { .. } => out::line(text)?,
        }
        Ok(())
    }

    /// What was said has been seen.
    pub(in crate::cli) fn unsay(&mut self) {
        if let Front::Screen { notice, .. } = self {
            *notice = None;
        }
    }

    /// Help has been read; says whether it was there.
    pub(in crate::cli) fn close_help(&mut self) -> bool {
        match self {
            Front::Screen { help, .. } => std::mem::take(help),
            Front::Lines { .. } => false,
        }
    }

    /// Tells what can be typed at a table: on a screen in the board's place, for both would not fit.
    pub(in crate::cli) fn help(&mut self, over: bool) -> io::Result<()> {
        match self {
            Front::Screen { help, .. } => *help = true,
            Front::Lines { .. } => out::lines(if over { HELP_OVER } else { HELP }.lines())?,
        }
        Ok(())
    }

    /// Shows something where no game is yet.
    pub(in crate::cli) fn show_lines(&mut self, lines: &[String]) -> io::Result<()> {
        match self {
            Front::Screen { screen, editor, notice, .. } => {
                let mut page: Vec<Line> = vec![Line::from(" ").and("Zeitnot", Style::Strong), Line::new()];
                page.extend(lines.iter().map(|line| Line::from(format!(" {line}"))));
                screen.draw_page(page, notice.as_ref(), editor)
            }
            Front::Lines { told, .. } => {
                if *told != lines {
                    out::lines(lines)?;
                    *told = lines.to_vec();
                }
                Ok(())
            }
        }
    }

    /// Shows a game.
    pub(in crate::cli) fn show_game(&mut self, game: &GameView, around: &Around) -> io::Result<()> {
        let look = self.look();
        match self {
            Front::Screen { screen, editor, notice, help } => {
                let width = screen.width().saturating_sub(2);
                let noticed = notice.as_ref().map_or(1, |(text, _)| wrap_all(text, width).len());
                let page =
                    around.page(game, look, (screen.width(), screen.height().saturating_sub(noticed + 1)));
                let page = if *help { help_page(&page) } else { game_page(&page) };
                screen.draw_page(page, notice.as_ref(), editor)
            }
            Front::Lines { printer, .. } => {
                let printer = printer.get_or_insert_with(|| Printer::new(look, around.you, around.seek));
                let mut lines = printer.show(game, around.now);
                if !lines.is_empty() && around.you.is_some() && game.takes_my_move() {
                    lines.push("Your move:".to_owned());
                }
                out::lines(lines)?;
                if let Some(now) = around.now {
                    out::lines(printer.clock(game, now, LINES_TELL))?;
                }
                Ok(())
            }
        }
    }

    /// Another game is shown from now on.
    pub(in crate::cli) fn turn_page(&mut self) {
        if let Front::Lines { printer, .. } = self {
            *printer = None;
        }
        self.unsay();
    }

    /// Gives the terminal back and leaves what is on the page there for the player to see.
    pub(in crate::cli) fn close(self, game: Option<(&GameView, &Around)>) -> io::Result<()> {
        let look = self.look();
        if let Front::Screen { screen, .. } = self {
            // What is said of it, and the shell's own line, come below.
            let room = (screen.width(), screen.height().saturating_sub(BELOW_LAST_PAGE));
            let page = game.map(|(game, around)| game_page(&around.page(game, look, room)));
            drop(screen);
            out::lines(page.into_iter().flatten())?;
        }
        Ok(())
    }
}
