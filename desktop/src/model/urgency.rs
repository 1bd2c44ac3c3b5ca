//! The player's games in a list, the one that needs them first at the top.

use std::time::Duration;

use zeitnot_client::session::{GameId, GameView, Status};
use zeitnot_client::time::{Countdown, ServerTime};
use zeitnot_rules::Seat;
use zeitnot_rules::clock::TimeControl;

use super::texts::Texts;
use super::times::{rough_change, rough_left_text, time_title};
use super::wording::{ending_sentence, game_title, names};

/// A game as it is to be listed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Going {
    /// Which.
    pub id: GameId,
    /// Against whom.
    pub opponents: String,
    /// What and how fast.
    pub title: String,
    /// Whose turn it is, or what else.
    pub state: String,
    /// The player is to move.
    pub mine: bool,
    /// What is left of the turn, roughly; empty if it has no end.
    pub left: String,
    /// Little is left of it.
    pub low: bool,
}

impl Going {
    /// A game, at this time by the server's clock.
    pub fn of(game: &GameView, now: Option<ServerTime>, texts: &Texts) -> Going {
        let seats = (0..).map_while(Seat::new).take(game.players.len());
        let others = seats.filter(|seat| *seat != game.seat);
        let mine = game.takes_my_move();
        let state = match game.status {
            Status::Waiting => texts.get("state-waiting"),
            Status::Over => ending_sentence(game, Some(game.seat), None, texts),
            Status::Live if game.is_paused() => texts.get("state-paused"),
            Status::Live if mine => texts.get("state-your-turn"),
            Status::Live => {
                let who = names(game, game.to_move.iter().copied(), texts);
                texts.with("state-their-turn", &[("who", who.into())])
            }
        };
        let left = left(game, now);
        let control = game.time.parse::<TimeControl>().ok();
        let low = control
            .and_then(|control| control.low_time())
            .zip(left)
            .is_some_and(|(low, left)| left.left() < Duration::from_micros(low.unsigned_abs()));
        Going {
            id: game.id,
            opponents: names(game, others, texts),
            title: format!("{} · {}", game_title(&game.spec, texts), time_title(&game.time, texts)),
            state,
            mine,
            left: left.map(|left| rough_left_text(left, texts)).unwrap_or_default(),
            low,
        }
    }

    /// What is said of it to somebody who does not see it.
    pub fn label(&self) -> String {
        let parts = [self.opponents.as_str(), &self.state, &self.left, &self.title];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
    }
}

/// How long what a list says of a game stays true; `None` if it changes with the game only.
pub(super) fn next_change(game: &GameView, now: ServerTime) -> Option<Duration> {
    left(game, Some(now)).filter(|left| !left.is_zero()).map(rough_change)
}

fn left(game: &GameView, now: Option<ServerTime>) -> Option<Countdown> {
    let deadline = game.deadline.filter(|_| game.status == Status::Live && !game.is_paused())?;
    Some(Countdown::until(deadline, now?))
}
