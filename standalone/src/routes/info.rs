//! `/v1/database/{database}`: what there is to know about the database.

use std::sync::Arc;

use axum::Json;
use axum::extract::{FromRequestParts, Path, Query, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use engine::messages::control_db::HostType;
use serde::{Deserialize, Serialize};
use spacetimedb_lib::db::raw_def::v9::RawModuleDefV9;
use spacetimedb_lib::db::raw_def::v10::RawModuleDefV10;
use spacetimedb_lib::sats::serde::SerdeWrapper;
use spacetimedb_lib::{Hash, Identity};

use super::Context;
use super::refusal::Refusal;
use crate::host::Shared;

/// Witness that the request's path names the database that runs here.
pub struct Addressed;

impl FromRequestParts<Arc<Shared>> for Addressed {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, shared: &Arc<Shared>) -> Result<Self, Refusal> {
        #[derive(Deserialize)]
        struct Named {
            database: String,
        }
        let Path(Named { database }) = Path::<Named>::from_request_parts(parts, shared)
            .await
            .map_err(|error| Refusal::new(StatusCode::BAD_REQUEST, error))?;
        if shared.database.is_called(&database) {
            Ok(Self)
        } else {
            Err(Refusal::no_such_database(&database))
        }
    }
}

#[derive(spacetimedb_lib::ser::Serialize)]
#[sats(crate = spacetimedb_lib::sats)]
struct Description {
    database_identity: Identity,
    owner_identity: Identity,
    host_type: HostType,
    initial_program: Hash,
}

/// Who the database is, and whose.
pub async fn database(_: Addressed, State(shared): Context) -> Result<Response, Refusal> {
    let module = shared.database.module().await?;
    let description = Description {
        database_identity: shared.database.identity(),
        owner_identity: shared.database.owner(),
        host_type: HostType::Wasm,
        initial_program: module.info().module_hash,
    };
    Ok(Json(SerdeWrapper(description)).into_response())
}

/// The database's identity, in hexadecimal.
pub async fn identity(_: Addressed, State(shared): Context) -> String {
    shared.database.identity().to_hex().to_string()
}

#[derive(Serialize)]
pub struct Names {
    names: Vec<String>,
}

/// The database's names: it has one.
pub async fn names(_: Addressed, State(shared): Context) -> Json<Names> {
    Json(Names { names: vec![shared.database.name().to_owned()] })
}

#[derive(Deserialize)]
pub struct SchemaQuery {
    version: u8,
}

/// Tables, reducers and views, in the version of the format that is asked for.
pub async fn schema(
    _: Addressed,
    State(shared): Context,
    Query(SchemaQuery { version }): Query<SchemaQuery>,
) -> Result<Response, Refusal> {
    let module = shared.database.module().await?;
    let definition = module.info().module_def.as_ref().clone();
    match version {
        9 => Ok(Json(SerdeWrapper(RawModuleDefV9::from(definition))).into_response()),
        10 => Ok(Json(SerdeWrapper(RawModuleDefV10::from(definition))).into_response()),
        _ => Err(Refusal::new(StatusCode::BAD_REQUEST, "there are versions 9 and 10")),
    }
}

/// Refuses to publish, replace or delete a database: this host runs the module it was started with.
pub async fn publish() -> Refusal {
    Refusal::new(
        StatusCode::NOT_IMPLEMENTED,
        "this host runs the module it was started with: stop it and start zeitnot-server with --module FILE",
    )
}
