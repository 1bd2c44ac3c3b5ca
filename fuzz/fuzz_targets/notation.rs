//! Moves as people write them, in any position of any game.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zeitnot_fuzz::{game, is_code, is_told, play, seats};

fuzz_target!(|data: &[u8]| {
    // Which game and which chance, how many moves, the moves, and then what is typed.
    let Some((mut game, rest)) = game(data) else { return };
    let [length, rest @ ..] = rest else { return };
    let Some((choices, typed)) = rest.split_at_checked(usize::from(*length)) else { return };
    play(&mut game, choices);
    for seat in seats(&game) {
        for action in game.legal_actions(seat) {
            let text = game.describe(&action).expect("a legal action has a notation");
            assert_eq!(game.parse_action(&text).as_ref(), Ok(&action), "{text}");
        }
    }
    let Ok(text) = std::str::from_utf8(typed) else { return };
    match game.parse_action(text) {
        Ok(action) => {
            let text = game.describe(&action).expect("what is read can be written");
            assert_eq!(game.parse_action(&text), Ok(action), "{text}");
        }
        Err(refused) => {
            assert!(is_code(refused.code), "{refused:?}");
            is_told(&refused);
        }
    }
});
