//! What is refused, with which code, over the wire. The module's own tests hold the whole table.

use zeitnot_bindings::{GameStatus, add_matchmaker, cancel_game, open_game, set_name, start_game};
use zeitnot_tests::{Player, Server, config, mark};

/// The stable word of a refusal.
fn code(answer: Result<(), String>) -> String {
    match answer {
        Ok(()) => "accepted".to_owned(),
        Err(text) => text.split(':').next().unwrap_or_default().to_owned(),
    }
}

#[test]
fn moves_are_refused_with_the_reason() {
    let server = Server::start();
    let (ann, bob, eve) = (Player::join(&server), Player::join(&server), Player::join(&server));
    let game = ann.open("tic-tac-toe", "").id;
    assert_eq!(code(ann.act(game, 0, mark(0, 0))), "not_started");
    bob.take_seat(&game.to_string()).expect("a free seat");
    ann.mark(game, 1, 1).expect("a legal move");

    let finished = eve.open("tic-tac-toe", "").id;
    bob.take_seat(&finished.to_string()).expect("a free seat");
    let resigned = bob.call(|reducers, answer| {
        zeitnot_bindings::resign::resign_then(reducers, finished, answer.take()).expect("sent");
    });
    resigned.expect("his own game");

    for (player, game, ply, action, wanted) in [
        (&ann, game, 1, mark(0, 0), "not_your_turn"),
        (&bob, game, 0, mark(0, 0), "stale_ply"),
        (&bob, game, 2, mark(0, 0), "stale_ply"),
        (&bob, game, 1, mark(1, 1), "cell_occupied"),
        (&bob, game, 1, mark(0, 5), "outside_board"),
        (&bob, game, 1, mark(3, 0), "outside_board"),
        (&bob, game, 1, vec![4], "bad_action"),
        (&bob, game, 1, vec![1, 1, 0], "wrong_action"),
        (&eve, game, 1, mark(0, 0), "not_your_game"),
        (&bob, finished, 0, mark(0, 0), "game_over"),
        (&bob, 1_000_000_000, 0, mark(0, 0), "no_such_game"),
    ] {
        let answer = player.act(game, ply, action.clone());
        assert_eq!(code(answer.clone()), wanted, "{action:?} at ply {ply}: {answer:?}");
    }
    let row = bob.wait_for(game, "his turn", |row| row.to_move() == [1]);
    assert_eq!(row.moves.len(), 1, "nothing of all that was played");
}

#[test]
fn joining_ones_own_game_or_twice_is_refused() {
    let server = Server::start();
    let (ann, bob) = (Player::join(&server), Player::join(&server));
    let waiting = ann.open("mnk:rows=4,columns=4,strike=3,seats=3", "");
    assert_eq!(code(ann.take_seat(&waiting.code)), "already_joined");
    bob.take_seat(&waiting.code).expect("a free seat");
    assert_eq!(code(bob.take_seat(&waiting.code)), "already_joined");
    assert_eq!(code(bob.take_seat("nonsense")), "no_such_game");
    let cancelled = |player: &Player| {
        player.call(|reducers, answer| reducers.cancel_game_then(waiting.id, answer.take()).expect("sent"))
    };
    cancelled(&ann).expect("her own game");
    assert_eq!(code(cancelled(&bob)), "no_such_game");
}

#[test]
fn a_configuration_that_cannot_be_played_is_refused() {
    let server = Server::start();
    let ann = Player::join(&server);
    for (spec, time, wanted) in [
        ("mnk:rows=3,columns=3,strike=4", "", "bad_config"),
        ("mnk:rows=11,columns=3,strike=3", "", "bad_config"),
        ("go", "", "bad_config"),
        ("tic-tac-toe", "turn:0s", "bad_time"),
        ("tic-tac-toe", "turn:3000d", "bad_time"),
    ] {
        let answer = ann.call(|reducers, answer| {
            reducers.open_game_then(config(spec, time), answer.take()).expect("sent");
        });
        assert_eq!(code(answer), wanted, "{spec} {time}");
    }
    let named = ann.call(|reducers, answer| {
        reducers.set_name_then("\u{202e}nnA".to_owned(), answer.take()).expect("sent");
    });
    assert_eq!(code(named), "bad_name");
    assert!(ann.games().is_empty());
}

#[test]
fn games_for_others_are_started_by_the_owner_and_matchmakers_only() {
    let Some(server) = Server::start_local() else { return };
    let owner = Player::return_to(&server, &server.owner_token());
    let (ann, bob, maker) = (Player::join(&server), Player::join(&server), Player::join(&server));
    let start = |caller: &Player| {
        caller.call(|reducers, answer| {
            let players = vec![ann.identity, bob.identity];
            let key = "round 1".to_owned();
            reducers.start_game_then(config("tic-tac-toe", ""), players, key, answer.take()).expect("sent");
        })
    };
    assert_eq!(code(start(&maker)), "not_allowed");
    let appoint = |caller: &Player| {
        caller.call(|reducers, answer| {
            reducers.add_matchmaker_then(maker.identity, answer.take()).expect("sent")
        })
    };
    assert_eq!(code(appoint(&maker)), "not_allowed");
    appoint(&owner).expect("the owner may");
    start(&maker).expect("a matchmaker may");
    let row = ann.wait("the game", |games| games.first().cloned());
    assert_eq!(row.status, GameStatus::Live);
    start(&maker).expect("a call made again succeeds");
    bob.wait_for(row.id, "the game", |row| row.status == GameStatus::Live);
    ann.mark(row.id, 0, 0).expect("a legal move");
    bob.wait_for(row.id, "the move", |row| row.ply() == 1);
    assert_eq!((ann.games().len(), bob.games().len()), (1, 1), "and starts nothing");
}
