//! A client's WebSocket, as light as ten thousand of them in one process have to be.

use std::time::Duration;

use anyhow::{Context, Result, bail};
use futures_util::{SinkExt, StreamExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::{HeaderName, HeaderValue};
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Bytes, Message, Utf8Bytes};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};

/// What a client reads at once. The library's own 128 KiB would be a gigabyte for ten thousand.
const READ_BUFFER: usize = 4 << 10;

/// Longer than the slowest answer that is worth waiting for.
const LONGEST_WAIT: Duration = Duration::from_secs(120);

/// An open WebSocket that carries binary messages.
pub struct Socket {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    traffic: u64,
}

/// Opens a WebSocket, with these headers beside the usual ones.
pub async fn connect(url: &str, headers: &[(HeaderName, HeaderValue)]) -> Result<Socket> {
    let mut request = url.into_client_request()?;
    request.headers_mut().extend(headers.iter().cloned());
    let config = WebSocketConfig::default().read_buffer_size(READ_BUFFER).write_buffer_size(0);
    let connecting = connect_async_with_config(request, Some(config), true);
    let (stream, _) = timeout(LONGEST_WAIT, connecting).await.context("no connection in time")??;
    Ok(Socket { stream, traffic: 0 })
}

impl Socket {
    /// Sends a message.
    pub async fn send(&mut self, message: impl Into<Bytes>) -> Result<()> {
        let message = message.into();
        self.traffic += message.len() as u64;
        Ok(self.stream.send(Message::Binary(message)).await?)
    }

    /// Bytes of messages sent and received so far, without what frames them.
    pub fn traffic(&self) -> u64 {
        self.traffic
    }

    /// Sends a text message.
    pub async fn send_text(&mut self, message: impl Into<Utf8Bytes>) -> Result<()> {
        Ok(self.stream.send(Message::Text(message.into())).await?)
    }

    /// The next message. Pings are answered on the way.
    pub async fn receive(&mut self) -> Result<Bytes> {
        loop {
            match timeout(LONGEST_WAIT, self.stream.next()).await.context("no message in time")? {
                Some(Ok(Message::Binary(message))) => {
                    self.traffic += message.len() as u64;
                    return Ok(message);
                }
                Some(Ok(Message::Text(message))) => {
                    self.traffic += message.len() as u64;
                    return Ok(message.into());
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => {}
                Some(Ok(Message::Close(frame))) => bail!("the server closed the connection: {frame:?}"),
                Some(Err(error)) => return Err(error).context("the connection broke"),
                None => bail!("the connection ended"),
            }
        }
    }
}
