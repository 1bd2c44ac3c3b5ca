//! What the owner and moderators may do, and the record of it.

use super::{ANN, BOB, EVE, OWNER, SECOND, Who, World, config};
use crate::audit::{Act, AuditEntry, KEPT, SHOWN, audit as _, audit_log};
use crate::challenge::{challenge, challenges as _};
use crate::deployment::{allow_free_chat, drain, limit_calls};
use crate::game::GameStatus;
use crate::lobby::{join_game, open_game};
use crate::matchmaker::start_game;
use crate::moderation::{LONGEST_BAN, ban_player, rename_player, unban_player, void_game};
use crate::pause::{pause_game, resume_game};
use crate::play::resign;
use crate::player::{me, set_name};
use crate::pool::{add_pool, remove_pool};
use crate::seek::seek as _;
use crate::staff::{add_matchmaker, add_moderator, remove_moderator};
use spacetimedb::{Table, TimeDuration};

/// The moderator.
const MOD: Who = "mod";

const HOUR: i64 = 60 * 60 * SECOND;

fn with_moderator() -> World {
    let world = World::new();
    world.call(OWNER, |ctx| add_moderator(ctx, World::identity(MOD))).expect("the owner may");
    world
}

fn log(world: &World, who: Who) -> Vec<AuditEntry> {
    let mut log = audit_log(&world.test.view_context(World::auth(who)));
    log.sort_by_key(|entry| entry.id);
    log
}

fn ban(world: &World, who: Who, player: Who, hours: u32) {
    world
        .call(who, |ctx| ban_player(ctx, World::identity(player), hours, "insults".to_owned()))
        .expect("they may");
}

#[test]
fn only_the_owner_makes_moderators() {
    let world = with_moderator();
    for who in [ANN, MOD] {
        world.refused(who, "not_allowed", |ctx| add_moderator(ctx, World::identity(ANN)));
        world.refused(who, "not_allowed", |ctx| remove_moderator(ctx, World::identity(MOD)));
    }
    let before = world.everything();
    world.call(OWNER, |ctx| add_moderator(ctx, World::identity(MOD))).expect("twice is once");
    assert_eq!(world.everything(), before);
    world.call(OWNER, |ctx| remove_moderator(ctx, World::identity(MOD))).expect("the owner may");
    let id = world.play("tic-tac-toe", "5+0", &[ANN, BOB]);
    world.refused(MOD, "not_allowed", |ctx| pause_game(ctx, id));
}

#[test]
fn nobody_else_moderates() {
    let world = with_moderator();
    let id = world.play("tic-tac-toe", "5+0", &[ANN, BOB]);
    let bob = World::identity(BOB);
    let why = || "because".to_owned();
    for who in [ANN, EVE] {
        world.refused(who, "not_allowed", |ctx| void_game(ctx, id, why()));
        world.refused(who, "not_allowed", |ctx| pause_game(ctx, id));
        world.refused(who, "not_allowed", |ctx| resume_game(ctx, id));
        world.refused(who, "not_allowed", |ctx| ban_player(ctx, bob, 1, why()));
        world.refused(who, "not_allowed", |ctx| unban_player(ctx, bob, why()));
        world.refused(who, "not_allowed", |ctx| rename_player(ctx, bob, "Bobby".to_owned()));
    }
    for who in [ANN, MOD] {
        world.refused(who, "not_allowed", |ctx| drain(ctx, true));
        world.refused(who, "not_allowed", |ctx| allow_free_chat(ctx, true));
        world.refused(who, "not_allowed", |ctx| limit_calls(ctx, 1));
    }
}

#[test]
fn a_voided_game_has_no_winner() {
    let world = with_moderator();
    let id = world.play("tic-tac-toe", "5+0", &[ANN, BOB]);
    world.call(MOD, |ctx| void_game(ctx, id, "a broken board".to_owned())).expect("a moderator may");
    let row = world.row(ANN, id);
    assert_eq!((row.status, row.ending.as_str(), row.winners), (GameStatus::Over, "void", vec![]));
    world.check_invariants();
    world.refused(MOD, "game_over", |ctx| void_game(ctx, id, "again".to_owned()));
    world.refused(MOD, "no_such_game", |ctx| void_game(ctx, 999, "what".to_owned()));
    let waits = world.open(ANN, "tic-tac-toe", "5+0").id;
    world.refused(MOD, "not_started", |ctx| void_game(ctx, waits, "what".to_owned()));
}

#[test]
fn moderators_pause_games() {
    let world = with_moderator();
    let id = world.play("tic-tac-toe", "5+0", &[ANN, BOB]);
    world.call(MOD, |ctx| pause_game(ctx, id)).expect("a moderator may");
    world.check_paused(id);
    world.call(MOD, |ctx| resume_game(ctx, id)).expect("a moderator may");
    let acts: Vec<String> = log(&world, MOD).into_iter().map(|entry| entry.act).collect();
    assert_eq!(acts, ["add_moderator", "pause_game", "resume_game"]);
}

#[test]
fn who_is_banned_is_out_of_all_games_and_begins_none() {
    let world = with_moderator();
    let running = world.play("tic-tac-toe", "5+0", &[ANN, BOB]);
    let late = world.play("tic-tac-toe", "turn:30s", &[BOB, ANN]);
    let three = world.play("mnk:rows=5,columns=5,strike=4,seats=3", "5+0", &[EVE, BOB, ANN]);
    let own = world.open(BOB, "tic-tac-toe", "").id;
    let joined = world.open(EVE, "mnk:rows=5,columns=5,strike=4,seats=3", "").id;
    world.call(BOB, |ctx| join_game(ctx, joined.to_string())).expect("a game that waits");
    world.pass(30 * SECOND);
    ban(&world, MOD, BOB, 2);

    let row = world.row(ANN, running);
    assert_eq!((row.ending.as_str(), row.winners), ("banned", vec![0]));
    assert_eq!(world.row(ANN, late).ending, "time", "a deadline that has passed comes first");
    let row = world.row(ANN, three);
    assert_eq!(row.status, GameStatus::Live, "the others play on");
    assert!(row.players[1].out && !row.players[0].out);
    assert!(world.games(BOB).iter().all(|row| row.id != own), "his waiting game is gone");
    assert_eq!(world.row(EVE, joined).players[1].identity, None);
    world.check_invariants();

    world.refused(BOB, "banned", |ctx| open_game(ctx, super::config("tic-tac-toe", "")));
    world.refused(BOB, "banned", |ctx| set_name(ctx, "Robert".to_owned()));
    let said = world.call(BOB, |ctx| set_name(ctx, "Robert".to_owned())).expect_err("banned").to_string();
    assert!(said.ends_with("2026-09-21 16:13:50 UTC"), "to the second, for people: {said}");
    world.refused(BOB, "banned", |ctx| join_game(ctx, joined.to_string()));
    world.pass(2 * HOUR);
    world.open(BOB, "tic-tac-toe", "");
}

#[test]
fn a_ban_can_be_taken_back_or_changed() {
    let world = with_moderator();
    world.open(BOB, "tic-tac-toe", "");
    ban(&world, MOD, BOB, LONGEST_BAN);
    ban(&world, OWNER, BOB, 1);
    world.pass(HOUR);
    world.open(BOB, "tic-tac-toe", "");
    let bob = World::identity(BOB);
    world.refused(MOD, "not_banned", |ctx| unban_player(ctx, bob, "mercy".to_owned()));
    ban(&world, MOD, BOB, 1);
    world.call(MOD, |ctx| unban_player(ctx, bob, "mercy".to_owned())).expect("a moderator may");
    world.open(BOB, "tic-tac-toe", "");
}

#[test]
fn wrong_bans_are_refused() {
    let world = with_moderator();
    world.open(BOB, "tic-tac-toe", "");
    let (bob, eve) = (World::identity(BOB), World::identity(EVE));
    for (player, hours, reason, code) in [
        (bob, 0, "why", "bad_ban"),
        (bob, LONGEST_BAN + 1, "why", "bad_ban"),
        (bob, 1, "", "bad_reason"),
        (bob, 1, "  ", "bad_reason"),
        (bob, 1, "two\nlines", "bad_reason"),
        (bob, 1, "\u{7}", "bad_reason"),
        (bob, 1, "\u{2028}", "bad_reason"),
        (bob, 1, "turned \u{202e}dnuora", "bad_reason"),
        (bob, 1, "un\u{200b}seen", "bad_reason"),
        (bob, 1, &"x".repeat(201), "bad_reason"),
        (eve, 1, "why", "unknown_player"),
        (World::identity(OWNER), 1, "why", "not_allowed"),
        (World::identity(MOD), 1, "why", "not_allowed"),
    ] {
        world.refused(MOD, code, |ctx| ban_player(ctx, player, hours, reason.to_owned()));
    }
    world.refused(OWNER, "not_allowed", |ctx| ban_player(ctx, World::identity(OWNER), 1, "why".to_owned()));
    world.refused(MOD, "bad_reason", |ctx| unban_player(ctx, bob, String::new()));
    world.refused(MOD, "unknown_player", |ctx| unban_player(ctx, eve, "why".to_owned()));
    world.refused(MOD, "bad_reason", |ctx| void_game(ctx, 1, String::new()));
    world.open(MOD, "tic-tac-toe", "");
    ban(&world, OWNER, MOD, 1);
}

#[test]
fn a_renamed_player_has_the_new_name_in_running_games() {
    let world = with_moderator();
    world.call(BOB, |ctx| set_name(ctx, "Rude".to_owned())).expect("a good name");
    let id = world.play("tic-tac-toe", "5+0", &[ANN, BOB]);
    let listed = world.open(BOB, "tic-tac-toe", "5+0").id;
    let before = world.row(ANN, id);
    let bob = World::identity(BOB);
    world.call(MOD, |ctx| rename_player(ctx, bob, "Bob".to_owned())).expect("a moderator may");
    let open = world.test.db.seek().id().find(listed).expect("a public game");
    assert_eq!(open.by.name, "Bob");
    let after = world.row(ANN, id);
    assert_eq!(after.players[1].name, "Bob");
    assert_eq!((after.moves, after.clocks, after.deadline), (before.moves, before.clocks, before.deadline));
    assert_eq!(log(&world, MOD).last().map(|entry| entry.detail.clone()).as_deref(), Some("Rude is now Bob"));
    world.call(MOD, |ctx| rename_player(ctx, bob, String::new())).expect("a moderator may");
    assert!(me(&world.test.view_context(World::auth(BOB)))[0].name.starts_with("Guest "));
    world.refused(MOD, "bad_name", |ctx| rename_player(ctx, bob, "a\u{202e}b".to_owned()));
    world.refused(MOD, "unknown_player", |ctx| rename_player(ctx, World::identity(EVE), "Eve".to_owned()));
}

#[test]
fn a_reason_is_tidied_like_a_message() {
    let world = with_moderator();
    let id = world.play("tic-tac-toe", "5+0", &[ANN, BOB]);
    world.call(MOD, |ctx| void_game(ctx, id, " two\u{2028}lines  ".to_owned())).expect("a moderator may");
    assert_eq!(log(&world, MOD).last().map(|entry| entry.detail.as_str()), Some("two lines"));
}

#[test]
fn a_renamed_player_has_the_new_name_in_challenges() {
    let world = with_moderator();
    for (who, name) in [(ANN, "Ann"), (BOB, "Rude"), (EVE, "Eve")] {
        world.call(who, |ctx| set_name(ctx, name.to_owned())).expect("a good name");
    }
    for (from, to) in [(ANN, "Rude"), (BOB, "Eve"), (BOB, "Ann"), (ANN, "Eve")] {
        world.call(from, |ctx| challenge(ctx, config("tic-tac-toe", ""), to.to_owned())).expect("they may");
    }
    world.call(MOD, |ctx| rename_player(ctx, World::identity(BOB), "Bob".to_owned())).expect("she may");
    let mut names: Vec<(String, String)> =
        world.test.db.challenges().iter().map(|row| (row.from.name, row.to.name)).collect();
    names.sort();
    let wanted = [("Ann", "Bob"), ("Ann", "Eve"), ("Bob", "Ann"), ("Bob", "Eve")];
    assert_eq!(names, wanted.map(|(from, to)| (from.to_owned(), to.to_owned())));
}

#[test]
fn a_moderator_who_is_banned_has_no_powers_until_it_is_over() {
    let world = with_moderator();
    let id = world.play("tic-tac-toe", "5+0", &[ANN, BOB]);
    world.open(MOD, "tic-tac-toe", "");
    world.call(OWNER, |ctx| add_matchmaker(ctx, World::identity(MOD))).expect("the owner may");
    ban(&world, OWNER, MOD, 1);
    let (bob, me, why) = (World::identity(BOB), World::identity(MOD), || "because".to_owned());
    world.refused(MOD, "not_allowed", |ctx| void_game(ctx, id, why()));
    world.refused(MOD, "not_allowed", |ctx| pause_game(ctx, id));
    world.refused(MOD, "not_allowed", |ctx| resume_game(ctx, id));
    world.refused(MOD, "not_allowed", |ctx| ban_player(ctx, bob, 1, why()));
    world.refused(MOD, "not_allowed", |ctx| unban_player(ctx, me, why()));
    world.refused(MOD, "not_allowed", |ctx| rename_player(ctx, bob, "Bobby".to_owned()));
    world.refused(MOD, "not_allowed", |ctx| {
        start_game(ctx, config("tic-tac-toe", ""), vec![World::identity(ANN), bob], "key".to_owned())
    });
    assert_eq!(log(&world, MOD), []);
    world.pass(HOUR);
    world.sweep();
    world.call(MOD, |ctx| rename_player(ctx, bob, "Bobby".to_owned())).expect("the ban is over");
    assert_ne!(log(&world, MOD), []);
}

#[test]
fn only_the_owner_acts_against_staff() {
    let world = with_moderator();
    let other = "another moderator";
    world.call(OWNER, |ctx| add_moderator(ctx, World::identity(other))).expect("the owner may");
    for who in [MOD, other, OWNER] {
        world.open(who, "tic-tac-toe", "");
    }
    ban(&world, OWNER, other, 24);
    let why = || "because".to_owned();
    for target in [MOD, other, OWNER].map(World::identity) {
        world.refused(MOD, "not_allowed", |ctx| ban_player(ctx, target, 1, why()));
        world.refused(MOD, "not_allowed", |ctx| unban_player(ctx, target, why()));
        world.refused(MOD, "not_allowed", |ctx| rename_player(ctx, target, "Fool".to_owned()));
    }
    let target = World::identity(other);
    world.call(OWNER, |ctx| rename_player(ctx, target, "Otto".to_owned())).expect("the owner may");
    world.call(OWNER, |ctx| unban_player(ctx, target, why())).expect("the owner may");
}

#[test]
fn nobody_decides_about_a_game_of_their_own() {
    let world = with_moderator();
    for who in [MOD, OWNER] {
        let id = world.play("tic-tac-toe", "5+0", &[who, BOB]);
        world.refused(who, "own_game", |ctx| void_game(ctx, id, "losing".to_owned()));
        world.refused(who, "own_game", |ctx| pause_game(ctx, id));
        world.refused(who, "own_game", |ctx| resume_game(ctx, id));
        world.refused(who, "own_game", |ctx| ban_player(ctx, World::identity(BOB), 1, "winning".to_owned()));
        world.resign(who, id).expect("their own game");
    }
    ban(&world, MOD, BOB, 1);
}

#[test]
fn every_act_is_written_down_and_only_moderators_read_it() {
    let world = with_moderator();
    let id = world.play("tic-tac-toe", "5+0", &[ANN, BOB]);
    world.call(OWNER, |ctx| drain(ctx, true)).expect("the owner may");
    world.call(OWNER, |ctx| allow_free_chat(ctx, true)).expect("the owner may");
    world.call(OWNER, |ctx| limit_calls(ctx, 30)).expect("the owner may");
    world.call(MOD, |ctx| void_game(ctx, id, " why not ".to_owned())).expect("a moderator may");
    ban(&world, MOD, BOB, 3);
    let pool = || "hasty".to_owned();
    let text = str::to_owned;
    world
        .call(OWNER, |ctx| add_pool(ctx, pool(), text("tic-tac-toe"), text("1+0"), true))
        .expect("the owner may");
    world.call(OWNER, |ctx| remove_pool(ctx, pool())).expect("the owner may");
    let bob = World::identity(BOB).to_string();
    let entries = log(&world, OWNER);
    let rows: Vec<(&str, &str, &str)> = entries
        .iter()
        .skip(1)
        .map(|entry| (entry.act.as_str(), entry.target.as_str(), entry.detail.as_str()))
        .collect();
    assert_eq!(
        rows,
        [
            ("drain", "", "true"),
            ("allow_free_chat", "", "true"),
            ("limit_calls", "", "30 a second"),
            ("void_game", id.to_string().as_str(), "why not"),
            ("ban_player", bob.as_str(), "3 h: insults"),
            ("add_pool", "", "hasty: tic-tac-toe, 1+0, rated"),
            ("remove_pool", "", "hasty"),
        ]
    );
    assert!(entries.iter().take(4).all(|entry| entry.who == World::identity(OWNER)));
    assert!(entries.iter().skip(4).take(2).all(|entry| entry.who == World::identity(MOD)));
    assert_eq!(log(&world, MOD), entries);
    for who in [ANN, BOB, EVE] {
        assert_eq!(log(&world, who), []);
    }
    world.refused(ANN, "game_over", |ctx| resign(ctx, id));
    assert_eq!(log(&world, MOD), entries, "a refused call leaves nothing");
}

#[test]
fn the_record_is_bounded() {
    let world = with_moderator();
    let old = log(&world, MOD).remove(0);
    world
        .call(OWNER, |ctx| {
            for n in 0..KEPT {
                let (act, target) = (String::new(), String::new());
                let (detail, recent) = (n.to_string(), false);
                ctx.db.audit().insert(Act { id: 0, at: old.at, who: old.who, act, target, detail, recent });
            }
            Ok(())
        })
        .expect("nothing refuses");
    let acts = 3 * SHOWN as u64;
    for n in 0..acts {
        world.test.clock.advance(TimeDuration::from_micros(1));
        world.call(OWNER, |ctx| limit_calls(ctx, n as u32)).expect("the owner may");
    }
    let kept: Vec<Act> = world.test.db.audit().iter().collect();
    assert_eq!(kept.len() as u64, KEPT);
    assert!(kept.iter().all(|act| act.id != old.id), "the oldest is gone");
    let log = log(&world, MOD);
    assert_eq!(log.len(), SHOWN);
    assert!(
        log.iter()
            .map(|entry| entry.detail.clone())
            .eq((acts - SHOWN as u64..acts).map(|n| format!("{n} a second")))
    );
}
