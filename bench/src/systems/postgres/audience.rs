//! Who is connected to the front.

use std::collections::HashMap;
use std::sync::{PoisonError, RwLock};

use bytes::Bytes;
use tokio::sync::mpsc;

/// How many messages may wait for a client that reads slowly. One that lets more pile up is let go.
const OUTBOX: usize = 256;

/// The outboxes of all connections, by player. A player may have several.
#[derive(Default)]
pub struct Audience {
    outboxes: RwLock<HashMap<i64, Vec<mpsc::Sender<Bytes>>>>,
}

impl Audience {
    /// Adds a connection, and returns what is to be sent over it. It has left once the receiver is closed.
    pub fn enter(&self, player: i64) -> mpsc::Receiver<Bytes> {
        let (outbox, inbox) = mpsc::channel(OUTBOX);
        let mut outboxes = self.outboxes.write().unwrap_or_else(PoisonError::into_inner);
        let own = outboxes.entry(player).or_default();
        own.retain(|outbox| !outbox.is_closed());
        own.push(outbox);
        inbox
    }

    /// Sends a message to every connection of a player.
    pub fn tell(&self, player: i64, message: &Bytes) {
        let outboxes = self.outboxes.read().unwrap_or_else(PoisonError::into_inner);
        let slow = outboxes.get(&player).is_some_and(|own| {
            own.iter().filter(|outbox| outbox.try_send(message.clone()).is_err()).count() > 0
        });
        drop(outboxes);
        if slow {
            self.forget_the_slow(player);
        }
    }

    /// Drops the outboxes that are closed or full: the connection ends when it has sent what is in them.
    fn forget_the_slow(&self, player: i64) {
        let mut outboxes = self.outboxes.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(own) = outboxes.get_mut(&player) {
            own.retain(|outbox| outbox.capacity() > 0 && !outbox.is_closed());
            if own.is_empty() {
                outboxes.remove(&player);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_connection_of_a_player_is_told_and_nobody_else() {
        let audience = Audience::default();
        let mut devices = [audience.enter(1), audience.enter(1)];
        let mut other = audience.enter(2);
        audience.tell(1, &Bytes::from_static(b"news"));
        for device in &mut devices {
            assert_eq!(device.try_recv().unwrap(), "news");
        }
        assert!(other.try_recv().is_err());
    }

    #[test]
    fn who_does_not_read_is_let_go() {
        let audience = Audience::default();
        let mut inbox = audience.enter(1);
        let news = Bytes::from_static(b"news");
        for _ in 0..=OUTBOX {
            audience.tell(1, &news);
        }
        let read = std::iter::from_fn(|| inbox.try_recv().ok()).count();
        assert_eq!(read, OUTBOX);
        // Not only empty but closed: nobody holds the other end any more.
        assert_eq!(inbox.try_recv(), Err(mpsc::error::TryRecvError::Disconnected));
    }
}
