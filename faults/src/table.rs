//! The games that are played in a round: who plays what with whom, again and again until the faults are over.

use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::journal::PlayerNumber;

/// What can be played: rules, time, what happens when it runs out, and whether somebody stalls.
///
/// Of the kinds of games that the server has: small and large, for two, three and four, with hidden marks and with
/// gravity, with a limit for each turn, with budgets, increments, delays and periods, and by correspondence. None of its
/// games has moves that are made at once.
pub const KINDS: [Kind; 10] = [
    Kind::of("tic-tac-toe", 2, "turn:30s", "", false),
    Kind::of("tic-tac-toe", 2, "turn:2s", "", true),
    Kind::of("phantom-tic-tac-toe", 2, "fischer:1m+1s", "", false),
    Kind::of("phantom-tic-tac-toe", 2, "turn:2s", "", true),
    Kind::of("connect-four", 2, "days:3", "", false),
    Kind::of("gomoku-10", 2, "fischer:5m+3s", "", false),
    Kind::of("misere-tic-tac-toe", 2, "byoyomi:2s+2x1s", "skip:2", true),
    Kind::of("mnk:rows=4,columns=4,strike=4,seats=4", 4, "turn:2s", "skip:2", true),
    Kind::of("mnk:rows=4,columns=5,strike=3,seats=4", 4, "delay:30s+2s", "", false),
    Kind::of("mnk:rows=6,columns=7,strike=4,gravity,seats=3", 3, "turn:2s", "", true),
];

/// A kind of game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kind {
    /// The rules, or their name.
    pub spec: &'static str,
    /// How many play.
    pub seats: usize,
    /// The time control.
    pub time: &'static str,
    /// What happens when time runs out.
    pub policy: &'static str,
    /// Short turns, of which somebody lets one run out.
    pub is_stalled: bool,
}

impl Kind {
    const fn of(
        spec: &'static str,
        seats: usize,
        time: &'static str,
        policy: &'static str,
        is_stalled: bool,
    ) -> Self {
        Self { spec, seats, time, policy, is_stalled }
    }
}

/// A table at which the same players play the same game again and again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    /// What.
    pub kind: Kind,
    /// Who; the first one opens.
    pub players: Vec<PlayerNumber>,
    /// Who stops moving after how many moves of theirs.
    pub staller: Option<(PlayerNumber, usize)>,
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind: Kind { spec, time, policy, .. }, players, staller } = self;
        write!(f, "{spec} under {time} {policy} between {players:?}")?;
        match staller {
            Some((player, after)) => write!(f, ", {player} stalls after {after}"),
            None => Ok(()),
        }
    }
}

/// How often a table is opened in a round.
const MOST_GAMES: u32 = 3;

/// How long after the last fault games are played on before they are given up.
const PLAY_ON: Duration = Duration::from_secs(2);

/// The room that all tables are in.
pub struct Room {
    tables: Vec<Table>,
    state: Mutex<State>,
}

struct State {
    games: Vec<Standing>,
    opened: Vec<u32>,
    closing: Option<Instant>,
    closed: bool,
}

/// What a table is at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// Nothing is played.
    Idle,
    /// Its first player is about to open a game.
    Opening,
    /// This game waits or is played.
    Game(u64),
}

impl Room {
    /// A room in which nothing is played yet.
    pub fn new(tables: Vec<Table>) -> Self {
        let games = vec![Standing::Idle; tables.len()];
        let state = State { opened: vec![0; tables.len()], games, closing: None, closed: false };
        Self { tables, state: Mutex::new(state) }
    }

    /// A table that this player is to open now, which counts as being opened from here on.
    pub fn to_open(&self, player: PlayerNumber) -> Option<(usize, Kind)> {
        let mut state = self.lock();
        if state.closing.is_some() {
            return None;
        }
        let at = (0..self.tables.len()).find(|&at| {
            self.tables[at].players.first() == Some(&player)
                && state.games[at] == Standing::Idle
                && state.opened[at] < MOST_GAMES
        })?;
        state.games[at] = Standing::Opening;
        state.opened[at] += 1;
        Some((at, self.tables[at].kind))
    }

    /// What has become of opening a table.
    pub fn opened(&self, table: usize, game: Option<u64>) {
        self.lock().games[table] = game.map_or(Standing::Idle, Standing::Game);
    }

    /// The games of all tables that this player has a seat at.
    pub fn games_of(&self, player: PlayerNumber) -> Vec<u64> {
        let state = self.lock();
        let mine = self.tables.iter().zip(&state.games).filter(|(table, _)| table.players.contains(&player));
        mine.filter_map(|(_, standing)| if let Standing::Game(game) = standing { Some(*game) } else { None })
            .collect()
    }

    /// A game is over or gone: its table is free.
    pub fn over(&self, game: u64) {
        for standing in self.lock().games.iter_mut().filter(|standing| **standing == Standing::Game(game)) {
            *standing = Standing::Idle;
        }
    }

    /// Whether a player who has made so many moves in a game makes no more.
    pub fn stalls(&self, game: u64, player: PlayerNumber, moves: usize) -> bool {
        let state = self.lock();
        let table = self.tables.iter().zip(&state.games).find(|(_, it)| **it == Standing::Game(game));
        let staller = table.and_then(|(table, _)| table.staller);
        staller.is_some_and(|(staller, after)| staller == player && moves >= after)
    }

    /// No game is begun any more.
    pub fn begin_to_close(&self) {
        self.lock().closing.get_or_insert_with(Instant::now);
    }

    /// Whether no game is begun any more.
    pub fn is_closing(&self) -> bool {
        self.lock().closing.is_some()
    }

    /// Whether what is still played is to be given up.
    pub fn is_late(&self) -> bool {
        self.lock().closing.is_some_and(|since| since.elapsed() >= PLAY_ON)
    }

    /// All go home.
    pub fn close(&self) {
        self.lock().closed = true;
    }

    /// Whether all are to go home.
    pub fn is_closed(&self) -> bool {
        self.lock().closed
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
