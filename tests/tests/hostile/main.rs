//! Somebody means harm, and the others play on.
//!
//! In a program of its own, since it takes the whole processor. The small edition takes half a minute. The full one has ten
//! thousand connections and lasts some minutes; it wants a limit of 25,000 open files (`ulimit -Hn`), for itself and the
//! server that it starts:
//!
//!     ZEITNOT_HOSTILE=full cargo test -p zeitnot-tests --test hostile -- --nocapture
//!
//! What is sent at random follows from a seed, which is printed; `ZEITNOT_SEED` repeats it.

mod attacks;
mod players;
mod tokens;

use std::time::{Duration, Instant};

use attacks::Attack;
use players::Players;
use zeitnot_tests::Server;

/// How much is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edition {
    Small,
    Full,
}

impl Edition {
    fn of_environment() -> Self {
        match std::env::var("ZEITNOT_HOSTILE") {
            Ok(edition) if edition == "full" => Self::Full,
            Ok(other) => panic!("ZEITNOT_HOSTILE={other:?} is no edition: it is `full`, or not set"),
            Err(_) => Self::Small,
        }
    }

    /// One of two figures.
    pub fn of(self, small: usize, full: usize) -> usize {
        match self {
            Self::Small => small,
            Self::Full => full,
        }
    }

    /// How long each attack lasts.
    pub fn length(self) -> Duration {
        match self {
            Self::Small => Duration::from_secs(2),
            Self::Full => Duration::from_secs(15),
        }
    }
}

/// What a move may take from when it is due at worst, the slowest hundredth left out, beside what it takes in peace.
const TIMES_SLOWER: u32 = 10;

/// In peace nobody is so quick: what is less is the luck of a quiet machine.
const LEAST: Duration = Duration::from_millis(8);

/// What no move at all may take: somebody with a clock of seconds would lose by it.
const STANDSTILL: Duration = Duration::from_secs(2);

/// What the server may keep after all attacks: memory that the allocator has not given back yet, and the rows of players
/// who have come and have not been swept.
const KEPT: u64 = 96 << 20;

/// How long it may take to give the rest back: the module hears of lost connections, and views of clients that have left
/// are dropped by and by.
const GIVEN_BACK_WITHIN: Duration = Duration::from_secs(60);

#[test]
fn the_others_play_on() {
    let edition = Edition::of_environment();
    let seed = match std::env::var("ZEITNOT_SEED") {
        Ok(seed) => seed.parse().unwrap_or_else(|_| panic!("ZEITNOT_SEED={seed:?} is no number")),
        Err(_) => fastrand::u64(..),
    };
    println!("seed {seed}");
    fastrand::seed(seed);
    let most_files = attacks::raise_file_limit();
    let wanted = attacks::files(edition);
    assert!(
        most_files >= wanted,
        "this needs {wanted} open files, and {most_files} are allowed: raise the hard limit (`ulimit -Hn {wanted}`, \
         or `LimitNOFILE` of the service that it runs in)"
    );
    // Few questions: then it is soon too many, however slow the machine is.
    let Some(mut server) = Server::start_local_with(&["--asks-per-player", "5"]) else { return };
    let players = Players::sit_down(&server);

    let normal = players.during(|| std::thread::sleep(2 * edition.length()));
    println!("in peace: {normal}");
    let before = server.memory();
    let bound = TIMES_SLOWER * normal.slowest_hundredth.max(LEAST);
    let mut all = Vec::new();
    for (name, carry_out) in attacks::ALL {
        let attack = Attack { server: &server, edition };
        let times = players.during(|| carry_out(&attack));
        println!("{name}: {times}");
        assert!(server.ended().is_none(), "{name} has ended the server");
        assert!(times.longest <= STANDSTILL.max(bound), "{name}: the server stood still: {times}");
        if edition == Edition::Full {
            assert!(times.slowest_hundredth <= bound, "{name}: {times}, and in peace {normal}");
        }
        all.push(times);
    }
    // So few moves are made during a short attack that their slowest hundredth is a single one.
    let all: players::Times = all.into_iter().sum();
    println!("under attack: {all}");
    assert!(all.slowest_hundredth <= bound, "under attack {all}, and in peace {normal}");

    let Some(before) = before else { return };
    let started = Instant::now();
    let mut now = server.memory().expect("as before");
    while now > before + KEPT {
        assert!(started.elapsed() < GIVEN_BACK_WITHIN, "{} MiB before, {} MiB now", before >> 20, now >> 20);
        std::thread::sleep(Duration::from_millis(200));
        now = server.memory().expect("as before");
    }
    println!("memory: {} MiB before, {} MiB after {:.1?}", before >> 20, now >> 20, started.elapsed());
}
