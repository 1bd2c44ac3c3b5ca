//! What a session knows: the player's games and name, as the server last told them.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use spacetimedb_sdk::Identity;
use zeitnot_rules::Seat;

use super::feed::Feed;
use crate::time::ServerTime;

/// A game's number on its server.
pub type GameId = u64;

/// One game of the player's, as the player may see it.
#[derive(Clone, PartialEq, Debug)]
pub struct GameView {
    /// The game's number.
    pub id: GameId,
    /// The player's own seat.
    pub seat: Seat,
    /// How far it has come.
    pub status: Status,
    /// The code by which others join while it waits, else empty.
    pub code: String,
    /// Whether the code is the only way in.
    pub private: bool,
    /// The rules in their canonical text: `mnk:rows=3,columns=3,strike=3`.
    pub spec: String,
    /// The time control in its canonical text: `turn:30s`.
    pub time: String,
    /// What happens when time runs out, in its canonical text: `forfeit`.
    pub policy: String,
    /// What happens when a player loses the connection, in its canonical text: `run`.
    pub leaving: String,
    /// Whether the result counts for the players' ratings.
    pub rated: bool,
    /// How many games the players have agreed on, in its canonical text, `best-of:3`; empty for this one.
    pub series: String,
    /// Which game of the series this is, from 1.
    pub round: u32,
    /// One a seat, in order: its player's half points in the series, this game included once it is over.
    pub score: Vec<u32>,
    /// One a seat, in order.
    pub players: Vec<Player>,
    /// The position as this seat may see it, for the `decode_sight` of the rules; empty while the
    /// game waits for players.
    pub position: Vec<u8>,
    /// What the next move must name.
    pub ply: u32,
    /// The seats that are to act.
    pub to_move: Vec<Seat>,
    /// When the current turn began.
    pub turn_started: ServerTime,
    /// When whoever is to move runs out of time; `None` if never.
    pub deadline: Option<ServerTime>,
    /// Since when the clocks stand. A paused game has no deadline.
    pub paused_at: Option<ServerTime>,
    /// The seats that have asked for a pause.
    pub pause_asked: Vec<Seat>,
    /// One a seat, in order: as of the beginning of the current turn or, in a pause, as they stand.
    pub clocks: Vec<SeatClock>,
    /// Days off that run or are booked, those of a seat in order. Some may be over.
    pub time_off: Vec<TimeOff>,
    /// What has been played, as far as this seat may know.
    pub moves: Vec<Move>,
    /// The seats that offer a draw.
    pub draw_offered: Vec<Seat>,
    /// The ply from which on the player may offer a draw again.
    pub draw_again_at: u32,
    /// The seat that asks for its last move back.
    pub takeback_asked: Option<Seat>,
    /// The move that the player has decided on in advance, on whichever device.
    pub premove: Option<Vec<u8>>,
    /// The seats that ask for another game, once this one is over.
    pub rematch_asked: Vec<Seat>,
    /// The game that followed this one.
    pub next_game: Option<GameId>,
    /// How many watch without playing.
    pub watchers: u32,
    /// Who has won. Nobody in a game that is over: a draw.
    pub winners: Vec<Seat>,
    /// What ended it, `line` for instance; empty while it is not over.
    pub ending: String,
    /// When it was opened, or once it has begun, when it began.
    pub opened_at: ServerTime,
    /// When it ended.
    pub ended_at: Option<ServerTime>,
}

/// How far a game has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// It waits for players.
    Waiting,
    /// It is being played.
    Live,
    /// It has ended.
    Over,
}

/// Who has a seat.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Player {
    /// `None` while nobody has taken the seat.
    pub identity: Option<Identity>,
    /// As it was when the game began.
    pub name: String,
    /// Has resigned, or lost on time.
    pub out: bool,
    /// A program, by its own account.
    pub bot: bool,
    /// At least one connection of theirs is there.
    pub online: bool,
    /// From when on the others may claim the game, should they stay away; `None` if there is nothing to
    /// claim.
    pub claim_from: Option<ServerTime>,
    /// In a rated game, their rating at its start.
    pub rating: Option<u32>,
    /// Too few games stand behind that rating yet.
    pub provisional: bool,
    /// By how much a rated game that is over has changed it.
    pub rating_change: Option<i32>,
}

/// A seat's time, as of the beginning of the current turn or, in a pause, as it stands. What a time control
/// does not have is zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SeatClock {
    /// Main time, or the time of the current block or turn.
    pub main: Duration,
    /// The main time is gone: `main` is that of a period or a block.
    pub overtime: bool,
    /// Periods left (byo-yomi).
    pub periods: u32,
    /// Turns left in the block (Canadian).
    pub block_turns: u32,
    /// Bank.
    pub bank: Duration,
}

/// Days off: a time during which a seat's clock stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeOff {
    /// Whose.
    pub seat: Seat,
    /// When it begins.
    pub from: ServerTime,
    /// When the clock goes on.
    pub until: ServerTime,
}

/// Something that has happened on a ply.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Move {
    /// By whom.
    pub seat: Seat,
    /// What.
    pub kind: MoveKind,
    /// How long it took.
    pub used: Duration,
}

/// What has happened on a ply.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoveKind {
    /// This was played, for the `decode_action` of the rules.
    Action(Vec<u8>),
    /// Something was played that this seat may not know.
    Unseen,
    /// The turn passed.
    Pass,
    /// The seat left the game, for this reason: `resignation`, `time`.
    Out(String),
}

impl Move {
    /// What was played, if it was a move and this seat may know it.
    pub fn action(&self) -> Option<&[u8]> {
        match &self.kind {
            MoveKind::Action(action) => Some(action),
            _ => None,
        }
    }
}

impl GameView {
    /// Whether the player is to act now.
    pub fn is_my_turn(&self) -> bool {
        self.status == Status::Live && self.to_move.contains(&self.seat)
    }

    /// Whether the clocks stand.
    pub fn is_paused(&self) -> bool {
        self.paused_at.is_some()
    }

    /// Whether it has not ended.
    pub fn is_going(&self) -> bool {
        self.status != Status::Over
    }

    /// The latest time in it that the server's clock has certainly passed.
    pub(super) fn stamp(&self) -> ServerTime {
        let started = self.opened_at.max(self.turn_started);
        [self.ended_at, self.paused_at].into_iter().flatten().fold(started, ServerTime::max)
    }
}

/// Who the player is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Me {
    /// Given by the server; the same for every session with the same token.
    pub identity: Identity,
    /// The name that others see.
    pub name: String,
    /// Marked as a program.
    pub bot: bool,
}

/// How the connection stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Connection {
    /// Being made.
    Connecting,
    /// Up, and all that the session knows is current.
    Online,
    /// Lost, or never made; what the session knows may be out of date.
    Offline {
        /// Why, as a sentence.
        reason: String,
        /// When it is tried again.
        retry_at: Instant,
    },
    /// The session has been closed.
    Closed,
}

/// All that a session knows, at one moment.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// How the connection stands.
    pub connection: Connection,
    /// `None` until the server has been reached once.
    pub me: Option<Me>,
    /// The player's games, running, waiting and of the last day.
    pub games: BTreeMap<GameId, Arc<GameView>>,
    /// What is known beside them, as far as it was asked for.
    pub feed: Arc<Feed>,
}

impl Snapshot {
    pub(super) fn new() -> Snapshot {
        Snapshot {
            connection: Connection::Connecting,
            me: None,
            games: BTreeMap::new(),
            feed: Arc::default(),
        }
    }

    /// The games that have not ended: first those where the player is to move, the most urgent
    /// first, then other running games, then those that wait.
    pub fn going(&self) -> Vec<Arc<GameView>> {
        let mut games: Vec<Arc<GameView>> =
            self.games.values().filter(|game| game.is_going()).cloned().collect();
        games.sort_by_key(|game| {
            let deadline = game.deadline.map_or(i64::MAX, ServerTime::micros);
            (!game.is_my_turn(), game.status == Status::Waiting, deadline, game.id)
        });
        games
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::samples;

    #[test]
    fn the_most_urgent_game_comes_first() {
        let mut snapshot = Snapshot::new();
        let mut put = |game: GameView| snapshot.games.insert(game.id, Arc::new(game));
        put(samples::waiting(1));
        put(GameView { to_move: vec![], ..samples::live(2) });
        put(GameView { deadline: None, ..samples::live(3) });
        put(GameView { deadline: Some(ServerTime::from_micros(9)), ..samples::live(4) });
        put(GameView { status: Status::Over, ..samples::live(5) });
        put(samples::live(6));
        let order: Vec<GameId> = snapshot.going().iter().map(|game| game.id).collect();
        assert_eq!(order, [4, 6, 3, 2, 1]);
    }
}
