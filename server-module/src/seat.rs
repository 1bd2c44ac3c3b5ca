//! Each player's own copy of each of their games: here who plays, for what, what is asked, and how it ended. In
//! [`crate::turn`] is what a move changes, and in [`crate::past_moves`] what was played.
//!
//! What a seat may not see never reaches its copy, so reading needs no judgement: of these tables a client gets
//! the rows that are theirs, which the engine finds by one key. They are tables with a filter and not a view
//! because a view is computed anew, whole, for each change of one of its rows, and each time the engine looks
//! through what the views of everybody who is connected have read. They are three because the engine takes a row
//! apart, value by value, whenever it is written, and sends it whole: what does not change is to lie still.

use spacetimedb::{Identity, ReducerContext, Table, Timestamp, table};
use spacetimedb_bindings_macro::client_visibility_filter;
use zeitnot_rules::clock::Clock;
use zeitnot_rules::{AnyGame, MAX_SEATS, SeatSet};

use crate::filter::Filter;
use crate::game::{Game, GameStatus, Party};
use crate::{turn, watch, watchable};

/// The only rows of [`Seat`] that a client can get, by whatever query.
#[client_visibility_filter]
const ONES_OWN_SEATS: Filter = Filter("SELECT * FROM seat WHERE player = :sender");

/// A player's copy of a game: who plays, for what, what is asked on the way, and how it ended.
///
/// A client gets its own rows alone: waiting and running games, and those that ended within a day, though no
/// more than the last [`MAX_FINISHED`](crate::archive::MAX_FINISHED) of them. The owner of the database, from
/// whom no table is hidden, gets everybody's.
#[table(accessor = seat, public)]
#[derive(Clone, Debug, PartialEq)]
pub struct Seat {
    /// Tells the rows apart: of the game's id and the seat's number.
    #[primary_key]
    pub key: u64,
    /// The game's id, which is unique among the rows of one player.
    #[index(btree)]
    pub id: u64,
    /// Whose copy this is.
    #[index(btree)]
    pub player: Identity,
    /// The seat this player has, from 0.
    pub seat: u8,
    pub status: GameStatus,
    /// What others join by, while the game waits; empty afterwards.
    pub code: String,
    /// Only the code lets others join, not the id.
    pub private: bool,
    /// The rules in their canonical text, such as `mnk:rows=3,columns=3,strike=3`.
    pub spec: String,
    /// The time control in its canonical text, such as `turn:30s`.
    pub time: String,
    /// What happens when time runs out, in its canonical text, such as `forfeit`.
    pub policy: String,
    /// What happens when a player loses the connection, in its canonical text, such as `run`.
    pub leaving: String,
    /// The result counts for the players' ratings.
    pub rated: bool,
    /// How many games the players have agreed on, such as `best-of:3`; empty for this one.
    pub series: String,
    /// Which game of the series this is, from 1.
    pub round: u32,
    /// For each seat, its player's half points in the series, this game included once it is over.
    pub score: Vec<u32>,
    /// One for each seat, in order. A seat that nobody has taken yet has no identity and no name.
    pub players: Vec<Party>,
    /// The seats that have asked for a pause.
    pub pause_asked: Vec<u8>,
    /// The seats that offer a draw.
    pub draw_offered: Vec<u8>,
    /// The ply at which this player may offer a draw again; 0: at any.
    pub draw_again_at: u32,
    /// The seat that asks for its last move back.
    pub takeback_asked: Option<u8>,
    /// What this player has decided to answer in advance, on whichever device; empty: nothing.
    pub premove: Vec<u8>,
    /// The seats that ask for another game, once this one is over.
    pub rematch_asked: Vec<u8>,
    /// The game that followed this one.
    pub next_game: Option<u64>,
    /// How many players watch it, at most a round of the sweeper ago.
    pub watchers: u32,
    /// Who won, once the game is over; nobody: it was drawn.
    pub winners: Vec<u8>,
    /// How the game ended (`line`, `full_board`, `resignation`, `time`, …); empty until it has.
    pub ending: String,
    /// When the game was opened and, from its start on, when it began.
    pub opened_at: Timestamp,
    pub ended_at: Option<Timestamp>,
}

impl Seat {
    fn of(game: &Game, seat: zeitnot_rules::Seat, player: Identity, code: &str) -> Self {
        Self {
            key: key(game.id, seat),
            id: game.id,
            player,
            seat: seat.get(),
            status: game.status,
            code: code.to_owned(),
            private: game.private,
            spec: game.spec.clone(),
            time: game.time.clone(),
            policy: game.policy.clone(),
            leaving: game.leaving.clone(),
            rated: game.rated,
            series: game.series.clone(),
            round: game.round,
            score: game.score.clone(),
            players: game.players.to_vec(),
            pause_asked: numbers(SeatSet::from_bits(game.pause_asked)),
            draw_offered: numbers(SeatSet::from_bits(game.draw_offered)),
            draw_again_at: game.draw_again_at.get(seat.index()).copied().unwrap_or_default(),
            takeback_asked: game.takeback_asked,
            premove: game.premove_of(seat).map(|premove| premove.action.clone()).unwrap_or_default(),
            rematch_asked: numbers(SeatSet::from_bits(game.rematch_asked)),
            next_game: game.next_game,
            watchers: game.watchers,
            winners: game.winners.clone(),
            ending: game.ending.clone(),
            opened_at: game.opened_at,
            ended_at: game.ended_at,
        }
    }
}

/// The primary key of a seat's rows.
pub(crate) fn key(game: u64, seat: zeitnot_rules::Seat) -> u64 {
    // An id beyond 2^61 is never given: they are counted from 1.
    game.wrapping_mul(u64::from(MAX_SEATS)).wrapping_add(u64::from(seat.get()))
}

/// Writes every player's copy of a game that has begun. What goes into them is decided here, in
/// [`turn::publish`] and in [`past_moves::publish`](crate::past_moves::publish), and nowhere else.
pub(crate) fn publish(ctx: &ReducerContext, game: &Game, position: &AnyGame, clock: &Clock) {
    let shown: Vec<Seat> = ctx.db.seat().id().filter(game.id).collect();
    for (seat, player) in game.taken_seats() {
        let row = Seat::of(game, seat, player, "");
        write(ctx, shown.iter().find(|shown| shown.key == row.key), row);
    }
    turn::publish(ctx, game, position, clock);
    if game.watchers > 0 {
        watch::publish(ctx, game, position, clock);
    }
}

/// Writes the copies of a game that still waits: nothing to see yet but who is there, and the code.
pub(crate) fn publish_waiting(ctx: &ReducerContext, game: &Game, code: &str) {
    withdraw(ctx, game.id);
    for (seat, player) in game.taken_seats() {
        ctx.db.seat().insert(Seat::of(game, seat, player, code));
    }
}

/// Writes what the copies say of a game besides its position, its moves and its clocks: for those who have it
/// still.
pub(crate) fn restate(ctx: &ReducerContext, game: &Game) {
    let shown: Vec<Seat> = ctx.db.seat().id().filter(game.id).collect();
    for shown in &shown {
        let Some(seat) = zeitnot_rules::Seat::new(shown.seat) else { continue };
        write(ctx, Some(shown), Seat::of(game, seat, shown.player, &shown.code));
    }
    if game.watchers > 0 {
        watch::restate(ctx, game);
    }
    watchable::restate(ctx, game);
}

/// Writes a row in place of the one that is shown, if they differ.
fn write(ctx: &ReducerContext, shown: Option<&Seat>, row: Seat) {
    match shown {
        Some(shown) if *shown == row => {}
        Some(_) => {
            ctx.db.seat().key().update(row);
        }
        None => {
            ctx.db.seat().insert(row);
        }
    }
}

/// Takes every player's copy of a game away.
pub(crate) fn withdraw(ctx: &ReducerContext, game: u64) {
    ctx.db.seat().id().delete(game);
    turn::withdraw(ctx, game);
}

/// Takes one player's copy of a game away.
pub(crate) fn withdraw_from(ctx: &ReducerContext, game: u64, player: Identity) {
    let Some(row) = ctx.db.seat().id().filter(game).find(|row| row.player == player) else { return };
    ctx.db.seat().key().delete(row.key);
    turn::withdraw_from(ctx, game, player);
}

pub(crate) fn numbers(seats: SeatSet) -> Vec<u8> {
    seats.iter().map(zeitnot_rules::Seat::get).collect()
}
