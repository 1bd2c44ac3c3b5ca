//! Opening, joining and cancelling.

use super::{ANN, BOB, EVE, OWNER, SECOND, World, config};
use crate::game::{GameConfig, GameStatus};
use crate::lobby::cancel_game;
use crate::lobby::{join_game, open_game};
use crate::player::MAX_GAMES;
use spacetimedb::TimeDuration;

#[test]
fn the_second_to_join_starts_the_game() {
    let world = World::new();
    let waiting = world.open(ANN, "tic-tac-toe", "");
    assert_eq!(waiting.status, GameStatus::Waiting);
    assert_eq!(waiting.time, "turn:30s", "the default");
    assert_eq!(waiting.spec, "mnk:rows=3,columns=3,strike=3");
    assert_eq!(waiting.code.len(), 6);
    world.check_invariants();

    world.call(BOB, |ctx| join_game(ctx, waiting.id.to_string())).expect("a free seat");
    let row = world.row(BOB, waiting.id);
    assert_eq!((row.status, row.seat, row.to_move.clone()), (GameStatus::Live, 1, vec![0]));
    assert_eq!(row.code, "", "nobody is to join any more");
    assert_eq!(row.deadline, Some(row.turn_started + TimeDuration::from_micros(30 * SECOND)));
    world.check_invariants();
}

#[test]
fn a_code_joins_in_any_case_and_with_space_around() {
    let world = World::new();
    let code = world.open(ANN, "tic-tac-toe", "").code;
    world.call(BOB, |ctx| join_game(ctx, format!(" {} ", code.to_lowercase()))).expect("the code");
    assert_eq!(world.games(BOB)[0].status, GameStatus::Live);
}

#[test]
fn a_private_game_is_joined_by_its_code_alone() {
    let world = World::new();
    world
        .call(ANN, |ctx| open_game(ctx, GameConfig { private: true, ..config("tic-tac-toe", "") }))
        .expect("open_game");
    let waiting = &world.games(ANN)[0];
    world.refused(BOB, "private_game", |ctx| join_game(ctx, waiting.id.to_string()));
    world.call(BOB, |ctx| join_game(ctx, waiting.code.clone())).expect("the code");
}

#[test]
fn of_three_who_join_a_game_for_two_one_gets_in() {
    let world = World::new();
    let waiting = world.open(ANN, "tic-tac-toe", "");
    let answers = [BOB, EVE, "dan"]
        .map(|who| world.call(who, |ctx| join_game(ctx, waiting.code.clone())).map_err(|e| e.code()));
    assert_eq!(answers, [Ok(()), Err("no_such_game".to_owned()), Err("no_such_game".to_owned())]);
    world.refused(EVE, "not_waiting", |ctx| join_game(ctx, waiting.id.to_string()));
}

#[test]
fn joining_is_refused_with_the_reason() {
    let world = World::new();
    let own = world.open(ANN, "tic-tac-toe", "");
    let three = world.open(ANN, "mnk:rows=4,columns=4,strike=3,seats=3", "");
    world.call(BOB, |ctx| join_game(ctx, three.code.clone())).expect("a free seat");
    let running = world.play("tic-tac-toe", "", &[ANN, BOB]);
    for (who, named, code) in [
        (ANN, own.id.to_string(), "already_joined"),
        (ANN, own.code.clone(), "already_joined"),
        (BOB, three.code.clone(), "already_joined"),
        (BOB, running.to_string(), "already_joined"),
        (EVE, running.to_string(), "not_waiting"),
        (EVE, "999".to_owned(), "no_such_game"),
        (EVE, "QQQQQQ".to_owned(), "no_such_game"),
        (EVE, String::new(), "no_such_game"),
        (EVE, "18446744073709551616".to_owned(), "no_such_game"),
        (EVE, "-1".to_owned(), "no_such_game"),
        (EVE, "🎲".repeat(10_000), "no_such_game"),
    ] {
        world.refused(who, code, |ctx| join_game(ctx, named.clone()));
    }
}

#[test]
fn opening_is_refused_with_the_reason() {
    let world = World::new();
    for (spec, time, code) in [
        ("", "", "bad_config"),
        ("chess", "", "bad_config"),
        ("mnk:rows=2,columns=3,strike=3", "", "bad_config"),
        ("mnk:rows=3,columns=11,strike=3", "", "bad_config"),
        ("mnk:rows=3,columns=3,strike=4", "", "bad_config"),
        ("mnk:rows=3,columns=3,strike=3,seats=5", "", "bad_config"),
        ("tic-tac-toe", "turn:0s", "bad_time"),
        ("tic-tac-toe", "soon", "bad_time"),
        ("tic-tac-toe", "turn:61d", "bad_time"),
    ] {
        world.refused(ANN, code, |ctx| open_game(ctx, config(spec, time)));
    }
    world.refused(ANN, "bad_config", |ctx| open_game(ctx, config(&"x".repeat(1_000_000), "")));
}

#[test]
fn a_player_has_no_more_games_than_the_limit() {
    let world = World::new();
    let private = GameConfig { private: true, ..config("tic-tac-toe", "") };
    for _ in 0..MAX_GAMES {
        world.call(ANN, |ctx| open_game(ctx, private.clone())).expect("open_game");
    }
    world.refused(ANN, "too_many_games", |ctx| open_game(ctx, private.clone()));
    world.refused(ANN, "too_many_games", |ctx| open_game(ctx, config("tic-tac-toe", "")));
    let bobs = world.open(BOB, "tic-tac-toe", "").id;
    world.refused(ANN, "too_many_games", |ctx| join_game(ctx, bobs.to_string()));
    world.refused(OWNER, "too_many_games", |ctx| {
        let players = [ANN, BOB].map(World::identity).to_vec();
        crate::matchmaker::start_game(ctx, config("tic-tac-toe", ""), players, "key".to_owned())
    });

    let first = world.games(ANN)[0].id;
    world.call(ANN, |ctx| cancel_game(ctx, first)).expect("her own game");
    world.call(ANN, |ctx| join_game(ctx, bobs.to_string())).expect("there is room again");
    world.resign(ANN, bobs).expect("her own game");
    world.open(ANN, "tic-tac-toe", "");
}

#[test]
fn the_opener_takes_the_game_away_and_a_joiner_only_leaves_it() {
    let world = World::new();
    let id = world.open(ANN, "mnk:rows=4,columns=4,strike=3,seats=3", "").id;
    world.call(BOB, |ctx| join_game(ctx, id.to_string())).expect("a free seat");
    world.refused(EVE, "not_your_game", |ctx| cancel_game(ctx, id));
    world.call(BOB, |ctx| cancel_game(ctx, id)).expect("his own seat");
    assert_eq!(world.games(BOB), []);
    assert_eq!(world.row(ANN, id).players[1].identity, None);
    for who in [EVE, BOB] {
        world.call(who, |ctx| join_game(ctx, id.to_string())).expect("a free seat");
    }
    assert_eq!((world.row(EVE, id).seat, world.row(BOB, id).seat), (1, 2));

    let id = world.open(ANN, "tic-tac-toe", "").id;
    world.call(ANN, |ctx| cancel_game(ctx, id)).expect("her own game");
    assert!(world.games(ANN).iter().all(|row| row.id != id));
    world.refused(ANN, "no_such_game", |ctx| cancel_game(ctx, id));
    world.refused(BOB, "no_such_game", |ctx| join_game(ctx, id.to_string()));
}

#[test]
fn a_running_game_is_not_cancelled() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "", &[ANN, BOB]);
    world.refused(ANN, "not_waiting", |ctx| cancel_game(ctx, id));
    world.refused(ANN, "no_such_game", |ctx| cancel_game(ctx, id + 1));
}
