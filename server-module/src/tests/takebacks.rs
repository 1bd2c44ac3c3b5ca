//! Moves that are taken back.

use zeitnot_rules::mnk::{Cell, Sight};

use super::{ANN, BOB, EVE, SECOND, World};
use crate::outage::start_anew;
use crate::pause::{ask_pause, resume};
use crate::play::resign;
use crate::takeback::{accept_takeback, ask_takeback, decline_takeback};

fn marks_on_the_board(world: &World, who: &'static str, id: u64) -> usize {
    let sight = Sight::decode(&world.row(who, id).position).expect("a sight");
    let cells = (0..sight.rows()).flat_map(|row| (0..sight.columns()).map(move |column| (row, column)));
    cells.filter(|&(row, column)| sight.cell(row, column) != Some(Cell::Empty)).count()
}

#[test]
fn position_and_clocks_are_what_they_were_before_the_move() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "fischer:60s+5s", &[ANN, BOB]);
    let before = world.row(ANN, id);
    world.pass(10 * SECOND);
    world.mark(ANN, id, 1, 1).expect("a legal move");
    world.pass(7 * SECOND);
    world.call(ANN, |ctx| ask_takeback(ctx, id)).expect("asked");
    assert_eq!(world.row(BOB, id).takeback_asked, Some(0), "the opponent sees it");
    world.refused(ANN, "own_request", |ctx| accept_takeback(ctx, id));
    world.call(BOB, |ctx| accept_takeback(ctx, id)).expect("accepted");

    let row = world.row(ANN, id);
    assert_eq!((row.ply, row.to_move.as_slice(), row.takeback_asked), (0, &[0u8][..], None));
    assert_eq!(row.clocks, before.clocks, "both clocks, to the microsecond");
    // The turn begins anew, with a minute on the clock.
    let now = world.test.clock.now();
    let left = row.deadline.expect("a deadline").duration_since(now).expect("to come");
    assert_eq!(left.as_secs(), 60);
    assert_eq!(marks_on_the_board(&world, BOB, id), 0);
    world.check_invariants();
    // The game goes on from there, and one clock runs.
    world.marks(id, &[ANN, BOB], &[(0, 0), (2, 2)]);
    assert_eq!(world.row(BOB, id).to_move, [0]);
}

#[test]
fn the_answer_is_taken_back_with_the_move() {
    let world = World::new();
    let id = world.play("gomoku-10", "", &[ANN, BOB]);
    world.marks(id, &[ANN, BOB], &[(0, 0), (9, 9), (0, 1), (9, 8)]);
    world.call(ANN, |ctx| ask_takeback(ctx, id)).expect("asked");
    world.call(BOB, |ctx| accept_takeback(ctx, id)).expect("accepted");
    let row = world.row(BOB, id);
    assert_eq!((row.ply, row.to_move), (2, vec![0]));
    // Of each player one move can be taken back, not the game as a whole.
    world.refused(ANN, "no_takeback", |ctx| ask_takeback(ctx, id));
    world.mark(ANN, id, 5, 5).expect("a legal move");
    world.call(ANN, |ctx| ask_takeback(ctx, id)).expect("a new last move");
}

#[test]
fn accepted_and_withdrawn_at_once_the_first_wins() {
    for accept_first in [true, false] {
        let world = World::new();
        let id = world.play("tic-tac-toe", "5+3", &[ANN, BOB]);
        world.mark(ANN, id, 1, 1).expect("a legal move");
        world.call(ANN, |ctx| ask_takeback(ctx, id)).expect("asked");
        if accept_first {
            world.call(BOB, |ctx| accept_takeback(ctx, id)).expect("accepted");
            world.refused(ANN, "no_takeback_asked", |ctx| decline_takeback(ctx, id));
            assert_eq!(world.row(BOB, id).to_move, [0]);
        } else {
            world.call(ANN, |ctx| decline_takeback(ctx, id)).expect("withdrawn");
            world.refused(BOB, "no_takeback_asked", |ctx| accept_takeback(ctx, id));
            assert_eq!(world.row(BOB, id).to_move, [1]);
        }
        // One clock runs, and one timer.
        world.check_invariants();
    }
}

#[test]
fn the_next_move_declines() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "", &[ANN, BOB]);
    world.mark(ANN, id, 1, 1).expect("a legal move");
    world.call(ANN, |ctx| ask_takeback(ctx, id)).expect("asked");
    world.refused(BOB, "takeback_asked", |ctx| ask_takeback(ctx, id));
    world.mark(BOB, id, 0, 0).expect("a legal move");
    assert_eq!(world.row(ANN, id).takeback_asked, None);
    world.refused(BOB, "no_takeback_asked", |ctx| accept_takeback(ctx, id));
}

#[test]
fn what_cannot_be_taken_back() {
    let world = World::new();
    let nothing = world.play("tic-tac-toe", "", &[ANN, BOB]);
    world.refused(ANN, "no_takeback", |ctx| ask_takeback(ctx, nothing));
    world.refused(EVE, "not_your_game", |ctx| ask_takeback(ctx, nothing));

    let hidden = world.play("phantom-tic-tac-toe", "", &[ANN, BOB]);
    world.mark(ANN, hidden, 1, 1).expect("a legal move");
    world.refused(ANN, "no_takeback", |ctx| ask_takeback(ctx, hidden));

    let three = world.play("mnk:rows=6,columns=6,strike=4,seats=3", "", &[ANN, BOB, EVE]);
    world.mark(ANN, three, 1, 1).expect("a legal move");
    world.refused(ANN, "no_takeback", |ctx| ask_takeback(ctx, three));
    world.call(EVE, |ctx| resign(ctx, three)).expect("resigned");
    world.refused(ANN, "no_takeback", |ctx| ask_takeback(ctx, three));
}

#[test]
fn nothing_is_taken_back_in_a_pause_or_after_the_time_has_run_out() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "turn:30s", &[ANN, BOB]);
    world.mark(ANN, id, 1, 1).expect("a legal move");
    world.call(ANN, |ctx| ask_takeback(ctx, id)).expect("asked");
    for who in [ANN, BOB] {
        world.call(who, |ctx| ask_pause(ctx, id)).expect("agreed");
    }
    world.refused(ANN, "paused", |ctx| ask_takeback(ctx, id));
    world.refused(BOB, "paused", |ctx| accept_takeback(ctx, id));
    world.call(ANN, |ctx| resume(ctx, id)).expect("resumed");
    world.pass(30 * SECOND);
    world.refused(ANN, "out_of_time", |ctx| ask_takeback(ctx, id));
    world.refused(BOB, "out_of_time", |ctx| accept_takeback(ctx, id));
    world.refused(BOB, "out_of_time", |ctx| decline_takeback(ctx, id));
}

/// How long the running turn may still take.
fn left(world: &World, id: u64) -> i64 {
    let deadline = world.row(ANN, id).deadline.expect("a deadline").to_micros_since_unix_epoch();
    deadline - world.test.clock.now().to_micros_since_unix_epoch()
}

#[test]
fn the_turn_is_as_long_as_it_was_whatever_was_used_or_given_back_in_it() {
    for away in [false, true] {
        let world = World::new();
        let id = world.play("tic-tac-toe", "turn:60s", &[ANN, BOB]);
        world.pass(20 * SECOND);
        if away {
            world.away(30 * SECOND);
            start_anew();
            world.beat();
        } else {
            for who in [ANN, BOB] {
                world.call(who, |ctx| ask_pause(ctx, id)).expect("agreed");
            }
            world.pass(30 * SECOND);
            world.call(ANN, |ctx| resume(ctx, id)).expect("resumed");
        }
        world.mark(ANN, id, 1, 1).expect("a legal move");
        world.call(ANN, |ctx| ask_takeback(ctx, id)).expect("asked");
        world.call(BOB, |ctx| accept_takeback(ctx, id)).expect("accepted");
        assert_eq!(left(&world, id), 60 * SECOND, "away: {away}");
    }
}

#[test]
fn nobody_is_asked_again_and_again() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "", &[ANN, BOB]);
    world.mark(ANN, id, 1, 1).expect("a legal move");
    world.call(ANN, |ctx| ask_takeback(ctx, id)).expect("asked");
    world.call(BOB, |ctx| decline_takeback(ctx, id)).expect("declined");
    world.refused(ANN, "takeback_tried", |ctx| ask_takeback(ctx, id));
    world.mark(BOB, id, 0, 0).expect("a legal move");
    world.call(ANN, |ctx| ask_takeback(ctx, id)).expect("another move has been made");
}
