//! Queries over HTTP.

use std::thread;

use serde_json::Value;
use spacetimedb_client_api_messages::http::SqlStmtResult;
use spacetimedb_lib::ProductType;

use crate::Server;
use crate::http::{self, Answer};

/// What a query has found.
#[derive(Debug)]
pub struct Selected {
    /// The columns, by which rows that come over a WebSocket can be read.
    pub columns: ProductType,
    /// A row is an array of its columns.
    pub rows: Vec<Value>,
}

/// Asks with somebody's token, and again if the server says that it was too soon.
///
/// # Errors
/// The server's answer, if it is not the rows.
pub fn sql(server: &Server, token: &str, query: &str) -> Result<Selected, Answer> {
    let line = format!("POST /v1/database/{}/sql", server.database());
    loop {
        let answer = http::request(server.address(), &line, Some(token), query.as_bytes())
            .expect("the server answers");
        if let Some(pause) = answer.retry_after() {
            thread::sleep(pause);
            continue;
        }
        if answer.status != 200 {
            return Err(answer);
        }
        let mut results: Vec<SqlStmtResult<Value>> =
            serde_json::from_str(&answer.body).unwrap_or_else(|error| panic!("{query}: {error}: {answer:?}"));
        let result = results.pop().unwrap_or_else(|| panic!("{query}: {answer:?}"));
        return Ok(Selected { columns: result.schema, rows: result.rows });
    }
}
