//! Texts that are no records: each is refused where it goes wrong.

use zeitnot_rules::record::Record;

const GOOD: &str = r#"[Event "Casual game"]
[Site "?"]
[Date "2026.11.29"]
[Round "-"]
[White "Ada"]
[Black "Blaise"]
[Result "1-0"]
[Winners "1"]
[Ending "time"]
[Rules "mnk:rows=3,columns=3,strike=3"]
[TimeControl "turn:30s"]
[Policy "forfeit"]
[Leaving "run"]
[Rated "no"]
[Started "2026-11-29T19:55:00.000000Z"]

1. b2 {0:03.250123}
2. a1 {0:01.900000}
3. a2 {0:02.000001}
4. 2:out {time}
1-0
"#;

fn refusal(text: &str) -> String {
    let error = text.parse::<Record>().expect_err(text);
    assert_eq!(error.code(), "bad_record");
    error.to_string()
}

/// Puts `to` in place of the last `from` of a good record: after the header's, if it is there too.
fn refusal_with(from: &str, to: &str) -> String {
    let at = GOOD.rfind(from).expect(from);
    refusal(&format!("{}{to}{}", &GOOD[..at], &GOOD[at + from.len()..]))
}

#[test]
fn a_bad_tag_is_refused_with_its_line() {
    assert!(GOOD.parse::<Record>().is_ok());
    for tag in [
        "[Site ?]",
        "[Site \"?\"",
        "[Site \"?\\\"]",
        "[Site \"?\"] x",
        "[Site \"a\"b\"]",
        "[Site \"\\x\"]",
        "[Site \"\\u{d800}\"]",
        "[Site \"\\u{+41}\"]",
        "[S-te \"?\"]",
    ] {
        let refused = refusal_with("[Site \"?\"]", tag);
        assert!(refused.starts_with("line 2: a tag is written [Name \"text\"], with "), "{tag}: {refused}");
    }
    let cases = [
        ("[Site \"?\"]\n", "", "the tag Site is missing"),
        ("[Rules \"mnk:rows=3,columns=3,strike=3\"]\n", "", "the tag Rules is missing"),
        ("[Site \"?\"]", "[Event \"?\"]", "line 2: the tag Event is there twice"),
        ("White", "Player1", "the tag White is missing"),
        (
            "[Rated \"no\"]",
            "[Rated \"no\"]\n[Player3 \"Claude\"]",
            "`Player3` cannot name a tag: a name has 1 to 32 letters, digits and _, begins with a letter, \
             and is not one that records have anyway",
        ),
        (
            "2026.11.29",
            "2026.11.30",
            "line 3: Date must be `2026.11.29`, the day of Started, not `2026.11.30`",
        ),
        ("[Result \"1-0\"]", "[Result \"0-1\"]", "line 7: Result must be `1-0`, as Winners says, not `0-1`"),
        (
            "[Winners \"1\"]",
            "[Winners \"01\"]",
            "line 8: Winners must be the winners' seats, as in `1 3`, `-` for a draw, or `*` if it counts \
             for nobody, not `01`",
        ),
        (
            "[Result \"1-0\"]\n[Winners \"1\"]",
            "[Result \"0-1\"]\n[Winners \"2\"]",
            "line 21: the header has the result 0-1, and here is 1-0",
        ),
        ("mnk:rows=3", "mnk:rows=99", "line 10: Rules: `rows` must be 3 to 10, not `99`"),
        ("strike=3", "strike=3,seats=3", "the tag Player1 is missing"),
        (
            "strike=3",
            "strike=3,first=random",
            "line 10: Rules: they leave to chance what has been decided; say it, as in \
             `mnk:rows=3,columns=3,strike=3`",
        ),
        ("turn:30s", "turn:0s", "line 11: TimeControl: turn must be 1s to 60d, not 0s"),
        (
            "forfeit",
            "lose",
            "line 12: Policy: a timeout policy begins with forfeit, skip:TURNS, play or play:TURNS, not `lose`",
        ),
        (
            "\"run\"",
            "\"walk\"",
            "line 13: Leaving: when somebody leaves, the game does run, pause:TIME or reset, not `walk`",
        ),
        ("[Rated \"no\"]", "[Rated \"No\"]", "line 14: Rated must be `yes` or `no`, not `No`"),
        (
            "T19:55:00.000000Z",
            "T24:55:00Z",
            "line 15: Started must be a moment in UTC, as in `2026-11-29T19:55:00.000000Z`, not \
             `2026-11-29T24:55:00Z`",
        ),
        ("\"time\"", "\"Time\"", "Ending must be a code, such as `line`, or empty, not `Time`"),
    ];
    for (from, to, sentence) in cases {
        assert_eq!(refusal_with(from, to), sentence, "{to}");
    }
}

#[test]
fn a_bad_entry_is_refused_with_its_line_and_number() {
    for to in ["3. a1", "02. a1", "2 a1", "2.a1", "a1", "{2.} a1", "[2.] a1"] {
        let there = to.split(' ').next().unwrap_or_default().trim_matches(['{', '}']);
        let sentence = format!("line 18: here must be `2.` and a move, or the result, not `{there}`");
        assert_eq!(refusal_with("2. a1", to), sentence, "{to}");
    }
    for to in ["2. a1", "2. {0:01.900000}", "2."] {
        let refused = refusal_with("2. a1 {0:01.900000}", to);
        assert!(
            refused.starts_with("line 18: entry 2: after a move its time must follow, {"),
            "{to}: {refused}"
        );
    }
    let code = "why a seat is out is a code of 1 to 32 small letters, digits and _";
    let cases = [
        ("1.900000}", "1.900000", "line 18: a brace is not closed"),
        (
            "{0:01.900000}",
            "{soon}",
            "line 18: entry 2: a time is written 1:20, 1:30:00, 90s, 5m, 1h, 3d or 34.99 (seconds), not `soon`",
        ),
        ("{0:01.900000}", "{40000d}", "line 18: entry 2: `40000d` is longer than 36500d"),
        ("a1", "a9", "line 18: entry 2: a9 is refused: the board has 3 rows and 3 columns"),
        ("a1", "A1", "line 18: entry 2: A1 is no move of this game"),
        ("a1", "1:a1", "line 18: entry 2: 1:a1 is refused: it is O's turn"),
        ("a1", "3:a1", "line 18: entry 2: there is no seat `3`"),
        ("a1", "0:a1", "line 18: entry 2: there is no seat `0`"),
        ("a1", "02:a1", "line 18: entry 2: there is no seat `02`"),
        ("a1", "+2:a1", "line 18: entry 2: there is no seat `+2`"),
        ("a1", ":a1", "line 18: entry 2: there is no seat ``"),
        ("a1", "2:a1:b", "line 18: entry 2: a1:b is no move of this game"),
        ("2:out {time}", "out {time}", "line 20: entry 4: there is no seat `out`"),
        ("2:out {time}", "2:out {}", &format!("line 20: entry 4: {code}, not ``")),
        ("1-0\n", "5. c3 {1s}\n1-0\n", "line 21: entry 5: c3 is refused: the game is over"),
    ];
    for (from, to, sentence) in cases {
        assert_eq!(refusal_with(from, to), sentence, "{to}");
    }
}

#[test]
fn a_bad_end_is_refused() {
    let cases = [
        ("{time}\n1-0\n", "{time}\n", "the result is missing at the end: 1-0"),
        ("{time}\n1-0\n", "{time}\n0-1\n", "line 21: the header has the result 1-0, and here is 0-1"),
        ("1-0\n", "1-0 x\n", "line 21: nothing may follow after the result, and here is `x`"),
        ("1-0\n", "1-0\n1-0\n", "line 22: nothing may follow after the result, and here is `1-0`"),
        ("1-0\n", "1-0\n{x}\n", "line 22: nothing may follow after the result, and here is `x`"),
        ("4. 2:out {time}\n", "4. 1:out {time}\n", "Winners must be `2`, as it was played, or `*`, not `1`"),
    ];
    for (from, to, sentence) in cases {
        assert_eq!(refusal_with(from, to), sentence, "{to}");
    }
}

#[test]
fn texts_that_are_nothing_or_too_much_are_refused() {
    for text in ["", "\n\n", "1-0", "<html>"] {
        assert_eq!(refusal(text), "the tag Rules is missing");
    }
    let long = format!("{GOOD}{}", " ".repeat(1 << 20));
    assert!(refusal(&long).ends_with("at most 1048576 are allowed"));
    let tags: String = (0..100).map(|number| format!("[T{number} \"\"]\n")).collect();
    assert_eq!(refusal(&format!("{tags}{GOOD}")), "line 87: a record has at most 64 tags beside its own");
}

/// As long as a text may be, of the things that it takes longest to look at.
#[test]
fn the_longest_texts_are_refused_at_once() {
    let header = GOOD.split("1. b2").next().expect("a header");
    for part in ["[", "{", "}", "1. ", "{}", "1-0 ", "a b", "\n", "[A \"\"]\n", "\\u{0}"] {
        let moves = format!("{header}{}", part.repeat((1 << 20) / part.len() - 600));
        let tag = GOOD.replace("Casual", &part.repeat((1 << 20) / part.len() - 600));
        let started = std::time::Instant::now();
        let refused = [moves.parse::<Record>().is_err(), tag.parse::<Record>().is_err()];
        assert!(refused[0], "{part}");
        assert!(started.elapsed().as_secs() < 5, "{part} takes too long");
    }
}
