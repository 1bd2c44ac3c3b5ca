//! Quick match.

use super::{ANN, BOB, EVE, OWNER, SECOND, Who, World, config};
use crate::account::delete_account;
use crate::block::block;
use crate::challenge::{challenge, my_challenges};
use crate::deployment::drain;
use crate::game::{GameConfig, GameStatus, game as _};
use crate::lobby::{cancel_game, join_game, open_game};
use crate::player::{MAX_GAMES, Player};
use crate::pool::{MAX_POOLS, Pool, add_pool, pool as _, remove_pool};
use crate::queue::{
    MySearch, PairingTimer, Search, join_queue, leave_queue, my_searches, pair_up, search as _,
};
use crate::rating::{BoardRating, rating as _};
use crate::refusal::Outcome;
use crate::seek::open_seeks;
use crate::tally::tally as _;
use spacetimedb::{Identity, Table};

const BLITZ: &str = "tic-tac-toe/3+2";
const RATED: &str = "tic-tac-toe/3+2/rated";
const RAPID: &str = "connect-four/10+5";
const SLOW: &str = "tic-tac-toe/days:3";
const ANY: u32 = u32::MAX;

/// A world in which these are on line.
fn world(there: &[Who]) -> World {
    let world = World::new();
    for who in there {
        world.connect(who);
    }
    world
}

fn search(world: &World, who: Who, pool: &str) -> Outcome {
    world.call(who, |ctx| join_queue(ctx, pool.to_owned(), ANY, ANY))
}

fn within(world: &World, who: Who, below: u32, above: u32) -> Outcome {
    world.call(who, |ctx| join_queue(ctx, BLITZ.to_owned(), below, above))
}

fn searches(world: &World, who: Who) -> Vec<MySearch> {
    my_searches(&world.test.view_context(World::auth(who)))
}

fn give_rating(world: &World, who: Who, value: f64) {
    world.test.db.rating().insert(BoardRating {
        id: 0,
        player: World::identity(who),
        board: "tic-tac-toe/blitz".to_owned(),
        value,
        deviation: 50.0,
        volatility: 0.06,
        games: 100,
        wins: 0,
        draws: 0,
        losses: 0,
        last_at: world.test.clock.now(),
        standing: 0,
    });
}

/// Whom each has a running game with.
fn opponents(world: &World, who: Who) -> Vec<Identity> {
    let me = World::identity(who);
    let live = world.games(who).into_iter().filter(|row| row.status == GameStatus::Live);
    live.flat_map(|row| row.players).filter_map(|party| party.identity).filter(|&it| it != me).collect()
}

#[test]
fn the_second_to_come_is_paired_at_once() {
    let world = world(&[ANN, BOB, EVE]);
    search(&world, ANN, RATED).expect("join_queue");
    assert_eq!((world.games(ANN), searches(&world, ANN).len()), (vec![], 1));
    search(&world, BOB, BLITZ).expect("join_queue");
    assert_eq!(world.games(BOB), [], "casual games are another pool");
    search(&world, EVE, RATED).expect("join_queue");

    let row = world.row(ANN, world.games(EVE)[0].id);
    assert_eq!(row.status, GameStatus::Live);
    assert_eq!((row.spec.as_str(), row.time.as_str()), ("mnk:rows=3,columns=3,strike=3", "fischer:3m+2s"));
    assert!(row.rated && !row.private);
    assert_eq!(row.players[0].rating, Some(1500));
    assert_eq!((searches(&world, ANN), searches(&world, EVE)), (vec![], vec![]));
    assert_eq!(searches(&world, BOB).len(), 1);
    world.check_invariants();
}

#[test]
fn nobody_is_paired_with_themself() {
    let world = world(&[ANN]);
    world.connect_on(ANN, 1);
    for pool in [BLITZ, BLITZ, RATED, SLOW, BLITZ] {
        search(&world, ANN, pool).expect("join_queue");
    }
    world.pass(61 * SECOND);
    search(&world, ANN, BLITZ).expect("again");
    world.pair_up();
    assert_eq!((world.games(ANN), searches(&world, ANN).len()), (vec![], 3));
}

#[test]
fn nobody_is_paired_into_two_games_at_once() {
    let world = world(&[ANN, BOB, EVE]);
    for pool in [BLITZ, RAPID, SLOW] {
        search(&world, ANN, pool).expect("join_queue");
    }
    world.call(ANN, |ctx| open_game(ctx, config("tic-tac-toe", "5+0"))).expect("open_game");
    search(&world, BOB, BLITZ).expect("join_queue");
    assert_eq!(opponents(&world, ANN), [World::identity(BOB)]);
    for pool in [RAPID, SLOW] {
        search(&world, EVE, pool).expect("join_queue");
    }
    world.pair_up();
    let [bob, eve] = [BOB, EVE].map(World::identity);
    let times = |who| -> Vec<String> { world.games(who).into_iter().map(|row| row.time).collect() };
    assert_eq!(times(EVE), ["days:3"], "in real time she has found nobody");
    assert_eq!(opponents(&world, ANN), [bob, eve], "correspondence goes beside it");
    assert_eq!(searches(&world, ANN), []);
    assert_eq!(open_seeks(&world.test.anonymous_view_context()), [], "nor can her open game be taken");
    world.refused(ANN, "already_playing", |ctx| join_queue(ctx, RAPID.to_owned(), ANY, ANY));
    search(&world, ANN, SLOW).expect("and another");
    world.check_invariants();
}

#[test]
fn a_game_by_correspondence_ends_only_the_search_that_found_it() {
    let world = world(&[ANN, BOB]);
    for pool in [BLITZ, SLOW, "connect-four/days:3"] {
        search(&world, ANN, pool).expect("join_queue");
    }
    search(&world, BOB, SLOW).expect("join_queue");
    assert_eq!(opponents(&world, ANN), [World::identity(BOB)]);
    let mut left: Vec<String> = searches(&world, ANN).into_iter().map(|search| search.pool).collect();
    left.sort();
    assert_eq!(left, ["connect-four/days:3", BLITZ]);
    search(&world, BOB, BLITZ).expect("join_queue");
    assert_eq!(opponents(&world, ANN).len(), 2);
    assert_eq!(searches(&world, ANN).len(), 1, "one in real time leaves those by correspondence");
    world.check_invariants();
}

#[test]
fn whoever_is_paired_waits_at_no_other_table_in_real_time() {
    let world = world(&[ANN, BOB, EVE]);
    world.call(EVE, |ctx| crate::player::set_name(ctx, EVE.to_owned())).expect("a good name");
    let three = world.open(EVE, "mnk:rows=4,columns=4,strike=3,seats=3", "5+0").id;
    world.call(ANN, |ctx| join_game(ctx, three.to_string())).expect("a free seat");
    let private = GameConfig { private: true, ..config("tic-tac-toe", "5+0") };
    world.call(ANN, |ctx| open_game(ctx, private)).expect("open_game");
    for time in ["5+0", "days:3"] {
        world
            .call(ANN, |ctx| challenge(ctx, config("tic-tac-toe", time), EVE.to_owned()))
            .expect("challenge");
    }
    search(&world, ANN, BLITZ).expect("join_queue");
    search(&world, BOB, BLITZ).expect("join_queue");
    let mut times: Vec<(GameStatus, String)> =
        world.games(ANN).into_iter().map(|row| (row.status, row.time)).collect();
    times.sort_by(|one, other| one.1.cmp(&other.1));
    let wanted = [(GameStatus::Waiting, "days:3"), (GameStatus::Live, "fischer:3m+2s")];
    assert_eq!(times, wanted.map(|(status, time)| (status, time.to_owned())));
    let challenges = my_challenges(&world.test.view_context(World::auth(EVE)));
    assert_eq!(challenges.iter().map(|it| it.time.as_str()).collect::<Vec<_>>(), ["days:3"]);
    let names: Vec<String> = world.row(EVE, three).players.into_iter().map(|party| party.name).collect();
    assert_eq!(names, [EVE, "", ""], "her seat is free again");
    world.check_invariants();
}

#[test]
fn one_who_is_out_of_a_game_in_real_time_may_search_for_another() {
    let world = world(&[ANN]);
    let three = world.play("mnk:rows=4,columns=4,strike=3,seats=3", "5+0", &[ANN, BOB, EVE]);
    world.refused(ANN, "already_playing", |ctx| join_queue(ctx, BLITZ.to_owned(), ANY, ANY));
    world.resign(ANN, three).expect("her own game");
    assert_eq!(world.row(ANN, three).status, GameStatus::Live);
    search(&world, ANN, BLITZ).expect("she plays no more");
    assert_eq!(searches(&world, ANN).len(), 1);
}

#[test]
fn a_game_found_elsewhere_ends_the_search() {
    let world = world(&[ANN, BOB, EVE]);
    search(&world, ANN, BLITZ).expect("join_queue");
    let slow = world.open(BOB, "tic-tac-toe", "days:3").id;
    world.call(ANN, |ctx| join_game(ctx, slow.to_string())).expect("a free seat");
    assert_eq!(searches(&world, ANN).len(), 1, "a game by correspondence leaves time for another");
    let fast = world.open(BOB, "tic-tac-toe", "5+0").id;
    world.call(ANN, |ctx| join_game(ctx, fast.to_string())).expect("a free seat");
    assert_eq!(searches(&world, ANN), []);
    search(&world, EVE, BLITZ).expect("join_queue");
    world.pair_up();
    assert_eq!(world.games(EVE), []);
}

#[test]
fn cancelling_and_pairing_at_the_same_instant_makes_one_game_or_none() {
    for cancel_first in [true, false] {
        let world = world(&[ANN, BOB]);
        search(&world, ANN, BLITZ).expect("join_queue");
        let cancel = || world.call(ANN, |ctx| leave_queue(ctx, BLITZ.to_owned())).map_err(|e| e.code());
        if cancel_first {
            assert_eq!(cancel(), Ok(()));
            search(&world, BOB, BLITZ).expect("join_queue");
            assert_eq!((world.games(ANN), world.games(BOB)), (vec![], vec![]));
        } else {
            search(&world, BOB, BLITZ).expect("join_queue");
            assert_eq!(cancel(), Err("not_searching".to_owned()));
            assert_eq!(opponents(&world, ANN), [World::identity(BOB)]);
            assert_eq!(opponents(&world, BOB), [World::identity(ANN)]);
        }
        world.check_invariants();
    }
}

#[test]
fn whoever_has_lost_the_last_connection_is_not_paired() {
    let world = world(&[ANN, BOB]);
    world.connect_on(ANN, 1);
    search(&world, ANN, BLITZ).expect("join_queue");
    world.disconnect(ANN);
    assert_eq!(searches(&world, ANN).len(), 1, "her other device is there");
    world.disconnect_on(ANN, 1);
    assert_eq!(searches(&world, ANN), []);
    world.refused(ANN, "not_connected", |ctx| join_queue(ctx, BLITZ.to_owned(), ANY, ANY));
    search(&world, BOB, BLITZ).expect("join_queue");
    world.connect(ANN);
    world.pair_up();
    assert_eq!((world.games(ANN), world.games(BOB)), (vec![], vec![]), "coming back is not searching");
}

#[test]
fn both_ranges_count_and_grow_with_the_time() {
    let world = world(&[ANN, BOB, EVE]);
    give_rating(&world, ANN, 1800.0);
    give_rating(&world, BOB, 1500.0);
    within(&world, ANN, 300, 0).expect("join_queue");
    within(&world, BOB, 0, 250).expect("join_queue");
    assert_eq!(world.games(ANN), [], "she takes him, he does not take her");
    world.pass(4 * SECOND);
    world.pair_up();
    assert_eq!(world.games(ANN), []);
    world.pass(SECOND);
    world.pair_up();
    assert_eq!(opponents(&world, ANN), [World::identity(BOB)], "ten points a second");

    give_rating(&world, EVE, 3000.0);
    world.connect("dan");
    within(&world, EVE, 0, 0).expect("join_queue");
    within(&world, "dan", 0, 0).expect("join_queue");
    world.pass(60 * SECOND - 1);
    world.pair_up();
    assert_eq!(world.games(EVE), []);
    world.pass(1);
    world.pair_up();
    assert_eq!(opponents(&world, EVE), [World::identity("dan")], "nobody waits for ever");
    world.check_invariants();
}

#[test]
fn joining_again_changes_the_range_and_keeps_the_place() {
    let world = world(&[ANN, BOB, EVE]);
    give_rating(&world, EVE, 1600.0);
    within(&world, ANN, 0, 0).expect("join_queue");
    let before = searches(&world, ANN).remove(0);
    world.pass(2 * SECOND);
    within(&world, EVE, 0, 100).expect("join_queue");
    within(&world, ANN, 0, 79).expect("join_queue");
    assert_eq!(searches(&world, ANN), [MySearch { above: 79, ..before }]);
    within(&world, ANN, 0, 100).expect("join_queue");
    assert_eq!(opponents(&world, EVE), [], "she does not take anybody below her");
    within(&world, EVE, 100, 0).expect("join_queue");
    assert_eq!(opponents(&world, EVE), [World::identity(ANN)]);
}

#[test]
fn who_came_first_is_paired_first_and_of_those_the_closest() {
    let world = world(&[ANN, BOB, EVE, "dan"]);
    give_rating(&world, ANN, 1900.0);
    give_rating(&world, EVE, 1510.0);
    for (who, wait) in [(ANN, 1), (BOB, 0), (EVE, 0)] {
        world.call(who, |ctx| join_queue(ctx, BLITZ.to_owned(), 0, 0)).expect("join_queue");
        world.pass(wait * SECOND);
    }
    for who in [ANN, BOB, EVE] {
        // Each takes anybody from now on, and their order of arrival stays. Nobody looks yet.
        let row = world.test.db.search().player().filter(World::identity(who)).next().expect("a search");
        world.test.db.search().id().update(Search { below: ANY, above: ANY, ..row });
    }
    search(&world, "dan", BLITZ).expect("join_queue");
    assert_eq!(opponents(&world, "dan"), [World::identity(ANN)]);
    world.pair_up();
    assert_eq!(opponents(&world, BOB), [World::identity(EVE)]);
}

#[test]
fn the_one_who_has_begun_less_often_begins() {
    let world = world(&[ANN, BOB]);
    let mut begun = (0, 0);
    for _ in 0..12 {
        search(&world, ANN, BLITZ).expect("join_queue");
        search(&world, BOB, BLITZ).expect("join_queue");
        let row = world.games(ANN).into_iter().find(|row| row.status == GameStatus::Live).expect("a game");
        if row.seat == 0 {
            begun.0 += 1
        } else {
            begun.1 += 1
        }
        assert!(i32::abs(begun.0 - begun.1) <= 1, "{begun:?}");
        world.resign(ANN, row.id).expect("her own game");
    }
    assert_eq!(begun, (6, 6));
    let starts: Vec<i32> = world.test.db.tally().iter().map(|tally| tally.starts).collect();
    assert!(starts.iter().all(|&starts| starts == 0), "{starts:?}");
}

#[test]
fn players_who_block_each_other_are_not_paired() {
    let world = world(&[ANN, BOB, EVE]);
    search(&world, BOB, BLITZ).expect("join_queue");
    world.call(ANN, |ctx| crate::player::set_name(ctx, "Ann".to_owned())).expect("a good name");
    world.call(BOB, |ctx| block(ctx, World::identity(ANN))).expect("block");
    search(&world, ANN, BLITZ).expect("join_queue");
    world.pass(120 * SECOND);
    world.pair_up();
    assert_eq!((world.games(ANN), world.games(BOB)), (vec![], vec![]));
    search(&world, EVE, BLITZ).expect("join_queue");
    assert_eq!(opponents(&world, EVE), [World::identity(BOB)]);
}

#[test]
fn one_who_cannot_play_is_taken_out_and_holds_up_nobody() {
    let world = world(&[ANN, BOB, EVE]);
    search(&world, ANN, BLITZ).expect("join_queue");
    world.count_games(ANN, MAX_GAMES);
    search(&world, BOB, BLITZ).expect("join_queue");
    assert_eq!((world.games(BOB), searches(&world, BOB).len()), (vec![], 1));
    assert_eq!(searches(&world, ANN), []);
    let until = world.test.clock.now() + std::time::Duration::from_secs(1_000);
    world.change(BOB, |row| Player { banned_until: Some(until), ..row });
    world.pass(60 * SECOND);
    world.pair_up();
    assert_eq!(searches(&world, BOB), []);
    search(&world, EVE, BLITZ).expect("join_queue");
    assert_eq!(world.games(EVE), []);
    world.count_games(EVE, MAX_GAMES);
    world.refused(EVE, "too_many_games", |ctx| join_queue(ctx, RAPID.to_owned(), ANY, ANY));
    world.refused(BOB, "banned", |ctx| join_queue(ctx, RAPID.to_owned(), ANY, ANY));
    world.check_invariants();
}

#[test]
fn searching_is_refused_with_the_reason() {
    let world = world(&[ANN]);
    for named in ["", "chess/3+2", &"x".repeat(100_000), "tic-tac-toe/3+2/"] {
        world.refused(ANN, "no_such_pool", |ctx| join_queue(ctx, named.to_owned(), ANY, ANY));
        world.refused(ANN, "not_searching", |ctx| leave_queue(ctx, named.to_owned()));
    }
    world.refused(BOB, "not_connected", |ctx| join_queue(ctx, BLITZ.to_owned(), ANY, ANY));
    world.refused(ANN, "not_searching", |ctx| leave_queue(ctx, BLITZ.to_owned()));
    let timer = || PairingTimer { scheduled_id: 1, scheduled_at: world.test.clock.now().into() };
    world.refused(ANN, "not_allowed", |ctx| pair_up(ctx, timer()));
    world.refused(OWNER, "not_allowed", |ctx| pair_up(ctx, timer()));
    search(&world, ANN, BLITZ).expect("join_queue");
    world.call(OWNER, |ctx| drain(ctx, true)).expect("the owner may");
    assert_eq!(searches(&world, ANN), [], "a drain empties the queues");
    world.refused(ANN, "draining", |ctx| join_queue(ctx, BLITZ.to_owned(), ANY, ANY));
    world.call(OWNER, |ctx| drain(ctx, false)).expect("the owner may");
    search(&world, ANN, BLITZ).expect("join_queue");
}

#[test]
fn the_owner_says_what_may_be_searched_for() {
    let world = world(&[ANN]);
    let pool = |name: &str, spec: &str, time: &str| (name.to_owned(), spec.to_owned(), time.to_owned());
    assert_eq!(world.test.db.pool().count(), 40, "five games, four time controls, rated or not");
    let (name, spec, time) = pool("gomoku-10/turn:10s", "gomoku-10", "turn:10s");
    world.call(OWNER, |ctx| add_pool(ctx, name, spec, time, true)).expect("a pool");
    search(&world, ANN, "gomoku-10/turn:10s").expect("join_queue");
    for bad in [
        pool("gomoku-10/turn:10s", "gomoku-10", "turn:10s"),
        pool("", "gomoku-10", "turn:10s"),
        pool("A", "gomoku-10", "turn:10s"),
        pool("ä", "gomoku-10", "turn:10s"),
        pool(&"x".repeat(65), "gomoku-10", "turn:10s"),
        pool("x", "gomoku-10", "none"),
        pool("x", "mnk:rows=9,columns=9,strike=5", "turn:10s"),
        pool("x", "mnk:rows=4,columns=4,strike=3,seats=3", "turn:10s"),
    ] {
        let (name, spec, time) = bad;
        world.refused(OWNER, "bad_pool", |ctx| add_pool(ctx, name, spec, time, false));
    }
    let (name, spec, time) = pool("x", "chess", "turn:10s");
    world.refused(OWNER, "bad_config", |ctx| add_pool(ctx, name, spec, time, false));
    let (name, spec, time) = pool("x", "gomoku-10", "soon");
    world.refused(OWNER, "bad_time", |ctx| add_pool(ctx, name, spec, time, false));
    let (name, spec, time) = pool("x", "gomoku-10", "none");
    world.refused(OWNER, "not_rateable", |ctx| add_pool(ctx, name, spec, time, true));
    let (name, spec, time) = pool("x", "gomoku-10", "turn:10s");
    world.refused(ANN, "not_allowed", |ctx| add_pool(ctx, name, spec, time, false));
    world.refused(ANN, "not_allowed", |ctx| remove_pool(ctx, BLITZ.to_owned()));
    world.refused(OWNER, "no_such_pool", |ctx| remove_pool(ctx, "x".to_owned()));
    world.call(OWNER, |ctx| remove_pool(ctx, "gomoku-10/turn:10s".to_owned())).expect("it is there");
    assert_eq!(searches(&world, ANN), []);
    for n in world.test.db.pool().count()..MAX_POOLS {
        let (name, spec, time) = pool(&n.to_string(), "gomoku-10", "5+0");
        world.call(OWNER, |ctx| add_pool(ctx, name, spec, time, false)).expect("there is room");
    }
    let (name, spec, time) = pool("x", "gomoku-10", "5+0");
    world.refused(OWNER, "too_many_pools", |ctx| add_pool(ctx, name, spec, time, false));
}

/// A thousand who wait with narrow ranges of all sorts: after each call and each round every game that has begun
/// is between two who took each other, and nobody has two.
#[test]
fn ranges_hold_under_load() {
    let world = World::new();
    let mut seed = 11_u64;
    let mut chance = move |below: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % below
    };
    let names: Vec<Who> = (0..1_000).map(|n| &*format!("player {n}").leak()).collect();
    let mut asked = std::collections::HashMap::new();
    for who in &names {
        world.connect(who);
        let rating = 400 + chance(3_000);
        give_rating(&world, who, rating as f64);
        let (below, above) = (chance(12) as u32, chance(12) as u32);
        asked.insert(World::identity(who), (rating as u32, below, above));
        within(&world, who, below, above).expect("join_queue");
    }
    let check = |seconds: u32| {
        let mut busy = std::collections::HashSet::new();
        for game in world.test.db.game().iter() {
            let players: Vec<Identity> = game.players.iter().filter_map(|party| party.identity).collect();
            let [one, other] = players[..] else { panic!("{players:?}") };
            for (me, them) in [(one, other), (other, one)] {
                assert!(busy.insert(me), "two games at once");
                let ((mine, below, above), (theirs, ..)) = (asked[&me], asked[&them]);
                let grown = seconds * 10;
                assert!(theirs + below + grown >= mine && theirs <= mine + above + grown, "{mine} {theirs}");
            }
        }
        busy.len()
    };
    let at_once = check(0);
    assert!((100..900).contains(&at_once), "{at_once} of 1000: the numbers test nothing");
    world.pass(2 * SECOND);
    for _ in 0..3 {
        world.pair_up();
    }
    assert!(check(2) > at_once);
    world.pass(60 * SECOND);
    for _ in 0..10 {
        world.pair_up();
    }
    assert_eq!(world.test.db.search().count(), 0, "in the end everybody plays");
    world.check_invariants();
}

#[test]
fn a_seek_that_was_cancelled_leaves_the_search_alone() {
    let world = world(&[ANN]);
    search(&world, ANN, BLITZ).expect("join_queue");
    let private = GameConfig { private: true, ..config("tic-tac-toe", "") };
    world.call(ANN, |ctx| open_game(ctx, private)).expect("open_game");
    let id = world.games(ANN)[0].id;
    world.call(ANN, |ctx| cancel_game(ctx, id)).expect("her own");
    assert_eq!(searches(&world, ANN).len(), 1);
}

#[test]
fn one_who_deletes_the_account_searches_no_more() {
    let world = world(&[ANN, BOB]);
    search(&world, ANN, BLITZ).expect("join_queue");
    world.call(ANN, delete_account).expect("her own");
    search(&world, BOB, BLITZ).expect("join_queue");
    assert_eq!((world.games(BOB), searches(&world, ANN)), (vec![], vec![]));
}

#[test]
fn a_pool_whose_game_cannot_begin_keeps_nobody_waiting() {
    let world = world(&[ANN, BOB, EVE]);
    within(&world, ANN, 0, 0).expect("join_queue");
    give_rating(&world, BOB, 2000.0);
    within(&world, BOB, 0, 0).expect("join_queue");
    search(&world, EVE, RAPID).expect("join_queue");
    let pool = world.test.db.pool().name().find(BLITZ.to_owned()).expect("a pool");
    world.test.db.pool().name().update(Pool { spec: "draughts".to_owned(), ..pool });
    world.pass(60 * SECOND);
    world.pair_up();
    assert_eq!((searches(&world, ANN), searches(&world, BOB)), (vec![], vec![]));
    assert_eq!(searches(&world, EVE).len(), 1);
    world.check_invariants();
}
