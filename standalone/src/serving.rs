//! The socket: accepts connections, and gives each request a limited time to arrive.

use std::io;
use std::net::IpAddr;
use std::pin::pin;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{Extension, Request, State};
use axum::http::StatusCode;
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// Largest body of a request, in bytes. Arguments and queries are far smaller.
const LARGEST_BODY: usize = 1 << 20;

/// How long to wait when no connection can be accepted: usually too many files are open.
const PAUSE: Duration = Duration::from_secs(1);

/// Where a request comes from: the address at the other end of the socket.
#[derive(Clone, Copy, Debug)]
pub struct Origin(pub IpAddr);

/// Answers requests until `stopping`, and then those that are under way.
///
/// A request whose head or body takes longer than `request_time` to arrive is not answered, and its
/// connection closed; so is one on which nothing is asked for that long.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    request_time: Duration,
    stopping: CancellationToken,
) {
    let router = router.layer(middleware::from_fn_with_state(request_time, with_whole_body));
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(request_time);
    let connections = TaskTracker::new();
    while let Some(accepted) = stopping.run_until_cancelled(listener.accept()).await {
        let (socket, origin) = match accepted {
            Ok((socket, peer)) => (socket, Origin(peer.ip())),
            // Gone before it was accepted.
            Err(error) if is_of_connection(&error) => continue,
            Err(error) => {
                tracing::error!("no connection can be accepted: {error}");
                stopping.run_until_cancelled(tokio::time::sleep(PAUSE)).await;
                continue;
            }
        };
        send_at_once(&socket);
        let service = TowerToHyperService::new(router.clone().layer(Extension(origin)));
        let connection = http.serve_connection(TokioIo::new(socket), service).with_upgrades();
        let stopping = stopping.clone();
        connections.spawn(async move {
            let mut connection = pin!(connection);
            let ended = tokio::select! {
                ended = connection.as_mut() => ended,
                () = stopping.cancelled() => {
                    connection.as_mut().graceful_shutdown();
                    connection.await
                }
            };
            if let Err(error) = ended {
                tracing::debug!("a connection ended: {error}");
            }
        });
    }
    drop(listener);
    connections.close();
    connections.wait().await;
}

/// Waits for the whole of a request before anything is done about it.
async fn with_whole_body(State(limit): State<Duration>, request: Request, next: Next) -> Response {
    let (head, body) = request.into_parts();
    match tokio::time::timeout(limit, axum::body::to_bytes(body, LARGEST_BODY)).await {
        Ok(Ok(body)) => next.run(Request::from_parts(head, Body::from(body))).await,
        Ok(Err(error)) => {
            tracing::debug!("a request did not arrive whole: {error}");
            let reason = format!("a request may have a body of at most {LARGEST_BODY} bytes");
            (StatusCode::PAYLOAD_TOO_LARGE, reason).into_response()
        }
        Err(_) => (StatusCode::REQUEST_TIMEOUT, "the request did not arrive in time").into_response(),
    }
}

/// Messages are small and each is wanted at once; waiting to fill a packet would only delay them.
fn send_at_once(socket: &TcpStream) {
    if let Err(error) = socket.set_nodelay(true) {
        tracing::debug!("cannot turn off Nagle's algorithm: {error}");
    }
}

fn is_of_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}
