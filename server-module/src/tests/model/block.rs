//! Who wants nothing to do with whom.

use zeitnot_rules::clock::Micros;

use super::server::{Answer, Server};
use crate::tests::Who;

#[derive(Clone)]
pub(super) struct Block {
    pub blocker: Who,
    pub blocked: Who,
    /// The other's name at that time.
    pub name: String,
    pub since: Micros,
}

impl Server {
    /// Challenges between the two are gone, and where both wait at a table the later seat is free.
    pub fn block(&mut self, me: Who, other: Who) -> Answer {
        self.active(me)?;
        if me == other {
            return Err("own_block");
        }
        let name = self.players.get(other).ok_or("unknown_player")?.name.clone();
        if self.has_blocked(me, other) {
            return Ok(());
        }
        if self.blocks.iter().filter(|block| block.blocker == me).count() >= 200 {
            return Err("too_many_blocks");
        }
        self.blocks.push(Block { blocker: me, blocked: other, name, since: self.now });
        self.end_challenges_between(me, other);
        self.part(me, other);
        Ok(())
    }

    pub fn unblock(&mut self, me: Who, other: Who) -> Answer {
        self.blocks.retain(|block| (block.blocker, block.blocked) != (me, other));
        Ok(())
    }

    pub fn has_blocked(&self, blocker: Who, blocked: Who) -> bool {
        self.blocks.iter().any(|block| (block.blocker, block.blocked) == (blocker, blocked))
    }

    pub fn is_blocked_between(&self, one: Who, other: Who) -> bool {
        self.has_blocked(one, other) || self.has_blocked(other, one)
    }

    /// At a table for several it counts between any two.
    pub fn refuse_blocked_among(&self, people: &[Who]) -> Answer {
        let mut pairs = people.iter().flat_map(|&one| people.iter().map(move |&other| (one, other)));
        if pairs.any(|(one, other)| self.has_blocked(one, other)) { Err("blocked") } else { Ok(()) }
    }
}
