//! A request over HTTP as somebody sends it who owes the server nothing: no client library stands in between.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use crate::LIMIT;

/// What came back.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The status, such as 200.
    pub status: u16,
    /// The status line and the headers, as they came.
    pub head: String,
    pub body: String,
}

impl Answer {
    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().filter_map(|line| line.split_once(':'));
        lines.filter(|(found, _)| found.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim()).next()
    }

    /// How long the server asks to be left alone, if it does.
    pub fn retry_after(&self) -> Option<Duration> {
        let seconds = self.header("retry-after").filter(|_| self.status == 429)?.parse().ok()?;
        Some(Duration::from_secs(seconds))
    }
}

/// Sends a request on a connection of its own and waits for the whole answer.
///
/// # Errors
/// If the server does not take the connection, or ends it without an answer.
pub fn request(server: SocketAddr, line: &str, token: Option<&str>, body: &[u8]) -> std::io::Result<Answer> {
    let mut stream = TcpStream::connect(server)?;
    stream.set_read_timeout(Some(LIMIT))?;
    let authorization = token.map(|token| format!("Authorization: Bearer {token}\r\n")).unwrap_or_default();
    let length = body.len();
    write!(
        stream,
        "{line} HTTP/1.1\r\nHost: zeitnot\r\n{authorization}Content-Type: application/json\r\n\
         Content-Length: {length}\r\nConnection: close\r\n\r\n"
    )?;
    stream.write_all(body)?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    let answer = String::from_utf8_lossy(&answer);
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
    let status = status.ok_or_else(|| std::io::Error::other(format!("not an answer: {answer:?}")))?;
    Ok(Answer { status, head: head.to_owned(), body: body.to_owned() })
}
