//! Queries over HTTP as the database's owner, who alone sees every table.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::Value;
use spacetimedb_lib::bsatn;
use spacetimedb_lib::de::DeserializeOwned;
use zeitnot_rules::clock::Micros;

use crate::error::FaultsError;

/// How long an answer may take.
const LIMIT: Duration = Duration::from_secs(20);

/// The owner of a database that runs.
pub struct Owner {
    url: String,
    token: String,
    agent: ureq::Agent,
}

impl Owner {
    /// By the URL of the server, such as `http://127.0.0.1:3000`, and the owner's token.
    pub fn new(url: &str, token: &str) -> Self {
        let agent = ureq::Agent::config_builder().timeout_global(Some(LIMIT)).build().into();
        Self { url: format!("{url}/v1/database/zeitnot"), token: token.to_owned(), agent }
    }

    /// All rows of a table, durable ones only.
    pub fn rows(&self, table: &'static str) -> Result<Vec<Row>, FaultsError> {
        let query = format!("SELECT * FROM {table}");
        let answer = self.post("sql", "text/plain", &query)?;
        let unreadable =
            || FaultsError::Query { query: query.clone(), reason: "no rows came back".to_owned() };
        let mut answer: Value = serde_json::from_str(&answer).map_err(|_| unreadable())?;
        let names: Vec<String> = answer
            .pointer("/0/schema/elements")
            .and_then(Value::as_array)
            .ok_or_else(unreadable)?
            .iter()
            .map(|column| column.pointer("/name/some").and_then(Value::as_str).unwrap_or_default().to_owned())
            .collect();
        let rows = answer.pointer_mut("/0/rows").and_then(Value::as_array_mut).ok_or_else(unreadable)?;
        let row = |row: &mut Value| {
            let cells = row.as_array_mut().map(std::mem::take).unwrap_or_default();
            Row { table, cells: names.iter().cloned().zip(cells).collect() }
        };
        Ok(rows.iter_mut().map(row).collect())
    }

    /// Calls a reducer, with its arguments as a JSON array.
    pub fn call(&self, reducer: &str, arguments: &str) -> Result<(), FaultsError> {
        self.post(&format!("call/{reducer}"), "application/json", arguments).map(|_| ())
    }

    fn post(&self, route: &str, kind: &str, body: &str) -> Result<String, FaultsError> {
        let failed =
            |error: ureq::Error| FaultsError::Query { query: body.to_owned(), reason: error.to_string() };
        let request = self.agent.post(format!("{}/{route}", self.url)).header("Content-Type", kind);
        let request = request.header("Authorization", format!("Bearer {}", self.token));
        let mut answer = request.send(body).map_err(failed)?;
        // A database of one round; the limit of the library, 10 MB, is for strangers.
        answer.body_mut().with_config().limit(1 << 30).read_to_string().map_err(failed)
    }
}

/// A row as SQL over HTTP gives it: a product is an array, a variant `[tag, value]`, bytes are hexadecimal.
#[derive(PartialEq)]
pub struct Row {
    table: &'static str,
    cells: BTreeMap<String, Value>,
}

impl Row {
    /// The column of this name, read by one of the functions below.
    pub fn get<T>(&self, column: &str, read: impl FnOnce(&Value) -> Option<T>) -> Result<T, FaultsError> {
        let value = self.cells.get(column).and_then(read);
        value.ok_or_else(|| FaultsError::Row { table: self.table, what: column.to_owned() })
    }
}

/// A number that fits.
pub fn number<T: TryFrom<u64>>(value: &Value) -> Option<T> {
    T::try_from(value.as_u64()?).ok()
}

/// A text.
pub fn text(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

/// The number of a variant.
pub fn tag(value: &Value) -> Option<u64> {
    value.get(0)?.as_u64()
}

/// A timestamp, in microseconds since 1970.
pub fn timestamp(value: &Value) -> Option<Micros> {
    value.get(0)?.as_i64()
}

/// An identity in hexadecimal.
pub fn identity(value: &Value) -> Option<String> {
    value.get(0)?.as_str().map(|text| text.trim_start_matches("0x").to_owned())
}

/// An optional value.
pub fn option<T>(read: impl FnOnce(&Value) -> Option<T>) -> impl FnOnce(&Value) -> Option<Option<T>> {
    move |value| match tag(value)? {
        0 => Some(Some(read(value.get(1)?)?)),
        _ => Some(None),
    }
}

/// A list.
pub fn list<T>(mut read: impl FnMut(&Value) -> Option<T>) -> impl FnOnce(&Value) -> Option<Vec<T>> {
    move |value| value.as_array()?.iter().map(&mut read).collect()
}

/// Bytes.
pub fn bytes(value: &Value) -> Option<Vec<u8>> {
    let digits = value.as_str()?;
    if !digits.is_ascii() || !digits.len().is_multiple_of(2) {
        return None;
    }
    (0..digits.len()).step_by(2).map(|at| u8::from_str_radix(&digits[at..at + 2], 16).ok()).collect()
}

/// What a column holds packed: bytes, in the encoding of SpacetimeDB's (BSATN).
pub fn packed<T: DeserializeOwned>(value: &Value) -> Option<T> {
    bsatn::from_slice(&bytes(value)?).ok()
}
