//! A game that is taken away while the player sits at its table, and a challenge before it has begun.

use std::sync::Arc;

use super::{Next, Play, Stage};
use crate::session::{Feed, GameView, Status};

impl Play<'_> {
    /// Leaves a table whose game is not among the player's any more, and says what has happened.
    pub(super) fn hear_whether_gone(&mut self, feed: &Feed) -> Next {
        let Stage::Seated(id) = self.stage else { return Next::GoOn };
        if self.session.game(id).is_some() {
            return Next::GoOn;
        }
        let Some(seen) = self.seen.as_ref().filter(|seen| seen.id == id) else { return Next::GoOn };
        self.farewell = Some(gone_sentence(seen, feed));
        Next::Leave
    }
}

/// What has happened to a game that is gone, as it was seen last.
fn gone_sentence(seen: &GameView, feed: &Feed) -> String {
    let id = seen.id;
    match seen.status {
        Status::Waiting if is_challenge(seen) => {
            let challenge = feed.challenges.iter().find(|challenge| challenge.game == id);
            let declined = challenge.and_then(|challenge| Some((&challenge.other.name, challenge.declined?)));
            match declined {
                Some((name, reason)) => format!("{name} has declined: {}.", reason.sentence()),
                None => "The challenge has been withdrawn, or has waited for too long.".to_owned(),
            }
        }
        Status::Waiting => {
            format!("Game {id} has been taken back, or has waited for too long: nobody had joined.")
        }
        Status::Live => format!("The server has taken game {id} away; nothing more is known of it."),
        Status::Over => format!(
            "Game {id} is over, and the server has put it away: `zeitnot review {id}` looks for it in your archive."
        ),
    }
}

/// Whether this waits for the answer of the player who was challenged.
fn is_challenge(game: &GameView) -> bool {
    game.status == Status::Waiting && game.code.is_empty()
}

/// The game with the name of the player who was challenged in the seat that waits for them.
pub(super) fn name_challenged(game: Arc<GameView>, feed: &Feed) -> Arc<GameView> {
    let challenge = feed.challenges.iter().find(|challenge| challenge.game == game.id);
    let Some(challenge) = challenge.filter(|_| is_challenge(&game)) else { return game };
    let mut named = (*game).clone();
    if let Some(free) = named.players.iter_mut().find(|player| player.identity.is_none()) {
        free.name = challenge.other.name.clone();
        free.bot = challenge.other.bot;
    }
    Arc::new(named)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::{Challenge, Contestant, DeclineReason, samples};

    fn challenge(declined: Option<DeclineReason>) -> Feed {
        let challenge = Challenge {
            game: 3,
            is_mine: true,
            other: Contestant { name: "Blaise".to_owned(), rating: None, bot: false },
            spec: "mnk:rows=3,columns=3,strike=3".to_owned(),
            time: "turn:30s".to_owned(),
            policy: "forfeit".to_owned(),
            leaving: "run".to_owned(),
            series: String::new(),
            rated: false,
            declined,
        };
        Feed { challenges: vec![challenge], ..Feed::default() }
    }

    #[test]
    fn what_has_become_of_a_game_depends_on_how_it_stood() {
        let none = Feed::default();
        let waiting = samples::waiting(3);
        assert!(gone_sentence(&waiting, &none).contains("nobody had joined"));
        let challenged = GameView { code: String::new(), ..waiting };
        assert!(gone_sentence(&challenged, &none).starts_with("The challenge has been withdrawn"));
        let declined = gone_sentence(&challenged, &challenge(Some(DeclineReason::TooFast)));
        assert_eq!(declined, "Blaise has declined: this time control is too fast.");
        let over = GameView { status: Status::Over, ..samples::live(3) };
        assert!(gone_sentence(&over, &challenge(None)).contains("`zeitnot review 3`"));
        assert!(gone_sentence(&samples::live(3), &none).starts_with("The server has taken game 3 away"));
    }

    #[test]
    fn the_challenger_sees_whom_they_wait_for() {
        let mut game = GameView { code: String::new(), ..samples::waiting(3) };
        game.players[0].identity = Some(spacetimedb_sdk::Identity::ZERO);
        let named = name_challenged(Arc::new(game), &challenge(None));
        assert_eq!(named.players[1].name, "Blaise");
        let open = Arc::new(samples::waiting(3));
        assert_eq!(name_challenged(Arc::clone(&open), &challenge(None)), open);
    }
}
