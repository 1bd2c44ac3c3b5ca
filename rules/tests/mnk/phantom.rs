//! What is hidden in phantom play, and who learns of what.

use super::script::{act, check, play, seat, seen, sight};
use zeitnot_rules::mnk::Point;
use zeitnot_rules::{Applied, Audience, Seat, Viewer};

const GRAVITY: &str = "mnk:rows=3,columns=4,strike=3,gravity,phantom";
const THREE: &str = "mnk:rows=3,columns=3,strike=3,seats=3,phantom";
const X: Viewer = Viewer::Seat(Seat::FIRST);

fn o() -> Viewer {
    Viewer::Seat(seat('O'))
}

#[test]
fn a_try_at_a_hidden_mark_is_accepted_once_and_keeps_the_turn() {
    check(&[
        ("phantom-tic-tac-toe", "b2", "O to move"),
        ("phantom-tic-tac-toe", "b2 b2", "O to move"),
        ("phantom-tic-tac-toe", "b2 b2 b2!cell_occupied", "O to move"),
        ("phantom-tic-tac-toe", "b2 b2 a1", "X to move"),
        // One's own mark is known anyway.
        ("phantom-tic-tac-toe", "b2 a1 b2!cell_occupied", "X to move"),
        ("phantom-tic-tac-toe", "b2 X:b2!not_your_turn", "O to move"),
        // It still ends by a line, by a full board, and by leaving.
        ("phantom-tic-tac-toe", "a1 a2 b1 b2 c1", "X wins by line"),
        ("phantom-tic-tac-toe", "a1 a1 b1 c1 b2 a2 c2 b3 a3 c3", "drawn by full_board"),
        ("phantom-tic-tac-toe", "a1 a1 O-", "X wins by last_seat"),
        // Each has to find out for itself.
        (THREE, "a1 a1 b1 a1", "△ to move"),
        (THREE, "a1 a1 b1 a1 b1 b1!cell_occupied a1!cell_occupied c3", "X to move"),
        ("mnk:rows=3,columns=3,strike=3,misere,phantom", "a1 a2 b1 b2 c1", "O wins by line"),
    ]);
}

#[test]
fn a_mark_falls_onto_what_is_hidden() {
    check(&[
        (GRAVITY, "a a a", "O to move"),
        // A column that is full is found to be so, once.
        (GRAVITY, "a a a a", "O to move"),
        (GRAVITY, "a a a a a!column_full b", "X to move"),
        // Whoever has the top cell knows.
        (GRAVITY, "a a a b a!column_full", "X to move"),
        (GRAVITY, "a b a b a", "X wins by line"),
    ]);
    let game = play(GRAVITY, "a a a a");
    assert_eq!(seen(&game, X), "X???/????/X???");
    assert_eq!(seen(&game, o()), "X???/O???/????");
}

#[test]
fn a_player_sees_its_own_marks_and_those_it_has_met() {
    let cases = [
        ("phantom-tic-tac-toe", "", "???/???/???", "???/???/???"),
        ("phantom-tic-tac-toe", "b2", "???/?X?/???", "???/???/???"),
        ("phantom-tic-tac-toe", "b2 b2", "???/?X?/???", "???/?X?/???"),
        ("phantom-tic-tac-toe", "b2 b2 a1", "???/?X?/???", "O??/?X?/???"),
        ("phantom-tic-tac-toe", "b2 b2 a1 a1", "O??/?X?/???", "O??/?X?/???"),
        // Once it is over, everything.
        ("phantom-tic-tac-toe", "a1 a2 b1 b2 c1", "XXX/OO./...", "XXX/OO./..."),
        ("phantom-tic-tac-toe", "b2 X-", ".../.X./...", ".../.X./..."),
        // One who is out sees no more than before.
        (THREE, "a1 b1 c1 X-", "X??/???/???", "?O?/???/???"),
    ];
    for (spec, script, to_x, to_o) in cases {
        let game = play(spec, script);
        assert_eq!((seen(&game, X).as_str(), seen(&game, o()).as_str()), (to_x, to_o), "{spec}: {script}");
        let over = game.outcome().is_some();
        assert_eq!(seen(&game, Viewer::Spectator).contains('?'), !over, "{spec}: {script}");
        assert_eq!(seen(&game, Viewer::Spectator).contains(['X', 'O', '△']), over, "{spec}: {script}");
    }
}

#[test]
fn only_ones_own_last_mark_is_shown_as_the_last() {
    let b2 = Some(Point { row: 1, column: 1 });
    let cases = [
        ("b2", b2, None),
        // Met, but not known to be the latest.
        ("b2 b2", b2, None),
        ("b2 a1", None, Some(Point { row: 0, column: 0 })),
        ("b2 O-", b2, b2),
    ];
    for (script, to_x, to_o) in cases {
        let game = play("phantom-tic-tac-toe", script);
        assert_eq!((sight(&game, X).last(), sight(&game, o()).last()), (to_x, to_o), "{script}");
        let over = game.outcome().is_some();
        assert_eq!(sight(&game, Viewer::Spectator).last(), b2.filter(|_| over), "{script}");
    }
}

#[test]
fn others_learn_that_a_mark_was_made_and_of_a_try_nothing() {
    let cases = [
        ("phantom-tic-tac-toe", "", "b2", Applied::concealed(Seat::FIRST)),
        ("phantom-tic-tac-toe", "b2", "b2", Applied::secret(seat('O'))),
        ("phantom-tic-tac-toe", "b2 b2", "a1", Applied::concealed(seat('O'))),
        (GRAVITY, "a a a", "a", Applied::secret(seat('O'))),
        (GRAVITY, "a a a a", "b", Applied::concealed(seat('O'))),
        ("tic-tac-toe", "b2", "a1", Applied::PUBLIC),
    ];
    for (spec, script, step, expected) in cases {
        let mut game = play(spec, script);
        let mover = game.to_move().sole().expect("somebody is to move");
        let applied = act(&mut game, step);
        assert_eq!(applied, Ok(expected), "{spec}: {script}: {step}");
        assert!(applied.is_ok_and(|applied| {
            applied.known_to.includes(applied.action_seen_by)
                && applied.action_seen_by.includes(Audience::only(mover))
        }));
    }
}
