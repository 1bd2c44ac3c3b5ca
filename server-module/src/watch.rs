//! Watching games that one does not play.
//!
//! All who watch a game share one row of it, in a public table: what [`Viewer::Spectator`] may see, which is the
//! same for everybody. It is there only while somebody watches; a game that nobody watches pays for a look at
//! [`Game::watchers`]. `docs/watching.md` has what this costs, and what the alternative would.

use spacetimedb::{ConnectionId, Identity, ReducerContext, Table, Timestamp, reducer, table};
use zeitnot_rules::clock::Clock;
use zeitnot_rules::{AnyGame, SeatSet, Viewer};

use crate::game::{Game, GameStatus, Party, game as _};
use crate::past_moves::{Move, moves_seen};
use crate::refusal::{Outcome, Refusal};
use crate::seat::{self, numbers};
use crate::turn::{SeatClock, TimeOff, clocks_of, on_move, position_seen, time_off_of};
use crate::{limits, presence};

/// Games that one connection may watch at once.
pub const MAX_WATCHED: usize = 20;

/// The most games whose number of watchers is brought up to date in one round of the sweeper.
const AT_ONCE: usize = 200;

/// What everybody may see of a game that is being watched. Nothing that is hidden from a spectator ever gets
/// into it, and a private game never does: the table is public.
#[table(accessor = broadcast, public)]
#[derive(Clone, Debug, PartialEq)]
pub struct Broadcast {
    /// The game's id.
    #[primary_key]
    pub id: u64,
    pub status: GameStatus,
    /// The rules in their canonical text.
    pub spec: String,
    /// The time control in its canonical text.
    pub time: String,
    pub rated: bool,
    /// How many games the players have agreed on, such as `best-of:3`; empty for this one.
    pub series: String,
    /// Which game of the series this is, from 1.
    pub round: u32,
    /// For each seat, its player's half points in the series, this game included once it is over.
    pub score: Vec<u32>,
    /// One for each seat, in order.
    pub players: Vec<Party>,
    /// What a spectator may see of the position, in the encoding of its rules.
    pub position: Vec<u8>,
    /// The seats on move; none once it is over.
    pub to_move: Vec<u8>,
    /// When the running turn began.
    pub turn_started: Timestamp,
    /// When the first seat on move runs out of time. `None`: never, or nobody is on move.
    pub deadline: Option<Timestamp>,
    /// Since when the clocks stand.
    pub paused_at: Option<Timestamp>,
    /// One for each seat, in order.
    pub clocks: Vec<SeatClock>,
    /// Days off that run or are booked, by correspondence.
    pub time_off: Vec<TimeOff>,
    /// The moves that a spectator may know of, in order, with turns that passed and players who left.
    pub moves: Vec<Move>,
    /// The seats that offer a draw.
    pub draw_offered: Vec<u8>,
    /// The seat that asks for its last move back.
    pub takeback_asked: Option<u8>,
    /// The game that followed this one.
    pub next_game: Option<u64>,
    /// How many watch, at most a round of the sweeper ago.
    pub watchers: u32,
    /// Who won, once the game is over; nobody: it was drawn.
    pub winners: Vec<u8>,
    /// How the game ended; empty until it has.
    pub ending: String,
    pub opened_at: Timestamp,
    pub ended_at: Option<Timestamp>,
}

/// A connection that watches a game.
#[table(accessor = watcher, index(accessor = by_game_and_player, btree(columns = [game, player])))]
#[derive(Clone, Debug)]
pub struct Watcher {
    #[primary_key]
    #[auto_inc]
    pub id: u64,
    #[index(btree)]
    pub connection: ConnectionId,
    pub game: u64,
    pub player: Identity,
}

/// How many watch a game. There is a row as long as the game has a [`Broadcast`].
#[table(accessor = audience)]
#[derive(Clone, Debug)]
pub struct Audience {
    #[primary_key]
    pub game: u64,
    /// Players, however many connections each of them watches with.
    pub watchers: u32,
    /// The number that is shown is another one.
    #[index(btree)]
    pub stale: bool,
}

/// Puts a game into the table `broadcast`, and keeps it up to date there, for as long as this connection lasts
/// or until [`unwatch_game()`]: any game that has begun and is not private, one that is over too while the
/// server has it. Twice is once. The players of a game have it in `seat`.
///
/// Refused with `too_fast`, `no_such_game`, `private_game`, `not_started`, `already_joined`, `not_connected`,
/// `too_many_watched` or `corrupt_game`.
#[reducer]
pub fn watch_game(ctx: &ReducerContext, game_id: u64) -> Outcome {
    limits::admit(ctx)?;
    let game = ctx.db.game().id().find(game_id).ok_or(Refusal::NoSuchGame(game_id))?;
    if game.private {
        return Err(Refusal::PrivateGame(game_id));
    }
    if game.status == GameStatus::Waiting {
        return Err(Refusal::NotStarted(game_id));
    }
    if game.seat_of(ctx.sender()).is_some() {
        return Err(Refusal::AlreadyJoined(game_id));
    }
    let connection = presence::connection_of(ctx)?;
    let watched: Vec<u64> =
        ctx.db.watcher().connection().filter(connection.id).map(|watcher| watcher.game).collect();
    if watched.contains(&game_id) {
        return Ok(());
    }
    if watched.len() >= MAX_WATCHED {
        return Err(Refusal::TooManyWatched(MAX_WATCHED));
    }
    let first = !watches(ctx, game_id, connection.player);
    ctx.db.watcher().insert(Watcher {
        id: 0,
        connection: connection.id,
        game: game_id,
        player: connection.player,
    });
    if first { arrive(ctx, game) } else { Ok(()) }
}

/// Stops watching a game on this connection; nothing to stop is no fault. Refused with `too_fast` or
/// `not_connected`.
#[reducer]
pub fn unwatch_game(ctx: &ReducerContext, game_id: u64) -> Outcome {
    limits::admit(ctx)?;
    let connection = presence::connection_of(ctx)?;
    let mut watched = ctx.db.watcher().connection().filter(connection.id);
    if let Some(watcher) = watched.find(|watcher| watcher.game == game_id) {
        leave(ctx, &watcher);
    }
    Ok(())
}

/// A connection is gone: it watches nothing any more.
pub(crate) fn disconnected(ctx: &ReducerContext, connection: ConnectionId) {
    let watched: Vec<Watcher> = ctx.db.watcher().connection().filter(connection).collect();
    for watcher in watched {
        leave(ctx, &watcher);
    }
}

/// Writes the spectators' copy of a game, for [`seat::publish`] alone: one that somebody watches.
pub(crate) fn publish(ctx: &ReducerContext, game: &Game, position: &AnyGame, clock: &Clock) {
    if ctx.db.broadcast().id().find(game.id).is_some() {
        ctx.db.broadcast().id().update(Broadcast::of(game, position, clock));
    }
}

/// Writes what it says besides the position and the clocks, for [`seat::restate`] alone.
pub(crate) fn restate(ctx: &ReducerContext, game: &Game) {
    if let Some(row) = ctx.db.broadcast().id().find(game.id) {
        ctx.db.broadcast().id().update(Broadcast {
            position: row.position,
            to_move: row.to_move,
            deadline: row.deadline,
            clocks: row.clocks,
            time_off: row.time_off,
            moves: row.moves,
            ..Broadcast::stating(game)
        });
    }
}

/// Brings the numbers of watchers that are shown up to date, and takes away the copies that nobody watches any
/// more. The sweeper does this, not those who come and go: however often they do, the players and the other
/// watchers are sent one row a round.
pub(crate) fn recount(ctx: &ReducerContext) {
    let stale: Vec<Audience> = ctx.db.audience().stale().filter(true).take(AT_ONCE).collect();
    for audience in stale {
        if let Some(game) = ctx.db.game().id().find(audience.game) {
            let game = Game { watchers: audience.watchers, ..game };
            seat::restate(ctx, &game);
            ctx.db.game().id().update(game);
        }
        if audience.watchers == 0 {
            close(ctx, audience.game);
        } else {
            ctx.db.audience().game().update(Audience { stale: false, ..audience });
        }
    }
}

/// A game is taken away, and with it those who watch it.
pub(crate) fn close(ctx: &ReducerContext, game: u64) {
    ctx.db.audience().game().delete(game);
    ctx.db.broadcast().id().delete(game);
    ctx.db.watcher().by_game_and_player().delete(game);
}

fn watches(ctx: &ReducerContext, game: u64, player: Identity) -> bool {
    ctx.db.watcher().by_game_and_player().filter((game, player)).next().is_some()
}

/// A player watches the game who did not before.
fn arrive(ctx: &ReducerContext, game: Game) -> Outcome {
    if let Some(audience) = ctx.db.audience().game().find(game.id) {
        let watchers = audience.watchers.saturating_add(1);
        ctx.db.audience().game().update(Audience { watchers, stale: true, ..audience });
        return Ok(());
    }
    let position = AnyGame::decode(&game.spec, &game.state)?;
    let clock = Clock::decode(&game.time.parse()?, &game.clock)?;
    // From now on the game writes the row with each move. Its players are told in the sweeper's next round.
    let game = ctx.db.game().id().update(Game { watchers: 1, ..game });
    ctx.db.audience().insert(Audience { game: game.id, watchers: 1, stale: true });
    ctx.db.broadcast().insert(Broadcast::of(&game, &position, &clock));
    Ok(())
}

fn leave(ctx: &ReducerContext, watcher: &Watcher) {
    ctx.db.watcher().id().delete(watcher.id);
    if watches(ctx, watcher.game, watcher.player) {
        return;
    }
    if let Some(audience) = ctx.db.audience().game().find(watcher.game) {
        let watchers = audience.watchers.saturating_sub(1);
        ctx.db.audience().game().update(Audience { watchers, stale: true, ..audience });
    }
}

impl Broadcast {
    fn of(game: &Game, position: &AnyGame, clock: &Clock) -> Self {
        Self {
            position: position_seen(game, position, Viewer::Spectator),
            to_move: numbers(on_move(game, position)),
            deadline: clock.deadline().map(Timestamp::from_micros_since_unix_epoch),
            clocks: clocks_of(game, position, clock),
            time_off: time_off_of(position, clock),
            moves: moves_seen(game, Viewer::Spectator).collect(),
            ..Self::stating(game)
        }
    }

    /// What it says of a game besides the position and the clocks.
    fn stating(game: &Game) -> Self {
        Self {
            id: game.id,
            status: game.status,
            spec: game.spec.clone(),
            time: game.time.clone(),
            rated: game.rated,
            series: game.series.clone(),
            round: game.round,
            score: game.score.clone(),
            players: game.players.to_vec(),
            position: Vec::new(),
            to_move: Vec::new(),
            turn_started: game.turn_started,
            deadline: None,
            paused_at: game.paused_at,
            clocks: Vec::new(),
            time_off: Vec::new(),
            moves: Vec::new(),
            draw_offered: numbers(SeatSet::from_bits(game.draw_offered)),
            takeback_asked: game.takeback_asked,
            next_game: game.next_game,
            watchers: game.watchers,
            winners: game.winners.clone(),
            ending: game.ending.clone(),
            opened_at: game.opened_at,
            ended_at: game.ended_at,
        }
    }
}
