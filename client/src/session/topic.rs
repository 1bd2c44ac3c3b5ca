//! What a session hears of beside its player's games.

use super::view::GameId;

/// Something that a session can be told of beside its player's games: only what is asked for is sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Topic {
    /// What is said at the player's tables.
    Chat,
    /// A game of others. It comes when [`Request::WatchGame`](super::Request::WatchGame) has been asked on the
    /// same connection.
    Watched(GameId),
    /// Games that can be watched.
    Live,
    /// Games that wait for anyone.
    Seeks,
    /// What can be searched for.
    Pools,
    /// Challenges made by the player, and to them.
    Challenges,
    /// Whom the player has blocked.
    Blocks,
    /// The player's searches for an opponent.
    Searches,
    /// The player's ratings.
    Ratings,
    /// The best of each board.
    Leaders,
    /// A game of the player's that is in the archive. It is looked for once a connection.
    Archived(GameId),
    /// A page of the player's archive, `0` the newest. It is read once a connection.
    Archive(u32),
}

impl Topic {
    /// What to subscribe to; `None` for what is asked for otherwise.
    pub(super) fn query(&self) -> Option<String> {
        Some(match self {
            Topic::Chat => "SELECT * FROM my_chat".to_owned(),
            Topic::Watched(game) => format!("SELECT * FROM broadcast WHERE id = {game}"),
            Topic::Live => "SELECT * FROM watchable".to_owned(),
            Topic::Seeks => "SELECT * FROM open_seeks".to_owned(),
            Topic::Pools => "SELECT * FROM catalogue".to_owned(),
            Topic::Challenges => "SELECT * FROM my_challenges".to_owned(),
            Topic::Blocks => "SELECT * FROM my_blocks".to_owned(),
            Topic::Searches => "SELECT * FROM my_searches".to_owned(),
            Topic::Ratings => "SELECT * FROM my_ratings".to_owned(),
            Topic::Leaders => "SELECT * FROM leaderboard".to_owned(),
            Topic::Archived(_) | Topic::Archive(_) => return None,
        })
    }
}
