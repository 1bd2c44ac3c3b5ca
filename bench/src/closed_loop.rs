//! As people play: each game has one move in flight, and the next one follows at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::cpu;
use crate::summary::Latency;
use crate::system::{Pair, Timing};
use crate::table::Table;

/// Moves that each game makes on the average, or a window is too short to say how long one takes.
const MOVES_A_GAME: usize = 2;

/// Moves that all games together make at least.
const MOVES: usize = 50;

/// How long a window is drawn out until there are so many, and the warm-up until each game has made one.
const LONGEST: Duration = Duration::from_secs(25);

/// How often it is looked whether there are enough.
const GLANCE: Duration = Duration::from_millis(10);

/// What was measured.
pub struct Sample {
    /// The moves that were seen by both within the time, in no order.
    pub moves: Vec<Timing>,
    /// At once.
    pub games: usize,
    pub time: Duration,
    /// The servers' processor time within it.
    pub used: Duration,
}

impl Sample {
    /// How long moves took until the mover and the opponent knew; `None` if too few came to an end to tell.
    pub fn latencies(&self) -> Result<Option<(Latency, Latency)>> {
        if self.moves.len() < enough(self.games) {
            return Ok(None);
        }
        let ack = Latency::of(self.moves.iter().map(Timing::ack))?;
        let seen = Latency::of(self.moves.iter().map(Timing::seen_after))?;
        Ok(Some((ack, seen)))
    }
}

/// How many moves a window of so many games should have.
fn enough(games: usize) -> usize {
    (MOVES_A_GAME * games).max(MOVES)
}

/// How far all games are.
#[derive(Default)]
struct Course {
    moves: AtomicUsize,
    over: AtomicBool,
}

/// Lets all tables play for some time, after a shorter one that does not count. Both are drawn out for a system so slow
/// that it would be measured by the few moves that happen to be fast.
pub async fn measure<P: Pair>(
    tables: Vec<Table<P>>,
    warm_up: Duration,
    time: Duration,
    processes: &[u32],
) -> Result<(Vec<Table<P>>, Sample)> {
    let games = tables.len();
    let course = Arc::new(Course::default());
    let mut playing = JoinSet::new();
    for table in tables {
        playing.spawn(play(table, course.clone()));
    }
    wait(&mut playing, &course, warm_up, games).await?;
    let (from, before) = (Instant::now(), cpu::used(processes)?);
    // A game that begins anew just now has its last move, which ended before, counted afterwards.
    let wanted = course.moves.load(Ordering::Relaxed) + enough(games) + games;
    wait(&mut playing, &course, time, wanted).await?;
    let (until, used) = (Instant::now(), cpu::used(processes)?.saturating_sub(before));
    course.over.store(true, Ordering::Relaxed);
    let mut sample = Sample { moves: Vec::new(), games, time: until - from, used };
    let mut tables = Vec::with_capacity(games);
    while let Some(played) = playing.join_next().await {
        let (table, moves) = played.context("a game's task")??;
        tables.push(table);
        sample.moves.extend(moves.into_iter().filter(|it| (from..until).contains(&it.seen.max(it.answered))));
    }
    Ok((tables, sample))
}

type Played<P> = Result<(Table<P>, Vec<Timing>)>;

/// Waits for so long, and until there are so many moves. A game that breaks off is an error at once.
async fn wait<P: Pair>(
    playing: &mut JoinSet<Played<P>>,
    course: &Course,
    time: Duration,
    moves: usize,
) -> Result<()> {
    let begun = Instant::now();
    loop {
        let passed = begun.elapsed();
        let is_enough = course.moves.load(Ordering::Relaxed) >= moves || passed >= LONGEST;
        if passed >= time && is_enough {
            return Ok(());
        }
        let rest = time.saturating_sub(passed);
        let pause = if rest.is_zero() { GLANCE } else { rest };
        tokio::select! {
            Some(broken) = playing.join_next() => {
                broken.context("a game's task")??;
                bail!("a game ended before it was over");
            }
            () = sleep(pause) => {}
        }
    }
}

async fn play<P: Pair>(mut table: Table<P>, course: Arc<Course>) -> Played<P> {
    let mut moves = Vec::new();
    while !course.over.load(Ordering::Relaxed) {
        moves.push(table.step().await?);
        course.moves.fetch_add(1, Ordering::Relaxed);
    }
    Ok((table, moves))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawn_game::Ply;

    /// Takes so long for each move.
    struct Slow(Duration);

    impl Pair for Slow {
        async fn begin(&mut self) -> Result<()> {
            Ok(())
        }

        async fn play(&mut self, ply: Ply) -> Result<Timing> {
            let sent = Instant::now();
            sleep(self.0).await;
            if self.0.is_zero() {
                bail!("no move {}", ply.number);
            }
            let at = Instant::now();
            Ok(Timing { sent, answered: at, seen: at })
        }
    }

    fn tables(count: usize, each: Duration) -> Vec<Table<Slow>> {
        (0..count).map(|_| Table::new(Slow(each)).unwrap()).collect()
    }

    #[tokio::test]
    async fn a_slow_system_is_given_the_time_for_some_moves_of_each_game() {
        let (each, time) = (Duration::from_millis(100), Duration::from_millis(10));
        let (back, sample) = measure(tables(40, each), time, time, &[std::process::id()]).await.unwrap();
        assert_eq!(back.len(), 40);
        assert!(sample.moves.len() >= 80, "{}", sample.moves.len());
        assert!(sample.time >= each, "{:?}", sample.time);
        let (_, seen) = sample.latencies().unwrap().unwrap();
        assert!(seen.p50 >= 100_000.0, "{seen:?}");
    }

    #[tokio::test]
    async fn a_game_that_breaks_off_ends_it() {
        let time = Duration::from_millis(10);
        let error =
            measure(tables(1, Duration::ZERO), time, time, &[std::process::id()]).await.err().unwrap();
        assert!(format!("{error:#}").contains("no move 0"), "{error:#}");
    }

    #[test]
    fn too_few_moves_say_nothing_about_how_long_one_takes() {
        let now = Instant::now();
        let of = |moves, games| Sample {
            moves: vec![Timing { sent: now, answered: now, seen: now }; moves],
            games,
            time: Duration::from_secs(1),
            used: Duration::ZERO,
        };
        assert!(of(511, 256).latencies().unwrap().is_none());
        assert!(of(512, 256).latencies().unwrap().is_some());
        assert!(of(49, 1).latencies().unwrap().is_none());
    }
}
