//! What is told of calls whose answers were lost.

use super::*;
use crate::session::samples;
use crate::session::view::Me;
use crate::time::ServerTime;
use spacetimedb_sdk::Identity;
use std::sync::Arc;

const OPPONENT: Seat = match Seat::new(1) {
    Some(seat) => seat,
    None => panic!("there are two seats"),
};

fn state(games: impl IntoIterator<Item = GameView>) -> Snapshot {
    let mut state = Snapshot::new();
    state.me = Some(Me { identity: Identity::ZERO, name: "Zoë".to_owned(), bot: false });
    state.games = games.into_iter().map(|game| (game.id, Arc::new(game))).collect();
    state
}

fn verdict(request: Request, before: &[GameId], games: impl IntoIterator<Item = GameView>) -> Verdict {
    let before = Before { games: before.iter().copied().collect(), ..Before::default() };
    settle(&request, &before, &state(games))
}

#[test]
fn a_search_goes_on_unless_a_game_was_found() {
    let search = Request::JoinQueue { pool: "tic-tac-toe/3+2".to_owned(), below: 200, above: 200 };
    assert_eq!(verdict(search.clone(), &[3], [samples::live(3)]), Verdict::SendAgain);
    assert_eq!(verdict(search, &[3], [samples::live(3), samples::live(9)]), Verdict::Done(Some(9)));
    let stop = Request::LeaveQueue { pool: "tic-tac-toe/3+2".to_owned() };
    assert_eq!(verdict(stop.clone(), &[], []), Verdict::SendAgain);
    assert!(matches!(verdict(stop, &[], [samples::live(9)]), Verdict::NotDone(_)));
}

#[test]
fn a_rematch_is_asked_for_until_it_shows() {
    let over = |game: GameView| GameView { status: Status::Over, ..game };
    let ask = Request::AskRematch { game: 7 };
    assert_eq!(verdict(ask.clone(), &[7], [over(samples::live(7))]), Verdict::SendAgain);
    let asked = GameView { rematch_asked: vec![Seat::FIRST], ..samples::live(7) };
    assert_eq!(verdict(ask.clone(), &[7], [over(asked)]), Verdict::Done(None));
    let begun = GameView { next_game: Some(8), ..samples::live(7) };
    assert_eq!(verdict(ask, &[7], [over(begun.clone())]), Verdict::Done(Some(8)));
    let decline = Request::DeclineRematch { game: 7 };
    assert!(matches!(verdict(decline, &[7], [over(begun)]), Verdict::NotDone(_)));
}

fn make_move(ply: u32, action: &[u8]) -> Request {
    Request::MakeMove { game: 7, ply, action: action.to_vec() }
}

#[test]
fn a_move_that_the_game_shows_was_made() {
    let mine = samples::after(samples::live(7), Seat::FIRST, &[1, 2]);
    assert_eq!(verdict(make_move(0, &[1, 2]), &[7], [mine.clone()]), Verdict::Done(None));
    let answered = samples::after(mine, OPPONENT, &[3, 4]);
    assert_eq!(verdict(make_move(0, &[1, 2]), &[7], [answered]), Verdict::Done(None));
}

#[test]
fn a_move_that_the_game_does_not_show_is_sent_again() {
    assert_eq!(verdict(make_move(0, &[1, 2]), &[7], [samples::live(7)]), Verdict::SendAgain);
}

#[test]
fn another_move_at_that_ply_was_made_in_another_window() {
    let other = samples::after(samples::live(7), Seat::FIRST, &[9, 9]);
    assert!(matches!(verdict(make_move(0, &[1, 2]), &[7], [other]), Verdict::NotDone(_)));
}

/// Once the game is over, moves show that were hidden while it went on, and numbers shift.
#[test]
fn a_move_is_found_behind_moves_that_were_hidden() {
    let mut known = samples::live(7);
    known = samples::after(known, Seat::FIRST, &[1]);
    known = samples::after(known, OPPONENT, &[2]);
    let before = Before::of(&make_move(2, &[3]), &state([known]));
    let mut over = samples::live(7);
    for (seat, action) in [(Seat::FIRST, 1), (OPPONENT, 9), (OPPONENT, 2), (Seat::FIRST, 3)] {
        over = samples::after(over, seat, &[action]);
    }
    over.status = Status::Over;
    let settled = |action: u8| settle(&make_move(2, &[action]), &before, &state([over.clone()]));
    assert_eq!(settled(3), Verdict::Done(None));
    assert!(matches!(settled(9), Verdict::NotDone(_)));
}

#[test]
fn a_game_that_ended_without_the_move_did_not_get_it() {
    let over = GameView { status: Status::Over, ..samples::live(7) };
    assert!(matches!(verdict(make_move(0, &[1, 2]), &[7], [over]), Verdict::NotDone(_)));
    assert_eq!(verdict(make_move(0, &[1, 2]), &[7], []), Verdict::Unclear);
}

#[test]
fn an_opened_game_is_found_among_the_new_ones() {
    let setup = GameSetup { spec: "tic-tac-toe".to_owned(), ..GameSetup::default() };
    let open = || Request::OpenGame(setup.clone());
    assert_eq!(verdict(open(), &[1], [samples::waiting(1), samples::waiting(2)]), Verdict::Done(Some(2)));
    assert!(matches!(
        verdict(open(), &[1, 2], [samples::waiting(1), samples::waiting(2)]),
        Verdict::NotDone(_)
    ));
    // Another window's, with other rules or another seat.
    let other = GameView { spec: "mnk:rows=4,columns=4,strike=3".to_owned(), ..samples::waiting(2) };
    assert!(matches!(verdict(open(), &[], [other]), Verdict::NotDone(_)));
    let joined = GameView { seat: OPPONENT, ..samples::live(2) };
    assert!(matches!(verdict(open(), &[], [joined]), Verdict::NotDone(_)));
}

#[test]
fn a_joined_game_is_found_among_the_new_ones() {
    let join = |game: &str| Request::JoinGame { game: game.to_owned() };
    let joined = || GameView { seat: OPPONENT, ..samples::live(2) };
    assert_eq!(verdict(join("2"), &[1], [samples::live(1), joined()]), Verdict::Done(Some(2)));
    assert_eq!(verdict(join("ABCDEF"), &[1], [samples::live(1), joined()]), Verdict::Done(Some(2)));
    assert_eq!(verdict(join("2"), &[1], [samples::live(1)]), Verdict::SendAgain);
    // Seated before the call: what the server says to a second time is the answer.
    assert_eq!(verdict(join("2"), &[2], [joined()]), Verdict::SendAgain);
}

#[test]
fn a_cancelled_game_is_gone() {
    let cancel = || Request::CancelGame { game: 7 };
    assert_eq!(verdict(cancel(), &[7], []), Verdict::Done(None));
    assert_eq!(verdict(cancel(), &[7], [samples::waiting(7)]), Verdict::SendAgain);
    assert!(matches!(verdict(cancel(), &[7], [samples::live(7)]), Verdict::NotDone(_)));
    // It never was: the server says so.
    assert_eq!(verdict(cancel(), &[], []), Verdict::SendAgain);
}

#[test]
fn a_resignation_shows_in_the_seat() {
    let resign = || Request::Resign { game: 7 };
    let mut resigned = samples::live(7);
    resigned.players[0].out = true;
    assert_eq!(verdict(resign(), &[7], [resigned.clone()]), Verdict::Done(None));
    resigned.status = Status::Over;
    assert_eq!(verdict(resign(), &[7], [resigned]), Verdict::Done(None));
    assert_eq!(verdict(resign(), &[7], [samples::live(7)]), Verdict::SendAgain);
    let won = GameView { status: Status::Over, ..samples::live(7) };
    assert!(matches!(verdict(resign(), &[7], [won]), Verdict::NotDone(_)));
}

/// What the state says of a request that was made when the game was `before` and is now `after`.
fn judged_between(request: Request, before: GameView, after: GameView) -> Verdict {
    settle(&request, &Before::of(&request, &state([before])), &state([after]))
}

#[test]
fn a_move_that_was_taken_back_was_so_however_the_game_has_ended_since() {
    let accept = || Request::AcceptTakeback { game: 7 };
    let empty = samples::live(7);
    let played = samples::after(empty.clone(), OPPONENT, &[1, 0, 0, 0]);
    let before = GameView { takeback_asked: Some(OPPONENT), ..played.clone() };
    let over = |game: GameView| GameView { status: Status::Over, ..game };
    assert_eq!(judged_between(accept(), before.clone(), over(empty)), Verdict::Done(None));
    assert!(matches!(judged_between(accept(), before, over(played)), Verdict::NotDone(_)));
}

#[test]
fn a_pause_shows_once_it_is_asked_for() {
    let ask = || Request::AskPause { game: 7 };
    let before = samples::live(7);
    let asked = GameView { pause_asked: vec![Seat::FIRST], ..before.clone() };
    assert_eq!(judged_between(ask(), before.clone(), asked), Verdict::Done(None));
    let paused = GameView { paused_at: Some(before.turn_started), ..before.clone() };
    assert_eq!(judged_between(ask(), before.clone(), paused), Verdict::Done(None));
    let by_other = GameView { pause_asked: vec![OPPONENT], ..before.clone() };
    assert_eq!(judged_between(ask(), before.clone(), by_other), Verdict::SendAgain);
    let moved_on = samples::after(before.clone(), Seat::FIRST, &[1]);
    assert!(matches!(judged_between(ask(), before.clone(), moved_on), Verdict::NotDone(_)));
    let over = GameView { status: Status::Over, ..before.clone() };
    assert!(matches!(judged_between(ask(), before, over), Verdict::NotDone(_)));
}

#[test]
fn a_pause_that_is_over_needs_no_second_end() {
    let resume = || Request::Resume { game: 7 };
    let running = samples::live(7);
    let paused = GameView { paused_at: Some(running.turn_started), ..running.clone() };
    assert_eq!(judged_between(resume(), paused.clone(), running.clone()), Verdict::Done(None));
    assert_eq!(judged_between(resume(), paused.clone(), paused), Verdict::SendAgain);
    // There was none: the server says so.
    assert_eq!(judged_between(resume(), running.clone(), running), Verdict::SendAgain);
}

#[test]
fn time_is_not_given_twice() {
    let give = || Request::GiveTime { game: 7, seat: OPPONENT };
    let before = samples::live(7);
    let mut given = before.clone();
    given.clocks[1].main += Duration::from_secs(15);
    assert_eq!(judged_between(give(), before.clone(), given), Verdict::Done(None));
    assert!(matches!(judged_between(give(), before.clone(), before.clone()), Verdict::NotDone(_)));
    let later = ServerTime::from_micros(before.turn_started.micros() + 1);
    let next_turn = GameView { turn_started: later, ..before.clone() };
    assert_eq!(judged_between(give(), before.clone(), next_turn), Verdict::Unclear);
    // What the clocks show in a pause is another figure.
    let mut paused = GameView { paused_at: Some(later), ..before.clone() };
    paused.clocks[1].main += Duration::from_secs(7);
    assert_eq!(judged_between(give(), before, paused), Verdict::Unclear);
}

#[test]
fn days_off_show_in_the_game() {
    let before = samples::live(7);
    let at = |seconds: u64| before.turn_started.after(Duration::from_secs(seconds));
    let days = |seat: Seat, from: u64, until: u64| TimeOff { seat, from: at(from), until: at(until) };
    let with = |time_off: Vec<TimeOff>| GameView { time_off, ..before.clone() };
    let [none, booked, ran] = [
        with(vec![]),
        with(vec![days(Seat::FIRST, 900_000, 986_400)]),
        // From now on, when the server heard of it.
        with(vec![days(Seat::FIRST, 2, 86_402), days(Seat::FIRST, 900_000, 986_400)]),
    ];
    let off = |from: u64| Request::TakeTimeOff { game: 7, from: at(from), days: 1 };
    assert_eq!(judged_between(off(1), booked.clone(), ran.clone()), Verdict::Done(None));
    assert_eq!(judged_between(off(900_000), none.clone(), booked.clone()), Verdict::Done(None));
    // Known before, another length, somebody else's.
    assert_eq!(judged_between(off(1), booked.clone(), booked.clone()), Verdict::SendAgain);
    let longer = with(vec![days(Seat::FIRST, 2, 2 * 86_400 + 2)]);
    assert_eq!(judged_between(off(1), none.clone(), longer), Verdict::SendAgain);
    let theirs = with(vec![days(OPPONENT, 2, 86_402)]);
    assert_eq!(judged_between(off(1), none.clone(), theirs), Verdict::SendAgain);

    let back = || Request::EndTimeOff { game: 7 };
    assert_eq!(judged_between(back(), ran.clone(), none.clone()), Verdict::Done(None));
    let cut = with(vec![days(Seat::FIRST, 2, 700)]);
    assert_eq!(judged_between(back(), ran.clone(), cut), Verdict::Done(None));
    // Those that are over are forgotten without having been ended.
    assert_eq!(judged_between(back(), ran.clone(), booked), Verdict::SendAgain);
    assert_eq!(judged_between(back(), ran.clone(), ran), Verdict::SendAgain);
    assert_eq!(judged_between(back(), none.clone(), none), Verdict::SendAgain);
}

#[test]
fn a_name_is_compared_as_the_server_writes_it() {
    // The same name, with the accent as a character of its own.
    let name = |name: &str| Request::SetName { name: name.to_owned() };
    assert_eq!(verdict(name("Zoe\u{308}"), &[], []), Verdict::Done(None));
    assert_eq!(verdict(name("Zoe"), &[], []), Verdict::SendAgain);
    assert_eq!(verdict(name(""), &[], []), Verdict::SendAgain);
}
