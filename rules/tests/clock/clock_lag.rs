//! What is given back for the network's delay, and its bounds.

use proptest::prelude::{prop_assert, proptest};
use zeitnot_rules::clock::{LagQuota, MINUTE, Micros, SECOND};

const MS: Micros = 1_000;

/// Delays in milliseconds turn by turn, and what is given back for each.
fn check(allowance: Micros, delays: &[Micros], credits: &[Micros]) {
    let mut quota = LagQuota::default();
    let given: Vec<Micros> = delays.iter().map(|delay| quota.credit(delay * MS, allowance) / MS).collect();
    assert_eq!(given, credits, "turns of {allowance}");
}

#[test]
fn ordinary_delays_are_given_back_whole() {
    check(5 * MINUTE, &[80, 120, 300, 80, 950], &[80, 120, 300, 80, 950]);
}

#[test]
fn a_player_who_answers_late_on_purpose_gains_a_second_a_turn_at_most() {
    check(5 * MINUTE, &[10_000, 10_000, 10_000], &[2_000, 1_000, 1_000]);
}

#[test]
fn what_is_not_used_is_saved_up_to_five_seconds() {
    check(5 * MINUTE, &[0, 0, 0, 0, 0, 0, 9_000, 9_000], &[0, 0, 0, 0, 0, 0, 5_000, 1_000]);
}

#[test]
fn a_short_turn_is_not_lengthened_much() {
    check(3 * SECOND, &[1_000, 1_000], &[200, 100]);
}

#[test]
fn a_delay_below_zero_is_none() {
    check(5 * MINUTE, &[-500], &[0]);
}

proptest! {
    #[test]
    fn over_a_game_no_more_than_a_minute_is_given_back(
        delays in proptest::collection::vec(-10 * SECOND..100 * SECOND, 0..300),
        allowance in 0..86_400 * SECOND,
    ) {
        let mut quota = LagQuota::default();
        let mut sum = 0;
        for delay in delays {
            let credit = quota.credit(delay, allowance);
            prop_assert!((0..=delay.max(0)).contains(&credit));
            sum += credit;
        }
        prop_assert!(sum <= MINUTE);
        prop_assert!(sum == quota.given);
    }
}
