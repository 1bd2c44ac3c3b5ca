//! What can be done at a table besides moving.

use zeitnot_client::session::{GameId, GameView, MoveKind, Request, Status};
use zeitnot_client::time::ServerTime;
use zeitnot_rules::Seat;
use zeitnot_rules::clock::TimeControl;

use super::seats::is_away;

/// Something that can be done at a table besides moving.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// Offer a draw.
    OfferDraw,
    /// Accept the one that is offered.
    AcceptDraw,
    /// Decline it.
    DeclineDraw,
    /// Take one's own offer back.
    WithdrawDraw,
    /// Ask for one's last move back.
    AskTakeback,
    /// Let the opponent take a move back.
    AcceptTakeback,
    /// Do not let them.
    DeclineTakeback,
    /// Ask no more.
    WithdrawTakeback,
    /// Take back what was decided in advance.
    CancelPremove,
    /// Claim the game from those who are away, as won.
    ClaimWin,
    /// The same as drawn.
    ClaimDraw,
    /// Ask for a pause.
    AskPause,
    /// Agree to one.
    AgreePause,
    /// Let the clocks go on.
    Resume,
    /// Give this seat 15 s.
    GiveTime(Seat),
    /// Take a day off.
    TakeDayOff,
    /// End the days off.
    EndDaysOff,
    /// Give up a game that has hardly begun.
    Abort,
    /// Resign, after being asked whether one means it.
    Resign,
    /// Take the game back that nobody has joined.
    CancelGame,
    /// Let bots take the free seats.
    CallBots,
    /// Ask for another game.
    AskRematch,
    /// Agree to it.
    AcceptRematch,
    /// Decline it.
    DeclineRematch,
    /// Ask no more.
    WithdrawRematch,
    /// Go to the game that follows.
    NextGame(GameId),
    /// Ask whoever has this seat for a game.
    Challenge(Seat),
    /// Try other moves beside the game.
    Analyse,
    /// Put the record where it can be pasted from.
    CopyRecord,
    /// Write the record to a file.
    ExportRecord,
}

impl Choice {
    /// The name of its text.
    pub fn text(self) -> &'static str {
        match self {
            Choice::OfferDraw => "choice-offer-draw",
            Choice::AcceptDraw => "choice-accept-draw",
            Choice::DeclineDraw => "choice-decline-draw",
            Choice::WithdrawDraw => "choice-withdraw-draw",
            Choice::AskTakeback => "choice-ask-takeback",
            Choice::AcceptTakeback => "choice-accept-takeback",
            Choice::DeclineTakeback => "choice-decline-takeback",
            Choice::WithdrawTakeback => "choice-withdraw-takeback",
            Choice::CancelPremove => "choice-cancel-premove",
            Choice::ClaimWin => "choice-claim-win",
            Choice::ClaimDraw => "choice-claim-draw",
            Choice::AskPause => "choice-ask-pause",
            Choice::AgreePause => "choice-agree-pause",
            Choice::Resume => "choice-resume",
            Choice::GiveTime(_) => "choice-give-time",
            Choice::TakeDayOff => "choice-take-day-off",
            Choice::EndDaysOff => "choice-end-days-off",
            Choice::Abort => "choice-abort",
            Choice::Resign => "choice-resign",
            Choice::CancelGame => "choice-cancel-game",
            Choice::CallBots => "choice-call-bots",
            Choice::AskRematch => "choice-ask-rematch",
            Choice::AcceptRematch => "choice-accept-rematch",
            Choice::DeclineRematch => "choice-decline-rematch",
            Choice::WithdrawRematch => "choice-withdraw-rematch",
            Choice::NextGame(_) => "choice-next-game",
            Choice::Challenge(_) => "choice-challenge",
            Choice::Analyse => "choice-analyse",
            Choice::CopyRecord => "choice-copy-record",
            Choice::ExportRecord => "choice-export-record",
        }
    }

    /// Whether it answers what somebody else has asked, and so should catch the eye.
    pub fn answers(self) -> bool {
        matches!(
            self,
            Choice::AcceptDraw
                | Choice::DeclineDraw
                | Choice::AcceptTakeback
                | Choice::DeclineTakeback
                | Choice::AgreePause
                | Choice::AcceptRematch
                | Choice::DeclineRematch
                | Choice::ClaimWin
                | Choice::ClaimDraw
        )
    }

    /// What is asked of the server; `None` for what is done here.
    pub(super) fn request(self, game: &GameView, now: Option<ServerTime>) -> Option<Request> {
        let id = game.id;
        Some(match self {
            Choice::OfferDraw | Choice::AcceptDraw => Request::OfferDraw { game: id },
            Choice::DeclineDraw | Choice::WithdrawDraw => Request::DeclineDraw { game: id },
            Choice::AskTakeback => Request::AskTakeback { game: id },
            Choice::AcceptTakeback => Request::AcceptTakeback { game: id },
            Choice::DeclineTakeback | Choice::WithdrawTakeback => Request::DeclineTakeback { game: id },
            Choice::CancelPremove => Request::CancelPremove { game: id },
            Choice::ClaimWin => Request::Claim { game: id, draw: false },
            Choice::ClaimDraw => Request::Claim { game: id, draw: true },
            Choice::AskPause | Choice::AgreePause => Request::AskPause { game: id },
            Choice::Resume => Request::Resume { game: id },
            Choice::GiveTime(seat) => Request::GiveTime { game: id, seat },
            Choice::TakeDayOff => Request::TakeTimeOff { game: id, from: now?, days: 1 },
            Choice::EndDaysOff => Request::EndTimeOff { game: id },
            Choice::Abort => Request::AbortGame { game: id },
            Choice::Resign => Request::Resign { game: id },
            Choice::CancelGame => Request::CancelGame { game: id },
            Choice::AskRematch | Choice::AcceptRematch => Request::AskRematch { game: id },
            Choice::DeclineRematch | Choice::WithdrawRematch => Request::DeclineRematch { game: id },
            Choice::CallBots
            | Choice::NextGame(_)
            | Choice::Challenge(_)
            | Choice::Analyse
            | Choice::CopyRecord
            | Choice::ExportRecord => return None,
        })
    }
}

/// What the player can do besides moving, as the game stands.
pub(super) fn choices(game: &GameView, now: Option<ServerTime>) -> Vec<Choice> {
    let me = game.seat;
    match game.status {
        // The seat of a challenge, which has no code, is kept for one player.
        Status::Waiting if game.code.is_empty() => vec![Choice::CancelGame],
        Status::Waiting => vec![Choice::CallBots, Choice::CancelGame],
        Status::Live if game.players.get(me.index()).is_some_and(|player| player.out) => Vec::new(),
        Status::Live => live_choices(game, now),
        Status::Over => {
            let mut choices = Vec::new();
            let asked = game.rematch_asked.contains(&me);
            match (game.next_game, asked, game.rematch_asked.is_empty()) {
                (Some(next), _, _) => choices.push(Choice::NextGame(next)),
                (None, true, _) => choices.push(Choice::WithdrawRematch),
                (None, false, false) => choices.extend([Choice::AcceptRematch, Choice::DeclineRematch]),
                (None, false, true) => choices.push(Choice::AskRematch),
            }
            choices.extend([Choice::Analyse, Choice::CopyRecord, Choice::ExportRecord]);
            choices.extend(named(game).filter(|seat| *seat != me).map(Choice::Challenge));
            choices
        }
    }
}

/// What somebody can do who watches.
pub(super) fn watcher_choices(game: &GameView) -> Vec<Choice> {
    let mut choices: Vec<Choice> = game.next_game.map(Choice::NextGame).into_iter().collect();
    if game.status == Status::Over {
        choices.extend([Choice::Analyse, Choice::CopyRecord, Choice::ExportRecord]);
    }
    choices.extend(named(game).map(Choice::Challenge));
    choices
}

/// The seats of those who can be asked for a game by their names.
fn named(game: &GameView) -> impl Iterator<Item = Seat> {
    let seats = (0..).map_while(Seat::new).zip(&game.players);
    seats.filter(|(_, player)| !player.name.is_empty()).map(|(seat, _)| seat)
}

fn live_choices(game: &GameView, now: Option<ServerTime>) -> Vec<Choice> {
    let me = game.seat;
    let seats = (0..).map_while(Seat::new).zip(&game.players);
    let others = || seats.clone().filter(|(seat, player)| *seat != me && !player.out);
    let mut choices = Vec::new();
    let claim = others().any(|(_, player)| {
        is_away(game, player) && player.claim_from.zip(now).is_some_and(|(from, now)| now >= from)
    });
    if claim {
        choices.extend([Choice::ClaimWin, Choice::ClaimDraw]);
    }
    if game.premove.is_some() {
        choices.push(Choice::CancelPremove);
    }
    match (game.draw_offered.contains(&me), game.draw_offered.is_empty()) {
        (true, _) => choices.push(Choice::WithdrawDraw),
        (false, false) => choices.extend([Choice::AcceptDraw, Choice::DeclineDraw]),
        (false, true) if game.ply >= game.draw_again_at => choices.push(Choice::OfferDraw),
        (false, true) => {}
    }
    let moved =
        |seat: Seat| game.moves.iter().any(|ply| ply.seat == seat && matches!(ply.kind, MoveKind::Action(_)));
    match game.takeback_asked {
        Some(seat) if seat == me => choices.push(Choice::WithdrawTakeback),
        Some(_) => choices.extend([Choice::AcceptTakeback, Choice::DeclineTakeback]),
        None if moved(me) && game.players.len() == 2 && !game.is_paused() => {
            choices.push(Choice::AskTakeback);
        }
        None => {}
    }
    let control = game.time.parse::<TimeControl>().ok().filter(|control| !control.is_untimed());
    if let Some(control) = control {
        match (game.is_paused(), game.pause_asked.contains(&me), game.pause_asked.is_empty()) {
            (true, _, _) => choices.push(Choice::Resume),
            (false, true, _) => {}
            (false, false, true) => choices.push(Choice::AskPause),
            (false, false, false) => choices.push(Choice::AgreePause),
        }
        choices.extend(others().map(|(seat, _)| Choice::GiveTime(seat)));
        let booked = now.is_some_and(|now| game.time_off.iter().any(|off| off.seat == me && off.until > now));
        if control.is_correspondence() {
            choices.push(if booked { Choice::EndDaysOff } else { Choice::TakeDayOff });
            // As on other servers: by correspondence one may move the marks about while one thinks.
            choices.push(Choice::Analyse);
        }
    }
    let played = game.moves.iter().filter(|ply| matches!(ply.kind, MoveKind::Action(_) | MoveKind::Unseen));
    if played.count() <= 1 {
        choices.push(Choice::Abort);
    }
    choices.push(Choice::Resign);
    choices
}
