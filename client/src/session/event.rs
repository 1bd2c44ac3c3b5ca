//! What a session tells its user.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use super::call::{Answer, CallId};
use super::feed::Feed;
use super::view::{GameId, GameView, Me};

/// Something has changed. The snapshot already shows it.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// The connection is up, and what the session knows is current. Changes that were missed
    /// meanwhile follow as events of their own.
    Connected(Me),
    /// The connection is lost or could not be made; it is tried again by itself.
    Disconnected {
        /// Why, as a sentence.
        reason: String,
        /// When it is tried again.
        retry_in: Duration,
    },
    /// The server does not accept the kept token; the session goes on as a new player.
    TokenRefused {
        /// Where the old one is now, should it be of use again; `None` if it was kept nowhere.
        kept_as: Option<PathBuf>,
    },
    /// The token could not be kept or read: the next session will be a new player.
    TokenNotKept {
        /// Why, as a sentence.
        reason: String,
    },
    /// The player is called this now.
    NameChanged(String),
    /// A game is new or has changed.
    GameChanged(Arc<GameView>),
    /// A game is no longer among the player's: cancelled, or over for a day.
    GameGone(GameId),
    /// What is known beside the player's games has changed.
    Fed(Arc<Feed>),
    /// The connection was lost before the answer came. Whether the call was carried out shows when
    /// the connection is back; [`Event::Answered`] follows in any case.
    Uncertain(CallId),
    /// A call has ended.
    Answered {
        /// The call.
        call: CallId,
        /// How.
        answer: Answer,
    },
}
