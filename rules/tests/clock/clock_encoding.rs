//! A clock in bytes: comes back as it was, and other bytes are refused.

use crate::{CONTROLS, FIRST, control, seat, us};
use proptest::prelude::*;
use zeitnot_rules::DecodeError;
use zeitnot_rules::clock::{Clock, Micros, TimeControl};

fn any_control() -> impl Strategy<Value = TimeControl> {
    let all: Vec<&str> = CONTROLS.into_iter().chain(["none", "days:3+0", "days:60+365"]).collect();
    proptest::sample::select(all).prop_map(control)
}

/// Something done to a clock; the numbers say to whom, when and how much.
type Step = (u8, u8, i64);

fn any_steps() -> impl Strategy<Value = Vec<Step>> {
    let amount = prop_oneof![0..100_000_000i64, 0..us("100d"), any::<i64>()];
    proptest::collection::vec((0..12u8, 0..8u8, amount), 0..40)
}

fn take(clock: &mut Clock, now: &mut Micros, (what, who, amount): Step) {
    let player = seat(who);
    match what {
        0..4 => clock.start_turn(player, *now),
        4 | 5 => {
            *now = now.saturating_add(amount % us("3d"));
            let _ = clock.end_turn(player, *now);
        }
        6 => clock.miss_turn(player),
        7 => clock.pause(*now),
        8 => clock.resume(now.saturating_add(amount)),
        9 => {
            clock.give(player, amount);
        }
        10 => clock.give_back(player, amount),
        _ if amount % 7 == 0 => clock.leave(player),
        _ if amount % 7 == 1 => clock.end_time_off(player, *now),
        _ => {
            let from = now.saturating_add(amount % us("300d"));
            let _ = clock.take_off(player, *now, from, (amount % 9) as u32);
        }
    }
}

/// Asks a clock everything, to see that it can answer.
fn look(clock: &Clock, now: Micros) {
    for index in 0..8 {
        for moment in [now, 0, Micros::MIN, Micros::MAX] {
            assert!(clock.reading_at(seat(index), moment).main_us >= 0);
        }
        clock.reading(seat(index));
    }
    clock.deadline();
    clock.flagged(now);
}

/// Stored games outlive the code: this layout must stay readable. Written by hand from the layout
/// that `Clock::encode` describes.
#[test]
fn version_1_is_read() {
    let bytes = [
        1,        // version
        2,        // seats, not paused
        0b0001,   // seat 1: its turn runs
        0b000001, // it has main time only:
        0x80, 0xc6, 0x86, 0x8f, 0x01, // 300,000,000 us
        0x80, 0x89, 0x7a,   // since 1,000,000 us
        0x00,   // nothing spent before
        0b0000, // seat 2: no turn
        0b000001, 0x80, 0xc6, 0x86, 0x8f, 0x01,
    ];
    let clock = Clock::decode(&control("fischer:5m+30s"), &bytes).expect("written by hand");
    assert_eq!(clock.deadline(), Some(us("301")));
    assert_eq!(clock.reading(seat(1)).main_us, us("300"));
    let mut same = Clock::new(&control("fischer:5m+30s"), 2);
    same.start_turn(FIRST, us("1"));
    assert_eq!(clock, same);
    assert_eq!(same.encode(), bytes);
}

#[test]
fn a_new_clock_is_small() {
    for text in CONTROLS {
        let mut clock = Clock::new(&control(text), 2);
        clock.start_turn(FIRST, us("20000d"));
        assert!(clock.encode().len() <= 48, "{text}: {} bytes", clock.encode().len());
    }
}

#[test]
fn bytes_that_cannot_be_are_refused() {
    let fischer = control("fischer:5m+30s<5m");
    let good = Clock::new(&fischer, 2).encode();
    assert!(Clock::decode(&fischer, &good).is_ok());
    assert_eq!(Clock::decode(&fischer, &[]), Err(DecodeError::Truncated));
    assert_eq!(Clock::decode(&fischer, &[9, 2]), Err(DecodeError::Version { found: 9 }));
    assert_eq!(Clock::decode(&fischer, &good[..good.len() - 1]), Err(DecodeError::Truncated));
    let longer: Vec<u8> = good.iter().copied().chain([0]).collect();
    assert_eq!(Clock::decode(&fischer, &longer), Err(DecodeError::TrailingBytes { extra: 1 }));

    // A clock of one control is not one of another: here each has more than the other can have.
    let text_pairs = [
        ("absolute:10m", "absolute:5m"),
        ("fischer:10m+30s", "fischer:5m+30s<5m"),
        ("turn:60s", "turn:30s"),
        ("turn:30s", "turn:60s"),
        ("byoyomi:10m+5x30s", "byoyomi:10m+3x30s"),
        ("byoyomi:10m+5x30s", "absolute:10m"),
        ("absolute:10m", "byoyomi:10m+5x30s"),
        ("canadian:10m+3/30s", "canadian:10m+2/30s"),
        ("canadian:10m+2/30s", "canadian:10m+3/30s"),
        ("canadian:10m+3/60s", "canadian:10m+3/30s"),
        ("stages:40/10m,5m", "stages:30/10m,5m"),
        ("bank:3d+7d", "bank:3d+6d"),
        ("bank:3d+7d", "days:3"),
        ("days:3+20", "days:3+10"),
        ("hourglass:60s", "hourglass:30s"),
        ("absolute:10m", "none"),
    ];
    for (written, read) in text_pairs {
        let bytes = Clock::new(&control(written), 2).encode();
        assert!(Clock::decode(&control(read), &bytes).is_err(), "{written} read as {read}");
    }
}

#[test]
fn nobody_has_more_than_the_control_gives() {
    let mut away = Clock::new(&control("days:3+20"), 2);
    away.take_off(FIRST, 0, us("1d"), 5).unwrap();
    away.take_off(seat(1), 0, us("1d"), 5).unwrap();
    assert!(Clock::decode(&control("days:3+20"), &away.encode()).is_ok());
    assert!(Clock::decode(&control("days:3+19"), &away.encode()).is_err());

    let mut given = Clock::new(&control("delay:669d+59d"), 2);
    given.give(FIRST, us("1d"));
    assert!(Clock::decode(&control("delay:669d+59d"), &given.encode()).is_ok());
    assert!(Clock::decode(&control("delay:669d+60d"), &given.encode()).is_err(), "730 days for one turn");
}

/// One clock has one encoding.
#[test]
fn a_zero_that_is_written_out_is_refused() {
    let main = [0x80, 0xc6, 0x86, 0x8f, 0x01];
    let seat_with = |fields: &[u8]| [&[0][..], fields].concat();
    let plain = seat_with(&[&[0b000001][..], &main].concat());
    let with_bank_of_zero = seat_with(&[&[0b010001][..], &main, &[0]].concat());
    let absolute = control("absolute:5m");
    let bytes = |second: &[u8]| [&[1, 2][..], &plain, second].concat();
    assert!(Clock::decode(&absolute, &bytes(&plain)).is_ok());
    assert!(Clock::decode(&absolute, &bytes(&with_bank_of_zero)).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// Whatever has happened to a clock, its bytes bring it back.
    #[test]
    fn a_clock_comes_back_from_its_bytes(control in any_control(), seats in 2..=8u8, steps in any_steps()) {
        let mut clock = Clock::new(&control, seats);
        let mut now = us("20000d");
        for step in steps {
            take(&mut clock, &mut now, step);
            let bytes = clock.encode();
            prop_assert_eq!(Clock::decode(&control, &bytes), Ok(clock.clone()));
        }
        look(&clock, now);
    }

    /// Any bytes are refused or are a clock, which has no other bytes and can be played on.
    #[test]
    fn any_bytes_are_a_clock_or_refused(
        control in any_control(),
        head in 0..=0xffu8,
        bytes in proptest::collection::vec(prop_oneof![0..4u8, any::<u8>()], 0..40),
        steps in any_steps(),
    ) {
        let bytes: Vec<u8> = [1, head].into_iter().chain(bytes).collect();
        check(&control, &bytes, steps)?;
        check(&control, &bytes[1..], vec![])?;
    }

    /// Bytes of a real clock with some of them changed come closer.
    #[test]
    fn damaged_bytes_are_a_clock_or_refused(
        control in any_control(),
        before in any_steps(),
        damage in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
        steps in any_steps(),
    ) {
        let mut clock = Clock::new(&control, 2);
        let mut now = us("20000d");
        for step in before {
            take(&mut clock, &mut now, step);
        }
        let mut bytes = clock.encode();
        for (place, byte) in damage {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        check(&control, &bytes, steps)?;
    }
}

fn check(control: &TimeControl, bytes: &[u8], steps: Vec<Step>) -> Result<(), TestCaseError> {
    if let Ok(mut clock) = Clock::decode(control, bytes) {
        prop_assert_eq!(clock.encode(), bytes, "{}", control);
        let mut now = us("20000d");
        for step in steps {
            take(&mut clock, &mut now, step);
        }
        look(&clock, now);
    }
    Ok(())
}
