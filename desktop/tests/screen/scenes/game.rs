//! A game between two windows.

use std::thread;
use std::time::Duration;

use crate::device::Key;
use crate::hand::Hand;

/// How long a window is looked at in which nothing changes.
const QUIET: Duration = Duration::from_secs(3);

/// Opens a game and wins it.
pub fn opens(hand: &Hand) {
    hand.wait("Your games");
    hand.press("Create a game …");
    hand.wait("Create a game");
    hand.shot("create");
    hand.press("Open the game");
    hand.wait("Waiting for one more player.");
    play(hand, ["a1", "b1", "c1"], "You have won: 3 in a row.");
    hand.shot("won");
    nothing_is_drawn(hand);
}

/// Takes the other seat and loses.
pub fn joins(hand: &Hand) {
    hand.wait("Your games");
    let seat = hand.find("the game of the other window", |label| label.starts_with("Take a seat: Ada, "));
    hand.shot("lobby");
    hand.press(&seat.label);
    play(hand, ["a2", "c3", "b3"], "Ada has won: 3 in a row.");
    hand.shot("lost");
}

/// Marks these cells, one a turn, until this is said. The first is chosen with the keyboard.
fn play(hand: &Hand, cells: [&str; 3], end: &str) {
    let over = |label: &str| label.contains(end);
    for (turn, cell) in cells.iter().enumerate() {
        let state = hand.find("a turn, or the end", |label| label == "Your turn" || over(label));
        if over(&state.label) {
            break;
        }
        if turn == 0 {
            to_cell(hand, cell);
            hand.strike(&[Key::Return]);
        } else {
            hand.press(&format!("{cell}, empty"));
        }
        // Marked by the server, not merely sent.
        hand.find("the move", |label| label.starts_with(&format!("{cell}, ")) && !label.contains("empty"));
        if turn == 1 {
            hand.shot("game");
        }
    }
    hand.wait(end);
}

/// Goes to a cell from the board's first one, which one stroke of Tab must have reached.
fn to_cell(hand: &Hand, cell: &str) {
    hand.reach("a1, ");
    let (column, row) = cell.split_at(1);
    let right = column.as_bytes()[0] - b'a';
    let down = row.parse::<u8>().expect("a row") - 1;
    for _ in 0..right {
        hand.strike(&[Key::Right]);
    }
    for _ in 0..down {
        hand.strike(&[Key::Down]);
    }
}

/// A window in which nothing changes is not drawn.
fn nothing_is_drawn(hand: &Hand) {
    hand.settle();
    // What has been pressed may still fade.
    thread::sleep(Duration::from_secs(1));
    let frames = hand.frames();
    thread::sleep(QUIET);
    let drawn = hand.frames() - frames;
    assert!(drawn <= 1, "{drawn} frames in {QUIET:?} in which nothing has changed");
}
