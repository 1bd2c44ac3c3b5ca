//! What players say to each other.

use super::text::{Line, Style, wrap_hard};
use super::wording::player_name;
use crate::session::{ChatLine, GameView};

/// The phrases that every server has, in English. Their numbers are for good.
pub const PHRASES: [&str; 13] = [
    "Hello",
    "Good luck",
    "Have fun",
    "You too",
    "Good game",
    "Well played",
    "Thank you",
    "Sorry",
    "One moment, please",
    "I am back",
    "Another game?",
    "I have to go",
    "Goodbye",
];

/// Something to say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Saying {
    /// One of the [`PHRASES`], counted from 0.
    Phrase(u8),
    /// Something else.
    Text(String),
}

/// Reads what is to be said: a phrase by its number, counted from 1, or in its words, or anything else.
/// `None` for nothing.
///
/// ```
/// use zeitnot_client::term::{Saying, parse_saying};
///
/// assert_eq!(parse_saying("5"), Some(Saying::Phrase(4)));
/// assert_eq!(parse_saying("good game"), Some(Saying::Phrase(4)));
/// assert_eq!(parse_saying("nice fork!"), Some(Saying::Text("nice fork!".to_owned())));
/// ```
pub fn parse_saying(text: &str) -> Option<Saying> {
    let text = text.trim();
    let plain = |text: &str| text.trim_end_matches(['.', '!', '?']).to_lowercase();
    let by_number = text.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    let phrase = by_number
        .filter(|index| *index < PHRASES.len())
        .or_else(|| PHRASES.iter().position(|phrase| plain(phrase) == plain(text)));
    match phrase.and_then(|index| u8::try_from(index).ok()) {
        Some(index) => Some(Saying::Phrase(index)),
        None => (!text.is_empty()).then(|| Saying::Text(text.to_owned())),
    }
}

/// The phrases with their numbers, counted from 1.
pub fn phrase_list() -> String {
    let numbered = (1..).zip(PHRASES).map(|(number, phrase)| format!("{number} {phrase}"));
    format!("`say` with a number or text: {}.", numbered.collect::<Vec<_>>().join(", "))
}

/// What was said at a game's table last: of at most `most` messages, each in lines of at most `width` columns.
pub fn chat_lines(game: &GameView, chat: &[ChatLine], most: usize, width: usize) -> Vec<Vec<Line>> {
    let said: Vec<&ChatLine> = chat.iter().filter(|line| line.game == game.id).collect();
    said[said.len().saturating_sub(most)..]
        .iter()
        .map(|line| {
            let name = player_name(game, line.seat);
            let mut wrapped =
                wrap_hard(&format!("{name}: {}", line.text), width.saturating_sub(1)).into_iter();
            let first = wrapped.next().unwrap_or_default();
            let first = match first.strip_prefix(&name) {
                Some(rest) => Line::from(" ").and(&name, Style::Strong).and(rest, Style::Plain),
                None => Line::from(" ").and(first, Style::Plain),
            };
            let rest = wrapped.map(|text| Line::from(" ").and(text, Style::Plain));
            std::iter::once(first).chain(rest).collect()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::samples;
    use zeitnot_rules::Seat;

    #[test]
    fn phrases_are_said_by_number_or_in_their_words() {
        assert_eq!(parse_saying("1"), Some(Saying::Phrase(0)));
        assert_eq!(parse_saying(" Another game "), Some(Saying::Phrase(10)));
        assert_eq!(parse_saying("14"), Some(Saying::Text("14".to_owned())));
        assert_eq!(parse_saying("0"), Some(Saying::Text("0".to_owned())));
        assert_eq!(parse_saying("  "), None);
        assert!(phrase_list().contains("13 Goodbye"));
    }

    #[test]
    fn the_last_lines_of_this_table_are_shown() {
        let line =
            |id: u64, game: u64, text: &str| ChatLine { id, game, seat: Seat::FIRST, text: text.to_owned() };
        let chat = [line(1, 1, "Hello"), line(2, 2, "Sorry"), line(3, 1, "Have fun"), line(4, 1, "Goodbye")];
        let shown = |chat: &[ChatLine], most| {
            let lines = chat_lines(&samples::live(1), chat, most, 80);
            lines.concat().iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(shown(&chat, 2), [" Ada: Have fun", " Ada: Goodbye"]);
        for text in ["word ".repeat(40), "x".repeat(200), "名".repeat(200)] {
            let lines = chat_lines(&samples::live(1), &[line(1, 1, text.trim())], 2, 80).concat();
            assert!(lines.iter().all(|line| line.width() <= 80), "{lines:#?}");
            let whole: String = lines.iter().map(|line| line.to_string().replace(' ', "")).collect();
            assert_eq!(whole, format!("Ada:{}", text.replace(' ', "")), "nothing is lost");
        }
    }
}
