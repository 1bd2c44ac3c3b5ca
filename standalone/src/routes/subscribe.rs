//! `GET /v1/database/{database}/subscribe`: the WebSocket of the client SDKs.

use std::sync::Arc;

use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{WebSocket, WebSocketUpgrade};
use axum::extract::{Extension, Query, State};
use axum::http::StatusCode;
use axum::response::Response;
use engine::client::{ClientActorId, ClientConfig, ClientConnection, OutboundMessage, Protocol, WsVersion};
use engine::host::ModuleHost;
use engine::host::module_host::ClientConnectedError;
use serde::Deserialize;
use spacetimedb_client_api_messages::websocket::common::Compression;
use spacetimedb_client_api_messages::websocket::{v2, v3};
use spacetimedb_lib::ConnectionId;
use spacetimedb_lib::connection_id::ConnectionIdForUrl;
use tokio::sync::watch;

use super::Context;
use super::info::Addressed;
use super::refusal::Refusal;
use crate::connection;
use crate::database::random_connection_id;
use crate::host::Shared;
use crate::identity::Caller;
use crate::launch::REPLICA;
use crate::serving::Origin;

/// Largest message from a client, in bytes. A call with its arguments is a few hundred.
const LARGEST_MESSAGE: usize = 1 << 20;

/// How much is read from a client at once, in bytes. The WebSocket library writes zeroes over as much before each
/// read: with its own 128 KiB that took an eighth of the time that the server spends on a move.
const READ_AT_ONCE: usize = 4 << 10;

/// What the SDKs put into the address.
#[derive(Deserialize)]
pub struct SubscribeQuery {
    /// An id that the client has chosen for the connection.
    connection_id: Option<ConnectionIdForUrl>,
    /// How large messages to the client are compressed.
    #[serde(default)]
    compression: Compression,
    /// Whether the client wants updates without the calls that caused them; this protocol has no others.
    #[serde(default)]
    light: bool,
    /// Whether the client is to learn of transactions only once they are on disk. That is the default.
    confirmed: Option<bool>,
}

/// Opens a WebSocket for the caller.
pub async fn subscribe(
    _: Addressed,
    State(shared): Context,
    Extension(caller): Extension<Caller>,
    Extension(origin): Extension<Origin>,
    Query(query): Query<SubscribeQuery>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Refusal> {
    let upgrade = upgrade.map_err(|error| Refusal::new(StatusCode::BAD_REQUEST, error))?;
    // Version 3 differs in that several messages may come in one frame. Version 2, where it is
    // offered, is what the Rust SDK speaks and the better tried.
    let upgrade = upgrade.protocols([v2::BIN_PROTOCOL, v3::BIN_PROTOCOL]);
    let version = match upgrade.selected_protocol() {
        Some(protocol) if protocol == v3::BIN_PROTOCOL => WsVersion::V3,
        Some(_) => WsVersion::V2,
        None => return Err(wrong_protocol(&upgrade)),
    };
    let upgrade = upgrade
        .max_message_size(LARGEST_MESSAGE)
        .max_frame_size(LARGEST_MESSAGE)
        .read_buffer_size(READ_AT_ONCE);
    let connection_id = query.connection_id.map_or_else(random_connection_id, ConnectionId::from);
    if connection_id == ConnectionId::ZERO {
        return Err(Refusal::new(StatusCode::BAD_REQUEST, "a connection id cannot be zero"));
    }
    let config = ClientConfig {
        protocol: Protocol::Binary,
        version,
        compression: query.compression,
        tx_update_full: !query.light,
        confirmed_reads: query.confirmed.unwrap_or(true),
    };
    let module = shared.database.watch_module().await?;
    let tasks = shared.tasks.clone();
    Ok(upgrade.on_upgrade(move |socket| async move {
        let id = ClientActorId {
            identity: caller.identity(),
            connection_id,
            name: shared.database.connections.next_client_name(),
        };
        // Tracked, so that a host that stops waits for it.
        let _ = tasks.spawn(admit(shared, caller, origin, id, config, module, socket)).await;
    }))
}

/// Asks the module to let the client in and, if it does, hands the socket over to the engine's care.
async fn admit(
    shared: Arc<Shared>,
    caller: Caller,
    origin: Origin,
    id: ClientActorId,
    config: ClientConfig,
    mut module: watch::Receiver<ModuleHost>,
    mut socket: WebSocket,
) {
    let auth = match caller.auth() {
        Ok(auth) => auth,
        Err(error) => return tracing::error!("{error:#}"),
    };
    let admitted = ClientConnection::call_client_connected_maybe_reject(&mut module, id, auth.clone()).await;
    let admitted = match admitted {
        Ok(admitted) => admitted,
        Err(error) => {
            if !matches!(error, ClientConnectedError::Rejected(_)) {
                tracing::warn!("a client could not be let in: {error:#}");
            }
            return connection::turn_away(&mut socket, &error.to_string()).await;
        }
    };
    let rights = shared.database.rights_of(caller.identity());
    let tasks = shared.tasks.clone();
    let serve = |client, outbox| {
        let run = connection::run(client, outbox, socket, origin, shared);
        // The engine runs this in a task of its own, which a host that stops has to wait for as well.
        tasks.track_future(run)
    };
    let client = ClientConnection::spawn(id, auth, rights, config, REPLICA, module, serve, admitted).await;
    let greeting = v2::ServerMessage::InitialConnection(v2::InitialConnection {
        identity: caller.identity(),
        connection_id: id.connection_id,
        token: caller.token.into(),
    });
    if let Err(error) = client.send_message(None, OutboundMessage::V2(greeting)) {
        tracing::debug!(client = %id, "gone before it was greeted: {error}");
    }
}

fn wrong_protocol(upgrade: &WebSocketUpgrade) -> Refusal {
    let offered: Vec<&str> = upgrade.requested_protocols().filter_map(|name| name.to_str().ok()).collect();
    let offered = if offered.is_empty() { "none".to_owned() } else { offered.join(", ") };
    let reason = format!(
        "this server speaks the WebSocket protocols {} and {}; offered: {offered}",
        v2::BIN_PROTOCOL,
        v3::BIN_PROTOCOL
    );
    Refusal::new(StatusCode::BAD_REQUEST, reason)
}
