//! What is said at the table.

use super::Play;
use crate::cli::error::CliError;
use crate::session::{Feed, GameView};
use crate::term::{Saying, Style, chat_lines, parse_saying, phrase_list};

impl Play<'_> {
    /// `say`, `mute` and `unmute`, `block` and `unblock`; says whether it was one of these.
    pub(super) fn talk(&mut self, game: &GameView, text: &str) -> Result<bool, CliError> {
        let text = text.trim();
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        match word.to_lowercase().as_str() {
            "say" => match parse_saying(rest) {
                None => self.front.say(&phrase_list(), Style::Plain)?,
                Some(Saying::Phrase(phrase)) => self.ask(self.session.say(game.id, phrase), ""),
                Some(Saying::Text(text)) => self.ask(self.session.write(game.id, text), ""),
            },
            word @ ("mute" | "unmute" | "block" | "unblock") => {
                let others = (0..).zip(&game.players).filter(|(seat, _)| *seat != game.seat.index());
                let mut others = others.filter_map(|(_, player)| player.identity).peekable();
                while let Some(identity) = others.next() {
                    let (call, done) = match word {
                        "mute" => (self.session.mute(identity), "You hear nothing more of them."),
                        "block" => (self.session.block(identity), "After this game you meet them no more."),
                        "unblock" => (self.session.unblock(identity), "You may meet them again."),
                        _ => (self.session.unmute(identity), "You hear them again."),
                    };
                    // Said once, of all of them.
                    self.ask(call, if others.peek().is_none() { done } else { "" });
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Plain lines tell what is said as it comes; a screen shows it by itself.
    pub(super) fn hear_chat(&mut self, feed: &Feed) -> Result<(), CliError> {
        let Some(game) = self.game() else { return Ok(()) };
        let new: Vec<_> = feed.chat.iter().filter(|line| line.id > self.heard).cloned().collect();
        self.heard = feed.chat.last().map_or(self.heard, |line| line.id);
        if !self.front.is_screen() {
            for line in chat_lines(&game, &new, usize::MAX, usize::MAX).concat() {
                self.front.say(line.to_string().trim_start(), Style::Plain)?;
            }
        }
        Ok(())
    }
}
