//! Moves of many players in one transaction. What comes in while a connection is busy goes out together as soon as one
//! is free: nobody waits on purpose, and the more there is to do the less each move costs.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result};
use tokio::sync::{Mutex, mpsc, oneshot};
use tokio::task::JoinSet;

use super::database::{Call, Connection, Moved};

/// How many moves go into one transaction.
const AT_ONCE: usize = 128;

/// A move that waits for a connection.
struct Waiting {
    call: Call,
    answer: oneshot::Sender<Moved>,
}

/// Connections that carry batches.
pub struct Batches {
    queue: mpsc::UnboundedSender<Waiting>,
}

impl Batches {
    /// Opens so many connections. A task that carries one ends with an error when the database does.
    pub async fn open(number: usize, sockets: &Path, carried: &mut JoinSet<Result<()>>) -> Result<Self> {
        let (queue, waiting) = mpsc::unbounded_channel();
        let waiting = Arc::new(Mutex::new(waiting));
        for _ in 0..number {
            let connection = Connection::open(sockets, carried).await?;
            carried.spawn(carry(connection, waiting.clone()));
        }
        Ok(Self { queue })
    }

    /// A move, which is checked and committed when this returns.
    pub async fn make_move(&self, call: Call) -> Result<Moved> {
        let (answer, moved) = oneshot::channel();
        self.queue.send(Waiting { call, answer }).ok().context("no connection is left")?;
        moved.await.context("the connection was lost")
    }
}

async fn carry(connection: Connection, waiting: Arc<Mutex<mpsc::UnboundedReceiver<Waiting>>>) -> Result<()> {
    let mut batch = Vec::with_capacity(AT_ONCE);
    while waiting.lock().await.recv_many(&mut batch, AT_ONCE).await > 0 {
        let calls: Vec<Call> = batch.iter().map(|waiting: &Waiting| waiting.call).collect();
        let moved = connection.make_moves(&calls).await?;
        for (waiting, moved) in batch.drain(..).zip(moved) {
            // The player may have left.
            let _ = waiting.answer.send(moved);
        }
    }
    Ok(())
}
