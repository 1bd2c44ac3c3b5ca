//! SpacetimeDB's protocol as far as a benchmark needs it: light enough for ten thousand clients in one process, where
//! the SDK would keep a cache and a thread for each.

pub mod host;

use std::time::Instant;

use anyhow::{Context, Result, bail};
use spacetimedb_client_api_messages::websocket::common::SERVER_MSG_COMPRESSION_TAG_NONE;
use spacetimedb_client_api_messages::websocket::v2::{
    BIN_PROTOCOL, BsatnRowList, CallReducer, CallReducerFlags, ClientMessage, OneOffQuery, QueryRows,
    QuerySetId, ReducerOutcome, ServerMessage, Subscribe, TableUpdateRows, TransactionUpdate,
};
use spacetimedb_lib::sats::raw_identifier::RawIdentifier;
use spacetimedb_lib::{Identity, bsatn};
use tokio_tungstenite::tungstenite::Bytes;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::http::header::{AUTHORIZATION, SEC_WEBSOCKET_PROTOCOL};

use crate::socket::{self, Socket};

/// A connected player.
pub struct Client {
    socket: Socket,
    identity: Identity,
    /// Of the last request.
    request: u32,
}

/// A call of a reducer.
pub struct Call {
    pub reducer: &'static str,
    /// In BSATN, one after the other.
    pub arguments: Vec<u8>,
}

/// A row, in BSATN, and the table it is of.
pub struct Row {
    pub table: RawIdentifier,
    pub bytes: Bytes,
}

/// Something that came from the server, and when the last byte of it was there.
pub struct Arrival {
    pub at: Instant,
    pub news: News,
}

/// What came.
pub enum News {
    /// A call was carried out, with the rows that it has written and this client is subscribed to.
    Answer { request: u32, rows: Vec<Row> },
    /// Somebody else's call has written these rows.
    Update { rows: Vec<Row> },
    /// A subscription stands, and this is what is there.
    Subscribed { rows: Vec<Row> },
    /// A query has found these rows.
    Found { rows: Vec<Row> },
    /// A subscription was refused.
    NotSubscribed { reason: String },
}

impl Client {
    /// Connects to a database at `ws://host:port`, as whoever has the token, or as somebody new. With `confirmed`
    /// the server tells of a transaction only once it is on the disk.
    pub async fn connect(server: &str, token: Option<&str>, confirmed: bool) -> Result<Self> {
        let url = format!("{server}/v1/database/zeitnot/subscribe?compression=None&confirmed={confirmed}");
        let mut headers = vec![(SEC_WEBSOCKET_PROTOCOL, HeaderValue::from_static(BIN_PROTOCOL))];
        if let Some(token) = token {
            headers.push((AUTHORIZATION, format!("Bearer {token}").parse()?));
        }
        let mut socket = socket::connect(&url, &headers).await?;
        let ServerMessage::InitialConnection(greeting) = decode(&socket.receive().await?)? else {
            bail!("the server does not greet");
        };
        Ok(Self { socket, identity: greeting.identity, request: 0 })
    }

    /// Who it is.
    pub fn identity(&self) -> Identity {
        self.identity
    }

    /// Bytes of messages sent and received so far.
    pub fn traffic(&self) -> u64 {
        self.socket.traffic()
    }

    /// Subscribes, and gives the rows that are there.
    pub async fn subscribe(&mut self, queries: &[String]) -> Result<Vec<Row>> {
        self.request += 1;
        let subscribe = Subscribe {
            request_id: self.request,
            query_set_id: QuerySetId::new(self.request),
            query_strings: queries.iter().map(|query| query.as_str().into()).collect(),
        };
        self.socket.send(bsatn::to_vec(&ClientMessage::Subscribe(subscribe))?).await?;
        loop {
            match self.receive().await?.news {
                News::Subscribed { rows } => return Ok(rows),
                News::NotSubscribed { reason } => bail!("no subscription: {reason}"),
                News::Answer { .. } | News::Update { .. } | News::Found { .. } => {}
            }
        }
    }

    /// The rows that a query finds now.
    pub async fn query(&mut self, query: &str) -> Result<Vec<Row>> {
        self.request += 1;
        let query = OneOffQuery { request_id: self.request, query_string: query.into() };
        self.socket.send(bsatn::to_vec(&ClientMessage::OneOffQuery(query))?).await?;
        loop {
            if let News::Found { rows } = self.receive().await?.news {
                return Ok(rows);
            }
        }
    }

    /// Sends a call and gives its number. The answer is still to come.
    pub async fn send(&mut self, call: Call) -> Result<u32> {
        self.request += 1;
        let message = ClientMessage::CallReducer(CallReducer {
            request_id: self.request,
            flags: CallReducerFlags::Default,
            reducer: call.reducer.into(),
            args: call.arguments.into(),
        });
        self.socket.send(bsatn::to_vec(&message)?).await?;
        Ok(self.request)
    }

    /// Waits for the answer to a call that was sent.
    pub async fn answer(&mut self, to: u32) -> Result<(Instant, Vec<Row>)> {
        loop {
            let arrival = self.receive().await?;
            match arrival.news {
                News::Answer { request, rows } if request == to => return Ok((arrival.at, rows)),
                _ => {}
            }
        }
    }

    /// Makes a call and waits for its answer.
    pub async fn call(&mut self, call: Call) -> Result<Vec<Row>> {
        let request = self.send(call).await?;
        Ok(self.answer(request).await?.1)
    }

    /// What comes next. A refused call is an error.
    pub async fn receive(&mut self) -> Result<Arrival> {
        let message = self.socket.receive().await?;
        let at = Instant::now();
        let news = match decode(&message)? {
            ServerMessage::TransactionUpdate(update) => News::Update { rows: inserted(update) },
            ServerMessage::ReducerResult(result) => {
                let rows = match result.result {
                    ReducerOutcome::Ok(ok) => inserted(ok.transaction_update),
                    ReducerOutcome::OkEmpty => Vec::new(),
                    // In BSATN a text has its length, four bytes, before it.
                    ReducerOutcome::Err(text) => {
                        bail!("refused: {}", String::from_utf8_lossy(text.get(4..).unwrap_or_default()))
                    }
                    ReducerOutcome::InternalError(reason) => bail!("the call failed: {reason}"),
                };
                News::Answer { request: result.request_id, rows }
            }
            ServerMessage::SubscribeApplied(applied) => News::Subscribed { rows: present(applied.rows) },
            ServerMessage::SubscriptionError(refused) => {
                News::NotSubscribed { reason: refused.error.into_string() }
            }
            ServerMessage::OneOffQueryResult(found) => match found.result {
                Ok(rows) => News::Found { rows: present(rows) },
                Err(reason) => bail!("the query failed: {reason}"),
            },
            other => bail!("the server says what nobody asked for: {other:?}"),
        };
        Ok(Arrival { at, news })
    }
}

impl News {
    /// The rows in it.
    pub fn rows(self) -> Vec<Row> {
        match self {
            Self::Answer { rows, .. }
            | Self::Update { rows }
            | Self::Subscribed { rows }
            | Self::Found { rows } => rows,
            Self::NotSubscribed { .. } => Vec::new(),
        }
    }
}

fn decode(message: &[u8]) -> Result<ServerMessage> {
    match message.split_first() {
        Some((&SERVER_MSG_COMPRESSION_TAG_NONE, message)) => {
            bsatn::from_slice(message).context("not a message of the protocol")
        }
        _ => bail!("the server compresses though it was asked not to"),
    }
}

fn inserted(update: TransactionUpdate) -> Vec<Row> {
    let mut inserted = Vec::new();
    for table in update.query_sets.into_iter().flat_map(|set| set.tables) {
        for rows in table.rows {
            if let TableUpdateRows::PersistentTable(rows) = rows {
                inserted.extend(of_table(&table.table_name, &rows.inserts));
            }
        }
    }
    inserted
}

fn present(rows: QueryRows) -> Vec<Row> {
    rows.tables.iter().flat_map(|table| of_table(&table.table, &table.rows)).collect()
}

fn of_table(table: &RawIdentifier, rows: &BsatnRowList) -> impl Iterator<Item = Row> {
    rows.into_iter().map(|bytes| Row { table: table.clone(), bytes })
}
