//! Players who go away, and what the others may do then.

use super::{ANN, BOB, EVE, OWNER, SECOND, Who, World, config};
use crate::absence::claim;
use crate::game::{GameConfig, GameStatus, game as _};
use crate::lobby::{join_game, open_game};
use crate::moderation::ban_player;
use crate::pause::{ask_pause, pause_game, resume, resume_game};
use crate::play::make_move;
use crate::presence::{connected, connection as _, disconnected, say_goodbye};
use crate::refusal::Outcome;
use spacetimedb::{ReducerContext, Table as _};

fn play_leaving(world: &World, leaving: &str, time: &str, players: &[Who]) -> u64 {
    for who in players {
        world.connect(who);
    }
    let config = GameConfig { leaving: leaving.to_owned(), ..config("tic-tac-toe", time) };
    world.call(players[0], |ctx| open_game(ctx, config)).expect("open_game");
    let id = world.games(players[0])[0].id;
    for who in &players[1..] {
        world.call(who, |ctx| join_game(ctx, id.to_string())).expect("join_game");
    }
    id
}

fn online(world: &World, who: Who, id: u64) -> Vec<bool> {
    world.row(who, id).players.iter().map(|party| party.online).collect()
}

#[test]
fn a_player_is_there_while_one_connection_is() {
    let world = World::new();
    let id = play_leaving(&world, "", "5+0", &[ANN, BOB]);
    assert_eq!(online(&world, ANN, id), [true, true]);
    world.connect_on(BOB, 1);
    world.disconnect_on(BOB, 0);
    assert_eq!(online(&world, ANN, id), [true, true], "the phone is there still");
    world.disconnect_on(BOB, 1);
    assert_eq!(online(&world, ANN, id), [true, false]);
    assert_eq!(world.test.db.connection().iter().count(), 1, "a connection leaves no trace");
    world.connect(BOB);
    assert_eq!(online(&world, ANN, id), [true, true]);
}

#[test]
fn after_forty_seconds_the_opponent_may_claim_the_game() {
    let world = World::new();
    let id = play_leaving(&world, "", "5+0", &[ANN, BOB]);
    world.refused(ANN, "no_claim", |ctx| claim(ctx, id, false));
    world.disconnect(BOB);
    world.pass(40 * SECOND - 1);
    world.refused(ANN, "no_claim", |ctx| claim(ctx, id, false));
    world.pass(1);
    world.refused(BOB, "no_claim", |ctx| claim(ctx, id, false));
    world.refused(EVE, "not_your_game", |ctx| claim(ctx, id, false));
    world.call(ANN, |ctx| claim(ctx, id, false)).expect("claimed");
    let row = world.row(BOB, id);
    assert_eq!((row.status, row.winners, row.ending.as_str()), (GameStatus::Over, vec![0], "away"));
    world.check_invariants();
}

#[test]
fn or_a_draw_and_sooner_if_the_client_was_closed() {
    let world = World::new();
    let id = play_leaving(&world, "", "5+0", &[ANN, BOB]);
    world.call(BOB, say_goodbye).expect("goodbye");
    world.disconnect(BOB);
    world.pass(10 * SECOND - 1);
    world.refused(ANN, "no_claim", |ctx| claim(ctx, id, true));
    world.pass(1);
    world.call(ANN, |ctx| claim(ctx, id, true)).expect("claimed");
    assert_eq!((world.row(ANN, id).winners, world.row(ANN, id).ending.as_str()), (vec![], "away"));
}

#[test]
fn coming_back_takes_the_claim_away_and_the_clock_has_gone_on() {
    let world = World::new();
    let id = play_leaving(&world, "", "5+0", &[ANN, BOB]);
    let deadline = world.row(ANN, id).deadline;
    world.disconnect(BOB);
    assert!(world.row(ANN, id).players[1].claim_from.is_some());
    world.pass(50 * SECOND);
    world.connect(BOB);
    world.refused(ANN, "no_claim", |ctx| claim(ctx, id, false));
    assert_eq!(world.row(ANN, id).deadline, deadline);
    assert_eq!(world.row(ANN, id).players[1].claim_from, None);
}

#[test]
fn a_game_by_correspondence_cannot_be_claimed() {
    let world = World::new();
    let id = play_leaving(&world, "", "days:3", &[ANN, BOB]);
    world.disconnect(BOB);
    world.pass(3600 * SECOND);
    world.refused(ANN, "no_claim", |ctx| claim(ctx, id, false));
}

#[test]
fn one_who_never_came_can_be_claimed_too() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "5+0", &[ANN, BOB]);
    world.pass(40 * SECOND);
    world.call(ANN, |ctx| claim(ctx, id, false)).expect("claimed");
}

#[test]
fn the_clocks_wait_for_one_who_is_away_and_not_for_ever() {
    let world = World::new();
    let id = play_leaving(&world, "pause:60s", "turn:30s", &[ANN, BOB]);
    world.pass(10 * SECOND);
    world.disconnect(BOB);
    world.check_paused(id);
    world.pass(25 * SECOND);
    world.refused(ANN, "waiting_for_player", |ctx| resume(ctx, id));
    world.refused(ANN, "paused", |ctx| make_move(ctx, id, 0, super::mark(0, 0)));
    world.refused(ANN, "paused", |ctx| claim(ctx, id, false));
    world.connect(BOB);
    let row = world.row(ANN, id);
    let left = row.deadline.expect("it goes on").duration_since(world.test.clock.now()).expect("to come");
    assert_eq!(left.as_secs(), 20, "Ann's turn has what it had");

    // 35 s of the minute are left.
    world.disconnect(BOB);
    world.pass(34 * SECOND);
    world.sweep();
    world.check_paused(id);
    world.pass(SECOND);
    world.sweep();
    assert!(world.row(ANN, id).deadline.is_some(), "the clocks go on without him");
    world.connect(BOB);
    world.disconnect(BOB);
    assert!(world.row(ANN, id).deadline.is_some(), "and do not wait again");
    world.check_invariants();
}

#[test]
fn both_may_be_away() {
    let world = World::new();
    let id = play_leaving(&world, "pause:60s", "turn:30s", &[ANN, BOB]);
    world.disconnect(ANN);
    world.pass(5 * SECOND);
    world.disconnect(BOB);
    world.pass(5 * SECOND);
    world.connect(ANN);
    world.check_paused(id);
    world.pass(5 * SECOND);
    world.connect(BOB);
    let game = world.test.db.game().id().find(id).expect("the game");
    assert_eq!(game.waited_for_us, [10_000_000, 10_000_000]);
    assert_eq!((game.waits_for, game.paused_at), (0, None));
    world.check_invariants();
}

#[test]
fn a_casual_table_waits_for_somebody_else() {
    let world = World::new();
    let id = play_leaving(&world, "reset", "turn:5m", &[ANN, BOB]);
    world.mark(ANN, id, 1, 1).expect("a legal move");
    world.disconnect(ANN);
    world.pass(39 * SECOND);
    world.sweep();
    assert_eq!(world.row(BOB, id).status, GameStatus::Live);
    world.pass(SECOND);
    world.sweep();
    let row = world.row(BOB, id);
    assert_eq!((row.status, row.seat, row.code.len()), (GameStatus::Waiting, 0, 6));
    assert_eq!((row.moves.len(), row.position.len()), (0, 0));
    assert!(world.games(ANN).is_empty());
    world.check_invariants();
    world.connect(EVE);
    world.call(EVE, |ctx| join_game(ctx, row.code)).expect("join_game");
    assert_eq!(world.row(EVE, id).to_move, [0]);
    world.check_invariants();
}

#[test]
fn a_goodbye_takes_a_connection() {
    let world = World::new();
    world.refused(ANN, "not_connected", say_goodbye);
}

#[test]
fn time_that_has_run_out_comes_before_a_claim() {
    let world = World::new();
    let id = play_leaving(&world, "", "turn:60s", &[ANN, BOB]);
    world.disconnect(BOB);
    world.pass(60 * SECOND);
    world.refused(ANN, "out_of_time", |ctx| claim(ctx, id, false));
}

#[test]
fn a_game_whose_clocks_stand_cannot_be_claimed() {
    let world = World::new();
    let id = play_leaving(&world, "", "10+5", &[ANN, BOB]);
    for who in [ANN, BOB] {
        world.call(who, |ctx| ask_pause(ctx, id)).expect("agreed");
    }
    world.disconnect(BOB);
    world.pass(3600 * SECOND);
    world.refused(ANN, "paused", |ctx| claim(ctx, id, false));
    // Once the clocks go on he has his time to come back.
    world.call(ANN, |ctx| resume(ctx, id)).expect("resumed");
    world.pass(40 * SECOND - 1);
    world.refused(ANN, "no_claim", |ctx| claim(ctx, id, false));
    world.pass(1);
    world.call(ANN, |ctx| claim(ctx, id, false)).expect("claimed");
}

#[test]
fn a_call_over_http_brings_nobody_back_and_sends_nobody_away() {
    let world = World::new();
    let id = play_leaving(&world, "", "10+5", &[ANN, BOB]);
    world.disconnect(BOB);
    let away = world.row(ANN, id);
    world.pass(39 * SECOND);
    // The connection of such a call is over before the next beat.
    let call = |reducer: fn(&ReducerContext)| {
        let one_call = |ctx: &ReducerContext| {
            reducer(ctx);
            Outcome::Ok(())
        };
        world.test.with_reducer_tx(World::auth_on(BOB, 7), one_call).expect("it never fails");
    };
    call(connected);
    world.beat();
    assert_eq!(world.row(ANN, id), away, "one that a beat falls into brings nobody back, either");
    call(disconnected);
    world.beat();
    assert_eq!(world.row(ANN, id), away, "nothing is written");
    world.pass(SECOND);
    world.call(ANN, |ctx| claim(ctx, id, false)).expect("claimed");
}

#[test]
fn one_who_is_back_is_not_claimed_though_the_game_has_not_been_told() {
    let world = World::new();
    let id = play_leaving(&world, "", "10+5", &[ANN, BOB]);
    world.disconnect(BOB);
    world.pass(40 * SECOND);
    let back = |ctx: &ReducerContext| {
        connected(ctx);
        Outcome::Ok(())
    };
    world.test.with_reducer_tx(World::auth(BOB), back).expect("it never fails");
    world.pass(SECOND);
    world.refused(ANN, "no_claim", |ctx| claim(ctx, id, false));
}

const THREE: &str = "mnk:rows=6,columns=6,strike=4,seats=3";

/// A game of three.
fn play_three(world: &World, leaving: &str) -> u64 {
    for who in [ANN, BOB, EVE] {
        world.connect(who);
    }
    let config = GameConfig { leaving: leaving.to_owned(), ..config(THREE, "turn:5m") };
    world.call(ANN, |ctx| open_game(ctx, config)).expect("open_game");
    let id = world.games(ANN)[0].id;
    for who in [BOB, EVE] {
        world.call(who, |ctx| join_game(ctx, id.to_string())).expect("join_game");
    }
    id
}

#[test]
fn one_who_is_out_may_go_and_the_others_play_on() {
    let world = World::new();
    let id = play_three(&world, "reset");
    world.resign(EVE, id).expect("resigned");
    world.disconnect(EVE);
    world.pass(60 * SECOND);
    world.sweep();
    assert_eq!(world.row(ANN, id).status, GameStatus::Live);
}

#[test]
fn one_who_is_put_out_is_waited_for_no_longer() {
    let world = World::new();
    let id = play_three(&world, "pause:10m");
    world.disconnect(BOB);
    world.check_paused(id);
    let bob = World::identity(BOB);
    world.call(OWNER, |ctx| ban_player(ctx, bob, 1, "spam".to_owned())).expect("the owner may");
    assert_eq!(world.row(ANN, id).paused_at, None);
    world.check_invariants();
}

#[test]
fn everybodys_games_are_counted_when_a_table_is_reset() {
    let world = World::new();
    let id = play_three(&world, "reset");
    world.resign(EVE, id).expect("resigned");
    world.disconnect(BOB);
    world.pass(60 * SECOND);
    world.sweep();
    assert_eq!(world.row(ANN, id).status, GameStatus::Waiting);
    let games = |who| world.tally(who).map(|tally| tally.games);
    assert_eq!([games(ANN), games(BOB), games(EVE)], [Some(1), Some(0), Some(0)]);
}

#[test]
fn a_table_that_is_reset_has_no_series() {
    let world = World::new();
    let config = GameConfig {
        leaving: "reset".to_owned(),
        series: "best-of:3".to_owned(),
        ..config("tic-tac-toe", "5+0")
    };
    world.refused(ANN, "bad_series", |ctx| open_game(ctx, config));
}

#[test]
fn the_clocks_wait_for_one_who_has_not_come_yet_and_for_one_who_left_in_a_pause() {
    let world = World::new();
    world.connect(ANN);
    let config = GameConfig { leaving: "pause:60s".to_owned(), ..config("tic-tac-toe", "turn:30s") };
    world.call(ANN, |ctx| open_game(ctx, config)).expect("open_game");
    let id = world.games(ANN)[0].id;
    world.call(BOB, |ctx| join_game(ctx, id.to_string())).expect("join_game");
    world.check_paused(id);
    world.connect(BOB);
    assert!(world.row(ANN, id).deadline.is_some());

    for who in [ANN, BOB] {
        world.call(who, |ctx| ask_pause(ctx, id)).expect("agreed");
    }
    world.disconnect(BOB);
    world.call(ANN, |ctx| resume(ctx, id)).expect("resumed");
    world.check_paused(id);
    world.refused(ANN, "waiting_for_player", |ctx| resume(ctx, id));
    world.connect(BOB);
    assert!(world.row(ANN, id).deadline.is_some());
    world.check_invariants();
}

#[test]
fn what_one_of_the_staff_has_stopped_players_do_not_start() {
    let world = World::new();
    let id = play_leaving(&world, "", "10+5", &[ANN, BOB]);
    world.call(OWNER, |ctx| pause_game(ctx, id)).expect("the owner may");
    world.refused(ANN, "paused_by_staff", |ctx| resume(ctx, id));
    world.call(OWNER, |ctx| resume_game(ctx, id)).expect("the owner may");
    assert!(world.row(ANN, id).deadline.is_some());
}

#[test]
fn the_clocks_wait_for_the_absent_when_the_staff_lets_them_go_on() {
    let world = World::new();
    let id = play_leaving(&world, "pause:60s", "turn:30s", &[ANN, BOB]);
    world.call(OWNER, |ctx| pause_game(ctx, id)).expect("the owner may");
    world.disconnect(BOB);
    world.call(OWNER, |ctx| resume_game(ctx, id)).expect("the owner may");
    world.check_paused(id);
    world.connect(BOB);
    assert!(world.row(ANN, id).deadline.is_some());
}
