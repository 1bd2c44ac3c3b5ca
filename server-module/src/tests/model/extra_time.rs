//! Time beyond what the control gives: presents, days off, and the network's delay.

use zeitnot_rules::Seat;
use zeitnot_rules::clock::Micros;

use super::SECOND;
use super::server::{Answer, Server};
use super::takeback::refuse_if_paused;
use crate::tests::Who;

impl Server {
    /// Another player gets 15 seconds, within the bound of the control.
    pub fn give_time(&mut self, me: Who, id: u64, seat: u8) -> Answer {
        let (mut game, giver) = self.open_mine(me, id)?;
        let other = Seat::new(seat).filter(|&seat| game.playing().contains(seat)).ok_or("no_such_seat")?;
        if other == giver {
            return Err("own_seat");
        }
        self.refuse_if_late(&game)?;
        if game.terms.time.is_untimed() {
            return Err("untimed");
        }
        let given = game.board.as_mut().map_or(0, |(_, clock)| clock.give(other, 15 * SECOND));
        if given == 0 {
            return Err("no_more_time");
        }
        self.put(game);
        Ok(())
    }

    pub fn take_time_off(&mut self, me: Who, id: u64, from: Micros, days: u32) -> Answer {
        let (mut game, seat) = self.open_in_time(me, id)?;
        let now = self.now;
        let Some((_, clock)) = &mut game.board else { return Err("not_started") };
        clock.take_off(seat, now, from.max(now), days).map_err(|refused| refused.code())?;
        self.put(game);
        Ok(())
    }

    pub fn end_time_off(&mut self, me: Who, id: u64) -> Answer {
        let (mut game, seat) = self.open_mine(me, id)?;
        if let Some((_, clock)) = &mut game.board {
            clock.end_time_off(seat, self.now);
        }
        self.put(game);
        Ok(())
    }

    /// Once a turn; less than ten milliseconds are not worth it.
    pub fn saw_turn(&mut self, me: Who, id: u64, ply: u32) -> Answer {
        let (mut game, seat) = self.open_to_move(me, id, ply)?;
        refuse_if_paused(&game)?;
        self.refuse_if_late(&game)?;
        let allowance = game.clock().and_then(|clock| clock.allowance(seat)).ok_or("untimed")?;
        if game.seen.contains(seat) {
            return Err("already_seen");
        }
        game.seen.insert(seat);
        let delay = self.now - game.turn_started;
        if delay >= SECOND / 100 {
            let back = game.lag[seat.index()].credit(delay, allowance);
            if let Some((_, clock)) = &mut game.board {
                clock.give_back(seat, back);
            }
        }
        self.put(game);
        Ok(())
    }
}
