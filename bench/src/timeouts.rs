//! Games that end because nobody moves, and how late their players hear of it.

use std::collections::HashSet;
use std::time::{Duration, Instant, SystemTime};

use anyhow::{Context, Result, bail};
use spacetimedb_lib::{Identity, Timestamp, bsatn};
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::{sleep_until, timeout};
use zeitnot_bindings::Seat;

use crate::spacetime::Client;
use crate::systems::on_host::{OnHost, subscribe};
use crate::systems::zeitnot::{Start, Zeitnot, send_start, tic_tac_toe};

/// The players who are connected and wait for their games to end.
const WAITING: usize = 100;

/// A turn of those games.
const TURN: Duration = Duration::from_secs(3);

/// They begin at this distance, so that they end one after the other.
const DISTANCE: Duration = Duration::from_millis(4);

/// What is not heard of by then after it was due never came.
const LONGEST_WAIT: Duration = Duration::from_secs(60);

/// Players of such games.
pub struct Timeouts {
    players: Vec<Identity>,
    ends: mpsc::UnboundedReceiver<End>,
    /// Those that were heard of.
    known: HashSet<u64>,
    begun: usize,
    _listening: JoinSet<Result<()>>,
}

/// A game has ended on time, and a player has just been told.
struct End {
    game: u64,
    late: Duration,
}

impl Timeouts {
    /// Connects the players.
    pub async fn new(system: &OnHost<Zeitnot>) -> Result<Self> {
        let clock = WallClock::now();
        let (sender, ends) = mpsc::unbounded_channel();
        let (mut players, mut listening) = (Vec::new(), JoinSet::new());
        for _ in 0..WAITING {
            let mut client = system.host().client().await?;
            subscribe::<Zeitnot>(&mut client).await?;
            players.push(client.identity());
            listening.spawn(listen(client, clock, sender.clone()));
        }
        Ok(Self { players, ends, known: HashSet::new(), begun: 0, _listening: listening })
    }

    /// How long so many take.
    pub fn expected(&self, count: usize) -> Duration {
        DISTANCE * count as u32 + TURN
    }

    /// Begins so many games and gives how late each player was told of the end.
    pub async fn lateness(&mut self, owner: &mut Client, count: usize) -> Result<Vec<Duration>> {
        let config = tic_tac_toe(&format!("turn:{}s", TURN.as_secs()));
        let begun = Instant::now();
        let mut last = 0;
        for number in 0..count {
            sleep_until((begun + DISTANCE * number as u32).into()).await;
            self.begun += 1;
            let player = *self.players.get(self.begun % WAITING).context("nobody waits")?;
            let players = vec![player, absent(self.begun % WAITING)];
            let game = Start { players, key: format!("timeout {}", self.begun) };
            last = send_start(owner, &config, game).await?;
        }
        owner.answer(last).await?;
        let mut late = Vec::with_capacity(count);
        while late.len() < count {
            let end = timeout(TURN + LONGEST_WAIT, self.ends.recv()).await;
            let Some(end) = end.context("a timer did not fire")? else { bail!("nobody listens any more") };
            if self.known.insert(end.game) {
                late.push(end.late);
            }
        }
        Ok(late)
    }
}

async fn listen(mut client: Client, clock: WallClock, ends: mpsc::UnboundedSender<End>) -> Result<()> {
    loop {
        let arrival = client.receive().await?;
        for row in arrival.news.rows().iter().filter(|row| &*row.table == "seat") {
            let row: Seat = bsatn::from_slice(&row.bytes)?;
            // The end is the deadline, however late the timer was.
            let Some(ended_at) = row.ended_at.filter(|_| row.ending == "time") else { continue };
            let _ = ends.send(End { game: row.id, late: clock.since(ended_at, arrival.at) });
        }
    }
}

/// Opponents who never connect.
fn absent(number: usize) -> Identity {
    let mut bytes = [0xab; 32];
    bytes[24..].copy_from_slice(&(number as u64).to_be_bytes());
    Identity::from_be_byte_array(bytes)
}

/// What the wall clock, which the server reads too, says at a moment of the monotonic one.
#[derive(Clone, Copy)]
struct WallClock {
    at: Instant,
    wall: SystemTime,
}

impl WallClock {
    fn now() -> Self {
        Self { at: Instant::now(), wall: SystemTime::now() }
    }

    /// How long after `then` it was.
    fn since(&self, then: Timestamp, at: Instant) -> Duration {
        let wall = self.wall + at.saturating_duration_since(self.at);
        wall.duration_since(then.into()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lateness_is_counted_on_from_the_wall_clock() {
        let clock = WallClock { at: Instant::now(), wall: SystemTime::UNIX_EPOCH + Duration::from_secs(100) };
        let due = Timestamp::from_micros_since_unix_epoch(101_000_000);
        assert_eq!(clock.since(due, clock.at + Duration::from_millis(1250)), Duration::from_millis(250));
        // Another clock may be a little behind: that is not late.
        assert_eq!(clock.since(due, clock.at), Duration::ZERO);
    }
}
