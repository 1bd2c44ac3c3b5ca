//! Keeps a client that does not take its answers in from asking for more of them.
//!
//! What the engine has for a client waits in a queue that is bounded in messages, not in bytes, and
//! the answer to a query may be large. So while a write waits for the client, queries wait as well,
//! and only so many calls are carried out; after that nothing is read from the socket until the write
//! is done or has taken too long. What others' moves bring is bounded by the engine's queue alone:
//! nobody waits for a slow client.

use std::future::Future;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::{Mutex, MutexGuard};

/// How many calls are carried out while a write waits for the client. The answer to one is small.
const CALLS_AHEAD: usize = 256;

/// Between the reading and the writing side of a connection.
#[derive(Default)]
pub struct Gate {
    /// Held while something is written.
    writing: Mutex<()>,
    /// Calls let through since the last write was done.
    calls: AtomicUsize,
}

impl Gate {
    /// Keeps the gate shut for the duration of `write`.
    pub async fn shut_during<Outcome>(&self, write: impl Future<Output = Outcome>) -> Outcome {
        let _writing = self.writing.lock().await;
        let outcome = write.await;
        self.calls.store(0, Ordering::Relaxed);
        outcome
    }

    /// Waits until a query may be carried out.
    pub async fn query(&self) {
        let _: MutexGuard<()> = self.writing.lock().await;
    }

    /// Waits until a call may be carried out.
    pub async fn call(&self) {
        if self.calls.fetch_add(1, Ordering::Relaxed) >= CALLS_AHEAD {
            self.query().await;
            self.calls.store(0, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::future::pending;

    use futures_util::FutureExt;

    use super::{CALLS_AHEAD, Gate};

    #[test]
    fn while_a_write_waits_queries_do_and_calls_after_a_while() {
        let gate = Gate::default();
        assert!(gate.query().now_or_never().is_some());
        let mut write = Box::pin(gate.shut_during(pending::<()>()));
        assert!((&mut write).now_or_never().is_none());

        assert!(gate.query().now_or_never().is_none());
        for call in 0..CALLS_AHEAD {
            assert!(gate.call().now_or_never().is_some(), "call {call}");
        }
        assert!(gate.call().now_or_never().is_none());

        drop(write);
        assert!(gate.query().now_or_never().is_some());
        assert!(gate.call().now_or_never().is_some());
    }
}
