//! Games played to their end, as both players see them.

use zeitnot_bindings::{GameStatus, resign};
use zeitnot_tests::{Player, Server};

/// X takes the top row.
const X_WINS: &[(u8, u8)] = &[(0, 0), (1, 0), (0, 1), (1, 1), (0, 2)];
/// X O X / X O O / O X X.
const DRAWN: &[(u8, u8)] = &[(0, 0), (0, 1), (0, 2), (1, 1), (1, 0), (1, 2), (2, 1), (2, 0), (2, 2)];

/// Two players at a board, and the game between them.
fn two_at_a_board(server: &Server, spec: &str, time: &str) -> (Player, Player, u64) {
    let (ann, bob) = (Player::join(server), Player::join(server));
    let game = ann.open(spec, time).id;
    bob.take_seat(&game.to_string()).expect("a free seat");
    for player in [&ann, &bob] {
        player.wait_for(game, "the start", |row| row.status == GameStatus::Live);
    }
    (ann, bob, game)
}

#[test]
fn a_game_is_won_and_both_see_how() {
    let server = Server::start();
    let (ann, bob, game) = two_at_a_board(&server, "tic-tac-toe", "");
    for (player, &(row, column)) in [&ann, &bob].into_iter().cycle().zip(X_WINS) {
        player.mark(game, row, column).expect("a legal move");
    }
    for player in [&ann, &bob] {
        let row = player.wait_for_end(game);
        assert_eq!((&row.winners, row.ending.as_str()), (&vec![0], "line"));
        assert_eq!(row.moves.len(), X_WINS.len());
        assert!(row.turn().deadline.is_none() && row.ended_at.is_some());
    }
}

#[test]
fn a_full_board_without_a_line_is_a_draw() {
    let server = Server::start();
    let (ann, bob, game) = two_at_a_board(&server, "tic-tac-toe", "");
    for (player, &(row, column)) in [&ann, &bob].into_iter().cycle().zip(DRAWN) {
        player.mark(game, row, column).expect("a legal move");
    }
    for player in [&ann, &bob] {
        let row = player.wait_for_end(game);
        assert_eq!((&row.winners, row.ending.as_str()), (&vec![], "full_board"));
    }
}

#[test]
fn a_resignation_gives_the_game_to_the_other() {
    let server = Server::start();
    let (ann, bob, game) = two_at_a_board(&server, "connect-four", "");
    bob.call(|reducers, answer| reducers.resign_then(game, answer.take()).expect("sent"))
        .expect("his own game");
    let row = ann.wait_for_end(game);
    assert_eq!((&row.winners, row.ending.as_str()), (&vec![0], "resignation"));
}

#[test]
fn two_windows_of_one_player_show_one_truth_and_both_may_move() {
    let server = Server::start();
    let (ann, bob, game) = two_at_a_board(&server, "tic-tac-toe", "");
    let second_window = Player::return_to(&server, &ann.token);
    assert_eq!(second_window.identity, ann.identity);

    second_window.mark(game, 1, 1).expect("a legal move");
    let seen = ann.wait_for(game, "the move of the other window", |row| row.ply() == 1);
    bob.mark(game, 0, 0).expect("a legal move");
    ann.mark(game, 2, 2).expect("a legal move");
    let seen_there = second_window.wait_for(game, "the move of the first window", |row| row.ply() == 3);
    assert_eq!(seen_there, ann.wait_for(game, "its own move", |row| row.ply() == 3));
    assert_eq!(seen.moves[0], seen_there.moves[0]);
}

#[test]
fn four_play_connect_four_until_one_is_left() {
    let server = Server::start();
    let players = [(); 4].map(|()| Player::join(&server));
    let waiting = players[0].open("mnk:rows=6,columns=7,strike=4,seats=4,gravity", "");
    for player in &players[1..] {
        player.take_seat(&waiting.code).expect("a free seat");
    }
    let row = players[3].wait_for(waiting.id, "the start", |row| row.status == GameStatus::Live);
    assert_eq!((row.seat, row.players.len(), row.to_move()), (3, 4, [0].as_slice()));
    players[0].wait_for(waiting.id, "the start", |row| row.status == GameStatus::Live);
    players[0].act(waiting.id, 0, vec![1, 1, 3]).expect("a drop into the middle column");
    for player in &players[..3] {
        player
            .call(|reducers, answer| reducers.resign_then(waiting.id, answer.take()).expect("sent"))
            .expect("their own game");
    }
    let row = players[0].wait_for_end(waiting.id);
    assert_eq!((&row.winners, row.ending.as_str()), (&vec![3], "resignation"));
}
