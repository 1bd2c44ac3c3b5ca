//! What players say, and what spectators see.

use tempfile::TempDir;
use zeitnot_bindings::{MyChatTableAccess, say, watch_game};
use zeitnot_client::session::{Event, Session, Settings, TokenStore, Topic};
use zeitnot_client::term::PHRASES;
use zeitnot_tests::{LIMIT, Player, Server, beside_the_tests};

use spacetimedb_sdk::{DbContext, Table};

#[test]
fn the_clients_phrases_are_the_servers() {
    let server = Server::start();
    let (ann, bob) = (Player::join(&server), Player::join(&server));
    let game = ann.play_against(&bob, "");
    let (applied, subscribed) = std::sync::mpsc::channel();
    ann.connection
        .subscription_builder()
        .on_applied(move |_| applied.send(()).expect("the test waits"))
        .subscribe(["SELECT * FROM my_chat"]);
    subscribed.recv_timeout(LIMIT).expect("the subscription");
    // No more than ten a minute each.
    let speakers = [&ann, &bob].into_iter().cycle();
    for (phrase, speaker) in (0..).zip(speakers).take(PHRASES.len()) {
        speaker
            .call(|reducers, answer| reducers.say_then(game, phrase, answer.take()).expect("sent"))
            .expect("a phrase");
    }
    let beyond = PHRASES.len() as u8;
    let refused = bob.call(|reducers, answer| reducers.say_then(game, beyond, answer.take()).expect("sent"));
    assert!(refused.is_err_and(|text| text.starts_with("no_such_phrase:")));
    let until = std::time::Instant::now() + LIMIT;
    while ann.connection.db.my_chat().count() < PHRASES.len() as u64 {
        assert!(std::time::Instant::now() < until, "waited too long for what was said");
        std::thread::yield_now();
    }
    let mut said: Vec<_> = ann.connection.db.my_chat().iter().collect();
    said.sort_by_key(|line| line.id);
    let said: Vec<&str> = said.iter().map(|line| line.text.as_str()).collect();
    assert_eq!(said, PHRASES);
}

/// Waits until the session has heard what is wanted.
fn wait(
    session: &Session,
    events: &std::sync::mpsc::Receiver<Event>,
    what: &str,
    wanted: impl Fn(&Session) -> bool,
) {
    let until = std::time::Instant::now() + LIMIT;
    while !wanted(session) {
        let left = until.saturating_duration_since(std::time::Instant::now());
        assert!(events.recv_timeout(left).is_ok(), "waited too long for {what}: {:#?}", session.snapshot());
    }
}

#[test]
fn a_spectators_session_sees_the_moves_and_the_end() {
    let server = Server::start();
    let (ann, bob) = (Player::join(&server), Player::join(&server));
    let game = ann.play_against(&bob, "");
    let settings = Settings {
        database: server.database().to_owned(),
        ..Settings::new(server.url().parse().expect("an address"))
    }
    .with_tokens(TokenStore::Nowhere)
    .with_topics([Topic::Watched(game)]);
    let (session, events) = Session::start_with_channel(settings).expect("a session");
    assert!(session.watch_game(game).wait().is_done());
    let seen = |session: &Session| session.snapshot().feed.watched.first().cloned();
    wait(&session, &events, "the game", |session| seen(session).is_some());
    ann.mark(game, 1, 1).expect("a legal move");
    wait(&session, &events, "the move", |session| seen(session).is_some_and(|view| view.moves.len() == 1));
    ann.wait_for(game, "the spectator", |row| row.watchers == 1);
    let other = Player::join(&server);
    let refused = other
        .call(|reducers, answer| reducers.watch_game_then(game + 100, answer.take()).expect("sent"))
        .expect_err("no such game");
    assert!(refused.starts_with("no_such_game:"), "{refused}");
}

#[test]
fn a_finished_game_is_exported_and_reviewed_by_its_number() {
    let server = Server::start();
    let tokens = TempDir::new().expect("a temporary directory");
    let zeitnot = |arguments: &[&str]| {
        let output = std::process::Command::new(beside_the_tests("zeitnot"))
            .args(["--server", server.url(), "--database", server.database(), "--tokens"])
            .arg(tokens.path())
            .args(arguments)
            .stdin(std::process::Stdio::null())
            .output()
            .expect("the program runs");
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
    };
    let bob = Player::join(&server);
    let waiting = bob.open("tic-tac-toe", "");
    let played = std::process::Command::new("sh")
        .arg("-c")
        .arg("printf '4\n5\n' | \"$0\" \"$@\"")
        .arg(beside_the_tests("zeitnot"))
        .args(["--server", server.url(), "--database", server.database(), "--tokens"])
        .arg(tokens.path())
        .args(["play", "--join", &waiting.code])
        .stdout(std::process::Stdio::null())
        .spawn();
    let mut played = played.expect("a shell");
    for column in 0..3 {
        bob.mark(waiting.id, 0, column).expect("a legal move");
    }
    bob.wait_for_end(waiting.id);
    played.wait().expect("it ends");
    let number = waiting.id.to_string();
    let text = zeitnot(&["export", &number]);
    let record: zeitnot_rules::record::Record =
        text.parse().unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(
        (1..=5).filter_map(|ply| record.notation(ply)).collect::<Vec<_>>(),
        ["a1", "a2", "b1", "b2", "c1"]
    );
    assert!(text.contains("[Result \"1-0\"]"), "{text}");
    let shown = zeitnot(&["review", &number]);
    assert!(shown.contains("three in a row, a1 to c1"), "{shown}");
    assert!(zeitnot(&["export", "999"]).contains("you have no finished game 999"));
}
