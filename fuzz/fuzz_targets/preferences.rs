//! The window's own file, which anybody may have edited.
#![no_main]

#[path = "../../desktop/src/model/preferences.rs"]
#[allow(dead_code)]
mod preferences;

use libfuzzer_sys::fuzz_target;
use preferences::Preferences;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(read) = toml::from_str::<Preferences>(text) else { return };
    assert!(Preferences::SCALES.contains(&read.sound_scale()), "{}", read.sound_scale());
    let _ = read.confirm.asks(&read.name);
    let written = toml::to_string(&read).expect("what is read can be written");
    let again: Preferences = toml::from_str(&written).expect("what is written can be read");
    // Not a number is not equal to itself.
    assert_eq!(toml::to_string(&again).expect("as before"), written);
});
