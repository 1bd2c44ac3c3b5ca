//! Draws by agreement.

use zeitnot_rules::SeatSet;

use super::server::{Answer, Server};
use crate::tests::Who;

impl Server {
    /// When all who play have offered, the game is drawn. The same player offers again after 20 plies; accepting
    /// is always possible.
    pub fn offer_draw(&mut self, me: Who, id: u64) -> Answer {
        let (mut game, seat) = self.open_in_time(me, id)?;
        if game.draw_offered.contains(seat) {
            return Err("draw_offered");
        }
        if game.draw_offered.is_empty() {
            let ply = game.ply(seat);
            if ply < game.draw_again_at[seat.index()] {
                return Err("draw_too_soon");
            }
            game.draw_again_at[seat.index()] = ply + 20;
        }
        game.draw_offered.insert(seat);
        if game.draw_offered.includes(game.playing()) {
            self.finish(&mut game, SeatSet::EMPTY, "agreement", None);
        }
        self.put(game);
        Ok(())
    }

    pub fn decline_draw(&mut self, me: Who, id: u64) -> Answer {
        let (mut game, _) = self.open_in_time(me, id)?;
        if game.draw_offered.is_empty() {
            return Err("no_draw_offered");
        }
        game.draw_offered = SeatSet::EMPTY;
        self.put(game);
        Ok(())
    }
}
