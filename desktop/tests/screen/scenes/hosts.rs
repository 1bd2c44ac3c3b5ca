//! A server of one's own.

use std::thread;

use crate::hand::Hand;

/// Starts the server that is installed beside the window, and stays until the window is closed from outside.
pub fn play(hand: &Hand) {
    hand.wait(" cannot be reached.");
    hand.shot("unreachable");
    hand.press("Start it");
    hand.wait("Your games");
    hand.shot("hosted");
    loop {
        thread::park();
    }
}
