//! The messages in what comes over a WebSocket.

use bytes::Bytes;
use spacetimedb_client_api_messages::websocket::v2::ClientMessage;
use spacetimedb_lib::bsatn;

/// The messages in a frame, each with the bytes that it came in: one in version 2 of the protocol, one or more in
/// version 3. One that cannot be read is the last.
pub struct Messages<'a> {
    frame: &'a Bytes,
    /// What follows the messages that were given; `None` after the last.
    rest: Option<&'a [u8]>,
}

impl<'a> Messages<'a> {
    /// The messages in `frame`.
    pub fn of(frame: &'a Bytes) -> Self {
        Self { frame, rest: Some(frame) }
    }
}

impl Iterator for Messages<'_> {
    type Item = Result<(ClientMessage, Bytes), bsatn::DecodeError>;

    fn next(&mut self) -> Option<Self::Item> {
        let message = self.rest.take()?;
        let mut rest = message;
        let decoded = match bsatn::from_reader(&mut rest) {
            Ok(decoded) => decoded,
            Err(error) => return Some(Err(error)),
        };
        let bytes = self.frame.slice_ref(&message[..message.len() - rest.len()]);
        self.rest = Some(rest).filter(|rest| !rest.is_empty());
        Some(Ok((decoded, bytes)))
    }
}
