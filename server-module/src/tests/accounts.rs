//! Accounts that are deleted, and guests who are forgotten.

use super::{ANN, BOB, EVE, OWNER, SECOND, Who, World, config};
use crate::account::{delete_account, erasure as _};
use crate::archive::{ArchivePage, archived_game as _, my_archive};
use crate::audit::audit as _;
use crate::block::{block, blocked as _};
use crate::chat::{mute, mute_entry as _};
use crate::game::{GameConfig, GameStatus, game as _};
use crate::leaderboard::leaderboard_row as _;
use crate::lobby::{join_game, open_game};
use crate::moderation::{ban_player, rename_player};
use crate::player::{me, player as _, set_name};
use crate::presence::{connected, disconnected};
use crate::rating::{my_ratings, rating as _};
use crate::staff::{add_matchmaker, add_moderator, matchmaker as _, moderator as _};
use spacetimedb::Table;

const DAY: i64 = 24 * 60 * 60 * SECOND;

fn archive(world: &World, who: Who, page: u32) -> ArchivePage {
    my_archive(&mut world.test.procedure_context(World::auth(who)), page)
}

fn delete(world: &World, who: Who) {
    world.call(who, delete_account).expect("nothing refuses");
}

/// A rated game that `loser` resigns.
fn lose(world: &World, winner: Who, loser: Who) -> u64 {
    let rated = GameConfig { rated: true, ..config("tic-tac-toe", "5+0") };
    world.call(winner, |ctx| open_game(ctx, rated)).expect("a rateable game");
    let id = world.games(winner).iter().map(|row| row.id).max().expect("the new game");
    world.call(loser, |ctx| join_game(ctx, id.to_string())).expect("a game that waits");
    world.resign(loser, id).expect("their own game");
    id
}

#[test]
fn a_deleted_account_leaves_its_games_without_a_name() {
    let world = World::new();
    world.call(ANN, |ctx| set_name(ctx, "Ann".to_owned())).expect("a good name");
    let old = lose(&world, ANN, BOB);
    world.pass(DAY);
    world.sweep();
    let recent = lose(&world, BOB, ANN);
    let running = world.play("tic-tac-toe", "5+0", &[ANN, BOB]);
    let three = world.play("mnk:rows=5,columns=5,strike=4,seats=3", "", &[ANN, BOB, EVE]);
    let waits = world.open(ANN, "tic-tac-toe", "").id;
    let moves = archive(&world, BOB, 0).games[0].moves.clone();
    delete(&world, ANN);

    let nameless = |party: &crate::game::Party| party.identity.is_none() && party.name.is_empty();
    let row = world.row(BOB, running);
    assert_eq!((row.ending.as_str(), row.winners, row.status), ("resignation", vec![1], GameStatus::Over));
    assert!(nameless(&world.row(BOB, running).players[0]));
    assert!(nameless(&world.row(BOB, recent).players[1]));
    assert_eq!(world.row(BOB, three).status, GameStatus::Live, "the other two play on");
    assert!(nameless(&world.row(EVE, three).players[0]) && world.row(EVE, three).players[0].out);
    assert_eq!(world.test.db.game().id().find(waits).map(|game| game.id), None);
    world.check_invariants();

    world.sweep();
    let page = archive(&world, BOB, 0);
    assert_eq!((page.games.len(), page.games[0].id), (1, old));
    assert!(nameless(&page.games[0].players[0]) && !nameless(&page.games[0].players[1]));
    assert_eq!(page.games[0].moves, moves, "the game itself stays");
    assert_eq!(world.test.db.erasure().count(), 0);

    // Coming back with the same token.
    assert_eq!(world.games(ANN), []);
    assert_eq!(archive(&world, ANN, 0), ArchivePage { pages: 0, games: vec![] });
    assert!(me(&world.test.view_context(World::auth(ANN)))[0].name.starts_with("Guest "));
    assert!(my_ratings(&world.test.view_context(World::auth(ANN))).is_empty());
    assert_eq!(world.test.db.rating().count(), 1, "Bob's");
    // The game of three goes on to its end without her.
    world.resign(BOB, three).expect("his own game");
    assert_eq!(world.row(EVE, three).winners, vec![2]);
    world.check_invariants();
}

#[test]
fn a_new_account_fills_its_own_pages() {
    let world = World::new();
    for _ in 0..25 {
        lose(&world, ANN, BOB);
        world.pass(SECOND);
    }
    world.pass(DAY);
    world.sweep();
    assert_eq!((archive(&world, ANN, 0).pages, archive(&world, BOB, 0).pages), (2, 2));
    delete(&world, ANN);
    let new = lose(&world, ANN, BOB);
    world.pass(DAY);
    world.sweep();
    world.sweep();
    let page = archive(&world, ANN, 0);
    assert_eq!((page.pages, page.games.iter().map(|game| game.id).collect::<Vec<_>>()), (1, vec![new]));
    assert!(page.games[0].players.iter().all(|party| party.identity.is_some()));
    let his: Vec<u64> =
        (0..2).flat_map(|page| archive(&world, BOB, page).games).map(|game| game.id).collect();
    assert_eq!(his.len(), 26);
    assert!(his.is_sorted_by(|newer, older| newer > older), "{his:?}");
}

/// Ann has finished ten games since: the one with Bob is in her archive, and still among his games.
#[test]
fn a_game_that_is_in_the_archive_of_the_other_alone_loses_the_name_too() {
    let world = World::new();
    let old = lose(&world, ANN, BOB);
    for _ in 0..10 {
        world.pass(SECOND);
        lose(&world, ANN, EVE);
    }
    assert_eq!((archive(&world, ANN, 0).games[0].id, archive(&world, BOB, 0).pages), (old, 0));
    delete(&world, BOB);
    world.sweep();
    let game = &archive(&world, ANN, 0).games[0];
    assert_eq!((game.id, game.players[1].identity, game.players[1].name.as_str()), (old, None, ""));
}

#[test]
fn a_game_that_nobody_keeps_is_gone() {
    let world = World::new();
    lose(&world, ANN, BOB);
    world.pass(DAY);
    world.sweep();
    delete(&world, ANN);
    delete(&world, BOB);
    world.sweep();
    let db = &world.test.db;
    assert_eq!((db.archived_game().count(), db.erasure().count(), db.player().count()), (0, 0, 0));
    assert_eq!((db.rating().count(), db.leaderboard_row().count(), db.game().count()), (0, 0, 0));
}

#[test]
fn deleting_the_account_ends_no_ban() {
    let world = World::new();
    world.call(BOB, |ctx| set_name(ctx, "Rude".to_owned())).expect("a good name");
    let bob = World::identity(BOB);
    world.call(OWNER, |ctx| ban_player(ctx, bob, 24 * 7, "insults".to_owned())).expect("the owner may");
    delete(&world, BOB);
    assert!(me(&world.test.view_context(World::auth(BOB)))[0].name.starts_with("Guest "));
    world.refused(BOB, "banned", |ctx| open_game(ctx, config("tic-tac-toe", "")));
    for _ in 0..7 {
        world.refused(BOB, "banned", |ctx| open_game(ctx, config("tic-tac-toe", "")));
        world.pass(DAY);
        world.sweep();
    }
    world.pass(DAY);
    world.sweep();
    assert_eq!(world.test.db.player().count(), 0, "it is over, and nobody needs the row any more");
}

#[test]
fn a_deleted_account_has_no_role_and_no_name_in_the_record() {
    let world = World::new();
    let (ann, bob) = (World::identity(ANN), World::identity(BOB));
    for who in [ann, bob] {
        world.call(OWNER, |ctx| add_matchmaker(ctx, who)).expect("the owner may");
    }
    world.call(OWNER, |ctx| add_moderator(ctx, ann)).expect("the owner may");
    for (who, name) in [(ANN, "Ann"), (BOB, "Bob")] {
        world.call(who, |ctx| set_name(ctx, name.to_owned())).expect("a good name");
    }
    world.call(OWNER, |ctx| rename_player(ctx, ann, "Anna".to_owned())).expect("the owner may");
    world.call(OWNER, |ctx| rename_player(ctx, bob, "Bobby".to_owned())).expect("the owner may");
    delete(&world, ANN);
    let db = &world.test.db;
    assert_eq!((db.moderator().count(), db.matchmaker().count()), (0, 1), "Bob's role stays");
    let acts: Vec<_> = db.audit().iter().filter(|act| act.act == "rename_player").collect();
    let details: Vec<&str> = acts.iter().map(|act| act.detail.as_str()).collect();
    assert_eq!(acts.len(), 2, "that it was done stays");
    assert!(details.contains(&"") && details.contains(&"Bob is now Bobby"), "{details:?}");
    world.refused(OWNER, "owner_stays", delete_account);
}

#[test]
fn deleting_what_is_not_there_changes_nothing() {
    let world = World::new();
    let before = world.everything();
    delete(&world, ANN);
    delete(&world, ANN);
    assert_eq!(world.everything(), before);
}

fn connect(world: &World, who: Who, on: bool) {
    world
        .call(who, |ctx| {
            if on {
                connected(ctx)
            } else {
                disconnected(ctx)
            }
            Ok(())
        })
        .expect("nothing refuses");
    world.announce();
}

#[test]
fn guests_with_nothing_are_forgotten_a_day_after_they_left() {
    let world = World::new();
    let known = |who| world.test.db.player().identity().find(World::identity(who)).is_some();
    for who in [ANN, BOB, EVE] {
        connect(&world, who, true);
        world.open(who, "tic-tac-toe", "");
    }
    world.call(BOB, |ctx| set_name(ctx, "Bob".to_owned())).expect("a good name");
    connect(&world, ANN, false);
    connect(&world, BOB, false);
    world.pass(DAY - 1);
    world.sweep();
    assert!(known(ANN));
    world.pass(1);
    world.sweep();
    assert!(!known(ANN), "a guest who has left");
    assert!(known(BOB), "he has a name");
    assert!(known(EVE), "she is there still");

    // Whoever comes back in time stays, and one who was never connected goes, too.
    connect(&world, EVE, false);
    world.pass(DAY / 2);
    connect(&world, EVE, true);
    world.open(ANN, "tic-tac-toe", "");
    world.pass(2 * DAY);
    world.sweep();
    assert!(known(EVE) && !known(ANN));
}

#[test]
fn whom_a_guest_has_muted_and_blocked_is_forgotten_with_the_guest() {
    let world = World::new();
    let bob = World::identity(BOB);
    world.call(BOB, |ctx| set_name(ctx, "Bob".to_owned())).expect("a good name");
    world.call(ANN, |ctx| mute(ctx, bob)).expect("there is room");
    world.call(EVE, |ctx| block(ctx, bob)).expect("there is room");
    let db = &world.test.db;
    assert_eq!((db.mute_entry().count(), db.blocked().count(), db.player().count()), (1, 1, 3));
    world.pass(DAY);
    world.sweep();
    assert_eq!((db.mute_entry().count(), db.blocked().count(), db.player().count()), (0, 0, 1));
}

#[test]
fn a_guest_who_plays_is_not_forgotten() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "days:3", &[ANN, BOB]);
    for _ in 0..2 {
        world.pass(DAY);
        world.sweep();
    }
    assert_eq!(world.test.db.player().count(), 2);
    world.resign(ANN, id).expect("her own game");
    for _ in 0..3 {
        world.pass(DAY);
        world.sweep();
    }
    assert_eq!(world.test.db.player().count(), 2, "the game is in their archives");
    assert_eq!(archive(&world, ANN, 0).games.len(), 1);
}
