//! Pauses, presents of time, and days off.

use super::{ANN, BOB, EVE, OWNER, SECOND, World, mark};
use crate::extra_time::{end_time_off, give_time, take_time_off};
use crate::game::GameStatus;
use crate::pause::{ask_pause, pause_game, resume, resume_game};
use crate::play::make_move;
use crate::turn_timer::turn_timer as _;
use spacetimedb::{Table, TimeDuration};

const DAY: i64 = 24 * 60 * 60 * SECOND;

fn pause(world: &World, id: u64) {
    for who in [ANN, BOB] {
        world.call(who, |ctx| ask_pause(ctx, id)).expect("a running game");
    }
}

fn left(world: &World, id: u64) -> i64 {
    let deadline = world.row(ANN, id).deadline.expect("a deadline");
    deadline.to_micros_since_unix_epoch() - world.test.clock.now().to_micros_since_unix_epoch()
}

#[test]
fn both_agree_to_a_pause_and_the_time_left_is_kept_to_the_microsecond() {
    // A limit a turn, too: a pause over the weekend refills nothing.
    for time in [
        "turn:60s",
        "absolute:60s",
        "byoyomi:60s+3x30s",
        "canadian:60s+3/30s",
        "fischer:60s+5s",
        "bank:60s+1h",
    ] {
        let world = World::new();
        let id = world.play("tic-tac-toe", time, &[ANN, BOB]);
        world.pass(10 * SECOND + 1);
        let before = left(&world, id);
        world.call(BOB, |ctx| ask_pause(ctx, id)).expect("a running game");
        assert_eq!(world.row(ANN, id).pause_asked, [1]);
        assert_eq!(left(&world, id), before, "one alone stops no clock");
        world.call(ANN, |ctx| ask_pause(ctx, id)).expect("she agrees");
        let row = world.row(ANN, id);
        assert_eq!(
            (row.deadline, row.paused_at, row.pause_asked),
            (None, Some(world.test.clock.now()), vec![])
        );
        assert_eq!(world.test.db.turn_timer().count(), 0, "a paused game has no timer");
        world.check_paused(id);

        world.pass(3 * DAY);
        world.beat();
        world.sweep();
        world.refused(ANN, "paused", |ctx| make_move(ctx, id, 0, mark(0, 0)));
        world.call(BOB, |ctx| resume(ctx, id)).expect("any player may");
        assert_eq!(left(&world, id), before, "{time}");
        world.check_invariants();
        world.mark(ANN, id, 0, 0).expect("a legal move");
        assert_eq!(world.row(BOB, id).moves[0].used_us, 10_000_001);
    }
}

#[test]
fn a_move_takes_requests_back() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "", &[ANN, BOB]);
    world.call(BOB, |ctx| ask_pause(ctx, id)).expect("a running game");
    world.mark(ANN, id, 0, 0).expect("a legal move");
    world.call(ANN, |ctx| ask_pause(ctx, id)).expect("a running game");
    assert_eq!(world.row(ANN, id).paused_at, None, "Bob's request was for the turn before");
}

#[test]
fn a_pause_that_all_who_are_left_have_asked_for_begins() {
    let world = World::new();
    let id = world.play("mnk:rows=5,columns=5,strike=4,seats=3", "turn:60s", &[ANN, BOB, EVE]);
    for who in [ANN, BOB] {
        world.call(who, |ctx| ask_pause(ctx, id)).expect("a running game");
    }
    world.resign(EVE, id).expect("her own game");
    world.check_paused(id);
}

#[test]
fn a_failed_try_of_a_phantom_game_takes_no_request_back() {
    let world = World::new();
    let id = world.play("phantom-tic-tac-toe", "turn:60s", &[ANN, BOB]);
    world.mark(ANN, id, 1, 1).expect("a legal move");
    world.call(ANN, |ctx| ask_pause(ctx, id)).expect("a running game");
    let before = world.row(ANN, id);
    world.mark(BOB, id, 1, 1).expect("he cannot know that it is taken");
    assert_eq!(world.row(ANN, id), before, "or Ann would know of it");
}

#[test]
fn a_turn_that_ran_out_before_the_pause_stays_run_out() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "turn:60s", &[ANN, BOB]);
    world.call(BOB, |ctx| ask_pause(ctx, id)).expect("a running game");
    world.pass(60 * SECOND);
    world.refused(ANN, "out_of_time", |ctx| ask_pause(ctx, id));
    world.refused(OWNER, "out_of_time", |ctx| pause_game(ctx, id));
    world.refused(BOB, "out_of_time", |ctx| give_time(ctx, id, 0));
}

#[test]
fn the_operator_pauses_and_resumes_any_game() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "turn:60s", &[ANN, BOB]);
    for who in [ANN, EVE] {
        world.refused(who, "not_allowed", |ctx| pause_game(ctx, id));
        world.refused(who, "not_allowed", |ctx| resume_game(ctx, id));
    }
    world.call(OWNER, |ctx| pause_game(ctx, id)).expect("the owner may");
    world.check_paused(id);
    world.refused(OWNER, "paused", |ctx| pause_game(ctx, id));
    world.call(OWNER, |ctx| resume_game(ctx, id)).expect("the owner may");
    world.refused(OWNER, "not_paused", |ctx| resume_game(ctx, id));
    world.check_invariants();
}

#[test]
fn a_pause_ends_by_itself_in_the_end() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "turn:60s", &[ANN, BOB]);
    pause(&world, id);
    world.pass(30 * DAY - 1);
    world.sweep();
    world.check_paused(id);
    world.pass(1);
    world.sweep();
    assert_eq!(world.row(ANN, id).paused_at, None);
    assert_eq!(left(&world, id), 60 * SECOND);
    world.check_invariants();
}

#[test]
fn a_paused_game_can_be_resigned() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "turn:60s", &[ANN, BOB]);
    pause(&world, id);
    world.resign(ANN, id).expect("her own game");
    let row = world.row(BOB, id);
    assert_eq!((row.status, row.paused_at, row.winners), (GameStatus::Over, None, vec![1]));
    world.check_invariants();
}

#[test]
fn moves_made_in_a_pause_of_a_correspondence_game_count() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "days:3", &[ANN, BOB]);
    pause(&world, id);
    world.mark(ANN, id, 0, 0).expect("by correspondence, moves go on");
    let row = world.row(BOB, id);
    assert_eq!((row.ply, row.to_move, row.deadline), (1, vec![1], None));
    world.check_paused(id);
    world.call(ANN, |ctx| resume(ctx, id)).expect("any player may");
    assert_eq!(left(&world, id), 3 * DAY);
}

#[test]
fn a_player_gives_the_other_fifteen_seconds_within_bounds() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "absolute:60s", &[ANN, BOB]);
    world.pass(10 * SECOND);
    world.call(BOB, |ctx| give_time(ctx, id, 0)).expect("a running game");
    assert_eq!(left(&world, id), 65 * SECOND);
    for _ in 0..3 {
        world.call(BOB, |ctx| give_time(ctx, id, 0)).expect("a running game");
    }
    world.refused(BOB, "no_more_time", |ctx| give_time(ctx, id, 0));
    assert_eq!(left(&world, id), 110 * SECOND);
    world.check_invariants();
    world.refused(BOB, "own_seat", |ctx| give_time(ctx, id, 1));
    world.refused(BOB, "no_such_seat", |ctx| give_time(ctx, id, 2));
    world.refused(BOB, "no_such_seat", |ctx| give_time(ctx, id, 200));
    world.refused(EVE, "not_your_game", |ctx| give_time(ctx, id, 0));
    let untimed = world.play("tic-tac-toe", "none", &[ANN, BOB]);
    world.refused(BOB, "untimed", |ctx| give_time(ctx, untimed, 0));
    world.refused(BOB, "untimed", |ctx| ask_pause(ctx, untimed));
    world.refused(OWNER, "untimed", |ctx| pause_game(ctx, untimed));
    world.refused(BOB, "not_paused", |ctx| resume(ctx, untimed));
}

#[test]
fn a_deadline_of_the_opponent_that_has_passed_comes_before_days_off() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "days:1", &[ANN, BOB]);
    world.pass(DAY);
    world.refused(BOB, "out_of_time", |ctx| take_time_off(ctx, id, ctx.timestamp, 1));
}

#[test]
fn days_off_stop_the_clock_of_who_takes_them() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "days:3", &[ANN, BOB]);
    world.pass(DAY);
    let now = world.test.clock.now();
    world.call(ANN, |ctx| take_time_off(ctx, id, now, 10)).expect("she has the days");
    assert_eq!(left(&world, id), 12 * DAY);
    let off = &world.row(BOB, id).time_off[0];
    assert_eq!((off.seat, off.from, off.until), (0, now, now + TimeDuration::from_micros(10 * DAY)));
    world.check_invariants();
    world.pass(4 * DAY);
    world.call(ANN, |ctx| end_time_off(ctx, id)).expect("she is back");
    assert_eq!(left(&world, id), 2 * DAY);
    let before = now - TimeDuration::from_micros(DAY);
    world.call(ANN, |ctx| take_time_off(ctx, id, before, 1)).expect("that is from now on");
    assert_eq!(left(&world, id), 3 * DAY);
    world.call(ANN, |ctx| end_time_off(ctx, id)).expect("she is back");
    world.refused(ANN, "bad_vacation", |ctx| take_time_off(ctx, id, ctx.timestamp, 0));
    world.refused(ANN, "bad_vacation", |ctx| take_time_off(ctx, id, ctx.timestamp, 1_000));
    let fast = world.play("tic-tac-toe", "", &[ANN, BOB]);
    world.refused(ANN, "bad_vacation", |ctx| take_time_off(ctx, fast, ctx.timestamp, 1));
    world.refused(EVE, "not_your_game", |ctx| take_time_off(ctx, id, ctx.timestamp, 1));
    let due = world.row(ANN, id).deadline.expect("a deadline").duration_since(world.test.clock.now());
    world.pass(due.expect("to come").as_micros() as i64);
    world.refused(ANN, "out_of_time", |ctx| take_time_off(ctx, id, ctx.timestamp, 1));
}
