//! A hundred games in one window.

use super::usage::{anonymous_mb, resident_mb};
use crate::hand::Hand;

/// How many games are played.
const GAMES: u32 = 100;

/// How much memory the window may have in use after them, in MB.
const MOST: f64 = 150.0;

/// Plays a hundred games against a bot that the window calls in: until it is won, lost or drawn, or resigned.
pub fn play(hand: &Hand) {
    hand.wait("Your games");
    report(0);
    for game in 1..=GAMES {
        hand.press("tic-tac-toe · 30 s a turn");
        hand.wait("Waiting for one more player.");
        hand.press("Let bots join");
        loop {
            let is_over = |label: &str| label == "Ask for a rematch";
            let next = hand.find("a turn, or the end", |label| label == "Your turn" || is_over(label));
            if is_over(&next.label) {
                break;
            }
            let free = hand.find("a free cell", |label| label.ends_with(", empty")).label;
            hand.press(&free);
            let cell = format!("{}, ", free.split(',').next().unwrap_or_default());
            hand.find("the move", |label| label.starts_with(&cell) && !label.contains("empty"));
        }
        hand.to_lobby();
        if game % 10 == 0 {
            report(game);
        }
    }
    // Only the last ten are listed with the others.
    hand.press("Archive");
    hand.wait("Page 1 of ");
    let game = hand.find("a game of the archive", |label| label.starts_with("Look through it: "));
    hand.press(&game.label);
    hand.wait("Move ");
    hand.press("Leaders");
    hand.wait("Nobody has a rating yet that counts.");
    report(GAMES);
    // A debug build is some 20 MB larger by itself.
    assert!(cfg!(debug_assertions) || resident_mb() < MOST, "{:.0} MB", resident_mb());
}

fn report(games: u32) {
    println!("{games} games: {:.1} MB, {:.1} MB without files", resident_mb(), anonymous_mb());
}
