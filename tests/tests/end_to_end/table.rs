//! What players ask of each other, from several windows at once.

use std::time::Duration;

use zeitnot_bindings::{
    GameStatus, accept_takeback, ask_rematch, ask_takeback, cancel_premove, decline_takeback, offer_draw,
    premove, resign,
};
use zeitnot_client::bot::{House, HouseSettings, Level};
use zeitnot_client::session::{Request, Settings, TokenStore};
use zeitnot_tests::{Game, LIMIT, Player, Server, mark};

/// Calls that are all sent before any answer is awaited.
fn at_once(calls: Vec<std::sync::mpsc::Receiver<Result<(), String>>>) -> Vec<Result<(), String>> {
    calls.into_iter().map(|call| call.recv_timeout(LIMIT).expect("an answer")).collect()
}

fn give_up(player: &Player, game: u64) {
    player
        .call(|reducers, answer| reducers.resign_then(game, answer.take()).expect("sent"))
        .expect("resigned");
}

fn rematch(player: &Player, game: u64) -> std::sync::mpsc::Receiver<Result<(), String>> {
    player.send(|reducers, answer| reducers.ask_rematch_then(game, answer.take()).expect("sent"))
}

#[test]
fn a_rematch_pressed_by_both_and_in_every_window_is_one_game_and_all_windows_follow() {
    let server = Server::start();
    let (ann, bob) = (Player::join(&server), Player::join(&server));
    let windows = [Player::return_to(&server, &ann.token), Player::return_to(&server, &bob.token)];
    let mut game = ann.play_against(&bob, "");
    for round in 1..=4 {
        give_up(&ann, game);
        for window in &windows {
            window.wait_for_end(game);
        }
        let everywhere = [&ann, &bob, &windows[0], &windows[1]];
        // Twice from each window.
        let calls = everywhere.iter().chain(&everywhere).map(|player| rematch(player, game)).collect();
        for answer in at_once(calls) {
            answer.expect("asking again changes nothing");
        }
        let next = ann.wait_for(game, "the next game", |row| row.next_game.is_some()).next_game.expect("it");
        for player in everywhere {
            let old = player.wait_for(game, "the next game's number", |row| row.next_game.is_some());
            assert_eq!(old.next_game, Some(next), "every window is sent to the same game");
            let row = player.wait_for(next, "the next game", |row| row.status == GameStatus::Live);
            assert_eq!(row.to_move(), [0]);
            assert_eq!(player.games().len(), round + 1, "and there is no other one");
        }
        let first = |game: u64| ann.wait_for(game, "it", |_| true).players[0].identity;
        assert_ne!(first(next), first(game), "the other one begins");
        game = next;
    }
}

#[test]
fn a_takeback_that_is_accepted_and_withdrawn_at_once_is_one_of_both() {
    let server = Server::start();
    for round in 0..6 {
        let (ann, bob) = (Player::join(&server), Player::join(&server));
        let game = ann.play_against(&bob, "absolute:60s");
        ann.mark(game, 1, 1).expect("a legal move");
        bob.wait_for(game, "the move", |row| row.ply() == 1);
        ann.call(|reducers, answer| reducers.ask_takeback_then(game, answer.take()).expect("sent"))
            .expect("a move of hers");
        bob.wait_for(game, "the request", |row| row.takeback_asked == Some(0));
        let accept =
            || bob.send(|reducers, answer| reducers.accept_takeback_then(game, answer.take()).expect("sent"));
        let withdraw = || {
            ann.send(|reducers, answer| reducers.decline_takeback_then(game, answer.take()).expect("sent"))
        };
        let answers = match round % 2 {
            0 => at_once(vec![accept(), withdraw()]),
            _ => at_once(vec![withdraw(), accept()]).into_iter().rev().collect(),
        };
        let accepted = answers[0].is_ok();
        assert_ne!(accepted, answers[1].is_ok(), "{answers:?}");
        let refused = answers.iter().find_map(|answer| answer.as_ref().err()).expect("one of them");
        assert!(refused.starts_with("no_takeback_asked:"), "{refused}");
        let settled = |row: &Game| row.takeback_asked.is_none();
        let rows = [&ann, &bob].map(|player| player.wait_for(game, "one or the other", settled));
        for row in &rows {
            assert_eq!(row.ply(), if accepted { 0 } else { 1 });
            assert_eq!(row.to_move(), [if accepted { 0 } else { 1 }], "one clock runs, and both know whose");
            let (turn, anns) = (row.turn(), rows[0].turn());
            assert_eq!((&turn.deadline, &turn.clocks), (&anns.deadline, &anns.clocks));
        }
        let mover = if accepted { &ann } else { &bob };
        mover.mark(game, 0, 0).expect("the game goes on");
    }
}

#[test]
fn a_premove_is_the_same_on_every_device_and_is_played_when_nobody_is_looking() {
    let server = Server::start();
    let (ann, bob) = (Player::join(&server), Player::join(&server));
    let game = ann.play_against(&bob, "");
    let phone = Player::return_to(&server, &bob.token);
    let decide = |player: &Player, row: u8, column: u8| {
        player.call(|reducers, answer| {
            reducers.premove_then(game, 0, mark(row, column), answer.take()).expect("sent");
        })
    };
    decide(&bob, 0, 0).expect("it is Ann's turn");
    phone.wait_for(game, "the premove", |row| row.premove == mark(0, 0));
    decide(&phone, 2, 2).expect("another one");
    bob.wait_for(game, "the phone's premove", |row| row.premove == mark(2, 2));
    assert!(ann.wait_for(game, "her row", |_| true).premove.is_empty(), "she is not told");
    bob.call(|reducers, answer| reducers.cancel_premove_then(game, answer.take()).expect("sent"))
        .expect("there is one");
    phone.wait_for(game, "its end", |row| row.premove.is_empty());

    decide(&phone, 2, 2).expect("it is Ann's turn still");
    drop((phone, bob));
    ann.mark(game, 1, 1).expect("a legal move");
    let row = ann.wait_for(game, "the answer", |row| row.ply() == 2);
    assert_eq!((row.moves[1].action.clone(), row.moves[1].used_us), (mark(2, 2), 0));
    assert_eq!(row.to_move(), [0]);
}

#[test]
fn a_house_bot_gives_moves_back_takes_a_fair_draw_and_plays_again() {
    let server = Server::start();
    let ann = Player::join(&server);
    let waiting = ann.open("tic-tac-toe", "");
    let settings = Settings {
        database: server.database().to_owned(),
        ..Settings::new(server.url().parse().expect("an address")).with_tokens(TokenStore::Nowhere)
    };
    let house = HouseSettings { settings, level: Level::BEST, seed: 1, name: None, pause: Duration::ZERO };
    let house = House::start(house, |_| {}).expect("a thread");
    house.ask(Request::JoinGame { game: waiting.code.clone() });
    let game = waiting.id;
    let row = ann.wait_for(game, "the bot", |row| row.status == GameStatus::Live);
    assert!(row.players[1].bot);
    ann.mark(game, 1, 1).expect("a legal move");
    ann.wait_for(game, "its answer", |row| row.ply() == 2);
    ann.call(|reducers, answer| reducers.ask_takeback_then(game, answer.take()).expect("sent"))
        .expect("a move of hers");
    ann.wait_for(game, "the move back", |row| row.ply() == 0);
    ann.mark(game, 0, 0).expect("a legal move");
    ann.wait_for(game, "its answer to that", |row| row.ply() == 2);
    ann.call(|reducers, answer| reducers.offer_draw_then(game, answer.take()).expect("sent"))
        .expect("her first offer");
    assert_eq!(ann.wait_for_end(game).ending, "agreement");
    rematch(&ann, game).recv_timeout(LIMIT).expect("an answer").expect("it is over");
    let next = ann.wait_for(game, "the next game", |row| row.next_game.is_some()).next_game.expect("it");
    let row = ann.wait_for(next, "the bot's first move", |row| row.ply() == 1);
    assert_eq!(row.moves[0].seat, 0, "it begins now");
    assert_eq!(row.players[1].identity, Some(ann.identity));
}
