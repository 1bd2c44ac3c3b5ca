//! Records of finished games, as anybody may hand one to `zeitnot review`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zeitnot_rules::Review;
use zeitnot_rules::record::Record;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let record = match text.parse::<Record>() {
        Ok(record) => record,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return;
        }
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
});
