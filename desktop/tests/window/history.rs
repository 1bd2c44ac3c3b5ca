//! Looking back, and looking aside.

use eframe::egui::Key;
use zeitnot_desktop::model::Order;

use crate::fake::Window;

/// Three moves have been made.
fn after_three() -> Window {
    let mut window = Window::at_table();
    window.press("b2, empty");
    window.world().wait(2_000);
    window.world().reply(1, "a1");
    window.look();
    window.press("c1, empty");
    window
}

#[test]
fn a_game_is_stepped_through_by_keys() {
    let mut window = after_three();
    window.key(Key::Escape);
    window.key(Key::ArrowLeft);
    assert!(window.tells("Viewing move 2") && window.has("c1, empty"));
    window.key(Key::Home);
    assert!(window.tells("Viewing move 0") && window.has("b2, empty"));
    window.key(Key::ArrowRight);
    assert!(window.has("b2, X, last move"));
    window.key(Key::End);
    assert!(!window.tells("Viewing move") && window.has("c1, X, last move"));
}

#[test]
fn a_new_move_never_pulls_the_view_away() {
    let mut window = after_three();
    window.press("1. b2, X, 0.0");
    assert!(window.tells("Viewing move 1"));
    window.world().reply(1, "a3");
    window.look();
    assert!(window.tells("Viewing move 1") && window.has("a3, empty"));
    assert!(window.has("4. a3, O, 0.0"), "the list goes on");
    // What is past cannot be played in.
    window.press("c3, empty");
    assert_eq!(window.world().games[&1].0.ply, 4);
    window.press("Back to live");
    assert!(window.has("a3, O, last move"));
}

#[test]
fn a_game_plays_by_itself() {
    let mut window = after_three();
    window.press("First position");
    window.press("Play it through");
    for (cell, shown) in [("b2, X, last move", 1), ("a1, O, last move", 2)] {
        window.world().wait(1_000);
        window.look();
        assert!(window.has(cell), "{shown}");
    }
    window.press("Stop");
    window.world().wait(5_000);
    window.look();
    assert!(window.tells("Viewing move 2"));
}

/// A game that is over, looked through.
fn in_review() -> Window {
    let mut window = after_three();
    window.world().reply(1, "a2");
    window.look();
    window.press("a3, empty");
    assert!(window.tells("You have won"));
    window.press("Look through it");
    window
}

#[test]
fn other_moves_are_tried_and_kept_as_branches() {
    let mut window = in_review();
    assert!(window.tells("Move 5 of 5"));
    window.press("First position");
    window.press("One move on");
    window.press("c3, empty");
    assert!(window.tells("Beside the game") && window.tells("Move 2 of 2"));
    assert!(window.has("2. c3, O, tried"));
    window.press("Back to the game");
    assert!(window.tells("Move 1 of 5") && window.tells("Ways on:"));
    window.press("c3");
    assert!(window.tells("Beside the game"));
}

#[test]
fn a_record_is_copied_saved_and_read_again() {
    let mut window = in_review();
    window.press("Copy the record");
    assert!(window.tells("Copied."));
    let copied = window.world().orders.iter().rev().find_map(|order| match order {
        Order::Copy(text) => Some(text.clone()),
        _ => None,
    });
    let copied = copied.expect("a record");
    window.press("Save the record");
    let saved = window
        .world()
        .orders
        .iter()
        .any(|order| matches!(order, Order::Export { text, .. } if *text == copied));
    assert!(saved);
    window.press("Games");
    window.world().desk.imported(&copied);
    window.look();
    assert!(window.tells("Move 0 of 5") && window.tells("Ada – Blaise"));
    window.world().desk.imported("nonsense");
    window.look();
    assert!(window.tells("The record cannot be read"));
}

#[test]
fn by_correspondence_other_moves_are_tried_while_the_game_goes_on() {
    let mut window = Window::at_table();
    assert!(!window.has("Look through it"));
    window.world().change(1, |view| view.time = "days:3".to_owned());
    window.look();
    window.press("Look through it");
    window.press("b2, empty");
    assert!(window.has("b2, X, last move") && window.tells("Beside the game"));
    assert_eq!(window.world().games[&1].0.ply, 0, "nothing is sent");
}
