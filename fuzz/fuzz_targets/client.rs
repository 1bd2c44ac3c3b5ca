//! What a player types, and what the client reads from its own arguments and files.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zeitnot_client::session::{Profile, ServerAddress};
use zeitnot_client::term::parse_entry;
use zeitnot_fuzz::{game, is_told, play, reads_back};
use zeitnot_rules::Viewer;
use zeitnot_rules::mnk::Sight;

fuzz_target!(|data: &[u8]| {
    if let Ok(text) = std::str::from_utf8(data) {
        match text.parse::<Profile>() {
            Ok(profile) => drop(reads_back(&profile)),
            Err(error) => is_told(&error),
        }
        match text.parse::<ServerAddress>() {
            Ok(server) => drop(reads_back(&server)),
            Err(error) => is_told(&error),
        }
    }
    let Some((mut game, rest)) = game(data) else { return };
    let [length, rest @ ..] = rest else { return };
    let Some((choices, typed)) = rest.split_at_checked(usize::from(*length)) else { return };
    play(&mut game, choices);
    let sight = Sight::decode(&game.sight(Viewer::Spectator)).expect("what is shown can be read");
    let Ok(text) = std::str::from_utf8(typed) else { return };
    let entry = parse_entry(text, &sight);
    assert_eq!(parse_entry(text, &sight), entry);
    assert_eq!(parse_entry(&text.to_uppercase().to_lowercase(), &sight).is_ok(), entry.is_ok());
    if let Err(error) = entry {
        is_told(&error);
    }
});
