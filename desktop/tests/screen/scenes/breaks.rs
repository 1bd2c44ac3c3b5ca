//! Drawing breaks, and the window goes on.

use crate::hand::Hand;

/// Breaks a widget.
pub fn play(hand: &Hand) {
    hand.wait("Your games");
    let widget = hand.find("Create a game …", |label| label == "Create a game …");
    hand.eyes.seen(|seen| seen.breaks = true);
    hand.point(widget.place.center());
    hand.wait("Something in this window has broken.");
    hand.wait("A report that helps to mend it is in ");
    hand.shot("broken");
    hand.press("Back to the games");
    hand.wait("Your games");
    // It is still a window to play in.
    hand.press("Create a game …");
    hand.press("Open the game");
    hand.wait("Waiting for one more player.");
}
