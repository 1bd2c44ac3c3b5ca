//! How often somebody may ask.

use std::time::{Duration, Instant};

use zeitnot_tests::{Player, Raw, Server, http};

const SQL: &str = "POST /v1/database/zeitnot/sql";
const ARCHIVE: &str = "POST /v1/database/zeitnot/call/my_archive";

/// Asks so often, each time as soon as the last answer is there, and gives the answers that are refusals.
fn refused(server: &Server, times: usize, line: &str, token: Option<&str>) -> Vec<http::Answer> {
    let body: &[u8] = if line == SQL { b"SELECT * FROM me" } else { b"[0]" };
    let ask = |_| http::request(server.address(), line, token, body).expect("the server answers");
    let answers = (0..times).map(ask).collect::<Vec<_>>();
    assert!(answers.iter().all(|answer| matches!(answer.status, 200 | 429)), "{answers:?}");
    answers.into_iter().filter(|answer| answer.status == 429).collect()
}

#[test]
fn who_asks_too_often_over_http_is_told_when_to_come_back() {
    let Some(server) = Server::start_local_with(&["--asks-per-player", "1"]) else { return };
    let (ann, bob) = (Player::join(&server), Player::join(&server));
    for (player, line) in [(&ann, SQL), (&bob, ARCHIVE)] {
        // Three seconds' worth at once, and hardly one more meanwhile: the player's own connection has asked one.
        let refused = refused(&server, 20, line, Some(&player.token));
        let refusal = refused.last().expect("it was too often");
        assert_eq!(refusal.body, "too_fast: a player may ask 1 things a second");
        let pause = refusal.retry_after().expect("it says when");
        assert!(pause <= Duration::from_secs(3), "{pause:?}");
        std::thread::sleep(pause);
        let body: &[u8] = if line == SQL { b"SELECT * FROM me" } else { b"[0]" };
        let again = http::request(server.address(), line, Some(&player.token), body);
        assert_eq!(again.expect("the server answers").status, 200);
    }
    assert!(refused(&server, 20, SQL, Some(&server.owner_token())).is_empty(), "the owner may");
}

#[test]
fn whoever_comes_without_a_token_each_time_is_known_by_their_address() {
    let Some(server) = Server::start_local_with(&["--asks-per-address", "2"]) else { return };
    let refused = refused(&server, 30, SQL, None);
    let refusal = refused.last().expect("it was too often");
    assert_eq!(refusal.body, "too_fast: an address may ask 2 things a second");
}

#[test]
fn over_a_connection_questions_wait_for_their_turn_and_moves_of_others_do_not() {
    let Some(server) = Server::start_local_with(&["--asks-per-player", "4"]) else { return };
    let (ann, bob) = (Player::join(&server), Player::join(&server));
    let game = ann.play_against(&bob, "");
    let mut eve = Raw::connect(&server, None).expect("the server lets everybody in");
    let started = Instant::now();
    // Twelve at once, and one each quarter of a second: all of them are answered.
    for _ in 0..20 {
        eve.ask("SELECT * FROM broadcast").expect("an answer");
    }
    assert!(started.elapsed() >= Duration::from_millis(1_900), "{:?}", started.elapsed());
    let row = ann.wait_for(game, "the start", |_| true);
    let first = if row.is_my_turn() { &ann } else { &bob };
    first.mark(game, 1, 1).expect("a legal move");
}
