//! Deadlines and the timer: a turn ends by the server's timestamps, and one timer decides once.

use super::{ANN, BOB, EVE, OWNER, SECOND, World, mark};
use crate::archive::archived_game as _;
use crate::draw::offer_draw;
use crate::game::Game;
use crate::game::{GameStatus, game as _};
use crate::play::{make_move, resign};
use crate::player::MAX_GAMES;
use crate::turn_timer::{TurnTimer, turn_timeout, turn_timer as _};
use spacetimedb::Table;

const LIMIT: i64 = 30 * SECOND;
const DAY: i64 = 24 * 60 * 60 * SECOND;

#[test]
fn whoever_does_not_move_in_time_forfeits() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "turn:30s", &[ANN, BOB]);
    world.mark(ANN, id, 0, 0).expect("a legal move");
    world.pass(LIMIT);
    world.fire(world.timer(id).expect("a timer")).expect("a timer never fails");
    for who in [ANN, BOB] {
        let row = world.row(who, id);
        assert_eq!((row.status, row.winners, row.ending.as_str()), (GameStatus::Over, vec![0], "time"));
    }
    world.check_invariants();
}

#[test]
fn the_time_of_loss_is_the_deadline_however_late_the_timer() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "turn:30s", &[ANN, BOB]);
    let deadline = world.row(ANN, id).deadline;
    world.pass(LIMIT + 7 * SECOND);
    world.fire(world.timer(id).expect("a timer")).expect("a timer never fails");
    assert_eq!(world.row(ANN, id).ended_at, deadline);
}

#[test]
fn a_game_without_a_clock_that_nobody_plays_is_void_after_thirty_days() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "none", &[ANN, BOB]);
    let slow = world.play("tic-tac-toe", "days:14", &[EVE, "zoe"]);
    world.pass(10 * DAY);
    world.sweep();
    world.mark(ANN, id, 0, 0).expect("a legal move");
    // It is Bob's turn; that something else happens is no move.
    world.pass(29 * DAY);
    world.call(ANN, |ctx| offer_draw(ctx, id)).expect("she may");
    world.pass(DAY - 1);
    world.sweep();
    assert_eq!(world.row(ANN, id).status, GameStatus::Live);
    assert_eq!(world.row(EVE, slow).status, GameStatus::Over, "its clock has ended this one");
    world.pass(1);
    world.sweep();
    for who in [ANN, BOB] {
        let row = world.row(who, id);
        assert_eq!((row.status, row.winners, row.ending.as_str()), (GameStatus::Over, vec![], "void"));
        assert_eq!(world.tally(who).map(|tally| tally.games), Some(0));
    }
    world.check_invariants();
}

#[test]
fn nothing_forestalls_a_deadline_that_has_passed() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "turn:30s", &[ANN, BOB]);
    world.pass(LIMIT);
    // Ann has lost, though the timer has not got its turn: neither may end the game another way.
    for who in [ANN, BOB] {
        world.refused(who, "out_of_time", |ctx| resign(ctx, id));
    }
    world.fire(world.timer(id).expect("a timer")).expect("a timer never fails");
    assert_eq!(world.row(BOB, id).winners, [1]);
}

#[test]
fn a_turn_whose_timer_was_lost_is_ended_by_the_sweeper() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "turn:30s", &[ANN, BOB]);
    world.test.db.turn_timer().scheduled_id().delete(id);
    world.pass(LIMIT + 10 * SECOND - 1);
    world.sweep();
    assert_eq!(world.row(ANN, id).status, GameStatus::Live, "the timer may be late still");
    world.pass(1);
    world.sweep();
    let row = world.row(ANN, id);
    assert_eq!((row.status, row.winners, row.ending.as_str()), (GameStatus::Over, vec![1], "time"));
    world.check_invariants();
}

#[test]
fn a_turn_that_uses_exactly_the_limit_has_run_out() {
    for (used, in_time) in [(LIMIT - 1, true), (LIMIT, false), (LIMIT + 1, false)] {
        let world = World::new();
        let id = world.play("tic-tac-toe", "turn:30s", &[ANN, BOB]);
        world.pass(used);
        // The timer has not fired yet: the move is late all the same.
        if in_time {
            world.mark(ANN, id, 0, 0).expect("in time");
        } else {
            world.refused(ANN, "out_of_time", |ctx| make_move(ctx, id, 0, mark(0, 0)));
        }
    }
}

#[test]
fn a_move_that_gives_more_time_leaves_the_timer_which_is_set_again_when_it_goes_off() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "turn:30s", &[ANN, BOB]);
    let first = world.timer(id).expect("a timer");
    let at = first.scheduled_at;
    world.pass(10 * SECOND);
    world.mark(ANN, id, 0, 0).expect("a legal move");
    assert_eq!(world.timer(id).expect("a timer").scheduled_at, at);
    let deadline = world.row(BOB, id).deadline.expect("Bob has a deadline");
    world.pass(20 * SECOND);
    let before = world.games(BOB);
    world.fire(first).expect("a timer never fails");
    assert_eq!(world.games(BOB), before, "nobody is told of it");
    let second = world.timer(id).expect("a timer");
    assert_eq!(second.scheduled_at, deadline.into());
    assert_eq!(world.test.db.turn_timer().count(), 1);
    world.check_invariants();

    world.pass(10 * SECOND);
    world.fire(second).expect("a timer never fails");
    let over = world.row(BOB, id);
    assert_eq!((over.winners, over.ending.as_str(), over.ended_at), (vec![0], "time", Some(deadline)));
    world.check_invariants();
}

#[test]
fn a_move_that_leaves_less_time_sets_the_timer_earlier() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "5+0", &[ANN, BOB]);
    let fire = || world.fire(world.timer(id).expect("a timer")).expect("a timer never fails");
    world.mark(ANN, id, 0, 0).expect("a legal move");
    world.pass(250 * SECOND);
    world.mark(BOB, id, 1, 1).expect("with 50 seconds left");
    world.pass(50 * SECOND);
    fire();
    let hers = world.row(ANN, id).deadline.expect("Ann has a deadline");
    assert_eq!(world.timer(id).expect("a timer").scheduled_at, hers.into());
    world.mark(ANN, id, 0, 1).expect("with 250 seconds left");
    let his = world.row(BOB, id).deadline.expect("Bob has a deadline");
    assert!(his < hers);
    assert_eq!(world.timer(id).expect("a timer").scheduled_at, his.into());
    assert_eq!(world.test.db.turn_timer().count(), 1);
    world.pass(50 * SECOND);
    fire();
    assert_eq!(world.row(BOB, id).winners, [0]);
    world.check_invariants();
}

#[test]
fn a_timer_that_is_overdue_is_taken_for_lost() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "turn:30s", &[ANN, BOB]);
    world.pass(20 * SECOND);
    world.mark(ANN, id, 0, 0).expect("a legal move");
    // It should have gone off in between: the engine has lost its entry.
    world.pass(20 * SECOND);
    world.mark(BOB, id, 1, 1).expect("a legal move");
    let deadline = world.row(ANN, id).deadline.expect("Ann has a deadline");
    assert_eq!(world.timer(id).expect("a timer").scheduled_at, deadline.into());
}

/// The engine's queue goes by a clock that is never set. It stamps the call of a timer that was set before the step with
/// the moment it was set for, which is ahead of the clock then, and counts from that stamp when it is set again.
#[test]
fn after_a_clock_was_set_back_timers_are_set_anew() {
    for by_a_move in [true, false] {
        let world = World::new();
        let id = world.play("tic-tac-toe", "fischer:60s+5s", &[ANN, BOB]);
        world.pass(20 * SECOND);
        world.mark(ANN, id, 0, 0).expect("a legal move");
        let before = world.timer(id).expect("a timer").scheduled_at;
        assert_ne!(before, world.row(BOB, id).deadline.expect("Bob has a deadline").into());
        world.away(-1_500_000);
        if by_a_move {
            world.mark(BOB, id, 1, 1).expect("a legal move");
        } else {
            // The first beat takes note, the next one sees to the games.
            world.beat();
            world.beat();
        }
        let deadline = world.row(ANN, id).deadline.expect("somebody is on move");
        assert_eq!(world.timer(id).expect("a timer").scheduled_at, deadline.into());
        world.check_invariants();
    }
}

/// As it is after a machine has slept: the queue's clock has not gone on.
#[test]
fn after_a_clock_has_jumped_ahead_timers_are_set_anew() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "fischer:60s+5s", &[ANN, BOB]);
    world.pass(20 * SECOND);
    world.mark(ANN, id, 0, 0).expect("a legal move");
    world.away(15 * SECOND);
    world.beat();
    world.beat();
    let deadline = world.row(BOB, id).deadline.expect("Bob has a deadline");
    assert_eq!(world.timer(id).expect("a timer").scheduled_at, deadline.into());
    world.check_invariants();
}

#[test]
fn a_timer_that_another_has_taken_the_place_of_has_no_say() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "turn:30s", &[ANN, BOB]);
    let first = world.timer(id).expect("a timer");
    let again = TurnTimer { scheduled_id: id, scheduled_at: first.scheduled_at };
    world.pass(10 * SECOND);
    world.mark(ANN, id, 0, 0).expect("a legal move");
    world.pass(20 * SECOND);
    world.fire(first).expect("a timer never fails");
    world.pass(25 * SECOND);
    let before = world.everything();
    world.fire(again).expect("a timer never fails");
    assert_eq!(world.everything(), before);
}

#[test]
fn a_timer_of_a_game_that_is_over_or_gone_does_nothing() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "turn:30s", &[ANN, BOB]);
    let timer = || TurnTimer { scheduled_id: id, scheduled_at: world.test.clock.now().into() };
    world.resign(ANN, id).expect("her own game");
    world.pass(LIMIT);
    let before = world.everything();
    world.fire(timer()).expect("a timer never fails");
    world.fire(TurnTimer { scheduled_id: 999, ..timer() }).expect("a timer never fails");
    assert_eq!(world.everything(), before);
}

#[test]
fn a_timeout_delivered_twice_decides_once() {
    let world = World::new();
    let id = world.play("mnk:rows=4,columns=4,strike=4,seats=3", "turn:30s", &[ANN, BOB, EVE]);
    let timer = world.timer(id).expect("a timer");
    let again = TurnTimer { scheduled_id: id, scheduled_at: timer.scheduled_at };
    world.pass(LIMIT);
    world.fire(timer).expect("a timer never fails");
    let once = world.row(BOB, id);
    assert_eq!(
        (once.status, once.to_move.clone()),
        (GameStatus::Live, vec![1]),
        "Ann is out, the others go on"
    );
    assert!(once.players[0].out);
    world.fire(again).expect("a timer never fails");
    assert_eq!(world.row(BOB, id), once, "Bob does not lose Ann's time");
    world.check_invariants();

    world.pass(LIMIT);
    world.fire(world.timer(id).expect("a timer")).expect("a timer never fails");
    let row = world.row(ANN, id);
    assert_eq!((row.status, row.winners, row.ending.as_str()), (GameStatus::Over, vec![2], "time"));
    world.check_invariants();
}

#[test]
fn a_timer_that_comes_early_is_set_again() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "turn:30s", &[ANN, BOB]);
    let timer = world.timer(id).expect("a timer");
    let at = timer.scheduled_at;
    world.pass(LIMIT - 1);
    world.fire(timer).expect("a timer never fails");
    assert_eq!(world.row(ANN, id).status, GameStatus::Live);
    assert_eq!(world.timer(id).expect("a timer").scheduled_at, at);
    world.check_invariants();
}

#[test]
fn a_clock_set_back_costs_nobody_time() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "turn:30s", &[ANN, BOB]);
    world.pass(-60 * SECOND);
    world.mark(ANN, id, 0, 0).expect("a legal move");
    assert_eq!(world.row(ANN, id).moves[0].used_us, 0);
    world.check_invariants();
}

#[test]
fn a_failed_try_of_a_phantom_game_does_not_restart_the_turn() {
    let world = World::new();
    let id = world.play("phantom-tic-tac-toe", "turn:30s", &[ANN, BOB]);
    world.mark(ANN, id, 1, 1).expect("a legal move");
    let deadline = world.row(BOB, id).deadline;
    world.pass(20 * SECOND);
    world.mark(BOB, id, 1, 1).expect("he cannot know that it is taken");
    assert_eq!(world.row(BOB, id).deadline, deadline);
    world.pass(10 * SECOND);
    world.refused(BOB, "out_of_time", |ctx| make_move(ctx, id, 2, mark(0, 0)));
    world.fire(world.timer(id).expect("a timer")).expect("a timer never fails");
    assert_eq!(world.row(ANN, id).winners, [0]);
}

#[test]
fn a_game_without_a_limit_has_no_timer() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "none", &[ANN, BOB]);
    assert!(world.timer(id).is_none());
    world.pass(400 * 24 * 60 * 60 * SECOND);
    world.mark(ANN, id, 0, 0).expect("there is no limit");
    assert_eq!(world.row(ANN, id).deadline, None);
    world.check_invariants();
}

#[test]
fn a_client_cannot_fire_timers() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "turn:30s", &[ANN, BOB]);
    world.pass(LIMIT);
    for who in [ANN, BOB, EVE, OWNER] {
        let timer = world.timer(id).expect("a timer");
        world.refused(who, "not_allowed", |ctx| turn_timeout(ctx, timer));
        world.refused(who, "not_allowed", |ctx| {
            let timer = crate::outage::BeatTimer { scheduled_id: 1, scheduled_at: ctx.timestamp.into() };
            crate::outage::beat(ctx, timer)
        });
        world.refused(who, "not_allowed", |ctx| {
            let timer = crate::sweep::SweepTimer { scheduled_id: 1, scheduled_at: ctx.timestamp.into() };
            crate::sweep::sweep(ctx, timer)
        });
    }
}

#[test]
fn whatever_is_left_of_the_turn_after_a_restart_is_left() {
    // The rows are all there is: nothing about the turn is kept in memory.
    let world = World::new();
    let id = world.play("tic-tac-toe", "turn:30s", &[ANN, BOB]);
    let Game { state, clock, .. } = world.test.db.game().id().find(id).expect("the game");
    assert!(!state.is_empty() && !clock.is_empty());
    world.pass(LIMIT - 1);
    world.mark(ANN, id, 0, 0).expect("in time");
    assert_eq!(world.row(ANN, id).moves[0].used_us, (LIMIT - 1) as u64);
}

#[test]
fn all_turns_of_a_simultaneous_player_may_end_in_the_same_microsecond() {
    let world = World::new();
    let games: Vec<u64> =
        (0..MAX_GAMES).map(|_| world.play("tic-tac-toe", "turn:30s", &[ANN, BOB])).collect();
    // Bob answers half of them at the last moment.
    world.pass(LIMIT - 1);
    let (moved, missed): (Vec<u64>, Vec<u64>) = games.iter().partition(|&&id| id % 2 == 0);
    for &id in &moved {
        world.mark(ANN, id, 0, 0).expect("in time");
    }
    world.pass(1);
    for &id in games.iter().rev() {
        let timer = world.timer(id).expect("a timer");
        // The engine would not fire a timer that was replaced; even if it did, it would decide nothing.
        world.fire(timer).expect("a timer never fails");
    }
    for id in moved {
        assert_eq!(world.row(ANN, id).status, GameStatus::Live);
    }
    let db = &world.test.db;
    for id in missed {
        let recent = db.game().id().find(id).map(|game| game.winners);
        let winners = recent.or_else(|| db.archived_game().id().find(id).map(|game| game.winners));
        assert_eq!(winners, Some(vec![1]));
    }
    world.check_invariants();
}
