//! Correspondence: vacation that stops the clock, and days off in advance.

use crate::{FIRST, control, seat, us};
use proptest::prelude::*;
use zeitnot_rules::SeatSet;
use zeitnot_rules::clock::{Clock, Micros, TimeOff, TimeOffError};

fn clock(text: &str) -> Clock {
    Clock::new(&control(text), 2)
}

fn day(days: i64) -> Micros {
    days * us("1d")
}

#[test]
fn a_vacation_stops_the_clock_at_once() {
    let mut clock = clock("days:3+10");
    clock.start_turn(FIRST, day(100));
    clock.take_off(FIRST, day(101), day(101), 7).unwrap();
    assert_eq!(clock.deadline(), Some(day(110)));
    assert_eq!(clock.vacation_days(FIRST), 3);
    assert_eq!(clock.reading_at(FIRST, day(107)).main_us, day(2), "the clock stands");
    assert_eq!(clock.reading_at(FIRST, day(109)).main_us, day(1));
    assert_eq!(clock.flagged(day(110) - 1), SeatSet::EMPTY);
    assert_eq!(clock.flagged(day(110)), SeatSet::only(FIRST));
    assert_eq!(clock.end_turn(FIRST, day(109)), Ok(day(2)));
}

#[test]
fn a_move_made_on_vacation_uses_none_of_it() {
    let mut clock = clock("days:3");
    clock.start_turn(FIRST, day(100));
    clock.take_off(FIRST, day(101), day(101), 7).unwrap();
    assert_eq!(clock.end_turn(FIRST, day(105)), Ok(day(1)));
    // The opponent answers, and the next turn begins within the same vacation.
    clock.start_turn(FIRST, day(106));
    assert_eq!(clock.deadline(), Some(day(111)));
}

#[test]
fn days_off_in_advance_lie_before_the_deadline() {
    let mut clock = clock("days:3");
    clock.take_off(FIRST, day(100), day(120), 2).unwrap();
    clock.take_off(FIRST, day(100), day(110), 2).unwrap();
    assert_eq!(
        clock.time_off(FIRST),
        [TimeOff { from: day(110), until: day(112) }, TimeOff { from: day(120), until: day(122) }]
    );
    // Over before they come: nothing changes.
    clock.start_turn(FIRST, day(105));
    assert_eq!(clock.deadline(), Some(day(108)));
    clock.end_turn(FIRST, day(106)).unwrap();
    // One of them within the turn, then the turn's end exactly at the other's beginning.
    clock.start_turn(FIRST, day(108));
    assert_eq!(clock.deadline(), Some(day(113)));
    clock.end_turn(FIRST, day(112)).unwrap();
    clock.start_turn(FIRST, day(117));
    assert_eq!(clock.deadline(), Some(day(120)), "a turn that has run out is not saved by a day off");
    // Both of them within one turn.
    clock.end_turn(FIRST, day(118)).unwrap();
    clock.start_turn(FIRST, day(119));
    assert_eq!(clock.deadline(), Some(day(124)));
    assert_eq!(clock.deadline(), clock.reading(FIRST).deadline);
}

#[test]
fn only_the_seat_that_is_away_stands_still() {
    let mut clock = clock("days:3");
    clock.take_off(FIRST, day(100), day(100), 10).unwrap();
    clock.start_turn(seat(1), day(100));
    assert_eq!(clock.deadline(), Some(day(103)));
    assert_eq!(clock.vacation_days(seat(1)), 45);
}

#[test]
fn coming_back_early_keeps_the_days_not_begun() {
    let mut clock = clock("days:3+20");
    clock.start_turn(FIRST, day(100));
    clock.take_off(FIRST, day(100), day(100), 10).unwrap();
    clock.take_off(FIRST, day(100), day(150), 5).unwrap();
    assert_eq!(clock.vacation_days(FIRST), 5);
    let back = day(104) + us("12h");
    clock.end_time_off(FIRST, back);
    assert_eq!(clock.vacation_days(FIRST), 15, "the day that was begun is used, and what was booked is free");
    assert_eq!(clock.time_off(FIRST), [TimeOff { from: day(100), until: back }]);
    assert_eq!(clock.deadline(), Some(back + day(3)));
}

#[test]
fn coming_back_from_time_off_that_is_over_changes_nothing() {
    let mut clock = clock("days:3+20");
    clock.start_turn(FIRST, day(100));
    clock.take_off(FIRST, day(100), day(100), 2).unwrap();
    let before = clock.clone();
    clock.end_time_off(FIRST, day(104));
    assert_eq!(clock, before);
    assert_eq!(clock.deadline(), Some(day(105)));
}

#[test]
fn time_off_is_refused_with_the_reason_and_changes_nothing() {
    let mut clock = clock("days:3+10");
    clock.start_turn(FIRST, day(100));
    clock.take_off(FIRST, day(101), day(105), 2).unwrap();
    let before = clock.clone();
    let now = day(102);
    for (from, days, reason) in [
        (now, 9, TimeOffError::TooFewDays { left: 8 }),
        (now, 0, TimeOffError::BadDays),
        (now - 1, 1, TimeOffError::BadDays),
        (Micros::MIN, 1, TimeOffError::BadDays),
        (now + day(730), 1, TimeOffError::BadDays),
        (Micros::MAX, 1, TimeOffError::BadDays),
        (day(104), 2, TimeOffError::Overlap),
        (day(106), 1, TimeOffError::Overlap),
        (day(103), 6, TimeOffError::Overlap),
    ] {
        assert_eq!(clock.take_off(FIRST, now, from, days), Err(reason), "{from} {days}");
        assert_eq!(reason.code(), "bad_vacation");
        assert_eq!(clock, before);
    }
    // Next to it is not over it.
    clock.take_off(FIRST, now, day(107), 1).unwrap();
    clock.take_off(FIRST, now, day(104), 1).unwrap();
}

#[test]
fn who_has_run_out_cannot_take_the_day_off_afterwards() {
    let mut clock = clock("days:3");
    clock.start_turn(FIRST, day(100));
    assert_eq!(clock.take_off(FIRST, day(103), day(103), 1), Err(TimeOffError::OutOfTime));
    assert_eq!(TimeOffError::OutOfTime.code(), "out_of_time");
    clock.take_off(FIRST, day(103) - 1, day(103) - 1, 1).unwrap();
    assert_eq!(clock.deadline(), Some(day(104)));
}

#[test]
fn at_most_eight_times_off_are_booked() {
    let mut clock = clock("days:3");
    for index in 0..8 {
        clock.take_off(FIRST, 0, day(10 * index), 1).unwrap();
    }
    assert_eq!(clock.take_off(FIRST, 0, day(200), 1), Err(TimeOffError::TooMany { most: 8 }));
    // Those that are over make room when a turn starts.
    clock.start_turn(FIRST, day(45));
    clock.take_off(FIRST, day(45), day(200), 1).unwrap();
}

#[test]
fn other_controls_have_no_vacation() {
    for text in ["none", "turn:3d", "bank:3d+7d", "days:3+0"] {
        assert_eq!(clock(text).take_off(FIRST, 0, 0, 1), Err(TimeOffError::NoVacation), "{text}");
        assert_eq!(clock(text).vacation_days(FIRST), 0, "{text}");
    }
    assert_eq!(clock("days:3").take_off(seat(7), 0, 0, 1), Err(TimeOffError::NoVacation));
}

/// A pause of the whole game does not lengthen a vacation: it is made of dates.
#[test]
fn a_vacation_goes_by_in_a_pause() {
    let mut clock = clock("days:3");
    clock.start_turn(FIRST, day(100));
    clock.take_off(FIRST, day(101), day(101), 4).unwrap();
    clock.pause(day(103));
    clock.resume(day(104));
    assert_eq!(clock.deadline(), Some(day(107)));
    clock.pause(day(106));
    clock.resume(day(116));
    assert_eq!(clock.deadline(), Some(day(117)));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    /// Hour by hour: an hour counts unless it is off, and the turn is up when 72 have counted.
    #[test]
    fn the_deadline_is_when_all_hours_have_counted(
        start in 0..24i64 * 5,
        offs in proptest::collection::vec((0..24 * 30i64, 1..4u32), 0..6),
    ) {
        let hour = us("1h");
        let mut clock = clock("days:3");
        let mut off = vec![false; 24 * 60];
        for (from, days) in offs {
            let until = from + i64::from(days) * 24;
            let booked = clock.take_off(FIRST, 0, from * hour, days).is_ok();
            let free = off[from as usize..until as usize].iter().all(|off| !off);
            prop_assert_eq!(booked, free);
            if booked {
                off[from as usize..until as usize].fill(true);
            }
        }
        clock.start_turn(FIRST, start * hour);
        let (mut now, mut counted) = (start, 0);
        while counted < 72 {
            prop_assert!(clock.flagged(now * hour).is_empty());
            prop_assert_eq!(clock.reading_at(FIRST, now * hour).main_us, (72 - counted) * hour);
            counted += i64::from(!off[now as usize]);
            now += 1;
        }
        prop_assert_eq!(clock.deadline(), Some(now * hour));
        prop_assert_eq!(clock.end_turn(FIRST, now * hour - 1), Ok(72 * hour - 1));
    }
}
