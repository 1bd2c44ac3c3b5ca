//! An answer other than the one hoped for.

use std::fmt::Display;

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use engine::auth::token_validation::TokenValidationError;
use engine::host::module_host::ClientConnectedError;
use engine::host::{NoSuchModule, ReducerCallError};

use crate::bearer::MalformedToken;
use crate::database::{Database, VisitError};
use crate::error::one_line;
use crate::pace::TooFast;
use crate::queries;

/// Status of an answer that carries a reducer's own error, as SpacetimeDB's servers have it.
pub const REDUCER_FAILED: u16 = 530;

/// A status and a sentence.
#[derive(Debug)]
pub struct Refusal {
    status: StatusCode,
    reason: String,
    /// After how many seconds the same may be tried again.
    retry_after: Option<u64>,
}

impl Refusal {
    /// Refuses with `status` because of `reason`.
    pub fn new(status: StatusCode, reason: impl Display) -> Self {
        Self { status, reason: reason.to_string(), retry_after: None }
    }

    /// Something failed that should not have: the caller learns no more than that, the log everything.
    pub fn internal(error: impl Display) -> Self {
        tracing::error!("{error:#}");
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "internal error")
    }

    /// There is no database called `address` here.
    pub fn no_such_database(address: &str) -> Self {
        Self::new(StatusCode::NOT_FOUND, format_args!("`{address}` not found"))
    }

    /// Only the owner may do that.
    pub fn owner_only(database: &Database, what: &str) -> Self {
        let reason =
            format!("only the owner of {} may {what}: log in with the server's owner-token", database.name());
        Self::new(StatusCode::FORBIDDEN, reason)
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut response = (self.status, self.reason).into_response();
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

impl From<MalformedToken> for Refusal {
    fn from(error: MalformedToken) -> Self {
        Self::new(StatusCode::BAD_REQUEST, error)
    }
}

impl From<TokenValidationError> for Refusal {
    fn from(error: TokenValidationError) -> Self {
        Self::new(
            StatusCode::UNAUTHORIZED,
            format_args!("not a valid token of this server: {}", one_line(error)),
        )
    }
}

impl From<TooFast> for Refusal {
    fn from(too_fast: TooFast) -> Self {
        let retry_after = too_fast.wait.as_secs() + 1;
        Self { retry_after: Some(retry_after), ..Self::new(StatusCode::TOO_MANY_REQUESTS, too_fast) }
    }
}

impl From<queries::Refusal> for Refusal {
    fn from(refusal: queries::Refusal) -> Self {
        Self::new(StatusCode::BAD_REQUEST, refusal)
    }
}

impl From<NoSuchModule> for Refusal {
    fn from(_: NoSuchModule) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "the database has stopped")
    }
}

impl From<VisitError> for Refusal {
    fn from(error: VisitError) -> Self {
        match error {
            VisitError::Stopped(stopped) => stopped.into(),
            // The module's own reducer said no.
            VisitError::Connecting(ClientConnectedError::Rejected(reason)) => {
                Self::new(StatusCode::FORBIDDEN, reason)
            }
            other => Self::internal(other),
        }
    }
}

impl From<ReducerCallError> for Refusal {
    fn from(error: ReducerCallError) -> Self {
        let status = match &error {
            ReducerCallError::Args(_) | ReducerCallError::LifecycleReducer(_) => StatusCode::BAD_REQUEST,
            ReducerCallError::NoSuchReducer | ReducerCallError::ScheduleReducerNotFound => {
                StatusCode::NOT_FOUND
            }
            ReducerCallError::NoSuchModule(_) => StatusCode::SERVICE_UNAVAILABLE,
            ReducerCallError::WorkerError(_) => StatusCode::INTERNAL_SERVER_ERROR,
        };
        Self::new(status, one_line(format_args!("{:#}", anyhow::Error::from(error))))
    }
}
