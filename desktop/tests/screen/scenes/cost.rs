//! What frames cost.

use std::thread;
use std::time::{Duration, Instant};

use super::usage::{processor_ms, resident_mb};
use crate::child::Options;
use crate::hand::Hand;
use crate::opponent::Opponent;

/// Measures the lobby at rest, a frame of the largest board, and a running clock.
pub fn play(hand: &Hand, options: &Options) {
    hand.wait("Your games");
    hand.settle();
    thread::sleep(Duration::from_secs(2));
    watch(hand, "the lobby, in which nothing changes", Duration::from_secs(10));

    hand.press("Archive");
    hand.wait("There is none yet.");
    frames(hand, "a frame with hardly anything on it");

    let blaise = Opponent::new(&options.server, &options.tokens(), "Blaise");
    hand.to_lobby();
    hand.press("Gomoku · 10 min for the game");
    let code = hand.wait("Code ").replace("Code ", "");
    let game = blaise.join(&code);
    hand.wait("on move");
    let (mine, theirs) = (["e5", "f6", "d4", "g5", "e7", "h3"], ["e6", "f5", "c3", "g7", "d6", "j10"]);
    for (mine, theirs) in mine.iter().zip(theirs) {
        blaise.play(game, theirs);
        hand.wait("Your turn");
        hand.press(&format!("{mine}, empty"));
        hand.find("the move", |label| label.starts_with(&format!("{mine}, ")) && !label.contains("empty"));
    }
    hand.settle();
    thread::sleep(Duration::from_secs(1));
    watch(hand, "a clock with minutes on it", Duration::from_secs(10));
    for scene in ["a frame of ten times ten"; 3] {
        frames(hand, scene);
    }
    println!("{:.0} MB", resident_mb());

    hand.to_lobby();
    hand.press("tic-tac-toe · 30 s a turn");
    let code = hand.find("the code", |label| label.starts_with("Code ")).label.replace("Code ", "");
    blaise.join(&code);
    hand.find("the clock", |label| label.contains("on move") && label.contains("0:2"));
    thread::sleep(Duration::from_secs(3));
    watch(hand, "a clock with twenty seconds on it", Duration::from_secs(10));
    hand.wait("little time");
    thread::sleep(Duration::from_secs(5));
    watch(hand, "a clock in its last ten seconds", Duration::from_secs(5));
}

/// Says what is drawn and spent while nobody does anything.
fn watch(hand: &Hand, what: &str, span: Duration) {
    let (frames, spent) = (hand.frames(), processor_ms());
    thread::sleep(span);
    let frames = f64::from(hand.frames() - frames) / span.as_secs_f64();
    let share = (processor_ms() - spent) / span.as_secs_f64() / 10.0;
    println!("{what}: {frames:.1} frames a second, {share:.1} % of a processor");
}

/// Says what a frame costs where one follows the other.
fn frames(hand: &Hand, what: &str) {
    let (start, first, spent) = (Instant::now(), hand.frames(), processor_ms());
    while start.elapsed() < Duration::from_secs(4) {
        let now = hand.frames();
        hand.ctx.request_repaint();
        while hand.frames() == now && start.elapsed() < Duration::from_secs(5) {
            thread::sleep(Duration::from_micros(200));
        }
    }
    let count = f64::from(hand.frames() - first).max(1.0);
    let wall = start.elapsed().as_secs_f64() * 1000.0 / count;
    println!(
        "{what}: {wall:.2} ms, {:.2} ms of processors, over {count} frames",
        (processor_ms() - spent) / count
    );
}
