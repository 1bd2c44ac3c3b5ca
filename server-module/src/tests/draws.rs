//! Draws by agreement, and games that hardly began.

use super::{ANN, BOB, EVE, SECOND, World};
use crate::draw::{decline_draw, offer_draw};
use crate::game::GameStatus;
use crate::play::abort_game;

fn offer(world: &World, who: &'static str, id: u64) {
    world.call(who, |ctx| offer_draw(ctx, id)).expect("an offer");
}

#[test]
fn a_draw_is_what_both_agree_on() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "turn:30s", &[ANN, BOB]);
    offer(&world, ANN, id);
    assert_eq!(world.row(BOB, id).draw_offered, [0], "the opponent sees the offer");
    world.refused(ANN, "draw_offered", |ctx| offer_draw(ctx, id));
    offer(&world, BOB, id);
    let row = world.row(ANN, id);
    assert_eq!((row.status, row.ending.as_str()), (GameStatus::Over, "agreement"));
    assert_eq!((row.winners, row.draw_offered), (vec![], vec![]));
    world.check_invariants();
    world.refused(ANN, "game_over", |ctx| offer_draw(ctx, id));
}

#[test]
fn the_opponents_next_move_declines_and_the_offerers_own_does_not() {
    let world = World::new();
    let id = world.play("gomoku-10", "", &[ANN, BOB]);
    offer(&world, ANN, id);
    world.mark(ANN, id, 0, 0).expect("a legal move");
    assert_eq!(world.row(BOB, id).draw_offered, [0]);
    world.mark(BOB, id, 9, 0).expect("a legal move");
    assert_eq!(world.row(BOB, id).draw_offered, [0u8; 0]);
    world.refused(BOB, "no_draw_offered", |ctx| decline_draw(ctx, id));
}

#[test]
fn an_offer_is_not_repeated_for_twenty_plies() {
    let world = World::new();
    let id = world.play("mnk:rows=10,columns=10,strike=10", "", &[ANN, BOB]);
    offer(&world, ANN, id);
    world.call(BOB, |ctx| decline_draw(ctx, id)).expect("declined");
    let cells: Vec<(u8, u8)> = (0..20).map(|ply| (ply / 10, ply % 10)).collect();
    for (ply, &(row, column)) in cells.iter().enumerate() {
        world.refused(ANN, "draw_too_soon", |ctx| offer_draw(ctx, id));
        assert_eq!(world.row(ANN, id).draw_again_at, 20, "at ply {ply}");
        world.mark([ANN, BOB][ply % 2], id, row, column).expect("a legal move");
    }
    // The other player's offers are their own, and accepting is always possible.
    offer(&world, ANN, id);
    offer(&world, BOB, id);
    assert_eq!(world.row(BOB, id).ending, "agreement");
}

#[test]
fn one_who_may_not_offer_yet_can_still_accept() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "", &[ANN, BOB]);
    offer(&world, ANN, id);
    world.call(ANN, |ctx| decline_draw(ctx, id)).expect("withdrawn");
    offer(&world, BOB, id);
    offer(&world, ANN, id);
    assert_eq!(world.row(BOB, id).ending, "agreement");
}

#[test]
fn of_three_players_all_must_agree() {
    let world = World::new();
    let id = world.play("mnk:rows=6,columns=6,strike=4,seats=3", "", &[ANN, BOB, EVE]);
    offer(&world, ANN, id);
    offer(&world, EVE, id);
    assert_eq!(world.row(BOB, id).status, GameStatus::Live);
    offer(&world, BOB, id);
    assert_eq!(world.row(BOB, id).ending, "agreement");
}

#[test]
fn time_that_has_run_out_comes_first() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "turn:30s", &[ANN, BOB]);
    offer(&world, ANN, id);
    world.pass(30 * SECOND);
    world.refused(BOB, "out_of_time", |ctx| offer_draw(ctx, id));
    world.refused(BOB, "out_of_time", |ctx| decline_draw(ctx, id));
    world.refused(BOB, "out_of_time", |ctx| abort_game(ctx, id));
}

#[test]
fn a_game_is_aborted_before_its_second_move_only() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "turn:30s", &[ANN, BOB]);
    world.mark(ANN, id, 1, 1).expect("a legal move");
    world.refused(EVE, "not_your_game", |ctx| abort_game(ctx, id));
    world.call(BOB, |ctx| abort_game(ctx, id)).expect("aborted");
    let row = world.row(ANN, id);
    assert_eq!((row.status, row.ending.as_str(), row.winners), (GameStatus::Over, "aborted", vec![]));
    world.check_invariants();

    let id = world.play("tic-tac-toe", "turn:30s", &[ANN, BOB]);
    world.marks(id, &[ANN, BOB], &[(1, 1), (0, 0)]);
    world.refused(ANN, "too_late_to_abort", |ctx| abort_game(ctx, id));
}

#[test]
fn a_draw_that_all_who_are_left_have_offered_is_drawn() {
    let world = World::new();
    let id = world.play("mnk:rows=6,columns=6,strike=4,seats=3", "", &[ANN, BOB, EVE]);
    offer(&world, ANN, id);
    offer(&world, BOB, id);
    world.resign(EVE, id).expect("resigned");
    let row = world.row(ANN, id);
    assert_eq!((row.status, row.ending.as_str()), (GameStatus::Over, "agreement"));
}

#[test]
fn a_try_in_vain_is_not_told_by_what_can_be_aborted() {
    let world = World::new();
    let id = world.play("phantom-tic-tac-toe", "", &[ANN, BOB]);
    world.mark(ANN, id, 1, 1).expect("a legal move");
    world.mark(BOB, id, 1, 1).expect("a try in vain");
    world.call(ANN, |ctx| abort_game(ctx, id)).expect("she knows of one move");
}
