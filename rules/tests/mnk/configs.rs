//! Texts of rules: what they mean, and which are refused.

use zeitnot_rules::mnk::{Config, First, Variant};
use zeitnot_rules::{AnyGame, ConfigError, Seat, canonical_spec, preset_of, presets, seats_of};

#[test]
fn a_text_has_one_canonical_form() {
    let cases = [
        ("tic-tac-toe", "mnk:rows=3,columns=3,strike=3"),
        ("connect-four", "mnk:rows=6,columns=7,strike=4,gravity"),
        ("gomoku-10", "mnk:rows=10,columns=10,strike=5"),
        ("misere-tic-tac-toe", "mnk:rows=3,columns=3,strike=3,misere"),
        ("phantom-tic-tac-toe", "mnk:rows=3,columns=3,strike=3,phantom"),
        (" tic-tac-toe ", "mnk:rows=3,columns=3,strike=3"),
        ("mnk:strike=3,columns=4,rows=5", "mnk:rows=5,columns=4,strike=3"),
        ("mnk: rows = 3 , columns = 3 , strike = 3 ", "mnk:rows=3,columns=3,strike=3"),
        ("mnk:rows=3,columns=3,strike=3,seats=2,first=1", "mnk:rows=3,columns=3,strike=3"),
        ("mnk:rows=03,columns=3,strike=3", "mnk:rows=3,columns=3,strike=3"),
        (
            "mnk:phantom,misere,gravity,first=4,seats=4,rows=10,columns=3,strike=10",
            "mnk:rows=10,columns=3,strike=10,seats=4,first=4,gravity,misere,phantom",
        ),
        ("mnk:rows=3,columns=3,strike=3,first=random", "mnk:rows=3,columns=3,strike=3,first=random"),
    ];
    for (text, canonical) in cases {
        assert_eq!(canonical_spec(text).as_deref(), Ok(canonical), "{text}");
        assert_eq!(canonical_spec(canonical).as_deref(), Ok(canonical), "{canonical}");
        assert_eq!(AnyGame::set_up(text, 0).map(|game| game.spec()).as_deref(), Ok(canonical), "{text}");
    }
}

#[test]
fn presets_are_playable_and_known_by_name() {
    assert!(presets().count() >= 5);
    for (name, spec) in presets() {
        assert_eq!(canonical_spec(name), Ok(spec.clone()), "{name}");
        assert_eq!(canonical_spec(&spec), Ok(spec.clone()), "{name} is not canonical");
        assert_eq!(preset_of(&spec), Some(name));
        assert_eq!(seats_of(name), Ok(2), "{name}");
    }
    assert_eq!(preset_of("mnk:rows=3,columns=3,strike=3,seats=3"), None);
    assert_eq!(seats_of("mnk:rows=3,columns=3,strike=3,seats=3"), Ok(3));
}

/// The sentence that refuses a text.
fn refusal(spec: &str) -> String {
    let error = canonical_spec(spec).expect_err(spec);
    assert_eq!(error.code(), "bad_config");
    assert_eq!(AnyGame::set_up(spec, 0).err().as_ref(), Some(&error), "{spec}");
    assert_eq!(seats_of(spec).err(), Some(error.clone()), "{spec}");
    error.to_string()
}

#[test]
fn a_bad_text_is_refused_with_the_field_and_what_it_may_be() {
    let cases = [
        ("", "there is no game called ``"),
        ("chess", "there is no game called `chess`"),
        ("chess:rows=3", "there is no game called `chess`"),
        ("Tic-Tac-Toe", "there is no game called `Tic-Tac-Toe`"),
        ("a\u{7}b", "there is no game called `a\\u{7}b`"),
        ("mnk", "`rows` is missing; it must be 3 to 10"),
        ("mnk:", "`rows` is missing; it must be 3 to 10"),
        ("mnk:rows=3,strike=3", "`columns` is missing; it must be 3 to 10"),
        ("mnk:rows=3,columns=3", "`strike` is missing; it must be 3 to 10"),
        ("mnk:rows=2,columns=3,strike=3", "`rows` must be 3 to 10, not `2`"),
        ("mnk:rows=0,columns=3,strike=3", "`rows` must be 3 to 10, not `0`"),
        ("mnk:rows=11,columns=3,strike=3", "`rows` must be 3 to 10, not `11`"),
        ("mnk:rows=3,columns=259,strike=3", "`columns` must be 3 to 10, not `259`"),
        ("mnk:rows=3,columns=-3,strike=3", "`columns` must be 3 to 10, not `-3`"),
        ("mnk:rows=3,columns=+3,strike=3", "`columns` must be 3 to 10, not `+3`"),
        ("mnk:rows=3,columns=,strike=3", "`columns` must be 3 to 10, not ``"),
        ("mnk:rows=3,columns,strike=3", "`columns` must be 3 to 10, not ``"),
        ("mnk:rows=3,columns=٣,strike=3", "`columns` must be 3 to 10, not `٣`"),
        ("mnk:rows=3,columns=3,strike=2", "`strike` must be 3 to 10, not `2`"),
        ("mnk:rows=3,columns=3,strike=11", "`strike` must be 3 to 10, not `11`"),
        (
            "mnk:rows=6,columns=7,strike=8",
            "no line of 8 fits on 6 rows and 7 columns: `strike` must be 3 to 7",
        ),
        ("mnk:rows=3,columns=3,strike=3,seats=1", "`seats` must be 2 to 4, not `1`"),
        ("mnk:rows=3,columns=3,strike=3,seats=5", "`seats` must be 2 to 4, not `5`"),
        ("mnk:rows=3,columns=3,strike=3,first=0", "`first` must be 1 to 2 or `random`, not `0`"),
        ("mnk:rows=3,columns=3,strike=3,first=3", "`first` must be 1 to 2 or `random`, not `3`"),
        ("mnk:rows=3,columns=3,strike=3,seats=3,first=4", "`first` must be 1 to 3 or `random`, not `4`"),
        ("mnk:rows=3,columns=3,strike=3,first=Random", "`first` must be 1 to 2 or `random`, not `Random`"),
        ("mnk:rows=3,columns=3,strike=3,gravity=yes", "`gravity` must be without a value, not `yes`"),
        ("mnk:rows=3,columns=3,strike=3,gravity,gravity", "`gravity` is there twice"),
        ("mnk:rows=3,columns=3,strike=3,rows=3", "`rows` is there twice"),
        (
            "mnk:rows=3,columns=3,strike=3,torus",
            "there is no field `torus`; the fields are rows, columns, strike, seats, first, gravity, misere, phantom",
        ),
        (
            "mnk:rows=3,columns=3,strike=3,",
            "there is no field ``; the fields are rows, columns, strike, seats, first, gravity, misere, phantom",
        ),
    ];
    for (spec, expected) in cases {
        assert_eq!(refusal(spec), expected, "{spec}");
    }
    assert_eq!(
        refusal(&format!("mnk:{}", "x".repeat(300))),
        "the rules are 304 bytes long; at most 256 are allowed"
    );
    assert_eq!(
        refusal(&format!("mnk:rows={}", "9".repeat(200))),
        format!("`rows` must be 3 to 10, not `{}`", "9".repeat(32)),
        "a stranger's text is not repeated at any length"
    );
}

#[test]
fn only_playable_configurations_can_be_made() {
    let plain = Config::new(3, 4, 3).expect("valid");
    assert_eq!((plain.rows(), plain.columns(), plain.strike(), plain.seats()), (3, 4, 3, 2));
    assert_eq!((plain.first(), plain.variant()), (First::Seat(Seat::FIRST), Variant::default()));
    assert_eq!(
        Config::new(6, 7, 8),
        Err(ConfigError::StrikeDoesNotFit { strike: 8, rows: 6, columns: 7, max: 7 })
    );
    let third = First::Seat(Seat::new(2).expect("a seat"));
    assert!(plain.with_first(third).is_err());
    let three = plain.with_seats(3).and_then(|config| config.with_first(third)).expect("valid");
    assert!(three.with_seats(2).is_err(), "the seat that begins would be gone");
    for (rows, columns, strike) in [(2, 3, 3), (3, 2, 3), (11, 3, 3), (3, 255, 3), (3, 3, 2), (3, 3, 4)] {
        assert!(Config::new(rows, columns, strike).is_err(), "{rows},{columns},{strike}");
    }
}
