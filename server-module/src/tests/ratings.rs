//! Ratings, and the lists of the best.

use spacetimedb::Table;

use super::{ANN, BOB, EVE, OWNER, SECOND, Who, World, config, sorted};
use crate::game::GameConfig;
use crate::leaderboard::{Leader, PLACES, board as _, leaderboard, leaderboard_row as _};
use crate::lobby::{join_game, open_game};
use crate::moderation::ban_player;
use crate::play::Running;
use crate::player::{Player, declare_bot, player as _, set_name};
use crate::rating::{self, BoardRating, MyRating, Rating, my_ratings, rating as _};
use spacetimedb::Identity;
use zeitnot_rules::SeatSet;

const BOARD: &str = "tic-tac-toe/blitz";
const NEW: Rating = Rating { value: 1_500, deviation: 350, provisional: true };
const DAY: i64 = 24 * 60 * 60 * SECOND;

fn rated(spec: &str, time: &str) -> GameConfig {
    GameConfig { rated: true, ..config(spec, time) }
}

/// A rated game of tic-tac-toe at blitz between these two, begun.
fn play(world: &World, first: Who, second: Who) -> u64 {
    world.call(first, |ctx| open_game(ctx, rated("tic-tac-toe", "5+0"))).expect("a rateable game");
    let id = world.games(first).iter().map(|row| row.id).max().expect("the new game");
    world.call(second, |ctx| join_game(ctx, id.to_string())).expect("a game that waits");
    id
}

fn ratings(world: &World, who: Who) -> Vec<MyRating> {
    my_ratings(&world.test.view_context(World::auth(who)))
}

fn rating(world: &World, who: Who) -> Rating {
    let mut rating = None;
    world
        .call(who, |ctx| {
            rating = Some(rating::of(ctx, World::identity(who), BOARD));
            Ok(())
        })
        .expect("nothing refuses");
    rating.expect("it has been looked up")
}

fn leaders(world: &World) -> Vec<Leader> {
    let mut leaders = leaderboard(&world.test.anonymous_view_context());
    leaders.sort_by_key(|leader| leader.place);
    leaders
}

/// Gives players a rating without playing for it.
fn settle(world: &World, players: &[(Identity, f64, f64)]) {
    for &(player, value, deviation) in players {
        world
            .call(ANN, |ctx| {
                if ctx.db.player().identity().find(player).is_none() {
                    ctx.db.player().insert(Player { identity: player, ..some_player(ctx.timestamp) });
                }
                ctx.db.rating().insert(BoardRating {
                    id: 0,
                    player,
                    board: BOARD.to_owned(),
                    value,
                    deviation,
                    volatility: 0.06,
                    games: 30,
                    wins: 10,
                    draws: 10,
                    losses: 10,
                    last_at: ctx.timestamp,
                    standing: 0,
                });
                rating::restate(ctx, player);
                Ok(())
            })
            .expect("nothing refuses");
    }
}

fn some_player(at: spacetimedb::Timestamp) -> Player {
    Player {
        identity: Identity::ZERO,
        name: "Somebody".to_owned(),
        name_key: "somebody".to_owned(),
        bot: false,
        banned_until: None,
        created_at: at,
        sweep_at: crate::game::NEVER,
    }
}

#[test]
fn a_rated_game_changes_both_ratings_once() {
    let world = World::new();
    assert_eq!((rating(&world, ANN), ratings(&world, ANN)), (NEW, vec![]));
    let id = play(&world, ANN, BOB);
    let row = world.row(BOB, id);
    assert!(row.players.iter().all(|party| (party.rating, party.provisional) == (Some(1_500), true)));
    assert!(row.players.iter().all(|party| party.rating_change.is_none()));
    world.marks(id, &[ANN, BOB], &[(0, 0), (1, 0), (0, 1), (1, 1), (0, 2)]);

    // 162 by the formulas, for two who are both new.
    let changes: Vec<Option<i32>> =
        world.row(ANN, id).players.iter().map(|party| party.rating_change).collect();
    assert_eq!(changes, [Some(162), Some(-162)]);
    assert_eq!((rating(&world, ANN).value, rating(&world, BOB).value), (1_662, 1_338));
    assert_eq!(rating(&world, ANN).deviation, 290);
    let ann = &ratings(&world, ANN)[..];
    let [ann] = ann else { panic!("one board: {ann:?}") };
    assert_eq!((ann.board.as_str(), ann.value, ann.provisional), (BOARD, 1_662, true));
    assert_eq!((ann.games, ann.wins, ann.draws, ann.losses), (1, 1, 0, 0));
    let bob = &ratings(&world, BOB)[0];
    assert_eq!((bob.games, bob.wins, bob.draws, bob.losses), (1, 0, 0, 1));

    let before = ratings(&world, ANN);
    world.refused(BOB, "game_over", |ctx| crate::play::resign(ctx, id));
    world.pass(DAY);
    world.sweep();
    assert_eq!(ratings(&world, ANN), before, "the end is counted once, and the archive counts nothing");
}

#[test]
fn an_end_that_is_reported_twice_counts_once() {
    let world = World::new();
    let id = play(&world, ANN, BOB);
    let timer = || world.timer(id).expect("a live game has a timer");
    let (once, again) = (timer(), timer());
    world.pass(300 * SECOND);
    world.fire(once).expect("a timer never fails");
    let after = (ratings(&world, ANN), ratings(&world, BOB));
    assert_eq!(after.0[0].losses, 1);
    world.fire(again).expect("a timer never fails");
    world.sweep();
    world.refused(ANN, "game_over", |ctx| crate::play::resign(ctx, id));
    assert_eq!((ratings(&world, ANN), ratings(&world, BOB)), after);
}

#[test]
fn games_without_a_result_and_unrated_games_count_for_nothing() {
    let world = World::new();
    for ending in ["void", "aborted"] {
        let id = play(&world, ANN, BOB);
        world
            .call(ANN, |ctx| {
                let mut table = Running::open(ctx, id)?;
                table.finish(ctx, SeatSet::EMPTY, ending, None);
                table.store(ctx);
                Ok(())
            })
            .expect("a running game");
        assert!(world.row(ANN, id).players.iter().all(|party| party.rating_change.is_none()));
    }
    let id = world.play("tic-tac-toe", "5+0", &[ANN, BOB]);
    assert!(world.row(ANN, id).players.iter().all(|party| party.rating.is_none()));
    world.resign(ANN, id).expect("her own game");
    assert_eq!((ratings(&world, ANN), ratings(&world, BOB)), (vec![], vec![]));
    assert_eq!(world.test.db.board().count(), 0);
}

#[test]
fn a_draw_counts_as_one() {
    let world = World::new();
    let id = play(&world, ANN, BOB);
    let cells = [(1, 1), (0, 0), (0, 1), (2, 1), (1, 0), (1, 2), (2, 0), (0, 2), (2, 2)];
    world.marks(id, &[ANN, BOB], &cells);
    assert!(world.row(ANN, id).winners.is_empty());
    assert!(world.row(ANN, id).players.iter().all(|party| party.rating_change == Some(0)));
    assert!([ANN, BOB].iter().all(|who| ratings(&world, who)[0].draws == 1));
}

#[test]
fn what_cannot_be_rated_is_refused() {
    let world = World::new();
    for (spec, time) in [
        ("tic-tac-toe", "none"),
        ("mnk:rows=4,columns=4,strike=3", "5+0"),
        ("mnk:rows=6,columns=7,strike=4,seats=3,gravity", "5+0"),
    ] {
        world.refused(ANN, "not_rateable", |ctx| open_game(ctx, rated(spec, time)));
    }
    // Or whoever is about to lose would only have to go away.
    let reset = GameConfig { leaving: "reset".to_owned(), ..rated("tic-tac-toe", "5+0") };
    world.refused(ANN, "not_rateable", |ctx| open_game(ctx, reset));
}

#[test]
fn boards_are_apart() {
    let world = World::new();
    let id = play(&world, ANN, BOB);
    world.resign(BOB, id).expect("his own game");
    world.call(ANN, |ctx| open_game(ctx, rated("connect-four", "days:3"))).expect("a rateable game");
    let id = world.games(ANN).iter().map(|row| row.id).max().expect("the new game");
    world.call(BOB, |ctx| join_game(ctx, id.to_string())).expect("a game that waits");
    assert_eq!(world.row(ANN, id).players[0].rating, Some(1_500));
    world.resign(ANN, id).expect("her own game");
    let mut boards: Vec<(String, u32, u32)> =
        ratings(&world, ANN).into_iter().map(|row| (row.board, row.wins, row.losses)).collect();
    boards.sort();
    assert_eq!(boards, [("connect-four/correspondence".to_owned(), 0, 1), (BOARD.to_owned(), 1, 0)]);
}

#[test]
fn who_stays_away_is_provisional_again() {
    let world = World::new();
    settle(&world, &[(World::identity(ANN), 1_900.0, 60.0)]);
    assert_eq!(rating(&world, ANN), Rating { value: 1_900, deviation: 60, provisional: false });
    world.pass(4 * DAY);
    assert_eq!(rating(&world, ANN).deviation, 60, "not a whole period yet");
    world.pass(400 * DAY);
    let later = rating(&world, ANN);
    assert!(later.provisional && later.value == 1_900 && later.deviation < 120, "{later:?}");
}

#[test]
fn the_best_hundred_are_listed_and_nobody_else() {
    let world = World::new();
    let person = |n: u32| Identity::from_claims("crowd", &n.to_string());
    let crowd: Vec<(Identity, f64, f64)> =
        (0..150).map(|n| (person(n), 1_000.0 + f64::from(n), 80.0)).collect();
    settle(&world, &crowd);
    settle(&world, &[(World::identity(EVE), 3_000.0, 110.0)]);
    assert_eq!(leaders(&world), [], "lists are the sweeper's business");
    world.sweep();
    let list = leaders(&world);
    assert_eq!(list.len(), PLACES);
    for (n, leader) in (0..).zip(&list) {
        assert_eq!((leader.place, leader.player, leader.value), (n + 1, person(149 - n), 1_149 - n));
        assert_eq!((leader.board.as_str(), leader.games), (BOARD, 30));
    }

    // A bot and a banned player leave it, and others move up.
    world
        .call(ANN, |ctx| {
            for (player, bot, banned) in [(person(149), true, false), (person(147), false, true)] {
                let row = ctx.db.player().identity().find(player).expect("somebody");
                let banned_until = banned.then(|| ctx.timestamp + std::time::Duration::from_secs(9_999));
                ctx.db.player().identity().update(Player { bot, banned_until, ..row });
                rating::restate(ctx, player);
            }
            Ok(())
        })
        .expect("nothing refuses");
    world.sweep();
    assert_eq!(leaders(&world), list, "a list is written once a minute");
    world.pass(60 * SECOND);
    world.sweep();
    let players: Vec<Identity> = leaders(&world).iter().map(|leader| leader.player).collect();
    let wanted: Vec<Identity> = (0..149).rev().filter(|&n| n != 147).take(PLACES).map(person).collect();
    assert_eq!(players, wanted);
    assert_eq!(world.test.db.leaderboard_row().count(), PLACES as u64);
}

#[test]
fn a_list_forgets_those_who_have_stopped_playing() {
    let world = World::new();
    settle(&world, &[(World::identity(ANN), 1_900.0, 100.0), (World::identity(BOB), 1_800.0, 50.0)]);
    world.sweep();
    assert_eq!(leaders(&world).len(), 2);
    world.pass(200 * DAY);
    world.sweep();
    assert_eq!(
        leaders(&world).iter().map(|leader| (leader.place, leader.value)).collect::<Vec<_>>(),
        [(1, 1_800)]
    );
}

#[test]
fn a_list_takes_those_back_whose_ban_is_over() {
    let world = World::new();
    let (ann, bob) = (World::identity(ANN), World::identity(BOB));
    settle(&world, &[(ann, 1_900.0, 50.0), (bob, 1_800.0, 50.0)]);
    world.connect(ANN);
    world.sweep();
    world.pass(60 * SECOND);
    for who in [ann, bob] {
        world.call(OWNER, |ctx| ban_player(ctx, who, 48, "insults".to_owned())).expect("the owner may");
    }
    world.sweep();
    assert_eq!(leaders(&world), []);
    // Neither coming nor going ends it, or puts its end off.
    world.disconnect(ANN);
    world.connect(BOB);
    world.pass(2 * DAY - 1);
    world.sweep();
    world.sweep();
    assert_eq!(leaders(&world), []);
    world.pass(1);
    // The bans end, and the list is written as soon as it may be again.
    world.sweep();
    world.pass(60 * SECOND);
    world.sweep();
    assert_eq!(leaders(&world).iter().map(|leader| leader.player).collect::<Vec<_>>(), [ann, bob]);
}

#[test]
fn a_list_shows_the_name_of_today() {
    let world = World::new();
    settle(&world, &[(World::identity(ANN), 1_900.0, 60.0)]);
    world.sweep();
    world.pass(60 * SECOND);
    world.call(ANN, |ctx| set_name(ctx, "Ann".to_owned())).expect("a good name");
    world.sweep();
    assert_eq!(leaders(&world)[0].name, "Ann");
    world.call(ANN, declare_bot).expect("she may say so");
    world.pass(60 * SECOND);
    world.sweep();
    assert_eq!(leaders(&world), []);
}

#[test]
fn no_move_writes_a_list() {
    let world = World::new();
    settle(&world, &[(World::identity(ANN), 1_900.0, 60.0), (World::identity(BOB), 1_500.0, 60.0)]);
    world.sweep();
    let db = &world.test.db;
    let (boards, list) = (sorted(db.board().iter()), sorted(db.leaderboard_row().iter()));
    let id = play(&world, ANN, BOB);
    world.marks(id, &[ANN, BOB], &[(0, 0), (1, 0), (0, 1)]);
    assert_eq!(sorted(db.board().iter()), boards);
    world.resign(ANN, id).expect("her own game");
    assert_eq!(sorted(db.leaderboard_row().iter()), list, "not even the end of a game does");
    assert_ne!(sorted(db.board().iter()), boards, "but it makes the board due");
}
