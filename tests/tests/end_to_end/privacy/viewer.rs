//! Somebody who asks in every way there is.

use bytes::Bytes;
use spacetimedb_lib::{ProductType, ProductValue};
use spacetimedb_sdk::Identity;
use zeitnot_tests::{Player, Raw, Selected, Server, sql};

/// Rows as JSON, in order.
pub type Rows = Vec<String>;

pub struct Viewer<'a> {
    pub name: &'static str,
    pub identity: Identity,
    server: &'a Server,
    token: String,
    pub raw: Raw,
}

/// A way to ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// SQL over HTTP.
    Http,
    /// A one-off query over a WebSocket.
    OneOff,
    /// A subscription.
    Subscription,
}

/// All of them.
pub const WAYS: [Way; 3] = [Way::Http, Way::OneOff, Way::Subscription];

impl<'a> Viewer<'a> {
    pub fn new(name: &'static str, server: &'a Server, player: &Player) -> Self {
        let raw = Raw::connect(server, Some(&player.token)).expect("the server lets everybody in");
        Self { name, identity: player.identity, server, token: player.token.clone(), raw }
    }

    /// The rows that a query finds for this viewer, of a table with such columns.
    ///
    /// # Errors
    /// The server's sentence.
    pub fn ask(&mut self, way: Way, query: &str, columns: &ProductType) -> Result<Rows, String> {
        match way {
            Way::Http => self.sql(query).map(|found| in_order(found.rows)),
            Way::OneOff => self.raw.ask(query).map(|rows| decode_all(&rows, columns)),
            Way::Subscription => self.raw.glance(query).map(|rows| decode_all(&rows, columns)),
        }
    }

    /// The same over HTTP, with the columns.
    ///
    /// # Errors
    /// The server's sentence.
    pub fn sql(&self, query: &str) -> Result<Selected, String> {
        sql(self.server, &self.token, query).map_err(|answer| format!("{}: {}", answer.status, answer.body))
    }
}

fn in_order(rows: Vec<serde_json::Value>) -> Rows {
    let mut rows: Rows = rows.iter().map(ToString::to_string).collect();
    rows.sort();
    rows
}

fn decode_all(rows: &[Bytes], columns: &ProductType) -> Rows {
    in_order(rows.iter().map(|row| decode(row, columns)).collect())
}

/// A row that came over a WebSocket, as it comes over HTTP.
pub fn decode(row: &Bytes, columns: &ProductType) -> serde_json::Value {
    let value = ProductValue::decode(columns, &mut &row[..]).expect("a row of these columns");
    serde_json::to_value(value).expect("any row can be written as JSON")
}
