//! When the connection breaks, and when it was never there.

use std::time::{Duration, Instant};

use zeitnot_client::session::Connection;
use zeitnot_desktop::model::{Order, Screen};

use crate::fake::Window;

fn unreachable(window: &mut Window) {
    let retry_at = Instant::now() + Duration::from_secs(5);
    window.world().connection =
        Some(Connection::Offline { reason: "connection refused".to_owned(), retry_at });
    window.world().desk.go(Screen::Start);
    window.look();
}

#[test]
fn a_server_that_cannot_be_reached_is_tried_again() {
    let mut window = Window::open();
    window.press("Play");
    unreachable(&mut window);
    assert!(window.tells("http://127.0.0.1:3000 cannot be reached."));
    assert!(window.tells("It is tried again in 5 s."));
    window.press("Try now");
    assert!(window.world().orders.contains(&Order::RetryNow));
    assert!(!window.has("Start it"), "no server is installed");
    window.press("Another server");
    assert!(window.has("Play"));
}

#[test]
fn an_installed_server_can_be_started() {
    let mut window = Window::open();
    window.world().desk.start.host_installed = true;
    window.press("Play");
    unreachable(&mut window);
    window.press("Start it");
    assert!(window.world().orders.contains(&Order::StartHost));
    assert!(window.tells("It is starting …"));
    window.world().desk.host_failed("the port is taken");
    window.look();
    assert!(window.tells("It does not start: the port is taken"));
    window.press("Start it");
    window.world().desk.host_started("http://127.0.0.1:3000");
    window.world().mend_connection();
    window.look();
    assert!(window.tells("Your games"));
}

#[test]
fn after_a_break_the_game_is_as_the_server_has_it() {
    let mut window = Window::at_table();
    window.world().holding = true;
    window.press("b2, empty");
    window.world().break_connection();
    window.look();
    assert!(window.tells("Not connected: nobody answers"));
    assert!(window.tells("The connection broke while b2 was on its way."));
    // What still works: looking.
    window.press("a1, empty");
    assert_eq!(window.world().held.len(), 1);
    window.world().let_go();
    window.world().mend_connection();
    window.look();
    assert!(!window.tells("Not connected") && window.has("b2, X, last move"));
}

#[test]
fn a_game_that_is_cancelled_leads_back() {
    let mut window = Window::at_table();
    window.world().games.clear();
    window.world().desk.heard(&zeitnot_client::session::Event::GameGone(1));
    window.look();
    assert!(window.tells("The game has been cancelled.") && window.tells("Your games"));
}

#[test]
fn nothing_is_drawn_again_when_nothing_runs() {
    let mut window = Window::in_lobby();
    assert_eq!(window.world().desk.next_change(), None);
    let mut window = Window::at_table();
    window.world().wait(300);
    window.look();
    // A running clock: once a second, from ten seconds down ten times.
    let wait = window.world().desk.next_change().expect("a clock runs");
    assert!(wait <= Duration::from_secs(1) && wait > Duration::from_millis(100), "{wait:?}");
    window.world().wait(24_750);
    window.look();
    let wait = window.world().desk.next_change().expect("a clock runs");
    assert!(wait <= Duration::from_millis(100), "{wait:?}");
}

#[test]
fn what_breaks_can_be_left_behind() {
    let mut window = Window::at_table();
    window.world().desk.begin_again();
    window.look();
    assert!(window.tells("Your games") && window.tells("Blaise, Your turn"));
}
