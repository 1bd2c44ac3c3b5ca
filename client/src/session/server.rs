//! Where to connect to.

use std::fmt;
use std::str::FromStr;

use spacetimedb_sdk::__codegen::http::Uri;
use thiserror::Error;

/// A server's address: `http://host[:port]`, also `https`, `ws` or `wss`; `http://` may be left out.
///
/// ```
/// use zeitnot_client::session::ServerAddress;
///
/// let server: ServerAddress = "localhost:3000".parse()?;
/// assert_eq!(server.to_string(), "http://localhost:3000");
/// # Ok::<(), zeitnot_client::session::ServerAddressError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ServerAddress {
    uri: Uri,
}

/// Why an address was refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ServerAddressError {
    /// Not the form of an address.
    #[error("{0:?} is not a server's address; one looks like http://127.0.0.1:3000")]
    Malformed(String),
    /// A scheme that no SpacetimeDB server speaks.
    #[error("a server's address begins with http://, https://, ws:// or wss://, not {0}://")]
    Scheme(String),
}

impl ServerAddress {
    /// For the SDK.
    pub(super) fn uri(&self) -> Uri {
        self.uri.clone()
    }

    /// A file name of its own for each server, whatever its address holds.
    pub(super) fn file_name(&self) -> String {
        // `http` and `ws` are the same server.
        let secure = matches!(self.uri.scheme_str(), Some("https" | "wss"));
        let text = format!(
            "{}{}{}",
            if secure { "s." } else { "" },
            self.uri.authority().map_or("", |authority| authority.as_str()),
            self.uri.path().trim_end_matches('/')
        );
        let mut name = String::with_capacity(text.len());
        for byte in text.to_ascii_lowercase().bytes() {
            // Not a dot at the beginning: `.` and `..` are folders that there are.
            if byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'.' && !name.is_empty() {
                name.push(char::from(byte));
            } else {
                name.push_str(&format!("%{byte:02x}"));
            }
        }
        name
    }
}

impl FromStr for ServerAddress {
    type Err = ServerAddressError;

    fn from_str(text: &str) -> Result<ServerAddress, ServerAddressError> {
        let malformed = || ServerAddressError::Malformed(text.chars().take(100).collect());
        // At once: what one of them leaves at the end is for the other.
        let text = text.trim_start().trim_end_matches(|end: char| end == '/' || end.is_whitespace());
        let full = if text.contains("://") { text.to_owned() } else { format!("http://{text}") };
        let uri: Uri = full.parse().map_err(|_| malformed())?;
        match uri.scheme_str() {
            Some("http" | "https" | "ws" | "wss") => {}
            Some(other) => return Err(ServerAddressError::Scheme(other.to_owned())),
            None => return Err(malformed()),
        }
        let authority = uri.authority().ok_or_else(malformed)?;
        // A port that is no number passes the parser and would only fail at the connection.
        let port_is_sound = match authority.as_str().rsplit_once(':') {
            Some((_, port)) if !port.ends_with(']') => port.parse::<u16>().is_ok(),
            _ => true,
        };
        // The parser drops what follows a `#`.
        let more = uri.query().is_some() || text.contains('#');
        if more || authority.host().is_empty() || !port_is_sound {
            return Err(malformed());
        }
        Ok(ServerAddress { uri })
    }
}

impl fmt::Display for ServerAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.uri.to_string().trim_end_matches('/'))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refuses_what_is_no_address() {
        for bad in
            ["", "http://", "ftp://host", "http://ho st", "host:port", "host:99999", "host/?a=b", "host/a/#"]
        {
            assert!(bad.parse::<ServerAddress>().is_err(), "{bad:?}");
        }
    }

    /// A program that shows an address and reads it again has the same one.
    #[test]
    fn an_address_as_it_is_shown_is_the_same_address() {
        for text in ["host", "HOST:1/a//", " host / / ", "=/-////\u{85}/\u{85}", "ws://[::1]:3000/a/"] {
            let server: ServerAddress = text.parse().expect(text);
            assert_eq!(server.to_string().parse(), Ok(server), "{text:?}");
        }
    }

    #[test]
    fn every_server_has_a_file_name_of_its_own() {
        let name = |text: &str| text.parse::<ServerAddress>().expect(text).file_name();
        assert_eq!(name("http://127.0.0.1:3000"), "127.0.0.1%3a3000");
        assert_eq!(name("ws://127.0.0.1:3000/"), name("127.0.0.1:3000"));
        assert_eq!(name("http://Host"), name("http://host"));
        assert_eq!(name("http://[::1]:3000"), "%5b%3a%3a1%5d%3a3000");
        assert_ne!(name("http://host"), name("https://host"));
        assert_ne!(name("http://host/a"), name("http://host/b"));
        assert_eq!((name("."), name("..")), ("%2e".to_owned(), "%2e.".to_owned()));
    }
}
