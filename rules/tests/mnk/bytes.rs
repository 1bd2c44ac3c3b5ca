//! Layouts that are stored and sent, and what is refused where they come in.

use super::script::play;
use zeitnot_rules::mnk::{Action, Sight};
use zeitnot_rules::{AnyGame, DecodeError, Seat, Viewer};

const FIVE_GRAVITY: &str = "mnk:rows=3,columns=5,strike=3,gravity";

/// Games are kept for long: a state that was written once can be read for ever.
#[test]
fn the_state_is_laid_out_as_it_was() {
    let cases: [(&str, &str, &[u8]); 8] = [
        ("tic-tac-toe", "", &[1, 0, 0, 0b11, 0, 255, 0, 0, 0, 0, 0]),
        ("tic-tac-toe", "a1 b1 c3", &[1, 0, 1, 0b11, 0, 8, 0x21, 0, 0, 0, 1]),
        ("tic-tac-toe", "a1 a2 b1 b2 c1", &[1, 0, 1, 0b11, 1, 2, 0x11, 0x21, 2, 0, 0]),
        (
            "mnk:rows=3,columns=3,strike=3,seats=3,first=2",
            "a1 b1 O-",
            &[1, 1, 0, 0b101, 0, 1, 0x32, 0, 0, 0, 0],
        ),
        ("phantom-tic-tac-toe", "c3 c3", &[1, 0, 1, 0b11, 0, 8, 0, 0, 0, 0, 1, 0, 0, 0, 1]),
        // A turn has passed.
        ("tic-tac-toe", "~", &[2, 0, 1, 0b11, 0, 255, 0, 0, 0, 0, 0, 1, 0]),
        ("tic-tac-toe", "a1 ~ b1 ~ c1", &[2, 0, 1, 0b11, 1, 2, 0x11, 1, 0, 0, 0, 0, 2]),
        ("phantom-tic-tac-toe", "c3 c3 ~", &[2, 0, 0, 0b11, 0, 8, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 1]),
    ];
    for (spec, script, expected) in cases {
        assert_eq!(play(spec, script).encode(), expected, "{spec}: {script}");
    }
}

#[test]
fn actions_are_laid_out_as_they_were() {
    let cases: [(Action, &[u8]); 2] =
        [(Action::Mark { row: 1, column: 2 }, &[1, 0, 1, 2]), (Action::Drop { column: 255 }, &[1, 1, 255])];
    for (action, bytes) in cases {
        assert_eq!(action.encode(), bytes);
        assert_eq!(Action::decode(bytes), Ok(action));
    }
}

#[test]
fn sights_are_laid_out_as_they_were() {
    let cases: [(&str, &str, &[u8]); 5] = [
        ("tic-tac-toe", "b2", &[1, 3, 3, 3, 0, 2, 0b10, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 4]),
        ("tic-tac-toe", "a1 a2 b1 b2 c1", &[1, 3, 3, 3, 0, 2, 0, 0, 1, 0b01, 1, 1, 1, 2, 2, 0, 0, 0, 0, 2]),
        ("tic-tac-toe", "b2 X-", &[1, 3, 3, 3, 0, 2, 0, 0b01, 1, 0b10, 0, 0, 0, 0, 1, 0, 0, 0, 0, 4]),
        (
            "tic-tac-toe",
            "a1 b1 c1 b2 a2 c2 b3 a3 c3",
            &[1, 3, 3, 3, 0, 2, 0, 0, 2, 0, 1, 2, 1, 1, 2, 2, 2, 1, 1, 8],
        ),
        (
            "mnk:rows=3,columns=4,strike=3,seats=3,gravity,misere,phantom",
            "d",
            &[1, 3, 4, 3, 7, 3, 0b10, 0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 1, 11],
        ),
    ];
    for (spec, script, expected) in cases {
        let sight = play(spec, script).sight(Viewer::Seat(Seat::FIRST));
        assert_eq!(sight, expected, "{spec}: {script}");
        assert_eq!(Sight::decode(&sight).map(|sight| sight.encode()), Ok(sight));
    }
}

/// Which byte becomes what.
type Change = (usize, u8);

/// Puts bytes into the state of a game and says why it is refused then.
fn refusal(spec: &str, script: &str, changes: &[Change]) -> String {
    let mut state = play(spec, script).encode();
    for (index, byte) in changes {
        state[*index] = *byte;
    }
    match AnyGame::decode(spec, &state) {
        Ok(game) => format!("accepted: {game:?}"),
        Err(error) => {
            assert_eq!(error.code(), "bad_bytes");
            error.to_string()
        }
    }
}

/// Bytes 1 to 5 are the first seat, the seat on move, those playing, the ending and the last cell;
/// the cells follow, two a byte, the earlier one in the low half.
#[test]
fn a_state_that_play_cannot_lead_to_is_refused() {
    let three = "mnk:rows=3,columns=3,strike=3,seats=3";
    let misere = "mnk:rows=3,columns=3,strike=3,seats=3,misere";
    let three_on_16 = "mnk:rows=4,columns=4,strike=3,seats=3";
    let misere_on_16 = "mnk:rows=4,columns=4,strike=3,seats=3,misere";
    let phantom_gravity = "mnk:rows=3,columns=3,strike=3,gravity,phantom";
    let cases: &[(&str, &str, &[Change], &str)] = &[
        ("tic-tac-toe", "", &[(0, 3)], "version 3 of this encoding is not known"),
        ("tic-tac-toe", "", &[(1, 1)], "another seat began"),
        ("tic-tac-toe", "", &[(1, 2)], "there is no such seat"),
        ("tic-tac-toe", "", &[(2, 8)], "there is no such seat"),
        ("tic-tac-toe", "", &[(3, 0)], "those who play are not seats, or do not include whose turn it is"),
        ("tic-tac-toe", "", &[(3, 7)], "those who play are not seats, or do not include whose turn it is"),
        ("tic-tac-toe", "b2", &[(3, 1)], "those who play are not seats, or do not include whose turn it is"),
        ("tic-tac-toe", "b2", &[(3, 2)], "the position does not fit the ending"),
        ("tic-tac-toe", "", &[(4, 4)], "there is no such ending"),
        ("tic-tac-toe", "", &[(4, 1)], "it is won by nobody"),
        ("tic-tac-toe", "b2", &[(4, 1)], "the lines do not fit the ending"),
        ("tic-tac-toe", "b2", &[(4, 2)], "the position does not fit the ending"),
        ("tic-tac-toe", "b2", &[(4, 3)], "the position does not fit the ending"),
        ("tic-tac-toe", "a1 a2 b1 b2 c1", &[(4, 0)], "the lines do not fit the ending"),
        ("tic-tac-toe", "a1 a2 b1 b2 c1", &[(4, 3)], "the lines do not fit the ending"),
        ("tic-tac-toe", "a1 b1 c1 b2 a2 c2 b3 a3 c3", &[(4, 0)], "the position does not fit the ending"),
        // Turns and marks.
        ("tic-tac-toe", "b2", &[(2, 0)], "a seat has made more or fewer marks than it had turns"),
        ("tic-tac-toe", "", &[(2, 1)], "a seat has made more or fewer marks than it had turns"),
        ("tic-tac-toe", "", &[(6, 1)], "a seat has made more or fewer marks than it had turns"),
        ("tic-tac-toe", "", &[(6, 3)], "a seat that does not exist has marked"),
        ("tic-tac-toe", "", &[(6, 5)], "there is no such mark"),
        ("tic-tac-toe", "", &[(10, 0x10)], "a mark is beyond the board"),
        (three, "a1 b1 c1 O-", &[(6, 0x11)], "a seat has made more or fewer marks than it had turns"),
        // The last cell: there is one, marked, and by whoever moved last.
        ("tic-tac-toe", "b2", &[(5, 255)], "the last cell was not marked last"),
        ("tic-tac-toe", "b2", &[(5, 0)], "the last cell was not marked last"),
        ("tic-tac-toe", "b2", &[(5, 9)], "the last cell was not marked last"),
        ("tic-tac-toe", "", &[(5, 0)], "the last cell was not marked last"),
        ("tic-tac-toe", "b2 a1", &[(5, 4)], "the last cell was not marked last"),
        ("tic-tac-toe", "a1 a2 b1 b2 c3 c2", &[(5, 0)], "the last cell was not marked last"),
        // Turns that have passed; how many each seat let pass are the last bytes.
        ("tic-tac-toe", "", &[(0, 2)], "the bytes end too early"),
        ("tic-tac-toe", "~", &[(0, 1)], "2 bytes follow after the end"),
        ("tic-tac-toe", "~", &[(11, 0)], "no turn has passed without a mark"),
        ("tic-tac-toe", "~", &[(11, 2)], "a seat has made more or fewer marks than it had turns"),
        ("tic-tac-toe", "~", &[(12, 1)], "a seat has made more or fewer marks than it had turns"),
        ("tic-tac-toe", "a1 ~", &[(12, 0), (11, 1)], "a seat has made more or fewer marks than it had turns"),
        ("tic-tac-toe", "~ a1 b1 c1", &[(5, 1)], "the last cell was not marked last"),
        ("tic-tac-toe", "~", &[(5, 0)], "the last cell was not marked last"),
        ("tic-tac-toe", "b2 ~", &[(5, 255)], "the last cell was not marked last"),
        // One who is out had a turn after the winning mark, or made a mark after its own line.
        (three_on_16, "a1 ~ a3 b1 b2 b4 O- c1", &[(15, 2)], "the last cell was not marked last"),
        (misere_on_16, "~ a2 a3 a1 b2 c3 b1 d4 d3 c1 ~", &[(5, 11)], "the last cell was not marked last"),
        // Lines: made by the last mark, all at once, and by nobody else.
        ("tic-tac-toe", "a1 a2 b1 b2 c3 a3 c1", &[(5, 8)], "the lines do not fit the ending"),
        (
            "mnk:rows=6,columns=3,strike=3",
            "a1 a2 b1 b2 a5 a3 b5 b3 c6 c2",
            // X has c1 as well, in place of c6.
            &[(7, 0x21), (14, 0)],
            "the lines do not fit the ending",
        ),
        (
            "mnk:rows=6,columns=3,strike=3",
            "a1 a2 b1 b2 a6 a3 b6 b3 c4 c5 c1",
            // X has c6 as well, in place of c4: two lines without a common cell.
            &[(11, 0), (14, 0x11)],
            "no one mark completes all lines of a seat",
        ),
        (three_on_16, "a1 a2 a3 b1 b2 b4 c1", &[(3, 0b110)], "the lines do not fit the ending"),
        (misere, "a1 a2 a3 b1 b2 c2 c1", &[(3, 0b111)], "the lines do not fit the ending"),
        (misere, "a1 O- X-", &[(4, 1)], "the lines do not fit the ending"),
        // Gravity.
        (FIVE_GRAVITY, "a b", &[(11, 0x01), (9, 0x02), (5, 6)], "a mark floats above an empty cell"),
        (FIVE_GRAVITY, "a a a b", &[(5, 14)], "the last cell was not marked last"),
        (FIVE_GRAVITY, "a b a a b", &[(5, 10)], "the last cell is below another mark"),
        // What a player has met must be another's mark; with gravity, one at the top.
        ("phantom-tic-tac-toe", "b2 a1", &[(11, 0b0001_0000)], "a cell found taken is not"),
        ("phantom-tic-tac-toe", "b2 a1", &[(11, 0b0000_0010)], "a cell found taken is not"),
        ("phantom-tic-tac-toe", "b2 a1", &[(12, 0b0000_0010)], "a cell found taken is beyond the board"),
        (phantom_gravity, "a", &[(13, 0b0100_0000)], "a cell found taken is not"),
    ];
    for (spec, script, changes, expected) in cases {
        assert_eq!(refusal(spec, script, changes), *expected, "{spec}: {script}: {changes:?}");
    }
}

#[test]
fn a_state_of_another_length_or_other_rules_is_refused() {
    let state = play("connect-four", "d d").encode();
    for length in 0..state.len() {
        let decoded = AnyGame::decode("connect-four", &state[..length]);
        assert_eq!(decoded.err(), Some(DecodeError::Truncated), "{length} bytes");
    }
    let longer = [state.as_slice(), &[0]].concat();
    let decoded = AnyGame::decode("connect-four", &longer);
    assert_eq!(decoded.err(), Some(DecodeError::TrailingBytes { extra: 1 }));
    assert!(AnyGame::decode("tic-tac-toe", &state).is_err());
    assert!(AnyGame::decode("mnk:rows=6,columns=7,strike=4,gravity,phantom", &state).is_err());
    assert!(matches!(AnyGame::decode("chess", &state), Err(DecodeError::Rules(_))));
}

/// Bytes 1 to 9 are rows, columns, strike, variant, seats, those to move, those out, the ending and
/// the winners; then nine cells, and the last one's index.
#[test]
fn a_sight_that_nobody_can_have_is_refused() {
    let cases: &[(&str, &str, Change)] = &[
        ("tic-tac-toe", "b2", (0, 0)),
        ("tic-tac-toe", "b2", (1, 4)),
        ("tic-tac-toe", "b2", (3, 4)),
        ("tic-tac-toe", "b2", (4, 8)),
        ("tic-tac-toe", "b2", (5, 5)),
        ("tic-tac-toe", "b2", (6, 0)),
        ("tic-tac-toe", "b2", (6, 0b11)),
        ("tic-tac-toe", "b2", (6, 0b100)),
        ("tic-tac-toe", "b2", (7, 0b10)),
        ("tic-tac-toe", "b2", (7, 0b100)),
        ("tic-tac-toe", "b2", (8, 1)),
        ("tic-tac-toe", "b2", (8, 3)),
        ("tic-tac-toe", "b2", (9, 1)),
        ("tic-tac-toe", "b2", (10, 3)),
        ("tic-tac-toe", "b2", (10, 255)),
        ("tic-tac-toe", "b2", (19, 0)),
        ("tic-tac-toe", "b2", (19, 9)),
        ("tic-tac-toe", "b2 X-", (9, 0)),
        ("tic-tac-toe", "b2 X-", (9, 0b01)),
        ("tic-tac-toe", "b2 X-", (6, 0b10)),
        ("phantom-tic-tac-toe", "b2", (10, 0)),
        ("phantom-tic-tac-toe", "b2 X-", (10, 255)),
    ];
    for (spec, script, (index, byte)) in cases {
        let mut bytes = play(spec, script).sight(Viewer::Seat(Seat::FIRST));
        assert_ne!(bytes[*index], *byte, "{spec}: {script}: byte {index} is {byte} already");
        bytes[*index] = *byte;
        assert!(Sight::decode(&bytes).is_err(), "{spec}: {script}: byte {index} is {byte}");
    }
}
