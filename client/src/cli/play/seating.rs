//! Which game is played, and the one after it.

use std::sync::Arc;

use super::{Goal, Play, Stage};
use crate::cli::error::CliError;
use crate::session::{GameId, GameSetup, GameView, Snapshot, Status};
use crate::term::Style;

impl Play<'_> {
    /// Which game it is to be, now that the player's games are known.
    pub(super) fn choose_game(&mut self) -> Result<(), CliError> {
        let snapshot = self.session.snapshot();
        if !matches!(self.goal, Goal::Usual) {
            self.open_game();
            return Ok(());
        }
        if let Some(game) = self.args.resume {
            let going = snapshot.games.get(&game).filter(|game| game.is_going());
            let game = going.ok_or(CliError::NoSuchGame(game))?.id;
            return self.sit_down(game);
        }
        if let Some(game) = &self.args.join {
            if let Some(seated) = seat_taken(&snapshot, game) {
                return self.sit_down(seated);
            }
            self.stage = Stage::Entering(self.session.join_game(game.clone()));
            return Ok(());
        }
        match snapshot.going().into_iter().next() {
            Some(game) if !self.args.setup.is_given() && self.front.can_ask() => {
                self.stage = Stage::Offering(game);
            }
            _ => self.open_game(),
        }
        Ok(())
    }

    pub(super) fn open_game(&mut self) {
        let setup = self.setup.clone();
        let call = match &self.goal {
            Goal::Usual => self.session.open_game(setup),
            Goal::Seek { min_rating, max_rating } => self.session.open_seek(setup, *min_rating, *max_rating),
            Goal::Challenge { player } => self.session.challenge(setup, player.clone()),
            Goal::Queue { pool, range } => {
                // A game that was found while the connection was down is new, too.
                if !matches!(self.stage, Stage::Searching) {
                    let games = self.session.snapshot().games;
                    let begun = games.values().filter(|game| game.status != Status::Waiting);
                    self.before = begun.map(|game| game.id).collect();
                }
                self.session.join_queue(pool.clone(), *range, *range)
            }
        };
        self.stage = Stage::Entering(call);
    }

    /// The search has begun. The game may have been found already.
    pub(super) fn search(&mut self) -> Result<(), CliError> {
        self.stage = Stage::Searching;
        for game in self.session.snapshot().games.values() {
            self.found(game)?;
        }
        Ok(())
    }

    /// Sits down at a game if it is the one that was searched for.
    pub(super) fn found(&mut self, game: &GameView) -> Result<(), CliError> {
        let is_new = matches!(self.stage, Stage::Searching) && !self.before.contains(&game.id);
        if is_new && game.status == Status::Live { self.sit_down(game.id) } else { Ok(()) }
    }

    pub(super) fn sit_down(&mut self, id: GameId) -> Result<(), CliError> {
        self.front.turn_page();
        self.stage = Stage::Seated(id);
        self.resigning = false;
        self.moving = None;
        let Some(game) = self.session.game(id) else { return Ok(()) };
        self.seen = Some(Arc::clone(&game));
        if let Goal::Challenge { player } = &self.goal
            && game.status == Status::Waiting
        {
            // As they write it themselves, if that is known already.
            let feed = self.session.snapshot().feed;
            let made = feed.challenges.iter().find(|challenge| challenge.game == id);
            let name = made.map_or(player, |challenge| &challenge.other.name);
            self.front.say(&format!("You have asked {name}."), Style::Plain)?;
        }
        // Another like it, should the player want one.
        self.setup = GameSetup {
            spec: game.spec.clone(),
            time: game.time.clone(),
            policy: game.policy.clone(),
            leaving: game.leaving.clone(),
            series: game.series.clone(),
            rated: game.rated,
            private: game.private,
        };
        match game.status {
            Status::Waiting if self.args.against.is_some() => self.houses.take_seats(&game)?,
            // Those that were playing when the program was left.
            Status::Live => self.houses.come_back(&game)?,
            _ => {}
        }
        Ok(())
    }

    /// Goes over to the game that has followed the one at this table, whoever asked for it and from whichever
    /// window.
    pub(super) fn follow(&mut self) -> Result<(), CliError> {
        let next = self.game().and_then(|game| game.next_game);
        // It may take a moment until that is known, too.
        match next.filter(|next| self.session.game(*next).is_some()) {
            Some(next) => {
                self.sit_down(next)?;
                if self.front.is_screen() {
                    self.front.say("The next game has begun.", Style::Plain)?;
                }
                self.followed = Some(next);
                Ok(())
            }
            None => Ok(()),
        }
    }
}

/// A game by its number or code in which the player has a seat already.
fn seat_taken(snapshot: &Snapshot, game: &str) -> Option<GameId> {
    let by_code = |view: &&Arc<GameView>| !view.code.is_empty() && view.code.eq_ignore_ascii_case(game);
    let by_number = game.parse().ok().and_then(|id: GameId| snapshot.games.get(&id));
    let view = by_number.or_else(|| snapshot.games.values().find(by_code))?;
    view.is_going().then_some(view.id)
}
