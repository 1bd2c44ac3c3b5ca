//! What the model asks of the outside.

use zeitnot_client::session::{GameId, Request, Topic};

use super::sound::Sound;

/// Names a call, for matching its answer with what was asked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Tag(pub u64);

/// Something that the outside is to do.
#[derive(Clone, PartialEq, Debug)]
pub enum Order {
    /// Start a session, in place of the one that runs.
    Connect {
        /// The server's address, as it was typed.
        server: String,
        /// The profile's name, as it was typed.
        profile: String,
    },
    /// End the session.
    Disconnect,
    /// Ask something of the server.
    Call(Tag, Request),
    /// Connect now instead of later.
    RetryNow,
    /// Start the server that is installed beside this program.
    StartHost,
    /// Let bots take the free seats of a game that waits.
    CallBots(GameId),
    /// Hear of something that one looks at for a while, in place of what was looked at before: a game of others, the
    /// leaderboard, a page of the archive.
    LookAt(Topic),
    /// Hear of nothing of the kind any more.
    LookAway,
    /// Keep the preferences.
    Keep,
    /// Tell the player about something, even if they look elsewhere.
    Notify {
        /// What it is about.
        title: String,
        /// A sentence.
        body: String,
    },
    /// Play a sound.
    Play(Sound),
    /// Put a text where it can be pasted from.
    Copy(String),
    /// Write a record to a file among the user's documents.
    Export {
        /// The file's name.
        name: String,
        /// What is in it.
        text: String,
    },
    /// Read a record from a file.
    Import {
        /// The file's path, as it was typed.
        path: String,
    },
}
