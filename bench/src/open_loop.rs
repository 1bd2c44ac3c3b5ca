//! As strangers come: moves at a fixed rate, whether or not the server keeps up. How long a move took counts from
//! when it was to be made, so that a server that stands still is not spared the moves that nobody could send meanwhile
//! ("coordinated omission").

use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use tokio::sync::mpsc;
use tokio::task::JoinSet;

use crate::system::{Pair, Timing};
use crate::table::Table;

/// A move, and when it was to be sent.
pub struct Due {
    pub at: Instant,
    pub timing: Timing,
}

impl Due {
    /// From when it was due to the mover's answer.
    pub fn ack(&self) -> Duration {
        self.timing.answered - self.at
    }

    /// From when it was due to the opponent's receipt.
    pub fn seen(&self) -> Duration {
        self.timing.seen - self.at
    }
}

/// Has the tables make so many moves a second, one after the other in turn, for some time. Gives the moves that
/// were due in it, and how long all of them took.
pub async fn measure<P: Pair>(
    tables: Vec<Table<P>>,
    rate: f64,
    time: Duration,
) -> Result<(Vec<Table<P>>, Vec<Due>, Duration)> {
    let mut games = JoinSet::new();
    let mut queues = Vec::with_capacity(tables.len());
    for table in tables {
        let (queue, due) = mpsc::unbounded_channel();
        queues.push(queue);
        games.spawn(play(table, due));
    }
    let start = Instant::now();
    // On a thread of its own: the runtime's timers come to the next millisecond only.
    std::thread::spawn(move || {
        for (number, queue) in (0..).zip(queues.iter().cycle()) {
            let offset = due_after(number, rate);
            if offset >= time {
                break;
            }
            std::thread::sleep((start + offset).saturating_duration_since(Instant::now()));
            let _ = queue.send(start + offset);
        }
    });
    let (mut tables, mut moves) = (Vec::new(), Vec::new());
    while let Some(played) = games.join_next().await {
        let (table, mut its_moves) = played.context("a game's task")??;
        tables.push(table);
        moves.append(&mut its_moves);
    }
    Ok((tables, moves, start.elapsed()))
}

/// When the move of this number is due, from the start.
fn due_after(number: u32, rate: f64) -> Duration {
    Duration::from_secs_f64(f64::from(number) / rate)
}

async fn play<P: Pair>(
    mut table: Table<P>,
    mut due: mpsc::UnboundedReceiver<Instant>,
) -> Result<(Table<P>, Vec<Due>)> {
    let mut moves = Vec::new();
    while let Some(at) = due.recv().await {
        moves.push(Due { at, timing: table.step().await? });
    }
    Ok((table, moves))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawn_game::Ply;

    /// Answers at once, but stands still at the first move.
    struct Sluggish {
        stands_still: Option<Duration>,
    }

    impl Pair for Sluggish {
        async fn begin(&mut self) -> Result<()> {
            Ok(())
        }

        async fn play(&mut self, _: Ply) -> Result<Timing> {
            let sent = Instant::now();
            if let Some(time) = self.stands_still.take() {
                tokio::time::sleep(time).await;
            }
            let at = Instant::now();
            Ok(Timing { sent, answered: at, seen: at })
        }
    }

    #[test]
    fn moves_are_due_at_even_distances() {
        assert_eq!(due_after(0, 1000.0), Duration::ZERO);
        assert_eq!(due_after(250, 1000.0), Duration::from_millis(250));
    }

    #[tokio::test]
    async fn moves_that_could_not_be_sent_while_the_server_stood_still_are_late() {
        let still = Duration::from_millis(200);
        let table = Table::new(Sluggish { stands_still: Some(still) }).unwrap();
        // A hundred moves are due while it stands still.
        let (_, moves, _) = measure(vec![table], 1000.0, still / 2).await.unwrap();
        assert_eq!(moves.len(), 100);
        // By the time of sending only the first was late; by the time that they were due, all were, by half at least.
        assert!(moves.iter().all(|it| it.seen() >= still / 2), "the soonest came too soon");
        assert_eq!(moves.iter().filter(|it| it.timing.seen_after() >= still / 2).count(), 1);
    }
}
