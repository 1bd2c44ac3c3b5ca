//! What is played in a window.

mod breaks;
mod cost;
mod game;
mod hosts;
mod hundred;
mod pictures;
mod usage;

use std::time::Instant;

use super::child::{Options, Scene};
use super::hand::Hand;

/// Plays a scene in a window that was opened at `start`. Panics if anything does not come that should.
pub fn play(hand: &Hand, options: &Options, start: Instant) {
    match options.scene {
        Scene::Opens => game::opens(hand),
        Scene::Joins => game::joins(hand),
        Scene::Hosts => hosts::play(hand),
        Scene::Breaks => breaks::play(hand),
        Scene::Pictures => pictures::play(hand, options, start),
        Scene::Cost => cost::play(hand, options),
        Scene::Hundred => hundred::play(hand),
    }
}
