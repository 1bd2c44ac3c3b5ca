//! How often somebody may call, guess and speak: what the module keeps in its memory.

use std::collections::HashMap;

use zeitnot_rules::clock::Micros;

use super::server::{Answer, Server};
use super::{MINUTE, SECOND};
use crate::tests::Who;

/// What is left to a player, at a moment, in the time that it takes to earn it.
#[derive(Clone, Copy)]
struct Allowance {
    left: Micros,
    at: Micros,
}

#[derive(Clone, Default)]
pub(super) struct Memory {
    calls: HashMap<Who, Allowance>,
    guesses: HashMap<Who, Allowance>,
    said: HashMap<Who, Vec<Micros>>,
}

/// 40 calls at once where 20 a second are allowed.
const CALLS: Micros = 2 * SECOND;

/// Ten wrong codes at once, then one every six seconds.
const GUESS: Micros = 6 * SECOND;
const GUESSES: Micros = 10 * GUESS;

impl Server {
    /// Calls of one player: 20 a second over time, 40 at once; the owner may set another figure, and 0 is any.
    pub fn admit(&mut self, who: Who) -> Answer {
        if self.calls_per_second == 0 {
            return Ok(());
        }
        let price = SECOND / Micros::from(self.calls_per_second);
        let left = earned(&mut self.memory.calls, who, CALLS, self.now);
        if *left < price {
            return Err("too_fast");
        }
        *left -= price;
        Ok(())
    }

    /// Before a code is looked up.
    pub fn admit_guess(&mut self, who: Who) -> Answer {
        if *earned(&mut self.memory.guesses, who, GUESSES, self.now) < GUESS {
            Err("too_fast")
        } else {
            Ok(())
        }
    }

    pub fn note_wrong_guess(&mut self, who: Who) {
        *earned(&mut self.memory.guesses, who, GUESSES, self.now) -= GUESS;
    }

    /// What one player says: 10 lines a minute.
    pub fn admit_line(&mut self, who: Who) -> Answer {
        let lines = self.memory.said.entry(who).or_default();
        lines.retain(|&said_at| said_at > self.now - MINUTE);
        if lines.len() >= 10 {
            return Err("too_many_messages");
        }
        lines.push(self.now);
        Ok(())
    }

    /// A new instance of the module remembers nothing.
    pub fn forget_limits(&mut self) {
        self.memory = Memory::default();
    }
}

fn earned(all: &mut HashMap<Who, Allowance>, who: Who, most: Micros, now: Micros) -> &mut Micros {
    let allowance = all.entry(who).or_insert(Allowance { left: most, at: now });
    allowance.left = (allowance.left + (now - allowance.at).max(0)).min(most);
    allowance.at = now;
    &mut allowance.left
}
