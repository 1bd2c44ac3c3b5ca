//! The one rule: a turn that uses exactly what is left has run out.

use crate::{CONTROLS, FIRST, control, seat, us};
use zeitnot_rules::SeatSet;
use zeitnot_rules::clock::{Clock, Flagged, Micros, trace};

/// Control, turns played before, and how long the next turn can take, each from the rule in words.
const LEFT: &[(&str, &[&str], &str)] = &[
    ("turn:30s", &[], "30"),
    ("turn:30s", &["29"], "30"),
    ("absolute:10m", &[], "600"),
    ("absolute:10m", &["45"], "555"),
    ("fischer:5m+30s", &[], "300"),
    ("fischer:5m+30s", &["60"], "270"),
    ("fischer:20m+20s<20m", &["5"], "1200"),
    ("delay:60s+5s", &[], "65"),
    ("delay:60s+5s", &["30"], "40"),
    ("bronstein:3m+2s", &[], "180"),
    ("bronstein:3m+2s", &["100"], "82"),
    ("byoyomi:10m+5x30s", &[], "750"),
    ("byoyomi:10m+5x30s", &["645"], "120"),
    ("byoyomi:10m+5x30s", &["600", "149"], "30"),
    ("byoyomi:0s+5x30s", &[], "150"),
    ("canadian:10m+3/30s", &[], "630"),
    ("canadian:10m+3/30s", &["615"], "15"),
    ("canadian:10m+3/30s", &["615", "5", "5"], "30"),
    ("canadian:0s+3/3m", &["179", "0.5"], "0.5"),
    ("hourglass:60s", &[], "60"),
    ("hourglass:60s", &["10"], "50"),
    ("stages:40/120m,30m", &[], "7200"),
    ("stages:2/10s,3/20s,30s+5s", &["1", "1"], "38"),
    ("bank:3d+7d", &[], "10d"),
    ("bank:3d+7d", &["4d"], "9d"),
    ("days:3", &["2d"], "3d"),
];

#[test]
fn a_turn_runs_out_at_exactly_what_is_left() {
    for control_tested in CONTROLS {
        assert!(LEFT.iter().any(|(text, ..)| *text == control_tested), "{control_tested} has no row");
    }
    for &(text, before, left) in LEFT {
        let (start, mut clock) = after_turns(text, before);
        let deadline = start + us(left);
        clock.start_turn(FIRST, start);
        assert_eq!(clock.deadline(), Some(deadline), "{text} {before:?}");
        assert_eq!(clock.allowance(FIRST), Some(us(left)), "{text} {before:?}");
        assert_eq!(clock.reading(FIRST).deadline, Some(deadline), "{text} {before:?}");

        for (offset, lost) in [(-1, false), (0, true), (1, true)] {
            let at = deadline + offset;
            let place = format!("{text} {before:?} at {offset} us");
            let who = if lost { SeatSet::only(FIRST) } else { SeatSet::EMPTY };
            assert_eq!(clock.flagged(at), who, "{place}");

            let mut ended = clock.clone();
            let outcome = ended.end_turn(FIRST, at);
            if lost {
                assert_eq!(outcome, Err(Flagged { seat: FIRST, deadline }), "{place}");
                assert_eq!(ended, clock, "{place}: a refused turn changes nothing");
            } else {
                assert_eq!(outcome, Ok(us(left) - 1), "{place}");
                assert_eq!(ended.deadline(), None, "{place}");
            }
        }
    }
}

/// The same through the trace, which is what people hold against a rule book.
#[test]
fn a_trace_loses_at_exactly_what_is_left() {
    for &(text, before, left) in LEFT {
        for (offset, lost) in [(-1, false), (0, true), (1, true)] {
            let mut lengths: Vec<Micros> = before.iter().map(|used| us(used)).collect();
            lengths.push(us(left) + offset);
            let lines = trace(&control(text), &lengths);
            let last = lines.last().expect("a line for each turn");
            assert_eq!(last.flagged, lost, "{text} {before:?} at {offset} us");
            assert!(lines[..lines.len() - 1].iter().all(|line| !line.flagged), "{text} {before:?}");
        }
    }
}

/// What a clock shows reaches zero at the deadline, stays there, and never goes below.
#[test]
fn a_clock_shows_zero_from_the_deadline_on() {
    for &(text, before, left) in LEFT {
        let (start, mut clock) = after_turns(text, before);
        clock.start_turn(FIRST, start);
        let deadline = start + us(left);
        for late in [0, 1, us("20"), us("400d"), Micros::MAX - deadline] {
            let reading = clock.reading_at(FIRST, deadline + late);
            assert_eq!(reading.main_us, 0, "{text} {before:?}, {late} us late");
            assert!(reading.bank_us.unwrap_or(0) == 0, "{text} {before:?}, {late} us late");
            assert!(reading.periods_left.unwrap_or(0) == 0, "{text} {before:?}, {late} us late");
        }
    }
}

/// A clock on which the first seat has played these turns, and the moment after them.
fn after_turns(text: &str, turns: &[&str]) -> (Micros, Clock) {
    let mut clock = Clock::new(&control(text), 2);
    let mut now = us("20000d");
    for used in turns {
        clock.start_turn(FIRST, now);
        now += us(used);
        clock.end_turn(FIRST, now).expect("turns before the last are in time");
        clock.start_turn(seat(1), now);
        clock.end_turn(seat(1), now).expect("the opponent answers at once");
    }
    (now, clock)
}
