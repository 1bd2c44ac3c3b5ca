//! How actions are written, and what tells who began.

use super::script::play;
use zeitnot_rules::mnk::{Action, column_name};
use zeitnot_rules::{AnyGame, Seat};

#[test]
fn actions_are_written_as_boards_are_labelled() {
    let mark = |row, column| Action::Mark { row, column };
    let cases = [
        (mark(0, 0), "a1"),
        (mark(1, 1), "b2"),
        (mark(9, 9), "j10"),
        (mark(255, 25), "z256"),
        (mark(0, 26), "aa1"),
        (Action::Drop { column: 0 }, "a"),
        (Action::Drop { column: 6 }, "g"),
        (Action::Drop { column: 255 }, "iv"),
    ];
    for (action, text) in cases {
        assert_eq!(action.to_string(), text);
        assert_eq!(text.parse(), Ok(action));
    }
}

/// Whatever bytes are an action have a text, and no two the same.
#[test]
fn every_action_comes_back_from_its_text() {
    for column in 0..=255 {
        let drop = Action::Drop { column };
        assert_eq!(drop.to_string().parse(), Ok(drop));
        assert_eq!(drop.to_string(), column_name(column));
        for row in 0..=255 {
            let mark = Action::Mark { row, column };
            assert_eq!(mark.to_string().parse(), Ok(mark));
        }
    }
}

#[test]
fn what_names_nothing_is_no_action() {
    for text in [
        "", "1", "2b", "B2", "b0", "b02", "b+2", "b-2", "b2 ", " b2", "b257", "b65537", "iw1", "zz", "aaa",
        "é", "b２", "out", "--",
    ] {
        let error = text.parse::<Action>().expect_err(text);
        assert_eq!(error.to_string(), "a cell is written `b2`, and a column `b`");
    }
}

#[test]
fn legal_actions_are_read_from_what_they_are_written_as() {
    for spec in ["tic-tac-toe", "connect-four", "gomoku-10"] {
        let game = play(spec, "");
        for action in game.legal_actions(Seat::FIRST) {
            let text = game.describe(&action).expect("an action");
            assert_eq!(game.parse_action(&text), Ok(action), "{spec}: {text}");
        }
        assert_eq!(game.describe(b"nothing"), None);
    }
}

#[test]
fn who_began_by_chance_is_told_by_the_settled_rules() {
    let random = "mnk:rows=3,columns=4,strike=3,seats=3,first=random,misere";
    for chance in 0..3 {
        let mut game = AnyGame::set_up(random, chance).expect("valid rules");
        let settled = game.settled_spec();
        // In any chance, and at any time.
        for other in 0..3 {
            let again = AnyGame::set_up(&settled, other).expect("valid rules");
            assert_eq!((again.encode(), again.spec()), (game.encode(), settled.clone()));
        }
        let first = game.to_move().sole().expect("one is to move");
        game.apply(first, &game.legal_actions(first)[0]).expect("legal");
        assert_eq!(game.settled_spec(), settled);
        assert_eq!(game.spec(), random);
    }
    assert_eq!(play("tic-tac-toe", "b2").settled_spec(), "mnk:rows=3,columns=3,strike=3");
}
