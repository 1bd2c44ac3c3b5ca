//! Moves made in advance.

use super::server::{Answer, Server};
use crate::tests::Who;

impl Server {
    /// At most 64 bytes that are an action; whether it is legal shows when its turn comes.
    pub fn premove(&mut self, me: Who, id: u64, ply: u32, action: &[u8]) -> Answer {
        let (mut game, seat) = self.open_mine(me, id)?;
        if ply != game.ply(seat) {
            return Err("stale_ply");
        }
        if game.on_move().contains(seat) {
            return Err("your_turn");
        }
        self.refuse_if_late(&game)?;
        let tried = game.position().map(|position| position.clone().apply(seat, action));
        let is_action = !tried.is_some_and(|tried| tried.is_err_and(|refused| refused.code == "bad_action"));
        if action.len() > 64 || !is_action {
            return Err("bad_action");
        }
        game.premoves.insert(seat, action.to_vec());
        self.put(game);
        Ok(())
    }

    pub fn cancel_premove(&mut self, me: Who, id: u64) -> Answer {
        let (mut game, seat) = self.open_in_time(me, id)?;
        game.premoves.remove(&seat).ok_or("no_premove")?;
        self.put(game);
        Ok(())
    }
}
