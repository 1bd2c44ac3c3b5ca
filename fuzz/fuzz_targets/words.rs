//! What else is text: policies, series, names, levels, reasons, lines of chat.
#![no_main]

use std::fmt::{Debug, Display};
use std::str::FromStr;

use libfuzzer_sys::fuzz_target;
use zeitnot_client::bot::Level;
use zeitnot_client::session::DeclineReason;
use zeitnot_client::term::{PHRASES, Saying, parse_saying};
use zeitnot_fuzz::{is_told, reads_back};
use zeitnot_rules::clock::Speed;
use zeitnot_rules::{Leaving, Message, PlayerName, SeriesLength, TimeoutPolicy};

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    read::<TimeoutPolicy>(text);
    read::<Leaving>(text);
    read::<SeriesLength>(text);
    read::<Speed>(text);
    read::<Level>(text);
    read::<DeclineReason>(text);
    if let Some(name) = read::<PlayerName>(text) {
        assert!(!name.chars().any(char::is_control), "{name:?}");
    }
    match Message::new(text) {
        Ok(message) => {
            assert_eq!(Message::new(message.as_str()).as_ref(), Ok(&message));
            assert!(!message.as_str().chars().any(char::is_control), "{message}");
        }
        Err(error) => is_told(&error),
    }
    match parse_saying(text) {
        Some(Saying::Phrase(index)) => {
            let phrase = PHRASES[usize::from(index)];
            assert_eq!(parse_saying(phrase), Some(Saying::Phrase(index)), "{text:?}");
            assert_eq!(parse_saying(&(index + 1).to_string()), Some(Saying::Phrase(index)), "{text:?}");
        }
        Some(Saying::Text(said)) => {
            assert_eq!(said, text.trim());
            assert_eq!(parse_saying(&said), Some(Saying::Text(said)));
        }
        None => assert!(text.trim().is_empty(), "{text:?}"),
    }
});

/// The canonical text of what is read, which is read back; or else it is said what is wrong.
fn read<T>(text: &str) -> Option<String>
where
    T: Display + FromStr<Err: Debug + Display> + PartialEq + Debug,
{
    match text.parse::<T>() {
        Ok(value) => Some(reads_back(&value)),
        Err(error) => {
            is_told(&error);
            None
        }
    }
}
