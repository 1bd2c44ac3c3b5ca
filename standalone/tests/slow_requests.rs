//! Requests that do not arrive.

mod support;

use std::time::Duration;

use support::{LIMIT, in_memory};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use zeitnot_standalone::Host;

#[tokio::test(flavor = "multi_thread")]
async fn a_request_that_does_not_arrive_is_given_up() {
    let mut options = in_memory();
    options.request_time = Duration::from_millis(200);
    let host = Host::start(options).await.unwrap();
    let body = "POST /v1/database/zeitnot/sql HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nSEL";
    let unread = "GET /v1/nowhere HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\n";
    for (begun, status) in [("", None), ("GET /v1/ping HT", None), (body, Some("408")), (unread, Some("408"))]
    {
        let mut socket = TcpStream::connect(host.address()).await.unwrap();
        socket.write_all(begun.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        // Ends when the server closes the connection, which may be abrupt.
        let _ = timeout(LIMIT, socket.read_to_end(&mut answer)).await.expect("the server gives it up");
        if let Some(status) = status {
            let answer = String::from_utf8_lossy(&answer);
            assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{answer}");
        }
    }
    host.shutdown().await;
}
