//! What players say to each other: who hears it, how much may be said, and what remains.

use spacetimedb::Table;

use super::{ANN, BOB, EVE, OWNER, SECOND, Who, World};
use crate::account::delete_account;
use crate::block::block;
use crate::chat::{
    ChatLine, KEPT_IN_GAME, MAX_LINES, MAX_MUTED, PHRASES, chat_line as _, forget, mute, mute_entry as _,
    my_chat, my_mutes, say, unmute, write,
};
use crate::deployment::allow_free_chat;
use crate::moderation::ban_player;
use crate::refusal::Outcome;
use crate::sweep::KEEP_FINISHED;

const MINUTE: i64 = 60 * SECOND;
/// The number of "Good luck".
const GOOD_LUCK: u8 = 1;

impl World {
    fn chat(&self, who: Who) -> Vec<ChatLine> {
        let mut lines = my_chat(&self.test.view_context(Self::auth(who)));
        lines.sort_by_key(|line| line.id);
        lines
    }

    /// What a player has heard and said, as text.
    fn texts(&self, who: Who) -> Vec<String> {
        self.chat(who).into_iter().map(|line| line.text).collect()
    }

    fn say(&self, who: Who, id: u64, phrase: u8) -> Outcome {
        self.call(who, |ctx| say(ctx, id, phrase))
    }

    fn write(&self, who: Who, id: u64, text: &str) -> Outcome {
        self.call(who, |ctx| write(ctx, id, text.to_owned()))
    }

    fn mutes(&self, who: Who) -> Vec<spacetimedb::Identity> {
        my_mutes(&self.test.view_context(Self::auth(who))).into_iter().map(|entry| entry.muted).collect()
    }

    fn allow_free_chat(&self) {
        self.call(OWNER, |ctx| allow_free_chat(ctx, true)).expect("the owner may");
    }
}

#[test]
fn all_at_the_table_hear_a_phrase_and_nobody_else() {
    let world = World::new();
    let id = world.play("mnk:rows=5,columns=5,strike=4,seats=3", "", &[ANN, BOB, EVE]);
    world.play("tic-tac-toe", "", &[ANN, "zoe"]);
    world.say(BOB, id, GOOD_LUCK).expect("a phrase");
    for who in [ANN, BOB, EVE] {
        let lines = world.chat(who);
        assert_eq!(lines.len(), 1, "{who}");
        let line = &lines[0];
        assert_eq!((line.game, line.speaker, line.seat), (id, World::identity(BOB), 1));
        assert_eq!((line.phrase, line.text.as_str()), (Some(GOOD_LUCK), "Good luck"));
        assert_eq!(line.recipient, World::identity(who));
    }
    assert_eq!(world.chat("zoe"), []);
}

#[test]
fn one_who_is_out_and_those_of_a_game_that_is_over_may_go_on_talking() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "", &[ANN, BOB]);
    world.resign(ANN, id).expect("her game");
    world.say(ANN, id, 4).expect("good game");
    assert_eq!(world.texts(BOB), ["Good game"]);
    world.pass(KEEP_FINISHED.as_micros() as i64 + SECOND);
    world.sweep();
    assert_eq!(world.test.db.chat_line().iter().count(), 0, "swept with the game");
    world.refused(ANN, "no_such_game", |ctx| say(ctx, id, 4));
}

#[test]
fn what_is_written_is_tidied() {
    let world = World::new();
    world.allow_free_chat();
    let id = world.play("tic-tac-toe", "", &[ANN, BOB]);
    world.write(ANN, id, "  Zoe\u{308}   says \u{3000}hi ").expect("a text");
    world.write(ANN, id, &"é".repeat(200)).expect("two hundred characters");
    assert_eq!(world.texts(BOB)[0], "Zoë says hi");
    assert_eq!(world.chat(BOB)[0].phrase, None);
}

#[test]
fn talking_is_refused_with_the_reason_and_changes_nothing() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "", &[ANN, BOB]);
    let waiting = world.open(ANN, "tic-tac-toe", "").id;
    world.refused(ANN, "no_such_phrase", |ctx| say(ctx, id, PHRASES.len() as u8));
    world.refused(ANN, "no_such_phrase", |ctx| say(ctx, id, 255));
    world.refused(ANN, "no_such_game", |ctx| say(ctx, 12_345, 0));
    world.refused(ANN, "not_started", |ctx| say(ctx, waiting, 0));
    // Eve is known here; a stranger would be refused as well.
    world.open(EVE, "tic-tac-toe", "");
    world.refused(EVE, "not_your_game", |ctx| say(ctx, id, 0));

    world.refused(ANN, "free_chat_off", |ctx| write(ctx, id, "hello".to_owned()));
    world.allow_free_chat();
    for text in
        ["", "  ", "one\ntwo", "\u{7}", "\u{200b}", "a\u{202e}b", &"x".repeat(201), &"x".repeat(100_000)]
    {
        world.refused(ANN, "bad_text", |ctx| write(ctx, id, text.to_owned()));
    }
    world.refused(ANN, "no_such_game", |ctx| write(ctx, 12_345, "hello".to_owned()));
    world.refused(EVE, "not_your_game", |ctx| write(ctx, id, "hello".to_owned()));
    world.refused(ANN, "not_started", |ctx| write(ctx, waiting, "hello".to_owned()));
    world.write(ANN, id, "hello").expect("now she may");
    world
        .call(OWNER, |ctx| ban_player(ctx, World::identity(ANN), 1, "spam".to_owned()))
        .expect("the owner may");
    world.refused(ANN, "banned", |ctx| say(ctx, id, 0));
    world.refused(ANN, "banned", |ctx| write(ctx, id, "hello".to_owned()));
    world.refused(ANN, "banned", |ctx| mute(ctx, World::identity(EVE)));
}

#[test]
fn a_player_says_ten_things_a_minute_in_all_games_together() {
    let world = World::new();
    world.allow_free_chat();
    let games = [world.play("tic-tac-toe", "", &[ANN, BOB]), world.play("tic-tac-toe", "", &[ANN, EVE])];
    for n in 0..MAX_LINES {
        world.say(ANN, games[n % 2], 0).expect("not too many yet");
        world.say(BOB, games[0], 0).ok();
        world.away(SECOND);
    }
    for id in games {
        world.refused(ANN, "too_many_messages", |ctx| say(ctx, id, 0));
        world.refused(ANN, "too_many_messages", |ctx| write(ctx, id, "but".to_owned()));
    }
    world.away(MINUTE - 10 * SECOND);
    world.say(ANN, games[1], 0).expect("the first of them is a minute old");
    world.refused(ANN, "too_many_messages", |ctx| say(ctx, games[1], 0));
}

#[test]
fn deleting_the_account_makes_no_room_for_more_lines() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "", &[ANN, BOB]);
    for _ in 0..MAX_LINES {
        world.say(ANN, id, 0).expect("not too many yet");
    }
    world.call(ANN, delete_account).expect("nothing refuses");
    let id = world.play("tic-tac-toe", "", &[ANN, EVE]);
    world.refused(ANN, "too_many_messages", |ctx| say(ctx, id, 0));
    world.say(EVE, id, 0).expect("her first");
    world.away(MINUTE);
    world.say(ANN, id, 0).expect("a minute later");
}

#[test]
fn one_who_is_muted_is_not_heard_and_not_told() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "", &[ANN, BOB]);
    world.say(BOB, id, 0).expect("a phrase");
    for _ in 0..2 {
        world.call(ANN, |ctx| mute(ctx, World::identity(BOB))).expect("twice is once");
    }
    assert_eq!(world.mutes(ANN), [World::identity(BOB)]);
    assert_eq!(world.mutes(BOB), []);
    world.say(BOB, id, 1).expect("he is not told");
    world.say(ANN, id, 2).expect("he hears her");
    assert_eq!(world.texts(ANN), [PHRASES[0], PHRASES[2]]);
    assert_eq!(world.texts(BOB), [PHRASES[0], PHRASES[1], PHRASES[2]]);
    world.call(ANN, |ctx| unmute(ctx, World::identity(BOB))).expect("muted");
    world.call(ANN, |ctx| unmute(ctx, World::identity(EVE))).expect("heard already");
    assert_eq!(world.mutes(ANN), []);
    world.say(BOB, id, 3).expect("a phrase");
    assert_eq!(
        world.texts(ANN),
        [PHRASES[0], PHRASES[2], PHRASES[3]],
        "what was said meanwhile stays unheard"
    );
}

#[test]
fn one_who_is_blocked_is_not_heard_either() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "", &[ANN, BOB]);
    world.call(ANN, |ctx| block(ctx, World::identity(BOB))).expect("there is room");
    world.say(BOB, id, 0).expect("he is not told");
    world.say(ANN, id, 1).expect("he hears her");
    assert_eq!((world.texts(ANN).len(), world.texts(BOB).len()), (1, 2));
}

#[test]
fn one_who_mutes_themself_hears_what_they_say() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "", &[ANN, BOB]);
    world.call(ANN, |ctx| mute(ctx, World::identity(ANN))).expect("it does nothing");
    world.say(ANN, id, 0).expect("a phrase");
    assert_eq!((world.texts(ANN), world.texts(BOB)), (vec!["Hello".into()], vec!["Hello".into()]));
}

#[test]
fn a_player_mutes_two_hundred_others_at_most() {
    let world = World::new();
    let other = |n: usize| spacetimedb::Identity::from_claims("tests", &n.to_string());
    for n in 0..MAX_MUTED {
        world.call(ANN, |ctx| mute(ctx, other(n))).expect("not too many yet");
    }
    world.refused(ANN, "too_many_muted", |ctx| mute(ctx, other(MAX_MUTED)));
    world.call(ANN, |ctx| mute(ctx, other(0))).expect("muted already");
}

#[test]
fn the_last_two_hundred_lines_of_a_game_are_kept() {
    let world = World::new();
    let (id, other) =
        (world.play("tic-tac-toe", "none", &[ANN, BOB]), world.play("tic-tac-toe", "none", &[ANN, BOB]));
    world.say(ANN, other, 5).expect("a phrase");
    for n in 0..=KEPT_IN_GAME {
        if n % MAX_LINES == 0 {
            world.away(MINUTE);
        }
        world.say(ANN, id, if n == 0 { 1 } else { 2 }).expect("a phrase");
    }
    for who in [ANN, BOB] {
        let texts = world.texts(who);
        assert_eq!(texts.len(), KEPT_IN_GAME + 1);
        assert_eq!(texts[0], PHRASES[5], "other games lose nothing");
        assert!(!texts.contains(&PHRASES[1].to_owned()), "the oldest gave way");
    }
}

#[test]
fn what_a_player_has_said_can_be_removed() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "", &[ANN, BOB]);
    world.say(ANN, id, 0).expect("a phrase");
    world.say(BOB, id, 1).expect("a phrase");
    world.call(ANN, |ctx| mute(ctx, World::identity(BOB))).expect("there is room");
    let forgotten = world.call(OWNER, |ctx| {
        forget(ctx, World::identity(ANN));
        Ok(())
    });
    forgotten.expect("it cannot fail");
    assert_eq!(world.texts(ANN), Vec::<String>::new());
    assert_eq!(world.texts(BOB), ["Good luck"]);
    assert_eq!(world.test.db.mute_entry().iter().count(), 0);
}
