//! `POST /v1/database/{database}/call/{function}`: calls a reducer or procedure.

use axum::Json;
use axum::extract::{Extension, Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bytestring::ByteString;
use engine::host::{
    FunctionArgs, ModuleHost, ProcedureCallError, ReducerCallError, ReducerCallResultWithTxOffset,
    ReducerOutcome,
};
use serde::Deserialize;
use spacetimedb_lib::sats::serde::SerdeWrapper;
use spacetimedb_lib::{ConnectionId, Identity};

use super::info::Addressed;
use super::refusal::{REDUCER_FAILED, Refusal};
use super::{Context, took};
use crate::database::visit;
use crate::error::one_line;
use crate::identity::Caller;
use crate::serving::Origin;

#[derive(Deserialize)]
pub struct Called {
    function: String,
}

/// Calls a reducer or, if there is none of that name, a procedure. The body holds its arguments, a
/// JSON array.
///
/// The answer comes once the reducer's transaction is durable. Its own error has status 530. Refused with `too_fast` and
/// status 429 when too much is asked: each call is a connection of its own to the module.
pub async fn call(
    _: Addressed,
    State(shared): Context,
    Extension(caller): Extension<Caller>,
    Extension(origin): Extension<Origin>,
    Path(Called { function }): Path<Called>,
    headers: HeaderMap,
    body: String,
) -> Result<Response, Refusal> {
    shared.admit(caller.identity(), origin)?;
    if !is_json(&headers) {
        let reason = "arguments are sent as `Content-Type: application/json`";
        return Err(Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, reason));
    }
    let module = shared.database.module().await?;
    let identity = caller.identity();
    let arguments = FunctionArgs::Json(ByteString::from(body));
    visit(module, &caller, async move |module: ModuleHost, connection| {
        let called = module
            .call_reducer_with_offset(
                identity,
                Some(connection),
                None,
                None,
                None,
                &function,
                arguments.clone(),
            )
            .await;
        match called {
            Ok(called) => reducer_answer(&module, &function, called).await,
            Err(ReducerCallError::NoSuchReducer | ReducerCallError::ScheduleReducerNotFound) => {
                call_procedure(&module, identity, connection, &function, arguments).await
            }
            Err(error) => Err(error.into()),
        }
    })
    .await?
}

async fn reducer_answer(
    module: &ModuleHost,
    reducer: &str,
    called: ReducerCallResultWithTxOffset,
) -> Result<Response, Refusal> {
    let time = took(called.result.execution_duration);
    match called.result.outcome {
        ReducerOutcome::Committed => {
            wait_until_durable(module, called.tx_offset).await?;
            Ok((StatusCode::OK, time).into_response())
        }
        ReducerOutcome::Failed(message) => {
            let status = StatusCode::from_u16(REDUCER_FAILED).map_err(Refusal::internal)?;
            Ok((status, time, message.to_string()).into_response())
        }
        ReducerOutcome::BudgetExceeded => Err(Refusal::internal(format_args!("{reducer} ran out of energy"))),
    }
}

async fn call_procedure(
    module: &ModuleHost,
    identity: Identity,
    connection: ConnectionId,
    procedure: &str,
    arguments: FunctionArgs,
) -> Result<Response, Refusal> {
    let called = module.call_procedure(identity, Some(connection), None, procedure, arguments, true).await;
    match called.result {
        Ok(result) => {
            Ok((took(result.execution_duration), Json(SerdeWrapper(result.return_val))).into_response())
        }
        Err(ProcedureCallError::NoSuchProcedure) => {
            let reason = format!("there is no reducer or procedure called `{procedure}`");
            Err(Refusal::new(StatusCode::NOT_FOUND, reason))
        }
        Err(error) => {
            let status = match &error {
                ProcedureCallError::Args(_) => StatusCode::BAD_REQUEST,
                ProcedureCallError::NoSuchModule(_) => StatusCode::SERVICE_UNAVAILABLE,
                _ => StatusCode::INTERNAL_SERVER_ERROR,
            };
            Err(Refusal::new(status, one_line(format_args!("{:#}", anyhow::Error::from(error)))))
        }
    }
}

/// Waits until the transaction at `offset` is on disk, or at once for a database in memory.
pub async fn wait_until_durable<Offset, Aborted>(module: &ModuleHost, offset: Offset) -> Result<(), Refusal>
where
    Offset: Future<Output = Result<u64, Aborted>>,
{
    let Some(mut durable) = module.durable_tx_offset() else {
        return Ok(());
    };
    let offset = offset.await.map_err(|_| Refusal::internal("a transaction was not committed"))?;
    durable.wait_for(offset).await.map_err(Refusal::internal)?;
    Ok(())
}

fn is_json(headers: &HeaderMap) -> bool {
    let Some(value) = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()) else {
        return false;
    };
    value.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
}
