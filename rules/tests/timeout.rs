//! Timeout policies: their texts, and what they decide.

use proptest::prelude::*;
use zeitnot_rules::{Missed, OnTimeout, TimeoutPolicy, TimeoutPolicyError, Verdict};

const TEXTS: [&str; 8] = ["forfeit", "skip:1", "skip:3", "skip:99", "play", "play:1", "play:2", "play:99"];
const OPTIONS: [&str; 4] = ["", ",draw-if-unwinnable", ",void-at-start", ",draw-if-unwinnable,void-at-start"];

fn policy(text: &str) -> TimeoutPolicy {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn a_text_says_what_is_done_and_under_which_options() {
    let cases = [
        ("forfeit", OnTimeout::Forfeit, false, false),
        ("skip:3", OnTimeout::Skip { max_missed: 3 }, false, false),
        ("skip:99", OnTimeout::Skip { max_missed: 99 }, false, false),
        ("play", OnTimeout::Play { max_missed: None }, false, false),
        ("play:1,draw-if-unwinnable", OnTimeout::Play { max_missed: Some(1) }, true, false),
        ("play:2,void-at-start", OnTimeout::Play { max_missed: Some(2) }, false, true),
        ("forfeit,draw-if-unwinnable,void-at-start", OnTimeout::Forfeit, true, true),
    ];
    for (text, action, draw, void) in cases {
        let policy = policy(text);
        assert_eq!(
            (policy.action(), policy.draws_if_unwinnable(), policy.voids_at_start()),
            (action, draw, void),
            "{text}"
        );
        let built = TimeoutPolicy::new(action).expect(text);
        let built = if draw { built.with_draw_if_unwinnable() } else { built };
        let built = if void { built.with_void_at_start() } else { built };
        assert_eq!(built, policy, "{text}");
    }
    assert_eq!(TimeoutPolicy::default(), policy("forfeit"));
}

#[test]
fn a_policy_has_one_canonical_text() {
    for text in TEXTS.iter().flat_map(|text| OPTIONS.map(|options| format!("{text}{options}"))) {
        assert_eq!(policy(&text).to_string(), text);
    }
    for (text, canonical) in [
        ("skip:03", "skip:3"),
        ("play,void-at-start,draw-if-unwinnable", "play,draw-if-unwinnable,void-at-start"),
    ] {
        assert_eq!(policy(text).to_string(), canonical, "{text}");
    }
}

#[test]
fn a_bad_text_is_refused_with_what_it_may_be() {
    let begins = "a timeout policy begins with forfeit, skip:TURNS, play or play:TURNS, not";
    let count = "the turns missed in a row must be 1 to 99, not";
    let option = "there are draw-if-unwinnable and void-at-start";
    let cases = [
        ("", format!("{begins} ``")),
        ("lose", format!("{begins} `lose`")),
        ("Forfeit", format!("{begins} `Forfeit`")),
        (" forfeit", format!("{begins} ` forfeit`")),
        ("forfeit:3", format!("{begins} `forfeit:3`")),
        ("skip", format!("{begins} `skip`")),
        ("void-at-start", format!("{begins} `void-at-start`")),
        ("a\u{7}", format!("{begins} `a\\u{{7}}`")),
        ("skip:", format!("{count} ``")),
        ("skip:0", format!("{count} `0`")),
        ("skip:100", format!("{count} `100`")),
        ("skip:259", format!("{count} `259`")),
        ("skip:+3", format!("{count} `+3`")),
        ("skip:-3", format!("{count} `-3`")),
        ("skip:٣", format!("{count} `٣`")),
        ("play:", format!("{count} ``")),
        ("play:0", format!("{count} `0`")),
        ("play:2:3", format!("{count} `2:3`")),
        ("forfeit,", format!("there is no option ``; {option}")),
        ("forfeit, void-at-start", format!("there is no option ` void-at-start`; {option}")),
        ("forfeit,skip:3", format!("there is no option `skip:3`; {option}")),
        ("play,void-at-start,void-at-start", "`void-at-start` is there twice".into()),
        (&"x".repeat(65), "the timeout policy is 65 bytes long; at most 64 are allowed".into()),
    ];
    for (text, sentence) in cases {
        let error = text.parse::<TimeoutPolicy>().expect_err(text);
        assert_eq!((error.code(), error.to_string()), ("bad_policy", sentence), "{text}");
    }
    for max_missed in [0, 100, 255] {
        let refused = Err(TimeoutPolicyError::OutOfRange { value: max_missed.to_string() });
        assert_eq!(TimeoutPolicy::new(OnTimeout::Skip { max_missed }), refused);
        assert_eq!(TimeoutPolicy::new(OnTimeout::Play { max_missed: Some(max_missed) }), refused);
    }
}

/// The first turn that somebody misses, in a game that is well under way.
const ONCE: Missed = Missed {
    every_seat_has_moved: true,
    missed_in_a_row: 1,
    nobody_moved_for_a_round: false,
    an_opponent_can_win: true,
    absent_action: true,
    can_pass: true,
};

#[test]
fn each_policy_decides_as_it_says() {
    let twice = Missed { missed_in_a_row: 2, ..ONCE };
    let thrice = Missed { missed_in_a_row: 3, ..ONCE };
    let at_start = Missed { every_seat_has_moved: false, ..ONCE };
    let still = Missed { nobody_moved_for_a_round: true, ..ONCE };
    let unwinnable = Missed { an_opponent_can_win: false, ..ONCE };
    let no_pass = Missed { can_pass: false, ..ONCE };
    let no_action = Missed { absent_action: false, ..ONCE };
    let cases = [
        ("forfeit", ONCE, Verdict::Forfeit),
        ("forfeit", at_start, Verdict::Forfeit),
        ("forfeit", still, Verdict::Forfeit),
        ("forfeit", unwinnable, Verdict::Forfeit),
        ("forfeit,draw-if-unwinnable", ONCE, Verdict::Forfeit),
        ("forfeit,draw-if-unwinnable", unwinnable, Verdict::Draw),
        ("forfeit,void-at-start", ONCE, Verdict::Forfeit),
        ("forfeit,void-at-start", at_start, Verdict::Void),
        (
            "forfeit,draw-if-unwinnable,void-at-start",
            Missed { an_opponent_can_win: false, ..at_start },
            Verdict::Void,
        ),
        ("skip:1", ONCE, Verdict::Forfeit),
        ("skip:3", ONCE, Verdict::Skip),
        ("skip:3", twice, Verdict::Skip),
        ("skip:3", thrice, Verdict::Forfeit),
        ("skip:3", at_start, Verdict::Skip),
        ("skip:3,void-at-start", at_start, Verdict::Void),
        ("skip:3", still, Verdict::Void),
        ("skip:3", Missed { nobody_moved_for_a_round: true, ..thrice }, Verdict::Void),
        ("skip:3", no_pass, Verdict::Forfeit),
        ("skip:3", no_action, Verdict::Skip),
        ("skip:3,draw-if-unwinnable", unwinnable, Verdict::Skip),
        ("skip:3,draw-if-unwinnable", Missed { an_opponent_can_win: false, ..thrice }, Verdict::Draw),
        ("skip:3,draw-if-unwinnable", Missed { an_opponent_can_win: false, ..no_pass }, Verdict::Draw),
        ("play", Missed { missed_in_a_row: 255, ..ONCE }, Verdict::Play),
        ("play", still, Verdict::Play),
        ("play", no_pass, Verdict::Play),
        ("play", no_action, Verdict::Forfeit),
        ("play:2", ONCE, Verdict::Play),
        ("play:2", twice, Verdict::Forfeit),
        ("play:2,draw-if-unwinnable", Missed { an_opponent_can_win: false, ..twice }, Verdict::Draw),
        ("play:2,void-at-start", at_start, Verdict::Void),
    ];
    for (text, case, verdict) in cases {
        assert_eq!(policy(text).decide(&case), verdict, "{text}: {case:?}");
    }
}

/// Every policy above in every case there is: each sentence of the policies' description, by itself.
#[test]
fn no_case_is_decided_against_the_policy() {
    let flags = |bits: u16, counts: u8| Missed {
        every_seat_has_moved: bits & 1 != 0,
        missed_in_a_row: counts,
        nobody_moved_for_a_round: bits & 2 != 0,
        an_opponent_can_win: bits & 4 != 0,
        absent_action: bits & 8 != 0,
        can_pass: bits & 16 != 0,
    };
    for text in TEXTS.iter().flat_map(|text| OPTIONS.map(|options| format!("{text}{options}"))) {
        let policy = policy(&text);
        for case in (0..32).flat_map(|bits| (1..=255).map(move |count| flags(bits, count))) {
            let verdict = policy.decide(&case);
            let context = format!("{text}: {case:?}: {verdict:?}");
            let too_often = |max: u8| case.missed_in_a_row >= max;
            let at_start = policy.voids_at_start() && !case.every_seat_has_moved;
            let goes_on = matches!(verdict, Verdict::Skip | Verdict::Play);
            match policy.action() {
                OnTimeout::Forfeit => assert!(!goes_on, "{context}"),
                OnTimeout::Skip { max_missed } => {
                    assert_ne!(verdict, Verdict::Play, "{context}");
                    let void = at_start || case.nobody_moved_for_a_round;
                    assert_eq!(verdict == Verdict::Void, void, "{context}");
                    assert_eq!(goes_on, !void && case.can_pass && !too_often(max_missed), "{context}");
                }
                OnTimeout::Play { max_missed } => {
                    assert_ne!(verdict, Verdict::Skip, "{context}");
                    let over = at_start || max_missed.is_some_and(too_often);
                    assert_eq!(goes_on, case.absent_action && !over, "{context}");
                }
            }
            if !matches!(policy.action(), OnTimeout::Skip { .. }) {
                assert_eq!(verdict == Verdict::Void, at_start, "{context}");
            }
            let spared = policy.draws_if_unwinnable() && !case.an_opponent_can_win;
            assert!(verdict != Verdict::Forfeit || !spared, "{context}");
            assert!(verdict != Verdict::Draw || spared, "{context}");
        }
    }
}

proptest! {
    #[test]
    fn whatever_text_is_accepted_has_one_canonical_text(
        text in "(forfeit|skip|play)?(:[0-9]{0,3})?(,(draw-if-unwinnable|void-at-start|\\PC{0,3})){0,3}",
    ) {
        if let Ok(policy) = text.parse::<TimeoutPolicy>() {
            let canonical = policy.to_string();
            prop_assert!(canonical.len() <= text.len());
            prop_assert_eq!(canonical.parse(), Ok(policy));
        }
    }
}
