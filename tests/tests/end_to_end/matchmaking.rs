//! Finding a game, with calls that meet.

use std::sync::mpsc::Receiver;

use zeitnot_bindings::{GameStatus, join_queue, leave_queue};
use zeitnot_tests::{LIMIT, Player, Server};

const POOL: &str = "tic-tac-toe/3+2";

fn join(player: &Player) -> Receiver<Result<(), String>> {
    player.send(|reducers, answer| {
        reducers.join_queue_then(POOL.to_owned(), 500, 500, answer.take()).expect("sent");
    })
}

fn leave(player: &Player) -> Receiver<Result<(), String>> {
    player.send(|reducers, answer| reducers.leave_queue_then(POOL.to_owned(), answer.take()).expect("sent"))
}

fn answer(call: &Receiver<Result<(), String>>) -> Result<(), String> {
    call.recv_timeout(LIMIT).expect("an answer")
}

#[test]
fn cancelling_and_being_found_at_once_is_a_game_that_both_know_of_or_none() {
    let server = Server::start();
    let (mut games, mut none) = (0, 0);
    for round in 0..8 {
        let (ann, bob) = (Player::join(&server), Player::join(&server));
        answer(&join(&ann)).expect("she waits");
        let (joined, left) = match round % 2 {
            0 => {
                let joined = join(&bob);
                (joined, leave(&ann))
            }
            _ => {
                let left = leave(&ann);
                (join(&bob), left)
            }
        };
        answer(&joined).expect("he waits or plays");
        match answer(&left) {
            Ok(()) => {
                none += 1;
                assert!(ann.games().is_empty(), "she has left, and is in no game");
                assert!(bob.games().is_empty(), "and so is he");
                answer(&leave(&bob)).expect("he waits still");
            }
            Err(text) => {
                games += 1;
                assert!(text.starts_with("not_searching:"), "{text}");
                let rows = [&ann, &bob].map(|player| player.wait("the game", |games| games.first().cloned()));
                assert_eq!(rows[0].id, rows[1].id);
                assert_eq!(rows.map(|row| row.status), [GameStatus::Live; 2]);
                assert!(answer(&leave(&bob)).is_err(), "nobody waits any more");
            }
        }
    }
    assert_eq!(games + none, 8);
}

#[test]
fn one_who_searches_from_two_windows_and_is_found_twice_plays_once() {
    let server = Server::start();
    let ann = Player::join(&server);
    let window = Player::return_to(&server, &ann.token);
    let others = [(); 2].map(|()| Player::join(&server));
    // Both windows, and two who would do.
    let calls = [&ann, &window, &others[0], &others[1]].map(join);
    for call in &calls {
        // One who is found first may be refused a second search.
        let answered = answer(call);
        assert!(
            answered.as_ref().err().is_none_or(|text| text.starts_with("already_playing:")),
            "{answered:?}"
        );
    }
    let players = [&ann, &others[0], &others[1]];
    // An answer says that the game has begun, not that all who play it have been told.
    let game = players.iter().find_map(|player| player.games().into_iter().next()).expect("one pair plays");
    for player in players {
        if game.players.iter().any(|party| party.identity == Some(player.identity)) {
            player.wait_for(game.id, "the game", |_| true);
        }
    }
    let playing = players.map(|player| player.games().len());
    assert!(playing.iter().all(|games| *games <= 1), "{playing:?}");
    assert_eq!(playing.iter().sum::<usize>(), 2, "one pair, and one who waits");
    for player in players {
        for row in player.games() {
            assert_ne!(row.players[0].identity, row.players[1].identity, "nobody plays themself");
        }
    }
}

#[test]
fn whoever_has_lost_the_connection_is_not_found() {
    let server = Server::start();
    let (ann, bob) = (Player::join(&server), Player::join(&server));
    answer(&join(&ann)).expect("she waits");
    drop(ann);
    // Nothing is to be seen of it: long enough for the server to have noticed.
    std::thread::sleep(std::time::Duration::from_millis(500));
    answer(&join(&bob)).expect("he waits");
    assert!(bob.games().is_empty(), "she is not there to play");
}
