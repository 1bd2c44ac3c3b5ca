//! What the network takes from a turn is given back, within a quota.

use super::{ANN, BOB, EVE, SECOND, World, mark};
use crate::game::GameConfig;
use crate::lag::saw_turn;
use crate::pause::ask_pause;
use crate::play::make_move;

const MS: i64 = SECOND / 1_000;

fn left(world: &World, id: u64) -> i64 {
    let deadline = world.row(ANN, id).deadline.expect("a deadline");
    deadline.to_micros_since_unix_epoch() - world.test.clock.now().to_micros_since_unix_epoch()
}

#[test]
fn the_way_there_and_back_does_not_count() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "turn:60s", &[ANN, BOB]);
    world.pass(250 * MS);
    world.call(ANN, |ctx| saw_turn(ctx, id, 0)).expect("she is on move");
    assert_eq!(left(&world, id), 60 * SECOND);
    world.check_invariants();
    world.pass(3 * SECOND);
    world.mark(ANN, id, 0, 0).expect("a legal move");
    assert_eq!(world.row(BOB, id).moves[0].used_us, 3_000_000);
    world.check_invariants();
}

#[test]
fn it_is_measured_once_a_turn_and_for_who_is_on_move() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "turn:60s", &[ANN, BOB]);
    world.refused(BOB, "not_your_turn", |ctx| saw_turn(ctx, id, 0));
    world.refused(EVE, "not_your_game", |ctx| saw_turn(ctx, id, 0));
    world.refused(ANN, "stale_ply", |ctx| saw_turn(ctx, id, 1));
    world.pass(100 * MS);
    world.call(ANN, |ctx| saw_turn(ctx, id, 0)).expect("she is on move");
    world.pass(SECOND);
    world.refused(ANN, "already_seen", |ctx| saw_turn(ctx, id, 0));
    assert_eq!(left(&world, id), 59 * SECOND);
    world.mark(ANN, id, 0, 0).expect("a legal move");
    world.pass(100 * MS);
    world.call(BOB, |ctx| saw_turn(ctx, id, 1)).expect("he is on move");
    world.mark(BOB, id, 1, 1).expect("a legal move");
    world.pass(100 * MS);
    world.call(ANN, |ctx| saw_turn(ctx, id, 2)).expect("a turn of hers again");
    assert_eq!(left(&world, id), 60 * SECOND);
    let untimed = world.play("tic-tac-toe", "none", &[ANN, BOB]);
    world.refused(ANN, "untimed", |ctx| saw_turn(ctx, untimed, 0));
}

#[test]
fn a_client_that_dawdles_gains_two_seconds_and_then_one_a_turn() {
    let world = World::new();
    let id = world.play("gomoku-10", "absolute:10m", &[ANN, BOB]);
    let mut used = 0;
    for (turn, credit) in [(0, 2), (1, 1), (2, 1)] {
        world.pass(9 * SECOND);
        world.call(ANN, |ctx| saw_turn(ctx, id, turn * 2)).expect("she is on move");
        used += 9 - credit;
        assert_eq!(left(&world, id), (600 - used) * SECOND);
        world.mark(ANN, id, 0, turn as u8).expect("a legal move");
        world.mark(BOB, id, 9, turn as u8).expect("a legal move");
    }
}

#[test]
fn a_turn_that_has_run_out_is_not_brought_back() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "turn:60s", &[ANN, BOB]);
    world.pass(60 * SECOND);
    world.refused(ANN, "out_of_time", |ctx| saw_turn(ctx, id, 0));
    world.refused(ANN, "out_of_time", |ctx| make_move(ctx, id, 0, mark(0, 0)));
}

#[test]
fn a_near_client_changes_no_deadline() {
    let world = World::new();
    let config = GameConfig { policy: "skip:3".to_owned(), ..super::config("tic-tac-toe", "turn:60s") };
    world.call(ANN, |ctx| crate::lobby::open_game(ctx, config)).expect("open_game");
    let id = world.games(ANN)[0].id;
    world.call(BOB, |ctx| crate::lobby::join_game(ctx, id.to_string())).expect("join_game");
    let before = world.row(BOB, id);
    world.pass(9 * MS);
    world.call(ANN, |ctx| saw_turn(ctx, id, 0)).expect("she is on move");
    assert_eq!(world.row(BOB, id), before);
}

#[test]
fn in_a_pause_there_is_nothing_to_give_back() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "turn:30s", &[ANN, BOB]);
    for who in [ANN, BOB] {
        world.call(who, |ctx| ask_pause(ctx, id)).expect("agreed");
    }
    world.refused(ANN, "paused", |ctx| saw_turn(ctx, id, 0));
    world.refused(ANN, "paused", |ctx| ask_pause(ctx, id));
}
