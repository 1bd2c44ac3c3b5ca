//! What goes to a client.

use axum::extract::ws::{Message, WebSocket};
use bytes::Bytes;
use engine::client::messages::{SerializeBuffer, serialize_v2};
use engine::client::{ClientConnection, ClientConnectionReceiver, OutboundMessage};
use engine::subscription::row_list_builder_pool::BsatnRowListBuilderPool;
use futures_util::SinkExt;
use futures_util::stream::SplitSink;
use spacetimedb_client_api_messages::websocket::common::Compression;
use spacetimedb_client_api_messages::websocket::v2::ServerMessage;
use tokio::time::{Instant, interval_at, timeout};

use super::gate::Gate;
use super::{Ending, LONGEST_WRITE, PING_INTERVAL};

/// How many messages are taken from the engine at once and written together.
const BATCH: usize = 256;

/// Sends what the engine has for the client, and a ping now and then, until the connection ends.
///
/// The engine's queue is bounded: a client that does not keep up is disconnected by it.
pub async fn write(
    sink: &mut SplitSink<WebSocket, Message>,
    mut outbox: ClientConnectionReceiver,
    client: &ClientConnection,
    gate: &Gate,
) -> Ending {
    let mut ping = interval_at(Instant::now() + PING_INTERVAL, PING_INTERVAL);
    let mut batch = Vec::new();
    let mut encoder = Encoder::new(client);
    loop {
        let written = tokio::select! {
            // Waits until a transaction is durable, where the client has asked for that.
            count = outbox.recv_many(&mut batch, BATCH) => {
                if count == 0 {
                    return Ending::ModuleGone;
                }
                let writing = timeout(LONGEST_WRITE, encoder.send_all(sink, &mut batch));
                gate.shut_during(writing).await
            }
            _ = ping.tick() => {
                let writing = timeout(LONGEST_WRITE, sink.send(Message::Ping(Bytes::new())));
                gate.shut_during(writing).await
            }
        };
        match written {
            Ok(Ok(())) => {}
            Ok(Err(error)) => {
                tracing::debug!(client = %client.id, "writing failed: {error}");
                return Ending::Gone;
            }
            Err(_) => return Ending::Stuck,
        }
    }
}

/// Turns messages into bytes, with one buffer for all of them.
struct Encoder {
    /// `None` while the last message's bytes are still in use.
    buffer: Option<SerializeBuffer>,
    rows: BsatnRowListBuilderPool,
    config: engine::client::ClientConfig,
}

impl Encoder {
    fn new(client: &ClientConnection) -> Self {
        Self {
            buffer: None,
            rows: client.module().subscriptions().bsatn_rlb_pool.clone(),
            config: client.config,
        }
    }

    async fn send_all(
        &mut self,
        sink: &mut SplitSink<WebSocket, Message>,
        batch: &mut Vec<OutboundMessage>,
    ) -> Result<(), axum::Error> {
        for message in batch.drain(..) {
            match message {
                OutboundMessage::V2(message) => self.feed(sink, message, self.config.compression).await?,
                // Every client of ours has negotiated version 2, or 3, which frames the same messages.
                OutboundMessage::V1(_) => tracing::error!("the engine sent a message of another protocol"),
            }
        }
        sink.flush().await
    }

    async fn feed(
        &mut self,
        sink: &mut SplitSink<WebSocket, Message>,
        message: ServerMessage,
        compression: Compression,
    ) -> Result<(), axum::Error> {
        let buffer = self.buffer.take().unwrap_or_else(|| SerializeBuffer::new(self.config));
        let (in_use, bytes) = serialize_v2(&self.rows, buffer, message, compression);
        sink.feed(Message::Binary(bytes)).await?;
        self.buffer = in_use.try_reclaim();
        Ok(())
    }
}
