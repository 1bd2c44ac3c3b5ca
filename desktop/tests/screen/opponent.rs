//! Somebody to play against, without a window.

use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use zeitnot_client::session::{Answer, GameId, GameSetup, Session, Settings, Status, TokenStore};
use zeitnot_rules::mnk::Action;

/// Somebody to play against, without a window.
pub struct Opponent(pub Session);

impl Opponent {
    pub fn new(url: &str, tokens: &Path, name: &str) -> Opponent {
        let opponent = Opponent(session(url, tokens, &name.to_lowercase()));
        assert!(opponent.0.set_name(name).wait().is_done());
        opponent
    }

    pub fn open(&self, spec: &str, time: &str) -> GameId {
        let setup = GameSetup { spec: spec.to_owned(), time: time.to_owned(), ..GameSetup::default() };
        entered(self.0.open_game(setup).wait())
    }

    pub fn join(&self, code: &str) -> GameId {
        entered(self.0.join_game(code).wait())
    }

    /// Moves, if it is this one's turn soon.
    pub fn play(&self, game: GameId, cell: &str) -> bool {
        let start = Instant::now();
        while start.elapsed() < Duration::from_millis(1500) {
            if let Some(view) = self.0.game(game).filter(|view| view.takes_my_move()) {
                let action: Action = cell.parse().expect("a cell");
                return self.0.make_move(game, view.ply, action.encode()).wait().is_done();
            }
            thread::sleep(Duration::from_millis(20));
        }
        false
    }

    pub fn is_over(&self, game: GameId) -> bool {
        self.0.game(game).is_none_or(|view| view.status == Status::Over)
    }
}

fn entered(answer: Answer) -> GameId {
    match answer {
        Answer::Done { game: Some(game) } => game,
        other => panic!("no game: {other}"),
    }
}

/// A session of whoever this profile is.
pub fn session(url: &str, tokens: &Path, profile: &str) -> Session {
    let settings = Settings::new(url.parse().expect("an address"))
        .with_profile(profile.parse().expect("a profile"))
        .with_tokens(TokenStore::Directory(tokens.to_owned()));
    Session::start_with_channel(settings).expect("a session").0
}
