//! What a session is started with.

use super::limits::Limits;
use super::profile::Profile;
use super::server::ServerAddress;
use super::token::TokenStore;
use super::topic::Topic;

/// What a session is started with.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where to connect to.
    pub server: ServerAddress,
    /// The database's name there.
    pub database: String,
    /// Who is to play.
    pub profile: Profile,
    /// Where tokens are kept.
    pub tokens: TokenStore,
    /// What to hear of beside the player's games.
    pub topics: Vec<Topic>,
    /// How long to wait for what.
    pub limits: Limits,
}

impl Settings {
    /// The name of the database unless told otherwise.
    pub const DATABASE: &'static str = "zeitnot";

    /// The standard profile on the database `zeitnot`, with the tokens where the user's data is.
    pub fn new(server: ServerAddress) -> Settings {
        Settings {
            server,
            database: Settings::DATABASE.to_owned(),
            profile: Profile::standard(),
            tokens: TokenStore::of_user().unwrap_or(TokenStore::Nowhere),
            topics: Vec::new(),
            limits: Limits::default(),
        }
    }

    /// The same for another profile.
    pub fn with_profile(self, profile: Profile) -> Settings {
        Settings { profile, ..self }
    }

    /// The same with the tokens kept elsewhere.
    pub fn with_tokens(self, tokens: TokenStore) -> Settings {
        Settings { tokens, ..self }
    }

    /// The same, hearing of these topics.
    pub fn with_topics(self, topics: impl IntoIterator<Item = Topic>) -> Settings {
        Settings { topics: topics.into_iter().collect(), ..self }
    }
}
