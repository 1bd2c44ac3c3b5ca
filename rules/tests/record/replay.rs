//! A record is played through by the rules.

use super::{entries, header, record, seat, seats};
use zeitnot_rules::record::{Entry, Header, Record, Tag};
use zeitnot_rules::{AnyGame, SeatSet};

/// Whatever can happen to a game on the server is in its record, so that the last position is the same.
#[test]
fn a_record_leads_to_the_position_in_which_the_game_ended() {
    let cases = [
        ("tic-tac-toe", ""),
        ("tic-tac-toe", "b2 a1 a2 c2 a3 c1 b1"),
        ("tic-tac-toe", "b2 -- a1 -- c3"),
        ("tic-tac-toe", "b2 1:out"),
        ("tic-tac-toe", "b2 2:out"),
        ("connect-four", "d d c c -- e b"),
        ("phantom-tic-tac-toe", "b2 b2 a1 a1 b1 c3"),
        ("misere-tic-tac-toe", "a1 b2 a2 c3 a3"),
        ("mnk:rows=3,columns=4,strike=3,seats=3,first=2", "a1 b1 1:out c1 -- a2 3:out"),
        ("mnk:rows=4,columns=4,strike=3,seats=4,misere", "a1 a2 a3 a4 b1 -- 3:out b3 c1 b2"),
    ];
    for (rules, script) in cases {
        let record = record(rules, script);
        let mut game = AnyGame::set_up(rules, 0).expect("valid rules");
        assert_eq!(record.position(0).map(AnyGame::encode), Some(game.encode()));
        for (ply, entry) in (1..).zip(record.entries()) {
            match entry {
                Entry::Move { seat, action, .. } => drop(game.apply(*seat, action).expect("legal")),
                Entry::Pass { seat, .. } => assert!(game.pass(*seat)),
                Entry::Out { seat, .. } => game.leave(*seat),
            }
            let there = record.position(ply).map(AnyGame::encode);
            assert_eq!(there, Some(game.encode()), "{rules}: {script}: ply {ply}");
            assert!(record.notation(ply).is_some_and(|text| script.contains(text)), "{script}: ply {ply}");
        }
        let end = record.entries().len();
        assert_eq!(record.final_position().encode(), game.encode());
        assert!(record.position(end + 1).is_none() && record.notation(end + 1).is_none());
        assert_eq!(record.notation(0), None);
    }
}

fn refusal(header: Header, entries: Vec<Entry>) -> String {
    let error = Record::new(header, entries).expect_err("refused");
    assert_eq!((error.code(), error.line), ("bad_record", None));
    error.to_string()
}

#[test]
fn a_game_that_cannot_have_been_played_is_refused_at_its_entry() {
    let rules = "tic-tac-toe";
    let mark = |number, text: &str, used| {
        let game = AnyGame::set_up(rules, 0).expect("valid rules");
        Entry::Move { seat: seat(number), action: game.parse_action(text).expect("an action"), used }
    };
    let out = |number, reason: &str| Entry::Out { seat: seat(number), reason: reason.to_owned() };
    let cases = [
        ("b2", mark(1, "a1", 0), "entry 2: 1:a1 is refused: it is O's turn"),
        ("b2", mark(2, "b2", 0), "entry 2: b2 is refused: row 2, column 2 is taken"),
        ("", mark(1, "d1", 0), "entry 1: d1 is refused: the board has 3 rows and 3 columns"),
        ("", mark(1, "b", 0), "entry 1: b is refused: choose a cell, not a column"),
        ("", mark(3, "b2", 0), "entry 1: 3:b2 is refused: it is X's turn"),
        (
            "",
            Entry::Move { seat: seat(1), action: vec![7], used: 0 },
            "entry 1: this is no move of this game",
        ),
        ("b2", mark(2, "a1", -1), "entry 2: a move takes 0 s to 36500d"),
        ("b2", mark(2, "a1", i64::MAX), "entry 2: a move takes 0 s to 36500d"),
        ("", Entry::Pass { seat: seat(1), used: -1 }, "entry 1: a move takes 0 s to 36500d"),
        (
            "b2",
            Entry::Pass { seat: seat(1), used: 0 },
            "entry 2: 1:-- is refused: this seat cannot let a turn pass now",
        ),
        ("", out(3, "time"), "entry 1: 3:out is refused: this seat does not play any more"),
        ("1:out", out(2, "time"), "entry 2: 2:out is refused: this seat does not play any more"),
        ("a1 b1 a2 b2 a3", mark(2, "b3", 0), "entry 6: 2:b3 is refused: the game is over"),
        (
            "",
            out(1, "no time"),
            "entry 1: why a seat is out is a code of 1 to 32 small letters, digits and _, not `no time`",
        ),
    ];
    for (script, entry, sentence) in cases {
        let mut entries = entries(rules, script);
        entries.push(entry);
        assert_eq!(refusal(header(rules), entries), sentence);
    }
}

#[test]
fn a_header_that_does_not_fit_the_game_is_refused() {
    let tic = || header("tic-tac-toe");
    let won = || entries("tic-tac-toe", "a1 b1 a2 b2 a3");
    let three = |winners| Header { winners, ..header("mnk:rows=3,columns=4,strike=3,seats=3") };
    let cases: [(Header, Vec<Entry>, &str); 12] = [
        (
            Header { players: vec!["Ada".into()], ..tic() },
            vec![],
            "the game has 2 seats, and the record names 1 players",
        ),
        (
            Header { winners: seats(&[2]), ..tic() },
            won(),
            "Winners must be `1`, as it was played, or `*`, not `2`",
        ),
        (
            Header { winners: seats(&[]), ..tic() },
            won(),
            "Winners must be `1`, as it was played, or `*`, not `-`",
        ),
        (Header { winners: seats(&[3]), ..tic() }, vec![], "Winners must be seats from 1 to 2, not `3`"),
        (three(seats(&[1, 4])), vec![], "Winners must be seats from 1 to 3, not `1 4`"),
        (
            Header { ending: "A line".into(), ..tic() },
            vec![],
            "Ending must be a code, such as `line`, or empty, not `A line`",
        ),
        (
            Header { more: vec![Tag::new("Site", "?")], ..tic() },
            vec![],
            "`Site` cannot name a tag: a name has 1 to 32 letters, digits and _, begins with a letter, and is \
             not one that records have anyway",
        ),
        (
            Header { more: vec![Tag::new("Opening", "center"), Tag::new("Opening", "corner")], ..tic() },
            vec![],
            "the tag Opening is there twice",
        ),
        (
            Header { more: (0..65).map(|number| Tag::new(format!("T{number}"), "")).collect(), ..tic() },
            vec![],
            "a record has at most 64 tags beside its own",
        ),
        (Header { rules: "chess".into(), ..tic() }, vec![], "Rules: there is no game called `chess`"),
        (
            Header { rules: "mnk:rows=3,columns=3,strike=3,first=random".into(), ..tic() },
            vec![],
            "Rules: they leave to chance what has been decided; say it, as in \
             `mnk:rows=3,columns=3,strike=3`",
        ),
        (
            Header { event: "x".repeat(1 << 20), ..tic() },
            vec![],
            "the record is 1048856 bytes long; at most 1048576 are allowed",
        ),
    ];
    for (header, entries, sentence) in cases {
        assert_eq!(refusal(header, entries), sentence);
    }
    for name in ["", "1st", "Größe", "a b", "White", "Player1", "Player8", &"x".repeat(33)] {
        let header = Header { more: vec![Tag::new(name, "")], ..tic() };
        assert!(refusal(header, vec![]).contains("cannot name a tag"), "{name}");
    }
    for name in ["Player9", "white", "A_1", &"x".repeat(32)] {
        let header = Header { more: vec![Tag::new(name, "")], ..tic() };
        assert!(Record::new(header, vec![]).is_ok(), "{name}");
    }
}

#[test]
fn a_game_may_end_otherwise_than_by_its_rules() {
    let ended = |winners: Option<SeatSet>, ending: &str| Header {
        winners,
        ending: ending.to_owned(),
        ..header("tic-tac-toe")
    };
    // Drawn by agreement, won by a claim, voided while it went on and after it was won.
    for header in [ended(seats(&[]), "agreement"), ended(seats(&[2]), "claim"), ended(None, "void")] {
        assert!(Record::new(header, entries("tic-tac-toe", "b2")).is_ok());
    }
    assert!(Record::new(ended(None, "void"), entries("tic-tac-toe", "a1 b1 a2 b2 a3")).is_ok());
}

#[test]
fn rules_are_put_in_their_canonical_text() {
    let record = Record::new(header("tic-tac-toe"), vec![]).expect("no entries are legal");
    assert_eq!(record.header().rules, "mnk:rows=3,columns=3,strike=3");
}
