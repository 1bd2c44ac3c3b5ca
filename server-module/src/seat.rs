//! Each player's own copy of each of their games.
//!
//! What a seat may not see never reaches its copy, so reading needs no judgement: of [`Seat`] a client gets
//! the rows that are theirs, which the engine finds by one key. It is a table with a filter and not a view
//! because a view is computed anew, whole, for each change of one of its rows, and each time the engine looks
//! through what the views of everybody who is connected have read.

use spacetimedb::{Identity, ReducerContext, SpacetimeType, Table, Timestamp, table};
use spacetimedb_bindings_macro::client_visibility_filter;
use zeitnot_rules::clock::{Clock, Reading};
use zeitnot_rules::{AnyGame, MAX_SEATS, SeatSet, Viewer};

use crate::game::{Game, GameStatus, Party, PlyKind};
use crate::{watch, watchable};

/// The only rows of [`Seat`] that a client can get, by whatever query.
#[client_visibility_filter]
const ONES_OWN: Filter = Filter("SELECT * FROM seat WHERE player = :sender");

/// What the engine adds to each query of a table, as a query.
struct Filter(&'static str);

impl Filter {
    const fn sql_text(&self) -> &'static str {
        self.0
    }
}

/// A player's copy of a game.
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
    /// What this seat may see of the position, in the encoding of its rules. Empty while the game waits.
    pub position: Vec<u8>,
    /// The ply that this player's next move must name: how many entries `moves` has.
    pub ply: u32,
    /// The seats on move; none before the game begins or after it ends.
    pub to_move: Vec<u8>,
    /// When the running turn began.
    pub turn_started: Timestamp,
    /// When the first seat on move runs out of time. `None`: never, or nobody is on move.
    pub deadline: Option<Timestamp>,
    /// Since when the clocks stand. A paused game has no deadline.
    pub paused_at: Option<Timestamp>,
    /// The seats that have asked for a pause.
    pub pause_asked: Vec<u8>,
    /// One for each seat, in order.
    pub clocks: Vec<SeatClock>,
    /// Days off that run or are booked, by correspondence.
    pub time_off: Vec<TimeOff>,
    /// The moves that this player may know of, in order, with turns that passed and players who left.
    pub moves: Vec<Move>,
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

/// What a seat's clock said when the running turn began or, in a pause, what it shows. What a time control
/// has not, is zero.
#[derive(SpacetimeType, Clone, Debug, PartialEq)]
pub struct SeatClock {
    /// Microseconds of main time, or of the period, block or turn that the seat is in.
    pub main_us: u64,
    /// The main time is gone: `main_us` is that of a period or a block.
    pub overtime: bool,
    /// Byo-yomi periods left, the running one included.
    pub periods: u32,
    /// Turns still to play in the running block.
    pub block_turns: u32,
    /// Microseconds in the bank.
    pub bank_us: u64,
}

/// A time during which a seat's clock stands.
#[derive(SpacetimeType, Clone, Debug, PartialEq)]
pub struct TimeOff {
    pub seat: u8,
    pub from: Timestamp,
    pub until: Timestamp,
}

impl From<Reading> for SeatClock {
    fn from(reading: Reading) -> Self {
        Self {
            main_us: reading.main_us.unsigned_abs(),
            overtime: reading.overtime,
            periods: reading.periods_left.unwrap_or_default(),
            block_turns: reading.turns_left_in_block.unwrap_or_default(),
            bank_us: reading.bank_us.unwrap_or_default().unsigned_abs(),
        }
    }
}

/// A move, as far as this seat may know of it.
#[derive(SpacetimeType, Clone, Debug, PartialEq)]
pub struct Move {
    pub kind: PlyKind,
    pub seat: u8,
    /// In the encoding of the rules; empty: somebody moved, and you may not see what. Of one who left, the
    /// reason as text.
    pub action: Vec<u8>,
    /// Microseconds from the start of the turn to this move.
    pub used_us: u64,
}

impl Seat {
    /// What a player's copy says of a game before there is a position.
    fn of(game: &Game, seat: zeitnot_rules::Seat, player: Identity) -> Self {
        Self {
            // An id beyond 2^61 is never given: they are counted from 1.
            key: game.id.wrapping_mul(u64::from(MAX_SEATS)).wrapping_add(u64::from(seat.get())),
            id: game.id,
            player,
            seat: seat.get(),
            status: game.status,
            code: String::new(),
            private: game.private,
            spec: game.spec.clone(),
            time: game.time.clone(),
            policy: game.policy.clone(),
            leaving: game.leaving.clone(),
            rated: game.rated,
            series: game.series.clone(),
            round: game.round,
            score: game.score.clone(),
            players: game.players.clone(),
            position: Vec::new(),
            ply: 0,
            to_move: Vec::new(),
            turn_started: game.turn_started,
            deadline: None,
            paused_at: game.paused_at,
            pause_asked: numbers(SeatSet::from_bits(game.pause_asked)),
            clocks: Vec::new(),
            time_off: Vec::new(),
            moves: Vec::new(),
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

/// Writes every player's copy of a game that has begun. The only place that decides what goes into them.
pub(crate) fn publish(ctx: &ReducerContext, game: &Game, position: &AnyGame, clock: &Clock) {
    let deadline = clock.deadline().map(Timestamp::from_micros_since_unix_epoch);
    let to_move = on_move(game, position);
    let clocks = clocks_of(game, position, clock);
    let time_off = time_off_of(position, clock);

    ctx.db.seat().id().delete(game.id);
    for (seat, player) in game.taken_seats() {
        let viewer = Viewer::Seat(seat);
        let moves = moves_seen(game, viewer);
        ctx.db.seat().insert(Seat {
            position: position_seen(game, position, viewer),
            ply: moves.len() as u32,
            to_move: numbers(to_move),
            deadline,
            clocks: clocks.clone(),
            time_off: time_off.clone(),
            moves,
            ..Seat::of(game, seat, player)
        });
    }
    if game.watchers > 0 {
        watch::publish(ctx, game, position, clock);
    }
}

/// The seats on move: none once the game is over, whatever the position says.
pub(crate) fn on_move(game: &Game, position: &AnyGame) -> SeatSet {
    if game.status == GameStatus::Live { position.to_move() } else { SeatSet::EMPTY }
}

/// What the clocks of all seats show, in order.
pub(crate) fn clocks_of(game: &Game, position: &AnyGame, clock: &Clock) -> Vec<SeatClock> {
    let read = |seat| match game.paused_at {
        Some(at) => clock.reading_at(seat, at.to_micros_since_unix_epoch()).into(),
        None => clock.reading(seat).into(),
    };
    SeatSet::first(position.seats()).iter().map(read).collect()
}

/// The days off of all seats.
pub(crate) fn time_off_of(position: &AnyGame, clock: &Clock) -> Vec<TimeOff> {
    let of_seat = |seat: zeitnot_rules::Seat| {
        clock.time_off(seat).iter().map(move |time_off| TimeOff {
            seat: seat.get(),
            from: Timestamp::from_micros_since_unix_epoch(time_off.from),
            until: Timestamp::from_micros_since_unix_epoch(time_off.until),
        })
    };
    SeatSet::first(position.seats()).iter().flat_map(of_seat).collect()
}

/// Writes the copies of a game that still waits: nothing to see yet but who is there, and the code.
pub(crate) fn publish_waiting(ctx: &ReducerContext, game: &Game, code: &str) {
    ctx.db.seat().id().delete(game.id);
    for (seat, player) in game.taken_seats() {
        ctx.db.seat().insert(Seat { code: code.to_owned(), ..Seat::of(game, seat, player) });
    }
}

/// Writes what the copies say of a game besides its position and its clocks: who is there, and what has been
/// asked for.
pub(crate) fn restate(ctx: &ReducerContext, game: &Game) {
    let rows: Vec<Seat> = ctx.db.seat().id().filter(game.id).collect();
    ctx.db.seat().id().delete(game.id);
    for row in rows {
        let Some(seat) = zeitnot_rules::Seat::new(row.seat) else { continue };
        ctx.db.seat().insert(Seat {
            code: row.code,
            position: row.position,
            ply: row.ply,
            to_move: row.to_move,
            deadline: row.deadline,
            clocks: row.clocks,
            time_off: row.time_off,
            moves: row.moves,
            ..Seat::of(game, seat, row.player)
        });
    }
    if game.watchers > 0 {
        watch::restate(ctx, game);
    }
    watchable::restate(ctx, game);
}

/// Takes every player's copy of a game away.
pub(crate) fn withdraw(ctx: &ReducerContext, game: u64) {
    ctx.db.seat().id().delete(game);
}

/// Takes one player's copy of a game away.
pub(crate) fn withdraw_from(ctx: &ReducerContext, game: u64, player: Identity) {
    let others: Vec<Seat> = ctx.db.seat().id().filter(game).filter(|row| row.player != player).collect();
    ctx.db.seat().id().delete(game);
    for row in others {
        ctx.db.seat().insert(row);
    }
}

/// The position as a viewer may see it. However a game has ended, nothing of it is hidden then.
pub(crate) fn position_seen(game: &Game, position: &AnyGame, viewer: Viewer) -> Vec<u8> {
    if game.status == GameStatus::Over && position.outcome().is_none() {
        position.laid_open()
    } else {
        position.sight(viewer)
    }
}

/// The part of the history that a viewer may know of; all of it once the game is over.
pub(crate) fn moves_seen(game: &Game, viewer: Viewer) -> Vec<Move> {
    let over = game.status == GameStatus::Over;
    game.plies_known_to(viewer)
        .map(|ply| Move {
            kind: ply.kind,
            seat: ply.seat,
            action: if over || ply.action_seen_by().contains(viewer) {
                ply.action.clone()
            } else {
                Vec::new()
            },
            used_us: ply.used_us,
        })
        .collect()
}

pub(crate) fn numbers(seats: SeatSet) -> Vec<u8> {
    seats.iter().map(zeitnot_rules::Seat::get).collect()
}
