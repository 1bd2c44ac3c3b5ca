//! Time controls and lengths of time as text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zeitnot_fuzz::{is_told, reads_back};
use zeitnot_rules::clock::{Clock, Speed, TimeControl, duration_text, parse_duration};

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match text.parse::<TimeControl>() {
        Ok(control) => {
            reads_back(&control);
            assert_eq!(TimeControl::new(control.rule().clone()).as_ref(), Ok(&control));
            let clock = Clock::new(&control, 2);
            let bytes = clock.encode();
            assert_eq!(Clock::decode(&control, &bytes).expect("a new clock").encode(), bytes);
            if let Some(speed) = Speed::of(&control) {
                reads_back(&speed);
            }
        }
        Err(error) => is_told(&error),
    }
    match parse_duration(text) {
        Ok(length) => assert_eq!(parse_duration(&duration_text(length)), Ok(length), "{text}"),
        Err(error) => is_told(&error),
    }
});
