//! A pair at play: one game after the other, without an end.

use anyhow::{Context, Result};

use crate::drawn_game::{Ply, plies};
use crate::system::{Pair, Timing};

/// A pair and the rest of their running game.
pub struct Table<P> {
    pair: P,
    next: Ply,
}

impl<P: Pair> Table<P> {
    /// A pair whose first game has begun.
    pub fn new(pair: P) -> Result<Self> {
        Ok(Self { pair, next: first()? })
    }

    /// The pair itself, for whoever leaves their game alone.
    pub fn pair_mut(&mut self) -> &mut P {
        &mut self.pair
    }

    /// Makes the next move of the game and, after the last one, begins another.
    pub async fn step(&mut self) -> Result<Timing> {
        let ply = self.next;
        let timing = self.pair.play(ply).await.with_context(|| format!("move {}", ply.number + 1))?;
        self.next = match plies().nth(ply.number + 1) {
            Some(next) => next,
            None => {
                self.pair.begin().await.context("the next game")?;
                first()?
            }
        };
        Ok(timing)
    }
}

fn first() -> Result<Ply> {
    plies().next().context("a game without moves")
}
