//! What a player is shown of a position, as a client reads it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zeitnot_rules::SeatSet;
use zeitnot_rules::mnk::Sight;

fuzz_target!(|data: &[u8]| {
    let Ok(sight) = Sight::decode(data) else { return };
    assert_eq!(sight.encode(), data);
    let _ = (sight.lines(), sight.board().to_string(), sight.last(), sight.winners());
    for seat in SeatSet::first(sight.seats()).iter() {
        let legal = sight.legal_actions(seat);
        assert!(legal.is_empty() || sight.to_move().contains(seat));
    }
});
