//! Nobody loses on time to an outage.

use zeitnot_rules::clock::Micros;

use super::{ANN, BOB, EVE, SECOND, World, mark};
use crate::game::{Game, GameStatus, game as _};
use crate::outage::{GRACE, credit, heartbeat as _, outage as _, start_anew};
use crate::play::make_move;
use crate::turn_timer::turn_timer as _;
use spacetimedb::{ScheduleAt, Table, TimeDuration, Timestamp};

const LIMIT: i64 = 60 * SECOND;
const GRACE_US: i64 = GRACE.as_micros() as i64;

/// A game whose opener has 60 seconds a turn and has used ten of them.
fn ten_seconds_in(world: &World) -> u64 {
    let id = world.play("tic-tac-toe", "turn:60s", &[ANN, BOB]);
    world.pass(10 * SECOND);
    id
}

fn left(world: &World, id: u64) -> i64 {
    let deadline = world.row(ANN, id).deadline.expect("a deadline");
    deadline.to_micros_since_unix_epoch() - world.test.clock.now().to_micros_since_unix_epoch()
}

#[test]
fn the_time_away_comes_back_with_a_grace_and_no_more_than_the_limit() {
    // Used before, away; what is left afterwards.
    for (used, away, wanted) in
        [(10, 5, 60), (30, 5, 30 + 20), (30, 600, 30 + 20), (55, 600, 5 + 20), (39, 3, 21 + 20), (0, 600, 60)]
    {
        let world = World::new();
        let id = world.play("tic-tac-toe", "turn:60s", &[ANN, BOB]);
        world.pass(used * SECOND);
        world.away(away * SECOND);
        start_anew();
        world.beat();
        assert_eq!(left(&world, id), wanted * SECOND, "used {used} s, away {away} s");
        world.check_invariants();
    }
}

#[test]
fn a_server_that_stood_still_gives_back_the_time_and_no_more_grace_than_it_stood() {
    // Whoever can make it stand for a moment, by load, gains no more than that moment.
    for (used, stood, wanted) in [(30, 3, 30 + 3), (30, 10, 30 + 10), (30, 600, 30 + 20), (58, 3, 2 + 3)] {
        let world = World::new();
        let id = world.play("tic-tac-toe", "turn:60s", &[ANN, BOB]);
        world.pass(used * SECOND);
        world.away(stood * SECOND);
        world.beat();
        assert_eq!(left(&world, id), wanted * SECOND, "used {used} s, stood for {stood} s");
        world.check_invariants();
    }
}

#[test]
fn no_timer_forfeits_anyone_before_the_outage_is_seen_whatever_comes_first() {
    // After the outage the deadline has long passed. First comes the timer, the move, the sweeper, or the
    // heart.
    let world = || {
        let world = World::new();
        let id = ten_seconds_in(&world);
        world.away(3_600 * SECOND);
        (world, id)
    };
    let alive = |world: &World, id: u64| {
        assert_eq!(world.row(ANN, id).status, GameStatus::Live);
        assert_eq!(
            left(world, id),
            LIMIT,
            "fifty seconds were left, and twenty are on top, and sixty is the limit"
        );
        world.check_invariants();
    };
    let (timer_first, id) = world();
    timer_first.fire(timer_first.timer(id).expect("a timer")).expect("a timer never fails");
    alive(&timer_first, id);

    let (sweeper_first, id) = world();
    sweeper_first.sweep();
    alive(&sweeper_first, id);

    let (heart_first, id) = world();
    heart_first.beat();
    alive(&heart_first, id);
    heart_first.fire(heart_first.timer(id).expect("a timer")).expect("a timer never fails");
    alive(&heart_first, id);

    let (move_first, id) = world();
    move_first.mark(ANN, id, 0, 0).expect("her time has not run out");
    assert_eq!(move_first.row(BOB, id).moves[0].used_us, 0, "what she had used is within the grace");
    move_first.check_invariants();
}

#[test]
fn all_overdue_games_are_spared_in_any_order() {
    let world = World::new();
    let ids: Vec<u64> = (0..6).map(|_| world.play("tic-tac-toe", "turn:60s", &[ANN, BOB])).collect();
    world.pass(30 * SECOND);
    world.away(300 * SECOND);
    for &id in [3, 0, 5, 1].map(|at| &ids[at]) {
        world.fire(world.timer(id).expect("a timer")).expect("a timer never fails");
    }
    world.beat();
    for id in ids {
        assert_eq!(left(&world, id), 30 * SECOND + GRACE_US);
    }
    assert_eq!(world.test.db.outage().count(), 1);
    world.check_invariants();
}

#[test]
fn who_had_run_out_before_the_outage_has_lost_all_the_same() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "turn:60s", &[ANN, BOB]);
    // The heart beats once more after the deadline, and the server is gone before the timer gets its turn.
    world.pass(LIMIT);
    world.away(600 * SECOND);
    world.fire(world.timer(id).expect("a timer")).expect("a timer never fails");
    let row = world.row(ANN, id);
    assert_eq!((row.status, row.winners, row.ending.as_str()), (GameStatus::Over, vec![1], "time"));
}

#[test]
fn restarts_in_a_row_are_each_made_good() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "turn:60s", &[ANN, BOB]);
    world.pass(50 * SECOND);
    world.away(100 * SECOND);
    world.beat();
    assert_eq!(left(&world, id), 30 * SECOND);
    // Away again before anything has happened to the game.
    world.pass(25 * SECOND);
    world.away(100 * SECOND);
    world.beat();
    assert_eq!(left(&world, id), 25 * SECOND);
    // And twice without a beat reaching the game in between: both are on the record.
    world.pass(20 * SECOND);
    world.away(50 * SECOND);
    world
        .call(EVE, |ctx| {
            crate::outage::notice(ctx);
            Ok(())
        })
        .expect("noticed");
    world.pass(5 * SECOND);
    world.away(50 * SECOND);
    world.fire(world.timer(id).expect("a timer")).expect("a timer never fails");
    assert_eq!(left(&world, id), 40 * SECOND, "5 + 20, less 5, and 20 again");
    world.check_invariants();
}

#[test]
fn a_restart_too_short_for_the_heart_to_notice_is_noticed_all_the_same() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "turn:60s", &[ANN, BOB]);
    world.pass(LIMIT - SECOND / 2);
    world.away(SECOND);
    start_anew();
    world.fire(world.timer(id).expect("a timer")).expect("a timer never fails");
    assert_eq!(left(&world, id), SECOND / 2 + GRACE_US);
    world.beat();
    world.away(SECOND);
    world.beat();
    let heart = world.test.db.heartbeat().id().find(0).expect("the heartbeat");
    assert_eq!(heart.outages, 1, "it has come up once");
}

#[test]
fn a_heart_that_beats_late_under_load_is_no_outage() {
    let world = World::new();
    let id = ten_seconds_in(&world);
    world.away(2 * SECOND);
    world.beat();
    assert_eq!(left(&world, id), LIMIT - 12 * SECOND);
    assert_eq!(world.test.db.outage().count(), 0);
}

#[test]
fn turns_that_begin_after_an_outage_are_not_credited_with_it() {
    let world = World::new();
    let id = ten_seconds_in(&world);
    world.away(100 * SECOND);
    world.mark(ANN, id, 0, 0).expect("her time has not run out");
    world.beat();
    assert_eq!(left(&world, id), LIMIT);
    world.pass(LIMIT);
    world.fire(world.timer(id).expect("a timer")).expect("a timer never fails");
    assert_eq!(world.row(ANN, id).winners, [0]);
}

#[test]
fn a_refused_call_does_not_swallow_an_outage() {
    let world = World::new();
    let id = ten_seconds_in(&world);
    world.away(100 * SECOND);
    world.refused(BOB, "not_your_turn", |ctx| make_move(ctx, id, 0, mark(0, 0)));
    world.fire(world.timer(id).expect("a timer")).expect("a timer never fails");
    assert_eq!(world.row(ANN, id).status, GameStatus::Live);
}

#[test]
fn a_paused_and_an_untimed_game_are_left_alone() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "none", &[ANN, BOB]);
    let before = world.test.db.game().id().find(id).map(|game| game.clock);
    world.away(100 * SECOND);
    world.beat();
    assert_eq!(world.test.db.game().id().find(id).map(|game| game.clock), before);
}

#[test]
fn more_games_than_one_beat_takes_are_credited_by_the_next_ones() {
    let world = World::new();
    let players: Vec<&'static str> = vec!["p0", "p1", "p2", "p3", "p4", "p5"];
    for pair in players.chunks(2) {
        for _ in 0..45 {
            world.play("tic-tac-toe", "turn:60s", &[pair[0], pair[1]]);
            // Not all into one share of the games.
            world.pass(1);
        }
    }
    world.pass(30 * SECOND);
    world.away(30 * SECOND);
    let credited = |world: &World| {
        let limit = world.test.clock.now() + TimeDuration::from_micros(30 * SECOND);
        world.test.db.turn_timer().iter().filter(|timer| late(timer.scheduled_at, limit)).count()
    };
    world.beat();
    assert_eq!(credited(&world), 100);
    world.beat();
    assert_eq!(credited(&world), 135);
}

#[test]
fn a_game_that_cannot_be_read_holds_up_no_other() {
    let world = World::new();
    let (broken, sound) = (ten_seconds_in(&world), ten_seconds_in(&world));
    let game = world.test.db.game().id().find(broken).expect("the game");
    world.test.db.game().id().update(Game { clock: vec![255], ..game });
    world.away(60 * SECOND);
    world.beat();
    assert_eq!(left(&world, sound), LIMIT);
    world.pass(100 * SECOND);
    world.sweep();
    assert_eq!(world.row(ANN, broken).status, GameStatus::Live, "it waits for somebody to look at it");
    assert_eq!(world.row(ANN, sound).status, GameStatus::Over, "and the other one's turn has ended");
}

#[test]
fn what_an_outage_is_worth() {
    const S: Micros = 1_000_000;
    // From, until, turn started, deadline, allowance; the credit.
    for (from, until, started, deadline, allowance, wanted) in [
        // Away for ten seconds of sixty, with thirty left at their beginning.
        (30, 40, 0, 60, 60, 30),
        // Only the grace that fits: 55 of 60 are left.
        (5, 15, 0, 60, 60, 15),
        // The turn began while the server was about to go.
        (30, 40, 35, 95, 60, 5),
        // It began afterwards, or had run out before.
        (30, 40, 40, 100, 60, 0),
        (30, 40, 0, 30, 30, 0),
        (30, 40, 0, 20, 20, 0),
        // A turn shorter than the grace.
        (1, 100, 0, 5, 5, 100),
    ] {
        assert_eq!(
            credit((from * S, until * S), GRACE_US, started * S, deadline * S, allowance * S),
            wanted * S,
            "{from} to {until}, turn from {started} to {deadline} of {allowance}"
        );
    }
}

fn late(timer: ScheduleAt, limit: Timestamp) -> bool {
    matches!(timer, ScheduleAt::Time(at) if at > limit)
}
