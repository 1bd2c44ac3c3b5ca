//! A player on a connection of their own, through SpacetimeDB's own SDK.

use std::sync::{Arc, Condvar, Mutex, mpsc};
use std::time::Instant;

use spacetimedb_sdk::{Compression, DbConnectionBuilder, DbContext, Identity, Table, TableWithPrimaryKey};
use zeitnot_bindings::{
    DbConnection, GameConfig, GameStatus, RemoteModule, RemoteReducers, Seat, SeatTableAccess, join_game,
    make_move, open_game,
};

use crate::{LIMIT, Server};

/// Told each time anything has changed.
#[derive(Default)]
struct Bell {
    rung: Mutex<u64>,
    heard: Condvar,
}

impl Bell {
    fn ring(&self) {
        *self.rung.lock().expect("no panic while ringing") += 1;
        self.heard.notify_all();
    }
}

/// A connected player, subscribed to their games.
pub struct Player {
    pub connection: DbConnection,
    pub identity: Identity,
    pub token: String,
    bell: Arc<Bell>,
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

        let bell = Arc::new(Bell::default());
        let ring = || {
            let bell = bell.clone();
            move || bell.ring()
        };
        let (inserted, updated, deleted) = (ring(), ring(), ring());
        connection.db.seat().on_insert(move |_, _| inserted());
        connection.db.seat().on_update(move |_, _, _| updated());
        connection.db.seat().on_delete(move |_, _| deleted());
        let (applied, subscribed) = mpsc::channel();
        connection
            .subscription_builder()
            .on_applied(move |_| {
                let _ = applied.send(());
            })
            .subscribe(["SELECT * FROM seat"]);
        subscribed.recv_timeout(LIMIT).expect("the subscription");
        Self { connection, identity, token, bell }
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

    /// Opens a game and gives its row.
    pub fn open(&self, spec: &str, time: &str) -> Seat {
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
        let ply = self.wait("my turn", |games| {
            games.iter().find(|it| it.id == game && it.to_move.contains(&it.seat)).map(|it| it.ply)
        });
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

    /// The rows as this client has them.
    pub fn games(&self) -> Vec<Seat> {
        self.connection.db.seat().iter().collect()
    }

    /// Waits until a game's row is as wanted, and gives it.
    #[track_caller]
    pub fn wait_for(&self, game: u64, what: &str, wanted: impl Fn(&Seat) -> bool) -> Seat {
        self.wait(what, |games| games.iter().find(|row| row.id == game && wanted(row)).cloned())
    }

    /// Waits until the game is over, and gives its row.
    #[track_caller]
    pub fn wait_for_end(&self, game: u64) -> Seat {
        self.wait_for(game, "the end of the game", |row| row.status == GameStatus::Over)
    }

    /// Waits until `found` finds something among the rows.
    #[track_caller]
    pub fn wait<T>(&self, what: &str, found: impl Fn(&[Seat]) -> Option<T>) -> T {
        let until = Instant::now() + LIMIT;
        let mut rung = self.bell.rung.lock().expect("no panic while ringing");
        loop {
            let games = self.games();
            if let Some(found) = found(&games) {
                return found;
            }
            let left = until.saturating_duration_since(Instant::now());
            assert!(!left.is_zero(), "waited too long for {what}; the rows are {games:#?}");
            // A ring between the look and the wait is heard: the lock is held in between.
            rung = self.bell.heard.wait_timeout(rung, left).expect("no panic while ringing").0;
        }
    }
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
