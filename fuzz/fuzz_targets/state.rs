//! Stored positions, and actions from anybody upon them.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zeitnot_fuzz::{SPECS, is_code, seats};
use zeitnot_rules::mnk::Sight;
use zeitnot_rules::{AnyGame, Viewer};

fuzz_target!(|data: &[u8]| {
    // Which game, how many bytes of position, the position, and then actions of four bytes.
    let [which, length, rest @ ..] = data else { return };
    let Some((state, actions)) = rest.split_at_checked(usize::from(*length)) else { return };
    let spec = SPECS[usize::from(*which) % SPECS.len()];
    let Ok(mut game) = AnyGame::decode(spec, state) else { return };
    check(&game);
    assert_eq!(game.encode(), state, "{spec}");
    for action in actions.chunks(4) {
        let before = game.encode();
        let Some(seat) = seats(&game).nth(usize::from(action[0]) % usize::from(game.seats())) else { return };
        let legal = game.legal_actions(seat);
        match game.apply(seat, action) {
            Ok(_) => {
                assert!(legal.contains(&action.to_vec()), "{action:?} was taken and is not on the list");
                check(&game);
            }
            Err(refused) => {
                assert!(is_code(refused.code), "{refused:?}");
                assert!(!legal.contains(&action.to_vec()), "{action:?} is legal, and {refused}");
                assert_eq!(game.encode(), before, "what is refused changes nothing");
                assert_eq!(game.apply(seat, action).map_err(|again| again.code), Err(refused.code));
            }
        }
    }
});

/// What holds of every position.
fn check(game: &AnyGame) {
    let (spec, state) = (game.settled_spec(), game.encode());
    let again = AnyGame::decode(&game.spec(), &state).expect("what is written is read");
    assert_eq!(again.encode(), state);
    assert_eq!(again.to_move(), game.to_move());
    assert_eq!(again.outcome(), game.outcome());
    assert!(zeitnot_rules::canonical_spec(&spec).is_ok_and(|canonical| canonical == spec), "{spec}");
    assert!(game.outcome().is_none() || game.to_move().is_empty(), "nobody moves when it is over");
    let viewers = seats(game).map(Viewer::Seat).chain([Viewer::Spectator]);
    for bytes in viewers.map(|viewer| game.sight(viewer)).chain([game.laid_open()]) {
        let sight = Sight::decode(&bytes).expect("what is shown can be read");
        assert_eq!(sight.encode(), bytes);
    }
    for seat in seats(game) {
        for action in game.legal_actions(seat) {
            let mut next = AnyGame::decode(&game.spec(), &state).expect("it was read before");
            next.apply(seat, &action).expect("a legal action");
        }
    }
}
