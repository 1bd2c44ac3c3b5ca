//! The one grammar: what is read, how it is printed, what is refused and why.

use crate::{CONTROLS, control, us};
use proptest::prelude::*;
use zeitnot_rules::clock::{
    Absolute, Bank, Bronstein, ByoYomi, Canadian, Correspondence, DAY, Delay, Fischer, HOUR, Hourglass,
    LONGEST_DURATION, LONGEST_GAME, LONGEST_TURN, MINUTE, Micros, PerTurn, Rule, SECOND, Stage, Stages,
    TimeControl, duration_text, parse_duration,
};

#[test]
fn what_the_documentation_writes_is_printed_as_it_was_read() {
    for text in CONTROLS.iter().chain(&["none", "days:3+0", "stages:40/90m,30m+30s"]) {
        assert_eq!(control(text).to_string(), *text);
    }
}

#[test]
fn other_spellings_have_the_canonical_text() {
    for (written, canonical) in [
        ("5+3", "fischer:5m+3s"),
        ("1+1", "fischer:60s+1s"),
        ("90+30", "fischer:90m+30s"),
        ("10+0", "absolute:10m"),
        ("turn:30", "turn:30s"),
        ("turn:1m", "turn:60s"),
        ("turn:0:30", "turn:30s"),
        ("turn:48h", "turn:2d"),
        ("absolute:1:30:00", "absolute:90m"),
        ("absolute:3h", "absolute:3h"),
        ("absolute:180m", "absolute:3h"),
        ("fischer:5:00+0:30", "fischer:5m+30s"),
        ("fischer:300+30<300", "fischer:5m+30s<5m"),
        ("delay:34.990+1.5s", "delay:34.99s+1.5s"),
        ("byoyomi:0+05x30", "byoyomi:0s+5x30s"),
        ("canadian:0+3/3:00", "canadian:0s+3/3m"),
        ("stages:40/2h,30:00", "stages:40/120m,30m"),
        ("bank:72h+168h", "bank:3d+7d"),
        ("days:3+45", "days:3"),
        ("days:14+10", "days:14+10"),
    ] {
        assert_eq!(control(written).to_string(), canonical, "{written}");
    }
}

#[test]
fn the_text_says_which_rule_and_which_figures() {
    let fischer = Fischer { main: 20 * MINUTE, increment: 20 * SECOND, cap: Some(20 * MINUTE) };
    let stages = Stages {
        stages: vec![Stage { turns: 40, time: 90 * MINUTE }],
        rest: 30 * MINUTE,
        increment: Some(30 * SECOND),
    };
    for (text, rule) in [
        ("none", Rule::Untimed),
        ("turn:30s", Rule::PerTurn(PerTurn { turn: 30 * SECOND })),
        ("absolute:10m", Rule::Absolute(Absolute { main: 10 * MINUTE })),
        ("fischer:20m+20s<20m", Rule::Fischer(fischer)),
        ("delay:60s+5s", Rule::Delay(Delay { main: MINUTE, delay: 5 * SECOND })),
        ("bronstein:3m+2s", Rule::Bronstein(Bronstein { main: 3 * MINUTE, delay: 2 * SECOND })),
        ("byoyomi:10m+5x30s", Rule::ByoYomi(ByoYomi { main: 10 * MINUTE, periods: 5, period: 30 * SECOND })),
        ("canadian:10m+3/30s", Rule::Canadian(Canadian { main: 10 * MINUTE, turns: 3, block: 30 * SECOND })),
        ("hourglass:60s", Rule::Hourglass(Hourglass { main: MINUTE })),
        ("stages:40/90m,30m+30s", Rule::Stages(stages)),
        ("bank:3d+7d", Rule::Bank(Bank { turn: 3 * DAY, bank: 7 * DAY })),
        ("days:3+10", Rule::Correspondence(Correspondence { days: 3, vacation: 10 })),
    ] {
        assert_eq!(control(text).rule(), &rule, "{text}");
        assert_eq!(TimeControl::new(rule), Ok(control(text)), "{text}");
    }
    assert_eq!(TimeControl::default(), control("turn:30s"));
    assert!(control("none").is_untimed() && !control("turn:30s").is_untimed());
    assert!(control("days:3").is_correspondence() && !control("turn:3d").is_correspondence());
}

/// The longest and shortest of each field are in; a microsecond, or one, beyond is out, by name.
#[test]
fn every_field_has_its_range() {
    for (in_range, beyond, sentence) in [
        ("turn:1s", "turn:0.999999s", "turn must be 1s to 60d, not 0.999999s"),
        ("turn:60d", "turn:5184000.000001s", "turn must be 1s to 60d, not 5184000.000001s"),
        ("absolute:1s", "absolute:0s", "main must be 1s to under 730d, not 0s"),
        ("absolute:63071999.999999s", "absolute:730d", "main must be 1s to under 730d, not 730d"),
        ("fischer:1s+1s", "fischer:0s+1s", "main must be 1s to under 730d, not 0s"),
        ("fischer:1s+60d", "fischer:1s+61d", "increment must be 1s to 60d, not 61d"),
        ("fischer:5m+1s", "fischer:5m+0s", "increment must be 1s to 60d, not 0s"),
        ("fischer:5m+1s<5m", "fischer:5m+1s<299s", "cap must be 5m to under 730d, not 299s"),
        ("fischer:5m+1s<729d", "fischer:5m+1s<730d", "cap must be 5m to under 730d, not 730d"),
        ("delay:60s+1s", "delay:60s+0.5s", "delay must be 1s to 60d, not 0.5s"),
        ("delay:669d+60d", "delay:670d+60d", "whole game must be 1s to under 730d, not 730d"),
        ("bronstein:60s+60d", "bronstein:60s+61d", "delay must be 1s to 60d, not 61d"),
        ("byoyomi:1s+1x1s", "byoyomi:0.5s+1x1s", "main must be 1s to under 730d, not 0.5s"),
        ("byoyomi:0s+999x1s", "byoyomi:0s+1000x1s", "periods must be 1 to 999, not 1000"),
        ("byoyomi:0s+1x1s", "byoyomi:0s+0x1s", "periods must be 1 to 999, not 0"),
        ("byoyomi:0s+1x60d", "byoyomi:0s+1x61d", "period must be 1s to 60d, not 61d"),
        ("byoyomi:9d+12x60d", "byoyomi:10d+12x60d", "whole game must be 1s to under 730d, not 730d"),
        ("canadian:0s+999/1s", "canadian:0s+99999999999/1s", "turns must be 1 to 999, not 4294967295"),
        ("canadian:0s+1/60d", "canadian:0s+1/61d", "block must be 1s to 60d, not 61d"),
        ("hourglass:60d", "hourglass:61d", "main must be 1s to 60d, not 61d"),
        ("stages:1/1s,1s", "stages:0/1s,1s", "turns of a stage must be 1 to 999, not 0"),
        ("stages:1/1s,1s", "stages:1/0s,1s", "time of a stage must be 1s to under 730d, not 0s"),
        ("stages:1/1s,1s", "stages:1/1s,0s", "time of the last stage must be 1s to under 730d, not 0s"),
        ("stages:1/365d,364d", "stages:1/365d,365d", "whole game must be 1s to under 730d, not 730d"),
        ("stages:1/1s,1s+1s", "stages:1/1s,1s+0s", "increment must be 1s to 60d, not 0s"),
        (
            "stages:1/1s,1/1s,1/1s,1/1s,1/1s,1/1s,1/1s,1/1s,1s",
            "stages:1/1s,1/1s,1/1s,1/1s,1/1s,1/1s,1/1s,1/1s,1/1s,1s",
            "stages must be 1 to 8, not 9",
        ),
        ("bank:60d+1s", "bank:61d+1s", "turn must be 1s to 60d, not 61d"),
        ("bank:60d+669d", "bank:60d+670d", "whole game must be 1s to under 730d, not 730d"),
        ("days:1", "days:0", "days must be 1 to 60, not 0"),
        ("days:60", "days:61", "days must be 1 to 60, not 61"),
        ("days:3+365", "days:3+366", "vacation must be 0 to 365, not 366"),
    ] {
        control(in_range);
        assert_eq!(refused(beyond), sentence, "{beyond}");
    }
}

#[test]
fn what_is_no_control_is_refused_with_the_reason() {
    for (text, part_of_sentence) in [
        ("", "there is no time control ``"),
        ("30s", "there is no time control `30s`"),
        ("None", "there is no time control `None`"),
        (" none", "there is no time control ` none`"),
        ("blitz:5m", "there is no time control `blitz`; there are none, turn, absolute"),
        ("turn:", "turn: a time is written"),
        ("turn:-1s", "turn: a time is written 1:20, 1:30:00, 90s, 5m, 1h, 3d or 34.99 (seconds), not `-1s`"),
        ("turn:30s ", "turn: a time is written"),
        ("turn:30s+5s", "turn: a time is written"),
        ("turn:9999999d", "turn: `9999999d` is longer than 36500d"),
        ("fischer:5m", "write fischer:MAIN+INCREMENT or fischer:MAIN+INCREMENT<CAP, not `5m`"),
        ("fischer:5m+", "increment: a time is written"),
        ("fischer:5m+3s<", "cap: a time is written"),
        ("fischer:5m+3s+3s", "increment: a time is written"),
        ("5m+3s", "minutes must be a number, not `5m`"),
        ("+3", "minutes must be a number, not ``"),
        ("5+", "seconds of increment must be a number, not ``"),
        ("5++3", "seconds of increment must be a number, not `+3`"),
        ("0+5", "main must be 1s to under 730d, not 0s"),
        ("delay:60s", "write delay:MAIN+DELAY, not `60s`"),
        ("byoyomi:10m+5*30s", "write byoyomi:MAIN+PERIODSxPERIOD, not `5*30s`"),
        ("byoyomi:10m+x30s", "periods must be a number, not ``"),
        ("canadian:10m+3", "write canadian:MAIN+TURNS/BLOCK, not `3`"),
        ("stages:40/120m", "write stages:TURNS/TIME,…,TIME or"),
        ("stages:40/120m,", "time of the last stage: a time is written"),
        ("stages:120m,30m", "write stages:TURNS/TIME,…,TIME or"),
        ("bank:3d", "write bank:TURN+BANK, not `3d`"),
        ("days:3d", "days must be a number, not `3d`"),
        ("days:३", "days must be a number, not `३`"),
        // What was written may hold anything; the sentence is for a terminal.
        ("turn\u{7}:5m", "there is no time control `turn\\u{7}`"),
        ("turn:5\nm", "not `5\\nm`"),
        ("turn:\u{1b}[2J:00", "not `\\u{1b}[2J:00`"),
        ("days:\u{1b}", "days must be a number, not `\\u{1b}`"),
        ("fischer:\u{9b}2J", "not `\\u{9b}2J`"),
        ("stages:1/\r,1s", "not `\\r`"),
    ] {
        let sentence = refused(text);
        assert!(sentence.contains(part_of_sentence), "{text}: {sentence}");
    }
    let long = format!("stages:{}30m", "1/1s,".repeat(60));
    assert_eq!(refused(&long), "the time control is 310 bytes long; at most 256 are allowed");
    let longest = format!("stages:{}63071.999999s+63071.999999s", "999/6307199.999999s,".repeat(8));
    assert_eq!(control(&longest).to_string(), longest);
    assert!(refused(&"ü".repeat(80)).len() < 300, "what is repeated to the caller is bounded");
}

#[test]
fn lengths_of_time_are_read_and_printed() {
    for (written, length, printed) in [
        ("1:20", 80 * SECOND, "80s"),
        ("90s", 90 * SECOND, "90s"),
        ("5m", 5 * MINUTE, "5m"),
        ("3d", 3 * DAY, "3d"),
        ("34.99", 34_990_000, "34.99s"),
        ("1:30:00", 90 * MINUTE, "90m"),
        ("1h", HOUR, "60m"),
        ("0", 0, "0s"),
        ("0.000001", 1, "0.000001s"),
        ("0:00.5", 500_000, "0.5s"),
        ("90:00", 90 * MINUTE, "90m"),
        ("120:00:00", 5 * DAY, "5d"),
        ("007", 7 * SECOND, "7s"),
        ("2h", 2 * HOUR, "120m"),
        ("3h", 3 * HOUR, "3h"),
        ("24h", DAY, "1d"),
        ("25h", 25 * HOUR, "25h"),
        ("36500d", LONGEST_DURATION, "36500d"),
    ] {
        assert_eq!(parse_duration(written), Ok(length), "{written}");
        assert_eq!(duration_text(length), printed, "{written}");
        assert_eq!(parse_duration(printed), Ok(length), "{printed}");
    }
    for text in [
        "",
        ".",
        ":",
        "s",
        "d",
        "1.",
        ".5",
        "1.5m",
        "1.2345678",
        "1e3",
        "+1",
        "-1",
        "1 s",
        "1:5",
        "1:60",
        "1:60:00",
        "1:00:60",
        "1:1:00",
        "1:2:3:4",
        "::",
        ":20",
        "1::00",
        "1:20s",
        "5M",
        "1h30m",
        "٣s",
        "1:٣٣",
        "NaN",
        "inf",
        "36501d",
        "36500d1",
        "99999999999999999999",
        "99999999999999999999d",
        "99999999999999999999:00",
        "1:9999999999999999999:00",
        "9223372036854775807",
        "9223372036854775807:00:00",
        "876001h",
        "0.9999999",
    ] {
        assert!(parse_duration(text).is_err(), "{text}");
    }
    assert_eq!(duration_text(-1), "0s");
    assert_eq!(duration_text(Micros::MIN), "0s");
}

/// Low time is an eighth of the main time, between 10 and 60 seconds.
#[test]
fn the_warning_comes_at_an_eighth_of_the_main_time() {
    for (text, low) in [
        ("absolute:1m", "10"),
        ("absolute:3m", "22.5"),
        ("fischer:5m+3s", "37.5"),
        ("absolute:8m", "60"),
        ("canadian:90m+15/5m", "60"),
        ("byoyomi:0s+5x2m", "15"),
        ("days:3", "60"),
    ] {
        assert_eq!(control(text).low_time(), Some(us(low)), "{text}");
    }
    assert_eq!(control("none").low_time(), None);
}

fn refused(text: &str) -> String {
    let error = text.parse::<TimeControl>().err().unwrap_or_else(|| panic!("{text} is accepted"));
    assert_eq!(error.code(), "bad_time", "{text}");
    error.to_string()
}

fn any_rule() -> impl Strategy<Value = Rule> {
    let main = || prop_oneof![1..1000i64, 1..=LONGEST_GAME / SECOND].prop_map(|seconds| seconds * SECOND);
    let turn = || prop_oneof![SECOND..=LONGEST_TURN, (1..100i64).prop_map(|seconds| seconds * SECOND)];
    let stage = || (1..1000u32, turn()).prop_map(|(turns, time)| Stage { turns, time });
    prop_oneof![
        Just(Rule::Untimed),
        turn().prop_map(|turn| Rule::PerTurn(PerTurn { turn })),
        main().prop_map(|main| Rule::Absolute(Absolute { main })),
        (main(), turn(), proptest::option::of(main())).prop_map(|(main, increment, more)| {
            let cap = more.map(|more| (main + more).min(LONGEST_GAME));
            Rule::Fischer(Fischer { main, increment, cap })
        }),
        (turn(), turn()).prop_map(|(main, delay)| Rule::Delay(Delay { main, delay })),
        (main(), turn()).prop_map(|(main, delay)| Rule::Bronstein(Bronstein { main, delay })),
        (turn(), 1..10u32, turn()).prop_map(|(main, periods, period)| Rule::ByoYomi(ByoYomi {
            main,
            periods,
            period
        })),
        (turn(), 1..1000u32, turn()).prop_map(|(main, turns, block)| Rule::Canadian(Canadian {
            main,
            turns,
            block
        })),
        turn().prop_map(|main| Rule::Hourglass(Hourglass { main })),
        (proptest::collection::vec(stage(), 1..9), turn(), proptest::option::of(turn()))
            .prop_map(|(stages, rest, increment)| Rule::Stages(Stages { stages, rest, increment })),
        (turn(), turn()).prop_map(|(turn, bank)| Rule::Bank(Bank { turn, bank })),
        (1..=60u32, 0..=365u32)
            .prop_map(|(days, vacation)| { Rule::Correspondence(Correspondence { days, vacation }) }),
    ]
}

proptest! {
    #[test]
    fn every_control_comes_back_from_its_text(rule in any_rule()) {
        let checked = TimeControl::new(rule).unwrap();
        let text = checked.to_string();
        prop_assert_eq!(text.parse::<TimeControl>(), Ok(checked), "{}", text);
    }

    #[test]
    fn every_length_of_time_comes_back_from_its_text(length in 0..=LONGEST_DURATION) {
        for length in [length, length / SECOND * SECOND, length / MINUTE * MINUTE, length / HOUR * HOUR] {
            prop_assert_eq!(parse_duration(&duration_text(length)), Ok(length));
        }
    }

    /// Whatever is accepted is printed in a text that says the same; nothing panics.
    #[test]
    fn any_text_is_read_or_refused(text in "[a-z0-9:+x/<,.]{0,20}|(turn|fischer|stages|canadian|byoyomi|days):[0-9smhdx/+<:.,]{0,16}|\\PC{0,30}") {
        if let Ok(read) = text.parse::<TimeControl>() {
            prop_assert_eq!(read.to_string().parse::<TimeControl>(), Ok(read));
        }
        if let Ok(length) = parse_duration(&text) {
            prop_assert_eq!(parse_duration(&duration_text(length)), Ok(length));
        }
    }
}
