//! What else is text: policies, series, names, lines of chat.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zeitnot_fuzz::reads_back;
use zeitnot_rules::clock::Speed;
use zeitnot_rules::{Leaving, Message, PlayerName, SeriesLength, TimeoutPolicy};

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    if let Ok(policy) = text.parse::<TimeoutPolicy>() {
        reads_back(&policy);
    }
    if let Ok(leaving) = text.parse::<Leaving>() {
        reads_back(&leaving);
    }
    if let Ok(series) = text.parse::<SeriesLength>() {
        reads_back(&series);
    }
    if let Ok(speed) = text.parse::<Speed>() {
        reads_back(&speed);
    }
    if let Ok(name) = text.parse::<PlayerName>() {
        let written = reads_back(&name);
        assert!(!written.chars().any(char::is_control), "{written:?}");
    }
    if let Ok(message) = Message::new(text) {
        assert_eq!(Message::new(message.as_str()).as_ref(), Ok(&message));
        assert!(!message.as_str().chars().any(char::is_control), "{message}");
    }
});
