//! Players who go away, and what the others may do then.

use super::{ANN, BOB, EVE, SECOND, Who, World, config};
use crate::absence::claim;
use crate::game::{GameConfig, GameStatus, game as _};
use crate::lobby::{join_game, open_game};
use crate::pause::resume;
use crate::play::make_move;
use crate::presence::{connection as _, say_goodbye};
use spacetimedb::Table as _;

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
    world.refused(ANN, "no_claim", |ctx| claim(ctx, id, false));
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
