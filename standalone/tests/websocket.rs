//! The WebSocket interface, below what the client SDKs let one see.

mod support;

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use spacetimedb_client_api_messages::websocket::v2::{ClientMessage, OneOffQuery, ServerMessage};
use spacetimedb_lib::bsatn;
use support::socket::{Socket, V2, connect, greeting, next, receive, request};
use support::{LIMIT, host_and_client};
use tokio::net::TcpSocket;
use tokio::time::timeout;
use tokio_tungstenite::MaybeTlsStream;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{Error, Message};

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
async fn a_client_that_does_not_read_is_not_read_from_and_misses_nothing() {
    /// The engine keeps as many messages for a client, of whatever size, before it gives it up.
    const ENGINE_QUEUE: u32 = 16_384;
    /// A query is answered in milliseconds. Nothing but a server that does not read takes that long.
    const STALLED: Duration = Duration::from_secs(3);
    let (host, http) = host_and_client().await;
    let tcp = TcpSocket::new_v4().unwrap();
    tcp.set_recv_buffer_size(1 << 14).unwrap();
    tcp.set_send_buffer_size(1 << 14).unwrap();
    let tcp = MaybeTlsStream::Plain(tcp.connect(host.address()).await.unwrap());
    let request = request(&host, V2, &format!("&token={}", host.owner_token()));
    let (mut socket, _) = tokio_tungstenite::client_async(request, tcp).await.unwrap();
    greeting(&mut socket).await;

    // As long as may be, so that few fit into what the system buffers for the socket.
    let query_string: Box<str> = format!("{:8192}", "SELECT * FROM st_column").into();
    let mut asked = 0;
    while asked < ENGINE_QUEUE {
        let query = OneOffQuery { request_id: asked, query_string: query_string.clone() };
        let bytes = bsatn::to_vec(&ClientMessage::OneOffQuery(query)).unwrap();
        asked += 1;
        // What is not sent by then is sent with the next.
        if timeout(STALLED, socket.send(Message::binary(bytes))).await.is_err() {
            break;
        }
    }
    assert!(asked < ENGINE_QUEUE, "the server reads on");
    // Nobody else waits.
    let (_, token) = http.new_identity().await;
    timeout(LIMIT, http.set_name(&token, "Ann")).await.unwrap();

    let mut answered = 0;
    while answered < asked {
        match receive(&mut socket).await {
            ServerMessage::OneOffQueryResult(answer) => {
                assert_eq!(answer.request_id, answered);
                assert!(answer.result.is_ok(), "{answer:?}");
                answered += 1;
            }
            other => panic!("not an answer: {other:?}"),
        }
    }
    host.shutdown().await;
}
