//! What holds of every control, whatever happens in a game.

use crate::{CONTROLS, FIRST, control, seat, us};
use proptest::prelude::*;
use zeitnot_rules::SeatSet;
use zeitnot_rules::clock::{Clock, Line, Micros, Rule, TimeControl, trace};

/// What may happen while a turn runs.
#[derive(Clone, Copy, Debug)]
enum Incident {
    /// The clocks stand for so long.
    Pause(Micros),
    /// The server stops, and reads the clock back from its bytes.
    Restart,
    /// A client asks again for what is going on already.
    StartAgain,
    /// Somebody looks.
    Look,
}

fn any_incident() -> impl Strategy<Value = Incident> {
    prop_oneof![
        prop_oneof![0..5_000_000i64, 0..40 * us("1d")].prop_map(Incident::Pause),
        Just(Incident::Restart),
        Just(Incident::StartAgain),
        Just(Incident::Look),
    ]
}

fn any_control() -> impl Strategy<Value = TimeControl> {
    proptest::sample::select(CONTROLS.to_vec()).prop_map(control)
}

/// Lengths of turns as parts of what the control begins with, in millionths, and so for every
/// control of all sizes: mostly quick turns, some that run out.
fn any_parts() -> impl Strategy<Value = Vec<i64>> {
    proptest::collection::vec(prop_oneof![4 => 0..60_000i64, 1 => 0..1_300_000i64], 1..30)
}

fn lengths(control: &TimeControl, parts: &[i64]) -> Vec<Micros> {
    let whole = Clock::new(control, 2).allowance(FIRST).expect("all these have a limit");
    // With a microsecond more or less, so that not all are even.
    parts.iter().map(|part| whole / 1_000_000 * part + part % 1009).collect()
}

/// What was used, earned, made whole again or lost by a turn, from its rule in words.
struct Account {
    earned: Micros,
    lost: Micros,
    /// All that the seat could use at the start of the turn, and after it.
    before: Micros,
    after: Micros,
}

/// Accounts for one turn that ended in time; `main_left` is the main time before the turn where it is
/// not what the face shows.
fn account(rule: &Rule, line: &Line, next: Option<&Line>, main_left: Micros) -> Account {
    let (before, used) = (line.before_us.unwrap_or(0), line.used_us);
    let after = line.after_us.unwrap_or(0);
    let whole = |limit: Micros| Account { earned: limit - after, lost: 0, before, after: limit };
    match rule {
        Rule::Untimed => Account { earned: 0, lost: 0, before, after },
        Rule::PerTurn(rule) => whole(rule.turn),
        Rule::Correspondence(rule) => whole(Micros::from(rule.days) * us("1d")),
        Rule::Absolute(_) | Rule::Hourglass(_) => Account { earned: 0, lost: 0, before, after },
        Rule::Fischer(rule) => {
            let over = before - used + rule.increment - rule.cap.unwrap_or(Micros::MAX);
            Account { earned: rule.increment, lost: over.max(0), before, after }
        }
        Rule::Delay(rule) => Account { earned: used.min(rule.delay), lost: 0, before, after },
        Rule::Bronstein(rule) => Account { earned: used.min(rule.delay), lost: 0, before, after },
        Rule::ByoYomi(rule) => {
            let periods = Micros::from(line.periods_left.unwrap_or(0));
            let all = |main: Micros, periods: Micros| main + periods * rule.period;
            // Before the turn: from what the face showed and the periods that it says were used.
            let past = (used - main_left).max(0);
            let periods_before = periods + past / rule.period;
            let partly = if used >= main_left { past % rule.period } else { 0 };
            Account {
                earned: partly,
                lost: 0,
                before: all(main_left, periods_before),
                after: all((main_left - used).max(0), periods),
            }
        }
        Rule::Canadian(rule) => {
            let block_before = if main_left > 0 { rule.block } else { before };
            let done = line.turns_left_in_block == Some(0);
            let (earned, lost) = if done { (rule.block, after) } else { (0, 0) };
            let after = match (main_left > used, done) {
                (true, _) => after + rule.block,
                (false, true) => next.map_or(rule.block, |next| next.before_us.unwrap_or(0)),
                (false, false) => after,
            };
            Account { earned, lost, before: main_left + block_before, after }
        }
        Rule::Stages(rule) => {
            let stage = |turn: u32| {
                let mut ends = rule.stages.iter().scan(0, |end, stage| {
                    *end += stage.turns;
                    Some(*end)
                });
                ends.position(|end| end == turn)
            };
            let next =
                stage(line.turn).map(|stage| rule.stages.get(stage + 1).map_or(rule.rest, |next| next.time));
            let earned = next.unwrap_or(0) + rule.increment.unwrap_or(0);
            Account { earned, lost: 0, before, after }
        }
        Rule::Bank(rule) => {
            let bank_after = line.bank_us.unwrap_or(0);
            let bank_before = bank_after + (used - rule.turn).max(0);
            Account {
                earned: used.min(rule.turn),
                lost: 0,
                before: rule.turn + bank_before,
                after: rule.turn + bank_after,
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    /// What a seat had, and what it earned, is what it used, lost and has left, to the microsecond;
    /// and every turn but the one that ran out begins with what the one before left.
    #[test]
    fn all_time_is_accounted_for(control in any_control(), parts in any_parts()) {
        let lines = trace(&control, &lengths(&control, &parts));
        let mut main_left = match control.rule() {
            Rule::ByoYomi(rule) => rule.main,
            Rule::Canadian(rule) => rule.main,
            _ => 0,
        };
        let mut left_before = Clock::new(&control, 2).allowance(FIRST);
        for (line, next) in lines.iter().zip(lines.iter().skip(1).map(Some).chain([None])) {
            if line.flagged {
                prop_assert!(next.is_none(), "nothing is played after a loss");
                prop_assert_eq!(line.after_us, Some(0));
                break;
            }
            let Account { earned, lost, before, after } = account(control.rule(), line, next, main_left);
            prop_assert_eq!(before + earned, line.used_us + lost + after, "{}: {:?}", control, line);
            prop_assert!(earned >= 0 && lost >= 0 && after >= 0, "{}: {:?}", control, line);
            if let Rule::Delay(rule) = control.rule() {
                prop_assert_eq!(left_before, Some(before + rule.delay), "{}: {:?}", control, line);
                left_before = Some(after + rule.delay);
            } else {
                prop_assert_eq!(left_before, Some(before), "{}: {:?}", control, line);
                left_before = Some(after);
            }
            main_left = (main_left - line.used_us).max(0);
        }
    }

    /// Pauses, restarts, refreshes: a clock told of the same turns with any of them in between says
    /// the same after each turn, and the deadline moves by exactly the pauses.
    #[test]
    fn incidents_change_nothing(
        control in any_control(),
        parts in any_parts(),
        incidents in proptest::collection::vec((0..30usize, 0..1000i64, any_incident()), 0..40),
        start in -2_000_000_000_000_000..2_000_000_000_000_000i64,
    ) {
        let (mut plain, mut troubled) = (Clock::new(&control, 3), Clock::new(&control, 3));
        let (mut plain_now, mut now) = (0, start);
        for (turn, used) in lengths(&control, &parts).into_iter().enumerate() {
            let mover = seat(turn as u8 % 3);
            plain.start_turn(mover, plain_now);
            troubled.start_turn(mover, now);
            let plain_deadline = plain.deadline().map(|deadline| deadline - plain_now);
            let mut during: Vec<_> = incidents.iter().filter(|(which, ..)| *which == turn).collect();
            during.sort_by_key(|(_, permille, _)| *permille);
            let (mut done, mut paused) = (0, 0);
            let began = now;
            for &&(_, permille, incident) in &during {
                let at = used / 1000 * permille;
                now += at - done;
                done = at;
                match incident {
                    Incident::Pause(length) => {
                        troubled.pause(now);
                        prop_assert!(troubled.is_paused() && troubled.deadline().is_none());
                        prop_assert_eq!(troubled.flagged(Micros::MAX), SeatSet::EMPTY);
                        now += length;
                        paused += length;
                        let stands = troubled.reading_at(mover, now);
                        prop_assert_eq!(stands, troubled.reading_at(mover, now - length));
                        troubled.resume(now);
                    }
                    Incident::Restart => {
                        let bytes = troubled.encode();
                        let again = Clock::decode(&control, &bytes);
                        prop_assert_eq!(again.as_ref(), Ok(&troubled));
                        troubled = again.unwrap();
                    }
                    Incident::StartAgain => troubled.start_turn(mover, now),
                    Incident::Look => {
                        let same = plain.reading_at(mover, plain_now + done);
                        let reading = troubled.reading_at(mover, now);
                        prop_assert_eq!(reading.main_us, same.main_us);
                        prop_assert_eq!(reading.periods_left, same.periods_left);
                        prop_assert_eq!(reading.bank_us, same.bank_us);
                    }
                }
                prop_assert_eq!(troubled.deadline().map(|deadline| deadline - began - paused), plain_deadline);
            }
            plain_now += used;
            now += used - done;
            let (expected, found) = (plain.end_turn(mover, plain_now), troubled.end_turn(mover, now));
            prop_assert_eq!(expected.map_err(|flagged| flagged.seat), found.map_err(|flagged| flagged.seat));
            if let (Err(expected), Err(found)) = (expected, found) {
                prop_assert_eq!(plain_now - expected.deadline, now - found.deadline, "lost as long ago");
                return Ok(());
            }
            for who in 0..3 {
                prop_assert_eq!(plain.reading(seat(who)), troubled.reading(seat(who)));
            }
        }
    }

    /// However late, early or out of order the moments are, nobody gains or loses by it: a turn uses
    /// between nothing and what went by, and what a clock shows is never below zero.
    #[test]
    fn moments_out_of_order_are_no_time(
        control in any_control(),
        moments in proptest::collection::vec((any::<i64>(), any::<i64>()), 1..20),
    ) {
        let mut clock = Clock::new(&control, 2);
        for (index, (start, end)) in moments.into_iter().enumerate() {
            let mover = seat(index as u8 % 2);
            clock.start_turn(mover, start);
            let deadline = clock.deadline().expect("all these have a limit");
            for moment in [start, end, i64::MIN, i64::MAX] {
                prop_assert!(clock.reading_at(mover, moment).main_us >= 0);
            }
            match clock.end_turn(mover, end) {
                Ok(used) => {
                    prop_assert_eq!(used, end.saturating_sub(start).max(0));
                    prop_assert!(end < deadline);
                }
                Err(flagged) => {
                    prop_assert_eq!(flagged.deadline, deadline);
                    prop_assert!(deadline <= end);
                    return Ok(());
                }
            }
        }
    }

    /// The sum of an hourglass is constant with any number of seats, also while it runs.
    #[test]
    fn an_hourglass_loses_no_sand(
        seats in 2..=8u8,
        turns in proptest::collection::vec((0..8u8, 0..20_000_000i64), 1..40),
        left in proptest::collection::vec(0..8u8, 0..4),
    ) {
        let mut clock = Clock::new(&control("hourglass:60s"), seats);
        let sum = |clock: &Clock, now: Micros| -> Micros {
            (0..seats).map(|index| clock.reading_at(seat(index), now).main_us).sum()
        };
        let all = us("60") * Micros::from(seats);
        let mut now = 0;
        for (turn, (who, used)) in turns.into_iter().enumerate() {
            let mover = seat(who % seats);
            if let Some(gone) = left.get(turn / 10)
                && turn % 10 == 9
                && seats > 5
            {
                clock.leave(seat(gone % seats));
            }
            clock.start_turn(mover, now);
            now += used;
            prop_assert_eq!(sum(&clock, now), all);
            if clock.end_turn(mover, now).is_err() {
                clock.miss_turn(mover);
            }
            prop_assert_eq!(sum(&clock, now), all);
        }
    }
}
