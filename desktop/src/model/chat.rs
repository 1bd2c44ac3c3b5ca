//! What players say to each other.

use zeitnot_client::session::{ChatLine, Feed, GameId, GameView, Request};
use zeitnot_client::term::{PHRASES, Saying, parse_saying};

use super::texts::Texts;
use super::wording::player_name;

/// What has been said at a table, a line each: who, and what.
pub fn chat_of(game: &GameView, feed: &Feed, texts: &Texts) -> Vec<(String, String)> {
    let lines = feed.chat.iter().filter(|line| line.game == game.id);
    lines.map(|line| (player_name(game, line.seat, texts), said(line, texts))).collect()
}

/// The phrases that every server has, in the player's language.
pub fn phrases(texts: &Texts) -> Vec<String> {
    (0..PHRASES.len()).map(|number| texts.get(&format!("phrase-{number}"))).collect()
}

/// The phrases are said in English and read in the language of whoever reads them.
fn said(line: &ChatLine, texts: &Texts) -> String {
    match PHRASES.iter().position(|phrase| *phrase == line.text) {
        Some(number) => texts.get(&format!("phrase-{number}")),
        None => line.text.clone(),
    }
}

/// What the server is asked for when this is typed; `None` for nothing.
pub(super) fn saying(game: GameId, text: &str, texts: &Texts) -> Option<Request> {
    let known = phrases(texts).iter().position(|phrase| phrase.eq_ignore_ascii_case(text.trim()));
    if let Some(phrase) = known.and_then(|number| u8::try_from(number).ok()) {
        return Some(Request::Say { game, phrase });
    }
    Some(match parse_saying(text)? {
        // A number that is typed is meant as it is.
        Saying::Phrase(phrase) if text.trim().parse::<u32>().is_err() => Request::Say { game, phrase },
        _ => Request::Write { game, text: text.trim().to_owned() },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_are_read_in_the_readers_language() {
        let line =
            |text: &str| ChatLine { id: 1, game: 1, seat: zeitnot_rules::Seat::FIRST, text: text.to_owned() };
        let german = Texts::of("de");
        assert_eq!(said(&line("Good game"), &german), "Gute Partie");
        assert_eq!(said(&line("hm"), &german), "hm");
        assert_eq!(saying(1, "gute partie", &german), Some(Request::Say { game: 1, phrase: 4 }));
        assert_eq!(saying(1, "4", &german), Some(Request::Write { game: 1, text: "4".to_owned() }));
        assert_eq!(saying(1, "  ", &german), None);
        for (phrase, text) in phrases(&Texts::of("en")).iter().zip(PHRASES) {
            assert_eq!(phrase, text);
        }
    }
}
