//! What comes from a client.

use std::time::Instant;

use axum::extract::ws::{Message, WebSocket};
use engine::client::{ClientConnection, MessageHandleError};
use futures_util::StreamExt;
use futures_util::stream::SplitStream;
use tokio::time::timeout;

use super::{Ending, LONGEST_SILENCE};

/// Hands each message to the engine, in order, until the connection ends.
pub async fn read(stream: &mut SplitStream<WebSocket>, client: &ClientConnection) -> Ending {
    loop {
        let message = match timeout(LONGEST_SILENCE, stream.next()).await {
            Err(_) => return Ending::Silent,
            Ok(None) => return Ending::Gone,
            Ok(Some(Err(error))) => {
                tracing::debug!(client = %client.id, "reading failed: {error}");
                return Ending::Gone;
            }
            Ok(Some(Ok(message))) => message,
        };
        match message {
            Message::Binary(bytes) => match client.handle_message(bytes, Instant::now()).await {
                Ok(()) => {}
                // The engine has told the client whatever there is to tell; what is left is for the log.
                Err(MessageHandleError::Execution(error)) => tracing::warn!(client = %client.id, "{error:#}"),
                Err(error) => return Ending::Malformed(error.to_string()),
            },
            Message::Text(_) => {
                return Ending::Malformed("this protocol has binary messages only".to_owned());
            }
            // Answered by the WebSocket library; that something came is all that counts.
            Message::Ping(_) | Message::Pong(_) => {}
            Message::Close(_) => return Ending::Gone,
        }
    }
}
