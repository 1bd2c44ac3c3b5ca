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
    let before = bob.wait_for(game, "the move", |row| row.ply == 1);

    server.kill();
    server.start_again();
    let (ann, bob) = (Player::return_to(&server, &ann.token), Player::return_to(&server, &bob.token));
    assert_eq!(bob.wait_for(game, "the game", |_| true), before, "deadline and all");
    bob.mark(game, 0, 0).expect("a legal move");
    let row = ann.wait_for(game, "the move", |row| row.ply == 2);
    assert_eq!(row.status, GameStatus::Live);
}

#[test]
fn a_timer_set_before_the_restart_fires_after_it() {
    let Some(mut server) = Server::start_local() else { return };
    let (ann, bob) = (Player::join(&server), Player::join(&server));
    let game = ann.open("tic-tac-toe", "turn:5s").id;
    bob.take_seat(&game.to_string()).expect("a free seat");
    ann.mark(game, 1, 1).expect("a legal move");
    let deadline = bob.wait_for(game, "the move", |row| row.ply == 1).deadline.expect("a deadline");
    server.kill();
    server.start_again();
    let ann = Player::return_to(&server, &ann.token);
    let row = ann.wait_for_end(game);
    assert_eq!((row.winners, row.ending.as_str()), (vec![0], "time"));
    let ended = row.ended_at.expect("the end");
    assert!(ended >= deadline);
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
