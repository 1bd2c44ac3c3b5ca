//! What every call has in common: the wrong caller and the wrong state are refused with the same code, whichever
//! call it is, and nobody calls too often.

use spacetimedb::{Identity, ReducerContext, Timestamp};

use super::refusals::{documented, scheduled};
use super::{ANN, BOB, EVE, OWNER, SECOND, Who, World, config, mark};
use crate::absence::claim;
use crate::account::delete_account;
use crate::block::{block, unblock};
use crate::challenge::{DeclineReason, accept_challenge, challenge, decline_challenge};
use crate::chat::{mute, say, unmute, write};
use crate::deployment::{allow_free_chat, drain, limit_calls};
use crate::draw::{decline_draw, offer_draw};
use crate::extra_time::{end_time_off, give_time, take_time_off};
use crate::lag::saw_turn;
use crate::lobby::{cancel_game, join_game, open_game};
use crate::matchmaker::start_game;
use crate::moderation::{ban_player, rename_player, unban_player, void_game};
use crate::pause::{ask_pause, pause_game, resume, resume_game};
use crate::ping;
use crate::play::{abort_game, make_move, resign};
use crate::player::{declare_bot, set_name};
use crate::pool::{add_pool, remove_pool};
use crate::premove::{cancel_premove, premove};
use crate::presence::say_goodbye;
use crate::queue::{join_queue, leave_queue};
use crate::refusal::Outcome;
use crate::rematch::{ask_rematch, decline_rematch};
use crate::seek::open_seek;
use crate::staff::{add_matchmaker, add_moderator, remove_matchmaker, remove_moderator};
use crate::takeback::{accept_takeback, ask_takeback, decline_takeback};
use crate::watch::{unwatch_game, watch_game};

/// A call on a game, with arguments that would do.
type Call = fn(&ReducerContext, u64) -> Outcome;

/// The codes that are provoked here, of each call whose comment names them.
pub(super) const IN_COMMON: [&str; 7] =
    ["too_fast", "no_such_game", "not_your_game", "not_started", "game_over", "seat_out", "not_allowed"];

/// Every reducer that a client may call.
const CALLS: &[(&str, Call)] = &[
    ("abort_game", abort_game),
    ("accept_challenge", accept_challenge),
    ("accept_takeback", accept_takeback),
    ("add_matchmaker", |ctx, _| add_matchmaker(ctx, nobody())),
    ("add_moderator", |ctx, _| add_moderator(ctx, nobody())),
    ("add_pool", |ctx, _| add_pool(ctx, "new".to_owned(), "tic-tac-toe".to_owned(), "5+0".to_owned(), false)),
    ("allow_free_chat", |ctx, _| allow_free_chat(ctx, true)),
    ("ask_pause", ask_pause),
    ("ask_rematch", ask_rematch),
    ("ask_takeback", ask_takeback),
    ("ban_player", |ctx, _| ban_player(ctx, nobody(), 1, "spam".to_owned())),
    ("block", |ctx, _| block(ctx, nobody())),
    ("cancel_game", cancel_game),
    ("cancel_premove", cancel_premove),
    ("challenge", |ctx, _| challenge(ctx, config("tic-tac-toe", ""), "nobody".to_owned())),
    ("claim", |ctx, id| claim(ctx, id, false)),
    ("declare_bot", |ctx, _| declare_bot(ctx)),
    ("decline_challenge", |ctx, id| decline_challenge(ctx, id, DeclineReason::Later)),
    ("decline_draw", decline_draw),
    ("decline_rematch", decline_rematch),
    ("decline_takeback", decline_takeback),
    ("delete_account", |ctx, _| delete_account(ctx)),
    ("drain", |ctx, _| drain(ctx, true)),
    ("end_time_off", end_time_off),
    ("give_time", |ctx, id| give_time(ctx, id, 1)),
    ("join_game", |ctx, id| join_game(ctx, id.to_string())),
    ("join_queue", |ctx, _| join_queue(ctx, "nothing".to_owned(), 0, 0)),
    ("leave_queue", |ctx, _| leave_queue(ctx, "nothing".to_owned())),
    ("limit_calls", |ctx, _| limit_calls(ctx, 20)),
    ("make_move", |ctx, id| make_move(ctx, id, 0, mark(0, 0))),
    ("mute", |ctx, _| mute(ctx, nobody())),
    ("offer_draw", offer_draw),
    ("open_game", |ctx, _| open_game(ctx, config("tic-tac-toe", ""))),
    ("open_seek", |ctx, _| open_seek(ctx, config("tic-tac-toe", ""), 0, 0)),
    ("pause_game", pause_game),
    ("ping", |ctx, _| ping(ctx)),
    ("premove", |ctx, id| premove(ctx, id, 0, mark(0, 0))),
    ("remove_matchmaker", |ctx, _| remove_matchmaker(ctx, nobody())),
    ("remove_moderator", |ctx, _| remove_moderator(ctx, nobody())),
    ("remove_pool", |ctx, _| remove_pool(ctx, "nothing".to_owned())),
    ("rename_player", |ctx, _| rename_player(ctx, nobody(), "Somebody".to_owned())),
    ("resign", resign),
    ("resume", resume),
    ("resume_game", resume_game),
    ("saw_turn", |ctx, id| saw_turn(ctx, id, 0)),
    ("say", |ctx, id| say(ctx, id, 0)),
    ("say_goodbye", |ctx, _| say_goodbye(ctx)),
    ("set_name", |ctx, _| set_name(ctx, "Ann".to_owned())),
    ("start_game", |ctx, _| start_game(ctx, config("tic-tac-toe", ""), vec![nobody()], "key".to_owned())),
    ("take_time_off", |ctx, id| take_time_off(ctx, id, Timestamp::UNIX_EPOCH, 1)),
    ("unban_player", |ctx, _| unban_player(ctx, nobody(), "mercy".to_owned())),
    ("unblock", |ctx, _| unblock(ctx, nobody())),
    ("unmute", |ctx, _| unmute(ctx, nobody())),
    ("unwatch_game", unwatch_game),
    ("void_game", |ctx, id| void_game(ctx, id, "a fault".to_owned())),
    ("watch_game", watch_game),
    ("write", |ctx, id| write(ctx, id, "hello".to_owned())),
];

fn nobody() -> Identity {
    World::identity("nobody")
}

/// Looks that each call whose comment names `code` is refused with it. Calls of the owner's people are made by
/// the owner.
#[track_caller]
fn check(world: &World, player: Who, code: &str, id: u64) {
    let documented = documented();
    let mut checked = 0;
    for (name, call) in CALLS {
        let Some(codes) = documented.get(*name).filter(|codes| codes.contains(code)) else { continue };
        let who = if codes.contains("not_allowed") { OWNER } else { player };
        let before = world.everything();
        let refusal = world.call(who, |ctx| call(ctx, id)).err();
        assert_eq!(refusal.map(|refusal| refusal.code()).as_deref(), Some(code), "{name}");
        assert_eq!(world.everything(), before, "{name} was refused and changed something");
        checked += 1;
    }
    assert!(checked > 0, "no call is refused with {code}");
}

#[test]
fn every_call_is_here() {
    let here: Vec<&str> = CALLS.iter().map(|&(name, _)| name).collect();
    let documented = documented();
    let scheduled = scheduled();
    let all: Vec<&str> =
        documented.keys().map(String::as_str).filter(|name| !scheduled.contains(*name)).collect();
    assert_eq!(here, all);
}

#[test]
fn a_game_that_is_not_there() {
    let world = World::new();
    check(&world, ANN, "no_such_game", 99);
}

#[test]
fn a_game_of_others() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "5+0", &[ANN, BOB]);
    check(&world, EVE, "not_your_game", id);
}

#[test]
fn a_game_that_waits() {
    let world = World::new();
    let id = world.open(ANN, "tic-tac-toe", "5+0").id;
    check(&world, ANN, "not_started", id);
}

#[test]
fn a_game_that_is_over() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "5+0", &[ANN, BOB]);
    world.resign(BOB, id).expect("resigned");
    check(&world, ANN, "game_over", id);
}

#[test]
fn a_player_who_is_out() {
    let world = World::new();
    let id = world.play("mnk:rows=6,columns=6,strike=4,seats=3", "5+0", &[ANN, BOB, EVE]);
    world.resign(ANN, id).expect("resigned");
    check(&world, ANN, "seat_out", id);
}

#[test]
fn what_only_the_owners_people_may_do() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "5+0", &[ANN, BOB]);
    let documented = documented();
    for (name, call) in CALLS.iter().filter(|(name, _)| documented[*name].contains("not_allowed")) {
        let before = world.everything();
        let refusal = world.call(ANN, |ctx| call(ctx, id)).err();
        assert_eq!(refusal.map(|refusal| refusal.code()).as_deref(), Some("not_allowed"), "{name}");
        assert_eq!(world.everything(), before, "{name} was refused and changed something");
    }
}

/// Players' calls are limited, those of the owner's people need not be.
#[test]
fn calls_that_come_too_fast() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "5+0", &[ANN, BOB]);
    let documented = documented();
    let as_ann = |call: &dyn Fn(&ReducerContext) -> Outcome| {
        // Without the refill that `World::call` has before each.
        world.test.with_reducer_tx(World::auth(ANN), |ctx| call(ctx))
    };
    while as_ann(&ping).is_ok() {}
    for (name, call) in CALLS {
        let limited = documented[*name].contains("too_fast");
        assert_ne!(limited, documented[*name].contains("not_allowed"), "{name}");
        let code = as_ann(&|ctx| call(ctx, id)).err().map(|refusal| refusal.code());
        assert_eq!(code.as_deref(), Some(if limited { "too_fast" } else { "not_allowed" }), "{name}");
    }
    world.pass(SECOND);
    as_ann(&ping).expect("a second later there are calls left");
}
