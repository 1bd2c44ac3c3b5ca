//! The server is killed in the middle of games, and is started again over the same data.

use std::time::Duration;

use zeitnot_bindings::GameStatus;
use zeitnot_tests::{Player, Server, mark};

#[test]
fn a_game_goes_on_where_it_was_with_the_time_it_had() {
    let Some(mut server) = Server::start_local() else { return };
    let (ann, bob) = (Player::join(&server), Player::join(&server));
    let game = ann.open("tic-tac-toe", "turn:30s").id;
    bob.take_seat(&game.to_string()).expect("a free seat");
    ann.mark(game, 1, 1).expect("a legal move");
    let before = bob.wait_for(game, "the move", |row| row.ply() == 1);

    server.kill();
    server.start_again();
    let (ann, bob) = (Player::return_to(&server, &ann.token), Player::return_to(&server, &bob.token));
    let after = bob.wait_for(game, "the game", |_| true);
    assert_eq!(after.moves, before.moves);
    let (after, before) = (after.turn(), before.turn());
    assert_eq!((&after.position, &after.to_move), (&before.position, &before.to_move));
    assert_eq!(after.turn_started, before.turn_started, "the turn is the same");
    assert!(after.deadline >= before.deadline, "and the time that the server was away is not counted");
    bob.mark(game, 0, 0).expect("a legal move");
    let row = ann.wait_for(game, "the move", |row| row.ply() == 2);
    assert_eq!(row.status, GameStatus::Live);
}

#[test]
fn a_timer_set_before_the_restart_fires_after_it() {
    let Some(mut server) = Server::start_local() else { return };
    let (ann, bob) = (Player::join(&server), Player::join(&server));
    let game = ann.open("tic-tac-toe", "turn:5s").id;
    bob.take_seat(&game.to_string()).expect("a free seat");
    ann.mark(game, 1, 1).expect("a legal move");
    let deadline = bob.wait_for(game, "the move", |row| row.ply() == 1).turn().deadline.expect("a deadline");
    server.kill();
    server.start_again();
    let ann = Player::return_to(&server, &ann.token);
    let row = ann.wait_for_end(game);
    assert_eq!((&row.winners, row.ending.as_str()), (&vec![0], "time"));
    assert!(row.ended_at > Some(deadline), "with the outage made good");
}

#[test]
fn who_was_on_move_when_the_server_was_killed_has_time_to_come_back() {
    let Some(mut server) = Server::start_local() else { return };
    let (ann, bob) = (Player::join(&server), Player::join(&server));
    let games: Vec<u64> = (0..3)
        .map(|_| {
            let game = ann.open("tic-tac-toe", "turn:3s").id;
            bob.take_seat(&game.to_string()).expect("a free seat");
            ann.mark(game, 1, 1).expect("a legal move");
            game
        })
        .collect();
    for _ in 0..2 {
        server.kill();
        // All deadlines pass: this is the outage, not a wait for anything.
        std::thread::sleep(Duration::from_millis(3_500));
        server.start_again();
    }
    let bob = Player::return_to(&server, &bob.token);
    for game in games {
        let row = bob.wait_for(game, "the game", |_| true);
        assert_eq!(row.status, GameStatus::Live, "nobody has lost to two restarts");
        bob.mark(game, 0, 0).expect("Bob has come back in time");
    }
}

#[test]
fn a_server_that_was_frozen_takes_nobodys_time() {
    let Some(server) = Server::start_local() else { return };
    let (ann, bob) = (Player::join(&server), Player::join(&server));
    let game = ann.open("tic-tac-toe", "turn:4s").id;
    bob.take_seat(&game.to_string()).expect("a free seat");
    ann.mark(game, 1, 1).expect("a legal move");
    server.freeze();
    std::thread::sleep(Duration::from_secs(5));
    server.thaw();
    bob.mark(game, 0, 0).expect("the server was away, not Bob");
    ann.wait_for(game, "his move", |row| row.ply() == 2);
}

#[test]
fn a_deadline_that_passed_while_the_server_was_down_is_decided_once_and_with_nobody_there() {
    let Some(mut server) = Server::start_local() else { return };
    let (ann, bob) = (Player::join(&server), Player::join(&server));
    let game = ann.open("mnk:rows=4,columns=4,strike=4", "turn:1s").id;
    bob.take_seat(&game.to_string()).expect("a free seat");
    let ann_token = ann.token.clone();
    ann.act(game, 0, mark(0, 0)).expect("a legal move");
    server.kill();
    // The deadline passes: this is the outage, not a wait for anything.
    std::thread::sleep(Duration::from_millis(1_500));
    server.start_again();
    let ann = Player::return_to(&server, &ann_token);
    let row = ann.wait_for_end(game);
    assert_eq!((&row.winners, row.ending.as_str()), (&vec![0], "time"));

    server.kill();
    server.start_again();
    let ann = Player::return_to(&server, &ann_token);
    assert_eq!(ann.wait_for_end(game), row, "another restart decides nothing again");
}

#[test]
fn every_acknowledged_move_is_there_after_a_kill() {
    let Some(mut server) = Server::start_local() else { return };
    let (ann, bob) = (Player::join(&server), Player::join(&server));
    let game = ann.open("gomoku-10", "turn:60s").id;
    bob.take_seat(&game.to_string()).expect("a free seat");
    let mut acknowledged = 0;
    for round in 0..10 {
        ann.mark(game, 0, round).expect("a legal move");
        acknowledged += 1;
        if round == 4 {
            break;
        }
        bob.mark(game, 1 + round % 2, round).expect("a legal move");
        acknowledged += 1;
    }
    server.kill();
    server.start_again();
    let ann = Player::return_to(&server, &ann.token);
    let row = ann.wait_for(game, "the game", |_| true);
    assert_eq!(row.moves.len(), acknowledged);
}
