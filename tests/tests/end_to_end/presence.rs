//! Who is there, by whatever end a connection comes to.

use std::process::{Child, Command, Stdio};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tempfile::TempDir;
use zeitnot_bindings::{GameStatus, Party};
use zeitnot_tests::{Game, Player, Server, beside_the_tests};

/// A client in a process of its own: a bot, which joins a game.
struct Process {
    child: Child,
    _tokens: TempDir,
}

impl Process {
    fn join(server: &Server, code: &str) -> Self {
        let tokens = TempDir::new().expect("a temporary directory");
        let child = Command::new(beside_the_tests("zeitnot"))
            .args(["--server", server.url(), "--database", server.database(), "--tokens"])
            .arg(tokens.path())
            .args(["bot", "--join", code])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .spawn()
            .expect("the program runs");
        Self { child, _tokens: tokens }
    }

    fn signal(&mut self, signal: &str) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args([signal, &pid]).status().expect("the kill command").success());
        self.child.wait().expect("it ends");
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// In how many seconds a game can be claimed from somebody who has just gone.
fn claim_in(party: &Party) -> i64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970").as_micros() as i64;
    let from = party.claim_from.expect("a claim to come").to_micros_since_unix_epoch();
    (from - now + 500_000) / 1_000_000
}

fn begin(server: &Server, ann: &Player) -> (u64, Process) {
    let waiting = ann.open("tic-tac-toe", "absolute:10m");
    let process = Process::join(server, &waiting.code);
    let row =
        ann.wait_for(waiting.id, "the bot", |row| row.status == GameStatus::Live && row.players[1].online);
    assert!(row.players[1].bot, "it says what it is");
    (waiting.id, process)
}

fn gone(row: &Game) -> bool {
    !row.players[1].online
}

#[test]
fn a_client_that_is_killed_is_away_and_its_game_can_be_claimed_later_than_one_that_was_closed() {
    let server = Server::start();
    let ann = Player::join(&server);
    for (signal, seconds) in [("-KILL", 40), ("-TERM", 10)] {
        let (game, mut process) = begin(&server, &ann);
        process.signal(signal);
        let row = ann.wait_for(game, "its absence", gone);
        let claim_in = claim_in(&row.players[1]);
        assert!((seconds - 3..=seconds).contains(&claim_in), "{signal}: in {claim_in} s");
        assert_eq!(row.status, GameStatus::Live, "the clock goes on as usual");
    }
}

#[test]
fn a_player_with_another_window_is_there_still() {
    let server = Server::start();
    let (ann, bob) = (Player::join(&server), Player::join(&server));
    let game = ann.play_against(&bob, "absolute:10m");
    ann.wait_for(game, "his presence", |row| row.players[1].online);
    let window = Player::return_to(&server, &bob.token);
    let token = bob.token.clone();
    drop(bob);
    // Nothing is to be seen of it: for some beats of the heart, which tells games who is there.
    std::thread::sleep(Duration::from_secs(3));
    assert!(ann.wait_for(game, "the game", |_| true).players[1].online);
    drop(window);
    ann.wait_for(game, "his absence", gone);
    let _back = Player::return_to(&server, &token);
    let row = ann.wait_for(game, "his return", |row| row.players[1].online);
    assert_eq!(row.players[1].claim_from, None, "and there is nothing to claim");
}

#[test]
fn after_the_server_was_killed_those_are_there_who_have_come_back() {
    let Some(mut server) = Server::start_local() else { return };
    let (ann, bob) = (Player::join(&server), Player::join(&server));
    let game = ann.play_against(&bob, "absolute:10m");
    server.kill();
    server.start_again();
    let ann = Player::return_to(&server, &ann.token);
    let row = ann.wait_for(game, "who is there", |row| row.players[0].online && gone(row));
    // 40 seconds from the start on; a machine that is busy takes some of them until this is seen.
    let claim_in = claim_in(&row.players[1]);
    assert!((20..=40).contains(&claim_in), "he has time to come back: {claim_in} s");
    let _bob = Player::return_to(&server, &bob.token);
    ann.wait_for(game, "him", |row| row.players[1].online && row.players[1].claim_from.is_none());
}
