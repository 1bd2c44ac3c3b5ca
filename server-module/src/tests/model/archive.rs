//! The archive.

use super::game::{Game, Party, at, numbers};
use super::server::Server;
use crate::archive::ArchivedGame;
use crate::game::GameStatus;
use crate::tests::Who;
use zeitnot_rules::Viewer;

/// A game as it was when it came to the archive; names go from it later on.
#[derive(Clone)]
pub(super) struct Archived(Game);

impl Archived {
    pub fn row(&self) -> ArchivedGame {
        let Self(game) = self;
        ArchivedGame {
            id: game.id,
            spec: game.terms.spec.clone(),
            time: game.terms.time.to_string(),
            policy: game.terms.policy.to_string(),
            leaving: game.terms.leaving.to_string(),
            rated: game.terms.rated,
            series: game.terms.series_text(),
            round: game.round,
            score: game.score.clone(),
            players: game.parties.iter().map(Party::row).collect(),
            position: game.position_seen(Viewer::Spectator),
            moves: game.moves_seen(Viewer::Spectator),
            winners: numbers(game.winners),
            ending: game.ending.clone(),
            opened_at: at(game.opened_at),
            ended_at: game.ended_at.map(at),
        }
    }
}

impl Server {
    /// Finished games in `seat`: the last 10.
    pub fn make_room(&mut self, who: Who) {
        let over = |game: &&Game| game.status == GameStatus::Over && game.readers.contains(&who);
        let mut finished: Vec<_> =
            self.games.values().filter(over).map(|game| (game.ended_at, game.id)).collect();
        finished.sort_unstable();
        for &(_, id) in finished.iter().rev().skip(10) {
            self.file(id, who);
        }
    }

    pub fn file_for_all(&mut self, id: u64) {
        let readers = self.games.get(&id).map(|game| game.readers.clone()).unwrap_or_default();
        for who in readers {
            self.file(id, who);
        }
        self.close_if_unread(id);
    }

    /// Moves a game from a player's `seat` to their archive.
    fn file(&mut self, id: u64, who: Who) {
        let Some(game) = self.games.get_mut(&id) else { return };
        game.readers.retain(|&reader| reader != who);
        let archived = Archived(game.clone());
        if self.players.contains_key(who) {
            self.archived.entry(id).or_insert(archived);
            self.shelves.entry(who).or_default().push(id);
        }
        self.close_if_unread(id);
    }

    /// A game that nobody has in `seat` is gone, with what was said in it and who watched it.
    pub fn close_if_unread(&mut self, id: u64) {
        if self.games.get(&id).is_some_and(|game| game.readers.is_empty()) {
            self.games.remove(&id);
            self.forget_watchers(id);
            self.lines.retain(|line| line.game != id);
        }
    }

    pub fn shelf_count(&self, who: Who) -> usize {
        self.shelves.get(who).map_or(0, Vec::len)
    }

    /// Games in which a deleted player is still named become nameless, and go if nobody has them any more.
    pub fn sweep_erasures(&mut self) {
        for (id, who) in std::mem::take(&mut self.erasures) {
            self.unname(id, who);
            if let Some(Archived(game)) = self.archived.get_mut(&id) {
                let theirs = game.parties.iter_mut().filter(|party| party.who == Some(who));
                theirs.for_each(Party::unname);
            }
            if !self.shelves.values().any(|shelf| shelf.contains(&id)) {
                self.archived.remove(&id);
            }
        }
    }
}
