//! A client below the SDK: it sends what it likes, and sees every row that the server sends.

use std::net::{SocketAddr, TcpStream};

use bytes::Bytes;
use spacetimedb_client_api_messages::websocket::common::{BsatnRowList, QuerySetId};
use spacetimedb_client_api_messages::websocket::v2::{
    BIN_PROTOCOL, CallReducer, CallReducerFlags, ClientMessage, OneOffQuery, QueryRows, ReducerOutcome,
    ReducerResult, ServerMessage, Subscribe, TableUpdateRows, TransactionUpdate, Unsubscribe,
    UnsubscribeFlags,
};
use spacetimedb_lib::{ConnectionId, Identity, bsatn};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Error, Message, WebSocket};

use crate::{LIMIT, Server};

/// A connection over a WebSocket of its own.
pub struct Raw {
    socket: WebSocket<TcpStream>,
    pub identity: Identity,
    pub connection: ConnectionId,
    pub token: String,
    requests: u32,
    /// The rows of all updates that have come, whether they appeared or went, with the names of their tables.
    pub updates: Vec<(String, Bytes)>,
}

impl Raw {
    /// Connects to the server's database, as somebody new without a token.
    ///
    /// # Errors
    /// What the server says if it does not let the client in.
    pub fn connect(server: &Server, token: Option<&str>) -> Result<Self, Box<Error>> {
        Self::connect_with(server, token, BIN_PROTOCOL, "")
    }

    /// Connects with the subprotocols, and with more in the address, such as `&light=true`.
    ///
    /// # Errors
    /// What the server says if it does not let the client in.
    pub fn connect_with(
        server: &Server,
        token: Option<&str>,
        protocols: &str,
        more: &str,
    ) -> Result<Self, Box<Error>> {
        let mut socket = upgrade(server.address(), server.database(), token, protocols, more)?;
        match read(&mut socket)? {
            ServerMessage::InitialConnection(greeting) => Ok(Self {
                socket,
                identity: greeting.identity,
                connection: greeting.connection_id,
                token: greeting.token.into(),
                requests: 0,
                updates: Vec::new(),
            }),
            other => panic!("not a greeting: {other:?}"),
        }
    }

    /// Asks once.
    ///
    /// # Errors
    /// The server's sentence, if it does not answer the query.
    pub fn ask(&mut self, query: &str) -> Result<Vec<Bytes>, String> {
        let request_id = self.next();
        self.send(&ClientMessage::OneOffQuery(OneOffQuery { request_id, query_string: query.into() }));
        match self.answer() {
            ServerMessage::OneOffQueryResult(answer) if answer.request_id == request_id => {
                answer.result.map(rows).map_err(Into::into)
            }
            other => panic!("not the answer to {query}: {other:?}"),
        }
    }

    /// Subscribes, and gives the rows that are there.
    ///
    /// # Errors
    /// The server's sentence, if it does not let the client subscribe.
    pub fn subscribe(&mut self, query: &str) -> Result<Vec<Bytes>, String> {
        let request_id = self.next();
        self.send(&ClientMessage::Subscribe(Subscribe {
            request_id,
            query_set_id: QuerySetId::new(request_id),
            query_strings: [query.into()].into(),
        }));
        match self.answer() {
            ServerMessage::SubscribeApplied(applied) if applied.request_id == request_id => {
                Ok(rows(applied.rows))
            }
            ServerMessage::SubscriptionError(failed) if failed.request_id == Some(request_id) => {
                Err(failed.error.into())
            }
            other => panic!("not the answer to {query}: {other:?}"),
        }
    }

    /// Subscribes, and takes leave of the rows again.
    ///
    /// # Errors
    /// The server's sentence, if it does not let the client subscribe.
    pub fn glance(&mut self, query: &str) -> Result<Vec<Bytes>, String> {
        let rows = self.subscribe(query)?;
        let (query_set_id, request_id) = (QuerySetId::new(self.requests), self.next());
        let flags = UnsubscribeFlags::SendDroppedRows;
        self.send(&ClientMessage::Unsubscribe(Unsubscribe { request_id, query_set_id, flags }));
        match self.answer() {
            ServerMessage::UnsubscribeApplied(left) if left.request_id == request_id => Ok(rows),
            other => panic!("not the answer to leaving {query}: {other:?}"),
        }
    }

    /// Calls a reducer and waits for its answer. What others' calls before it have brought has come by then.
    pub fn call(&mut self, reducer: &str, args: Vec<u8>) {
        let request_id = self.next();
        self.send(&ClientMessage::CallReducer(CallReducer {
            request_id,
            flags: CallReducerFlags::Default,
            reducer: reducer.into(),
            args: args.into(),
        }));
        match self.answer() {
            ServerMessage::ReducerResult(result) if result.request_id == request_id => {}
            other => panic!("not the answer to {reducer}: {other:?}"),
        }
    }

    /// Sends a message of the protocol.
    pub fn send(&mut self, message: &ClientMessage) {
        let bytes = bsatn::to_vec(message).expect("it can be encoded");
        self.socket.send(Message::binary(bytes)).expect("the server takes it");
    }

    /// The connection itself.
    pub fn socket(&mut self) -> &mut WebSocket<TcpStream> {
        &mut self.socket
    }

    /// The next message that is not an update; the rows of those that come before it are kept.
    pub fn answer(&mut self) -> ServerMessage {
        loop {
            match read(&mut self.socket).expect("the server answers") {
                ServerMessage::TransactionUpdate(update) => self.keep(update),
                ServerMessage::ReducerResult(ReducerResult { request_id, timestamp, result }) => {
                    // What the call itself has brought comes with its answer.
                    let result = match result {
                        ReducerOutcome::Ok(ok) => {
                            self.keep(ok.transaction_update);
                            ReducerOutcome::OkEmpty
                        }
                        other => other,
                    };
                    return ServerMessage::ReducerResult(ReducerResult { request_id, timestamp, result });
                }
                other => return other,
            }
        }
    }

    fn keep(&mut self, update: TransactionUpdate) {
        for table in update.query_sets.into_iter().flat_map(|set| set.tables) {
            let name = table.table_name.to_string();
            for rows in table.rows {
                let lists: Vec<BsatnRowList> = match rows {
                    TableUpdateRows::PersistentTable(rows) => vec![rows.inserts, rows.deletes],
                    TableUpdateRows::EventTable(rows) => vec![rows.events],
                };
                let rows = lists.iter().flatten().map(|row| (name.clone(), row));
                self.updates.extend(rows);
            }
        }
    }

    fn next(&mut self) -> u32 {
        self.requests += 1;
        self.requests
    }
}

/// Opens a WebSocket to a database, which the server greets next.
///
/// # Errors
/// What the server says if it does not let the client in.
pub fn upgrade(
    server: SocketAddr,
    database: &str,
    token: Option<&str>,
    protocols: &str,
    more: &str,
) -> Result<WebSocket<TcpStream>, Box<Error>> {
    let url = format!("ws://{server}/v1/database/{database}/subscribe?compression=None{more}");
    let mut request = url.into_client_request()?;
    let headers = request.headers_mut();
    if !protocols.is_empty() {
        headers.insert("sec-websocket-protocol", protocols.parse().expect("a header"));
    }
    if let Some(token) = token {
        headers.insert("authorization", format!("Bearer {token}").parse().expect("a header"));
    }
    let stream = connected(server).map_err(Error::Io)?;
    match tungstenite::client(request, stream) {
        Ok((socket, _)) => Ok(socket),
        Err(tungstenite::HandshakeError::Failure(error)) => Err(error.into()),
        Err(tungstenite::HandshakeError::Interrupted(_)) => Err(Box::new(Error::ConnectionClosed)),
    }
}

fn connected(server: SocketAddr) -> std::io::Result<TcpStream> {
    let stream = TcpStream::connect(server)?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(LIMIT))?;
    Ok(stream)
}

/// The next message of the protocol.
fn read(socket: &mut WebSocket<TcpStream>) -> Result<ServerMessage, Box<Error>> {
    loop {
        match socket.read()? {
            Message::Binary(bytes) => {
                let (compression, message) = bytes.split_first().expect("a message");
                assert_eq!(*compression, 0, "nothing was to be compressed");
                return Ok(bsatn::from_slice(message).expect("a message of the protocol"));
            }
            Message::Ping(_) | Message::Pong(_) => {}
            _ => return Err(Box::new(Error::ConnectionClosed)),
        }
    }
}

fn rows(rows: QueryRows) -> Vec<Bytes> {
    rows.tables.iter().flat_map(|table| &table.rows).collect()
}
