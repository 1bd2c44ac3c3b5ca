//! Records of finished games, as anybody may hand one to `zeitnot review`, and what is typed while one is looked
//! through.
#![no_main]

#[path = "../../client/src/cli/review/step.rs"]
#[allow(dead_code)]
mod step;

use libfuzzer_sys::fuzz_target;
use step::step;
// What `step` takes from its own crate.
use zeitnot_client::term;
use zeitnot_fuzz::is_told;
use zeitnot_rules::Review;
use zeitnot_rules::record::Record;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    // The record and, where there is a zero, what is typed, a line each.
    let (text, typed) = text.split_once('\0').unwrap_or((text, ""));
    let record = match text.parse::<Record>() {
        Ok(record) => record,
        Err(error) => return is_told(&error),
    };
    let written = record.to_string();
    let again: Record = written.parse().unwrap_or_else(|error| panic!("{error}: {written}"));
    assert_eq!(again.header(), record.header());
    assert_eq!(again.entries(), record.entries());
    assert_eq!(again.to_string(), written);
    let mut review = Review::of(record);
    while review.forward() {
        let _ = (review.notation(), review.position().encode(), review.ways_on().count());
    }
    assert_eq!(review.ply(), review.length());
    while review.back() {}
    assert_eq!(review.ply(), 0);
    look_through(&mut review, typed);
});

/// Whatever is typed, the game itself stays as it was played.
fn look_through(review: &mut Review, typed: &str) {
    let length = review.length();
    for line in typed.lines() {
        let (ply, position) = (review.ply(), review.position().encode());
        if let Err(error) = step(review, line) {
            is_told(&error);
            assert_eq!((review.ply(), review.position().encode()), (ply, position), "{line:?} has failed");
        }
    }
    step(review, "main").expect("there is always a game to go back to");
    assert_eq!(review.length(), length);
    // What has been tried after the last ply comes after it.
    step(review, "last").expect("there is always a last");
    assert!(review.ply() >= length);
    for (word, ply) in [("first", 0), (&length.to_string(), length)] {
        step(review, word).expect("both are there");
        assert_eq!((review.ply(), review.is_on_main_line()), (ply, true));
    }
}
