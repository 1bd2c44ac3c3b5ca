//! The list of open games, and players who block each other.

use std::time::Duration;

use super::{ANN, BOB, EVE, OWNER, SECOND, Who, World, config};
use crate::account::delete_account;
use crate::block::{MAX_BLOCKS, block, my_blocks, unblock};
use crate::deployment::drain;
use crate::game::{GameConfig, GameStatus, game as _};
use crate::lobby::{cancel_game, join_game, open_game};
use crate::play::resign;
use crate::player::{MAX_GAMES, Player, declare_bot, set_name};
use crate::refusal::Outcome;
use crate::seek::{AWAY, MAX_LISTED, MAX_SEEKS, Seek, open_seek, open_seeks, seek as _};
use spacetimedb::{Identity, Table};

const NAMES: [Who; 4] = [ANN, BOB, EVE, "dan"];

fn list(world: &World) -> Vec<Seek> {
    let mut seeks = open_seeks(&world.test.anonymous_view_context());
    seeks.sort_by_key(|seek| seek.id);
    seeks
}

fn seek(world: &World, who: Who, min: u32, max: u32) -> Outcome {
    world.call(who, |ctx| open_seek(ctx, config("tic-tac-toe", "3+2"), min, max))
}

fn join(world: &World, who: Who, id: u64) -> Outcome {
    world.call(who, |ctx| join_game(ctx, id.to_string()))
}

#[test]
fn a_public_game_is_on_the_list_until_its_seats_are_taken() {
    let world = World::new();
    world.connect(ANN);
    world.call(ANN, |ctx| set_name(ctx, "Ann".to_owned())).expect("a good name");
    world.call(ANN, declare_bot).expect("she is one");
    let wanted = GameConfig {
        series: "best-of:3".to_owned(),
        leaving: "pause:60s".to_owned(),
        policy: "skip:2".to_owned(),
        ..config("mnk:rows=4,columns=4,strike=3,seats=3", "5+0")
    };
    world.call(ANN, |ctx| open_game(ctx, wanted)).expect("open_game");
    world
        .call(ANN, |ctx| open_game(ctx, GameConfig { private: true, ..config("gomoku-10", "") }))
        .expect("too");
    world
        .call(BOB, |ctx| open_game(ctx, GameConfig { rated: true, ..config("tic-tac-toe", "3+2") }))
        .expect("too");

    let [anns, bobs] = &list(&world)[..] else { panic!("{:?}", list(&world)) };
    assert_eq!((anns.opener, anns.by.name.as_str(), anns.by.bot), (World::identity(ANN), "Ann", true));
    assert_eq!((anns.preset.as_str(), anns.by.rating), ("", None), "games without a name have no rating");
    assert_eq!((anns.policy.as_str(), anns.leaving.as_str()), ("skip:2", "pause:60s"));
    assert_eq!((anns.series.as_str(), anns.rated, anns.taken, anns.seats), ("best-of:3", false, 1, 3));
    assert_eq!(
        (bobs.preset.as_str(), bobs.time.as_str(), bobs.rated),
        ("tic-tac-toe", "fischer:3m+2s", true)
    );
    assert_eq!((bobs.by.rating, bobs.by.provisional), (Some(1500), true));

    join(&world, BOB, anns.id).expect("a free seat");
    assert_eq!(list(&world)[0].taken, 2);
    world.call(BOB, |ctx| cancel_game(ctx, anns.id)).expect("his own seat");
    assert_eq!(list(&world)[0].taken, 1);
    join(&world, ANN, bobs.id).expect("a free seat");
    assert_eq!(list(&world).iter().map(|seek| seek.id).collect::<Vec<_>>(), [anns.id]);
    world.call(ANN, |ctx| cancel_game(ctx, anns.id)).expect("her own");
    assert_eq!(list(&world), []);
    world.check_invariants();
}

#[test]
fn a_game_goes_off_the_list_when_its_opener_has_been_away_for_a_minute() {
    let world = World::new();
    let away = AWAY.as_micros() as i64;
    world.connect(ANN);
    world.connect_on(ANN, 1);
    seek(&world, ANN, 0, 0).expect("open_seek");
    world
        .call(ANN, |ctx| open_game(ctx, GameConfig { private: true, ..config("tic-tac-toe", "") }))
        .expect("too");

    world.disconnect(ANN);
    world.pass(away);
    world.sweep();
    assert_eq!(list(&world).len(), 1, "one of her two devices is there");
    world.disconnect_on(ANN, 1);
    world.pass(away - 1);
    world.sweep();
    assert_eq!(list(&world).len(), 1);
    world.connect(ANN);
    world.pass(away);
    world.sweep();
    assert_eq!(list(&world).len(), 1, "she came back in time");
    world.disconnect(ANN);
    world.pass(away);
    world.sweep();
    assert_eq!(list(&world), []);
    assert_eq!(world.games(ANN).len(), 1, "a private game waits its hour");
    world.pass(60 * 60 * SECOND);
    world.sweep();
    assert_eq!(world.games(ANN), []);
}

#[test]
fn coming_back_gives_no_game_more_than_its_hour() {
    let world = World::new();
    world.connect(ANN);
    seek(&world, ANN, 0, 0).expect("open_seek");
    for _ in 0..90 {
        world.disconnect(ANN);
        world.pass(39 * SECOND);
        world.connect(ANN);
        world.pass(SECOND);
        world.sweep();
    }
    assert_eq!(list(&world), []);
}

#[test]
fn a_seek_names_the_ratings_that_it_wants() {
    let world = World::new();
    for (min, max) in [(0, 0), (1500, 1500), (0, 1500), (1500, 0), (1, 9_999)] {
        seek(&world, ANN, min, max).expect("open_seek");
        let id = list(&world)[0].id;
        join(&world, BOB, id).expect("1500 is within");
        world.call(BOB, |ctx| resign(ctx, id)).expect("his own game");
    }
    for (min, max) in [(1501, 0), (0, 1499), (1501, 1600), (1, 1499), (u32::MAX, u32::MAX)] {
        seek(&world, ANN, min, max).expect("open_seek");
        let (id, code) = (list(&world)[0].id, world.games(ANN).last().map(|row| row.code.clone()));
        world.refused(BOB, "rating_out_of_range", |ctx| join_game(ctx, id.to_string()));
        let code = code.unwrap_or_default();
        if !code.is_empty() {
            world.refused(BOB, "rating_out_of_range", |ctx| join_game(ctx, code));
        }
        world.call(ANN, |ctx| cancel_game(ctx, id)).expect("her own");
    }
}

#[test]
fn opening_a_seek_is_refused_with_the_reason() {
    let world = World::new();
    let private = GameConfig { private: true, ..config("tic-tac-toe", "") };
    world.refused(ANN, "bad_seek", |ctx| open_seek(ctx, private, 0, 0));
    world.refused(ANN, "bad_seek", |ctx| open_seek(ctx, config("tic-tac-toe", ""), 1600, 1500));
    world.refused(ANN, "bad_seek", |ctx| open_seek(ctx, config("tic-tac-toe", "none"), 1, 0));
    world.refused(ANN, "bad_seek", |ctx| open_seek(ctx, config("mnk:rows=9,columns=9,strike=5", ""), 1, 0));
    let plain = config("tic-tac-toe", "");
    let with = |policy: &str, leaving: &str, series: &str| GameConfig {
        policy: policy.to_owned(),
        leaving: leaving.to_owned(),
        series: series.to_owned(),
        ..config("tic-tac-toe", "")
    };
    world.refused(ANN, "bad_config", |ctx| open_seek(ctx, config("chess", ""), 0, 0));
    world.refused(ANN, "bad_time", |ctx| open_seek(ctx, config("tic-tac-toe", "soon"), 0, 0));
    world.refused(ANN, "bad_policy", |ctx| open_seek(ctx, with("beg", "", ""), 0, 0));
    world.refused(ANN, "bad_leaving", |ctx| open_seek(ctx, with("", "weep", ""), 0, 0));
    world.refused(ANN, "bad_series", |ctx| open_seek(ctx, with("", "", "best-of:1"), 0, 0));
    world.refused(ANN, "bad_policy", |ctx| open_game(ctx, with("beg", "", "")));
    world.refused(ANN, "bad_leaving", |ctx| open_game(ctx, with("", "weep", "")));
    world.refused(ANN, "bad_series", |ctx| open_game(ctx, with("", "", "best-of:1")));
    for rated in [
        config("tic-tac-toe", "none"),
        config("mnk:rows=9,columns=9,strike=5", ""),
        config("mnk:rows=4,columns=4,strike=3,seats=3", ""),
        with("", "reset", ""),
    ] {
        let rated = GameConfig { rated: true, ..rated };
        world.refused(ANN, "not_rateable", |ctx| open_seek(ctx, rated.clone(), 0, 0));
        world.refused(ANN, "not_rateable", |ctx| open_game(ctx, rated));
    }
    for _ in 0..MAX_SEEKS {
        seek(&world, ANN, 0, 0).expect("open_seek");
    }
    world.refused(ANN, "too_many_seeks", |ctx| open_seek(ctx, plain.clone(), 0, 0));
    world.refused(ANN, "too_many_seeks", |ctx| open_game(ctx, plain.clone()));
    world.call(ANN, |ctx| open_game(ctx, GameConfig { private: true, ..plain.clone() })).expect("not a seek");
    world.call(OWNER, |ctx| drain(ctx, true)).expect("the owner may");
    world.refused(BOB, "draining", |ctx| open_seek(ctx, plain.clone(), 0, 0));
    world.refused(BOB, "draining", |ctx| open_game(ctx, plain));
    let id = list(&world)[0].id;
    world.refused(BOB, "draining", |ctx| join_game(ctx, id.to_string()));
}

#[test]
fn one_who_is_banned_or_busy_neither_opens_nor_joins() {
    let world = World::new();
    let plain = config("tic-tac-toe", "");
    let bobs = world.open(BOB, "tic-tac-toe", "").id;
    world.count_games(ANN, MAX_GAMES);
    world.refused(ANN, "too_many_games", |ctx| open_seek(ctx, plain.clone(), 0, 0));
    world.refused(ANN, "too_many_games", |ctx| join_game(ctx, bobs.to_string()));
    let until = world.test.clock.now() + Duration::from_secs(60);
    world.count_games(ANN, 0);
    world.change(ANN, |ann| Player { banned_until: Some(until), ..ann });
    world.refused(ANN, "banned", |ctx| open_seek(ctx, plain.clone(), 0, 0));
    world.refused(ANN, "banned", |ctx| open_game(ctx, plain.clone()));
    world.refused(ANN, "banned", |ctx| join_game(ctx, bobs.to_string()));
    world.refused(ANN, "banned", |ctx| block(ctx, World::identity(BOB)));
    world.pass(60 * SECOND);
    world.call(ANN, |ctx| join_game(ctx, bobs.to_string())).expect("the ban is over");
}

#[test]
fn the_list_has_room_for_a_thousand() {
    let world = World::new();
    seek(&world, ANN, 0, 0).expect("open_seek");
    let row = list(&world).remove(0);
    for id in 1..MAX_LISTED {
        world.test.db.seek().insert(Seek { id: 1_000_000 + id, opener: Identity::ZERO, ..row.clone() });
    }
    world.refused(BOB, "lobby_full", |ctx| open_seek(ctx, config("tic-tac-toe", ""), 0, 0));
    world.refused(BOB, "lobby_full", |ctx| open_game(ctx, config("tic-tac-toe", "")));
    join(&world, BOB, row.id).expect("a free seat");
    seek(&world, BOB, 0, 0).expect("there is room again");
}

#[test]
fn cancelling_and_joining_at_the_same_instant_makes_one_game_or_none() {
    for cancel_first in [true, false] {
        let world = World::new();
        seek(&world, ANN, 0, 0).expect("open_seek");
        let id = list(&world)[0].id;
        let cancel = || world.call(ANN, |ctx| cancel_game(ctx, id)).map_err(|e| e.code());
        let join = || join(&world, BOB, id).map_err(|e| e.code());
        if cancel_first {
            assert_eq!((cancel(), join()), (Ok(()), Err("no_such_game".to_owned())));
            assert_eq!((world.games(ANN), world.games(BOB)), (vec![], vec![]));
        } else {
            assert_eq!((join(), cancel()), (Ok(()), Err("not_waiting".to_owned())));
            let live = |who| world.row(who, id).status == GameStatus::Live;
            assert!(live(ANN) && live(BOB));
        }
        assert_eq!(list(&world), []);
        world.check_invariants();
    }
}

#[test]
fn wrong_codes_become_slow() {
    let world = World::new();
    let code = world.open(ANN, "tic-tac-toe", "").code;
    for _ in 0..10 {
        world.refused(EVE, "no_such_game", |ctx| join_game(ctx, "QQQQQQ".to_owned()));
    }
    world.refused(EVE, "too_fast", |ctx| join_game(ctx, "QQQQQQ".to_owned()));
    world.refused(EVE, "too_fast", |ctx| join_game(ctx, code.clone()));
    world.refused(BOB, "no_such_game", |ctx| join_game(ctx, "QQQQQQ".to_owned()));
    world.pass(6 * SECOND);
    world.refused(EVE, "no_such_game", |ctx| join_game(ctx, "QQQQQQ".to_owned()));
    world.refused(EVE, "too_fast", |ctx| join_game(ctx, "QQQQQQ".to_owned()));
    world.pass(6 * SECOND);
    world.call(EVE, |ctx| join_game(ctx, code)).expect("the right one at last");
}

#[test]
fn players_who_block_each_other_do_not_meet() {
    let world = World::new();
    for who in NAMES {
        world.call(who, |ctx| set_name(ctx, who.to_owned())).expect("a good name");
    }
    world.call(ANN, |ctx| block(ctx, World::identity(BOB))).expect("he is there");
    world.call(ANN, |ctx| block(ctx, World::identity(BOB))).expect("twice is once");
    let blocks = |who| my_blocks(&world.test.view_context(World::auth(who)));
    assert_eq!(blocks(ANN).iter().map(|it| it.name.as_str()).collect::<Vec<_>>(), [BOB]);
    assert_eq!(blocks(BOB), [], "he is not told");

    let anns = world.open(ANN, "tic-tac-toe", "");
    let bobs = world.open(BOB, "mnk:rows=4,columns=4,strike=3,seats=3", "");
    world.refused(BOB, "blocked", |ctx| join_game(ctx, anns.id.to_string()));
    world.refused(BOB, "blocked", |ctx| join_game(ctx, anns.code));
    join(&world, EVE, bobs.id).expect("she is neither");
    world.refused(ANN, "blocked", |ctx| join_game(ctx, bobs.id.to_string()));
    world.call(ANN, |ctx| unblock(ctx, World::identity(BOB))).expect("unblock");
    world.call(ANN, |ctx| unblock(ctx, World::identity(BOB))).expect("twice is once");
    assert_eq!(blocks(ANN), []);
    join(&world, ANN, bobs.id).expect("a free seat");
}

/// Whoever is there, by name.
fn seated(world: &World, who: Who, id: u64) -> Vec<String> {
    world.row(who, id).players.into_iter().map(|party| party.name).collect()
}

#[test]
fn at_a_table_for_several_no_two_have_blocked_each_other() {
    let world = World::new();
    for who in NAMES {
        world.call(who, |ctx| set_name(ctx, who.to_owned())).expect("a good name");
    }
    let block = |who, whom| world.call(who, |ctx| block(ctx, World::identity(whom))).expect("block");
    let three = world.open(ANN, "mnk:rows=4,columns=4,strike=3,seats=3", "").id;
    join(&world, BOB, three).expect("a free seat");
    block(EVE, BOB);
    world.refused(EVE, "blocked", |ctx| join_game(ctx, three.to_string()));
    block(BOB, ANN);
    assert_eq!(seated(&world, ANN, three), [ANN, "", ""], "his own seat is the later one");
    assert_eq!(world.games(BOB), []);
    join(&world, EVE, three).expect("a free seat");
    block(ANN, EVE);
    assert_eq!(
        (seated(&world, ANN, three), world.games(EVE)),
        (vec![ANN.into(), String::new(), String::new()], vec![])
    );
    world.check_invariants();
}

#[test]
fn a_table_that_waits_again_keeps_no_two_who_have_blocked_each_other() {
    let world = World::new();
    for who in [ANN, BOB, EVE] {
        world.connect(who);
        world.call(who, |ctx| set_name(ctx, who.to_owned())).expect("a good name");
    }
    let three = config("mnk:rows=4,columns=4,strike=3,seats=3", "turn:5m");
    let three = GameConfig { leaving: "reset".to_owned(), ..three };
    world.call(ANN, |ctx| open_game(ctx, three)).expect("open_game");
    let id = world.games(ANN)[0].id;
    for who in [BOB, EVE] {
        join(&world, who, id).expect("a free seat");
    }
    world.call(BOB, |ctx| block(ctx, World::identity(ANN))).expect("block");
    assert_eq!(world.row(BOB, id).status, GameStatus::Live, "a game that runs goes on");
    world.disconnect(EVE);
    world.pass(40 * SECOND);
    world.sweep();
    assert_eq!(world.row(ANN, id).status, GameStatus::Waiting);
    assert_eq!((seated(&world, ANN, id), world.games(BOB)), (vec![ANN.into(), "".into(), "".into()], vec![]));
    let games = |who| world.tally(who).map(|tally| tally.games);
    assert_eq!([games(ANN), games(BOB), games(EVE)], [Some(1), Some(0), Some(0)]);
    world.check_invariants();
}

#[test]
fn blocking_is_refused_with_the_reason() {
    let world = World::new();
    world.refused(ANN, "own_block", |ctx| block(ctx, World::identity(ANN)));
    world.refused(ANN, "unknown_player", |ctx| block(ctx, World::identity("nobody")));
    let identity = |n: usize| Identity::from_claims("tests", &format!("player {n}"));
    for n in 0..=MAX_BLOCKS {
        world
            .call(OWNER, |ctx| {
                crate::player::find_or_create(ctx, identity(n));
                Ok(())
            })
            .expect("a player");
    }
    for n in 0..MAX_BLOCKS {
        world.call(ANN, |ctx| block(ctx, identity(n))).expect("there is room");
    }
    world.refused(ANN, "too_many_blocks", |ctx| block(ctx, identity(MAX_BLOCKS)));
    world.call(ANN, |ctx| unblock(ctx, identity(0))).expect("unblock");
    world.call(ANN, |ctx| block(ctx, identity(MAX_BLOCKS))).expect("there is room again");
}

#[test]
fn nothing_of_a_seek_is_left_behind() {
    let world = World::new();
    world.connect(ANN);
    for _ in 0..20 {
        for _ in 0..MAX_SEEKS {
            seek(&world, ANN, 0, 0).expect("open_seek");
        }
        world.pass(Duration::from_secs(60 * 60).as_micros() as i64);
        world.sweep();
    }
    assert_eq!((world.test.db.seek().count(), world.test.db.game().count()), (0, 0));
}

#[test]
fn a_table_that_somebody_has_left_is_on_the_list_again() {
    let world = World::new();
    world.connect(ANN);
    world.connect(BOB);
    let wanted = GameConfig { leaving: "reset".to_owned(), ..config("tic-tac-toe", "5+0") };
    world.call(ANN, |ctx| open_game(ctx, wanted)).expect("open_game");
    let id = list(&world)[0].id;
    join(&world, BOB, id).expect("a free seat");
    assert_eq!(list(&world), []);
    world.disconnect(ANN);
    world.pass(40 * SECOND);
    world.sweep();
    let [seek] = &list(&world)[..] else { panic!("{:?}", list(&world)) };
    assert_eq!((seek.id, seek.opener, seek.taken), (id, World::identity(BOB), 1));
    world.call(BOB, |ctx| cancel_game(ctx, id)).expect("it is his by now");
    assert_eq!((list(&world), world.games(BOB)), (vec![], vec![]));
}

#[test]
fn a_deleted_account_stays_blocked_without_its_name() {
    let world = World::new();
    world.call(BOB, |ctx| set_name(ctx, "Bob".to_owned())).expect("a good name");
    world.call(ANN, |ctx| block(ctx, World::identity(BOB))).expect("he is there");
    world.call(BOB, |ctx| block(ctx, World::identity(ANN))).expect("she is there");
    world.call(BOB, delete_account).expect("his own");
    let blocks = |who| my_blocks(&world.test.view_context(World::auth(who)));
    assert_eq!(blocks(BOB), []);
    assert_eq!(blocks(ANN).iter().map(|it| it.name.as_str()).collect::<Vec<_>>(), [""]);
    let id = world.open(ANN, "tic-tac-toe", "").id;
    world.refused(BOB, "blocked", |ctx| join_game(ctx, id.to_string()));
}
