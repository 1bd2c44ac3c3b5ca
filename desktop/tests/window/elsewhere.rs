//! The screens beside games and lobby, and what is noticed on all of them.

use eframe::egui::{Key, Modifiers};
use spacetimedb_sdk::Identity;
use zeitnot_client::session::{ArchivePage, Challenge, Contestant, Feed, Leader, Request, Seek, Topic};
use zeitnot_desktop::model::{Order, Preferences, Screen, Sound};

use crate::fake::Window;

const TIC_TAC_TOE: &str = "mnk:rows=3,columns=3,strike=3";

fn leader(board: &str, place: u32, name: &str, player: Identity) -> Leader {
    Leader { board: board.to_owned(), place, player, name: name.to_owned(), value: 1700 - place, games: 31 }
}

fn challenge(game: u64) -> Challenge {
    Challenge {
        game,
        is_mine: false,
        other: Contestant { name: "Emmy".to_owned(), rating: None, bot: false },
        spec: TIC_TAC_TOE.to_owned(),
        time: "turn:30s".to_owned(),
        policy: "forfeit".to_owned(),
        leaving: "run".to_owned(),
        series: String::new(),
        rated: false,
        declined: None,
    }
}

#[test]
fn the_best_are_listed_by_board() {
    let mut window = Window::in_lobby();
    window.press("Leaders");
    assert!(window.tells("It is on its way …"));
    assert!(window.world().orders.contains(&Order::LookAt(Topic::Leaders)));
    let leaders = vec![
        leader("connect-four/blitz", 1, "Emmy", Identity::ZERO),
        leader("connect-four/blitz", 2, "Ada", Identity::ONE),
        leader("tic-tac-toe/bullet", 1, "Grace", Identity::ZERO),
    ];
    window.world().aside = Some(Feed { leaders, ..Feed::default() });
    window.look();
    assert!(window.tells("Connect Four, blitz") && window.tells("1698") && window.tells("Ada (you)"));
    assert!(!window.has("Challenge Ada"), "nobody plays against themself");
    window.world().desk.board = Some("tic-tac-toe/bullet".to_owned());
    window.look();
    assert!(window.has("Challenge Grace") && !window.has("Challenge Emmy"));
    // Whoever has seen enough hears of it no longer.
    window.press("Games");
    assert_eq!(window.world().orders.last(), Some(&Order::LookAway));
}

#[test]
fn a_player_is_asked_for_a_game_by_their_name() {
    let mut window = Window::in_lobby();
    window.press("Leaders");
    let leaders = vec![leader("connect-four/blitz", 1, "Emmy", Identity::ZERO)];
    window.world().aside = Some(Feed { leaders, ..Feed::default() });
    window.look();
    window.press("Challenge Emmy");
    assert!(window.tells("A game with Emmy"));
    window.press("Challenge");
    let asked = window.world().requests.last().cloned();
    assert!(matches!(asked, Some(Request::Challenge { player, .. }) if player == "Emmy"));
}

#[test]
fn whoever_waits_or_has_played_is_asked_too() {
    let mut window = Window::in_lobby();
    window.world().feed.seeks = vec![Seek {
        id: 71,
        by: Contestant { name: "Grace".to_owned(), rating: Some(1512), bot: false },
        spec: TIC_TAC_TOE.to_owned(),
        time: "turn:30s".to_owned(),
        policy: "forfeit".to_owned(),
        leaving: "run".to_owned(),
        series: String::new(),
        rated: false,
        taken: 1,
        seats: 2,
        ratings: (0, 0),
    }];
    window.look();
    window.press("Challenge Grace");
    assert_eq!(window.world().desk.challenged, "Grace");
    let mut window = Window::at_table();
    window.world().time_out(1);
    window.look();
    window.press("Challenge Blaise");
    assert_eq!(window.world().desk.challenged, "Blaise");
}

#[test]
fn games_that_are_over_for_long_are_looked_through() {
    let mut window = Window::at_table();
    for (mine, theirs) in [("a1", "a2"), ("b1", "b2")] {
        window.press(&format!("{mine}, empty"));
        window.world().reply(1, theirs);
        window.look();
    }
    window.press("c1, empty");
    let game = std::sync::Arc::new(window.world().games[&1].0.clone());
    window.press("Archive");
    assert!(window.world().orders.contains(&Order::LookAt(Topic::Archive(0))));
    let archive = Some(ArchivePage { page: 0, pages: 2, games: vec![game] });
    window.world().aside = Some(Feed { archive, ..Feed::default() });
    window.look();
    assert!(window.tells("Page 1 of 2") && window.tells("You have won: 3 in a row."));
    assert!(window.has("Challenge Blaise"));
    window.press("Older games");
    assert_eq!(window.world().orders.last(), Some(&Order::LookAt(Topic::Archive(1))));
    assert!(window.tells("It is on its way …"), "the other page is not shown in its place");
    window.press("Archive");
    // The day is the computer's, the server's time began in 1970.
    let row = "Look through it: Ada – Blaise, tic-tac-toe, random start · 30 s a turn · 1970-01-01";
    window.press(row);
    assert!(window.tells("Move 5 of 5"));
}

#[test]
fn a_challenge_is_noticed_whatever_is_shown() {
    let mut window = Window::at_table();
    window.world().orders.clear();
    window.world().feed.challenges = vec![challenge(9)];
    window.look();
    let told = "Emmy asks you for a game: tic-tac-toe, 30 s a turn";
    assert_eq!(window.announced(), told);
    assert!(window.tells(told));
    let notices = |window: &mut Window| {
        let notices = window.world().orders.iter().filter(|order| matches!(order, Order::Notify { .. }));
        notices.count()
    };
    assert_eq!(notices(&mut window), 1, "once, not at each frame");
    window.press("Preferences");
    window.press("Decline");
    let declined = window.world().requests.last().cloned();
    assert!(matches!(declined, Some(Request::DeclineChallenge { game: 9, .. })));
    window.world().feed.challenges = vec![challenge(10)];
    window.look();
    window.press("Accept");
    assert_eq!(window.world().requests.last(), Some(&Request::AcceptChallenge { game: 10 }));
    assert_eq!(notices(&mut window), 2);
}

#[test]
fn tab_stops_at_the_board_once() {
    let mut window = Window::at_table();
    window.focus("b2, empty");
    window.key(Key::ArrowRight);
    assert_eq!(window.focused().as_deref(), Some("c2, empty"));
    window.key(Key::Tab);
    let after = window.focused().unwrap_or_default();
    assert!(!after.ends_with(", empty"), "{after}");
    window.keys(Modifiers::SHIFT, Key::Tab);
    assert_eq!(window.focused().as_deref(), Some("c2, empty"), "where it was left");
}

#[test]
fn a_name_is_changed_by_keyboard() {
    let mut window = Window::in_lobby();
    window.press("Preferences");
    window.write("Your name", "Emmy");
    window.key(Key::Enter);
    let renamed = Request::SetName { name: "Emmy".to_owned() };
    assert_eq!(window.world().requests.last(), Some(&renamed));
}

#[test]
fn the_zoom_of_the_keyboard_is_kept() {
    let mut window = Window::in_lobby();
    window.world().orders.clear();
    window.keys(Modifiers::COMMAND, Key::Plus);
    let scale = window.world().desk.preferences.scale;
    assert!(scale > 1.0 && scale == window.zoom(), "{scale}");
    assert!(window.world().orders.contains(&Order::Keep));
    for _ in 0..40 {
        window.keys(Modifiers::COMMAND, Key::Minus);
    }
    assert_eq!(window.zoom(), *Preferences::SCALES.start(), "no smaller than can be read");
    let zoom = window.zoom();
    assert_eq!(window.world().desk.preferences.scale, zoom);
}

#[test]
fn sounds_are_for_those_who_want_them() {
    let played = |can: bool, preferences: Preferences| {
        let mut window = Window::with(preferences, eframe::egui::vec2(1100.0, 900.0));
        window.world().desk.can_sound = can;
        window.press("Play");
        window.press("tic-tac-toe · 30 s a turn");
        window.world().join(1);
        window.look();
        window.press("b2, empty");
        window.world().orders.clear();
        window.world().reply(1, "a1");
        window.look();
        let orders = window.world().orders.iter();
        let sounds = orders.filter_map(|order| match order {
            Order::Play(sound) => Some(*sound),
            _ => None,
        });
        sounds.collect::<Vec<Sound>>()
    };
    // A move that makes it one's turn is heard as that, not as both.
    assert_eq!(played(true, Preferences::default()), [Sound::Turn]);
    assert_eq!(played(false, Preferences::default()), []);
    assert_eq!(played(true, Preferences { sound: false, ..Preferences::default() }), []);
    assert_eq!(played(true, Preferences { reduced_motion: true, ..Preferences::default() }), []);
}

#[test]
fn a_page_that_was_looked_at_is_still_there_after_the_preferences() {
    let mut window = Window::in_lobby();
    window.press("Leaders");
    window.press("Preferences");
    window.press("Back");
    assert_eq!(window.world().desk.screen(), Screen::Leaders);
    assert!(!window.world().orders.contains(&Order::LookAway));
}

#[test]
fn a_press_that_was_meant_for_what_was_there_before_does_nothing() {
    let mut window = Window::at_table();
    // Where the board is to go when a challenge takes room above it.
    let from = window.place("b2, empty").center();
    window.world().feed.challenges = vec![challenge(9)];
    window.look();
    let to = window.place("b2, empty").center();
    assert_ne!(from, to);
    window.world().feed.challenges.clear();
    window.look();

    window.point_at(to);
    window.world().feed.challenges = vec![challenge(9)];
    window.frame();
    window.press_at(to);
    assert_eq!(window.world().games[&1].0.ply, 0);
    // By now it has been seen.
    window.press_at(to);
    assert_eq!(window.world().games[&1].0.ply, 1);

    let accept = window.place("Accept").center();
    window.world().feed.challenges.clear();
    window.look();
    window.point_at(accept);
    window.world().feed.challenges = vec![challenge(10)];
    let before = window.world().requests.len();
    window.frame();
    window.press_at(accept);
    assert_eq!(window.world().requests.len(), before);
    window.press_at(accept);
    assert_eq!(window.world().requests.last(), Some(&Request::AcceptChallenge { game: 10 }));
}
