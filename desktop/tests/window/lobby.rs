//! Where games are found.

use zeitnot_client::session::{Challenge, Contestant, LiveGame, Pool, Request, Seek, Topic};
use zeitnot_desktop::model::{Order, Preferences, Screen};

use crate::fake::Window;

fn somebody(bot: bool) -> Contestant {
    Contestant { name: "Blaise".to_owned(), rating: Some(1512), bot }
}

const TIC_TAC_TOE: &str = "mnk:rows=3,columns=3,strike=3";

#[test]
fn where_to_play_is_remembered() {
    let mut window = Window::open();
    window.write("Your name", "Ada");
    window.press("Play");
    assert!(window.tells("Your games"));
    assert!(window.world().orders.contains(&Order::Keep));
    assert_eq!(window.world().desk.preferences.server, "http://127.0.0.1:3000");
    assert_eq!(window.world().desk.preferences.name, "Ada");
}

#[test]
fn the_game_that_is_on_move_leads_to_its_table() {
    let mut window = Window::at_table();
    window.press("Games (1)");
    assert!(window.tells("Blaise, Your turn, 0:30"));
    window.press("Blaise, Your turn, 0:30, tic-tac-toe, random start · 30 s a turn");
    assert_eq!(window.world().desk.screen(), Screen::Table(1));
}

#[test]
fn open_games_are_filtered_and_taken() {
    let mut window = Window::in_lobby();
    assert!(window.tells("Nobody waits for an opponent just now."));
    let seek = |id: u64, rated: bool| Seek {
        id,
        by: somebody(false),
        spec: TIC_TAC_TOE.to_owned(),
        time: "turn:30s".to_owned(),
        policy: "forfeit".to_owned(),
        leaving: "run".to_owned(),
        series: String::new(),
        rated,
        taken: 1,
        seats: 2,
        ratings: (0, 0),
    };
    window.world().feed.seeks = vec![seek(71, false)];
    window.look();
    window.press("rated");
    assert!(window.tells("Nobody waits for an opponent just now."));
    window.press("casual");
    window.press("Take a seat: Blaise, tic-tac-toe");
    assert_eq!(window.world().requests.last(), Some(&Request::JoinGame { game: "71".to_owned() }));
}

#[test]
fn an_opponent_is_searched_for_until_one_is_found() {
    let mut window = Window::in_lobby();
    window.world().feed.pools = vec![Pool {
        name: "tic-tac-toe/3+2".to_owned(),
        spec: TIC_TAC_TOE.to_owned(),
        time: "fischer:3m+2s".to_owned(),
        rated: false,
    }];
    window.look();
    window.press("tic-tac-toe · 3 min + 2 s");
    assert!(matches!(window.world().requests.last(), Some(Request::JoinQueue { .. })));
    window.press("tic-tac-toe · 3 min + 2 s: searching …");
    assert!(matches!(window.world().requests.last(), Some(Request::LeaveQueue { .. })));
}

#[test]
fn a_game_for_one_player_is_not_offered_to_everybody_by_mistake() {
    let mut window = Window::in_lobby();
    window.press("Create a game …");
    assert!(window.has("Open the game"));
    window.write("Player", "Emmy");
    assert!(!window.has("Open the game") && window.has("Open it to everybody"));
    window.press("Challenge");
    assert!(
        matches!(window.world().requests.last(), Some(Request::Challenge { player, .. }) if player == "Emmy")
    );
}

#[test]
fn a_challenge_that_waits_has_no_code_and_takes_no_bots() {
    let mut window = Window::in_lobby();
    window.press("tic-tac-toe · 30 s a turn");
    assert!(window.has("Copy the code") && window.has("Let bots join"));
    window.world().change(1, |view| view.code.clear());
    window.look();
    assert!(!window.has("Copy the code") && !window.has("Let bots join"));
    assert!(window.has("Cancel the game"));
}

#[test]
fn challenges_are_answered() {
    let mut window = Window::in_lobby();
    window.world().feed.challenges = vec![Challenge {
        game: 9,
        is_mine: false,
        other: somebody(true),
        spec: TIC_TAC_TOE.to_owned(),
        time: "none".to_owned(),
        policy: "forfeit".to_owned(),
        leaving: "run".to_owned(),
        series: String::new(),
        rated: false,
        declined: None,
    }];
    window.look();
    assert!(window.tells("Blaise (bot) asks you for a game: tic-tac-toe, no time limit"));
    window.press("Accept");
    assert_eq!(window.world().requests.last(), Some(&Request::AcceptChallenge { game: 9 }));
}

#[test]
fn a_game_of_others_is_watched() {
    let mut window = Window::in_lobby();
    window.world().feed.live = vec![LiveGame {
        id: 44,
        spec: TIC_TAC_TOE.to_owned(),
        time: "none".to_owned(),
        rated: true,
        players: vec![somebody(false), somebody(true)],
    }];
    window.look();
    window.press("Watch: Blaise 1512 – Blaise (bot) 1512");
    assert!(window.world().orders.contains(&Order::LookAt(Topic::Watched(44))));
    assert!(window.tells("The game has not arrived yet."));
}

#[test]
fn every_option_of_a_game_can_be_chosen() {
    let mut window = Window::in_lobby();
    window.press("Create a game …");
    window.press("misère");
    window.press("the turn passes");
    window.press("the clocks stand");
    window.press("best of");
    window.press("Rated");
    window.press("Open the game");
    let Some(Request::OpenGame(setup)) = window.world().requests.last().cloned() else {
        panic!("no game was opened")
    };
    assert!(setup.spec.ends_with("misere") && setup.rated, "{setup:?}");
    assert_eq!((setup.policy.as_str(), setup.leaving.as_str()), ("skip:3", "pause:5m"));
    assert_eq!(setup.series, "best-of:3");
}

#[test]
fn the_language_changes_at_once() {
    let preferences = Preferences { language: Some("de".to_owned()), ..Preferences::default() };
    let mut window = Window::with(preferences, eframe::egui::vec2(1100.0, 900.0));
    window.press("Spielen");
    assert!(window.tells("Deine Partien") && window.has("Partie anlegen …"));
    window.press("Einstellungen");
    assert!(window.tells("Sprache"));
    window.world().desk.preferences.language = Some("en".to_owned());
    window.world().desk.keep();
    window.look();
    assert!(window.tells("Language"));
}

#[test]
fn a_name_is_asked_for_once_and_followed_from_elsewhere() {
    let mut window = Window::open();
    window.write("Your name", "Grace");
    window.press("Play");
    let asked = |window: &mut Window| {
        let is_name = |request: &&Request| matches!(request, Request::SetName { .. });
        window.world().requests.iter().filter(is_name).count()
    };
    assert_eq!(asked(&mut window), 1);
    window.world().desk.heard(&zeitnot_client::session::Event::NameChanged("Hedy".to_owned()));
    window.world().break_connection();
    window.look();
    window.world().mend_connection();
    window.look();
    assert_eq!(asked(&mut window), 1);
    assert_eq!(window.world().desk.preferences.name, "Hedy");
}

#[test]
fn bots_come_back_to_the_games_that_they_had_left() {
    let mut window = Window::at_table();
    window.press("Leave");
    window.press("Play");
    window.world().orders.clear();
    window.world().change(1, |view| (view.players[1].bot, view.players[1].online) = (true, false));
    window.world().desk.connect();
    window.look();
    assert!(window.world().orders.contains(&Order::CallBots(1)));
}

/// 480 dots at twice the size.
#[test]
fn nothing_is_cut_off_in_a_narrow_window_with_large_text() {
    for language in ["en", "de"] {
        let preferences = Preferences { language: Some(language.to_owned()), ..Preferences::default() };
        let mut window = Window::with(preferences, eframe::egui::vec2(240.0, 400.0));
        window.world().desk.connect();
        window.look();
        for screen in
            [Screen::Lobby, Screen::Create, Screen::Preferences, Screen::Leaders, Screen::Archive(0)]
        {
            window.world().desk.go(screen);
            window.look();
            assert_eq!(window.beyond(240.0), [""; 0], "{screen:?} in {language}");
        }
    }
}

#[test]
fn sixty_games_are_reached_by_keyboard() {
    let mut window = Window::in_lobby();
    for id in 1..=60 {
        let setup = zeitnot_client::session::GameSetup {
            spec: TIC_TAC_TOE.to_owned(),
            time: "turn:30s".to_owned(),
            ..Default::default()
        };
        window.world().desk.open(setup);
        window.look();
        window.world().join(id);
        window.world().desk.go(Screen::Lobby);
        window.look();
    }
    for _ in 0..40 {
        window.key(eframe::egui::Key::Tab);
    }
    let place = window.focused_place().expect("a place");
    assert!(place.y0 >= 0.0 && place.y1 <= 900.0, "{place:?}");
    assert!(window.focused().is_some_and(|label| label.starts_with("Blaise")), "{:?}", window.focused());
}
