//! SpacetimeDB's HTTP interface, as far as the client SDKs and the `spacetime` command line use it.
//!
//! | route | what it does |
//! | --- | --- |
//! | `GET /v1/ping` | nothing |
//! | `POST /v1/identity` | issues a new identity and its token |
//! | `POST /v1/identity/websocket-token` | turns a token into one that lasts a minute |
//! | `GET /v1/identity/public-key` | the key that tokens can be checked with |
//! | `GET /v1/identity/{identity}/verify` | whether the token is that identity's |
//! | `GET /v1/identity/{identity}/databases` | the databases that identity owns |
//! | `GET /v1/database/{database}` | who the database is and whose |
//! | `GET /v1/database/{database}/identity` | its identity alone |
//! | `GET /v1/database/{database}/names` | its names |
//! | `GET /v1/database/{database}/schema` | its tables, reducers and views |
//! | `GET /v1/database/{database}/subscribe` | a WebSocket that calls reducers and receives rows |
//! | `POST /v1/database/{database}/call/{function}` | calls a reducer or procedure |
//! | `POST /v1/database/{database}/sql` | runs a query with the caller's rights |
//! | `GET /v1/database/{database}/logs` | the module's log, for the owner |
//!
//! `{database}` is the name of the database or its identity. Requests carry a token as
//! `Authorization: Bearer TOKEN` or `?token=TOKEN`; those that do not are given an identity, which
//! the answer's `spacetime-identity` and `spacetime-identity-token` tell.

mod call;
mod info;
mod issue;
mod logs;
mod refusal;
mod sql;
mod subscribe;

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::{self, Next};
use axum::response::Response;
use axum::routing::{get, post};
use tower_http::cors::{Any, CorsLayer};

use crate::bearer::token_of;
use crate::host::Shared;
use refusal::Refusal;

/// How long a call or query took inside the database, in microseconds.
const DURATION_HEADER: &str = "spacetime-execution-duration-micros";
const IDENTITY_HEADER: &str = "spacetime-identity";
const TOKEN_HEADER: &str = "spacetime-identity-token";

/// What every handler can reach.
type Context = State<Arc<Shared>>;

/// Every route of the host.
pub fn router(shared: Arc<Shared>) -> Router {
    let database = Router::new()
        .route("/", get(info::database).put(info::publish).post(info::publish).delete(info::publish))
        .route("/identity", get(info::identity))
        .route("/names", get(info::names))
        .route("/schema", get(info::schema))
        .route("/subscribe", get(subscribe::subscribe))
        .route("/call/{function}", post(call::call))
        .route("/sql", post(sql::sql))
        .route("/logs", get(logs::logs))
        .route_layer(middleware::from_fn_with_state(shared.clone(), introduce));
    let v1 = Router::new()
        .route("/ping", get(|| async {}))
        .route("/identity", post(issue::identity))
        .route("/identity/websocket-token", post(issue::websocket_token))
        .route("/identity/public-key", get(issue::public_key))
        .route("/identity/{identity}/verify", get(issue::verify))
        .route("/identity/{identity}/databases", get(issue::databases))
        .route("/database", post(info::publish))
        .nest("/database/{database}", database)
        .layer(browsers());
    Router::new().nest("/v1", v1).with_state(shared)
}

/// Lets web pages of any origin in, as SpacetimeDB's servers do: they have no more rights than
/// anybody else, for browsers send no token along by themselves.
fn browsers() -> CorsLayer {
    CorsLayer::new()
        .allow_origin(Any)
        .allow_methods(Any)
        .allow_headers([header::AUTHORIZATION, header::ACCEPT, header::CONTENT_TYPE])
        .expose_headers([IDENTITY_HEADER, TOKEN_HEADER].map(HeaderName::from_static))
}

/// Checks the caller's token, or issues one, and tells it in the answer.
async fn introduce(State(shared): Context, request: Request, next: Next) -> Result<Response, Refusal> {
    let (parts, body) = request.into_parts();
    let caller = match token_of(&parts)? {
        Some(token) => shared.issuer.check(token).await?,
        None => shared.issuer.mint().map_err(Refusal::internal)?,
    };
    let mut token = HeaderValue::try_from(&caller.token).map_err(Refusal::internal)?;
    token.set_sensitive(true);
    let identity = HeaderValue::try_from(caller.identity().to_hex().as_str()).map_err(Refusal::internal)?;

    let mut request = Request::from_parts(parts, body);
    request.extensions_mut().insert(caller);
    let mut response = next.run(request).await;
    response.headers_mut().insert(IDENTITY_HEADER, identity);
    response.headers_mut().insert(TOKEN_HEADER, token);
    Ok(response)
}

/// The header that tells how long a call or query took.
fn took(duration: Duration) -> [(HeaderName, HeaderValue); 1] {
    let micros = u64::try_from(duration.as_micros()).unwrap_or(u64::MAX);
    [(HeaderName::from_static(DURATION_HEADER), HeaderValue::from(micros))]
}
