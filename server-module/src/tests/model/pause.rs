//! Clocks that stand: because all who play have asked, or one of the staff says so.

use zeitnot_rules::SeatSet;

use super::SECOND;
use super::game::Game;
use super::server::{Answer, Server};
use super::takeback::refuse_if_paused;
use crate::tests::Who;

impl Server {
    pub fn ask_pause(&mut self, me: Who, id: u64) -> Answer {
        let (mut game, seat) = self.open_mine(me, id)?;
        refuse_if_untimed(&game)?;
        refuse_if_paused(&game)?;
        self.refuse_if_late(&game)?;
        game.pause_asked.insert(seat);
        self.pause_if_all_ask(&mut game);
        self.put(game);
        Ok(())
    }

    /// Any player may, unless the clocks stand for one who is away or one of the staff has stopped them.
    pub fn resume(&mut self, me: Who, id: u64) -> Answer {
        let (mut game, _) = self.open_mine(me, id)?;
        game.paused_at.ok_or("not_paused")?;
        if !game.waits_for.is_empty() {
            return Err("waiting_for_player");
        }
        if game.by_staff {
            return Err("paused_by_staff");
        }
        self.go_on(&mut game);
        self.wait_for_all_who_are_away(&mut game);
        self.settle(game, None, None);
        Ok(())
    }

    pub fn pause_game(&mut self, me: Who, id: u64) -> Answer {
        self.only_moderators(me)?;
        let mut game = self.open(id)?;
        self.refuse_own_game(me, &game)?;
        refuse_if_untimed(&game)?;
        refuse_if_paused(&game)?;
        self.refuse_if_late(&game)?;
        self.note(me, "pause_game", id.to_string(), String::new());
        self.stop(&mut game);
        game.by_staff = true;
        self.put(game);
        Ok(())
    }

    pub fn resume_game(&mut self, me: Who, id: u64) -> Answer {
        self.only_moderators(me)?;
        let mut game = self.open(id)?;
        self.refuse_own_game(me, &game)?;
        game.paused_at.ok_or("not_paused")?;
        self.note(me, "resume_game", id.to_string(), String::new());
        self.go_on(&mut game);
        self.wait_for_all_who_are_away(&mut game);
        self.settle(game, None, None);
        Ok(())
    }

    pub fn pause_if_all_ask(&mut self, game: &mut Game) {
        let all = !game.pause_asked.is_empty() && game.pause_asked.includes(game.playing());
        if all && game.paused_at.is_none() {
            self.stop(game);
        }
    }

    pub fn stop(&mut self, game: &mut Game) {
        if let Some((_, clock)) = &mut game.board {
            clock.pause(self.now);
        }
        game.pause_asked = SeatSet::EMPTY;
        game.paused_at = Some(self.now);
    }

    /// The clocks go on; whoever is away has 40 seconds from now on to come back.
    pub fn go_on(&mut self, game: &mut Game) {
        if let Some((_, clock)) = &mut game.board {
            clock.resume(self.now);
        }
        (game.paused_at, game.by_staff, game.waits_for) = (None, false, SeatSet::EMPTY);
        for from in game.parties.iter_mut().filter_map(|party| party.claim_from.as_mut()) {
            *from = (*from).max(self.now + 40 * SECOND);
        }
    }
}

fn refuse_if_untimed(game: &Game) -> Answer {
    if game.terms.time.is_untimed() { Err("untimed") } else { Ok(()) }
}
