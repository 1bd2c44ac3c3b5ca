//! What is done to the server and its connections.

use std::fmt;
use std::time::Duration;

use crate::journal::PlayerNumber;

/// What is done to the server and its connections.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Blow {
    /// The server is killed, and started again after a while.
    Kill {
        /// How long it is away before it is started.
        down: Duration,
    },
    /// The server stands still for a while.
    Stop {
        /// How long.
        lasts: Duration,
    },
    /// The disk is filled but for a little; then it is emptied and the server started again.
    Fill {
        /// How many bytes are left free.
        left: u64,
    },
    /// The server is killed and the end of its log torn off, which no kill does: no round is planned with it. It shows
    /// that a loss is found.
    Tear {
        /// How many bytes.
        bytes: u64,
    },
    /// Connections are cut, and new ones refused for a while.
    Cut {
        /// Whose.
        players: Vec<PlayerNumber>,
        /// How long.
        lasts: Duration,
        /// How long what was under way to the server still arrives after the client has lost the connection.
        linger: Duration,
    },
    /// Nothing that the server sends arrives, until the connections are cut.
    Deafen {
        /// Whose.
        players: Vec<PlayerNumber>,
        /// How long.
        lasts: Duration,
    },
    /// Everything takes longer in each direction, from now on.
    Delay {
        /// Whose.
        players: Vec<PlayerNumber>,
        /// How much longer.
        by: Duration,
    },
}

impl Blow {
    /// A word for it.
    pub fn name(&self) -> &'static str {
        match self {
            Blow::Kill { .. } => "kill",
            Blow::Stop { .. } => "stop",
            Blow::Fill { .. } => "fill",
            Blow::Tear { .. } => "tear",
            Blow::Cut { .. } => "cut",
            Blow::Deafen { .. } => "deafen",
            Blow::Delay { .. } => "delay",
        }
    }
}

impl fmt::Display for Blow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Blow::Kill { down } => write!(f, "kill the server, and start it after {down:?}"),
            Blow::Stop { lasts } => write!(f, "stop the server for {lasts:?}"),
            Blow::Fill { left } => write!(f, "fill its disk but for {left} bytes"),
            Blow::Tear { bytes } => write!(f, "kill the server, and tear {bytes} bytes off its log"),
            Blow::Cut { players, lasts, linger } => {
                write!(f, "cut {players:?} off for {lasts:?}, what was sent arrives for {linger:?}")
            }
            Blow::Deafen { players, lasts } => write!(f, "let nothing reach {players:?} for {lasts:?}"),
            Blow::Delay { players, by } => write!(f, "delay {players:?} by {by:?}"),
        }
    }
}
