//! The sweeper.

use zeitnot_rules::SeatSet;

use super::DAY;
use super::server::Server;
use crate::game::GameStatus;

impl Server {
    pub fn sweep(&mut self) {
        self.refresh_leaders();
        let due = self.games.values().filter(|game| game.due() <= self.now);
        let mut due: Vec<_> = due.map(|game| (game.due(), game.id)).collect();
        due.sort_unstable();
        for (_, id) in due {
            let Some(game) = self.games.get(&id) else { continue };
            match game.status {
                GameStatus::Waiting => self.remove_waiting(id),
                GameStatus::Over if self.now < game.ended_at.unwrap_or(game.opened_at) + DAY => {
                    self.go_on_with_series(id);
                }
                GameStatus::Over => self.file_for_all(id),
                GameStatus::Live => self.revive(id),
            }
        }
        self.sweep_challenges();
        self.sweep_erasures();
        self.sweep_players();
        self.sweep_keys();
        self.recount_watchers();
    }

    /// A live game: one whose absent player has been waited for long enough, whose pause has lasted 30 days, that has
    /// no clock and that nobody has moved in for 30 days, or whose timer was lost.
    fn revive(&mut self, id: u64) {
        let Ok(mut game) = self.open(id) else { return };
        if game.absence_due().is_some_and(|due| due <= self.now) {
            return self.see_to_absence(game);
        }
        if game.paused_at.is_some() {
            self.go_on(&mut game);
            self.wait_for_all_who_are_away(&mut game);
            return self.settle(game, None, None);
        }
        if game.terms.time.is_untimed() && game.turn_started + 30 * DAY <= self.now {
            self.finish(&mut game, SeatSet::EMPTY, "void", None);
            return self.put(game);
        }
        let late = self.late(&game);
        if late.is_empty() { self.put(game) } else { self.time_is_up(game, late) }
    }
}
