//! How a record is read.

use super::entry::Entry;
use super::error::{RecordError, RecordFault};
use super::header::{Header, Tags};
use super::replay::{OUT, PASS, Replay};
use super::tag::Tag;
use super::{MAX_BYTES, Record};
use crate::clock::parse_duration;
use crate::config_error::shortened;
use crate::seat::Seat;
use std::str::FromStr;

/// The results that PGN has.
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// Lines may end with `\n` or `\r\n`, and there may be empty ones and more white space. Tags may come
/// in any order.
impl FromStr for Record {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<Record, RecordError> {
        if text.len() > MAX_BYTES {
            return Err(RecordFault::TooLong { length: text.len() }.into());
        }
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()).peekable();
        let mut tags = Vec::new();
        while let Some((number, line)) = lines.next_if(|(_, line)| line.trim_start().starts_with('[')) {
            let no_tag = || RecordError::at_line(number, RecordFault::NoTag { text: shortened(line) });
            tags.push((number, Tag::parse(line).ok_or_else(no_tag)?));
        }
        let tags = Tags::new(tags)?;
        let (line, rules) = tags.find("Rules")?;
        let replay = Replay::of(rules).map_err(|fault| RecordError::at_line(line, fault))?;
        let header = Header::read(tags, replay.start().seats())?;
        let mut moves = Moves { replay, entries: Vec::new(), result: header.result(), over: false };
        for (number, line) in lines {
            moves.read_line(line).map_err(|error| RecordError { line: Some(number), ..error })?;
        }
        if !moves.over {
            return Err(RecordFault::NoResult { expected: moves.result }.into());
        }
        Record::played(header, moves.entries, moves.replay)
    }
}

/// The moves read so far.
struct Moves {
    replay: Replay,
    entries: Vec<Entry>,
    /// As the header has it.
    result: &'static str,
    /// The result has been read.
    over: bool,
}

/// A word, or what is in a pair of braces.
enum Token<'a> {
    Word(&'a str),
    Braced(&'a str),
}

impl Moves {
    /// A line of entries, none or whole ones.
    fn read_line(&mut self, line: &str) -> Result<(), RecordError> {
        let mut rest = line;
        while let Some(token) = next_token(&mut rest)? {
            let expected = self.entries.len() + 1;
            let number = match token {
                Token::Word(word) => word,
                Token::Braced(text) => return Err(self.not_a_number(expected, text)),
            };
            if self.over {
                return Err(RecordFault::AfterResult { text: shortened(number) }.into());
            }
            if RESULTS.contains(&number) {
                if number != self.result {
                    let text = number.to_owned();
                    return Err(RecordFault::Result { expected: self.result, text }.into());
                }
                self.over = true;
                continue;
            }
            if number.strip_suffix('.') != Some(expected.to_string().as_str()) {
                return Err(self.not_a_number(expected, number));
            }
            let (Some(Token::Word(text)), Some(Token::Braced(braced))) =
                (next_token(&mut rest)?, next_token(&mut rest)?)
            else {
                return Err(RecordError::at_entry(expected, RecordFault::NoBraces));
            };
            let entry = self.entry(text, braced.trim());
            let entry = entry.and_then(|entry| self.replay.step(&entry).map(|()| entry));
            self.entries.push(entry.map_err(|fault| RecordError::at_entry(expected, fault))?);
        }
        Ok(())
    }

    fn not_a_number(&self, expected: usize, text: &str) -> RecordError {
        match self.over {
            true => RecordFault::AfterResult { text: shortened(text) },
            false => RecordFault::Number { expected, text: shortened(text) },
        }
        .into()
    }

    /// `b2`, `--` or `2:out` with what stands in braces after it, in the position so far.
    fn entry(&self, text: &str, braced: &str) -> Result<Entry, RecordFault> {
        let game = self.replay.end();
        let (seat, word) = match text.split_once(':') {
            Some((number, word)) => {
                let seat = number.parse::<u8>().ok().and_then(|number| Seat::new(number.checked_sub(1)?));
                let seat = seat.filter(|seat| seat.get() < game.seats() && !number.starts_with(['0', '+']));
                (Some(seat.ok_or_else(|| RecordFault::NoSeat { text: shortened(number) })?), word)
            }
            None => (None, text),
        };
        if word == OUT {
            let seat = seat.ok_or_else(|| RecordFault::NoSeat { text: word.to_owned() })?;
            return Ok(Entry::Out { seat, reason: braced.to_owned() });
        }
        let on_move = game.to_move();
        let seat = seat.or_else(|| on_move.sole()).ok_or_else(|| {
            let text = shortened(word);
            if on_move.is_empty() {
                RecordFault::Illegal { text, reason: "the game is over".to_owned() }
            } else {
                RecordFault::WhoseMove { seats: on_move.len(), text }
            }
        })?;
        let used = parse_duration(braced)?;
        if word == PASS {
            return Ok(Entry::Pass { seat, used });
        }
        let no_move = || RecordFault::NoMove { text: shortened(word) };
        let action = game.parse_action(word).map_err(|_| no_move())?;
        Ok(Entry::Move { seat, action, used })
    }
}

/// The next word or pair of braces of a line; `None` at its end.
fn next_token<'a>(rest: &mut &'a str) -> Result<Option<Token<'a>>, RecordFault> {
    let line = rest.trim_start();
    if line.is_empty() {
        return Ok(None);
    }
    if let Some(inside) = line.strip_prefix('{') {
        let (braced, after) = inside.split_once('}').ok_or(RecordFault::OpenBrace)?;
        *rest = after;
        return Ok(Some(Token::Braced(braced)));
    }
    let end =
        line.find(|character: char| character.is_whitespace() || character == '{').unwrap_or(line.len());
    let (word, after) = line.split_at(end);
    *rest = after;
    Ok(Some(Token::Word(word)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rock_paper_scissors;

    /// Reads the lines of a game in which both choose at once, which no family of the list has.
    fn read(lines: &[&str]) -> Result<Vec<String>, String> {
        let start = rock_paper_scissors::FAMILY.set_up("wins=2", 0).expect("valid rules");
        let replay = Replay::starting(start);
        let mut moves = Moves { replay, entries: Vec::new(), result: "*", over: false };
        for line in lines {
            moves.read_line(line).map_err(|error| error.to_string())?;
        }
        let notations = (1..=moves.entries.len()).filter_map(|ply| moves.replay.notation(ply));
        Ok(notations.map(str::to_owned).collect())
    }

    #[test]
    fn where_several_are_to_move_the_record_says_who_did() {
        let read_back = read(&["1. 2:rock {1s}", "2. paper {2s}", "3. 1:rock {1s} 4. 2:scissors {1s}", "*"]);
        assert_eq!(read_back, Ok(["2:rock", "paper", "1:rock", "scissors"].map(str::to_owned).to_vec()));
        let refused = read(&["1. rock {1s}"]);
        let sentence = "entry 1: 2 seats could have made this move: write who has, as in `2:rock`";
        assert_eq!(refused, Err(sentence.to_owned()));
        let refused = read(&["1. 2:rock {1s}", "2. 2:paper {1s}"]);
        let sentence = "entry 2: 2:paper is refused: you have chosen; the other has not";
        assert_eq!(refused, Err(sentence.to_owned()));
        let refused = read(&["1. 1:-- {1s}"]);
        assert_eq!(refused, Err("entry 1: 1:-- is refused: this seat cannot let a turn pass now".to_owned()));
        // Over, once one has left.
        let refused = read(&["1. 1:out {time}", "2. rock {1s}"]);
        assert_eq!(refused, Err("entry 2: rock is refused: the game is over".to_owned()));
    }
}
