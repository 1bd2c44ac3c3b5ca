//! All screens, for pictures.

use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use zeitnot_client::session::GameSetup;
use zeitnot_rules::Seat;

use crate::child::Options;
use crate::hand::Hand;
use crate::opponent::Opponent;

/// Goes through all screens, and takes a picture of each.
pub fn play(hand: &Hand, options: &Options, start: Instant) {
    hand.wait("Your games");
    println!("the lobby is there {} ms after the start", start.elapsed().as_millis());
    let blaise = Opponent::new(&options.server, &options.tokens(), "Blaise");
    let emmy = Opponent::new(&options.server, &options.tokens(), "Emmy");

    // Games that wait for Ada, and some that wait for anyone.
    let slow = emmy.open("connect-four", "days:3");
    emmy.open("mnk:rows=5,columns=5,strike=4,seats=3,misere", "15+10");
    blaise.open("gomoku-10", "5+3");
    hand.press("Take a seat: Emmy, Connect Four");
    hand.wait("on move");
    emmy.play(slow, "d");
    hand.wait("Your turn");
    hand.to_lobby();
    hand.scroll_to("Your games");
    hand.shot("lobby");

    // A game that is won, with little time in between.
    hand.press("tic-tac-toe · 30 s a turn");
    let code = hand.wait("Code ").replace("Code ", "");
    let game = blaise.join(&code);
    hand.wait("on move");
    let mine = ["a1", "b1", "c1"];
    let theirs = ["a2", "c3", "b2"];
    let (mut played, mut answered) = (0, 0);
    let mut warned = false;
    while !blaise.is_over(game) {
        if answered < theirs.len() && blaise.play(game, theirs[answered]) {
            answered += 1;
        }
        hand.wait("Your turn");
        if played == 2 && !warned {
            hand.shot("game");
            hand.wait("little time");
            hand.shot("low-time");
            // A machine that has much else to do may take long to press a cell.
            for _ in 0..2 {
                assert!(blaise.0.give_time(game, Seat::FIRST).wait().is_done());
            }
            warned = true;
        }
        hand.press(&format!("{}, empty", mine[played]));
        played += 1;
        let cell = format!("{}, ", mine[played - 1]);
        hand.find("the move", |label| label.starts_with(&cell) && !label.contains("empty"));
        thread::sleep(Duration::from_millis(300));
    }
    hand.wait("You have won");
    hand.shot("won");

    // Looked through, with another move beside it.
    hand.press("Look through it");
    hand.press("First position");
    hand.press("One move on");
    hand.press("c3, empty");
    hand.wait("Beside the game");
    hand.press("Back to the game");
    hand.wait("Ways on");
    hand.shot("review");

    // A game of others.
    hand.to_lobby();
    let theirs = blaise.open("connect-four", "10+0");
    emmy.join(&theirs.to_string());
    let watch = hand.find("Watch: ", |label| label.starts_with("Watch: ") && label.contains("Emmy"));
    hand.press(&watch.label);
    hand.wait("You are watching.");
    for cell in ["d", "d", "c", "e"] {
        let _second = blaise.play(theirs, cell) || emmy.play(theirs, cell);
    }
    hand.wait("last move");
    hand.shot("watch");

    hand.to_lobby();
    hand.press("Create a game …");
    hand.shot("create");
    hand.press("Back");
    hand.press("Gomoku · 10 min for the game");
    let code = hand.wait("Code ").replace("Code ", "");
    let game = blaise.join(&code);
    hand.wait("on move");
    let mine = ["e5", "f6", "d4", "g5", "e7", "h3"];
    let theirs = ["e6", "f5", "c3", "g7", "d6", "j10"];
    let (mut played, mut answered) = (0, 0);
    while played < mine.len() {
        if answered < theirs.len() && blaise.play(game, theirs[answered]) {
            answered += 1;
        }
        hand.wait("Your turn");
        hand.press(&format!("{}, empty", mine[played]));
        hand.wait(&format!("{}, ", mine[played]));
        played += 1;
    }
    if answered < theirs.len() {
        blaise.play(game, theirs[answered]);
    }
    hand.settle();
    hand.shot("board-10");

    // Somebody asks meanwhile.
    let setup = GameSetup { spec: "connect-four".to_owned(), time: "3+2".to_owned(), ..GameSetup::default() };
    assert!(emmy.0.challenge(setup, "Ada").wait().is_done());
    hand.wait("Emmy asks you for a game");
    hand.shot("challenged");
    hand.press("Decline");

    hand.press("Preferences");
    hand.shot("preferences");
    hand.press("Back");

    let ended = Command::new("kill").arg("-KILL").arg(options.server_process.to_string()).status();
    assert!(ended.expect("the kill command").success());
    hand.wait("Not connected");
    hand.shot("disconnected");
}
