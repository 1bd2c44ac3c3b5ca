//! The client's session through a connection that breaks.

use std::sync::mpsc::Receiver;
use std::time::Instant;

use tempfile::TempDir;
use zeitnot_bindings::{GameStatus, delete_account};
use zeitnot_client::session::{
    Answer, Event, GameSetup, GameView, MoveKind, Session, Settings, Status, TokenStore,
};
use zeitnot_tests::{LIMIT, Player, Server, Wire, mark};

/// Somebody with a session over a wire.
struct Client {
    session: Session,
    events: Receiver<Event>,
    tokens: TempDir,
}

impl Client {
    fn connect(url: &str, server: &Server) -> Self {
        Self::connect_as(url, server, TempDir::new().expect("a temporary directory"))
    }

    fn connect_as(url: &str, server: &Server, tokens: TempDir) -> Self {
        let settings = Settings {
            database: server.database().to_owned(),
            ..Settings::new(url.parse().expect("an address"))
                .with_tokens(TokenStore::Directory(tokens.path().to_owned()))
        };
        let (session, events) = Session::start_with_channel(settings).expect("a session");
        let client = Self { session, events, tokens };
        client.wait("the connection", |event| matches!(event, Event::Connected(_)));
        client
    }

    /// The owner of the database, from whom nothing is hidden.
    fn connect_as_owner(server: &Server) -> Self {
        let Client { session, tokens, .. } = Self::connect(server.url(), server);
        session.close();
        let token = kept_token(&tokens);
        for file in files(&tokens) {
            if std::fs::read_to_string(&file).is_ok_and(|text| text.contains(&token)) {
                std::fs::write(file, server.owner_token()).expect("written");
            }
        }
        Self::connect_as(server.url(), server, tokens)
    }

    /// Waits for an event.
    #[track_caller]
    fn wait(&self, what: &str, wanted: impl Fn(&Event) -> bool) -> Event {
        let until = Instant::now() + LIMIT;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match self.events.recv_timeout(left) {
                Ok(event) if wanted(&event) => return event,
                Ok(_) => {}
                Err(_) => panic!("waited too long for {what}; known is {:#?}", self.session.snapshot()),
            }
        }
    }

    /// Waits until a game is as wanted.
    #[track_caller]
    fn wait_for(&self, game: u64, what: &str, wanted: impl Fn(&GameView) -> bool) {
        if self.session.game(game).is_some_and(|view| wanted(&view)) {
            return;
        }
        self.wait(what, |event| matches!(event, Event::GameChanged(view) if view.id == game && wanted(view)));
    }

    fn open(&self) -> u64 {
        self.open_a("tic-tac-toe")
    }

    fn open_a(&self, spec: &str) -> u64 {
        let setup = GameSetup { spec: spec.to_owned(), ..GameSetup::default() };
        match self.session.open_game(setup).wait() {
            Answer::Done { game: Some(game) } => game,
            other => panic!("{other:?}"),
        }
    }

    /// Opens a game that `opponent` joins.
    fn play_against(&self, opponent: &Player) -> u64 {
        let game = self.open();
        opponent.take_seat(&game.to_string()).expect("a free seat");
        self.wait_for(game, "the start", |view| view.is_my_turn());
        game
    }
}

#[test]
fn a_client_that_was_cut_off_finds_the_game_as_the_server_has_it_and_plays_on() {
    let server = Server::start();
    let wire = Wire::to(server.address());
    let (ann, bob) = (Client::connect(&wire.url(), &server), Player::join(&server));
    let game = ann.play_against(&bob);
    assert!(ann.session.make_move(game, 0, mark(1, 1)).wait().is_done());

    wire.cut();
    ann.wait("the loss of the connection", |event| matches!(event, Event::Disconnected { .. }));
    bob.mark(game, 0, 0).expect("a legal move");
    assert_eq!(ann.session.game(game).map(|view| view.ply), Some(1), "what was known is still there");
    wire.mend();
    ann.wait_for(game, "the move that was missed", |view| view.ply == 2);
    assert!(ann.session.make_move(game, 2, mark(2, 2)).wait().is_done());
    assert_eq!(bob.wait_for(game, "her move", |row| row.ply() == 3).moves.len(), 3);
}

/// A move changes rows in two tables, and the end of a game with something hidden in three.
#[test]
fn a_game_is_told_of_once_for_each_change_and_always_whole() {
    let server = Server::start();
    let (ann, bob) = (Client::connect(server.url(), &server), Player::join(&server));
    let game = bob.open("phantom-tic-tac-toe", "").id;
    assert!(ann.session.join_game(game.to_string()).wait().is_done());
    bob.mark(game, 0, 0).expect("a legal move");
    assert!(ann.session.make_move(game, 1, mark(1, 1)).wait().is_done());
    bob.mark(game, 2, 2).expect("a legal move");
    assert!(ann.session.resign(game).wait().is_done());
    ann.session.close();

    let mut told = vec![];
    for event in ann.events.iter() {
        if let Event::GameChanged(view) = event {
            let hidden = view.moves.iter().filter(|ply| ply.kind == MoveKind::Unseen).count();
            told.push((view.status, view.ply, view.moves.len(), hidden));
        }
    }
    let live = |ply: usize, hidden| (Status::Live, ply as u32, ply, hidden);
    // A seat that leaves is an entry of its own.
    assert_eq!(told, [live(0, 0), live(1, 1), live(2, 1), live(3, 2), (Status::Over, 4, 4, 0)]);
}

#[test]
fn a_move_made_while_cut_off_is_played_once_when_the_connection_is_back() {
    let server = Server::start();
    let wire = Wire::to(server.address());
    let (ann, bob) = (Client::connect(&wire.url(), &server), Player::join(&server));
    let game = ann.play_against(&bob);
    wire.cut();
    ann.wait("the loss of the connection", |event| matches!(event, Event::Disconnected { .. }));
    let call = ann.session.make_move(game, 0, mark(1, 1));
    wire.mend();
    assert!(call.wait().is_done());
    assert_eq!(bob.wait_for(game, "her move", |row| row.ply() > 0).moves.len(), 1);
}

/// A client that kept what was tapped while it was cut off would fill several cells.
#[test]
fn of_several_cells_marked_while_cut_off_the_first_is_played_and_no_other() {
    let server = Server::start();
    let wire = Wire::to(server.address());
    let (ann, bob) = (Client::connect(&wire.url(), &server), Player::join(&server));
    let game = ann.play_against(&bob);
    wire.cut();
    ann.wait("the loss of the connection", |event| matches!(event, Event::Disconnected { .. }));
    let calls: Vec<_> = [(1, 1), (0, 0), (2, 2)]
        .into_iter()
        .map(|(row, column)| ann.session.make_move(game, 0, mark(row, column)))
        .collect();
    // Whoever taps ahead of the opponent answers a ply that has not come.
    let ahead = ann.session.make_move(game, 2, mark(0, 2));
    wire.mend();
    let answers: Vec<bool> = calls.into_iter().map(|call| call.wait().is_done()).collect();
    assert_eq!(answers, [true, false, false]);
    assert!(!ahead.wait().is_done());
    bob.mark(game, 0, 0).expect("a cell that is free, on his turn");
    let row = bob.wait_for(game, "both moves", |row| row.ply() == 2);
    let cells: Vec<_> = row.moves.iter().map(|played| played.action.clone()).collect();
    assert_eq!(cells, [mark(1, 1), mark(0, 0)]);
}

#[test]
fn a_move_whose_answer_is_lost_is_settled_by_what_comes_back() {
    let server = Server::start();
    let wire = Wire::to(server.address());
    let (ann, bob) = (Client::connect(&wire.url(), &server), Player::join(&server));
    let game = ann.play_against(&bob);
    // The move arrives, and the answer does not.
    wire.deafen();
    let call = ann.session.make_move(game, 0, mark(1, 1));
    bob.wait_for(game, "her move", |row| row.ply() == 1);
    wire.cut();
    ann.wait("the doubt", |event| *event == Event::Uncertain(call.id()));
    wire.mend();
    assert!(call.wait().is_done());
    ann.wait_for(game, "her own move", |view| view.ply == 1);
    assert_eq!(bob.wait_for(game, "her move", |_| true).moves.len(), 1, "and it was played once");
}

#[test]
fn a_game_whose_answer_is_lost_is_opened_once() {
    let server = Server::start();
    let wire = Wire::to(server.address());
    let ann = Client::connect(&wire.url(), &server);
    wire.deafen();
    let setup = GameSetup { spec: "tic-tac-toe".to_owned(), ..GameSetup::default() };
    let call = ann.session.open_game(setup);
    let window = Player::return_to(&server, &kept_token(&ann.tokens));
    let opened = window.wait("the game", |games| games.first().cloned());
    wire.cut();
    wire.mend();
    assert_eq!(call.wait(), Answer::Done { game: Some(opened.id) });
    assert_eq!(window.games().len(), 1);
}

#[test]
fn a_profile_is_the_same_player_again_and_its_token_is_for_its_owner_alone() {
    let server = Server::start();
    let ann = Client::connect(server.url(), &server);
    let game = ann.open();
    let me = ann.session.snapshot().me.map(|me| me.identity);
    let Client { session, tokens, .. } = ann;
    #[cfg(unix)]
    for file in files(&tokens) {
        use std::os::unix::fs::PermissionsExt;
        let mode = file.metadata().expect("its metadata").permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{}", file.display());
    }
    session.close();
    let again = Client::connect_as(server.url(), &server, tokens);
    assert_eq!(again.session.snapshot().me.map(|me| me.identity), me);
    again.wait_for(game, "the game", |view| view.id == game);
}

#[test]
fn a_server_that_is_started_again_is_found_again() {
    let Some(mut server) = Server::start_local() else { return };
    let url = server.url().to_owned();
    let (ann, bob) = (Client::connect(&url, &server), Player::join(&server));
    let game = ann.play_against(&bob);
    server.kill();
    ann.wait("the loss of the connection", |event| matches!(event, Event::Disconnected { .. }));
    server.start_again();
    ann.wait("the connection", |event| matches!(event, Event::Connected(_)));
    assert!(ann.session.make_move(game, 0, mark(1, 1)).wait().is_done());
    let bob = Player::return_to(&server, &bob.token);
    let row = bob.wait_for(game, "her move", |row| row.ply() == 1);
    assert_eq!(row.status, GameStatus::Live);
}

/// The cells of five by five in order: whoever takes turns with them has no five in a line before the last row.
fn cell(number: u8) -> (u8, u8) {
    (number / 5, number % 5)
}

/// So many that there is a page of them, and more in the turn.
const MANY: u8 = 18;

/// A game of so many moves.
const OPEN: &str = "mnk:rows=5,columns=5,strike=5";

/// The same, with the moves hidden from the opponent.
const PHANTOM: &str = "mnk:rows=5,columns=5,strike=5,phantom";

/// Whether the moves of others are hidden in it, and those of the player who has it are not.
fn is_as_its_player_sees_it(view: &GameView) -> bool {
    let hides = view.spec.contains("phantom");
    view.moves.iter().all(|played| (played.kind == MoveKind::Unseen) == (hides && played.seat != view.seat))
}

#[test]
fn the_owner_of_the_database_is_told_of_their_own_games_alone_and_as_a_player_sees_them() {
    let Some(server) = Server::start_local() else { return };
    let (ann, bob) = (Player::join(&server), Player::join(&server));
    let foreign = ann.play_against(&bob, "");
    let owner = Client::connect_as_owner(&server);
    let mut own = vec![];
    for (spec, owners_seat) in [(OPEN, 0), (OPEN, 1), (PHANTOM, 0), (PHANTOM, 1)] {
        let game = if owners_seat == 0 { owner.open_a(spec) } else { ann.open(spec, "").id };
        if owners_seat == 0 {
            ann.take_seat(&game.to_string()).expect("a free seat");
        } else {
            assert!(owner.session.join_game(game.to_string()).wait().is_done());
        }
        for number in 0..MANY {
            let (row, column) = cell(number);
            if number % 2 == owners_seat {
                let ply = u32::from(number);
                owner.wait_for(game, "the owner's turn", |view| view.ply == ply && view.is_my_turn());
                assert!(owner.session.make_move(game, ply, mark(row, column)).wait().is_done());
            } else {
                ann.mark(game, row, column).expect("a legal move");
            }
        }
        owner.wait_for(game, "all moves", |view| view.ply == u32::from(MANY));
        own.push(game);
    }
    ann.mark(foreign, 0, 0).expect("a legal move");
    // The answer to a call of their own comes after whatever Ann's move would have brought.
    own.push(owner.open());
    owner.session.close();
    let told = owner.events.iter().filter_map(|event| match event {
        Event::GameChanged(view) => Some(view),
        _ => None,
    });
    for view in told {
        assert!(own.contains(&view.id) && is_as_its_player_sees_it(&view), "{view:#?}");
    }

    // As it is when all of it comes at once: in an order that is another one each time.
    let mut tokens = owner.tokens;
    for _ in 0..8 {
        let again = Client::connect_as(server.url(), &server, tokens);
        let games = again.session.snapshot().games;
        assert_eq!(games.keys().copied().collect::<Vec<_>>(), own);
        for view in games.values() {
            assert!(is_as_its_player_sees_it(view), "{view:#?}");
        }
        again.session.close();
        tokens = again.tokens;
    }
}

#[test]
fn a_finished_game_stays_whole_when_the_opponent_has_it_no_more() {
    let server = Server::start();
    let (ann, bob) = (Client::connect(server.url(), &server), Player::join(&server));
    let game = bob.open(OPEN, "").id;
    assert!(ann.session.join_game(game.to_string()).wait().is_done());
    for (number, (row, column)) in (0..MANY).map(|number| (number, cell(number))) {
        if number % 2 == 0 {
            bob.mark(game, row, column).expect("a legal move");
        } else {
            assert!(ann.session.make_move(game, number.into(), mark(row, column)).wait().is_done());
        }
    }
    assert!(ann.session.resign(game).wait().is_done());
    ann.wait_for(game, "the end", |view| view.status == Status::Over);
    let over = ann.session.game(game).expect("the game");
    bob.call(|reducers, answer| reducers.delete_account_then(answer.take()).expect("sent")).expect("he may");
    bob.wait("that he has it no more", |games| games.is_empty().then_some(()));
    ann.wait_for(game, "that he has no name", |view| view.players[0].identity.is_none());
    let left = ann.session.game(game).expect("the game");
    assert_eq!((&left.moves, &left.position), (&over.moves, &over.position));
    ann.session.close();
    // And a client that has not seen it before finds it so.
    let again = Client::connect_as(server.url(), &server, ann.tokens);
    assert_eq!(again.session.game(game).map(|view| view.moves.clone()), Some(left.moves.clone()));
}

fn files(folder: &TempDir) -> Vec<std::path::PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.path().to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
            if entry.path().is_dir() {
                folders.push(entry.path());
            } else {
                found.push(entry.path());
            }
        }
    }
    assert!(!found.is_empty(), "the token is kept somewhere");
    found
}

/// The token that a session has kept: the one file that holds one.
fn kept_token(folder: &TempDir) -> String {
    let texts = files(folder).into_iter().filter_map(|file| std::fs::read_to_string(file).ok());
    let words: Vec<String> =
        texts.flat_map(|text| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>()).collect();
    // A JSON web token: three parts with dots between.
    words.into_iter().find(|word| word.matches('.').count() == 2 && word.len() > 100).expect("a token")
}
