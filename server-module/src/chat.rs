//! What the players of a game say to each other.
//!
//! Everybody at the table has a copy of each line: reading one's own is one index key, and moves have no part in
//! it. Spectators have none.

use std::time::Duration;

use spacetimedb::{Identity, ReducerContext, Table, Timestamp, ViewContext, reducer, table, view};
use zeitnot_rules::{Message, Seat};

use crate::game::{Game, GameStatus, game as _};
use crate::refusal::{Outcome, Refusal};
use crate::{block, deployment, limits, player};

/// What [`say()`] can say, in English. The numbers are for good, so that clients may translate them: phrases are
/// only ever added, at the end.
pub const PHRASES: &[&str] = &[
    "Hello",
    "Good luck",
    "Have fun",
    "You too",
    "Good game",
    "Well played",
    "Thank you",
    "Sorry",
    "One moment, please",
    "I am back",
    "Another game?",
    "I have to go",
    "Goodbye",
];

/// Lines that one player may say within [`WINDOW`], in all their games together.
pub const MAX_LINES: usize = 10;

/// The time in which lines are counted.
pub const WINDOW: Duration = Duration::from_secs(60);

/// The most lines of one game that a player keeps; the oldest give way.
pub const KEPT_IN_GAME: usize = 200;

/// The most lines of all games that a player keeps; the oldest give way. Each new line reads them all again.
pub const KEPT: usize = 1000;

/// Players that one may have muted.
pub const MAX_MUTED: usize = 200;

/// One player's copy of a line, kept for as long as the server has the game.
#[table(accessor = chat_line)]
#[derive(Clone, Debug, PartialEq)]
pub struct ChatLine {
    #[primary_key]
    #[auto_inc]
    pub id: u64,
    /// Whose copy it is. Those who speak have one too.
    #[index(btree)]
    pub recipient: Identity,
    #[index(btree)]
    pub game: u64,
    #[index(btree)]
    pub speaker: Identity,
    /// The speaker's seat.
    pub seat: u8,
    /// The number of the phrase, if it is one of [`PHRASES`].
    pub phrase: Option<u8>,
    pub text: String,
    pub said_at: Timestamp,
}

/// Somebody whom a player does not want to hear.
#[table(accessor = mute_entry, index(accessor = by_pair, btree(columns = [player, muted])))]
#[derive(Clone, Debug, PartialEq)]
pub struct MuteEntry {
    #[index(btree)]
    pub player: Identity,
    pub muted: Identity,
}

/// What has been said in the caller's games, to the caller and by the caller. In the order of `id` it is the order
/// in which it was said.
#[view(accessor = my_chat, public, primary_key = id)]
pub fn my_chat(ctx: &ViewContext) -> Vec<ChatLine> {
    ctx.db.chat_line().recipient().filter(ctx.sender()).collect()
}

/// Whom the caller has muted.
#[view(accessor = my_mutes, public)]
pub fn my_mutes(ctx: &ViewContext) -> Vec<MuteEntry> {
    ctx.db.mute_entry().player().filter(ctx.sender()).collect()
}

/// Says one of the [`PHRASES`], by its number, to the others of a game that runs or is over.
///
/// Refused with `too_fast`, `banned`, `no_such_game`, `not_your_game`, `not_started`, `no_such_phrase` or
/// `too_many_messages`.
#[reducer]
pub fn say(ctx: &ReducerContext, game_id: u64, phrase: u8) -> Outcome {
    limits::admit(ctx)?;
    let (game, seat) = sit_down(ctx, game_id)?;
    let text = PHRASES.get(usize::from(phrase)).ok_or(Refusal::NoSuchPhrase(phrase))?;
    speak(ctx, &game, seat, Some(phrase), text)
}

/// Writes something to the others of a game that runs or is over, 1 to 200 characters (see [`Message`]), if the
/// owner lets players do so.
///
/// Refused with `too_fast`, `banned`, `no_such_game`, `not_your_game`, `not_started`, `free_chat_off`, `bad_text`
/// or `too_many_messages`.
#[reducer]
pub fn write(ctx: &ReducerContext, game_id: u64, text: String) -> Outcome {
    limits::admit(ctx)?;
    let (game, seat) = sit_down(ctx, game_id)?;
    if !deployment::read(ctx).free_chat {
        return Err(Refusal::FreeChatOff);
    }
    let message = Message::new(&text).map_err(Refusal::BadText)?;
    speak(ctx, &game, seat, None, message.as_str())
}

/// Hears nothing more of a player, in whichever game. What has been heard stays. Twice is once. Refused with
/// `too_fast`, `banned` or `too_many_muted`.
#[reducer]
pub fn mute(ctx: &ReducerContext, player: Identity) -> Outcome {
    limits::admit(ctx)?;
    let caller = player::active(ctx, ctx.sender())?.identity;
    if !mutes(ctx, caller, player) {
        if ctx.db.mute_entry().player().filter(caller).count() >= MAX_MUTED {
            return Err(Refusal::TooManyMuted(MAX_MUTED));
        }
        ctx.db.mute_entry().insert(MuteEntry { player: caller, muted: player });
    }
    Ok(())
}

/// Hears a player again; one who was not muted is heard already. Refused with `too_fast`.
#[reducer]
pub fn unmute(ctx: &ReducerContext, player: Identity) -> Outcome {
    limits::admit(ctx)?;
    ctx.db.mute_entry().by_pair().delete((ctx.sender(), player));
    Ok(())
}

/// A game is taken away, and what was said in it.
pub(crate) fn close(ctx: &ReducerContext, game: u64) {
    ctx.db.chat_line().game().delete(game);
}

/// Removes all that a player has said and heard, and whom they have muted: for deleting an account.
pub(crate) fn forget(ctx: &ReducerContext, player: Identity) {
    ctx.db.chat_line().speaker().delete(player);
    ctx.db.chat_line().recipient().delete(player);
    ctx.db.mute_entry().player().delete(player);
}

fn mutes(ctx: &ReducerContext, listener: Identity, speaker: Identity) -> bool {
    ctx.db.mute_entry().by_pair().filter((listener, speaker)).next().is_some()
}

/// The caller's seat in a game that runs or is over.
fn sit_down(ctx: &ReducerContext, game_id: u64) -> Outcome<(Game, Seat)> {
    let speaker = player::active(ctx, ctx.sender())?.identity;
    let game = ctx.db.game().id().find(game_id).ok_or(Refusal::NoSuchGame(game_id))?;
    let seat = game.seat_of(speaker).ok_or(Refusal::NotYourGame(game_id))?;
    if game.status == GameStatus::Waiting { Err(Refusal::NotStarted(game_id)) } else { Ok((game, seat)) }
}

fn speak(ctx: &ReducerContext, game: &Game, seat: Seat, phrase: Option<u8>, text: &str) -> Outcome {
    let speaker = ctx.sender();
    limits::admit_line(ctx, MAX_LINES, WINDOW)?;
    for recipient in listeners(ctx, game, speaker) {
        make_room(ctx, recipient, game.id);
        ctx.db.chat_line().insert(ChatLine {
            id: 0,
            recipient,
            game: game.id,
            speaker,
            seat: seat.get(),
            phrase,
            text: text.to_owned(),
            said_at: ctx.timestamp,
        });
    }
    Ok(())
}

/// All at the table who hear the speaker, who is one of them: those who have neither muted nor blocked them.
fn listeners(ctx: &ReducerContext, game: &Game, speaker: Identity) -> Vec<Identity> {
    let all = game.taken_seats().map(|(_, player)| player);
    let hears = |&player: &Identity| !mutes(ctx, player, speaker) && !block::blocks(ctx, player, speaker);
    all.filter(|player| *player == speaker || hears(player)).collect()
}

/// Removes the oldest lines that give way to a new one.
fn make_room(ctx: &ReducerContext, recipient: Identity, game: u64) {
    let mut kept: Vec<(u64, u64)> =
        ctx.db.chat_line().recipient().filter(recipient).map(|line| (line.id, line.game)).collect();
    kept.sort_unstable();
    let of_game = kept.iter().filter(|&&(_, of)| of == game).count();
    let oldest = if of_game >= KEPT_IN_GAME {
        kept.iter().find(|&&(_, of)| of == game)
    } else if kept.len() >= KEPT {
        kept.first()
    } else {
        None
    };
    if let Some(&(id, _)) = oldest {
        ctx.db.chat_line().id().delete(id);
    }
}
