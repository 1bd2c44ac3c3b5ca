//! What a session knows: the player's games and name, as the server last told them.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use spacetimedb_sdk::Identity;
use zeitnot_rules::Seat;

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
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Player {
    /// `None` while nobody has taken the seat.
    pub identity: Option<Identity>,
    /// As it was when the game began.
    pub name: String,
    /// Has resigned, or lost on time.
    pub out: bool,
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

/// Something that was played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Move {
    /// By whom.
    pub seat: Seat,
    /// What, for the `decode_action` of the rules; `None` if this seat may not know.
    pub action: Option<Vec<u8>>,
    /// How long it took.
    pub used: Duration,
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
}

impl Snapshot {
    pub(super) fn new() -> Snapshot {
        Snapshot { connection: Connection::Connecting, me: None, games: BTreeMap::new() }
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

/// Games for tests, with little said about each.
#[cfg(test)]
pub(crate) mod samples {
    use super::*;

    /// Two players, both seats taken, seat 0 to move at ply 0.
    pub(crate) fn live(id: GameId) -> GameView {
        let player = |name: &str| Player { identity: None, name: name.to_owned(), out: false };
        GameView {
            id,
            seat: Seat::FIRST,
            status: Status::Live,
            code: String::new(),
            private: false,
            spec: "mnk:rows=3,columns=3,strike=3".to_owned(),
            time: "turn:30s".to_owned(),
            policy: "forfeit".to_owned(),
            players: vec![player("Ada"), player("Blaise")],
            position: Vec::new(),
            ply: 0,
            to_move: vec![Seat::FIRST],
            turn_started: ServerTime::from_micros(1_000_000),
            deadline: Some(ServerTime::from_micros(31_000_000)),
            paused_at: None,
            pause_asked: vec![],
            clocks: vec![SeatClock::default(); 2],
            time_off: Vec::new(),
            moves: Vec::new(),
            winners: Vec::new(),
            ending: String::new(),
            opened_at: ServerTime::from_micros(1_000_000),
            ended_at: None,
        }
    }

    /// Opened by the player, who waits for somebody to join.
    pub(crate) fn waiting(id: GameId) -> GameView {
        let nobody = Player { identity: None, name: String::new(), out: false };
        let mut game = live(id);
        game.status = Status::Waiting;
        game.code = "ABCDEF".to_owned();
        game.players[1] = nobody;
        game.to_move.clear();
        game.deadline = None;
        game
    }

    /// `game` after `seat` has played `action`.
    pub(crate) fn after(mut game: GameView, seat: Seat, action: &[u8]) -> GameView {
        game.moves.push(Move { seat, action: Some(action.to_vec()), used: Duration::from_secs(1) });
        game.ply += 1;
        game.to_move = vec![Seat::new((seat.get() + 1) % 2).unwrap_or(Seat::FIRST)];
        game
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
