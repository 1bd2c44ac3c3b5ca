//! `GET /v1/database/{database}/logs`: the module's log.

use axum::body::Body;
use axum::extract::{Extension, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;
use serde::Deserialize;

use super::Context;
use super::info::Addressed;
use super::refusal::Refusal;
use crate::identity::Caller;

#[derive(Deserialize)]
pub struct LogsQuery {
    /// How many of the last lines; all of today's if not given.
    num_lines: Option<u32>,
    /// Whether to keep sending lines as they are written.
    #[serde(default)]
    follow: bool,
}

/// The module's log, a JSON object a line, for the owner alone: it may tell of anybody's games.
pub async fn logs(
    _: Addressed,
    State(shared): Context,
    Extension(caller): Extension<Caller>,
    Query(LogsQuery { num_lines, follow }): Query<LogsQuery>,
) -> Result<Response, Refusal> {
    if caller.identity() != shared.database.owner() {
        return Err(Refusal::owner_only(&shared.database, "read its logs"));
    }
    let module = shared.database.module().await?;
    let lines = module.database_logger().tail(num_lines, follow).await.map_err(|error| {
        tracing::warn!("the module's log cannot be read: {error}");
        Refusal::new(StatusCode::SERVICE_UNAVAILABLE, "the logs are not available")
    })?;
    // Followers would otherwise keep the host from stopping.
    let lines = lines.take_until(shared.stopping.clone().cancelled_owned());
    let headers = [(header::CONTENT_TYPE, "application/x-ndjson"), (header::CACHE_CONTROL, "no-cache")];
    Ok((headers, Body::from_stream(lines)).into_response())
}
