//! Challenges to one player.

use super::{ANN, BOB, EVE, OWNER, SECOND, Who, World, config};
use crate::account::delete_account;
use crate::block::{Block, block, blocked as _};
use crate::challenge::{
    Challenge, DeclineReason, MAX_CHALLENGED, MAX_CHALLENGES, accept_challenge, challenge, challenges as _,
    decline_challenge, my_challenges,
};
use crate::deployment::drain;
use crate::game::{GameConfig, GameStatus, game as _};
use crate::lobby::{cancel_game, join_game};
use crate::player::{MAX_GAMES, Player, set_name};
use crate::seek::open_seeks;
use spacetimedb::{Identity, Table};

const DAY: i64 = 24 * 60 * 60 * SECOND;

/// A world in which Ann, Bob and Eve are known by name.
fn world() -> World {
    let world = World::new();
    for who in [ANN, BOB, EVE] {
        world.call(who, |ctx| set_name(ctx, who.to_owned())).expect("a good name");
    }
    world
}

fn list(world: &World, who: Who) -> Vec<Challenge> {
    let mut rows = my_challenges(&world.test.view_context(World::auth(who)));
    rows.sort_by_key(|row| row.id);
    rows
}

/// Ann challenges Bob.
fn dare(world: &World) -> u64 {
    world.call(ANN, |ctx| challenge(ctx, config("tic-tac-toe", "3+2"), BOB.to_owned())).expect("challenge");
    list(world, ANN).last().expect("her challenge").id
}

#[test]
fn the_one_who_is_challenged_accepts() {
    let world = world();
    let id = dare(&world);
    assert_eq!(list(&world, ANN), list(&world, BOB));
    assert_eq!(list(&world, EVE), []);
    let row = list(&world, BOB).remove(0);
    assert_eq!((row.from.name.as_str(), row.to.name.as_str(), row.declined), (ANN, BOB, None));
    assert_eq!((row.preset.as_str(), row.from.rating), ("tic-tac-toe", Some(1500)));
    assert_eq!(open_seeks(&world.test.anonymous_view_context()), [], "it is not for everybody");
    assert_eq!((world.row(ANN, id).status, world.row(ANN, id).code), (GameStatus::Waiting, String::new()));

    for who in [ANN, EVE] {
        world.refused(who, "no_such_challenge", |ctx| accept_challenge(ctx, id));
        world.refused(who, "no_such_challenge", |ctx| decline_challenge(ctx, id, DeclineReason::Later));
    }
    world.refused(EVE, "reserved", |ctx| join_game(ctx, id.to_string()));
    world.refused(BOB, "not_your_game", |ctx| cancel_game(ctx, id));
    world.call(BOB, |ctx| accept_challenge(ctx, id)).expect("it is his");
    assert_eq!((world.row(BOB, id).status, world.row(BOB, id).seat), (GameStatus::Live, 1));
    assert_eq!((list(&world, ANN), list(&world, BOB)), (vec![], vec![]));
    world.refused(BOB, "no_such_challenge", |ctx| accept_challenge(ctx, id));
    world.check_invariants();

    let id = dare(&world);
    world.call(BOB, |ctx| join_game(ctx, id.to_string())).expect("joining is accepting");
    assert_eq!(list(&world, ANN), []);
}

#[test]
fn a_player_is_found_by_name_in_any_case_and_by_identity() {
    let world = world();
    world.call(BOB, |ctx| set_name(ctx, "Bób Ünique".to_owned())).expect("a good name");
    let hex = World::identity(BOB).to_hex().to_string();
    for named in [" bób ünique ", "BÓB  ÜNIQUE", &hex, &format!("0x{hex}")] {
        world.call(ANN, |ctx| challenge(ctx, config("tic-tac-toe", ""), named.to_owned())).expect(named);
    }
    assert_eq!(list(&world, BOB).len(), 4);
    world.call(EVE, |ctx| set_name(ctx, "BÓB ÜNIQUE".to_owned())).expect("names are not unique");
    world.refused(ANN, "ambiguous_name", |ctx| {
        challenge(ctx, config("tic-tac-toe", ""), "bób ünique".to_owned())
    });
}

#[test]
fn a_decline_and_its_reason_are_shown_to_the_challenger() {
    let world = world();
    let id = dare(&world);
    world.call(BOB, |ctx| decline_challenge(ctx, id, DeclineReason::TooFast)).expect("it is his");
    assert_eq!(list(&world, ANN)[0].declined, Some(DeclineReason::TooFast));
    assert_eq!(list(&world, BOB), []);
    assert_eq!(world.games(ANN), [], "it does not wait any more");
    world.refused(BOB, "no_such_challenge", |ctx| accept_challenge(ctx, id));
    world.refused(BOB, "no_such_game", |ctx| join_game(ctx, id.to_string()));
    world.refused(EVE, "no_such_game", |ctx| cancel_game(ctx, id));
    world.call(ANN, |ctx| cancel_game(ctx, id)).expect("she has read it");
    assert_eq!(list(&world, ANN), []);
    world.refused(ANN, "no_such_game", |ctx| cancel_game(ctx, id));
}

#[test]
fn challenges_and_their_answers_are_gone_after_a_day() {
    let world = world();
    let (declined, pending) = (dare(&world), dare(&world));
    world.call(BOB, |ctx| decline_challenge(ctx, declined, DeclineReason::Generic)).expect("it is his");
    world.pass(DAY - 1);
    world.sweep();
    assert_eq!(list(&world, ANN).len(), 2, "neither player has to be there");
    world.pass(1);
    world.sweep();
    assert_eq!((list(&world, ANN), list(&world, BOB)), (vec![], vec![]));
    world.refused(BOB, "no_such_challenge", |ctx| accept_challenge(ctx, pending));
    assert_eq!((world.test.db.challenges().count(), world.test.db.game().count()), (0, 0));
    let ann = world.tally(ANN).map(|tally| tally.games);
    assert_eq!(ann, Some(0));
}

#[test]
fn withdrawing_and_accepting_at_the_same_instant_makes_one_game_or_none() {
    for withdraw_first in [true, false] {
        let world = world();
        let id = dare(&world);
        let withdraw = || world.call(ANN, |ctx| cancel_game(ctx, id)).map_err(|e| e.code());
        let accept = || world.call(BOB, |ctx| accept_challenge(ctx, id)).map_err(|e| e.code());
        if withdraw_first {
            assert_eq!((withdraw(), accept()), (Ok(()), Err("no_such_challenge".to_owned())));
            assert_eq!((world.games(ANN), world.games(BOB)), (vec![], vec![]));
        } else {
            assert_eq!((accept(), withdraw()), (Ok(()), Err("not_waiting".to_owned())));
            assert_eq!((world.games(ANN).len(), world.games(BOB).len()), (1, 1));
        }
        world.check_invariants();
    }
}

#[test]
fn challenging_is_refused_with_the_reason() {
    let world = world();
    let plain = config("tic-tac-toe", "");
    let bob = || BOB.to_owned();
    let with = |policy: &str, leaving: &str, series: &str| GameConfig {
        policy: policy.to_owned(),
        leaving: leaving.to_owned(),
        series: series.to_owned(),
        ..config("tic-tac-toe", "")
    };
    let rated = GameConfig { rated: true, ..config("tic-tac-toe", "none") };
    let three = config("mnk:rows=4,columns=4,strike=3,seats=3", "");
    world.refused(ANN, "bad_config", |ctx| challenge(ctx, config("chess", ""), bob()));
    world.refused(ANN, "bad_time", |ctx| challenge(ctx, config("tic-tac-toe", "soon"), bob()));
    world.refused(ANN, "bad_policy", |ctx| challenge(ctx, with("beg", "", ""), bob()));
    world.refused(ANN, "bad_leaving", |ctx| challenge(ctx, with("", "weep", ""), bob()));
    world.refused(ANN, "bad_series", |ctx| challenge(ctx, with("", "", "many"), bob()));
    world.refused(ANN, "not_rateable", |ctx| challenge(ctx, rated, bob()));
    world.refused(ANN, "wrong_seats", |ctx| challenge(ctx, three, bob()));
    world.refused(ANN, "own_challenge", |ctx| challenge(ctx, plain.clone(), "ANN".to_owned()));
    for nobody in ["nobody", "", &"x".repeat(100_000), &"0".repeat(64), "a\u{7}"] {
        world.refused(ANN, "unknown_player", |ctx| challenge(ctx, plain.clone(), nobody.to_owned()));
    }
    world.call(OWNER, |ctx| drain(ctx, true)).expect("the owner may");
    world.refused(ANN, "draining", |ctx| challenge(ctx, plain, BOB.to_owned()));
    world.refused(BOB, "draining", |ctx| accept_challenge(ctx, 1));
}

#[test]
fn whoever_has_blocked_whom_neither_challenges_the_other() {
    let world = world();
    let made = dare(&world);
    world.call(BOB, |ctx| challenge(ctx, config("tic-tac-toe", ""), ANN.to_owned())).expect("challenge");
    world.call(BOB, |ctx| block(ctx, World::identity(ANN))).expect("block");
    assert_eq!(list(&world, BOB), [], "his own is withdrawn");
    assert_eq!(list(&world, ANN)[0].declined, Some(DeclineReason::Generic), "and hers declined");
    world.refused(BOB, "no_such_challenge", |ctx| accept_challenge(ctx, made));
    world.refused(ANN, "blocked", |ctx| challenge(ctx, config("tic-tac-toe", ""), BOB.to_owned()));
    world.refused(BOB, "blocked", |ctx| challenge(ctx, config("tic-tac-toe", ""), ANN.to_owned()));
    let said = |who, named: &str| {
        let call = world.call(who, |ctx| challenge(ctx, config("tic-tac-toe", ""), named.to_owned()));
        call.map_err(|refusal| refusal.to_string())
    };
    assert_eq!(said(ANN, BOB), said(BOB, ANN), "the answer does not tell who it was");
}

#[test]
fn challenges_are_bounded_for_both_sides() {
    let world = world();
    for _ in 0..MAX_CHALLENGES {
        dare(&world);
    }
    world
        .refused(ANN, "too_many_challenges", |ctx| challenge(ctx, config("tic-tac-toe", ""), EVE.to_owned()));
    for row in list(&world, ANN) {
        world.call(BOB, |ctx| decline_challenge(ctx, row.id, DeclineReason::Later)).expect("it is his");
    }
    let newest = dare(&world);
    let rows = list(&world, ANN);
    assert_eq!(rows.len(), MAX_CHALLENGES, "the oldest answer has made room");
    assert_eq!(rows.last().map(|row| (row.id, row.declined)), Some((newest, None)));

    // Many others challenge Bob, ten each.
    let row = rows.last().expect("the newest").clone();
    for n in 0..MAX_CHALLENGED as u64 - 1 {
        let challenger = Identity::from_claims("tests", &format!("{n}"));
        world.test.db.challenges().insert(Challenge { id: newest + 1 + n, challenger, ..row.clone() });
    }
    world
        .refused(EVE, "too_many_challenges", |ctx| challenge(ctx, config("tic-tac-toe", ""), BOB.to_owned()));
}

#[test]
fn a_challenge_that_cannot_be_taken_up_stays() {
    let world = world();
    let id = dare(&world);
    world.count_games(BOB, MAX_GAMES);
    world.refused(BOB, "too_many_games", |ctx| accept_challenge(ctx, id));
    world.refused(BOB, "too_many_games", |ctx| challenge(ctx, config("tic-tac-toe", ""), ANN.to_owned()));
    let until = world.test.clock.now() + std::time::Duration::from_secs(60);
    world.count_games(BOB, 0);
    world.change(BOB, |bob| Player { banned_until: Some(until), ..bob });
    world.refused(BOB, "banned", |ctx| accept_challenge(ctx, id));
    world.refused(BOB, "banned", |ctx| challenge(ctx, config("tic-tac-toe", ""), ANN.to_owned()));
    world.pass(60 * SECOND);
    let (blocker, blocked) = (World::identity(ANN), World::identity(BOB));
    let (name, since) = (BOB.to_owned(), world.test.clock.now());
    // Blocking ends challenges, so that this is out of the ordinary.
    let row = world.test.db.blocked().insert(Block { id: 0, blocker, blocked, name, since });
    world.refused(BOB, "blocked", |ctx| accept_challenge(ctx, id));
    world.refused(BOB, "blocked", |ctx| join_game(ctx, id.to_string()));
    world.test.db.blocked().id().delete(row.id);
    assert_eq!(list(&world, BOB).len(), 1);
    world.call(BOB, |ctx| accept_challenge(ctx, id)).expect("nothing is against it any more");
}

#[test]
fn one_who_deletes_the_account_leaves_no_challenge() {
    let world = world();
    dare(&world);
    world.call(EVE, |ctx| challenge(ctx, config("tic-tac-toe", ""), ANN.to_owned())).expect("challenge");
    world.call(ANN, delete_account).expect("her own");
    assert_eq!((list(&world, ANN), list(&world, BOB), list(&world, EVE)), (vec![], vec![], vec![]));
    assert_eq!(world.games(EVE), []);
    world.check_invariants();
}
