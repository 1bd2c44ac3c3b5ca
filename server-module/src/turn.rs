//! What a move changes in the players' copies of a game.

use spacetimedb::{Identity, ReducerContext, SpacetimeType, Table, Timestamp, table};
use spacetimedb_bindings_macro::client_visibility_filter;
use zeitnot_rules::clock::{Clock, Reading};
use zeitnot_rules::{AnyGame, SeatSet, Viewer};

use crate::filter::Filter;
use crate::game::{Game, GameStatus};
use crate::past_moves::{self, Move};
use crate::readers::{NOBODY, Readers};
use crate::seat::numbers;

/// The only rows of [`Turn`] that a client can get, by whatever query: these, and those of the next filter.
#[client_visibility_filter]
const ONES_OWN_TURNS: Filter = Filter("SELECT * FROM turn WHERE player = :sender");

#[client_visibility_filter]
const ONES_SHARED_TURNS: Filter = Filter("SELECT * FROM turn WHERE other = :sender");

/// The running turn of a game as one or two of its players see it; of a game that is over, its end. A game that
/// waits has none.
///
/// Where nothing is hidden the players of the seats 0 and 1 share a row, those of 2 and 3, and so on; else each has
/// one. So a player has one row of each game, as `player` or as `other`.
#[table(accessor = turn, public)]
#[derive(Clone, Debug, PartialEq)]
pub struct Turn {
    /// That of the row in `seat` of the first seat that shares this.
    #[primary_key]
    pub key: u64,
    /// The game's id.
    pub id: u64,
    /// Whose this is.
    #[index(btree)]
    pub player: Identity,
    /// Another player who has it, too; all zeros: nobody.
    #[index(btree)]
    pub other: Identity,
    /// What its readers may see of the position, in the encoding of its rules.
    pub position: Vec<u8>,
    /// The ply that a reader's next move must name: how many moves they may know of, those on the pages in
    /// `past_moves` and the latest.
    pub ply: u32,
    /// The moves after the last full page.
    pub latest: Vec<Move>,
    /// The seats on move; none after the end.
    pub to_move: Vec<u8>,
    /// When the running turn began.
    pub turn_started: Timestamp,
    /// When the first seat on move runs out of time. `None`: never, or nobody is on move.
    pub deadline: Option<Timestamp>,
    /// Since when the clocks stand. A paused game has no deadline.
    pub paused_at: Option<Timestamp>,
    /// One for each seat, in order.
    pub clocks: Vec<SeatClock>,
    /// Days off that run or are booked, by correspondence.
    pub time_off: Vec<TimeOff>,
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

/// Writes the running turn, or the end, and the moves with it.
pub(crate) fn publish(ctx: &ReducerContext, game: &Game, position: &AnyGame, clock: &Clock) {
    let to_move = numbers(on_move(game, position));
    let deadline = clock.deadline().map(Timestamp::from_micros_since_unix_epoch);
    let clocks = clocks_of(game, position, clock);
    let time_off = time_off_of(position, clock);

    for readers in Readers::of(game, position) {
        let Readers { key, seat, player, other } = readers;
        let shown = ctx.db.turn().key().find(key);
        let on_pages = shown.as_ref().map_or(0, |shown| shown.ply.saturating_sub(shown.latest.len() as u32));
        let viewer = Viewer::Seat(seat);
        let ply = game.plies_known_to(viewer).count() as u32;
        let row = Turn {
            key,
            id: game.id,
            player,
            other,
            position: position_seen(game, position, viewer),
            ply,
            latest: past_moves::publish(ctx, game, readers, ply, on_pages),
            to_move: to_move.clone(),
            turn_started: game.turn_started,
            deadline,
            paused_at: game.paused_at,
            clocks: clocks.clone(),
            time_off: time_off.clone(),
        };
        match shown {
            Some(shown) if shown == row => {}
            Some(_) => {
                ctx.db.turn().key().update(row);
            }
            None => {
                ctx.db.turn().insert(row);
            }
        }
    }
}

/// Takes it away from all players of a game.
pub(crate) fn withdraw(ctx: &ReducerContext, game: u64) {
    for key in Readers::keys(game) {
        if ctx.db.turn().key().delete(key) {
            past_moves::withdraw(ctx, key);
        }
    }
}

/// Takes it away from one player; another one who shares it keeps it.
pub(crate) fn withdraw_from(ctx: &ReducerContext, game: u64, player: Identity) {
    let mut rows = Readers::keys(game).filter_map(|key| ctx.db.turn().key().find(key));
    let Some(row) = rows.find(|row| row.player == player || row.other == player) else { return };
    let left = if row.player == player { row.other } else { row.player };
    if left == NOBODY {
        ctx.db.turn().key().delete(row.key);
        past_moves::withdraw(ctx, row.key);
    } else {
        past_moves::leave_to(ctx, row.key, left);
        ctx.db.turn().key().update(Turn { player: left, other: NOBODY, ..row });
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

/// The position as a viewer may see it. However a game has ended, nothing of it is hidden then.
pub(crate) fn position_seen(game: &Game, position: &AnyGame, viewer: Viewer) -> Vec<u8> {
    if game.status == GameStatus::Over && position.outcome().is_none() {
        position.laid_open()
    } else {
        position.sight(viewer)
    }
}
