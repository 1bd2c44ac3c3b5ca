//! House bots that play from this program, over connections of their own.

use std::io;
use std::time::Duration;

use super::{House, HouseSettings, Level};
use crate::session::{GameView, Request, Settings};

/// What house bots call themselves. That they are bots is said beside it.
const NAME: &str = "House";

/// So long they seem to think, so that one sees them move.
const PAUSE: Duration = Duration::from_millis(400);

/// The house bots of one player, as many as were needed so far.
#[derive(Debug)]
pub struct Houses {
    settings: Settings,
    level: Level,
    houses: Vec<House>,
}

impl Houses {
    /// Nobody yet. They play on the same server, under profiles of their own; at a fair level unless another is
    /// named.
    pub fn new(settings: Settings, level: Option<Level>) -> Houses {
        Houses { settings, level: level.unwrap_or(Level::FAIR), houses: Vec::new() }
    }

    /// Lets house bots take every free seat of a game that waits. Fails if no thread can be started.
    pub fn take_seats(&mut self, game: &GameView) -> io::Result<()> {
        let free = game.players.iter().filter(|player| player.identity.is_none()).count();
        self.call_in(free)?;
        for house in self.houses.iter().take(free) {
            house.ask(Request::JoinGame { game: game.code.clone() });
        }
        Ok(())
    }

    /// Lets those that have seats in a running game come back to it. Fails as [`Houses::take_seats`] does.
    pub fn come_back(&mut self, game: &GameView) -> io::Result<()> {
        let bots = game.players.iter().filter(|player| player.bot && player.name.starts_with(NAME)).count();
        self.call_in(bots)
    }

    fn call_in(&mut self, count: usize) -> io::Result<()> {
        for number in self.houses.len() + 1..=count {
            // A game has at most eight seats.
            let number = u8::try_from(number).unwrap_or(u8::MAX);
            let name = if number == 1 { NAME.to_owned() } else { format!("{NAME} {number}") };
            let settings = HouseSettings {
                settings: self.settings.clone().with_profile(self.settings.profile.opponent(number)),
                level: self.level,
                seed: fastrand::u64(..),
                name: Some(name),
                pause: PAUSE,
            };
            self.houses.push(House::start(settings, |_| {})?);
        }
        Ok(())
    }
}
