//! Rules as text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zeitnot_fuzz::is_told;
use zeitnot_rules::{AnyGame, MAX_SEATS, MAX_SPEC_BYTES, canonical_spec, preset_of, seats_of};

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let canonical = match canonical_spec(text) {
        Ok(canonical) => canonical,
        Err(error) => {
            is_told(&error);
            assert!(AnyGame::set_up(text, 0).is_err() && seats_of(text).is_err(), "{text}");
            return;
        }
    };
    assert_eq!(canonical_spec(&canonical).as_deref(), Ok(canonical.as_str()));
    assert!(canonical.len() <= MAX_SPEC_BYTES, "{canonical}");
    let seats = seats_of(text).expect("it was read before");
    assert!((1..=MAX_SEATS).contains(&seats));
    if let Some(name) = preset_of(&canonical) {
        assert_eq!(canonical_spec(name).as_deref(), Ok(canonical.as_str()));
    }
    let chance = data.iter().fold(0, |sum: u64, &byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
    let game = AnyGame::set_up(text, chance).expect("it was read before");
    assert_eq!((game.spec(), game.seats()), (canonical.clone(), seats));
    let state = game.encode();
    assert_eq!(AnyGame::decode(&canonical, &state).expect("a new game").encode(), state);
});
