//! A game from its opening to its end.

use eframe::egui::{Key, vec2};
use zeitnot_client::session::Request;
use zeitnot_desktop::model::{Confirm, Order, Preferences};

use crate::fake::{ME, Window, other};

#[test]
fn a_game_is_created_and_played_to_its_end() {
    let mut window = Window::in_lobby();
    window.press("Create a game …");
    window.press("Open the game");
    assert!(window.tells("Waiting for one more player."));
    assert!(window.tells("Code ABCDEF"));
    window.world().join(1);
    window.look();
    assert!(window.tells("Your turn"));
    for (mine, theirs) in [("a1", "a2"), ("b1", "b2")] {
        window.press(&format!("{mine}, empty"));
        assert!(window.tells("Turn of Blaise"));
        window.world().reply(1, theirs);
        window.look();
        assert_eq!(window.announced(), format!("Blaise has played {theirs}."));
        assert!(window.has(&format!("{theirs}, O, last move")));
    }
    window.press("c1, empty");
    assert!(window.has("c1, X, last move, in the line"));
    assert!(window.tells("You have won: 3 in a row."));
    assert!(window.has("Ask for a rematch"));
    // Nothing can be played any more.
    window.press("c3, empty");
    assert_eq!(window.world().games[&1].0.ply, 5);
}

#[test]
fn a_move_that_is_not_confirmed_is_shown_as_such() {
    let mut window = Window::at_table();
    window.world().holding = true;
    window.press("b2, empty");
    assert!(window.has("b2, empty, sent, not confirmed"));
    assert!(window.tells("b2 is on its way …"));
    window.press("a1, empty");
    assert_eq!(window.world().held.len(), 1);
    window.world().let_go();
    window.look();
    assert!(window.has("b2, X, last move"));
}

#[test]
fn a_refused_move_is_told_in_plain_words() {
    let mut window = Window::at_table();
    window.world().wait(31_000);
    window.look();
    assert!(window.tells("The time is up. The server decides."));
    window.press("b2, empty");
    assert!(window.tells("Too late: the time had run out."));
    assert!(window.has("b2, empty"));
}

#[test]
fn a_game_is_lost_on_time() {
    let mut window = Window::at_table();
    window.world().wait(21_500);
    window.look();
    assert!(window.tells("on move, 8.5, little time"), "tenths, and more than a colour");
    assert_eq!(window.announced(), "Little time is left.");
    window.world().wait(60_000);
    window.look();
    assert!(window.tells("on move, 0.0, little time"), "never below zero");
    window.world().time_out(1);
    window.look();
    assert!(window.tells("Blaise has won: your time ran out."));
}

#[test]
fn a_move_is_asked_about_where_that_is_wanted() {
    let preferences = Preferences { confirm: Confirm::Always, ..Preferences::default() };
    let mut window = Window::with(preferences, vec2(1100.0, 900.0));
    window.press("Play");
    window.press("tic-tac-toe · 30 s a turn");
    window.world().join(1);
    window.look();
    window.press("b2, empty");
    assert!(window.tells("Play b2?") && window.has("b2, empty, chosen, not confirmed"));
    window.press("Not yet");
    assert!(window.has("b2, empty"));
    window.press("a1, empty");
    window.press("b2, empty");
    window.press("Play it");
    assert!(window.has("b2, X, last move"));
    window.world().reply(1, "a1");
    window.look();
    // Choosing the same again confirms it too.
    window.press("c3, empty");
    window.press("c3, empty, chosen, not confirmed");
    assert!(window.has("c3, X, last move"));
}

#[test]
fn a_move_is_decided_in_advance_and_taken_back() {
    let mut window = Window::at_table();
    window.press("b2, empty");
    window.press("c3, empty");
    assert!(window.has("c3, empty, your premove"));
    window.press("Cancel the premove");
    assert!(window.has("c3, empty"));
    window.press("c3, empty");
    window.press("c3, empty, your premove");
    assert!(window.has("c3, empty"));
}

#[test]
fn the_keyboard_is_enough() {
    let mut window = Window::at_table();
    window.focus("a1, empty");
    window.key(Key::ArrowRight);
    window.key(Key::ArrowDown);
    assert!(window.is_focused("b2, empty"));
    window.key(Key::ArrowDown);
    window.key(Key::ArrowDown);
    assert!(window.is_focused("b3, empty"), "the arrows do not leave the board");
    window.key(Key::Enter);
    assert!(window.has("b3, X, last move"));
}

#[test]
fn resigning_is_asked_about() {
    let mut window = Window::at_table();
    window.press("Resign");
    window.press("Play on");
    assert!(window.tells("Your turn"));
    window.press("Resign");
    assert!(window.tells("Resign this game?"));
    window.world().desk.answer_resign(1, true);
    window.look();
    assert!(window.tells("Blaise has won: you resigned."));
}

#[test]
fn offers_are_made_and_answered() {
    let mut window = Window::at_table();
    window.press("Offer a draw");
    assert!(window.tells("You have offered a draw.") && window.has("Take the offer back"));
    window.world().change(1, |view| view.draw_offered = vec![other()]);
    window.look();
    assert!(window.tells("Blaise offers a draw.") && window.has("Decline the draw"));
    window.press("Accept the draw");
    assert_eq!(window.world().requests.last(), Some(&Request::OfferDraw { game: 1 }));
    window.world().change(1, |view| view.takeback_asked = Some(other()));
    window.look();
    window.press("Allow the takeback");
    assert_eq!(window.world().requests.last(), Some(&Request::AcceptTakeback { game: 1 }));
}

#[test]
fn who_is_away_can_be_claimed_from_after_a_while() {
    let mut window = Window::at_table();
    let now = window.world().now;
    window.world().change(1, |view| {
        view.players[1].online = false;
        let from = zeitnot_client::time::ServerTime::from_micros(now + 10_000_000);
        view.players[1].claim_from = Some(from);
    });
    window.look();
    assert!(window.tells("away, you may claim the game in 0:10") && !window.has("Claim the win"));
    window.world().wait(10_000);
    window.look();
    window.press("Claim the win");
    assert_eq!(window.world().requests.last(), Some(&Request::Claim { game: 1, draw: false }));
}

#[test]
fn ones_turn_is_told_to_the_desktop_once() {
    let mut window = Window::at_table();
    window.press("b2, empty");
    window.world().orders.clear();
    window.world().reply(1, "a1");
    window.look();
    let told = |window: &mut Window| {
        window.world().orders.iter().filter(|order| matches!(order, Order::Notify { .. })).count()
    };
    assert_eq!(told(&mut window), 1);
    assert_eq!(window.world().desk.title(), "(1) Zeitnot");
    window.press("c1, empty");
    assert_eq!(told(&mut window), 1);
    assert_eq!(window.world().desk.title(), "Zeitnot");
}

#[test]
fn what_is_said_at_the_table_is_shown() {
    let mut window = Window::at_table();
    let line = zeitnot_client::session::ChatLine { id: 1, game: 1, seat: other(), text: "Good luck".into() };
    window.world().feed.chat.push(line);
    window.look();
    assert!(window.tells("Good luck"));
    window.write("Message", "you too");
    window.press("Send");
    assert_eq!(window.world().requests.last(), Some(&Request::Say { game: 1, phrase: 3 }));
    window.write("Message", "thank you");
    window.key(Key::Enter);
    assert_eq!(window.world().requests.last(), Some(&Request::Say { game: 1, phrase: 6 }));
    assert!(window.is_focused("Message"), "whoever types goes on typing");
}

#[test]
fn what_is_refused_need_not_be_typed_again_and_hides_nothing() {
    let mut window = Window::at_table();
    window.write("Message", "a mind of its own");
    window.press("Send");
    assert!(window.tells("Free chat off"));
    assert_eq!(window.world().desk.draft, "a mind of its own");
    // A sentence and its button take a line at the bottom, and no more with each frame.
    let place = window.place("Close");
    for _ in 0..5 {
        window.look();
    }
    assert!(place.top() > 800.0 && window.place("Close") == place, "{place:?}");
    window.press("b2, empty");
    assert!(window.has("b2, X, last move"));
}

#[test]
fn a_large_board_and_a_narrow_window_are_played_alike() {
    for (width, spec) in [(240.0, "tic-tac-toe"), (480.0, "gomoku-10"), (1100.0, "gomoku-10")] {
        let mut window = Window::with(Preferences::default(), vec2(width, 1200.0));
        window.press("Play");
        let setup = zeitnot_client::session::GameSetup {
            spec: format!(
                "mnk:{}",
                if spec == "gomoku-10" { "rows=10,columns=10,strike=5" } else { "rows=3,columns=3,strike=3" }
            ),
            time: "turn:30s".to_owned(),
            policy: "forfeit".to_owned(),
            leaving: "run".to_owned(),
            ..Default::default()
        };
        window.world().desk.open(setup);
        window.look();
        window.world().join(1);
        window.look();
        window.press("c3, empty");
        assert!(window.has("c3, X, last move"), "{width}");
        assert_eq!(window.world().games[&1].0.moves[0].seat, ME);
    }
}
