//! Moves, refusals and results.

use super::{ANN, BOB, EVE, SECOND, Who, World, mark};
use crate::game::Game;
use crate::game::{GameStatus, game as _};
use crate::play::{make_move, resign};

const TIC_TAC_TOE: &str = "tic-tac-toe";
/// Ann takes the top row.
const ANN_WINS: &[(u8, u8)] = &[(0, 0), (1, 0), (0, 1), (1, 1), (0, 2)];
/// X O X / X O O / O X X.
const DRAWN: &[(u8, u8)] = &[(0, 0), (0, 1), (0, 2), (1, 1), (1, 0), (1, 2), (2, 1), (2, 0), (2, 2)];
/// Nobody has a line before the last cell, and then Ann has the diagonal: X O X / O X O / O X X.
const WON_AT_THE_LAST_CELL: &[(u8, u8)] =
    &[(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (2, 1), (2, 0), (2, 2)];

#[test]
fn games_end_as_their_rules_say() {
    for (cells, winners, ending) in
        [(ANN_WINS, vec![0], "line"), (DRAWN, vec![], "full_board"), (WON_AT_THE_LAST_CELL, vec![0], "line")]
    {
        let world = World::new();
        let id = world.play(TIC_TAC_TOE, "", &[ANN, BOB]);
        world.marks(id, &[ANN, BOB], cells);
        for who in [ANN, BOB] {
            let row = world.row(who, id);
            assert_eq!((row.status, &row.winners, row.ending.as_str()), (GameStatus::Over, &winners, ending));
            assert_eq!(row.moves.len(), cells.len());
            assert_eq!((row.to_move, row.deadline), (vec![], None));
            assert!(row.ended_at.is_some());
        }
        world.check_invariants();
    }
}

#[test]
fn both_players_see_each_move_as_it_is_made() {
    let world = World::new();
    let id = world.play(TIC_TAC_TOE, "", &[ANN, BOB]);
    world.pass(3 * SECOND);
    world.mark(ANN, id, 1, 1).expect("a legal move");
    let (ann, bob) = (world.row(ANN, id), world.row(BOB, id));
    assert_eq!((ann.seat, bob.seat), (0, 1));
    for row in [&ann, &bob] {
        assert_eq!((row.ply, &row.to_move), (1, &vec![1]));
        assert_eq!(row.moves[0].action, mark(1, 1));
        assert_eq!(row.moves[0].used_us, 3_000_000);
        assert_eq!(
            row.players.iter().map(|party| party.identity).collect::<Vec<_>>(),
            [Some(World::identity(ANN)), Some(World::identity(BOB))]
        );
    }
    assert_eq!(ann.position, bob.position);
}

#[test]
fn moves_are_refused_with_the_reason_and_change_nothing() {
    let world = World::new();
    let id = world.play(TIC_TAC_TOE, "", &[ANN, BOB]);
    let waiting = world.open(ANN, TIC_TAC_TOE, "").id;
    let other = world.play(TIC_TAC_TOE, "", &[BOB, EVE]);
    let over = world.play(TIC_TAC_TOE, "", &[ANN, BOB]);
    world.marks(over, &[ANN, BOB], ANN_WINS);
    world.mark(ANN, id, 0, 0).expect("a legal move");
    world.mark(BOB, id, 1, 1).expect("a legal move");
    let gravity = world.play("connect-four", "", &[ANN, BOB]);
    for (ply, who) in (0..6).zip([ANN, BOB].into_iter().cycle()) {
        world.call(who, |ctx| make_move(ctx, gravity, ply, vec![1, 1, 0])).expect("a legal move");
    }

    let table: &[(Who, u64, u32, Vec<u8>, &str)] = &[
        (BOB, id, 2, mark(2, 2), "not_your_turn"),
        (ANN, id, 1, mark(2, 2), "stale_ply"),
        (ANN, id, 0, mark(0, 0), "stale_ply"),
        (ANN, id, 3, mark(2, 2), "stale_ply"),
        (ANN, id, u32::MAX, mark(2, 2), "stale_ply"),
        (ANN, id, 2, mark(1, 1), "cell_occupied"),
        (ANN, id, 2, mark(3, 0), "outside_board"),
        // Row 0, column 5 would be the cell of row 1, column 2 if cells were numbered without a look.
        (ANN, id, 2, mark(0, 5), "outside_board"),
        (ANN, id, 2, mark(255, 255), "outside_board"),
        (ANN, id, 2, vec![1, 1, 0], "wrong_action"),
        (ANN, id, 2, vec![], "bad_action"),
        (ANN, id, 2, vec![9, 0, 2, 2], "bad_action"),
        (ANN, id, 2, vec![1, 0, 2, 2, 0], "bad_action"),
        (ANN, id, 2, vec![0; 100_000], "bad_action"),
        (EVE, id, 2, mark(2, 2), "not_your_game"),
        (ANN, other, 0, mark(2, 2), "not_your_game"),
        (ANN, waiting, 0, mark(2, 2), "not_started"),
        (EVE, waiting, 0, mark(2, 2), "not_your_game"),
        (BOB, over, 5, mark(2, 2), "game_over"),
        (EVE, over, 5, mark(2, 2), "not_your_game"),
        (ANN, gravity, 6, vec![1, 1, 0], "column_full"),
        (ANN, 999, 0, mark(2, 2), "no_such_game"),
        (ANN, 0, 0, mark(2, 2), "no_such_game"),
    ];
    for (who, game, ply, action, code) in table {
        world.refused(who, code, |ctx| make_move(ctx, *game, *ply, action.clone()));
    }
    world.check_invariants();
}

#[test]
fn a_refusal_is_a_code_a_colon_and_a_sentence() {
    let world = World::new();
    let id = world.play(TIC_TAC_TOE, "", &[ANN, BOB]);
    world.call(ANN, |ctx| crate::player::set_name(ctx, "Ann".to_owned())).expect("a good name");
    let refusal = world.mark(BOB, id, 0, 0).expect_err("it is Ann's turn");
    let name = &world.row(BOB, id).players[0].name;
    assert_eq!(refusal.to_string(), format!("not_your_turn: it is the turn of {name}"));
}

#[test]
fn the_same_move_sent_twice_counts_once() {
    let world = World::new();
    let id = world.play(TIC_TAC_TOE, "", &[ANN, BOB]);
    world.call(ANN, |ctx| make_move(ctx, id, 0, mark(1, 1))).expect("the first");
    world.refused(ANN, "not_your_turn", |ctx| make_move(ctx, id, 0, mark(1, 1)));
    world.mark(BOB, id, 0, 0).expect("a legal move");
    // It arrives once more when Ann is on move again.
    world.refused(ANN, "stale_ply", |ctx| make_move(ctx, id, 0, mark(1, 1)));
    assert_eq!(world.row(ANN, id).moves.len(), 2);
}

#[test]
fn a_player_may_resign_on_move_or_not_and_the_other_wins() {
    for (who, winner) in [(ANN, 1), (BOB, 0)] {
        let world = World::new();
        let id = world.play(TIC_TAC_TOE, "", &[ANN, BOB]);
        world.resign(who, id).expect("it is their game");
        let row = world.row(ANN, id);
        assert_eq!(
            (row.status, row.winners, row.ending.as_str()),
            (GameStatus::Over, vec![winner], "resignation")
        );
        assert!(row.players[usize::from(1 - winner)].out);
        world.check_invariants();
        world.refused(who, "game_over", |ctx| resign(ctx, id));
    }
}

#[test]
fn resigning_is_refused_to_strangers_and_before_the_start() {
    let world = World::new();
    let id = world.play(TIC_TAC_TOE, "", &[ANN, BOB]);
    let waiting = world.open(ANN, TIC_TAC_TOE, "").id;
    world.refused(EVE, "not_your_game", |ctx| resign(ctx, id));
    world.refused(ANN, "not_started", |ctx| resign(ctx, waiting));
    world.refused(ANN, "no_such_game", |ctx| resign(ctx, 12_345));
}

#[test]
fn with_three_players_the_others_go_on_until_one_is_left() {
    let world = World::new();
    let id = world.play("mnk:rows=5,columns=5,strike=4,seats=3", "", &[ANN, BOB, EVE]);
    world.resign(ANN, id).expect("it is her game");
    let row = world.row(BOB, id);
    assert_eq!((row.status, row.to_move), (GameStatus::Live, vec![1]));
    assert_eq!(row.players.iter().map(|party| party.out).collect::<Vec<_>>(), [true, false, false]);
    world.refused(ANN, "seat_out", |ctx| make_move(ctx, id, 0, mark(0, 0)));
    world.refused(ANN, "seat_out", |ctx| resign(ctx, id));
    world.mark(BOB, id, 0, 0).expect("a legal move");
    world.mark(EVE, id, 0, 1).expect("a legal move");
    world.check_invariants();
    world.resign(BOB, id).expect("it is his game");
    let row = world.row(ANN, id);
    assert_eq!((row.status, row.winners, row.ending.as_str()), (GameStatus::Over, vec![2], "resignation"));
    world.check_invariants();
}

#[test]
fn a_phantom_opponent_is_told_nothing_of_a_failed_try() {
    let world = World::new();
    let id = world.play("phantom-tic-tac-toe", "", &[ANN, BOB]);
    world.mark(ANN, id, 1, 1).expect("a legal move");
    let (ann, bob) = (world.row(ANN, id), world.row(BOB, id));
    assert_eq!(bob.moves.len(), 1, "Bob knows that Ann has moved");
    assert_eq!(bob.moves[0].action, Vec::<u8>::new(), "and not where");
    assert_ne!(ann.position, bob.position);

    world.mark(BOB, id, 1, 1).expect("he cannot know that it is taken");
    assert_eq!(world.row(ANN, id), ann, "Ann is told nothing");
    let bob = world.row(BOB, id);
    assert_eq!((bob.to_move, bob.ply), (vec![1], 2), "Bob is still on move, at a ply of his own");
    world.refused(BOB, "stale_ply", |ctx| make_move(ctx, id, 1, mark(0, 0)));
    world.refused(BOB, "cell_occupied", |ctx| make_move(ctx, id, 2, mark(1, 1)));
    world.mark(BOB, id, 0, 0).expect("a free cell");
    let ann = world.row(ANN, id);
    assert_eq!((ann.ply, ann.moves.len()), (2, 2));
    world.check_invariants();
}

#[test]
fn a_phantom_game_is_open_once_it_is_over() {
    let world = World::new();
    let id = world.play("phantom-tic-tac-toe", "", &[ANN, BOB]);
    world.marks(id, &[ANN, BOB], ANN_WINS);
    let (ann, bob) = (world.row(ANN, id), world.row(BOB, id));
    assert_eq!(ann.position, bob.position);
    assert_eq!(bob.moves.iter().map(|ply| ply.action.clone()).collect::<Vec<_>>(), {
        ANN_WINS.iter().map(|&(row, column)| mark(row, column)).collect::<Vec<_>>()
    });
}

#[test]
fn a_stranger_sees_no_game() {
    let world = World::new();
    let id = world.play(TIC_TAC_TOE, "", &[ANN, BOB]);
    world.mark(ANN, id, 0, 0).expect("a legal move");
    assert_eq!(world.games(EVE), []);
}

#[test]
fn a_stored_game_that_cannot_be_read_is_an_error_and_not_a_panic() {
    let world = World::new();
    let id = world.play(TIC_TAC_TOE, "", &[ANN, BOB]);
    let game = world.test.db.game().id().find(id).expect("the game");
    world.test.db.game().id().update(Game { state: vec![7, 7, 7], ..game });
    let timer = world.timer(id).expect("its timer");
    world.refused(ANN, "corrupt_game", |ctx| make_move(ctx, id, 0, mark(0, 0)));
    world.refused(ANN, "corrupt_game", |ctx| resign(ctx, id));
    world.pass(60 * SECOND);
    world.fire(timer).expect("a timer never fails");
}
