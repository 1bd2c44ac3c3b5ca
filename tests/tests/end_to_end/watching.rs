//! Spectators, on real connections: what reaches them, and what does not.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

use spacetimedb_sdk::{DbContext, Table, TableWithPrimaryKey};
use zeitnot_bindings::{Broadcast, BroadcastTableAccess, GameStatus, resign, unwatch_game, watch_game};
use zeitnot_tests::{LIMIT, Player, Server, Wire, mark};

/// One who watches, with the rows as they arrive.
struct Spectator {
    player: Player,
    rows: Receiver<Broadcast>,
}

impl Spectator {
    fn connect(server: &Server, url: &str, query: String) -> Self {
        let player = Player::connect(url, server.database(), None);
        let (row, rows) = mpsc::channel();
        let changed = row.clone();
        player.connection.db.broadcast().on_insert(move |_, new| {
            let _ = row.send(new.clone());
        });
        player.connection.db.broadcast().on_update(move |_, _, new| {
            let _ = changed.send(new.clone());
        });
        let (applied, subscribed) = mpsc::channel();
        player
            .connection
            .subscription_builder()
            .on_applied(move |_| {
                let _ = applied.send(());
            })
            .subscribe([query]);
        subscribed.recv_timeout(LIMIT).expect("the subscription");
        Self { player, rows }
    }

    fn watch(&self, game: u64) -> Result<(), String> {
        self.player.call(|reducers, answer| reducers.watch_game_then(game, answer.take()).expect("sent"))
    }

    /// The next row that is as wanted.
    #[track_caller]
    fn wait_for(&self, what: &str, wanted: impl Fn(&Broadcast) -> bool) -> Broadcast {
        loop {
            let row = self.rows.recv_timeout(LIMIT).unwrap_or_else(|_| panic!("waited too long for {what}"));
            if wanted(&row) {
                return row;
            }
        }
    }
}

#[test]
fn a_spectator_gets_the_moves_of_an_ordinary_game_and_its_end() {
    let server = Server::start();
    let (ann, bob) = (Player::join(&server), Player::join(&server));
    let game = ann.open("tic-tac-toe", "absolute:1h").id;
    bob.take_seat(&game.to_string()).expect("a free seat");
    ann.mark(game, 0, 0).expect("a legal move");

    let query = format!("SELECT * FROM broadcast WHERE id = {game}");
    let spectator = Spectator::connect(&server, server.url(), query);
    spectator.watch(game).expect("a public game");
    let row = spectator.wait_for("the game as it is", |row| row.id == game);
    assert_eq!(row.moves.iter().map(|ply| ply.action.clone()).collect::<Vec<_>>(), [mark(0, 0)]);

    for (n, (who, cell)) in
        [(&bob, (1, 0)), (&ann, (0, 1)), (&bob, (1, 1)), (&ann, (0, 2))].into_iter().enumerate()
    {
        who.mark(game, cell.0, cell.1).expect("a legal move");
        let row = spectator.wait_for("the move", |row| row.moves.len() == n + 2);
        assert_eq!(row.moves.last().map(|ply| ply.action.clone()), Some(mark(cell.0, cell.1)));
    }
    let row = ann.wait_for_end(game);
    let seen: Vec<Broadcast> = spectator.player.connection.db.broadcast().iter().collect();
    assert_eq!(seen.len(), 1);
    assert_eq!((seen[0].status, &seen[0].position), (GameStatus::Over, &row.turn().position));
    assert_eq!((seen[0].ending.as_str(), &seen[0].winners), ("line", &vec![0]));
}

#[test]
fn the_number_of_watchers_reaches_the_players_and_falls_when_a_connection_is_lost() {
    let server = Server::start();
    let (ann, bob) = (Player::join(&server), Player::join(&server));
    let game = ann.open("tic-tac-toe", "absolute:1h").id;
    bob.take_seat(&game.to_string()).expect("a free seat");
    let wire = Wire::to(server.address());
    let lost = Spectator::connect(&server, &wire.url(), format!("SELECT * FROM broadcast WHERE id = {game}"));
    let query = format!("SELECT * FROM broadcast WHERE id = {game}");
    let stays = Spectator::connect(&server, server.url(), query);
    for spectator in [&lost, &stays] {
        spectator.watch(game).expect("a public game");
    }
    ann.wait_for(game, "two watchers", |row| row.watchers == 2);
    wire.cut();
    ann.wait_for(game, "one watcher", |row| row.watchers == 1);
    stays.wait_for("one watcher", |row| row.watchers == 1);
    stays
        .player
        .call(|reducers, answer| reducers.unwatch_game_then(game, answer.take()).expect("sent"))
        .expect("watched");
    bob.wait_for(game, "no watcher", |row| row.watchers == 0);
}

#[test]
fn hidden_marks_are_in_no_byte_that_a_spectator_receives_before_the_end() {
    let server = Server::start();
    let (ann, bob) = (Player::join(&server), Player::join(&server));
    let game = ann.open("mnk:rows=5,columns=5,strike=5,phantom", "absolute:1h").id;
    bob.take_seat(&game.to_string()).expect("a free seat");
    // All of the table, not this game alone: there is nothing in it for nobody.
    let wire = Wire::to(server.address());
    let spectator = Spectator::connect(&server, &wire.url(), "SELECT * FROM broadcast".to_owned());
    spectator.watch(game).expect("a public game");
    spectator.wait_for("the game", |row| row.id == game);

    let cells = [(4, 2), (2, 3), (4, 3), (2, 1), (4, 1), (2, 4)];
    for (n, (who, cell)) in [&ann, &bob].into_iter().cycle().zip(cells).enumerate() {
        who.mark(game, cell.0, cell.1).expect("a legal move");
        let row = spectator.wait_for("that somebody has moved", |row| row.moves.len() == n + 1);
        assert!(row.moves.iter().all(|ply| ply.action.is_empty()), "{:?}", row.moves);
        assert!(row.position[10..].iter().all(|&cell| cell == 255), "{:?}", row.position);
    }
    // A try in vain is not sent to spectators at all.
    while spectator.rows.try_recv().is_ok() {}
    ann.mark(game, 2, 3).expect("she cannot know that it is taken");
    let silence = spectator.rows.recv_timeout(Duration::from_millis(500));
    assert!(matches!(silence, Err(RecvTimeoutError::Timeout)), "{silence:?}");

    let heard = wire.heard();
    let travels = |cell: (u8, u8)| [&4u32.to_le_bytes()[..], &mark(cell.0, cell.1)].concat();
    let contains = |hay: &[u8], needle: &[u8]| hay.windows(needle.len()).any(|window| window == needle);
    for cell in cells {
        assert!(!contains(&heard, &travels(cell)), "the spectator was sent the mark at {cell:?}");
    }
    ann.call(|reducers, answer| reducers.resign_then(game, answer.take()).expect("sent")).expect("her game");
    let row = spectator.wait_for("the end", |row| row.status == GameStatus::Over);
    let shown: Vec<Vec<u8>> = row.moves.iter().map(|ply| ply.action.clone()).take(cells.len()).collect();
    assert_eq!(shown, cells.map(|cell| mark(cell.0, cell.1)), "now it is open");
    for cell in cells {
        assert!(contains(&wire.heard(), &travels(cell)), "the wire can be read");
    }
}
