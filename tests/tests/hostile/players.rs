//! Those who only want to play.

use std::fmt;
use std::iter::Sum;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread;
use std::time::{Duration, Instant};

use zeitnot_tests::{Player, Server, mark};

/// How often a move is due in each game. Moves take a fraction of it in peace, so that a pair that was held up catches up.
const EVERY: Duration = Duration::from_millis(150);

/// Pairs of them.
const PAIRS: usize = 4;

/// X O X / X O O / O X X: a whole board.
const MOVES: [(u8, u8); 9] = [(0, 0), (0, 1), (0, 2), (1, 1), (1, 0), (1, 2), (2, 1), (2, 0), (2, 2)];

pub struct Players {
    pairs: Vec<(Player, Player)>,
}

/// How long it took, each time from when a move was due, until it was answered and the opponent had seen it.
///
/// Not from when it was sent: whoever waits for a server that stands still sends nothing meanwhile, and one long wait
/// would stand for all that should have been sent (Gil Tene, "coordinated omission").
#[derive(Clone, Debug)]
pub struct Times {
    waits: Vec<Duration>,
    pub median: Duration,
    /// 99 of a hundred waited no longer.
    pub slowest_hundredth: Duration,
    /// Nobody waited longer.
    pub longest: Duration,
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
    let mut due = Instant::now();
    while !done.load(SeqCst) {
        // It takes the time of a move, or the first one is late.
        let game = one.open("tic-tac-toe", "").id;
        other.take_seat(&game.to_string()).expect("a free seat");
        let turns = [(one, other), (other, one)].into_iter().cycle();
        for (((player, opponent), ply), (row, column)) in turns.zip(0..).zip(MOVES) {
            due += EVERY;
            // What is late when all is over belongs to it; what is not is played for the end of the game alone.
            let counts = !done.load(SeqCst) || due < Instant::now();
            if counts {
                thread::sleep(due.saturating_duration_since(Instant::now()));
            }
            player.wait_for(game, "the turn", |it| it.ply() == ply && it.is_my_turn());
            player.act(game, ply, mark(row, column)).expect("a legal move");
            opponent.wait_for(game, "the move", |it| it.ply() > ply);
            if counts {
                waits.push(due.elapsed());
            }
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
        let longest = waits.last().copied().unwrap_or_default();
        Self { median: at(50), slowest_hundredth: at(99), longest, waits }
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
        let longest = self.longest;
        write!(
            f,
            "{moves} moves, median {median:.1?}, 99 of 100 within {worst:.1?}, all within {longest:.1?}"
        )
    }
}
