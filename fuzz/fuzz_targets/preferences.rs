//! The window's own file, which anybody may have edited.
#![no_main]

#[path = "../../desktop/src/model/preferences.rs"]
#[allow(dead_code)]
mod preferences;

use libfuzzer_sys::fuzz_target;
use preferences::Preferences;
use toml::Table;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let parts = Preferences::sound_parts(text);
    check(&parts);
    match toml::from_str::<Preferences>(text) {
        Ok(whole) => {
            check(&whole);
            assert_eq!(written(&parts), written(&whole), "of a file without fault nothing is left out");
        }
        Err(error) => {
            assert!(!error.message().is_empty());
            if let Ok(table) = text.parse::<Table>() {
                keeps_what_is_sound(&table, &parts);
            }
        }
    }
});

/// What holds of all preferences, wherever they come from.
fn check(read: &Preferences) {
    assert!(Preferences::SCALES.contains(&read.sound_scale()), "{}", read.sound_scale());
    let _ = read.confirm.asks(&read.name);
    let text = written(read);
    let again: Preferences = toml::from_str(&text).expect("what is written can be read");
    // Not a number is not equal to itself.
    assert_eq!(written(&again), text);
}

/// Each value is the file's if that can be read, and else as it was delivered.
fn keeps_what_is_sound(table: &Table, parts: &Preferences) {
    let of = |preferences: &Preferences| Table::try_from(preferences).expect("a table");
    let (kept, delivered) = (of(parts), of(&Preferences::default()));
    for (name, value) in &kept {
        let alone: Option<Table> = table
            .get(name)
            .and_then(|value| {
                toml::from_str(&Table::from_iter([(name.clone(), value.clone())]).to_string()).ok()
            })
            .map(|preferences: Preferences| of(&preferences));
        let expected = alone.as_ref().unwrap_or(&delivered).get(name);
        assert_eq!(Some(value.to_string()), expected.map(ToString::to_string), "{name}");
    }
}

fn written(preferences: &Preferences) -> String {
    toml::to_string(preferences).expect("what is read can be written")
}
