//! Taking a move back.

use zeitnot_rules::{Audience, Seat, SeatSet};

use super::game::{Before, Game};
use super::server::{Answer, Code, Server};
use crate::tests::Who;

impl Server {
    /// One request a move, of two players, unless what was hidden has been learned from.
    pub fn ask_takeback(&mut self, me: Who, id: u64) -> Answer {
        let (mut game, seat) = self.open_in_time(me, id)?;
        refuse_if_paused(&game)?;
        if game.takeback_asked.is_some() {
            return Err("takeback_asked");
        }
        last_move_of(&game, seat)?;
        if game.takeback_tried.contains(seat) {
            return Err("takeback_tried");
        }
        game.takeback_tried.insert(seat);
        game.takeback_asked = Some(seat);
        self.put(game);
        Ok(())
    }

    /// Position and clocks are what they were at the start of that turn, which begins anew.
    pub fn accept_takeback(&mut self, me: Who, id: u64) -> Answer {
        let (mut game, seat) = self.open_in_time(me, id)?;
        refuse_if_paused(&game)?;
        let asked = game.takeback_asked.ok_or("no_takeback_asked")?;
        if asked == seat {
            return Err("own_request");
        }
        let before = last_move_of(&game, asked)?.clone();
        let mut clock = before.clock;
        clock.resume(self.now);
        for seat in clock.running().iter() {
            clock.stop_turn(seat);
            clock.start_turn(seat, self.now);
        }
        game.board = Some((before.position, clock));
        game.turn_started = self.now;
        game.seen = SeatSet::EMPTY;
        game.history.truncate(before.entries);
        game.before.retain(|older| older.entries < before.entries);
        game.premoves.clear();
        (game.takeback_asked, game.takeback_tried) = (None, SeatSet::EMPTY);
        (game.draw_offered, game.pause_asked) = (SeatSet::EMPTY, SeatSet::EMPTY);
        self.settle(game, None, None);
        Ok(())
    }

    pub fn decline_takeback(&mut self, me: Who, id: u64) -> Answer {
        let (mut game, _) = self.open_in_time(me, id)?;
        game.takeback_asked.take().ok_or("no_takeback_asked")?;
        self.put(game);
        Ok(())
    }
}

pub(super) fn refuse_if_paused(game: &Game) -> Answer {
    if game.paused_at.is_some() { Err("paused") } else { Ok(()) }
}

/// What the game was before the last move of a seat that can be taken back.
fn last_move_of(game: &Game, seat: Seat) -> Result<&Before, Code> {
    let before = game.before.iter().rev().find(|before| before.seat == seat).ok_or("no_takeback")?;
    let learned = game.history[before.entries..].iter().any(|entry| entry.seen_by != Audience::EVERYONE);
    if learned || game.parties.len() > 2 { Err("no_takeback") } else { Ok(before) }
}
