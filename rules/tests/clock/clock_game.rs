//! A clock in the course of a game: several seats, pauses, gifts, outages, turns without a move.

use crate::{CONTROLS, FIRST, control, seat, us};
use zeitnot_rules::SeatSet;
use zeitnot_rules::clock::{Clock, Flagged, Micros};

fn clock(text: &str) -> Clock {
    Clock::new(&control(text), 2)
}

/// A refresh must not start the turn's clock again.
#[test]
fn starting_a_running_turn_again_changes_nothing() {
    for text in CONTROLS {
        let mut clock = clock(text);
        clock.start_turn(FIRST, us("100"));
        let before = clock.clone();
        clock.start_turn(FIRST, us("101"));
        clock.start_turn(FIRST, us("3"));
        assert_eq!(clock, before, "{text}");
    }
}

#[test]
fn a_moment_before_the_start_counts_as_the_start() {
    for text in CONTROLS {
        let mut clock = clock(text);
        let before = clock.reading(FIRST);
        clock.start_turn(FIRST, us("100"));
        assert_eq!(clock.reading_at(FIRST, us("99")).main_us, before.main_us, "{text}");
        assert_eq!(clock.end_turn(FIRST, us("99")), Ok(0), "{text}");
    }
}

#[test]
fn without_a_running_turn_nothing_ends_and_nothing_runs_out() {
    let mut clock = clock("absolute:10m");
    let before = clock.clone();
    assert_eq!(clock.end_turn(FIRST, us("9999")), Ok(0));
    clock.stop_turn(FIRST);
    clock.miss_turn(FIRST);
    clock.give_back(FIRST, us("10"));
    assert_eq!(clock, before);
    assert_eq!(clock.deadline(), None);
    assert_eq!(clock.flagged(Micros::MAX), SeatSet::EMPTY);
}

#[test]
fn seats_that_the_game_does_not_have_are_ignored() {
    let mut clock = clock("absolute:10m");
    let before = clock.clone();
    let nobody = seat(5);
    clock.start_turn(nobody, 0);
    clock.pause(0);
    clock.resume(0);
    clock.stop_turn(nobody);
    clock.miss_turn(nobody);
    clock.leave(nobody);
    assert_eq!(clock.give(nobody, us("15")), 0);
    assert_eq!(clock.end_turn(nobody, us("9999")), Ok(0));
    assert_eq!(clock.reading(nobody), Default::default());
    assert_eq!(clock, before);
}

#[test]
fn several_seats_run_at_once_and_the_earliest_deadline_counts() {
    let mut clock = Clock::new(&control("absolute:10s"), 3);
    clock.start_turn(seat(2), us("100"));
    clock.start_turn(seat(0), us("104"));
    clock.start_turn(seat(1), us("102"));
    assert_eq!(clock.running(), SeatSet::first(3));
    assert_eq!(clock.deadline(), Some(us("110")));
    assert_eq!(clock.flagged(us("109.999999")), SeatSet::EMPTY);
    assert_eq!(clock.flagged(us("110")), SeatSet::only(seat(2)));
    assert_eq!(clock.flagged(us("113")), SeatSet::only(seat(2)).with(seat(1)));

    assert_eq!(clock.end_turn(seat(2), us("109")), Ok(us("9")));
    assert_eq!(clock.deadline(), Some(us("112")));
    clock.stop_turn(seat(1));
    assert_eq!(clock.deadline(), Some(us("114")));
    assert_eq!(clock.reading(seat(2)).main_us, us("1"));
    assert_eq!(clock.reading(seat(1)).main_us, us("10"), "a stopped turn is not charged");
}

/// The loss is dated by the deadline, not by when it came to notice.
#[test]
fn a_late_look_finds_the_loss_at_the_deadline() {
    let mut clock = clock("fischer:5m+30s");
    clock.start_turn(FIRST, us("1000"));
    let much_later = us("100d");
    assert_eq!(clock.end_turn(FIRST, much_later), Err(Flagged { seat: FIRST, deadline: us("1300") }));
    assert_eq!(clock.deadline(), Some(us("1300")));
}

/// A rematch begins with a clock of its own.
#[test]
fn a_new_clock_knows_nothing_of_an_old_one() {
    let mut played = clock("fischer:5m+30s");
    played.start_turn(FIRST, 0);
    played.end_turn(FIRST, us("200")).unwrap();
    let rematch = Clock::new(played.control(), 2);
    assert_eq!(rematch.reading(FIRST).main_us, us("300"));
}

// Pauses.

/// A pause over the weekend must not refill a per-turn clock.
#[test]
fn a_pause_keeps_the_rest_of_a_turn_to_the_microsecond() {
    for (text, left) in [("turn:30s", "0.000001"), ("absolute:30s", "0.000001"), ("bank:20s+10s", "0.000001")]
    {
        let mut clock = clock(text);
        clock.start_turn(FIRST, us("1000"));
        let at = us("1030") - us(left);
        clock.pause(at);
        assert_eq!(clock.deadline(), None, "{text}");
        assert_eq!(clock.flagged(us("3d")), SeatSet::EMPTY, "{text}");
        let monday = at + us("3d");
        clock.resume(monday);
        assert_eq!(clock.deadline(), Some(monday + us(left)), "{text}");
        assert!(clock.end_turn(FIRST, monday + us(left)).is_err(), "{text}");
        assert_eq!(clock.end_turn(FIRST, monday), Ok(us("30") - us(left)), "{text}");
    }
}

#[test]
fn turns_in_a_pause_count_towards_the_block_and_use_nothing() {
    let mut clock = clock("canadian:0s+3/3m");
    clock.start_turn(FIRST, 0);
    clock.pause(us("40"));
    // The turn that ran into the pause is charged what it used before, the next ones nothing.
    assert_eq!(clock.end_turn(FIRST, us("5000")), Ok(us("40")));
    assert_eq!(clock.reading(FIRST).turns_left_in_block, Some(2));
    clock.start_turn(FIRST, us("5000"));
    assert_eq!(clock.end_turn(FIRST, us("6000")), Ok(0));
    assert_eq!(clock.reading(FIRST).turns_left_in_block, Some(1));
    assert_eq!(clock.reading(FIRST).main_us, us("140"));
    // One that is still running when the pause ends runs from there.
    clock.start_turn(FIRST, us("6000"));
    clock.resume(us("7000"));
    assert_eq!(clock.deadline(), Some(us("7140")));
    assert_eq!(clock.end_turn(FIRST, us("7001")), Ok(us("1")));
    let block = clock.reading(FIRST);
    assert_eq!((block.main_us, block.turns_left_in_block), (us("180"), Some(3)));
}

#[test]
fn a_pause_in_a_pause_and_a_resume_without_one_change_nothing() {
    let mut clock = clock("absolute:30s");
    clock.start_turn(FIRST, 0);
    clock.resume(us("5"));
    assert_eq!(clock.deadline(), Some(us("30")));
    clock.pause(us("10"));
    clock.pause(us("20"));
    clock.resume(us("100"));
    clock.resume(us("200"));
    assert_eq!(clock.deadline(), Some(us("120")));
}

/// A pause that seems to end before it began is no pause, and charges no time twice.
#[test]
fn a_resume_before_its_pause_charges_nothing_twice() {
    let mut clock = clock("absolute:30s");
    clock.start_turn(FIRST, 0);
    clock.pause(us("10"));
    clock.resume(us("8"));
    assert_eq!(clock.deadline(), Some(us("30")));
    assert_eq!(clock.end_turn(FIRST, us("11")), Ok(us("11")));
}

#[test]
fn a_pause_before_the_start_of_a_turn_gives_it_no_time() {
    let mut clock = clock("absolute:30s");
    clock.start_turn(FIRST, us("100"));
    clock.pause(us("90"));
    clock.resume(us("95"));
    assert_eq!(clock.deadline(), Some(us("130")));
}

#[test]
fn what_ran_out_before_a_pause_has_run_out_after_it() {
    let mut clock = clock("turn:30s");
    clock.start_turn(FIRST, us("100"));
    clock.pause(us("131"));
    assert_eq!(clock.end_turn(FIRST, us("200")), Err(Flagged { seat: FIRST, deadline: us("130") }));
    clock.resume(us("500"));
    assert_eq!(clock.flagged(us("500")), SeatSet::only(FIRST));
}

// Turns without a move.

/// What is given anew for each turn is there again after a missed one, everything else is used up.
#[test]
fn a_missed_turn_uses_up_all_it_could() {
    for (text, next) in [
        ("turn:30s", "30"),
        ("absolute:10m", "0"),
        ("fischer:5m+30s", "0"),
        ("delay:60s+5s", "5"),
        ("bronstein:3m+2s", "0"),
        ("byoyomi:10m+5x30s", "0"),
        ("canadian:10m+3/30s", "0"),
        ("hourglass:60s", "0"),
        ("stages:40/120m,30m", "0"),
        ("bank:3d+7d", "3d"),
        ("days:3", "3d"),
    ] {
        let mut clock = clock(text);
        clock.start_turn(FIRST, 0);
        clock.miss_turn(FIRST);
        assert_eq!(clock.running(), SeatSet::EMPTY, "{text}");
        assert_eq!(clock.allowance(FIRST), Some(us(next)), "{text}");
        clock.start_turn(FIRST, us("100d"));
        assert_eq!(clock.deadline(), Some(us("100d") + us(next)), "{text}");
    }
}

#[test]
fn who_has_left_starts_no_turn_and_gets_no_sand() {
    let mut clock = Clock::new(&control("hourglass:60s"), 3);
    clock.start_turn(seat(2), 0);
    clock.leave(seat(2));
    clock.start_turn(seat(2), 0);
    assert_eq!(clock.running(), SeatSet::EMPTY);
    assert_eq!(clock.give(seat(2), us("15")), 0);
    clock.start_turn(seat(0), 0);
    clock.end_turn(seat(0), us("10")).unwrap();
    let shown: Vec<Micros> = (0..3).map(|index| clock.reading(seat(index)).main_us).collect();
    assert_eq!(shown, [us("50"), us("70"), us("60")]);
}

/// Ten microseconds among three others: four to the next, three to each of the rest.
#[test]
fn odd_sand_goes_to_the_next_in_turn() {
    let mut clock = Clock::new(&control("hourglass:60s"), 4);
    clock.start_turn(seat(2), 0);
    assert_eq!(clock.reading_at(seat(3), 10).main_us, us("60") + 4);
    clock.end_turn(seat(2), 10).unwrap();
    let gained: Vec<Micros> = (0..4).map(|index| clock.reading(seat(index)).main_us - us("60")).collect();
    assert_eq!(gained, [3, 3, -10, 4]);
}

/// Who waits sees the sand come while the other thinks, and its own deadline with it.
#[test]
fn an_hourglass_runs_into_the_opponents_half() {
    let mut clock = clock("hourglass:60s");
    clock.start_turn(FIRST, 0);
    assert_eq!(clock.reading_at(FIRST, us("10")).main_us, us("50"));
    assert_eq!(clock.reading_at(seat(1), us("10")).main_us, us("70"));
    assert_eq!(clock.reading_at(seat(1), us("10")).deadline, None);
    clock.end_turn(FIRST, us("10")).unwrap();
    clock.start_turn(seat(1), us("10"));
    assert_eq!(clock.deadline(), Some(us("80")));
}

// Gifts and outages.

#[test]
fn a_gift_is_kept() {
    let mut clock = clock("absolute:10m");
    clock.start_turn(FIRST, 0);
    assert_eq!(clock.give(FIRST, us("15")), us("15"));
    assert_eq!(clock.deadline(), Some(us("615")));
    clock.end_turn(FIRST, us("1")).unwrap();
    assert_eq!(clock.reading(FIRST).main_us, us("614"));
}

#[test]
fn a_gift_goes_where_the_control_keeps_time() {
    for (text, before, gift, after) in [
        ("turn:30s", "20", "15", "45"),
        ("fischer:20m+20s<20m", "30", "15", "1205"),
        ("byoyomi:10m+5x30s", "645", "15", "135"),
        ("canadian:10m+3/30s", "615", "10", "25"),
        ("bank:3d+7d", "4d", "15", "777615"),
        ("days:3", "1d", "15", "259215"),
    ] {
        let mut clock = clock(text);
        clock.start_turn(FIRST, 0);
        clock.end_turn(FIRST, us(before)).unwrap();
        assert_eq!(clock.give(FIRST, us(gift)), us(gift), "{text}");
        assert_eq!(clock.allowance(FIRST), Some(us(after)), "{text}");
        let turns = clock.reading(FIRST).turns_left_in_block;
        assert!(turns.is_none() || turns == Some(2), "{text}: a gift does not change the block");
    }
    // A gift for one turn is gone after it.
    let mut clock = clock("turn:30s");
    clock.start_turn(FIRST, 0);
    clock.give(FIRST, us("15"));
    assert_eq!(clock.deadline(), Some(us("45")));
    clock.end_turn(FIRST, us("1")).unwrap();
    assert_eq!(clock.allowance(FIRST), Some(us("30")));
}

/// The cap bounds what increments bring; it takes nothing away.
#[test]
fn a_gift_above_the_cap_is_kept() {
    let mut clock = clock("fischer:20m+20s<20m");
    clock.give(FIRST, us("60"));
    clock.start_turn(FIRST, 0);
    clock.end_turn(FIRST, us("10")).unwrap();
    assert_eq!(clock.reading(FIRST).main_us, us("1250"));
    clock.start_turn(FIRST, us("10"));
    clock.end_turn(FIRST, us("70")).unwrap();
    assert_eq!(clock.reading(FIRST).main_us, us("1200"));
}

/// The scheduler cannot hold more.
#[test]
fn a_clock_never_holds_730_days() {
    for text in ["fischer:700d+60d", "stages:1/364d,365d+60d", "stages:9/364d,365d+60d"] {
        let mut clock = clock(text);
        for _ in 0..20 {
            clock.start_turn(FIRST, 0);
            clock.end_turn(FIRST, 0).unwrap();
            clock.give(FIRST, us("1d"));
            assert!(clock.allowance(FIRST).unwrap() < us("730d"), "{text}");
        }
        assert_eq!(clock.allowance(FIRST), Some(us("730d") - 1), "{text}");
    }
}

/// At most as much as the clock began with, but a minute at least and a day at most.
#[test]
fn gifts_are_bounded_over_the_game() {
    for (text, most) in [
        ("absolute:10m", "10m"),
        ("absolute:10s", "60s"),
        ("turn:30s", "60s"),
        ("byoyomi:0s+5x30s", "60s"),
        ("absolute:100d", "1d"),
        ("days:3", "1d"),
        ("none", "0s"),
    ] {
        let mut clock = clock(text);
        let mut got = 0;
        for _ in 0..100_000 {
            let gift = clock.give(FIRST, us("15"));
            got += gift;
            if gift == 0 {
                break;
            }
        }
        assert_eq!(got, us(most), "{text}");
        assert_eq!(clock.give(FIRST, Micros::MAX), 0, "{text}");
    }
    let mut full = clock("absolute:63071999.999999s");
    assert_eq!(full.give(FIRST, us("15")), 0, "a clock holds less than 730 days");
    let mut negative = clock("absolute:10m");
    assert_eq!(negative.give(FIRST, -1), 0);
    assert_eq!(negative.give(FIRST, Micros::MIN), 0);
    assert_eq!(negative.reading(FIRST).main_us, us("600"));
}

/// The host was down for 100 s of a turn: with a grace of 20 s the turn goes on as if it had been
/// down for 120 s of it, and what is not used of that is gone with the turn.
#[test]
fn an_outage_is_given_back_to_the_turn_and_not_to_the_clock() {
    let mut clock = clock("absolute:10m");
    clock.start_turn(FIRST, us("1000"));
    clock.give_back(FIRST, us("100") + us("20"));
    assert_eq!(clock.deadline(), Some(us("1720")));
    let quick = us("1110");
    assert_eq!(clock.clone().end_turn(FIRST, quick), Ok(0));
    assert_eq!(clock.end_turn(FIRST, us("1130")), Ok(us("10")));
    assert_eq!(clock.reading(FIRST).main_us, us("590"));
    assert_eq!(clock.reading_at(FIRST, us("2000")).main_us, us("590"));
}

/// An outage decided before the overdue timer: the deadline is ahead again.
#[test]
fn a_turn_that_ran_out_in_an_outage_runs_again() {
    for text in CONTROLS {
        let mut clock = clock(text);
        clock.start_turn(FIRST, 0);
        let limit = clock.allowance(FIRST).unwrap();
        let up_again = limit + us("50");
        assert_eq!(clock.flagged(up_again), SeatSet::only(FIRST), "{text}");
        clock.give_back(FIRST, us("100"));
        assert_eq!(clock.flagged(up_again), SeatSet::EMPTY, "{text}");
        assert_eq!(clock.deadline(), Some(limit + us("100")), "{text}");
    }
}

#[test]
fn what_is_given_back_is_bounded_and_never_negative() {
    for text in CONTROLS {
        let mut clock = clock(text);
        clock.start_turn(FIRST, 0);
        let before = clock.clone();
        clock.give_back(FIRST, -us("5"));
        clock.give_back(FIRST, Micros::MIN);
        assert_eq!(clock, before, "{text}");
        for _ in 0..3 {
            clock.give_back(FIRST, Micros::MAX);
        }
        assert_eq!(clock.deadline(), Some(us("730d") - 1), "{text}");
        assert_eq!(clock.reading_at(FIRST, us("1d")).main_us, before.reading(FIRST).main_us, "{text}");
    }
}
