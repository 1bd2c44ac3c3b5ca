//! The WebSocket interface, below what the client SDKs let one see.

mod support;

use futures_util::{SinkExt, StreamExt};
use spacetimedb_client_api_messages::websocket::v2::{
    CallReducer, CallReducerFlags, ClientMessage, InitialConnection, OneOffQuery, ServerMessage,
};
use spacetimedb_lib::bsatn;
use support::{Client, LIMIT, host_and_client};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::handshake::client::{Request, Response};
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};
use zeitnot_standalone::Host;

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

const V2: &str = "v2.bsatn.spacetimedb";

fn request(host: &Host, protocols: &str, query: &str) -> Request {
    let url = format!("ws://{}/v1/database/zeitnot/subscribe?compression=None{query}", host.address());
    let mut request = url.into_client_request().unwrap();
    if !protocols.is_empty() {
        request.headers_mut().insert("sec-websocket-protocol", protocols.parse().unwrap());
    }
    request
}

async fn connect(host: &Host, protocols: &str, query: &str) -> Result<(Socket, Response), Error> {
    tokio_tungstenite::connect_async(request(host, protocols, query)).await
}

async fn next(socket: &mut Socket) -> Message {
    timeout(LIMIT, socket.next())
        .await
        .expect("a message comes in time")
        .expect("there is one")
        .expect("it is whole")
}

/// The message in a frame that is not compressed.
fn decode(bytes: &[u8]) -> ServerMessage {
    assert_eq!(bytes[0], 0, "the first byte says that nothing is compressed");
    bsatn::from_slice(&bytes[1..]).expect("it is a message of the protocol")
}

async fn greeting(socket: &mut Socket) -> InitialConnection {
    let Message::Binary(bytes) = next(socket).await else { panic!("not a binary message") };
    match decode(&bytes) {
        ServerMessage::InitialConnection(greeting) => greeting,
        other => panic!("not a greeting: {other:?}"),
    }
}

async fn closing(socket: &mut Socket) -> CloseFrame {
    match next(socket).await {
        Message::Close(Some(frame)) => frame,
        other => panic!("not a close: {other:?}"),
    }
}

fn refusal(error: Error) -> (u16, String) {
    let Error::Http(response) = error else { panic!("not an answer: {error}") };
    let body = response.body().clone().unwrap_or_default();
    (response.status().as_u16(), String::from_utf8(body).unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn version_2_is_chosen_wherever_it_is_offered() {
    let (host, _) = host_and_client().await;
    for (offered, chosen) in [
        (V2, V2),
        ("v3.bsatn.spacetimedb, v2.bsatn.spacetimedb", V2),
        ("v1.json.spacetimedb, v2.bsatn.spacetimedb", V2),
        ("v3.bsatn.spacetimedb", "v3.bsatn.spacetimedb"),
    ] {
        let (mut socket, response) = connect(&host, offered, "").await.unwrap();
        assert_eq!(response.headers()["sec-websocket-protocol"], chosen, "of {offered}");
        greeting(&mut socket).await;
    }
    for offered in ["v1.bsatn.spacetimedb", ""] {
        let (status, reason) = refusal(connect(&host, offered, "").await.unwrap_err());
        assert_eq!(status, 400);
        assert!(reason.contains("speaks the WebSocket protocols v2.bsatn.spacetimedb"), "{reason}");
    }
    host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_greeting_tells_who_one_is() {
    let (host, _) = host_and_client().await;
    let (mut socket, response) = connect(&host, V2, "").await.unwrap();
    let stranger = greeting(&mut socket).await;
    assert_eq!(response.headers()["spacetime-identity"], stranger.identity.to_hex().as_str());

    let id = "0123456789abcdef0123456789abcdef";
    let query = format!("&token={}&connection_id={id}", stranger.token);
    let (mut socket, _) = connect(&host, V2, &query).await.unwrap();
    let again = greeting(&mut socket).await;
    assert_eq!(again.identity, stranger.identity);
    assert_eq!(again.connection_id.to_hex().as_str(), id);

    let (status, _) = refusal(connect(&host, V2, "&token=nonsense").await.unwrap_err());
    assert_eq!(status, 401);
    let zero = format!("&connection_id={}", "0".repeat(32));
    assert_eq!(refusal(connect(&host, V2, &zero).await.unwrap_err()).0, 400);
    host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_message_ends_the_connection() {
    let (host, _) = host_and_client().await;
    for wrong in [Message::binary(vec![0xff; 8]), Message::text("{}")] {
        let (mut socket, _) = connect(&host, V2, "").await.unwrap();
        greeting(&mut socket).await;
        socket.send(wrong).await.unwrap();
        let frame = closing(&mut socket).await;
        assert_eq!(frame.code, CloseCode::Invalid);
        assert!(!frame.reason.is_empty());
    }

    let (mut socket, _) = connect(&host, V2, "").await.unwrap();
    greeting(&mut socket).await;
    // Twice what is allowed. The server does not read it to its end, so sending may fail as well.
    let _ = socket.send(Message::binary(vec![0; 2 << 20])).await;
    let end = timeout(LIMIT, async {
        while let Some(Ok(message)) = socket.next().await {
            assert!(message.is_close(), "{message:?}");
        }
    });
    end.await.expect("the connection ends in time");
    host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_does_not_read_is_still_heard() {
    const QUERIES: u32 = 2000;
    const CALLS: u32 = 50;
    // More than Linux buffers for a socket that sends, 4 MB (tcp(7), tcp_wmem), and one that is told to buffer little.
    const MORE_THAN_FITS: usize = 6 << 20;
    let (host, http) = host_and_client().await;
    let (_, token) = http.new_identity().await;
    let tcp = TcpSocket::new_v4().unwrap();
    tcp.set_recv_buffer_size(1 << 14).unwrap();
    let tcp = MaybeTlsStream::Plain(tcp.connect(host.address()).await.unwrap());
    let request = request(&host, V2, &format!("&token={token}"));
    let (mut socket, _) = tokio_tungstenite::client_async(request, tcp).await.unwrap();
    greeting(&mut socket).await;

    for request_id in 0..QUERIES {
        let query_string = "SELECT * FROM st_column".into();
        send(&mut socket, &ClientMessage::OneOffQuery(OneOffQuery { request_id, query_string })).await;
    }
    // Calls one after another, the last of them long after the answers have filled the socket.
    for call in 0..CALLS {
        let name = format!("Patience {call}");
        let call = CallReducer {
            request_id: QUERIES + call,
            flags: CallReducerFlags::Default,
            reducer: "set_name".into(),
            args: bsatn::to_vec(&name).unwrap().into(),
        };
        send(&mut socket, &ClientMessage::CallReducer(call)).await;
        named(&http, &token, &name).await;
    }

    // Nothing was lost meanwhile, and all of it is in order.
    let (mut received, mut answered, mut called) = (0, 0, 0);
    while answered < QUERIES || called < CALLS {
        let Message::Binary(bytes) = next(&mut socket).await else { panic!("not a binary message") };
        received += bytes.len();
        match decode(&bytes) {
            ServerMessage::OneOffQueryResult(answer) => {
                assert_eq!(answer.request_id, answered);
                answered += 1;
            }
            ServerMessage::ReducerResult(result) => {
                assert_eq!(result.request_id, QUERIES + called);
                called += 1;
            }
            other => panic!("not an answer: {other:?}"),
        }
    }
    assert!(received > MORE_THAN_FITS, "the answers, {received} bytes, may all have been written at once");
    host.shutdown().await;
}

async fn send(socket: &mut Socket, message: &ClientMessage) {
    socket.send(Message::binary(bsatn::to_vec(message).unwrap())).await.expect("the server takes it");
}

/// Waits until the player has that name.
async fn named(http: &Client, token: &str, name: &str) {
    let waiting = async {
        while http.name_of(token).await != name {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    };
    timeout(LIMIT, waiting).await.expect("the call is carried out in time");
}
