//! Moves made in advance.

use super::{ANN, BOB, EVE, SECOND, World, mark};
use crate::game::GameStatus;
use crate::pause::{ask_pause, resume};
use crate::premove::{cancel_premove, premove};

fn decide(world: &World, who: &'static str, id: u64, row: u8, column: u8) {
    let ply = world.row(who, id).ply;
    world.call(who, |ctx| premove(ctx, id, ply, mark(row, column))).expect("a premove");
}

#[test]
fn a_premove_is_played_when_the_turn_comes_and_uses_no_time() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "5+0", &[ANN, BOB]);
    decide(&world, BOB, id, 0, 0);
    assert_eq!(world.row(BOB, id).premove, mark(0, 0), "each device of Bob's reads this row");
    assert_eq!(world.row(ANN, id).premove, [0u8; 0], "and Ann's says nothing of it");
    world.pass(4 * SECOND);
    world.mark(ANN, id, 1, 1).expect("a legal move");
    let row = world.row(BOB, id);
    assert_eq!((row.ply, row.to_move.as_slice(), row.premove.as_slice()), (2, &[0u8][..], &[][..]));
    assert_eq!((row.moves[1].action.as_slice(), row.moves[1].used_us), (mark(0, 0).as_slice(), 0));
    world.check_invariants();
}

#[test]
fn the_opponent_is_not_told_that_there_is_one() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "5+0", &[ANN, BOB]);
    let before = world.row(ANN, id);
    decide(&world, BOB, id, 0, 0);
    assert_eq!(world.row(ANN, id), before);
}

#[test]
fn one_that_is_illegal_by_then_is_forgotten() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "5+0", &[ANN, BOB]);
    decide(&world, BOB, id, 1, 1);
    world.mark(ANN, id, 1, 1).expect("a legal move");
    let row = world.row(BOB, id);
    assert_eq!((row.ply, row.to_move.as_slice(), row.premove.as_slice()), (1, &[1u8][..], &[][..]));
}

#[test]
fn a_second_one_replaces_the_first_and_it_can_be_taken_back() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "5+0", &[ANN, BOB]);
    decide(&world, BOB, id, 0, 0);
    decide(&world, BOB, id, 0, 1);
    assert_eq!(world.row(BOB, id).premove, mark(0, 1));
    world.call(BOB, |ctx| cancel_premove(ctx, id)).expect("taken back");
    world.refused(BOB, "no_premove", |ctx| cancel_premove(ctx, id));
    world.mark(ANN, id, 1, 1).expect("a legal move");
    assert_eq!(world.row(BOB, id).ply, 1);
}

#[test]
fn nothing_that_waits_behind_the_winning_move_is_played() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "5+0", &[ANN, BOB]);
    world.marks(id, &[ANN, BOB], &[(0, 0), (1, 0), (0, 1), (1, 1)]);
    // Bob would win with this if it were still his turn.
    decide(&world, BOB, id, 1, 2);
    world.mark(ANN, id, 0, 2).expect("the winning move");
    let row = world.row(BOB, id);
    assert_eq!((row.status, row.winners, row.ply), (GameStatus::Over, vec![0], 5));
    assert_eq!(row.premove, [0u8; 0]);
    world.refused(BOB, "game_over", |ctx| premove(ctx, id, 5, mark(1, 2)));
}

#[test]
fn refusals() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "5+0", &[ANN, BOB]);
    world.refused(ANN, "your_turn", |ctx| premove(ctx, id, 0, mark(0, 0)));
    world.refused(BOB, "stale_ply", |ctx| premove(ctx, id, 1, mark(0, 0)));
    world.refused(BOB, "bad_action", |ctx| premove(ctx, id, 0, vec![9, 9]));
    world.refused(BOB, "bad_action", |ctx| premove(ctx, id, 0, vec![1; 65]));
    world.refused(BOB, "no_such_game", |ctx| premove(ctx, 99, 0, mark(0, 0)));
}

#[test]
fn nothing_is_decided_after_the_time_has_run_out() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "turn:30s", &[ANN, BOB]);
    decide(&world, BOB, id, 0, 0);
    world.pass(30 * SECOND);
    world.refused(BOB, "out_of_time", |ctx| premove(ctx, id, 0, mark(0, 1)));
    world.refused(BOB, "out_of_time", |ctx| cancel_premove(ctx, id));
}

#[test]
fn the_move_that_ends_the_game_is_what_ended_it() {
    let world = World::new();
    let three = "mnk:rows=4,columns=4,strike=3,seats=3";
    let id = world.play(three, "5+0", &[ANN, BOB, EVE]);
    world.marks(id, &[ANN, BOB, EVE], &[(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (3, 3)]);
    decide(&world, BOB, id, 1, 2);
    world.resign(ANN, id).expect("resigned, on move");
    let row = world.row(EVE, id);
    assert_eq!((row.status, row.winners, row.ending.as_str()), (GameStatus::Over, vec![1], "line"));
}

#[test]
fn what_waits_while_the_clocks_stand_is_played_when_they_go_on() {
    let world = World::new();
    let three = "mnk:rows=4,columns=4,strike=3,seats=3";
    let id = world.play(three, "5+0", &[ANN, BOB, EVE]);
    decide(&world, BOB, id, 1, 1);
    for who in [ANN, BOB, EVE] {
        world.call(who, |ctx| ask_pause(ctx, id)).expect("agreed");
    }
    world.resign(ANN, id).expect("resigned, on move");
    assert_eq!(world.row(BOB, id).premove, mark(1, 1));
    world.call(BOB, |ctx| resume(ctx, id)).expect("resumed");
    let row = world.row(BOB, id);
    assert_eq!((row.premove.len(), row.to_move), (0, vec![2]));
}
