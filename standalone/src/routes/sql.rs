//! `POST /v1/database/{database}/sql`: runs a query with the caller's rights.

use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::{Extension, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use engine::host::ModuleHost;
use serde::Deserialize;
use spacetimedb_client_api_messages::http::{SqlStmtResult, SqlStmtStats};
use spacetimedb_lib::identity::AuthCtx;
use spacetimedb_lib::{ProductTypeElement, ProductValue};

use super::call::wait_until_durable;
use super::info::Addressed;
use super::refusal::Refusal;
use super::{Context, took};
use crate::database::visit;
use crate::error::one_line;
use crate::identity::Caller;
use crate::serving::Origin;

#[derive(Deserialize)]
pub struct SqlQuery {
    /// Whether to answer only with what is on disk. That is the default.
    confirmed: Option<bool>,
}

/// Runs the query in the body. Private tables do not exist for anybody but the owner, who alone may
/// do more than a plain `SELECT`. Refused with `too_fast` and status 429 when too much is asked.
pub async fn sql(
    _: Addressed,
    State(shared): Context,
    Extension(caller): Extension<Caller>,
    Extension(origin): Extension<Origin>,
    Query(SqlQuery { confirmed }): Query<SqlQuery>,
    body: String,
) -> Result<Response, Refusal> {
    shared.admit(caller.identity(), origin)?;
    shared.database.admit(caller.identity(), &body)?;
    let module = shared.database.module().await?;
    let rights = shared.database.rights_of(caller.identity());
    let confirmed = confirmed.unwrap_or(true);
    let result =
        visit(module, &caller, async move |module: ModuleHost, _| run(module, rights, confirmed, body).await)
            .await??;
    let duration = Duration::from_micros(result.total_duration_micros);
    Ok((took(duration), Json([result])).into_response())
}

async fn run(
    module: ModuleHost,
    rights: AuthCtx,
    confirmed: bool,
    query: String,
) -> Result<SqlStmtResult<ProductValue>, Refusal> {
    let started = Instant::now();
    let mut columns = Vec::new();
    let result = engine::sql::execute::run(
        module.relational_db().clone(),
        query,
        rights,
        Some(module.subscriptions().clone()),
        Some(module.clone()),
        &mut columns,
    )
    .await
    .map_err(|error| Refusal::new(StatusCode::BAD_REQUEST, one_line(error)))?;
    let duration = started.elapsed();
    let answer = SqlStmtResult {
        schema: columns.into_iter().map(|(name, kind)| ProductTypeElement::new(kind, Some(name))).collect(),
        rows: result.rows,
        total_duration_micros: u64::try_from(duration.as_micros()).unwrap_or(u64::MAX),
        stats: SqlStmtStats::from_metrics(&result.metrics),
    };
    if confirmed {
        wait_until_durable(&module, result.tx_offset).await?;
    }
    Ok(answer)
}
