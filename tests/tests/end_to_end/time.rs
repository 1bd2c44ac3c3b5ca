//! Forfeits on time.

use std::time::Duration;

use zeitnot_bindings::{GameStatus, saw_turn};
use zeitnot_tests::{LIMIT, Player, Server, Wire, mark};

#[test]
fn who_lets_the_clock_run_out_forfeits_at_the_deadline() {
    let server = Server::start();
    let (ann, bob) = (Player::join(&server), Player::join(&server));
    // Whatever else the machine does meanwhile may keep a message waiting: one quiet game of five will do.
    let late: Vec<i64> = (0..5).map_while(|_| late_forfeit(&ann, &bob)).collect();
    assert!(late.len() < 5, "Bob was told {late:?} microseconds after the deadlines");
}

/// Lets the clock run out, and gives how long after the deadline the loser was told if it was long.
fn late_forfeit(ann: &Player, bob: &Player) -> Option<i64> {
    let game = ann.open("tic-tac-toe", "turn:1s").id;
    bob.take_seat(&game.to_string()).expect("a free seat");
    ann.mark(game, 1, 1).expect("a legal move");
    let deadline = bob.wait_for(game, "his turn", |row| row.ply() == 1).turn().deadline.expect("a deadline");
    let row = bob.wait_for_end(game);
    let late = now_us() - deadline.to_micros_since_unix_epoch();
    assert_eq!((&row.winners, row.ending.as_str()), (&vec![0], "time"));
    assert_eq!(
        row.ended_at,
        Some(deadline),
        "the time of loss is the deadline, not when the timer got its turn"
    );
    assert!(late >= 0, "Bob was told {late} microseconds after the deadline");
    assert_eq!(ann.wait_for_end(game).winners, [0]);
    let refused = bob.act(game, 1, mark(0, 0)).expect_err("the game is over");
    assert!(refused.starts_with("game_over:"), "{refused}");
    (late >= 100_000).then_some(late)
}

#[test]
fn moves_in_time_keep_the_game_going_past_many_limits() {
    let server = Server::start();
    let (ann, bob) = (Player::join(&server), Player::join(&server));
    let game = ann.open("tic-tac-toe", "turn:1s").id;
    bob.take_seat(&game.to_string()).expect("a free seat");
    // Each player moves when most of the turn is gone; together they take several times the limit. The pauses
    // are what is tested: a turn that begins anew has all of its time.
    let cells = [(0, 0), (0, 1), (0, 2), (1, 1), (1, 0)];
    for (player, (row, column)) in [&ann, &bob].into_iter().cycle().zip(cells) {
        player.wait_for(game, "the turn", |it| it.is_my_turn());
        std::thread::sleep(Duration::from_millis(600));
        player.mark(game, row, column).expect("in time");
    }
    let row = bob.wait_for(game, "the last move", |row| row.ply() == 5);
    assert_eq!(row.status, GameStatus::Live);
    assert!(row.moves.iter().map(|ply| ply.used_us).sum::<u64>() > 2_500_000);
}

#[test]
fn with_three_players_the_late_one_is_out_and_the_others_go_on() {
    let server = Server::start();
    let players = [(); 3].map(|()| Player::join(&server));
    let waiting = players[0].open("mnk:rows=4,columns=4,strike=4,seats=3", "turn:1s");
    for player in &players[1..] {
        player.take_seat(&waiting.code).expect("a free seat");
    }
    let row = players[1].wait_for(waiting.id, "the turn to pass", |row| row.to_move() == [1]);
    assert_eq!(row.players.iter().map(|party| party.out).collect::<Vec<_>>(), [true, false, false]);
    assert_eq!(row.status, GameStatus::Live);
    let row = players[2].wait_for_end(waiting.id);
    assert_eq!((&row.winners, row.ending.as_str()), (&vec![2], "time"));
}

#[test]
fn a_player_far_away_is_given_the_way_back() {
    let server = Server::start();
    // 150 ms there and 150 ms back.
    let wire = Wire::of_length(server.address(), Duration::from_millis(150));
    let (ann, bob) = (Player::connect(&wire.url(), server.database(), None), Player::join(&server));
    let game = bob.open("tic-tac-toe", "turn:60s").id;
    ann.take_seat(&game.to_string()).expect("a free seat");
    for column in 0..2 {
        bob.mark(game, 0, column).expect("a legal move");
        let row = ann.wait_for(game, "her turn", |row| row.to_move() == [1]);
        // The two go out together: the first says that the turn has been seen, the second is her move.
        let ply = row.ply();
        let seen =
            ann.send(|reducers, answer| reducers.saw_turn_then(game, ply, answer.take()).expect("sent"));
        ann.act(game, ply, mark(1, column)).expect("a legal move");
        seen.recv_timeout(LIMIT).expect("an answer").expect("she is on move");
    }
    let row = bob.wait_for(game, "her moves", |row| row.ply() == 4);
    for ply in row.moves.iter().filter(|ply| ply.seat == 1) {
        assert!(ply.used_us < 150_000, "{} microseconds of the way were counted as hers", ply.used_us);
    }
}

/// The wall clock, which a server on this machine shares.
fn now_us() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).expect("after 1970");
    since.as_micros() as i64
}
