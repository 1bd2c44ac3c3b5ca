//! One client's WebSocket, from the moment the module has let it in.

mod frame;
mod gate;
mod reading;
mod writing;

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use engine::client::{ClientConnection, ClientConnectionReceiver};
use futures_util::{SinkExt, StreamExt};
use tokio_util::task::TaskTracker;

use crate::host::Shared;
use crate::serving::Origin;
use gate::Gate;

/// The server asks for a sign of life this often.
const PING_INTERVAL: Duration = Duration::from_secs(15);

/// A client from which nothing has come for this long, not even an answer to a ping, is given up.
const LONGEST_SILENCE: Duration = Duration::from_secs(30);

/// A client that takes nothing in for this long is given up.
const LONGEST_WRITE: Duration = Duration::from_secs(30);

/// How long a client that is being closed gets to answer.
const CLOSING_TIME: Duration = Duration::from_millis(500);

/// Why a connection ends.
#[derive(Debug, PartialEq, Eq)]
enum Ending {
    /// The client closed it, or the network did.
    Gone,
    /// Nothing has been heard from the client for [`LONGEST_SILENCE`].
    Silent,
    /// The client has taken nothing in for [`LONGEST_WRITE`].
    Stuck,
    /// The client sent something that is no message.
    Malformed(String),
    /// The module has been replaced by one that its clients cannot talk to, or has stopped.
    ModuleGone,
    /// The host is stopping.
    Stopping,
}

impl Ending {
    /// What the client is told, if there is still somebody to tell.
    fn close_frame(&self) -> Option<CloseFrame> {
        let (code, reason) = match self {
            Self::Gone | Self::Stuck => return None,
            Self::Silent => (close_code::AWAY, "nothing was heard from you"),
            Self::Malformed(reason) => (close_code::INVALID, reason.as_str()),
            Self::ModuleGone => (close_code::AWAY, "the database has stopped"),
            Self::Stopping => (close_code::AWAY, "the server is stopping"),
        };
        Some(CloseFrame { code, reason: fit_to_frame(reason).into() })
    }
}

/// Carries messages both ways until the connection ends, and then takes leave of the module.
pub async fn run(
    client: ClientConnection,
    outbox: ClientConnectionReceiver,
    socket: WebSocket,
    origin: Origin,
    shared: Arc<Shared>,
) {
    // The engine aborts this task when the client falls too far behind, hence a guard.
    let departure = Departure { client: Some(client.clone()), tasks: shared.tasks.clone() };
    let (mut sink, mut stream) = socket.split();
    let mut watcher = client.clone();
    let gate = Gate::default();
    // One task for both directions spares a wake-up a message. A write that waits for a slow
    // client leaves the reading side free all the same, as far as the gate lets it go.
    let ending = tokio::select! {
        ending = reading::read(&mut stream, &client, origin, &shared, &gate) => ending,
        ending = writing::write(&mut sink, outbox, &client, &gate) => ending,
        _ = watcher.watch_module_host() => Ending::ModuleGone,
        () = shared.stopping.cancelled() => Ending::Stopping,
    };
    tracing::debug!(client = %client.id, ?ending, "connection ends");
    if let Some(frame) = ending.close_frame() {
        let goodbye = async {
            if sink.send(Message::Close(Some(frame))).await.is_ok() {
                while let Some(Ok(_)) = stream.next().await {}
            }
        };
        let _ = tokio::time::timeout(CLOSING_TIME, goodbye).await;
    }
    departure.take().await;
}

/// Closes the socket of a client that the module does not let in, and tells it why.
pub async fn turn_away(socket: &mut WebSocket, reason: &str) {
    let frame = CloseFrame { code: close_code::POLICY, reason: fit_to_frame(reason).into() };
    let _ = tokio::time::timeout(CLOSING_TIME, socket.send(Message::Close(Some(frame)))).await;
}

/// Tells the module that the client is gone, however the connection ends.
struct Departure {
    client: Option<ClientConnection>,
    tasks: TaskTracker,
}

impl Departure {
    async fn take(mut self) {
        if let Some(client) = self.client.take() {
            let tasks = self.tasks.clone();
            // In a task of its own, which is not cut short when this one is.
            let _ = tasks.spawn(client.disconnect()).await;
        }
    }
}

impl Drop for Departure {
    fn drop(&mut self) {
        if let Some(client) = self.client.take() {
            self.tasks.spawn(client.disconnect());
        }
    }
}

/// The beginning of `reason` that fits into a close frame: 123 bytes (RFC 6455, section 5.5).
fn fit_to_frame(reason: &str) -> &str {
    &reason[..reason.floor_char_boundary(123)]
}

#[cfg(test)]
mod tests {
    use super::fit_to_frame;

    #[test]
    fn a_close_reason_is_cut_between_characters() {
        assert_eq!(fit_to_frame("short"), "short");
        // 62 times 2 bytes: the 62nd would end at byte 124.
        assert_eq!(fit_to_frame(&"é".repeat(62)), "é".repeat(61));
    }
}
