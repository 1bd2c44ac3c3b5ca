//! `/v1/identity`: issuing identities and checking tokens.

use std::time::Duration;

use axum::Json;
use axum::extract::{FromRequestParts, Path, State};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use serde::Serialize;
use spacetimedb_lib::Identity;
use std::sync::Arc;

use super::Context;
use super::refusal::Refusal;
use crate::bearer::token_of;
use crate::host::Shared;
use crate::identity::Caller;

/// How long a token for a WebSocket lasts.
const WEBSOCKET_TOKEN_LIFETIME: Duration = Duration::from_secs(60);

/// A caller who has brought a token.
pub struct Known(Caller);

impl FromRequestParts<Arc<Shared>> for Known {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, shared: &Arc<Shared>) -> Result<Self, Refusal> {
        match token_of(parts)? {
            Some(token) => Ok(Self(shared.issuer.check(token).await?)),
            None => Err(Refusal::new(StatusCode::UNAUTHORIZED, "this needs a token")),
        }
    }
}

#[derive(Serialize)]
pub struct Issued {
    identity: Identity,
    token: String,
}

/// Issues a new identity and its token.
pub async fn identity(State(shared): Context) -> Result<Json<Issued>, Refusal> {
    let caller = shared.issuer.mint().map_err(Refusal::internal)?;
    Ok(Json(Issued { identity: caller.identity(), token: caller.token }))
}

#[derive(Serialize)]
pub struct WebsocketToken {
    token: String,
}

/// Turns the caller's token into one that lasts a minute.
pub async fn websocket_token(
    State(shared): Context,
    Known(caller): Known,
) -> Result<Json<WebsocketToken>, Refusal> {
    let short = shared.issuer.short_lived(&caller, WEBSOCKET_TOKEN_LIFETIME).map_err(Refusal::internal)?;
    Ok(Json(WebsocketToken { token: short.token }))
}

/// The key that tokens can be checked with, in PEM.
pub async fn public_key(State(shared): Context) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/pem-certificate-chain")], shared.issuer.public_key().to_owned())
}

/// Whether the caller's token is that of the identity named in the path.
pub async fn verify(Path(identity): Path<String>, Known(caller): Known) -> Result<StatusCode, Refusal> {
    if parse(&identity)? == caller.identity() {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(Refusal::new(StatusCode::BAD_REQUEST, "the token is not that identity's"))
    }
}

#[derive(Serialize)]
pub struct Owned {
    identities: Vec<Identity>,
}

/// The databases that the identity named in the path owns.
pub async fn databases(State(shared): Context, Path(identity): Path<String>) -> Result<Json<Owned>, Refusal> {
    let database = &shared.database;
    let identities =
        if parse(&identity)? == database.owner() { vec![database.identity()] } else { Vec::new() };
    Ok(Json(Owned { identities }))
}

fn parse(identity: &str) -> Result<Identity, Refusal> {
    Identity::from_hex(identity).map_err(|_| Refusal::new(StatusCode::BAD_REQUEST, "not an identity"))
}
