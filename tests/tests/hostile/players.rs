//! Those who only want to play.

use std::fmt;
use std::iter::Sum;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread;
use std::time::{Duration, Instant};

use zeitnot_tests::{Player, Server, mark};

/// How long each of them thinks.
const THOUGHT: Duration = Duration::from_millis(40);

/// Pairs of them.
const PAIRS: usize = 2;

/// X O X / X O O / O X X: a whole board.
const MOVES: [(u8, u8); 9] = [(0, 0), (0, 1), (0, 2), (1, 1), (1, 0), (1, 2), (2, 1), (2, 0), (2, 2)];

pub struct Players {
    pairs: Vec<(Player, Player)>,
}

/// How long moves have waited for their answers.
#[derive(Clone, Debug)]
pub struct Times {
    waits: Vec<Duration>,
    pub median: Duration,
    /// 99 of a hundred waited no longer.
    pub slowest_hundredth: Duration,
}

impl Players {
    /// They come, and have not begun yet.
    pub fn sit_down(server: &Server) -> Self {
        Self { pairs: (0..PAIRS).map(|_| (Player::join(server), Player::join(server))).collect() }
    }

    /// They play while something else is done.
    pub fn during(&self, act: impl FnOnce()) -> Times {
        let done = AtomicBool::new(false);
        let waits = thread::scope(|scope| {
            let playing: Vec<_> =
                self.pairs.iter().map(|(one, other)| scope.spawn(|| play_until(&done, one, other))).collect();
            let stop = Stop(&done);
            act();
            drop(stop);
            playing.into_iter().flat_map(|player| player.join().expect("they play on")).collect()
        });
        Times::of(waits)
    }
}

/// Lets the players finish, whatever becomes of what is done meanwhile.
struct Stop<'a>(&'a AtomicBool);

impl Drop for Stop<'_> {
    fn drop(&mut self) {
        self.0.store(true, SeqCst);
    }
}

fn play_until(done: &AtomicBool, one: &Player, other: &Player) -> Vec<Duration> {
    let mut waits = Vec::new();
    while !done.load(SeqCst) {
        let game = one.open("tic-tac-toe", "").id;
        other.take_seat(&game.to_string()).expect("a free seat");
        for ((player, ply), (row, column)) in [one, other].into_iter().cycle().zip(0..).zip(MOVES) {
            player.wait_for(game, "the turn", |it| it.ply() == ply && it.is_my_turn());
            thread::sleep(THOUGHT);
            let sent = Instant::now();
            player.act(game, ply, mark(row, column)).expect("a legal move");
            waits.push(sent.elapsed());
        }
        one.wait_for_end(game);
        other.wait_for_end(game);
    }
    waits
}

impl Times {
    fn of(mut waits: Vec<Duration>) -> Self {
        waits.sort();
        let at = |hundredth: usize| waits.get(waits.len() * hundredth / 100).copied().unwrap_or_default();
        Self { median: at(50), slowest_hundredth: at(99), waits }
    }
}

impl Sum for Times {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        Self::of(all.flat_map(|times| times.waits).collect())
    }
}

impl fmt::Display for Times {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (moves, median, worst) = (self.waits.len(), self.median, self.slowest_hundredth);
        write!(f, "{moves} moves, median {median:.1?}, 99 of 100 within {worst:.1?}")
    }
}
