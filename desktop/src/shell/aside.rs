//! What is looked at for a while.

use std::sync::Arc;
use std::sync::mpsc::Receiver;

use zeitnot_client::session::{Answer, CallId, Event, Feed, GameView, Session, Topic};

/// What is looked at for a while: over a connection of its own, since what one hears of is settled when a session
/// starts.
pub(super) struct Aside {
    session: Session,
    events: Receiver<Event>,
    topic: Topic,
    /// The call that asks for a game of others, on this connection.
    asked: Option<CallId>,
    /// Something has come.
    fed: bool,
}

impl Aside {
    pub(super) fn new(session: Session, events: Receiver<Event>, topic: Topic) -> Aside {
        Aside { session, events, topic, asked: None, fed: false }
    }

    /// Takes in what has happened. Says why there is nothing to be seen, if the server does.
    pub(super) fn hear(&mut self) -> Option<Answer> {
        let mut refused = None;
        while let Ok(event) = self.events.try_recv() {
            match (event, &self.topic) {
                // The server forgets with the connection who watches.
                (Event::Connected(_), Topic::Watched(game)) => {
                    self.asked = Some(self.session.watch_game(*game).id());
                }
                (Event::Answered { call, answer }, _) if Some(call) == self.asked && !answer.is_done() => {
                    refused = Some(answer);
                }
                (Event::Fed(_), _) => self.fed = true,
                _ => {}
            }
        }
        refused
    }

    /// What is known of it, once something has come.
    pub(super) fn feed(&self) -> Option<Arc<Feed>> {
        self.fed.then(|| self.session.snapshot().feed)
    }

    /// The game of others that is watched, once it has come.
    pub(super) fn watched(&self) -> Option<Arc<GameView>> {
        let Topic::Watched(id) = self.topic else { return None };
        self.session.snapshot().feed.watched.iter().find(|game| game.id == id).cloned()
    }
}
