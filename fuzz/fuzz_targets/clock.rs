//! Stored clocks, and what may be done with one that was read.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zeitnot_fuzz::split;
use zeitnot_rules::clock::{Clock, TimeControl};
use zeitnot_rules::{Seat, SeatSet};

fuzz_target!(|data: &[u8]| {
    // The time control as text, a zero, how long the clock is, the clock, and then what is done: nine bytes each.
    let Some((text, rest)) = split(data) else { return };
    let Ok(control) = text.parse::<TimeControl>() else { return };
    let [length, rest @ ..] = rest else { return };
    let Some((bytes, steps)) = rest.split_at_checked(usize::from(*length)) else { return };
    let mut clock = match Clock::decode(&control, bytes) {
        Ok(clock) => {
            assert_eq!(clock.encode(), bytes, "{text}");
            clock
        }
        // A clock that nobody has tampered with.
        Err(_) if bytes.len() == 1 => Clock::new(&control, 1 + bytes[0] % 4),
        Err(_) => return,
    };
    for step in steps.chunks_exact(9) {
        let (what, amount) = step.split_at(1);
        let at = i64::from_le_bytes(amount.try_into().expect("eight bytes"));
        let Some(seat) = Seat::new(what[0] >> 4).filter(|seat| seat.get() < 4) else { continue };
        act(&mut clock, what[0] & 15, seat, at);
        check(&control, &clock, at);
    }
});

fn act(clock: &mut Clock, what: u8, seat: Seat, at: i64) {
    match what {
        0 => clock.start_turn(seat, at),
        1 => drop(clock.end_turn(seat, at)),
        2 => clock.stop_turn(seat),
        3 => clock.miss_turn(seat),
        4 => clock.leave(seat),
        5 => clock.pause(at),
        6 => clock.resume(at),
        7 => drop(clock.give(seat, at)),
        8 => clock.give_back(seat, at),
        9 => drop(clock.take_off(seat, at, at.saturating_add(1), (at & 63) as u32)),
        10 => clock.end_time_off(seat, at),
        _ => {}
    }
}

/// What holds of every clock.
fn check(control: &TimeControl, clock: &Clock, at: i64) {
    let bytes = clock.encode();
    let again = Clock::decode(control, &bytes).expect("what is written is read");
    assert_eq!(again.encode(), bytes);
    assert_eq!(again.deadline(), clock.deadline());
    for seat in SeatSet::first(4).iter() {
        assert_eq!(again.reading(seat), clock.reading(seat));
        let _ = (clock.reading_at(seat, at), clock.used_by(seat, at), clock.allowance(seat));
    }
    let _ = clock.flagged(at);
}
