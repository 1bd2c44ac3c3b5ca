//! Bytes and texts that are nearly right, or not at all.

use proptest::collection::vec;
use proptest::prelude::*;
use zeitnot_rules::mnk::{Action, Position, Sight};
use zeitnot_rules::{Rules, Seat, Viewer, canonical_spec};

use super::courses::{configs, every_seat, positions, viewers};
use super::soundness::{assert_sound, play_on};

/// Bytes as they might come from a stranger: something written by the encoder, and changed.
fn mutated(mut bytes: Vec<u8>, changes: &[(u8, u8)]) -> Vec<u8> {
    for (index, byte) in changes {
        let index = usize::from(*index) % (bytes.len() + 1);
        match bytes.get_mut(index) {
            // Small values are what the fields hold.
            Some(there) => *there = if byte % 2 == 0 { byte / 2 % 8 } else { *byte },
            None => bytes.push(*byte),
        }
    }
    bytes
}

fn changes() -> impl Strategy<Value = Vec<(u8, u8)>> {
    vec(any::<(u8, u8)>(), 0..5)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn a_state_that_is_accepted_is_kept_and_can_be_played_on(
        position in positions(), changes in changes(), picks in vec(any::<u8>(), 1..40),
    ) {
        let bytes = mutated(position.encode(), &changes);
        if let Ok(mut accepted) = Position::decode(position.config(), &bytes) {
            prop_assert_eq!(accepted.encode(), bytes);
            assert_sound(&accepted);
            for viewer in viewers() {
                let sight = accepted.sight(viewer);
                prop_assert_eq!(Sight::decode(&sight.encode()), Ok(sight));
            }
            play_on(&mut accepted, &picks);
        }
    }

    #[test]
    fn a_sight_or_an_action_that_is_accepted_is_kept(
        position in positions(), viewer in 0..9_u8, changes in changes(),
    ) {
        let viewer = Seat::new(viewer).map_or(Viewer::Spectator, Viewer::Seat);
        let bytes = mutated(position.sight(viewer).encode(), &changes);
        if let Ok(sight) = Sight::decode(&bytes) {
            prop_assert_eq!(sight.encode(), bytes);
            let _ = (sight.lines(), sight.last(), sight.board().to_string());
            let legal: Vec<Action> = every_seat().flat_map(|seat| sight.legal_actions(seat)).collect();
            prop_assert!(legal.len() <= 100);
        }
        let bytes = mutated(Action::Mark { row: 1, column: 2 }.encode(), &changes);
        if let Ok(action) = Action::decode(&bytes) {
            prop_assert_eq!(action.encode(), bytes);
        }
    }

    #[test]
    fn no_bytes_and_no_text_make_anything_panic(
        config in configs(), bytes in vec(any::<u8>(), 0..80), text in "\\PC{0,40}",
        fields in vec("(rows|columns|strike|seats|first|gravity|misere|phantom)?=?[0-9]{0,3}", 0..6),
    ) {
        let decoded = Position::decode(&config, &bytes);
        prop_assert!(decoded.is_err(), "80 random bytes are no position: {decoded:?}");
        let _ = Action::decode(&bytes);
        let _ = Sight::decode(&bytes);
        for version in [1, 2] {
            let bytes = [&[version], bytes.as_slice()].concat();
            let _ = (Position::decode(&config, &bytes), Action::decode(&bytes), Sight::decode(&bytes));
        }
        for spec in [text.clone(), format!("mnk:{text}"), format!("mnk:{}", fields.join(","))] {
            if let Ok(canonical) = canonical_spec(&spec) {
                prop_assert_eq!(canonical_spec(&canonical), Ok(canonical));
            }
        }
    }
}
