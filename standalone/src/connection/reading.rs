//! What comes from a client.

use std::time::Instant;

use axum::extract::ws::{Message, WebSocket};
use bytes::Bytes;
use engine::client::{ClientConnection, MessageHandleError, OutboundMessage};
use futures_util::StreamExt;
use futures_util::stream::SplitStream;
use spacetimedb_client_api_messages::websocket::v2::{
    ClientMessage, OneOffQueryResult, ServerMessage, SubscriptionError,
};
use tokio::time::timeout;

use super::frame::Messages;
use super::gate::Gate;
use super::{Ending, LONGEST_SILENCE};
use crate::database::Database;
use crate::host::Shared;
use crate::queries;
use crate::serving::Origin;

/// Hands each message to the engine, in order, until the connection ends.
pub async fn read(
    stream: &mut SplitStream<WebSocket>,
    client: &ClientConnection,
    origin: Origin,
    shared: &Shared,
    gate: &Gate,
) -> Ending {
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
            Message::Binary(frame) => {
                if let Err(reason) = handle_all(&frame, client, origin, shared, gate).await {
                    return Ending::Malformed(reason);
                }
            }
            Message::Text(_) => {
                return Ending::Malformed("this protocol has binary messages only".to_owned());
            }
            // Answered by the WebSocket library; that something came is all that counts.
            Message::Ping(_) | Message::Pong(_) => {}
            Message::Close(_) => return Ending::Gone,
        }
    }
}

/// Handles the messages in `frame`.
async fn handle_all(
    frame: &Bytes,
    client: &ClientConnection,
    origin: Origin,
    shared: &Shared,
    gate: &Gate,
) -> Result<(), String> {
    for message in Messages::of(frame) {
        let (message, bytes) = message.map_err(|error| error.to_string())?;
        handle(message, bytes, client, origin, shared, gate).await?;
    }
    Ok(())
}

/// Hands `message` to the engine, as the `bytes` it came in, or answers it with why it is not.
async fn handle(
    message: ClientMessage,
    bytes: Bytes,
    client: &ClientConnection,
    origin: Origin,
    shared: &Shared,
    gate: &Gate,
) -> Result<(), String> {
    match asks(&message) {
        None => gate.call().await,
        Some(questions) => {
            shared.wait_for(client.id.identity, origin, questions).await;
            gate.query().await;
        }
    }
    if let Err(refusal) = admit(&message, client, &shared.database) {
        return refuse(message, &refusal, client);
    }
    match client.handle_message(bytes, Instant::now()).await {
        Ok(()) => Ok(()),
        // The engine has told the client whatever there is to tell; what is left is for the log.
        Err(MessageHandleError::Execution(error)) => {
            tracing::warn!(client = %client.id, "{error:#}");
            Ok(())
        }
        Err(error) => Err(error.to_string()),
    }
}

/// How many questions are in the message. `None` if it is a reducer's call, which the module counts.
fn asks(message: &ClientMessage) -> Option<usize> {
    match message {
        ClientMessage::CallReducer(_) => None,
        // Taking leave of rows brings them once more, where the client asks for that.
        ClientMessage::OneOffQuery(_) | ClientMessage::Unsubscribe(_) | ClientMessage::CallProcedure(_) => {
            Some(1)
        }
        ClientMessage::Subscribe(subscribe) => Some(subscribe.query_strings.len().max(1)),
        ClientMessage::SubscribeBatch(batch) => {
            Some(batch.sets.iter().map(|set| set.query_strings.len().max(1)).sum::<usize>().max(1))
        }
    }
}

/// Whether the client may have the queries in `message` carried out, if there are any.
fn admit(
    message: &ClientMessage,
    client: &ClientConnection,
    database: &Database,
) -> Result<(), queries::Refusal> {
    let queries: Vec<&str> = match message {
        ClientMessage::OneOffQuery(query) => vec![&query.query_string],
        ClientMessage::Subscribe(subscribe) => subscribe.query_strings.iter().map(AsRef::as_ref).collect(),
        ClientMessage::SubscribeBatch(batch) => {
            queries::admit_number(batch.sets.len())?;
            batch.sets.iter().flat_map(|set| set.query_strings.iter().map(AsRef::as_ref)).collect()
        }
        _ => Vec::new(),
    };
    queries::admit_number(queries.len())?;
    queries.into_iter().try_for_each(|query| database.admit(client.id.identity, query))
}

/// Answers `message` as the engine answers a query that is not well-formed.
fn refuse(
    message: ClientMessage,
    refusal: &queries::Refusal,
    client: &ClientConnection,
) -> Result<(), String> {
    let sentence: Box<str> = refusal.to_string().into();
    let failed = |request_id, query_set_id, error| {
        ServerMessage::SubscriptionError(SubscriptionError {
            request_id: Some(request_id),
            query_set_id,
            error,
        })
    };
    let answers = match message {
        ClientMessage::OneOffQuery(query) => {
            let result = OneOffQueryResult { request_id: query.request_id, result: Err(sentence) };
            vec![ServerMessage::OneOffQueryResult(result)]
        }
        ClientMessage::Subscribe(subscribe) => {
            vec![failed(subscribe.request_id, subscribe.query_set_id, sentence)]
        }
        // There is an answer for each set, but none for more sets than there may be.
        ClientMessage::SubscribeBatch(batch) if queries::admit_number(batch.sets.len()).is_ok() => {
            let sets = batch.sets.iter();
            sets.map(|set| failed(batch.request_id, set.query_set_id, sentence.clone())).collect()
        }
        _ => return Err(sentence.into()),
    };
    for answer in answers {
        if let Err(error) = client.send_message(None, OutboundMessage::V2(answer)) {
            tracing::debug!(client = %client.id, "gone before it was answered: {error}");
        }
    }
    Ok(())
}
