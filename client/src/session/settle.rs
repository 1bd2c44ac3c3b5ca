//! What became of a call whose answer was lost, told from the state that came back.

mod offers;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use zeitnot_rules::{PlayerName, Seat, canonical_spec};

use super::request::{GameSetup, Request};
use super::view::{GameId, GameView, Snapshot, Status, TimeOff};

const DAY: Duration = Duration::from_secs(86_400);

/// What the state says of a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    /// It has been carried out.
    Done(Option<GameId>),
    /// It has not been, and will not be.
    NotDone(&'static str),
    /// It has not been, and can be sent again without harm should the first one still arrive.
    SendAgain,
    /// The state does not tell.
    Unclear,
}

/// What the state was when a call was made, as far as it matters afterwards.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Before {
    /// The player's games.
    games: BTreeSet<GameId>,
    /// For a move: how many of the player's own came before it. Of one's own moves one always knows
    /// all, while the number of a ply depends on what one may know of the others'.
    own_moves: usize,
    /// For what is asked about the clocks: the game as it was.
    game: Option<Arc<GameView>>,
}

impl Before {
    pub(super) fn of(request: &Request, state: &Snapshot) -> Before {
        let own_moves = match request {
            Request::MakeMove { game, ply, .. } | Request::Premove { game, ply, .. } => {
                state.games.get(game).map_or(0, |view| {
                    let known = usize::try_from(*ply).unwrap_or(usize::MAX);
                    view.moves.iter().take(known).filter(|played| played.seat == view.seat).count()
                })
            }
            _ => 0,
        };
        let game = match request {
            Request::AskPause { game }
            | Request::Resume { game }
            | Request::GiveTime { game, .. }
            | Request::TakeTimeOff { game, .. }
            | Request::EndTimeOff { game }
            | Request::OfferDraw { game }
            | Request::DeclineDraw { game }
            | Request::AskTakeback { game }
            | Request::AcceptTakeback { game }
            | Request::DeclineTakeback { game }
            | Request::CancelPremove { game } => state.games.get(game).cloned(),
            _ => None,
        };
        Before { games: state.games.keys().copied().collect(), own_moves, game }
    }
}

/// Judges `request` by `state`, which is newer than the loss of the connection.
pub(super) fn settle(request: &Request, before: &Before, state: &Snapshot) -> Verdict {
    let games_before = &before.games;
    match request {
        Request::SetName { name } => {
            let wanted = PlayerName::new(name).map(|name| name.as_str().to_owned());
            let named = state.me.as_ref().map(|me| &me.name);
            if wanted.as_ref().ok() == named && named.is_some() {
                Verdict::Done(None)
            } else {
                Verdict::SendAgain
            }
        }
        Request::DeclareBot => match state.me.as_ref().is_some_and(|me| me.bot) {
            true => Verdict::Done(None),
            false => Verdict::SendAgain,
        },
        Request::OpenGame(setup) | Request::OpenSeek { setup, .. } | Request::Challenge { setup, .. } => {
            let opened = new_games(games_before, state)
                .filter(|game| game.seat == Seat::FIRST && is_set_up_as(game, setup))
                .map(|game| game.id)
                .max();
            match opened {
                Some(game) => Verdict::Done(Some(game)),
                // Not sent again: unlike a move, two of these are two games.
                None => Verdict::NotDone("the connection was lost before the game was opened"),
            }
        }
        Request::JoinGame { game } => {
            let joined = match game.parse::<GameId>() {
                Ok(id) => new_games(games_before, state).find(|game| game.id == id),
                Err(_) => new_games(games_before, state).find(|game| game.seat != Seat::FIRST),
            };
            joined.map_or(Verdict::SendAgain, |game| Verdict::Done(Some(game.id)))
        }
        Request::CancelGame { game } => match state.games.get(game).map(|game| game.status) {
            None if games_before.contains(game) => Verdict::Done(None),
            None | Some(Status::Waiting) => Verdict::SendAgain,
            Some(_) => Verdict::NotDone("somebody joined before the game was cancelled"),
        },
        Request::MakeMove { game, action, .. } => match state.games.get(game) {
            None => Verdict::Unclear,
            Some(view) => settle_move(view, before.own_moves, action),
        },
        Request::Resign { game } => match state.games.get(game) {
            None => Verdict::Unclear,
            Some(view) if is_out(view) => Verdict::Done(None),
            Some(view) if view.status == Status::Over => {
                Verdict::NotDone("the game ended before the resignation arrived")
            }
            Some(_) => Verdict::SendAgain,
        },
        Request::AskPause { game } => judged(*game, before, state, settle_pause),
        Request::Resume { game } => judged(*game, before, state, |view, before| {
            let stood = before.and_then(|before| before.paused_at);
            // Whoever did it: the pause that it was about is over.
            if stood.is_some() && view.paused_at != stood { Verdict::Done(None) } else { Verdict::SendAgain }
        }),
        Request::GiveTime { game, seat } => judged(*game, before, state, |view, before| {
            let clock = |view: &GameView| view.clocks.get(seat.index()).copied();
            let as_then = |before: &&GameView| {
                (before.turn_started, before.paused_at) == (view.turn_started, view.paused_at)
            };
            match before.filter(as_then) {
                // Within a turn, nothing else changes what a clock had at its start, or shows in a pause.
                Some(before) if clock(before) != clock(view) => Verdict::Done(None),
                // Not sent again: two of these are two gifts.
                Some(_) => Verdict::NotDone("the connection was lost before the time was given"),
                None => Verdict::Unclear,
            }
        }),
        // Not twice: the same days cannot be taken off again.
        Request::TakeTimeOff { game, from, days } => judged(*game, before, state, |view, before| {
            let length = DAY * *days;
            let known = |off: &TimeOff| before.is_some_and(|before| before.time_off.contains(off));
            let mut new = own_time_off(view).filter(|off| !known(off));
            let taken = new.any(|off| off.from >= *from && off.until.since(off.from) == length);
            if taken { Verdict::Done(None) } else { Verdict::SendAgain }
        }),
        Request::EndTimeOff { game } => judged(*game, before, state, |view, before| {
            // Of those that it was about, the last stays the longest.
            let last = before.and_then(|before| own_time_off(before).last());
            let ended = last.is_some_and(|last| own_time_off(view).all(|off| off != last));
            if ended { Verdict::Done(None) } else { Verdict::SendAgain }
        }),
        Request::OfferDraw { game } => match state.games.get(game) {
            Some(view) if view.ending == "agreement" => Verdict::Done(None),
            _ => judged(*game, before, state, offers::draw_offered),
        },
        Request::DeclineDraw { game } => judged(*game, before, state, offers::draw_declined),
        Request::AskTakeback { game } => judged(*game, before, state, offers::takeback_asked),
        Request::AcceptTakeback { game } => judged(*game, before, state, offers::takeback_accepted),
        Request::DeclineTakeback { game } => judged(*game, before, state, offers::takeback_declined),
        Request::AbortGame { game } => match state.games.get(game) {
            Some(view) if view.ending == "aborted" => Verdict::Done(None),
            _ => judged(*game, before, state, |_, _| Verdict::SendAgain),
        },
        Request::Claim { game, .. } => match state.games.get(game) {
            Some(view) if view.ending == "away" => Verdict::Done(None),
            _ => judged(*game, before, state, |_, _| Verdict::SendAgain),
        },
        Request::Premove { game, action, .. } => match state.games.get(game) {
            None => Verdict::Unclear,
            Some(view) if view.premove.as_ref() == Some(action) => Verdict::Done(None),
            // It has been played by now, or the game has gone on without it.
            Some(view) => settle_move(view, before.own_moves, action),
        },
        Request::CancelPremove { game } => judged(*game, before, state, offers::premove_cancelled),
        Request::AskRematch { game } => match state.games.get(game) {
            None => Verdict::Unclear,
            Some(view) if view.next_game.is_some() => Verdict::Done(view.next_game),
            Some(view) if view.rematch_asked.contains(&view.seat) => Verdict::Done(None),
            Some(_) => Verdict::SendAgain,
        },
        Request::DeclineRematch { game } => match state.games.get(game) {
            None => Verdict::Unclear,
            Some(view) if view.next_game.is_some() => Verdict::NotDone("the next game has begun"),
            Some(view) if view.rematch_asked.is_empty() => Verdict::Done(None),
            Some(_) => Verdict::SendAgain,
        },
        Request::AcceptChallenge { game } => match state.games.get(game) {
            Some(_) => Verdict::Done(Some(*game)),
            None => Verdict::SendAgain,
        },
        Request::DeclineChallenge { .. } => Verdict::SendAgain,
        // Asked again one keeps one's place; what has been found in between is told as a game.
        Request::JoinQueue { .. } => match new_games(games_before, state).map(|game| game.id).max() {
            Some(game) => Verdict::Done(Some(game)),
            None => Verdict::SendAgain,
        },
        Request::LeaveQueue { .. } => match new_games(games_before, state).next() {
            Some(_) => Verdict::NotDone("a game was found before"),
            None => Verdict::SendAgain,
        },
        // Two of these would be heard twice, and of the first one nobody knows.
        Request::Say { .. } | Request::Write { .. } => Verdict::Unclear,
        Request::Mute { .. } | Request::Unmute { .. } | Request::WatchGame { .. } => Verdict::SendAgain,
        // Its key makes a second one the same as the first.
        Request::StartGame { .. } => Verdict::SendAgain,
    }
}

/// What is asked about a game that is being played: if that is over, there is nothing left to ask.
fn judged(
    game: GameId,
    before: &Before,
    state: &Snapshot,
    judge: impl FnOnce(&GameView, Option<&GameView>) -> Verdict,
) -> Verdict {
    match state.games.get(&game) {
        None => Verdict::Unclear,
        Some(view) if view.status == Status::Over => Verdict::NotDone("the game has ended meanwhile"),
        Some(view) => judge(view, before.game.as_deref()),
    }
}

fn settle_pause(view: &GameView, before: Option<&GameView>) -> Verdict {
    if view.is_paused() || view.pause_asked.contains(&view.seat) {
        Verdict::Done(None)
    } else if before.is_some_and(|before| before.moves.len() != view.moves.len()) {
        // Perhaps it was asked; in any case nobody asks any more.
        Verdict::NotDone("a move was made, and with it the game goes on")
    } else {
        Verdict::SendAgain
    }
}

fn settle_move(view: &GameView, own_moves_before: usize, action: &[u8]) -> Verdict {
    let mut own = view.moves.iter().filter(|played| played.seat == view.seat);
    match own.nth(own_moves_before) {
        Some(played) if played.action() == Some(action) => Verdict::Done(None),
        Some(_) => Verdict::NotDone("the game had moved on before the move arrived"),
        None if view.status == Status::Over => Verdict::NotDone("the game ended before the move arrived"),
        None => Verdict::SendAgain,
    }
}

fn own_time_off(view: &GameView) -> impl Iterator<Item = &TimeOff> {
    view.time_off.iter().filter(|off| off.seat == view.seat)
}

fn is_out(view: &GameView) -> bool {
    view.players.get(view.seat.index()).is_some_and(|player| player.out)
}

fn new_games<'a>(
    games_before: &'a BTreeSet<GameId>,
    state: &'a Snapshot,
) -> impl Iterator<Item = &'a GameView> {
    state.games.values().map(|game| &**game).filter(|game| !games_before.contains(&game.id))
}

fn is_set_up_as(game: &GameView, setup: &GameSetup) -> bool {
    let spec = canonical_spec(&setup.spec);
    game.private == setup.private && spec.is_ok_and(|spec| spec == game.spec)
}

#[cfg(test)]
mod tests {
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
}
