//! Another game with the same players.

use super::{ANN, BOB, EVE, OWNER, SECOND, World, config};
use crate::account::delete_account;
use crate::block::{block, unblock};
use crate::deployment::drain;
use crate::game::{GameConfig, GameStatus, game as _};
use crate::lobby::{join_game, open_game};
use crate::moderation::{ban_player, unban_player};
use crate::play::abort_game;
use crate::player::MAX_GAMES;
use crate::rematch::{ask_rematch, decline_rematch};
use spacetimedb::Table as _;

fn ask(world: &World, who: &'static str, id: u64) {
    world.call(who, |ctx| ask_rematch(ctx, id)).expect("asked");
}

/// A game of a series in which Ann begins.
fn series(world: &World, length: &str) -> u64 {
    let config = GameConfig { series: length.to_owned(), ..config("tic-tac-toe", "fischer:60s+5s") };
    world.call(ANN, |ctx| open_game(ctx, config)).expect("open_game");
    let id = world.games(ANN).into_iter().map(|row| row.id).max().expect("a game");
    world.call(BOB, |ctx| join_game(ctx, id.to_string())).expect("join_game");
    id
}

fn next(world: &World, id: u64) -> u64 {
    world.row(ANN, id).next_game.expect("the next game")
}

#[test]
fn it_is_one_game_however_often_it_is_asked_for() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "fischer:60s+5s", &[ANN, BOB]);
    world.refused(ANN, "not_over", |ctx| ask_rematch(ctx, id));
    world.pass(20 * SECOND);
    world.mark(ANN, id, 0, 0).expect("a legal move");
    world.resign(BOB, id).expect("resigned");
    ask(&world, ANN, id);
    ask(&world, ANN, id);
    assert_eq!(world.row(BOB, id).rematch_asked, [0], "the other sees who has asked");
    ask(&world, BOB, id);
    for who in [ANN, BOB, ANN, BOB] {
        ask(&world, who, id);
    }
    assert_eq!(world.test.db.game().iter().count(), 2);
    let (ann, bob) = (world.row(ANN, id), world.row(BOB, id));
    assert_eq!(ann.next_game, bob.next_game, "every window of the old game leads to the new one");
    let row = world.row(BOB, next(&world, id));
    assert_eq!((row.status, row.seat, row.to_move), (GameStatus::Live, 0, vec![0]), "the other seat begins");
    // Clocks are new; nothing is carried over.
    assert_eq!(row.clocks.iter().map(|clock| clock.main_us).collect::<Vec<_>>(), [60_000_000; 2]);
    world.check_invariants();
}

#[test]
fn it_can_be_declined_and_taken_back() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "", &[ANN, BOB]);
    world.resign(ANN, id).expect("resigned");
    world.refused(BOB, "no_rematch_asked", |ctx| decline_rematch(ctx, id));
    world.refused(EVE, "not_your_game", |ctx| ask_rematch(ctx, id));
    ask(&world, ANN, id);
    world.call(BOB, |ctx| decline_rematch(ctx, id)).expect("declined");
    ask(&world, BOB, id);
    assert_eq!(world.row(ANN, id).next_game, None);
}

#[test]
fn a_series_keeps_its_score_and_the_seats_alternate() {
    let world = World::new();
    let first = series(&world, "best-of:3");
    world.resign(BOB, first).expect("resigned");
    assert_eq!(world.row(ANN, first).score, [2, 0]);
    ask(&world, ANN, first);
    ask(&world, BOB, first);
    let second = next(&world, first);
    let row = world.row(ANN, second);
    assert_eq!((row.round, row.seat, row.score), (2, 1, vec![0, 2]), "by the seats of this game");
    world.resign(ANN, second).expect("resigned");
    ask(&world, ANN, second);
    ask(&world, BOB, second);
    let third = next(&world, second);
    assert_eq!((world.row(ANN, third).seat, world.row(ANN, third).score.clone()), (0, vec![2, 2]));
    world.resign(BOB, third).expect("resigned");
    // It is decided: what follows is another series.
    ask(&world, ANN, third);
    ask(&world, BOB, third);
    let row = world.row(ANN, next(&world, third));
    assert_eq!((row.round, row.score), (1, vec![0, 0]));
}

#[test]
fn a_series_goes_on_by_itself_after_a_minute_if_all_are_there() {
    let world = World::new();
    world.connect(ANN);
    world.connect(BOB);
    let first = series(&world, "first-to:2");
    world.resign(BOB, first).expect("resigned");
    world.pass(59 * SECOND);
    world.sweep();
    assert_eq!(world.row(ANN, first).next_game, None);
    world.pass(SECOND);
    world.sweep();
    let second = next(&world, first);
    assert_eq!(world.row(BOB, second).status, GameStatus::Live);
    world.check_invariants();
    world.disconnect(ANN);
    world.resign(ANN, second).expect("resigned");
    world.pass(120 * SECOND);
    world.sweep();
    assert_eq!(world.row(ANN, second).next_game, None, "she has gone");
}

#[test]
fn a_game_that_its_players_have_begun_does_not_begin_again_by_itself() {
    let world = World::new();
    world.connect(ANN);
    world.connect(BOB);
    let first = series(&world, "best-of:5");
    world.resign(BOB, first).expect("resigned");
    ask(&world, ANN, first);
    ask(&world, BOB, first);
    let second = next(&world, first);
    world.pass(59 * SECOND);
    world.resign(ANN, second).expect("resigned");
    ask(&world, ANN, second);
    ask(&world, BOB, second);
    world.pass(2 * SECOND);
    world.sweep();
    assert_eq!(next(&world, first), second);
    world.pass(58 * SECOND);
    world.sweep();
    assert_eq!(world.test.db.game().iter().count(), 3);
}

#[test]
fn a_series_pulls_nobody_away_from_another_board() {
    let world = World::new();
    world.connect(ANN);
    world.connect(BOB);
    let first = series(&world, "best-of:3");
    world.resign(BOB, first).expect("resigned");
    world.play("tic-tac-toe", "10+0", &[BOB, EVE]);
    world.pass(61 * SECOND);
    world.sweep();
    assert_eq!(world.row(ANN, first).next_game, None);

    // Nor from a table at which somebody may sit down at any time.
    let world = World::new();
    world.connect(ANN);
    world.connect(BOB);
    let first = series(&world, "best-of:3");
    world.resign(BOB, first).expect("resigned");
    world.open(BOB, "tic-tac-toe", "10+0");
    world.pass(61 * SECOND);
    world.sweep();
    assert_eq!(world.row(ANN, first).next_game, None);
}

#[test]
fn who_declines_the_next_game_of_a_series_is_not_drawn_into_it() {
    let world = World::new();
    world.connect(ANN);
    world.connect(BOB);
    let first = series(&world, "first-to:2");
    world.resign(BOB, first).expect("resigned");
    world.call(BOB, |ctx| decline_rematch(ctx, first)).expect("declined");
    world.pass(120 * SECOND);
    world.sweep();
    assert_eq!(world.row(BOB, first).next_game, None);
    // If both want to, they still can.
    ask(&world, ANN, first);
    ask(&world, BOB, first);
    assert_eq!(world.row(BOB, next(&world, first)).round, 2);
}

#[test]
fn nobody_plays_again_with_one_who_has_deleted_the_account() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "", &[ANN, BOB]);
    world.resign(ANN, id).expect("resigned");
    ask(&world, ANN, id);
    world.call(ANN, delete_account).expect("deleted");
    world.sweep();
    world.refused(BOB, "opponent_gone", |ctx| ask_rematch(ctx, id));
}

#[test]
fn a_decided_series_does_not_go_on_and_a_void_game_is_played_again() {
    let world = World::new();
    world.connect(ANN);
    let first = series(&world, "first-to:2");
    world.call(ANN, |ctx| abort_game(ctx, first)).expect("aborted");
    assert_eq!(world.row(ANN, first).score, [0, 0]);
    world.pass(120 * SECOND);
    world.sweep();
    assert_eq!(world.row(ANN, first).next_game, None, "whoever aborts has a reason");
    ask(&world, ANN, first);
    ask(&world, BOB, first);
    let again = next(&world, first);
    assert_eq!((world.row(ANN, again).round, world.row(ANN, again).seat), (1, 0));
    world.resign(BOB, again).expect("resigned");
    ask(&world, ANN, again);
    ask(&world, BOB, again);
    let last = next(&world, again);
    world.resign(BOB, last).expect("resigned");
    assert_eq!(world.row(ANN, last).score, [0, 4]);
    world.pass(120 * SECOND);
    world.sweep();
    assert_eq!(world.row(ANN, last).next_game, None, "two points were all that was to be played for");
}

#[test]
fn a_game_that_cannot_begin_is_refused_and_asked_for_still() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "", &[ANN, BOB]);
    world.refused(ANN, "not_over", |ctx| decline_rematch(ctx, id));
    world.resign(ANN, id).expect("resigned");
    ask(&world, ANN, id);
    world.call(OWNER, |ctx| drain(ctx, true)).expect("the owner may");
    world.refused(EVE, "not_your_game", |ctx| ask_rematch(ctx, id));
    world.refused(BOB, "draining", |ctx| ask_rematch(ctx, id));
    world.call(OWNER, |ctx| drain(ctx, false)).expect("the owner may");
    let bob = World::identity(BOB);
    world.call(OWNER, |ctx| ban_player(ctx, bob, 1, "spam".to_owned())).expect("the owner may");
    world.refused(BOB, "banned", |ctx| ask_rematch(ctx, id));
    world.call(OWNER, |ctx| unban_player(ctx, bob, "a mistake".to_owned())).expect("the owner may");
    world.call(ANN, |ctx| block(ctx, bob)).expect("blocked");
    world.refused(BOB, "blocked", |ctx| ask_rematch(ctx, id));
    world.call(ANN, |ctx| unblock(ctx, bob)).expect("unblocked");
    for _ in 0..MAX_GAMES {
        world
            .call(BOB, |ctx| open_game(ctx, GameConfig { private: true, ..config("tic-tac-toe", "") }))
            .expect("open_game");
    }
    world.refused(BOB, "too_many_games", |ctx| ask_rematch(ctx, id));
    assert_eq!(world.row(BOB, id).rematch_asked, [0]);
}
