//! Who is to move, who wins, what is refused.

use super::script::{check, play, position, seen, sight, standing};
use zeitnot_rules::mnk::{Action, Config, First, Point, Position};
use zeitnot_rules::{AnyGame, Applied, Rules, Seat, Viewer};

const THREE: &str = "mnk:rows=4,columns=4,strike=3,seats=3";
const FOUR: &str = "mnk:rows=5,columns=5,strike=3,seats=4";

#[test]
fn turns_go_round() {
    check(&[
        ("tic-tac-toe", "", "X to move"),
        ("tic-tac-toe", "b2", "O to move"),
        ("tic-tac-toe", "b2 a1", "X to move"),
        ("mnk:rows=3,columns=3,strike=3,first=2", "", "O to move"),
        ("mnk:rows=3,columns=3,strike=3,first=2", "b2", "X to move"),
        (THREE, "a1 b1", "△ to move"),
        (THREE, "a1 b1 c1", "X to move"),
        (FOUR, "a1 b1 c1", "□ to move"),
        (FOUR, "a1 b1 c1 d1", "X to move"),
        ("mnk:rows=4,columns=4,strike=3,seats=3,first=3", "a1", "X to move"),
    ]);
}

#[test]
fn chance_alone_picks_the_first_seat_where_the_rules_say_random() {
    for seats in 2..=4 {
        let config = Config::new(4, 4, 3).and_then(|config| config.with_seats(seats));
        let config = config.and_then(|config| config.with_first(First::Random)).expect("valid rules");
        let mut beginners = [0; 4];
        for chance in 0..24_u64 {
            let position = Position::set_up(&config, chance);
            assert_eq!(position, Position::set_up(&config, chance), "the same chance, the same game");
            beginners[position.to_move().sole().expect("one begins").index()] += 1;
        }
        assert!(beginners[..usize::from(seats)].iter().all(|count| *count == 24 / u64::from(seats)));
    }
}

#[test]
fn a_line_wins() {
    check(&[
        // The eight lines of tic-tac-toe.
        ("tic-tac-toe", "a1 a2 b1 b2 c1", "X wins by line"),
        ("tic-tac-toe", "a2 a1 b2 b1 c2", "X wins by line"),
        ("tic-tac-toe", "a3 a1 b3 b1 c3", "X wins by line"),
        ("tic-tac-toe", "a1 b1 a2 b2 a3", "X wins by line"),
        ("tic-tac-toe", "b1 a1 b2 a2 b3", "X wins by line"),
        ("tic-tac-toe", "c1 a1 c2 a2 c3", "X wins by line"),
        ("tic-tac-toe", "a1 b1 b2 c1 c3", "X wins by line"),
        ("tic-tac-toe", "c1 b1 b2 a1 a3", "X wins by line"),
        // Completed in the middle, and by the second player.
        ("tic-tac-toe", "a1 a2 c1 b2 b1", "X wins by line"),
        ("tic-tac-toe", "a1 a2 b1 b2 c3 c2", "O wins by line"),
        // Two lines at once.
        ("tic-tac-toe", "b1 b2 c1 c2 a2 b3 a3 c3 a1", "X wins by line"),
        // At the last free cell, and none at all.
        ("tic-tac-toe", "a1 b1 c1 b2 a2 c2 b3 a3 c3", "drawn by full_board"),
        ("tic-tac-toe", "a1 b1 c1 a2 b2 c2 b3 a3 c3", "X wins by line"),
        // Nothing runs on from one edge to the other.
        ("mnk:rows=4,columns=4,strike=3", "c1 a4 d1 b4 a2", "O to move"),
        ("mnk:rows=4,columns=4,strike=3", "d1 a4 a3 c4 b4", "O to move"),
        ("mnk:rows=4,columns=4,strike=3", "a1 a4 d1 b4 c2", "O to move"),
        // Of three and of four.
        (THREE, "a1 a2 a3 b1 b2 c3 d4 c2", "O wins by line"),
        (FOUR, "a1 a2 a3 a4 b1 b2 b3 b4 e5 e4 c3", "△ wins by line"),
        (FOUR, "a1 a2 a3 a4 b1 b2 b3 b4 e5 e4 d1 c4", "□ wins by line"),
    ]);
}

/// Along each direction and for each length: one fewer is not enough, filling a gap is, and so is
/// more than asked for.
#[test]
fn a_line_has_at_least_strike_marks_whatever_the_strike() {
    // Corner to start from, step in rows and columns.
    let directions: [((i8, i8), (i8, i8)); 4] =
        [((0, 0), (0, 1)), ((0, 0), (1, 0)), ((0, 0), (1, 1)), ((0, 9), (1, -1))];
    for strike in 3..=10_u8 {
        for ((row, column), (down, right)) in directions {
            let along = |steps: i8| Action::Mark {
                row: (row + down * steps) as u8,
                column: (column + right * steps) as u8,
            };
            // The other marks cells that are nowhere next to each other.
            let path: Vec<Action> = (0..10).map(along).collect();
            let elsewhere = (0..100)
                .map(|cell| (cell / 10, cell % 10))
                .filter(|(row, column)| row % 2 == 0 && column % 2 == 1)
                .map(|(row, column)| Action::Mark { row, column })
                .filter(|action| !path.contains(action));
            let last = i8::try_from(strike).expect("at most 10") - 1;
            let gap = last / 2;
            let straight: Vec<i8> = (0..=last).collect();
            let filled: Vec<i8> = (0..=last).filter(|step| *step != gap).chain([gap]).collect();
            // As long as the board allows, with the gap where neither side is long enough alone.
            let longest = (2 * last).min(9);
            let over: Vec<i8> = (0..=longest).filter(|step| *step != last).chain([last]).collect();
            for order in [straight, filled, over] {
                let config = Config::new(10, 10, strike).expect("valid rules");
                let mut game = Position::set_up(&config, 0);
                let mut replies = elsewhere.clone();
                for (made, step) in order.iter().enumerate() {
                    assert_eq!(game.outcome(), None, "{strike} along {down},{right}: {made} marks");
                    game.apply(Seat::FIRST, &along(*step)).expect("free");
                    if made + 1 < order.len() {
                        let reply = replies.next().expect("room enough");
                        game.apply(Seat::new(1).expect("a seat"), &reply).expect("free");
                    }
                }
                let outcome = game.outcome().expect("a line");
                assert_eq!(outcome.winners.sole(), Some(Seat::FIRST), "{strike} along {down},{right}");
            }
        }
    }
}

#[test]
fn marks_fall() {
    check(&[
        ("connect-four", "a b a b a b a", "X wins by line"),
        ("connect-four", "a a b b c c d", "X wins by line"),
        ("connect-four", "a b b c c d c d d g d", "X wins by line"),
        ("connect-four", "g f f e e d e d d a d", "X wins by line"),
        ("connect-four", "a a a a a a a!column_full", "X to move"),
        ("connect-four", "h!outside_board", "X to move"),
        ("connect-four", "a1!wrong_action", "X to move"),
        ("tic-tac-toe", "a!wrong_action", "X to move"),
        ("mnk:rows=3,columns=3,strike=3,seats=3,gravity", "a a b b c c", "X to move"),
    ]);
    let game = play("connect-four", "d d a g d");
    assert_eq!(seen(&game, Viewer::Spectator), "......./......./......./...X.../...O.../X..X..O");
    assert_eq!(sight(&game, Viewer::Spectator).last(), Some(Point { row: 3, column: 3 }));
}

#[test]
fn in_misere_play_a_line_loses() {
    let misere3 = "mnk:rows=4,columns=4,strike=3,seats=3,misere";
    check(&[
        ("misere-tic-tac-toe", "a1 a2 b1 b2 c1", "O wins by line"),
        ("misere-tic-tac-toe", "a1 a2 b1 b2 c3 c2", "X wins by line"),
        ("misere-tic-tac-toe", "a1 b1 c1 b2 a2 c2 b3 a3 c3", "drawn by full_board"),
        // At the last free cell.
        ("misere-tic-tac-toe", "a1 b1 c1 a2 b2 c2 b3 a3 c3", "O wins by line"),
        ("misere-tic-tac-toe", "O-", "X wins by last_seat"),
        // Of three, one is out and two go on, with the next seat.
        (misere3, "a1 a2 a3 b1 b2 c3 c1", "O to move"),
        (misere3, "a1 a2 a3 b1 b2 c3 c1 X:d4!seat_out d4", "△ to move"),
        (misere3, "a1 a2 a3 b1 b2 c3 c1 d4 d3", "O to move"),
        // Then the second is out by a line, or by leaving.
        (misere3, "a1 a2 a3 b1 b2 c3 c1 c2", "△ wins by line"),
        (misere3, "a1 a2 a3 b1 b2 c3 c1 O-", "△ wins by last_seat"),
        (misere3, "a1 a2 a3 b1 b2 c3 c1 △-", "O wins by last_seat"),
        // One has left before the line.
        (misere3, "a1 △- a2 b1 b2 c1", "O wins by line"),
        ("mnk:rows=6,columns=7,strike=4,gravity,misere", "a b a b a b a", "O wins by line"),
    ]);
    let game = play(misere3, "a1 a2 a3 b1 b2 c3 c1");
    assert_eq!(seen(&game, Viewer::Spectator), "XXX./OO../△.△./....", "the marks stay");
    assert_eq!(sight(&game, Viewer::Spectator).out().sole(), Some(Seat::FIRST));
}

#[test]
fn whoever_leaves_is_out_and_the_others_go_on() {
    check(&[
        ("tic-tac-toe", "X-", "O wins by last_seat"),
        ("tic-tac-toe", "O-", "X wins by last_seat"),
        ("tic-tac-toe", "b2 X-", "O wins by last_seat"),
        // On move, and not.
        (THREE, "X-", "O to move"),
        (THREE, "O-", "X to move"),
        (THREE, "O- a1", "△ to move"),
        (THREE, "a1 O-", "△ to move"),
        (THREE, "a1 b1 △-", "X to move"),
        (THREE, "a1 b1 △- c1 d1", "X to move"),
        (FOUR, "O- △- a1 b1 c1", "□ to move"),
        (FOUR, "O- X- □-", "△ wins by last_seat"),
        // Again, and after the end: nothing.
        (THREE, "X- X- b1", "△ to move"),
        ("tic-tac-toe", "a1 a2 b1 b2 c1 X-", "X wins by line"),
        // Out is out.
        (THREE, "O- O:a1!seat_out", "X to move"),
        (THREE, "X- X:a1!seat_out", "O to move"),
        // The marks stay and count for nobody; the rest can still win and draw.
        (THREE, "a1 a2 a3 b1 X- b2 b3 d4 c3", "△ wins by line"),
        ("mnk:rows=3,columns=3,strike=3,seats=3", "a1 b1 c1 X- b2 b3 a2 c2 c3 a3", "drawn by full_board"),
    ]);
    let mut game = AnyGame::set_up("tic-tac-toe", 0).expect("a preset");
    let before = game.encode();
    game.leave(Seat::new(2).expect("a seat"));
    assert_eq!(game.encode(), before, "a seat that the game does not have");
}

#[test]
fn a_turn_can_pass_without_a_mark() {
    check(&[
        ("tic-tac-toe", "~", "O to move"),
        ("tic-tac-toe", "~ ~", "X to move"),
        ("tic-tac-toe", "~ b2 a1", "O to move"),
        (THREE, "a1 ~", "△ to move"),
        (THREE, "O- ~", "△ to move"),
        (THREE, "~ ~ a1 O- ~", "△ to move"),
        (THREE, "~ X- ~ △-", "O wins by last_seat"),
        ("connect-four", "a ~ a ~ a ~ a", "X wins by line"),
        ("misere-tic-tac-toe", "a1 ~ b1 ~ c1", "O wins by line"),
        ("mnk:rows=4,columns=4,strike=3,seats=3,misere", "a1 ~ ~ b1 ~ ~ c1 ~", "△ to move"),
        ("tic-tac-toe", "a1 ~ c1 b1 a2 ~ b3 b2 c3 c2 ~ a3", "drawn by full_board"),
        // What a player has run into it still knows.
        ("phantom-tic-tac-toe", "b2 b2 ~ a1 b2!cell_occupied", "O to move"),
        ("connect-four", "~ h!outside_board", "O to move"),
    ]);
    let mut over = play("tic-tac-toe", "~ a1 b1 a2 b2 a3");
    let mut live = play("tic-tac-toe", "b2");
    let before = (over.encode(), live.encode());
    assert_eq!(standing(&over), "O wins by line");
    assert!(zeitnot_rules::SeatSet::first(8).iter().all(|seat| !over.pass(seat)), "it is over");
    assert!(!live.pass(Seat::FIRST), "it is O's turn");
    assert!(!live.pass(Seat::new(2).expect("a seat")), "nobody sits there");
    assert_eq!((over.encode(), live.encode()), before);
}

#[test]
fn no_seat_lets_more_turns_pass_than_can_be_counted() {
    let mut game = play("tic-tac-toe", "");
    let pass = |game: &mut AnyGame| game.to_move().sole().is_some_and(|mover| game.pass(mover));
    for passed in 0..510 {
        assert!(pass(&mut game), "after {passed}");
    }
    let before = game.encode();
    assert!(!pass(&mut game));
    assert_eq!(game.encode(), before);
    assert_eq!(AnyGame::decode("tic-tac-toe", &before).map(|game| game.encode()), Ok(before));
}

#[test]
fn refusals_say_why() {
    check(&[
        ("tic-tac-toe", "O:b2!not_your_turn", "X to move"),
        ("tic-tac-toe", "△:b2!not_your_turn", "X to move"),
        ("tic-tac-toe", "b2 X:a1!not_your_turn", "O to move"),
        ("tic-tac-toe", "b2 b2!cell_occupied", "O to move"),
        // Counted on from the end of its row, d1 would be a2.
        ("tic-tac-toe", "d1!outside_board a4!outside_board e4!outside_board", "X to move"),
        ("tic-tac-toe", "a1 a2 b1 b2 c1 O:c3!game_over X:c3!game_over", "X wins by line"),
        ("tic-tac-toe", "O- X:a1!game_over O:a1!game_over", "X wins by last_seat"),
    ]);
    let sentence = |spec: &str, script: &str, action: Action| {
        let mut position = position(&play(spec, script));
        let seat = position.to_move().sole().unwrap_or(Seat::FIRST);
        position.apply(seat, &action).expect_err("refused").to_string()
    };
    let mark = |row, column| Action::Mark { row, column };
    let sentences = [
        ("tic-tac-toe", "b2", mark(1, 1), "row 2, column 2 is taken"),
        ("tic-tac-toe", "", mark(3, 0), "the board has 3 rows and 3 columns"),
        ("tic-tac-toe", "", Action::Drop { column: 0 }, "choose a cell, not a column"),
        ("connect-four", "", mark(0, 0), "choose a column: marks fall in this game"),
        ("connect-four", "a a a a a a", Action::Drop { column: 0 }, "column 1 is full"),
        ("tic-tac-toe", "O-", mark(0, 0), "the game is over"),
    ];
    for (spec, script, action, expected) in sentences {
        assert_eq!(sentence(spec, script, action), expected, "{spec}: {script}");
    }
}

#[test]
fn bytes_that_are_no_action_are_refused() {
    let mut game = AnyGame::set_up("tic-tac-toe", 0).expect("a preset");
    let before = game.encode();
    let bad: [&[u8]; 8] =
        [&[], &[1], &[0, 0, 0, 0], &[2, 0, 0, 0], &[1, 2, 0, 0], &[1, 0, 0], &[1, 0, 0, 0, 0], &[1, 1, 0, 0]];
    for bytes in bad {
        assert_eq!(game.apply(Seat::FIRST, bytes).map_err(|refused| refused.code), Err("bad_action"));
        assert_eq!(game.encode(), before);
    }
}

#[test]
fn everybody_learns_of_a_move_where_nothing_is_hidden() {
    let mut game = position(&play("tic-tac-toe", ""));
    let applied = game.apply(Seat::FIRST, &Action::Mark { row: 0, column: 0 });
    assert_eq!(applied, Ok(Applied::PUBLIC));
    let others = [Viewer::Seat(Seat::FIRST), Viewer::Seat(Seat::new(1).expect("a seat")), Viewer::Spectator];
    for viewer in others {
        assert_eq!(game.sight(viewer).board().to_string(), "X..\n...\n...");
        assert!(applied.is_ok_and(|applied| applied.action_seen_by.contains(viewer)));
    }
}

#[test]
fn the_winning_lines_are_shown() {
    let cases: [(&str, &str, &[&str]); 5] = [
        ("tic-tac-toe", "b2", &[]),
        ("tic-tac-toe", "a1 a2 b1 b2 c1", &["X a1 b1 c1"]),
        ("tic-tac-toe", "b1 b2 c1 c2 a2 b3 a3 c3 a1", &["X a1 b1 c1", "X a1 a2 a3"]),
        // A long one whole.
        ("mnk:rows=4,columns=4,strike=3", "a1 a2 b1 b2 d1 c3 c1", &["X a1 b1 c1 d1"]),
        ("connect-four", "a b a b a b a", &["X a3 a4 a5 a6"]),
    ];
    for (spec, script, expected) in cases {
        let lines = sight(&play(spec, script), Viewer::Spectator).lines();
        let text = lines.iter().map(|line| {
            let cells = line
                .points
                .iter()
                .map(|point| format!(" {}{}", (b'a' + point.column) as char, point.row + 1));
            format!("{}{}", zeitnot_rules::mnk::mark_of(line.seat), cells.collect::<String>())
        });
        assert_eq!(text.collect::<Vec<_>>(), expected, "{spec}: {script}");
    }
}

#[test]
fn an_absent_player_takes_the_first_place_there_is() {
    let cases = [
        ("tic-tac-toe", "", Some(Action::Mark { row: 0, column: 0 })),
        ("tic-tac-toe", "a1 b1", Some(Action::Mark { row: 0, column: 2 })),
        ("connect-four", "a a a a a a", Some(Action::Drop { column: 1 })),
        ("tic-tac-toe", "X-", None),
    ];
    for (spec, script, expected) in cases {
        let game = play(spec, script);
        let seat = game.to_move().sole().unwrap_or(Seat::FIRST);
        assert_eq!(game.absent_action(seat), expected.map(Action::encode), "{spec}: {script}");
        let idle = Seat::new(1 - seat.get()).expect("a seat");
        assert_eq!(game.absent_action(idle), None, "{spec}: {script}: not to move");
    }
}
