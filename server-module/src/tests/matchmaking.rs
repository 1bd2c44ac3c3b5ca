//! Games started for others, and who may.

use super::{ANN, BOB, EVE, OWNER, SECOND, Who, World, config};
use crate::account::delete_account;
use crate::deployment::drain;
use crate::game::game as _;
use crate::game::{GameConfig, GameStatus};
use crate::lobby::cancel_game;
use crate::matchmaker::{
    KeyCount, MAX_KEYS, Start, key_count as _, my_started_games, start_game, started as _,
};
use crate::moderation::{ban_player, unban_player};
use crate::player::{MAX_GAMES, set_name};
use crate::refusal::Outcome;
use crate::staff::{add_matchmaker, remove_matchmaker};
use spacetimedb::{Table, TimeDuration};

const DAY: i64 = 24 * 60 * 60 * SECOND;

fn start(world: &World, who: Who, players: &[Who], key: &str) -> Outcome {
    let players = players.iter().map(|who| World::identity(who)).collect();
    world.call(who, |ctx| start_game(ctx, config("tic-tac-toe", ""), players, key.to_owned()))
}

#[test]
fn the_owner_and_matchmakers_start_games_for_others() {
    let world = World::new();
    start(&world, OWNER, &[ANN, BOB], "one").expect("the owner may");
    assert_eq!(start(&world, EVE, &[ANN, BOB], "two").map_err(|e| e.code()), Err("not_allowed".to_owned()));
    world.call(OWNER, |ctx| add_matchmaker(ctx, World::identity(EVE))).expect("the owner may");
    start(&world, EVE, &[BOB, ANN], "two").expect("a matchmaker may");
    assert_eq!(
        world.games(ANN).iter().map(|row| (row.status, row.seat)).collect::<Vec<_>>(),
        [(GameStatus::Live, 0), (GameStatus::Live, 1)]
    );
    world.check_invariants();
    world.call(OWNER, |ctx| remove_matchmaker(ctx, World::identity(EVE))).expect("the owner may");
    assert_eq!(start(&world, EVE, &[ANN, BOB], "three").map_err(|e| e.code()), Err("not_allowed".to_owned()));
}

#[test]
fn only_the_owner_makes_matchmakers() {
    let world = World::new();
    world.call(OWNER, |ctx| add_matchmaker(ctx, World::identity(EVE))).expect("the owner may");
    for who in [ANN, EVE] {
        world.refused(who, "not_allowed", |ctx| add_matchmaker(ctx, World::identity(ANN)));
        world.refused(who, "not_allowed", |ctx| remove_matchmaker(ctx, World::identity(EVE)));
    }
    world.call(OWNER, |ctx| add_matchmaker(ctx, World::identity(EVE))).expect("twice is once");
}

#[test]
fn a_call_made_again_starts_one_game_with_one_clock() {
    let world = World::new();
    start(&world, OWNER, &[ANN, BOB], "tournament 7, round 1").expect("the first");
    let before = world.everything();
    world.pass(5 * SECOND);
    start(&world, OWNER, &[ANN, BOB], "tournament 7, round 1").expect("the repetition");
    assert_eq!(world.everything(), before);
    assert_eq!(world.games(ANN).len(), 1);
    let started = my_started_games(&world.test.view_context(World::auth(OWNER)));
    assert_eq!(
        started.iter().map(|row| (row.game, row.key.as_str())).collect::<Vec<_>>(),
        [(world.games(ANN)[0].id, "tournament 7, round 1")]
    );
    assert!(my_started_games(&world.test.view_context(World::auth(ANN))).is_empty());
}

#[test]
fn a_key_outlives_its_game() {
    let world = World::new();
    start(&world, OWNER, &[ANN, BOB], "one").expect("the first");
    for who in [ANN, BOB] {
        world.call(who, delete_account).expect("nothing refuses");
    }
    let db = &world.test.db;
    assert_eq!(db.game().count(), 0, "nobody has it any more");
    world.pass(DAY - 1);
    world.sweep();
    start(&world, OWNER, &[ANN, BOB], "one").expect("the repetition");
    world.refused(OWNER, "key_reused", |ctx| {
        let players = vec![World::identity(ANN), World::identity(EVE)];
        start_game(ctx, config("tic-tac-toe", ""), players, "one".to_owned())
    });
    assert_eq!((db.game().count(), db.started().count()), (0, 1), "it has started nothing");
    world.pass(1);
    world.sweep();
    assert_eq!(db.started().count(), 0);
    assert!(my_started_games(&world.test.view_context(World::auth(OWNER))).is_empty());
}

#[test]
fn a_key_is_known_while_its_game_goes_on() {
    let world = World::new();
    let start = || {
        let players = vec![World::identity(ANN), World::identity(BOB)];
        world.call(OWNER, |ctx| start_game(ctx, config("tic-tac-toe", "days:14"), players, "slow".to_owned()))
    };
    start().expect("the first");
    let id = world.games(ANN)[0].id;
    for _ in 0..5 {
        world.pass(DAY);
        world.sweep();
        start().expect("the repetition");
    }
    assert_eq!(world.games(ANN).len(), 1);
    world.resign(ANN, id).expect("her game");
    for _ in 0..2 {
        world.pass(DAY);
        world.sweep();
    }
    assert_eq!(world.test.db.started().count(), 0);
}

#[test]
fn the_oldest_keys_give_way() {
    let world = World::new();
    start(&world, OWNER, &[ANN, BOB], "first").expect("the first");
    let db = &world.test.db;
    let row = db.started().iter().next().expect("its key");
    for n in 1..MAX_KEYS {
        let (game, started_at) = (1_000_000 + n, row.started_at + TimeDuration::from_micros(1));
        let number = row.number + n;
        db.started().insert(Start { game, number, key: format!("k{n}"), started_at, ..row.clone() });
    }
    db.key_count().id().update(KeyCount { id: 0, keys: MAX_KEYS });
    world.pass(SECOND);
    start(&world, OWNER, &[ANN, EVE], "last").expect("it is new");
    assert_eq!(db.started().count(), MAX_KEYS);
    assert!(db.started().game().find(row.game).is_none(), "the first is forgotten");
    start(&world, OWNER, &[ANN, EVE], "last").expect("the repetition");
    assert_eq!(world.games(EVE).len(), 1);
}

#[test]
fn two_callers_may_use_the_same_key() {
    let world = World::new();
    world.call(OWNER, |ctx| add_matchmaker(ctx, World::identity(EVE))).expect("the owner may");
    start(&world, OWNER, &[ANN, BOB], "1").expect("the owner's");
    start(&world, EVE, &[ANN, BOB], "1").expect("the matchmaker's");
    assert_eq!(world.games(ANN).len(), 2);
}

#[test]
fn starting_is_refused_with_the_reason() {
    let world = World::new();
    start(&world, OWNER, &[ANN, BOB], "used").expect("the first");
    let long = "k".repeat(65);
    for (spec, time, players, key, code) in [
        ("tic-tac-toe", "", &[ANN, EVE][..], "used", "key_reused"),
        ("connect-four", "", &[ANN, BOB], "used", "key_reused"),
        ("tic-tac-toe", "", &[ANN, BOB], "", "bad_key"),
        ("tic-tac-toe", "", &[ANN, BOB], &long, "bad_key"),
        ("tic-tac-toe", "", &[ANN, BOB], "one\ntwo", "bad_key"),
        ("tic-tac-toe", "", &[ANN, BOB], "\u{0}", "bad_key"),
        ("tic-tac-toe", "", &[ANN, ANN], "new", "duplicate_player"),
        ("tic-tac-toe", "", &[ANN], "new", "wrong_seats"),
        ("tic-tac-toe", "", &[], "new", "wrong_seats"),
        ("tic-tac-toe", "", &[ANN, BOB, EVE], "new", "wrong_seats"),
        ("draughts", "", &[ANN, BOB], "new", "bad_config"),
        ("tic-tac-toe", "turn:0", &[ANN, BOB], "new", "bad_time"),
        ("mnk:rows=4,columns=4,strike=4", "", &[ANN, BOB], "new", "not_rateable"),
    ] {
        world.refused(OWNER, code, |ctx| {
            let config = GameConfig { rated: code == "not_rateable", ..config(spec, time) };
            let players = players.iter().map(|who| World::identity(who)).collect();
            start_game(ctx, config, players, key.to_owned())
        });
    }
}

#[test]
fn players_who_cannot_play_are_not_started_with() {
    let world = World::new();
    let players = || vec![World::identity(ANN), World::identity(BOB)];
    let policy = || GameConfig { policy: "shrug".to_owned(), ..config("tic-tac-toe", "") };
    world.refused(OWNER, "bad_policy", |ctx| start_game(ctx, policy(), players(), "key".to_owned()));
    let leaving = || GameConfig { leaving: "cry".to_owned(), ..config("tic-tac-toe", "") };
    world.refused(OWNER, "bad_leaving", |ctx| start_game(ctx, leaving(), players(), "key".to_owned()));
    let series = || GameConfig { series: "for-ever".to_owned(), ..config("tic-tac-toe", "") };
    world.refused(OWNER, "bad_series", |ctx| start_game(ctx, series(), players(), "key".to_owned()));
    world.call(OWNER, |ctx| drain(ctx, true)).expect("the owner may");
    world.refused(OWNER, "draining", |ctx| {
        start_game(ctx, config("tic-tac-toe", ""), players(), "key".to_owned())
    });
    world.call(OWNER, |ctx| drain(ctx, false)).expect("the owner may");
    let bob = World::identity(BOB);
    world.call(BOB, |ctx| set_name(ctx, "Bob".to_owned())).expect("a name");
    world.call(OWNER, |ctx| ban_player(ctx, bob, 1, "spam".to_owned())).expect("the owner may");
    world.refused(OWNER, "banned", |ctx| {
        start_game(ctx, config("tic-tac-toe", ""), players(), "key".to_owned())
    });
    world.call(OWNER, |ctx| unban_player(ctx, bob, "a mistake".to_owned())).expect("the owner may");
    for game in 0..MAX_GAMES {
        start(&world, OWNER, &[ANN, EVE], &game.to_string()).expect("room still");
    }
    world.refused(OWNER, "too_many_games", |ctx| {
        start_game(ctx, config("tic-tac-toe", ""), players(), "key".to_owned())
    });
    assert!(world.games(BOB).is_empty(), "nothing began, and no seat of his was counted");
}

#[test]
fn a_key_is_known_though_its_table_was_left_and_taken_away() {
    let world = World::new();
    let config = || GameConfig { leaving: "reset".to_owned(), ..config("tic-tac-toe", "5+0") };
    let players = || vec![World::identity(ANN), World::identity(BOB)];
    let start = || world.call(OWNER, |ctx| start_game(ctx, config(), players(), "key".to_owned()));
    world.connect(ANN);
    start().expect("the owner may");
    let id = world.games(ANN)[0].id;
    world.pass(40 * SECOND);
    world.sweep();
    assert_eq!(world.row(ANN, id).status, GameStatus::Waiting, "Bob never came");
    world.call(ANN, |ctx| cancel_game(ctx, id)).expect("cancelled");
    start().expect("the same again starts nothing");
    assert!(world.games(ANN).is_empty());
}
