//! A client of the WebSocket interface, below what the client SDKs let one see.

use futures_util::{SinkExt, StreamExt};
use spacetimedb_client_api_messages::websocket::v2::{ClientMessage, InitialConnection, ServerMessage};
use spacetimedb_lib::bsatn;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::handshake::client::{Request, Response};
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};
use zeitnot_standalone::Host;

use super::LIMIT;

pub type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

pub const V2: &str = "v2.bsatn.spacetimedb";

pub fn request(host: &Host, protocols: &str, query: &str) -> Request {
    let url = format!("ws://{}/v1/database/zeitnot/subscribe?compression=None{query}", host.address());
    let mut request = url.into_client_request().unwrap();
    if !protocols.is_empty() {
        request.headers_mut().insert("sec-websocket-protocol", protocols.parse().unwrap());
    }
    request
}

pub async fn connect(host: &Host, protocols: &str, query: &str) -> Result<(Socket, Response), Error> {
    tokio_tungstenite::connect_async(request(host, protocols, query)).await
}

pub async fn next(socket: &mut Socket) -> Message {
    timeout(LIMIT, socket.next())
        .await
        .expect("a message comes in time")
        .expect("there is one")
        .expect("it is whole")
}

/// The message in a frame that is not compressed.
pub fn decode(bytes: &[u8]) -> ServerMessage {
    assert_eq!(bytes[0], 0, "the first byte says that nothing is compressed");
    bsatn::from_slice(&bytes[1..]).expect("it is a message of the protocol")
}

pub async fn greeting(socket: &mut Socket) -> InitialConnection {
    let Message::Binary(bytes) = next(socket).await else { panic!("not a binary message") };
    match decode(&bytes) {
        ServerMessage::InitialConnection(greeting) => greeting,
        other => panic!("not a greeting: {other:?}"),
    }
}

/// The next message of the protocol.
pub async fn receive(socket: &mut Socket) -> ServerMessage {
    loop {
        match next(socket).await {
            Message::Binary(bytes) => return decode(&bytes),
            Message::Ping(_) => {}
            other => panic!("not a binary message: {other:?}"),
        }
    }
}

pub async fn send(socket: &mut Socket, message: &ClientMessage) {
    socket.send(Message::binary(bsatn::to_vec(message).unwrap())).await.expect("the server takes it");
}
