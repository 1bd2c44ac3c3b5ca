//! The list of open games that anyone may take.

use std::time::Duration;

use spacetimedb::{AnonymousViewContext, Identity, ReducerContext, Table, Timestamp, reducer, table, view};
use zeitnot_rules::clock::TimeControl;

use crate::contender::{self, Contender};
use crate::game::{Checked, Game, GameConfig, Party, game as _};
use crate::play::micros;
use crate::player::{Player, player as _};
use crate::presence;
use crate::refusal::{Outcome, Refusal};
use crate::{deployment, limits, lobby};

/// Games that one player may have on the list.
pub const MAX_SEEKS: usize = 5;

/// Games that the list has room for. Whoever looks at it is sent all of them.
pub const MAX_LISTED: u64 = 1_000;

/// How long a listed game waits for its opener to come back.
pub const AWAY: Duration = Duration::from_secs(60);

/// The only shelf: the list is read by it, since a view reads by exact keys.
const SHELF: u8 = 0;

/// A game that waits for anyone who likes to play it.
#[table(accessor = seek)]
#[derive(Clone, Debug, PartialEq)]
pub struct Seek {
    /// The game's id, to join it by.
    #[primary_key]
    pub id: u64,
    /// Always 0.
    #[index(btree)]
    pub shelf: u8,
    #[index(btree)]
    pub opener: Identity,
    /// The opener.
    pub by: Contender,
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
    /// Seats that are taken, the opener's included, of how many.
    pub taken: u8,
    pub seats: u8,
    /// The ratings that may join; 0: no bound.
    pub min_rating: u32,
    pub max_rating: u32,
    pub since: Timestamp,
}

/// All open games, at most [`MAX_LISTED`], in no particular order. The same for everybody.
#[view(accessor = open_seeks, public, primary_key = id)]
pub fn open_seeks(ctx: &AnonymousViewContext) -> Vec<Seek> {
    ctx.db.seek().shelf().filter(SHELF).collect()
}

/// The ratings that may join a game; 0: no bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RatingRange {
    pub min: u32,
    pub max: u32,
}

impl RatingRange {
    pub const ANY: Self = Self { min: 0, max: 0 };

    fn contains(self, rating: u32) -> bool {
        rating >= self.min && (self.max == 0 || rating <= self.max)
    }
}

/// Opens a game for everybody to see, as `open_game` does, for players whose rating in games of this kind is
/// within a range; 0: no bound.
///
/// Refused with `bad_seek` (the game is private, nobody is within the range, or games of this kind have no rating),
/// or as `open_game` is.
#[reducer]
pub fn open_seek(ctx: &ReducerContext, config: GameConfig, min_rating: u32, max_rating: u32) -> Outcome {
    limits::admit(ctx)?;
    deployment::refuse_if_draining(ctx)?;
    let config = Checked::try_from(config)?;
    if config.private {
        return Err(Refusal::BadSeek("a private game is not on the list"));
    }
    let range = RatingRange { min: min_rating, max: max_rating };
    if max_rating != 0 && max_rating < min_rating {
        return Err(Refusal::BadSeek("nobody's rating is within this range"));
    }
    if range != RatingRange::ANY
        && contender::rating_of(ctx, ctx.sender(), &config.spec, &config.time).is_none()
    {
        return Err(Refusal::BadSeek("there are no ratings for games of this kind"));
    }
    open(ctx, config, range)
}

/// Opens a game on the list. Refused with `banned`, `too_many_games`, `too_many_seeks` or `lobby_full`.
pub(crate) fn open(ctx: &ReducerContext, config: Checked, range: RatingRange) -> Outcome {
    let opener = ctx.sender();
    refuse_if_full(ctx, opener)?;
    let time = config.time.clone();
    let (game, player) = lobby::take_first_seat(ctx, config)?;
    let game = Game { sweep_at: waits_until(ctx, opener, ctx.timestamp), ..game };
    let game = ctx.db.game().insert(game);
    list(ctx, &game, &player, &time, range);
    lobby::give_code(ctx, &game);
    Ok(())
}

/// Refused with `too_many_seeks` or `lobby_full`.
fn refuse_if_full(ctx: &ReducerContext, opener: Identity) -> Outcome {
    if ctx.db.seek().opener().filter(opener).count() >= MAX_SEEKS {
        return Err(Refusal::TooManySeeks(MAX_SEEKS));
    }
    if ctx.db.seek().count() >= MAX_LISTED {
        return Err(Refusal::LobbyFull(MAX_LISTED));
    }
    Ok(())
}

fn list(ctx: &ReducerContext, game: &Game, opener: &Player, time: &TimeControl, range: RatingRange) {
    ctx.db.seek().insert(Seek {
        id: game.id,
        shelf: SHELF,
        opener: opener.identity,
        by: Contender::new(ctx, opener, &game.spec, time),
        spec: game.spec.clone(),
        preset: zeitnot_rules::preset_of(&game.spec).unwrap_or_default().to_owned(),
        time: game.time.clone(),
        policy: game.policy.clone(),
        leaving: game.leaving.clone(),
        series: game.series.clone(),
        rated: game.rated,
        taken: taken(game),
        seats: game.players.len() as u8,
        min_rating: range.min,
        max_rating: range.max,
        since: game.opened_at,
    });
}

/// Puts a game that was played, and waits for players again, on the list, if there is room. Gives the game back
/// as it is to be stored.
pub(crate) fn list_again(ctx: &ReducerContext, game: Game) -> Game {
    let opener = game.taken_seats().next().and_then(|(_, id)| ctx.db.player().identity().find(id));
    let (Some(opener), Ok(time)) = (opener, game.time.parse()) else { return game };
    if game.private || refuse_if_full(ctx, opener.identity).is_err() {
        return game;
    }
    list(ctx, &game, &opener, &time, RatingRange::ANY);
    Game { sweep_at: waits_until(ctx, opener.identity, game.opened_at), ..game }
}

/// Somebody has taken a seat of a waiting game or left it.
pub(crate) fn recount(ctx: &ReducerContext, game: &Game) {
    if let Some(seek) = ctx.db.seek().id().find(game.id) {
        ctx.db.seek().id().update(Seek { taken: taken(game), ..seek });
    }
}

/// The opener goes by another name.
pub(crate) fn rename(ctx: &ReducerContext, opener: Identity, name: &str) {
    let listed: Vec<Seek> = ctx.db.seek().opener().filter(opener).collect();
    for seek in listed {
        let by = Contender { name: name.to_owned(), ..seek.by };
        ctx.db.seek().id().update(Seek { by, ..seek });
    }
}

/// A game waits no more.
pub(crate) fn unlist(ctx: &ReducerContext, game: u64) {
    ctx.db.seek().id().delete(game);
}

/// Before a player joins: a game that is not on the list is open to every rating. Refused with
/// `rating_out_of_range`.
pub(crate) fn refuse_rating(ctx: &ReducerContext, game: &Game, time: &TimeControl) -> Outcome {
    let Some(seek) = ctx.db.seek().id().find(game.id) else { return Ok(()) };
    let range = RatingRange { min: seek.min_rating, max: seek.max_rating };
    match contender::rating_of(ctx, ctx.sender(), &game.spec, time) {
        Some(rating) if !range.contains(rating.value) => {
            let RatingRange { min, max } = range;
            Err(Refusal::RatingOutOfRange { rating: rating.value, min, max })
        }
        _ => Ok(()),
    }
}

/// A player has come or gone: whoever takes a game of one who is away might wait in vain.
pub(crate) fn opener_came_or_went(ctx: &ReducerContext, opener: Identity) {
    let listed: Vec<Seek> = ctx.db.seek().opener().filter(opener).collect();
    for seek in listed {
        if let Some(game) = ctx.db.game().id().find(seek.id) {
            let sweep_at = waits_until(ctx, opener, seek.since);
            ctx.db.game().id().update(Game { sweep_at, ..game });
        }
    }
}

/// Until when a listed game waits: its hour, but only a minute while its opener is away.
fn waits_until(ctx: &ReducerContext, opener: Identity, since: Timestamp) -> i64 {
    let hour = micros(since + lobby::WAIT);
    if presence::is_present(ctx, opener) { hour } else { hour.min(micros(ctx.timestamp + AWAY)) }
}

fn taken(game: &Game) -> u8 {
    let taken = |party: &&Party| party.identity.is_some();
    game.players.iter().filter(taken).count() as u8
}
