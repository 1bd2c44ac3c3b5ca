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
        Request::Mute { .. }
        | Request::Unmute { .. }
        | Request::Block { .. }
        | Request::Unblock { .. }
        | Request::WatchGame { .. } => Verdict::SendAgain,
        // Whoever comes back is somebody new, whose account is empty: deleting that as well changes nothing.
        Request::DeleteAccount => Verdict::SendAgain,
        // Its key makes a second one the same as the first.
        Request::StartGame { .. } => Verdict::SendAgain,
    }
}

/// What is asked about a game that is being played: if that is over, what was not done is not asked any more.
fn judged(
    game: GameId,
    before: &Before,
    state: &Snapshot,
    judge: impl FnOnce(&GameView, Option<&GameView>) -> Verdict,
) -> Verdict {
    match state.games.get(&game) {
        None => Verdict::Unclear,
        Some(view) => match judge(view, before.game.as_deref()) {
            Verdict::SendAgain if view.status == Status::Over => {
                Verdict::NotDone("the game has ended meanwhile")
            }
            verdict => verdict,
        },
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
mod tests;
