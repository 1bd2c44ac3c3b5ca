//! What a game does when somebody leaves: its texts.

use proptest::prelude::*;
use zeitnot_rules::clock::{HOUR, MINUTE, Micros, SECOND};
use zeitnot_rules::{Leaving, LeavingError, OnLeaving};

const fn pause(at_most: Micros) -> OnLeaving {
    OnLeaving::Pause { at_most }
}

#[test]
fn a_text_says_what_is_done_and_each_has_one() {
    let cases = [
        ("run", OnLeaving::Run, "run"),
        ("reset", OnLeaving::Reset, "reset"),
        ("pause:10s", pause(10 * SECOND), "pause:10s"),
        ("pause:10", pause(10 * SECOND), "pause:10s"),
        ("pause:10.5", pause(10_500_000), "pause:10.5s"),
        ("pause:1:30", pause(90 * SECOND), "pause:90s"),
        ("pause:600s", pause(10 * MINUTE), "pause:10m"),
        ("pause:1h", pause(HOUR), "pause:60m"),
    ];
    for (text, action, canonical) in cases {
        let leaving: Leaving = text.parse().expect(text);
        assert_eq!((leaving.action(), leaving.to_string().as_str()), (action, canonical), "{text}");
        assert_eq!(Leaving::new(action), Ok(leaving), "{text}");
        assert_eq!(canonical.parse(), Ok(leaving), "{text}");
    }
    assert_eq!(Leaving::default().action(), OnLeaving::Run);
}

#[test]
fn a_bad_text_is_refused_with_what_it_may_be() {
    let does = "when somebody leaves, the game does run, pause:TIME or reset, not";
    let stand = "the clocks may stand for 10s to 60m, not";
    let cases = [
        ("", format!("{does} ``")),
        ("Run", format!("{does} `Run`")),
        ("run:", format!("{does} `run:`")),
        ("pause", format!("{does} `pause`")),
        (" reset", format!("{does} ` reset`")),
        ("stay\u{7}", format!("{does} `stay\\u{{7}}`")),
        ("pause:", format!("{stand} ``")),
        ("pause:9.999999", format!("{stand} `9.999999`")),
        ("pause:3600.000001", format!("{stand} `3600.000001`")),
        ("pause:-5m", format!("{stand} `-5m`")),
        ("pause:10m,reset", format!("{stand} `10m,reset`")),
        (
            &"x".repeat(65),
            "what happens when somebody leaves is 65 bytes long; at most 64 are allowed".into(),
        ),
    ];
    for (text, sentence) in cases {
        let error = text.parse::<Leaving>().expect_err(text);
        assert_eq!((error.code(), error.to_string()), ("bad_leaving", sentence), "{text}");
    }
    for (at_most, value) in [(0, "0s"), (10 * SECOND - 1, "9.999999s"), (HOUR + 1, "3600.000001s")] {
        assert_eq!(Leaving::new(pause(at_most)), Err(LeavingError::OutOfRange { value: value.into() }));
    }
}

proptest! {
    #[test]
    fn whatever_text_is_accepted_has_one_canonical_text(text in "(run|reset|pause)?(:[0-9:.]{0,7}[smhd]?)?") {
        if let Ok(leaving) = text.parse::<Leaving>() {
            prop_assert_eq!(leaving.to_string().parse(), Ok(leaving));
        }
    }
}
