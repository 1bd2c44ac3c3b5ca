//! The systems that are compared, by name.

use clap::ValueEnum;

/// A system as it is set up for a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, ValueEnum)]
pub enum Contender {
    /// A WebSocket server that does nothing but pass each message to both players.
    Echo,
}

impl Contender {
    /// As it is called in tables, in JSON and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Echo => "echo",
        }
    }

    /// Whether a move is on the disk before anybody is told of it.
    pub fn is_durable(self) -> bool {
        match self {
            Self::Echo => false,
        }
    }
}
