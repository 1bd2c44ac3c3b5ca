//! How long a player waits for the answer to a move. It stands apart from the other tests, which would take the
//! processor from it.

use std::time::{Duration, Instant};

use zeitnot_bindings::limit_calls;
use zeitnot_tests::{Player, Server, mark};

/// The most that the median may be, with a debug build of the server and every move on the disk before its
/// answer.
const MEDIAN: Duration = Duration::from_millis(5);

/// Something else may run on the same cores. One quiet round is enough to show what the server can do; none in
/// so many would show that it cannot.
const ROUNDS: usize = 40;

/// X O X / X O O / O X X: a whole board.
const MOVES: [(u8, u8); 9] = [(0, 0), (0, 1), (0, 2), (1, 1), (1, 0), (1, 2), (2, 1), (2, 0), (2, 2)];

#[test]
fn a_move_is_answered_within_five_milliseconds() {
    let Some(server) = Server::start_local() else { return };
    // Nobody moves as often as they do.
    let owner = Player::return_to(&server, &server.owner_token());
    owner
        .call(|reducers, answer| reducers.limit_calls_then(0, answer.take()).expect("sent"))
        .expect("the owner may");
    let (ann, bob) = (Player::join(&server), Player::join(&server));
    let mut medians = Vec::new();
    for _ in 0..ROUNDS {
        let mut waits: Vec<Duration> = (0..5).flat_map(|_| game(&ann, &bob)).collect();
        waits.sort();
        let median = waits[waits.len() / 2];
        if median < MEDIAN {
            return;
        }
        medians.push(median);
    }
    panic!("the medians of {ROUNDS} rounds were {medians:?}");
}

/// Plays a game and gives how long each move waited for its answer.
fn game(ann: &Player, bob: &Player) -> Vec<Duration> {
    let game = ann.open("tic-tac-toe", "").id;
    bob.take_seat(&game.to_string()).expect("a free seat");
    let turns = [ann, bob].into_iter().cycle().zip(0..).zip(MOVES);
    turns
        .map(|((player, ply), (row, column))| {
            player.wait_for(game, "the turn", |it| it.ply() == ply && it.is_my_turn());
            let sent = Instant::now();
            player.act(game, ply, mark(row, column)).expect("a legal move");
            sent.elapsed()
        })
        .collect()
}
