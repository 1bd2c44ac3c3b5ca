//! The whole truth of every game, and what a game is to be played as.

use spacetimedb::{Identity, ReducerContext, SpacetimeType, Timestamp, table};
use zeitnot_rules::clock::{Micros, TimeControl};
use zeitnot_rules::{
    Applied, Audience, Leaving, MAX_SEATS, OnLeaving, Seat, SeatSet, SeriesLength, TimeoutPolicy, Viewer,
};

use crate::lag::Lag;
use crate::packed::Packed;
use crate::play::micros;
use crate::player::Player;
use crate::presence;
use crate::rating;
use crate::refusal::Refusal;

/// A game from its opening until it moves to the archive. What players may see of it is in [`crate::seat`].
#[table(accessor = game, index(accessor = by_sweep, btree(columns = [bucket, sweep_at])),
    index(accessor = by_outages, btree(columns = [bucket, outages])))]
#[derive(Clone, Debug)]
pub struct Game {
    #[primary_key]
    #[auto_inc]
    pub id: u64,
    /// The share of all games that it belongs to, below [`BUCKETS`].
    pub bucket: u16,
    pub status: GameStatus,
    /// The rules in their canonical text.
    pub spec: String,
    /// The time control in its canonical text.
    pub time: String,
    /// What happens when time runs out, in its canonical text.
    pub policy: String,
    /// What happens when a player loses the connection, in its canonical text.
    pub leaving: String,
    pub private: bool,
    /// Its result counts for the players' ratings.
    pub rated: bool,
    /// How many games the players have agreed on, in its canonical text; empty for this one.
    pub series: String,
    /// Which game of the series this is, from 1.
    pub round: u32,
    /// For each seat, its player's half points in the series, this game included once it is over.
    pub score: Vec<u32>,
    /// One for each seat, in order.
    pub players: Packed<Vec<Party>>,
    /// The position and the clock, in the encodings of `zeitnot-rules`. Empty while the game waits.
    pub state: Vec<u8>,
    pub clock: Vec<u8>,
    /// When its timer goes off, in microseconds since 1970, or [`NEVER`].
    pub timer_at: i64,
    pub turn_started: Timestamp,
    pub history: Packed<Vec<Ply>>,
    pub winners: Vec<u8>,
    /// How it ended; empty until it has.
    pub ending: String,
    pub opened_at: Timestamp,
    pub ended_at: Option<Timestamp>,
    /// When the sweeper is to look at it, in microseconds since 1970, or [`NEVER`].
    pub sweep_at: i64,
    /// The outages that the running turn has been credited with; the largest number if no turn has a
    /// deadline.
    pub outages: u32,
    /// For each seat, the turns in a row that it has let run out.
    pub missed: Vec<u8>,
    /// For each seat, what it may still be given back for the network's delay.
    pub lag: Packed<Vec<Lag>>,
    /// The seats on move whose client has said so, a bit each.
    pub seen_by: u8,
    /// The seats that have asked for a pause, a bit each.
    pub pause_asked: u8,
    pub paused_at: Option<Timestamp>,
    /// It is one of the staff who has stopped the clocks.
    pub paused_by_staff: bool,
    /// The seats that offer a draw, a bit each.
    pub draw_offered: u8,
    /// For each seat, the ply at which it may offer a draw again.
    pub draw_again_at: Vec<u32>,
    /// The seat that asks for its last move back.
    pub takeback_asked: Option<u8>,
    /// The seats that have asked since the last move, a bit each.
    pub takeback_tried: u8,
    /// What the game was before each of the last moves, as many as there are seats, the oldest first.
    pub before: Packed<Vec<Before>>,
    /// What seats have decided to answer in advance.
    pub premoves: Packed<Vec<Premove>>,
    /// The seats that ask for another game, a bit each.
    pub rematch_asked: u8,
    /// Somebody has declined to go on with the series.
    pub declined: bool,
    /// The game that followed this one.
    pub next_game: Option<u64>,
    /// How many players watch it without playing, as it is shown; while it is not 0 the game has a
    /// [`Broadcast`](crate::watch::Broadcast).
    pub watchers: u32,
    /// The seats that the clocks stand for, because they are away, a bit each.
    pub waits_for: u8,
    /// For each seat, how long the clocks have stood for it because it was away, in microseconds.
    pub waited_for_us: Vec<u64>,
}

impl Game {
    /// A game that waits for its players, not in the table yet.
    pub(crate) fn new(ctx: &ReducerContext, config: Checked, players: Vec<Party>) -> Self {
        Self {
            spec: config.spec,
            time: config.time.to_string(),
            policy: config.policy.to_string(),
            leaving: config.leaving.to_string(),
            private: config.private,
            rated: config.rated,
            series: if config.series.is_single() { String::new() } else { config.series.to_string() },
            ..Self::blank(ctx, players)
        }
    }

    /// The same game with nothing played yet, which waits for players again.
    pub(crate) fn anew(self, ctx: &ReducerContext) -> Self {
        Self {
            id: self.id,
            bucket: self.bucket,
            spec: self.spec,
            time: self.time,
            policy: self.policy,
            leaving: self.leaving,
            private: self.private,
            rated: self.rated,
            series: self.series,
            turn_started: self.turn_started,
            ..Self::blank(ctx, self.players.0)
        }
    }

    fn blank(ctx: &ReducerContext, players: Vec<Party>) -> Self {
        Self {
            id: 0,
            // What comes in at different moments falls into any of them.
            bucket: micros(ctx.timestamp).rem_euclid(i64::from(BUCKETS)) as u16,
            status: GameStatus::Waiting,
            spec: String::new(),
            time: String::new(),
            policy: String::new(),
            leaving: String::new(),
            private: false,
            rated: false,
            series: String::new(),
            round: 1,
            score: vec![0; players.len()],
            missed: vec![0; players.len()],
            lag: Packed(vec![Lag::default(); players.len()]),
            seen_by: 0,
            state: Vec::new(),
            clock: Vec::new(),
            timer_at: NEVER,
            turn_started: ctx.timestamp,
            history: Packed::default(),
            winners: Vec::new(),
            ending: String::new(),
            opened_at: ctx.timestamp,
            ended_at: None,
            sweep_at: NEVER,
            outages: u32::MAX,
            pause_asked: 0,
            paused_at: None,
            paused_by_staff: false,
            draw_offered: 0,
            draw_again_at: vec![0; players.len()],
            takeback_asked: None,
            takeback_tried: 0,
            before: Packed::default(),
            premoves: Packed::default(),
            rematch_asked: 0,
            declined: false,
            next_game: None,
            watchers: 0,
            waits_for: 0,
            waited_for_us: vec![0; players.len()],
            players: Packed(players),
        }
    }

    /// The seats that somebody has, and who.
    pub(crate) fn taken_seats(&self) -> impl Iterator<Item = (Seat, Identity)> {
        let seats = SeatSet::first(MAX_SEATS).iter().zip(self.players.iter());
        seats.filter_map(|(seat, party)| party.identity.map(|player| (seat, player)))
    }

    /// The part of the history that a viewer may know of; all of it once the game is over.
    pub(crate) fn plies_known_to(&self, viewer: Viewer) -> impl Iterator<Item = &Ply> {
        let over = self.status == GameStatus::Over;
        self.history.iter().filter(move |ply| over || ply.known_to().contains(viewer))
    }

    /// What a seat has decided to answer in advance.
    pub(crate) fn premove_of(&self, seat: Seat) -> Option<&Premove> {
        self.premoves.iter().find(|premove| premove.seat == seat.get())
    }

    /// The seat that a player has.
    pub(crate) fn seat_of(&self, player: Identity) -> Option<Seat> {
        self.taken_seats().find(|&(_, taker)| taker == player).map(|(seat, _)| seat)
    }
}

/// Into how many shares games are divided. Whoever looks for games that are due reads an index share by share: to
/// give the first row of a range the engine reads all of it, and after a long outage that would be all games.
pub const BUCKETS: u16 = 256;

/// Later than any time.
pub const NEVER: i64 = i64::MAX;

/// Where a game is in its life.
#[derive(SpacetimeType, Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameStatus {
    /// Not all seats are taken.
    Waiting,
    Live,
    Over,
}

/// Who has a seat.
#[derive(SpacetimeType, Clone, Debug, PartialEq)]
pub struct Party {
    /// `None`: the seat is free still or, once the game has begun, whoever had it has deleted the account.
    pub identity: Option<Identity>,
    /// The name as it was when the seat was taken.
    pub name: String,
    /// Resigned, lost on time, or put out by the rules, while others play on.
    pub out: bool,
    /// A program, by its own account.
    pub bot: bool,
    /// At least one connection of theirs is there. What it says of a game that is over is as it was at the end.
    pub online: bool,
    /// From when on the others may claim the game, if they stay away; `None` if there is nothing to claim.
    pub claim_from: Option<Timestamp>,
    /// In a rated game their rating at its start.
    pub rating: Option<u32>,
    /// Too few games stand behind that rating yet.
    pub provisional: bool,
    /// What a rated game that is over has changed their rating by.
    pub rating_change: Option<i32>,
}

impl Party {
    pub(crate) const FREE: Self = Self {
        identity: None,
        name: String::new(),
        out: false,
        bot: false,
        online: false,
        claim_from: None,
        rating: None,
        provisional: false,
        rating_change: None,
    };

    /// Whoever played here has deleted the account: the game stays, without a name.
    pub(crate) fn unname(&mut self) {
        self.identity = None;
        self.name = String::new();
        self.online = false;
    }

    /// A player who takes a seat.
    pub(crate) fn seated(ctx: &ReducerContext, player: Player) -> Self {
        Self {
            online: presence::is_present(ctx, player.identity),
            identity: Some(player.identity),
            name: player.name,
            bot: player.bot,
            ..Self::FREE
        }
    }
}

/// What a game was before a move, for taking it back.
#[derive(SpacetimeType, Clone, Debug)]
pub struct Before {
    pub state: Vec<u8>,
    pub clock: Vec<u8>,
    /// How many entries the history had.
    pub plies: u32,
    /// Who made the move.
    pub seat: u8,
}

/// A move made in advance, while others are on move.
#[derive(SpacetimeType, Clone, Debug)]
pub struct Premove {
    pub seat: u8,
    /// In the encoding of the rules.
    pub action: Vec<u8>,
}

/// What a game is to be played as.
#[derive(SpacetimeType, Clone, Debug, PartialEq)]
pub struct GameConfig {
    /// A preset (`tic-tac-toe`) or the text of a family (`mnk:rows=6,columns=7,strike=4,gravity`).
    pub spec: String,
    /// A time control (`turn:30s`); empty for 30 seconds a turn.
    pub time: String,
    /// What happens when time runs out (`skip:3`); empty for `forfeit`.
    pub policy: String,
    /// What happens when a player loses the connection (`pause:5m`); empty for `run`: the clock does.
    pub leaving: String,
    /// How many games are to be played (`best-of:3`); empty for one.
    pub series: String,
    /// To be joined by its code only.
    pub private: bool,
    /// To count for the players' ratings: a game by name, with a clock, for two.
    pub rated: bool,
}

/// What an entry of the history is.
#[derive(SpacetimeType, Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlyKind {
    /// Something was played, by the seat or for it.
    Move,
    /// The turn passed without an action.
    Pass,
    /// The seat left the game: the action is the reason, as text (`resignation`, `time`, …).
    Out,
}

/// Something that happened in a game, and who may know of it.
#[derive(SpacetimeType, Clone, Debug)]
pub struct Ply {
    pub kind: PlyKind,
    pub seat: u8,
    /// In the encoding of the rules, if it is a move.
    pub action: Vec<u8>,
    /// Microseconds from the start of the turn.
    pub used_us: u64,
    /// Who may see the action, and who may know that there was one, as [`Audience::bits`].
    pub seen: u16,
    pub known: u16,
}

impl Ply {
    pub(crate) fn new(seat: Seat, action: Vec<u8>, used: Micros, applied: Applied) -> Self {
        Self {
            kind: PlyKind::Move,
            seat: seat.get(),
            action,
            used_us: used.unsigned_abs(),
            seen: applied.action_seen_by.bits(),
            known: applied.known_to.bits(),
        }
    }

    /// A turn that passed without an action, for all to know.
    pub(crate) fn pass(seat: Seat, used: Micros) -> Self {
        Self { kind: PlyKind::Pass, ..Self::new(seat, Vec::new(), used, Applied::PUBLIC) }
    }

    /// A seat that left the game, for all to know.
    pub(crate) fn out(seat: Seat, reason: &str) -> Self {
        Self { kind: PlyKind::Out, ..Self::new(seat, reason.into(), 0, Applied::PUBLIC) }
    }

    pub(crate) fn action_seen_by(&self) -> Audience {
        Audience::from_bits(self.seen)
    }

    pub(crate) fn known_to(&self) -> Audience {
        Audience::from_bits(self.known)
    }
}

/// A checked [`GameConfig`]: canonical texts and the number of seats.
pub(crate) struct Checked {
    pub spec: String,
    pub time: TimeControl,
    pub policy: TimeoutPolicy,
    pub leaving: Leaving,
    pub series: SeriesLength,
    pub private: bool,
    pub rated: bool,
    pub seats: usize,
}

impl TryFrom<GameConfig> for Checked {
    type Error = Refusal;

    fn try_from(config: GameConfig) -> Result<Self, Refusal> {
        let spec = zeitnot_rules::canonical_spec(&config.spec)?;
        let seats = usize::from(zeitnot_rules::seats_of(&spec)?);
        let time = match config.time.trim() {
            "" => TimeControl::default(),
            text => text.parse()?,
        };
        let policy = match config.policy.trim() {
            "" => TimeoutPolicy::default(),
            text => text.parse()?,
        };
        let leaving = match config.leaving.trim() {
            "" => Leaving::default(),
            text => text.parse()?,
        };
        let begins_anew = leaving.action() == OnLeaving::Reset;
        if config.rated && (begins_anew || rating::board(&spec, &time).is_none()) {
            return Err(Refusal::NotRateable);
        }
        let series: SeriesLength = config.series.trim().parse()?;
        if begins_anew && !series.is_single() {
            return Err(Refusal::SeriesBegunAnew);
        }
        Ok(Self { spec, time, policy, leaving, series, private: config.private, rated: config.rated, seats })
    }
}
