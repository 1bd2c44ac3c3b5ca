//! How records are written and read.

use super::{header, record, seats};
use zeitnot_rules::record::{Entry, Header, Moment, Record, Tag};

const TWO: &str = r#"[Event "Casual game"]
[Site "zeitnot.example"]
[Date "2026.11.29"]
[Round "2"]
[White "Ada"]
[Black "Blaise \"the \\ abacus\""]
[Result "1/2-1/2"]
[Winners "-"]
[Ending "agreement"]
[Rules "mnk:rows=3,columns=3,strike=3,first=2"]
[TimeControl "fischer:5m+3s"]
[Policy "skip:3,void-at-start"]
[Leaving "pause:10m"]
[Rated "yes"]
[Started "2026-11-29T23:59:59.999999Z"]
[Ended "2026-11-30T00:10:00.000000Z"]
[Game "4711"]
[Note ""]

1. b2 {0:00.000000}
2. -- {5:00.000000}
3. a1 {59:59.999999}
4. c3 {1:00:00.000000}
1/2-1/2
"#;

#[test]
fn a_record_is_written_as_it_was_read() {
    let record: Record = TWO.parse().expect("a record");
    assert_eq!(record.to_string(), TWO);
    let header = record.header();
    assert_eq!(header.players, ["Ada", "Blaise \"the \\ abacus\""]);
    assert_eq!((header.winners, header.ending.as_str(), header.rated), (seats(&[]), "agreement", true));
    assert_eq!(header.started.map(Moment::micros), Some(1_795_996_799_999_999));
    assert_eq!(header.more, [Tag::new("Game", "4711"), Tag::new("Note", "")]);
    let times: Vec<i64> = record
        .entries()
        .iter()
        .map(|entry| match entry {
            Entry::Move { used, .. } | Entry::Pass { used, .. } => *used,
            Entry::Out { .. } => -1,
        })
        .collect();
    assert_eq!(times, [0, 300_000_000, 3_599_999_999, 3_600_000_000]);
    assert_eq!(record.final_position().spec(), "mnk:rows=3,columns=3,strike=3,first=2");
}

#[test]
fn a_game_for_more_names_its_players_by_seat() {
    let record = record("mnk:rows=3,columns=4,strike=3,seats=3", "a1 b1 2:out c1 a2 1:out");
    let text = record.to_string();
    let expected = r#"[Event "Casual game"]
[Site "?"]
[Date "1970.01.01"]
[Round "-"]
[Player1 "Ada"]
[Player2 "Blaise"]
[Player3 "Claude"]
[Result "*"]
[Winners "3"]
[Ending "last_seat"]
[Rules "mnk:rows=3,columns=4,strike=3,seats=3"]
[TimeControl "turn:30s"]
[Policy "forfeit"]
[Leaving "run"]
[Rated "no"]
[Started "1970-01-01T00:00:00.000000Z"]

1. a1 {0:01.000000}
2. b1 {0:02.000000}
3. 2:out {resignation}
4. c1 {0:04.000000}
5. a2 {0:05.000000}
6. 1:out {resignation}
*
"#;
    assert_eq!(text, expected);
    assert_eq!(text.parse(), Ok(record));
}

#[test]
fn the_result_is_written_as_chess_does_where_it_has_a_word() {
    let cases: [(&str, Option<_>, &str, &str); 7] = [
        ("tic-tac-toe", seats(&[1]), "1-0", "1"),
        ("tic-tac-toe", seats(&[2]), "0-1", "2"),
        ("tic-tac-toe", seats(&[]), "1/2-1/2", "-"),
        ("tic-tac-toe", seats(&[1, 2]), "*", "1 2"),
        ("tic-tac-toe", None, "*", "*"),
        ("mnk:rows=3,columns=4,strike=3,seats=3", seats(&[1, 3]), "*", "1 3"),
        ("mnk:rows=3,columns=4,strike=3,seats=3", seats(&[]), "*", "-"),
    ];
    for (rules, winners, result, written) in cases {
        let record = Record::new(Header { winners, ..header(rules) }, vec![]).expect("a record");
        let text = record.to_string();
        assert!(text.contains(&format!("[Result \"{result}\"]\n[Winners \"{written}\"]\n")), "{text}");
        assert!(text.ends_with(&format!("\n\n{result}\n")), "{text}");
        assert_eq!(text.parse(), Ok(record));
    }
}

#[test]
fn a_record_is_read_from_other_systems_too() {
    let record: Record = TWO.parse().expect("a record");
    let mut turned: Vec<&str> = TWO.lines().collect();
    turned[..16].reverse();
    let texts = [
        TWO.replace('\n', "\r\n"),
        format!("\u{feff}\n\n{TWO}\n \n"),
        TWO.replace('\n', "\n\n"),
        TWO.replace("\n2. -- {5:00.000000}\n", "  2. --{5:00}\t"),
        TWO.replace("{0:00.000000}", "{ 0s }"),
        TWO.replace("1. b2", "1. 2:b2"),
        TWO.replace("[Site \"", "  [ Site   \""),
        TWO.trim_end().to_owned(),
        turned.join("\n"),
    ];
    for text in texts {
        assert_eq!(text.parse::<Record>().as_ref(), Ok(&record), "{text}");
    }
}

#[test]
fn texts_of_tags_may_hold_anything() {
    for value in [
        "",
        "\"",
        "\\",
        "\\n",
        "a\nb\r\nc",
        "\t\u{0}\u{1b}[2J\u{85}",
        "é 王 👩‍👩‍👧",
        "\u{2028}\u{202e}",
        "]\"]",
        "?",
    ] {
        let header = Header { event: value.into(), players: vec![value.into(); 2], ..header("tic-tac-toe") };
        let header = Header { more: vec![Tag::new("Note", value)], ..header };
        let record = Record::new(header, vec![]).expect("a record");
        let text = record.to_string();
        assert_eq!(text.parse(), Ok(record), "{text}");
        // One line a tag, and nothing that a terminal would act on.
        assert_eq!(text.lines().count(), 18, "{text}");
        assert!(!text.chars().any(|character| character.is_control() && character != '\n'), "{text}");
    }
}

#[test]
fn the_examples_of_the_documentation_are_records() {
    let page = include_str!("../../../docs/records.md");
    let examples: Vec<&str> = page.split("```\n").filter(|part| part.starts_with("[Event")).collect();
    assert_eq!(examples.len(), 2);
    for example in examples {
        let record: Record = example.parse().expect(example);
        assert_eq!(record.to_string(), example);
    }
}
