//! Where the player says where to play, and as whom.

use zeitnot_client::session::{Profile, ServerAddress};

/// The server that is proposed to somebody who has none: one on their own computer.
const PROPOSED: &str = "http://127.0.0.1:3000";

/// What is typed before there is a connection.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Start {
    /// The server's address.
    pub server: String,
    /// The name to play under; empty for the one that the server gives.
    pub name: String,
    /// Who to play as, of those who share the computer.
    pub profile: String,
    /// Whether a server is installed beside this program.
    pub host_installed: bool,
    /// What became of starting that server: its complaint.
    pub host_trouble: Option<String>,
    /// It has been asked to start.
    pub host_starting: bool,
}

impl Start {
    /// As it was left the last time.
    pub fn new(server: &str, name: &str, profile: &str) -> Start {
        let server = if server.is_empty() { PROPOSED } else { server };
        Start {
            server: server.to_owned(),
            name: name.to_owned(),
            profile: profile.to_owned(),
            host_installed: false,
            host_trouble: None,
            host_starting: false,
        }
    }

    /// What is wrong with what was typed, as the name of a text.
    pub fn fault(&self) -> Option<&'static str> {
        if self.server.parse::<ServerAddress>().is_err() {
            return Some("start-bad-server");
        }
        if self.profile.trim().parse::<Profile>().is_err() {
            return Some("start-bad-profile");
        }
        (self.name.trim().chars().count() > 24).then_some("start-bad-name")
    }

    /// Whether the server is to be looked for on this very computer.
    pub fn is_local(&self) -> bool {
        let host = self.server.trim().trim_start_matches("http://").trim_start_matches("ws://");
        let host = host.split('/').next().unwrap_or_default();
        let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
        ["127.0.0.1", "localhost", "[::1]"].contains(&name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_server_of_ones_own_can_be_started() {
        for (server, local) in [
            (PROPOSED, true),
            ("localhost", true),
            ("ws://[::1]:3000", true),
            ("http://zeitnot.example", false),
            ("https://localhost.example:3000", false),
        ] {
            assert_eq!(Start::new(server, "", "default").is_local(), local, "{server}");
        }
    }

    #[test]
    fn what_is_wrong_is_named() {
        let fault = |server: &str, profile: &str| Start::new(server, "", profile).fault();
        assert_eq!(fault("", "default"), None);
        assert_eq!(fault("ftp://host", "default"), Some("start-bad-server"));
        assert_eq!(fault("", "../x"), Some("start-bad-profile"));
    }
}
