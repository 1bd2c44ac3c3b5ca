//! A player on a connection of their own, through SpacetimeDB's own SDK.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, mpsc};
use std::time::Instant;

use spacetimedb_sdk::{Compression, DbConnectionBuilder, DbContext, Identity, Table, TableWithPrimaryKey};
use zeitnot_bindings::{
    DbConnection, EventContext, GameConfig, GameStatus, PastMovesTableAccess, RemoteModule, RemoteReducers,
    RemoteTables, SeatTableAccess, TurnTableAccess, join_game, make_move, open_game,
};

use crate::{Game, LIMIT, Server};

/// A player's games as the last transaction has left them.
#[derive(Default)]
struct Games {
    known: Mutex<Vec<Game>>,
    changed: Condvar,
}

impl Games {
    /// The SDK tells of each row by itself, but of none before it has applied the whole transaction.
    fn look(&self, db: &RemoteTables) {
        *self.known() = Game::all(db);
        self.changed.notify_all();
    }

    fn known(&self) -> MutexGuard<'_, Vec<Game>> {
        self.known.lock().expect("no panic while looking")
    }
}

/// A connected player, subscribed to their games.
pub struct Player {
    pub connection: DbConnection,
    pub identity: Identity,
    pub token: String,
    games: Arc<Games>,
}

impl Player {
    /// Somebody new.
    pub fn join(server: &Server) -> Self {
        Self::connect(server.url(), server.database(), None)
    }

    /// Somebody who has been here before.
    pub fn return_to(server: &Server, token: &str) -> Self {
        Self::connect(server.url(), server.database(), Some(token))
    }

    /// Connects, subscribes, and waits until both have happened.
    pub fn connect(url: &str, database: &str, token: Option<&str>) -> Self {
        let (connected, welcome) = mpsc::channel();
        let builder: DbConnectionBuilder<RemoteModule> = DbConnection::builder();
        let connection = builder
            .with_uri(url)
            .with_database_name(database)
            .with_token(token)
            // So that what goes over the wire can be read there.
            .with_compression(Compression::None)
            // An answer means that what it answers is on the disk.
            .with_confirmed_reads(true)
            .on_connect(move |_, identity, token| {
                let _ = connected.send((identity, token.to_owned()));
            })
            .build()
            .expect("a connection");
        connection.run_threaded();
        let (identity, token) = welcome.recv_timeout(LIMIT).expect("the server's welcome");

        let games = Arc::new(Games::default());
        let db = &connection.db;
        look_on_change(&db.seat(), &games);
        look_on_change(&db.turn(), &games);
        look_on_change(&db.past_moves(), &games);
        let (seats, turns) = (games.clone(), games.clone());
        db.seat().on_update(move |ctx, _, _| seats.look(&ctx.db));
        db.turn().on_update(move |ctx, _, _| turns.look(&ctx.db));
        let (applied, subscribed) = mpsc::channel();
        let first = games.clone();
        connection
            .subscription_builder()
            .on_applied(move |ctx| {
                first.look(&ctx.db);
                let _ = applied.send(());
            })
            .subscribe(["SELECT * FROM seat", "SELECT * FROM turn", "SELECT * FROM past_moves"]);
        subscribed.recv_timeout(LIMIT).expect("the subscription");
        Self { connection, identity, token, games }
    }

    /// Sends a call without waiting for its answer.
    pub fn send(&self, call: impl FnOnce(&RemoteReducers, Answer)) -> mpsc::Receiver<Result<(), String>> {
        let (answer, answered) = mpsc::channel();
        call(&self.connection.reducers, Answer(answer));
        answered
    }

    /// Calls a reducer and waits for its answer: the reducer's own error, as it says it.
    pub fn call(&self, call: impl FnOnce(&RemoteReducers, Answer)) -> Result<(), String> {
        self.send(call).recv_timeout(LIMIT).expect("an answer")
    }

    /// Opens a game and gives it.
    pub fn open(&self, spec: &str, time: &str) -> Game {
        let known: Vec<u64> = self.games().iter().map(|row| row.id).collect();
        self.call(|reducers, answer| {
            reducers.open_game_then(config(spec, time), answer.take()).expect("sent");
        })
        .expect("open_game");
        self.wait("the opened game", |games| games.iter().find(|row| !known.contains(&row.id)).cloned())
    }

    /// Takes a seat by id or code.
    pub fn take_seat(&self, game: &str) -> Result<(), String> {
        self.call(|reducers, answer| reducers.join_game_then(game.to_owned(), answer.take()).expect("sent"))
    }

    /// Makes a move at a ply.
    pub fn act(&self, game: u64, ply: u32, action: Vec<u8>) -> Result<(), String> {
        self.call(|reducers, answer| reducers.make_move_then(game, ply, action, answer.take()).expect("sent"))
    }

    /// Marks a cell at the current ply, once it is this player's turn.
    pub fn mark(&self, game: u64, row: u8, column: u8) -> Result<(), String> {
        let ply = self
            .wait("my turn", |games| games.iter().find(|it| it.id == game && it.is_my_turn()).map(Game::ply));
        self.act(game, ply, mark(row, column))
    }

    /// Opens a game that `other` joins, and gives its id.
    pub fn play_against(&self, other: &Player, time: &str) -> u64 {
        let game = self.open("tic-tac-toe", time).id;
        other.take_seat(&game.to_string()).expect("a free seat");
        for player in [self, other] {
            player.wait_for(game, "the start", |row| row.status == GameStatus::Live);
        }
        game
    }

    /// The games as this client has them.
    pub fn games(&self) -> Vec<Game> {
        self.games.known().clone()
    }

    /// Waits until a game is as wanted, and gives it.
    #[track_caller]
    pub fn wait_for(&self, game: u64, what: &str, wanted: impl Fn(&Game) -> bool) -> Game {
        self.wait(what, |games| games.iter().find(|row| row.id == game && wanted(row)).cloned())
    }

    /// Waits until the game is over, and gives it.
    #[track_caller]
    pub fn wait_for_end(&self, game: u64) -> Game {
        self.wait_for(game, "the end of the game", |row| row.status == GameStatus::Over)
    }

    /// Waits until `found` finds something among the games.
    #[track_caller]
    pub fn wait<T>(&self, what: &str, found: impl Fn(&[Game]) -> Option<T>) -> T {
        let until = Instant::now() + LIMIT;
        let mut games = self.games.known();
        loop {
            assert!(games.iter().all(Game::is_whole), "a transaction has left half a game: {games:#?}");
            if let Some(found) = found(&games) {
                return found;
            }
            let left = until.saturating_duration_since(Instant::now());
            assert!(!left.is_zero(), "waited too long for {what}; the games are {games:#?}");
            games = self.games.changed.wait_timeout(games, left).expect("no panic while looking").0;
        }
    }
}

/// Looks at the games whenever rows come into a table or go out of it.
fn look_on_change<T: Table<EventContext = EventContext>>(table: &T, games: &Arc<Games>) {
    let (inserted, deleted) = (games.clone(), games.clone());
    table.on_insert(move |ctx, _| inserted.look(&ctx.db));
    table.on_delete(move |ctx, _| deleted.look(&ctx.db));
}

impl Drop for Player {
    fn drop(&mut self) {
        let _ = self.connection.disconnect();
    }
}

/// Where a call's answer goes.
pub struct Answer(mpsc::Sender<Result<(), String>>);

impl Answer {
    /// The callback that the SDK wants.
    pub fn take<C>(
        self,
    ) -> impl FnOnce(&C, Result<Result<(), String>, spacetimedb_sdk::__codegen::InternalError>) + Send + 'static
    {
        move |_, result| {
            let _ = self.0.send(result.unwrap_or_else(|error| Err(format!("internal: {error}"))));
        }
    }
}

/// A public game.
pub fn config(spec: &str, time: &str) -> GameConfig {
    GameConfig {
        spec: spec.to_owned(),
        time: time.to_owned(),
        policy: String::new(),
        leaving: String::new(),
        series: String::new(),
        private: false,
        rated: false,
    }
}

/// The action of marking a cell, in the encoding of the m,n,k family.
pub fn mark(row: u8, column: u8) -> Vec<u8> {
    vec![1, 0, row, column]
}
