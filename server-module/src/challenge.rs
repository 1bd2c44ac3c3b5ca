//! Challenges: a game for two that waits for one named player.

use std::time::Duration;

use spacetimedb::{
    Identity, ReducerContext, SpacetimeType, Table, Timestamp, ViewContext, reducer, table, view,
};
use zeitnot_rules::PlayerName;

use crate::contender::Contender;
use crate::game::{Checked, Game, GameConfig, game as _};
use crate::play::micros;
use crate::player::{Player, player as _};
use crate::refusal::{Outcome, Refusal};
use crate::{block, deployment, limits, lobby, seat};

/// Challenges of one player that may wait for their answers.
pub const MAX_CHALLENGES: usize = 10;

/// Challenges that may wait for one player's answer.
pub const MAX_CHALLENGED: usize = 50;

/// How long a challenge waits for its answer, and how long its answer is shown.
pub const WAIT: Duration = Duration::from_secs(24 * 60 * 60);

/// The longest part of a name that nobody has which is told back.
const SHOWN: usize = 24;

/// A player asks another one for a game.
#[table(accessor = challenges)]
#[derive(Clone, Debug, PartialEq)]
pub struct Challenge {
    /// The game's id. Once the challenge is declined there is no such game.
    #[primary_key]
    pub id: u64,
    #[index(btree)]
    pub challenger: Identity,
    #[index(btree)]
    pub challenged: Identity,
    /// The challenger, who has the first seat.
    pub from: Contender,
    /// The one who is challenged.
    pub to: Contender,
    /// The rules in their canonical text.
    pub spec: String,
    /// The name of these rules; empty if they have none.
    pub preset: String,
    /// The time control in its canonical text.
    pub time: String,
    /// What happens when time runs out, in its canonical text.
    pub policy: String,
    /// What happens when a player loses the connection, in its canonical text.
    pub leaving: String,
    /// How many games are to be played, in its canonical text; empty for one.
    pub series: String,
    pub rated: bool,
    /// Nobody is to watch the game.
    pub private: bool,
    /// Why it was declined; `None` while it waits for its answer.
    pub declined: Option<DeclineReason>,
    pub since: Timestamp,
    /// When it is taken away, whatever has become of it.
    pub until: Timestamp,
    /// The same, in microseconds since 1970, for the sweeper to find.
    #[index(btree)]
    pub sweep_at: i64,
}

/// Why a challenge is declined. They are those of lichess.
#[derive(SpacetimeType, Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeclineReason {
    /// Without a reason.
    Generic,
    /// Not now; ask again later.
    Later,
    /// The time control is too fast.
    TooFast,
    /// The time control is too slow.
    TooSlow,
    /// Under another time control.
    TimeControl,
    /// Rated games only.
    Rated,
    /// Casual games only.
    Casual,
    /// Not by these rules.
    Variant,
    /// No games with programs.
    NoBot,
    /// Games with programs only.
    OnlyBot,
}

/// The challenges that the caller has made, answered or not, and those that wait for the caller's answer.
#[view(accessor = my_challenges, public, primary_key = id)]
pub fn my_challenges(ctx: &ViewContext) -> Vec<Challenge> {
    let me = ctx.sender();
    let made = ctx.db.challenges().challenger().filter(me);
    let got = ctx.db.challenges().challenged().filter(me).filter(|challenge| challenge.declined.is_none());
    made.chain(got).collect()
}

/// Asks a player, by identity in hexadecimal or by name in any case, for a game of two. The challenger has the
/// first seat. It waits for its answer for 24 hours; `cancel_game` withdraws it.
///
/// Refused with `too_fast`, `draining`, `bad_config`, `bad_time`, `bad_policy`, `bad_leaving`, `bad_series`,
/// `not_rateable`, `wrong_seats`, `unknown_player`, `ambiguous_name`, `own_challenge`, `blocked`,
/// `too_many_challenges`, `banned` or `too_many_games`.
#[reducer]
pub fn challenge(ctx: &ReducerContext, config: GameConfig, player: String) -> Outcome {
    limits::admit(ctx)?;
    deployment::refuse_if_draining(ctx)?;
    let config = Checked::try_from(config)?;
    if config.seats != 2 {
        return Err(Refusal::WrongSeats { seats: config.seats, named: 2 });
    }
    let me = ctx.sender();
    let other = find(ctx, player.trim())?;
    if other.identity == me {
        return Err(Refusal::OwnChallenge);
    }
    if block::between(ctx, me, other.identity) {
        return Err(Refusal::Blocked);
    }
    refuse_if_many(ctx, &other)?;

    let time = config.time.clone();
    let (game, challenger) = lobby::take_first_seat(ctx, config)?;
    let until = ctx.timestamp + WAIT;
    let game = ctx.db.game().insert(Game { sweep_at: micros(until), ..game });
    seat::publish_waiting(ctx, &game, "");
    let preset = zeitnot_rules::preset_of(&game.spec).unwrap_or_default().to_owned();
    ctx.db.challenges().insert(Challenge {
        id: game.id,
        challenger: me,
        challenged: other.identity,
        from: Contender::new(ctx, &challenger, &game.spec, &time),
        to: Contender::new(ctx, &other, &game.spec, &time),
        spec: game.spec,
        preset,
        time: game.time,
        policy: game.policy,
        leaving: game.leaving,
        series: game.series,
        rated: game.rated,
        private: game.private,
        declined: None,
        since: ctx.timestamp,
        until,
        sweep_at: micros(until),
    });
    Ok(())
}

/// Takes the seat that was kept for the caller: the game begins.
///
/// Refused with `too_fast`, `draining`, `no_such_challenge`, `blocked`, `banned` or `too_many_games`.
#[reducer]
pub fn accept_challenge(ctx: &ReducerContext, game_id: u64) -> Outcome {
    limits::admit(ctx)?;
    deployment::refuse_if_draining(ctx)?;
    let challenge = pending_for(ctx, game_id)?;
    let game = ctx.db.game().id().find(challenge.id).ok_or(Refusal::NoSuchChallenge(game_id))?;
    lobby::sit_down(ctx, game)
}

/// Says no to a challenge. The challenger is told the reason.
///
/// Refused with `too_fast` or `no_such_challenge`.
#[reducer]
pub fn decline_challenge(ctx: &ReducerContext, game_id: u64, reason: DeclineReason) -> Outcome {
    limits::admit(ctx)?;
    let challenge = pending_for(ctx, game_id)?;
    decline(ctx, challenge, reason);
    Ok(())
}

/// A challenge that waits for the caller's answer.
fn pending_for(ctx: &ReducerContext, id: u64) -> Outcome<Challenge> {
    let challenge = ctx.db.challenges().id().find(id);
    let mine = challenge.filter(|it| it.challenged == ctx.sender() && it.declined.is_none());
    mine.ok_or(Refusal::NoSuchChallenge(id))
}

fn decline(ctx: &ReducerContext, challenge: Challenge, reason: DeclineReason) {
    drop_challenge(ctx, challenge.id);
    ctx.db.challenges().insert(Challenge { declined: Some(reason), ..challenge });
}

/// Before somebody joins a game that waits. Refused with `reserved` if it is kept for somebody else.
pub(crate) fn refuse_others(ctx: &ReducerContext, game: u64) -> Outcome {
    match ctx.db.challenges().id().find(game) {
        Some(challenge) if challenge.challenged != ctx.sender() => Err(Refusal::Reserved(game)),
        _ => Ok(()),
    }
}

/// Takes a challenge that was declined off the caller's list, if this is one.
pub(crate) fn put_away(ctx: &ReducerContext, id: u64) -> bool {
    let challenge = ctx.db.challenges().id().find(id);
    let declined = challenge.is_some_and(|it| it.challenger == ctx.sender() && it.declined.is_some());
    declined && ctx.db.challenges().id().delete(id)
}

/// The game waits no more.
pub(crate) fn withdraw(ctx: &ReducerContext, game: u64) {
    ctx.db.challenges().id().delete(game);
}

/// Ends the challenges between two players of whom one has just blocked the other.
pub(crate) fn end_between(ctx: &ReducerContext, blocker: Identity, blocked: Identity) {
    let made: Vec<Challenge> =
        ctx.db.challenges().challenger().filter(blocker).filter(|it| it.challenged == blocked).collect();
    for challenge in made {
        drop_challenge(ctx, challenge.id);
    }
    let got = ctx.db.challenges().challenger().filter(blocked);
    let got: Vec<Challenge> = got.filter(|it| it.challenged == blocker && it.declined.is_none()).collect();
    for challenge in got {
        decline(ctx, challenge, DeclineReason::Generic);
    }
}

fn drop_challenge(ctx: &ReducerContext, id: u64) {
    if let Some(game) = ctx.db.game().id().find(id) {
        lobby::remove(ctx, &game);
    }
    ctx.db.challenges().id().delete(id);
}

/// All challenges that a player has made or got, answered or not.
fn all_of(ctx: &ReducerContext, player: Identity) -> Vec<Challenge> {
    let made = ctx.db.challenges().challenger().filter(player);
    made.chain(ctx.db.challenges().challenged().filter(player)).collect()
}

/// One of the two goes by another name, whether the challenge is answered or not.
pub(crate) fn rename(ctx: &ReducerContext, player: Identity, name: &str) {
    for mut challenge in all_of(ctx, player) {
        let named = if challenge.challenger == player { &mut challenge.from } else { &mut challenge.to };
        name.clone_into(&mut named.name);
        ctx.db.challenges().id().update(challenge);
    }
}

/// Takes away all challenges that a player has made or got.
pub(crate) fn forget(ctx: &ReducerContext, player: Identity) {
    for challenge in all_of(ctx, player) {
        drop_challenge(ctx, challenge.id);
    }
}

/// Takes away answers that have been shown long enough. Challenges without one go with their games.
pub(crate) fn sweep(ctx: &ReducerContext, at_once: usize) {
    let due = ctx.db.challenges().sweep_at().filter(..=micros(ctx.timestamp));
    let answered = due.filter(|challenge| challenge.declined.is_some()).take(at_once);
    let answered: Vec<u64> = answered.map(|challenge| challenge.id).collect();
    for id in answered {
        ctx.db.challenges().id().delete(id);
    }
}

/// Refused with `too_many_challenges`. Of those that were declined, the oldest make room.
fn refuse_if_many(ctx: &ReducerContext, other: &Player) -> Outcome {
    let made = ctx.db.challenges().challenger().filter(ctx.sender());
    let (pending, mut declined): (Vec<_>, Vec<_>) =
        made.map(|it| (it.id, it.declined)).partition(|(_, declined)| declined.is_none());
    if pending.len() >= MAX_CHALLENGES {
        return Err(Refusal::TooManyChallenges(MAX_CHALLENGES));
    }
    let got = ctx.db.challenges().challenged().filter(other.identity);
    if got.filter(|it| it.declined.is_none()).count() >= MAX_CHALLENGED {
        return Err(Refusal::ChallengedEnough { name: other.name.clone(), limit: MAX_CHALLENGED });
    }
    declined.sort_unstable_by_key(|&(id, _)| id);
    let room = MAX_CHALLENGES - pending.len();
    for (id, _) in declined.iter().rev().skip(room.saturating_sub(1)) {
        ctx.db.challenges().id().delete(id);
    }
    Ok(())
}

/// The one player who has this identity or, in any case, this name.
fn find(ctx: &ReducerContext, named: &str) -> Outcome<Player> {
    let unknown = || Refusal::UnknownPlayer(named.chars().take(SHOWN).collect());
    if let Ok(identity) = Identity::from_hex(named.strip_prefix("0x").unwrap_or(named)) {
        return ctx.db.player().identity().find(identity).ok_or_else(unknown);
    }
    let name: PlayerName = named.parse().map_err(|_| unknown())?;
    let key = name.as_str().to_lowercase();
    let mut found = ctx.db.player().name_key().filter(&key);
    let first = found.next().ok_or_else(unknown)?;
    if found.next().is_some() { Err(Refusal::AmbiguousName(first.name)) } else { Ok(first) }
}
