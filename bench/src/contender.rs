//! The systems that are compared, by name.

use clap::ValueEnum;

/// A system as it is set up for a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, ValueEnum)]
pub enum Contender {
    /// Zeitnot on the embedded host: a move is on the disk before anybody is told.
    Zeitnot,
    /// The same in memory.
    ZeitnotMemory,
    /// Turns as SpacetimeDB's own guides put them together, on the same host, durable.
    Guide,
    /// The same with a public table, which is not private, durable.
    Public,
    /// A reducer that does nothing, on the same host, durable.
    Nothing,
    /// A WebSocket server that does nothing but pass each message to both players.
    Echo,
    /// PostgreSQL behind a front that players connect to.
    Postgres,
    /// The same, with moves that come in together in one transaction.
    PostgresBatched,
    /// boardgame.io, which keeps its matches in memory.
    Boardgame,
    /// The same with its storage in files, which it tells players before it has written.
    BoardgameFiles,
}

impl Contender {
    /// As it is called in tables and in JSON. On the command line boardgame.io is `boardgame` and `boardgame-files`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Zeitnot => "zeitnot",
            Self::ZeitnotMemory => "zeitnot-memory",
            Self::Guide => "guide",
            Self::Public => "public",
            Self::Nothing => "nothing",
            Self::Echo => "echo",
            Self::Postgres => "postgres",
            Self::PostgresBatched => "postgres-batched",
            Self::Boardgame => "boardgame.io",
            Self::BoardgameFiles => "boardgame.io-files",
        }
    }

    /// Whether a move is on the disk before anybody is told of it.
    pub fn is_durable(self) -> bool {
        match self {
            Self::Zeitnot
            | Self::Guide
            | Self::Public
            | Self::Nothing
            | Self::Postgres
            | Self::PostgresBatched => true,
            Self::ZeitnotMemory | Self::Echo | Self::Boardgame | Self::BoardgameFiles => false,
        }
    }

    /// The most games at once that are worth measuring in a round, which count from 0.
    pub fn most_games(self, round: usize) -> usize {
        match (self, round) {
            // With more players a move takes so long that a round of it takes a minute; two are enough to show it.
            (Self::Guide, 0 | 1) => 256,
            (Self::Guide, _) => 64,
            _ => usize::MAX,
        }
    }
}
