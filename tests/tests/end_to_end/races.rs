//! Calls that meet.

use zeitnot_bindings::{GameStatus, PlyKind, join_game, make_move};
use zeitnot_tests::{Game, LIMIT, Player, Server, mark};

/// What each of several calls sent at once was answered: the codes of those refused, in order.
fn refusals(answers: impl IntoIterator<Item = Result<(), String>>) -> Vec<String> {
    let mut codes: Vec<String> = answers
        .into_iter()
        .filter_map(Result::err)
        .map(|text| text.split(':').next().unwrap_or_default().to_owned())
        .collect();
    codes.sort();
    codes
}

#[test]
fn of_three_who_join_at_once_one_gets_the_seat() {
    let server = Server::start();
    let ann = Player::join(&server);
    let others = [(); 3].map(|()| Player::join(&server));
    let waiting = ann.open("tic-tac-toe", "");
    let calls = others.each_ref().map(|player| {
        player.send(|reducers, answer| {
            reducers.join_game_then(waiting.id.to_string(), answer.take()).expect("sent");
        })
    });
    let answers = calls.map(|call| call.recv_timeout(LIMIT).expect("an answer"));
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1);
    assert_eq!(refusals(answers.clone()), ["not_waiting", "not_waiting"]);
    let row = ann.wait_for(waiting.id, "the start", |row| row.status == GameStatus::Live);
    let joined = answers.iter().position(Result::is_ok).expect("one of them");
    assert_eq!(row.players[1].identity, Some(others[joined].identity));
    for (place, player) in others.iter().enumerate() {
        if place != joined {
            assert!(player.games().is_empty());
        }
    }
}

#[test]
fn the_same_move_sent_twice_at_once_counts_once() {
    let server = Server::start();
    let (ann, bob) = (Player::join(&server), Player::join(&server));
    let game = ann.open("tic-tac-toe", "").id;
    bob.take_seat(&game.to_string()).expect("a free seat");
    let window = Player::return_to(&server, &ann.token);
    let calls = [&ann, &ann, &window].map(|player| {
        player.send(|reducers, answer| {
            reducers.make_move_then(game, 0, mark(1, 1), answer.take()).expect("sent");
        })
    });
    let answers = calls.map(|call| call.recv_timeout(LIMIT).expect("an answer"));
    assert_eq!(refusals(answers), ["not_your_turn", "not_your_turn"]);
    assert_eq!(bob.wait_for(game, "the move", |row| row.ply() > 0).moves.len(), 1);
}

#[test]
fn of_two_moves_sent_at_once_one_counts() {
    let server = Server::start();
    let (ann, bob) = (Player::join(&server), Player::join(&server));
    let game = ann.open("tic-tac-toe", "").id;
    bob.take_seat(&game.to_string()).expect("a free seat");
    let window = Player::return_to(&server, &ann.token);
    let calls = [(&ann, mark(0, 0)), (&window, mark(2, 2))].map(|(player, action)| {
        player.send(|reducers, answer| {
            reducers.make_move_then(game, 0, action, answer.take()).expect("sent");
        })
    });
    let answers = calls.map(|call| call.recv_timeout(LIMIT).expect("an answer"));
    let played = if answers[0].is_ok() { mark(0, 0) } else { mark(2, 2) };
    assert_eq!(refusals(answers), ["not_your_turn"]);
    let row = bob.wait_for(game, "the move", |row| row.ply() > 0);
    assert_eq!((row.moves.len(), &row.moves[0].action), (1, &played));

    // Bob has answered: the one refused is stale now, not merely early.
    bob.mark(game, 1, 1).expect("a legal move");
    ann.wait_for(game, "her turn", |row| row.ply() == 2);
    assert_eq!(refusals([ann.act(game, 0, mark(0, 2))]), ["stale_ply"]);
}

#[test]
fn when_moves_and_the_timeout_meet_it_is_never_both() {
    // Ann moves as her second runs out, each time a little earlier or later: either the move counts or the
    // time does.
    let server = Server::start();
    let (ann, bob) = (Player::join(&server), Player::join(&server));
    let games: Vec<u64> = (0..8)
        .map(|_| {
            let game = ann.open("tic-tac-toe", "turn:1s").id;
            bob.take_seat(&game.to_string()).expect("a free seat");
            ann.wait_for(game, "the start", |row| row.status == GameStatus::Live);
            game
        })
        .collect();
    // They were opened one after the other, so that their deadlines pass one after the other while these
    // calls go out.
    let mut answers = Vec::new();
    for round in 0.. {
        let open: Vec<u64> = games
            .iter()
            .copied()
            .filter(|&game| {
                let at_stake = |row: &Game| row.status == GameStatus::Live && row.ply() == 0;
                ann.games().iter().any(|row| row.id == game && at_stake(row))
            })
            .collect();
        let Some(&game) = open.get(round % open.len().max(1)) else { break };
        let deadline = ann.games().iter().find(|row| row.id == game).and_then(|row| row.turn().deadline);
        let near = deadline.is_some_and(|at| at.to_micros_since_unix_epoch() - now_us() < 2_000);
        if near {
            answers.push((game, ann.act(game, 0, mark(0, 0))));
        } else {
            std::thread::yield_now();
        }
    }
    for game in games {
        let row = bob.wait_for_end(game);
        let accepted = answers.iter().any(|(it, answer)| *it == game && answer.is_ok());
        // After a move that counted it is Bob who lets his time run out.
        let loser = if accepted { 1 } else { 0 };
        assert_eq!((&row.winners, row.ending.as_str()), (&vec![1 - loser], "time"), "game {game}");
        let played = row.moves.iter().filter(|ply| ply.kind == PlyKind::Move).count();
        assert_eq!(played, usize::from(accepted));
    }
}

/// The wall clock, which the server on this machine shares.
fn now_us() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).expect("after 1970");
    since.as_micros() as i64
}
