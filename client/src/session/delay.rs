//! The network's delay, which the server gives back to those who say when they have seen their turn.

use std::time::{Duration, Instant};

use super::limits::Limits;
use super::view::{GameView, Status};

/// How long a message takes to the server and back, by the shortest way seen on this connection: a longer one
/// has waited somewhere.
#[derive(Debug, Default)]
pub(super) struct RoundTrip(Option<Duration>);

impl RoundTrip {
    /// What was sent at `sent` has been answered at `received`.
    pub(super) fn answered(&mut self, sent: Instant, received: Instant) {
        let took = received.saturating_duration_since(sent);
        self.0 = Some(self.0.map_or(took, |shortest| shortest.min(took)));
    }

    /// Whether it is known to be at least this long.
    pub(super) fn is_at_least(&self, limit: Duration) -> bool {
        self.0.is_some_and(|shortest| shortest >= limit)
    }
}

/// Whether an update from `before` to `game` tells that a turn of the player's has begun in which the delay
/// matters: a fast one, whose time runs.
pub(super) fn is_fast_turn_begun(before: Option<&GameView>, game: &GameView, limits: &Limits) -> bool {
    let seen = before.is_some_and(|before| before.is_my_turn() && before.turn_started == game.turn_started);
    game.is_my_turn() && !game.is_paused() && !seen && is_fast(game, limits)
}

/// Whether a turn is running whose clock matters to the second.
pub(super) fn is_fast(game: &GameView, limits: &Limits) -> bool {
    let limit = game.deadline.map(|deadline| deadline.since(game.turn_started));
    game.status == Status::Live && limit.is_some_and(|limit| limit <= limits.fast_turn)
}
