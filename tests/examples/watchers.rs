//! What watching costs: the server's processor time for a move, with more and more watchers of one game.
//!
//!     cargo run -p zeitnot-tests --example watchers -- 0 1 100 1000
//!
//! Takes the `zeitnot-server` beside it, as the end-to-end tests do, so that these have to be built before. Linux
//! only; a thousand watchers need two thousand open files (`ulimit -n`). `docs/watching.md` has figures.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::time::{Duration, Instant};

use spacetimedb_sdk::{DbContext, TableWithPrimaryKey};
use zeitnot_bindings::{BroadcastTableAccess, limit_calls, watch_game};
use zeitnot_tests::{LIMIT, Player, Server};

/// Moves of each game. Nobody has ten in a row by then.
const MOVES: u8 = 60;

/// A round of the sweeper, which brings the number of watchers up to date, and some more.
const SETTLE: Duration = Duration::from_secs(6);

/// What the processor time of a process is counted in.
const TICK: Duration = Duration::from_millis(10);

fn main() {
    let counts = std::env::args().skip(1).map(|count| count.parse().expect("a number of watchers"));
    // All connections share one runtime: each would start one of its own otherwise.
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let _inside = runtime.enter();
    let server = Server::start_local().expect("a server of its own");
    let owner = Player::return_to(&server, &server.owner_token());
    owner
        .call(|reducers, answer| reducers.limit_calls_then(0, answer.take()).expect("sent"))
        .expect("the owner may");
    let (ann, bob) = (Player::join(&server), Player::join(&server));
    let seen = Arc::new(AtomicUsize::new(0));
    let mut watchers = Vec::new();
    for count in counts {
        while watchers.len() < count {
            watchers.push(watcher(&server, &seen));
        }
        let cost = measure(&server, &ann, &bob, &watchers, &seen);
        println!("{:5} watchers: {:6} microseconds a move", watchers.len(), cost.as_micros());
    }
}

/// One who counts the moves that arrive.
fn watcher(server: &Server, seen: &Arc<AtomicUsize>) -> Player {
    let player = Player::join(server);
    let seen = seen.clone();
    player.connection.db.broadcast().on_update(move |_, old, new| {
        if new.moves.len() > old.moves.len() {
            seen.fetch_add(1, SeqCst);
        }
    });
    player
}

/// Plays a game before all of the watchers, each move when everybody has seen the last.
fn measure(server: &Server, ann: &Player, bob: &Player, watchers: &[Player], seen: &AtomicUsize) -> Duration {
    let game = ann.open("mnk:rows=10,columns=10,strike=10", "none").id;
    bob.take_seat(&game.to_string()).expect("a free seat");
    for watcher in watchers {
        watcher
            .call(|reducers, answer| reducers.watch_game_then(game, answer.take()).expect("sent"))
            .expect("a public game");
        let query = format!("SELECT * FROM broadcast WHERE id = {game}");
        watcher.connection.subscription_builder().subscribe([query]);
    }
    std::thread::sleep(SETTLE);
    seen.store(0, SeqCst);
    let idle = used_while(server, || std::thread::sleep(SETTLE));
    let started = Instant::now();
    let used = used_while(server, || {
        for ply in 0..MOVES {
            let mover = if ply % 2 == 0 { ann } else { bob };
            mover.mark(game, ply / 10, ply % 10).expect("a legal move");
            wait_until(|| seen.load(SeqCst) >= watchers.len() * usize::from(ply + 1));
        }
    });
    let idle = idle.mul_f64(started.elapsed().as_secs_f64() / SETTLE.as_secs_f64());
    used.saturating_sub(idle) / u32::from(MOVES)
}

fn wait_until(done: impl Fn() -> bool) {
    let started = Instant::now();
    while !done() {
        assert!(started.elapsed() < LIMIT, "the watchers do not see the move");
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// The server's processor time while something is done.
fn used_while(server: &Server, act: impl FnOnce()) -> Duration {
    let before = used(server);
    act();
    used(server) - before
}

fn used(server: &Server) -> Duration {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", server.process_id())).expect("Linux");
    // The program's name may hold anything, and stands in parentheses. After it, user and system time are the
    // 12th and 13th fields: see proc_pid_stat(5).
    let (_, fields) = stat.rsplit_once(')').expect("a name");
    let ticks =
        fields.split_whitespace().skip(11).take(2).map(|ticks| ticks.parse::<u32>().expect("a number"));
    TICK * ticks.sum::<u32>()
}
