//! The whole truth of every game, and what a game is to be played as.

use spacetimedb::{Identity, ReducerContext, SpacetimeType, Timestamp, table};
use zeitnot_rules::clock::{Micros, TimeControl};
use zeitnot_rules::{Applied, Audience, MAX_SEATS, Seat, SeatSet, TimeoutPolicy, Viewer};

use crate::lag::Lag;
use crate::refusal::Refusal;

/// A game from its opening until it moves to the archive. What players may see of it is in [`crate::seat`].
#[table(accessor = game)]
#[derive(Clone, Debug)]
pub struct Game {
    #[primary_key]
    #[auto_inc]
    pub id: u64,
    pub status: GameStatus,
    /// The rules in their canonical text.
    pub spec: String,
    /// The time control in its canonical text.
    pub time: String,
    /// What happens when time runs out, in its canonical text.
    pub policy: String,
    pub private: bool,
    /// One for each seat, in order.
    pub players: Vec<Party>,
    /// The position and the clock, in the encodings of `zeitnot-rules`. Empty while the game waits.
    pub state: Vec<u8>,
    pub clock: Vec<u8>,
    /// Counts the times the timer was set, so that a timer knows whether its turn is still the running one.
    pub turn: u32,
    pub turn_started: Timestamp,
    pub history: Vec<Ply>,
    pub winners: Vec<u8>,
    /// How it ended; empty until it has.
    pub ending: String,
    pub opened_at: Timestamp,
    pub ended_at: Option<Timestamp>,
    /// When the sweeper is to look at it, in microseconds since 1970, or [`NEVER`].
    #[index(btree)]
    pub sweep_at: i64,
    /// The outages that the running turn has been credited with; the largest number if no turn has a
    /// deadline.
    #[index(btree)]
    pub outages: u32,
    /// For each seat, the turns in a row that it has let run out.
    pub missed: Vec<u8>,
    /// For each seat, what it may still be given back for the network's delay.
    pub lag: Vec<Lag>,
    /// The seats on move whose client has said so, a bit each.
    pub seen_by: u8,
    /// The seats that have asked for a pause, a bit each.
    pub pause_asked: u8,
    pub paused_at: Option<Timestamp>,
}

impl Game {
    /// A game that waits for its players, not in the table yet.
    pub(crate) fn new(ctx: &ReducerContext, config: Checked, players: Vec<Party>) -> Self {
        Self {
            id: 0,
            status: GameStatus::Waiting,
            spec: config.spec,
            time: config.time.to_string(),
            policy: config.policy.to_string(),
            private: config.private,
            missed: vec![0; players.len()],
            lag: vec![Lag::default(); players.len()],
            seen_by: 0,
            players,
            state: Vec::new(),
            clock: Vec::new(),
            turn: 0,
            turn_started: ctx.timestamp,
            history: Vec::new(),
            winners: Vec::new(),
            ending: String::new(),
            opened_at: ctx.timestamp,
            ended_at: None,
            sweep_at: NEVER,
            outages: u32::MAX,
            pause_asked: 0,
            paused_at: None,
        }
    }

    /// The seats that somebody has, and who.
    pub(crate) fn taken_seats(&self) -> impl Iterator<Item = (Seat, Identity)> {
        let seats = SeatSet::first(MAX_SEATS).iter().zip(&self.players);
        seats.filter_map(|(seat, party)| party.identity.map(|player| (seat, player)))
    }

    /// The part of the history that a viewer may know of; all of it once the game is over.
    pub(crate) fn plies_known_to(&self, viewer: Viewer) -> impl Iterator<Item = &Ply> {
        let over = self.status == GameStatus::Over;
        self.history.iter().filter(move |ply| over || ply.known_to().contains(viewer))
    }

    /// The seat that a player has.
    pub(crate) fn seat_of(&self, player: Identity) -> Option<Seat> {
        self.taken_seats().find(|&(_, taker)| taker == player).map(|(seat, _)| seat)
    }
}

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
    /// `None`: the seat is free still.
    pub identity: Option<Identity>,
    /// The name as it was when the seat was taken.
    pub name: String,
    /// Resigned, lost on time, or put out by the rules, while others play on.
    pub out: bool,
}

impl Party {
    pub(crate) const FREE: Self = Self { identity: None, name: String::new(), out: false };
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
    /// To be joined by its code only.
    pub private: bool,
}

/// An accepted action, and who may know of it.
#[derive(SpacetimeType, Clone, Debug)]
pub struct Ply {
    pub seat: u8,
    /// In the encoding of the rules.
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
            seat: seat.get(),
            action,
            used_us: used.unsigned_abs(),
            seen: applied.action_seen_by.bits(),
            known: applied.known_to.bits(),
        }
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
    pub private: bool,
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
        Ok(Self { spec, time, policy, private: config.private, seats })
    }
}
