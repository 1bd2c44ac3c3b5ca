//! What became of a call whose answer was lost, told from the state that came back.

use std::collections::BTreeSet;

use zeitnot_rules::{PlayerName, Seat, canonical_spec};

use super::call::{GameSetup, Request};
use super::view::{GameId, GameView, Snapshot, Status};

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
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Before {
    /// The player's games.
    games: BTreeSet<GameId>,
    /// For a move: how many of the player's own came before it. Of one's own moves one always knows
    /// all, while the number of a ply depends on what one may know of the others'.
    own_moves: usize,
}

impl Before {
    pub(super) fn of(request: &Request, state: &Snapshot) -> Before {
        let own_moves = match request {
            Request::MakeMove { game, ply, .. } => state.games.get(game).map_or(0, |view| {
                let known = usize::try_from(*ply).unwrap_or(usize::MAX);
                view.moves.iter().take(known).filter(|played| played.seat == view.seat).count()
            }),
            _ => 0,
        };
        Before { games: state.games.keys().copied().collect(), own_moves }
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
        Request::OpenGame(setup) => {
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
        // Its key makes a second one the same as the first.
        Request::StartGame { .. } => Verdict::SendAgain,
    }
}

fn settle_move(view: &GameView, own_moves_before: usize, action: &[u8]) -> Verdict {
    let mut own = view.moves.iter().filter(|played| played.seat == view.seat);
    match own.nth(own_moves_before) {
        Some(played) if played.action.as_deref() == Some(action) => Verdict::Done(None),
        Some(_) => Verdict::NotDone("the game had moved on before the move arrived"),
        None if view.status == Status::Over => Verdict::NotDone("the game ended before the move arrived"),
        None => Verdict::SendAgain,
    }
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
    use crate::session::view::{Me, samples};
    use spacetimedb_sdk::Identity;
    use std::sync::Arc;

    const OPPONENT: Seat = match Seat::new(1) {
        Some(seat) => seat,
        None => panic!("there are two seats"),
    };

    fn state(games: impl IntoIterator<Item = GameView>) -> Snapshot {
        let mut state = Snapshot::new();
        state.me = Some(Me { identity: Identity::ZERO, name: "Zoë".to_owned() });
        state.games = games.into_iter().map(|game| (game.id, Arc::new(game))).collect();
        state
    }

    fn judged(request: Request, before: &[GameId], games: impl IntoIterator<Item = GameView>) -> Verdict {
        let before = Before { games: before.iter().copied().collect(), own_moves: 0 };
        settle(&request, &before, &state(games))
    }

    fn make_move(ply: u32, action: &[u8]) -> Request {
        Request::MakeMove { game: 7, ply, action: action.to_vec() }
    }

    #[test]
    fn a_move_that_the_game_shows_was_made() {
        let mine = samples::after(samples::live(7), Seat::FIRST, &[1, 2]);
        assert_eq!(judged(make_move(0, &[1, 2]), &[7], [mine.clone()]), Verdict::Done(None));
        let answered = samples::after(mine, OPPONENT, &[3, 4]);
        assert_eq!(judged(make_move(0, &[1, 2]), &[7], [answered]), Verdict::Done(None));
    }

    #[test]
    fn a_move_that_the_game_does_not_show_is_sent_again() {
        assert_eq!(judged(make_move(0, &[1, 2]), &[7], [samples::live(7)]), Verdict::SendAgain);
    }

    #[test]
    fn another_move_at_that_ply_was_made_in_another_window() {
        let other = samples::after(samples::live(7), Seat::FIRST, &[9, 9]);
        assert!(matches!(judged(make_move(0, &[1, 2]), &[7], [other]), Verdict::NotDone(_)));
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
        assert!(matches!(judged(make_move(0, &[1, 2]), &[7], [over]), Verdict::NotDone(_)));
        assert_eq!(judged(make_move(0, &[1, 2]), &[7], []), Verdict::Unclear);
    }

    #[test]
    fn an_opened_game_is_found_among_the_new_ones() {
        let setup = GameSetup { spec: "tic-tac-toe".to_owned(), ..GameSetup::default() };
        let open = || Request::OpenGame(setup.clone());
        assert_eq!(judged(open(), &[1], [samples::waiting(1), samples::waiting(2)]), Verdict::Done(Some(2)));
        assert!(matches!(
            judged(open(), &[1, 2], [samples::waiting(1), samples::waiting(2)]),
            Verdict::NotDone(_)
        ));
        // Another window's, with other rules or another seat.
        let other = GameView { spec: "mnk:rows=4,columns=4,strike=3".to_owned(), ..samples::waiting(2) };
        assert!(matches!(judged(open(), &[], [other]), Verdict::NotDone(_)));
        let joined = GameView { seat: OPPONENT, ..samples::live(2) };
        assert!(matches!(judged(open(), &[], [joined]), Verdict::NotDone(_)));
    }

    #[test]
    fn a_joined_game_is_found_among_the_new_ones() {
        let join = |game: &str| Request::JoinGame { game: game.to_owned() };
        let joined = || GameView { seat: OPPONENT, ..samples::live(2) };
        assert_eq!(judged(join("2"), &[1], [samples::live(1), joined()]), Verdict::Done(Some(2)));
        assert_eq!(judged(join("ABCDEF"), &[1], [samples::live(1), joined()]), Verdict::Done(Some(2)));
        assert_eq!(judged(join("2"), &[1], [samples::live(1)]), Verdict::SendAgain);
        // Seated before the call: what the server says to a second time is the answer.
        assert_eq!(judged(join("2"), &[2], [joined()]), Verdict::SendAgain);
    }

    #[test]
    fn a_cancelled_game_is_gone() {
        let cancel = || Request::CancelGame { game: 7 };
        assert_eq!(judged(cancel(), &[7], []), Verdict::Done(None));
        assert_eq!(judged(cancel(), &[7], [samples::waiting(7)]), Verdict::SendAgain);
        assert!(matches!(judged(cancel(), &[7], [samples::live(7)]), Verdict::NotDone(_)));
        // It never was: the server says so.
        assert_eq!(judged(cancel(), &[], []), Verdict::SendAgain);
    }

    #[test]
    fn a_resignation_shows_in_the_seat() {
        let resign = || Request::Resign { game: 7 };
        let mut resigned = samples::live(7);
        resigned.players[0].out = true;
        assert_eq!(judged(resign(), &[7], [resigned.clone()]), Verdict::Done(None));
        resigned.status = Status::Over;
        assert_eq!(judged(resign(), &[7], [resigned]), Verdict::Done(None));
        assert_eq!(judged(resign(), &[7], [samples::live(7)]), Verdict::SendAgain);
        let won = GameView { status: Status::Over, ..samples::live(7) };
        assert!(matches!(judged(resign(), &[7], [won]), Verdict::NotDone(_)));
    }

    #[test]
    fn a_name_is_compared_as_the_server_writes_it() {
        // The same name, with the accent as a character of its own.
        let name = |name: &str| Request::SetName { name: name.to_owned() };
        assert_eq!(judged(name("Zoe\u{308}"), &[], []), Verdict::Done(None));
        assert_eq!(judged(name("Zoe"), &[], []), Verdict::SendAgain);
        assert_eq!(judged(name(""), &[], []), Verdict::SendAgain);
    }
}
