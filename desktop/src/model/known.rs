//! What is known of the server, at one moment.

use std::collections::BTreeMap;
use std::sync::Arc;

use zeitnot_client::session::{Connection, Feed, GameId, GameView, Me, Snapshot, Status};
use zeitnot_client::time::ServerTime;

/// What is known of the server, at one moment.
#[derive(Clone, Debug)]
pub struct Known {
    /// How the connection stands; `None` while there is no session.
    pub connection: Option<Connection>,
    /// Who the player is, once the server has said.
    pub me: Option<Me>,
    /// The player's games.
    pub games: BTreeMap<GameId, Arc<GameView>>,
    /// What is known beside them.
    pub feed: Arc<Feed>,
    /// The game of others that is watched, once it has come.
    pub watched: Option<Arc<GameView>>,
    /// What is known of what is looked at for a while, once it has come.
    pub aside: Option<Arc<Feed>>,
    /// The server's time, once something has been heard of it.
    pub now: Option<ServerTime>,
}

impl Known {
    /// Nothing.
    pub fn nothing() -> Known {
        Known {
            connection: None,
            me: None,
            games: BTreeMap::new(),
            feed: Arc::default(),
            watched: None,
            aside: None,
            now: None,
        }
    }

    /// What a session knows.
    pub fn of(snapshot: Snapshot, now: Option<ServerTime>) -> Known {
        let Snapshot { connection, me, games, feed } = snapshot;
        Known { connection: Some(connection), me, games, feed, watched: None, aside: None, now }
    }

    /// A game: of the player's, or the one that is watched.
    pub fn game(&self, id: GameId) -> Option<&Arc<GameView>> {
        self.games.get(&id).or_else(|| self.watched.as_ref().filter(|game| game.id == id))
    }

    /// Whether a game is one of others.
    pub fn is_watched(&self, id: GameId) -> bool {
        !self.games.contains_key(&id)
    }

    /// Whether what is known is current.
    pub fn is_online(&self) -> bool {
        self.connection == Some(Connection::Online)
    }

    /// The games that have not ended: those where the player is to move first, the most urgent before the
    /// others, then other running ones, then those that wait.
    pub fn going(&self) -> Vec<Arc<GameView>> {
        let mut games: Vec<Arc<GameView>> =
            self.games.values().filter(|game| game.is_going()).cloned().collect();
        games.sort_by_key(|game| {
            let deadline = game.deadline.map_or(i64::MAX, ServerTime::micros);
            (!game.is_my_turn(), game.status == Status::Waiting, deadline, game.id)
        });
        games
    }

    /// The games that have ended, the last one first.
    pub fn over(&self) -> Vec<Arc<GameView>> {
        let mut games: Vec<Arc<GameView>> =
            self.games.values().filter(|game| !game.is_going()).cloned().collect();
        games.sort_by_key(|game| std::cmp::Reverse((game.ended_at.map(ServerTime::micros), game.id)));
        games
    }

    /// In how many games the player is to move.
    pub fn my_turns(&self) -> usize {
        self.games.values().filter(|game| game.takes_my_move()).count()
    }
}
