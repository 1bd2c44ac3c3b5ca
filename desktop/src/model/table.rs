//! A game at whose table the player sits.

use std::sync::Arc;

use zeitnot_client::session::{Answer, GameId, GameView, MoveKind, Request, Status};
use zeitnot_client::time::ServerTime;
use zeitnot_rules::Seat;
use zeitnot_rules::clock::TimeControl;
use zeitnot_rules::mnk::{Action, Sight};

use super::board::{BoardView, Extras};
use super::history::History;
use super::order::Tag;
use super::preferences::Confirm;
use super::seats::is_away;

/// How far the keys for pages go, in plies.
const PAGE: usize = 5;

/// How long a position is shown while a game plays by itself, in seconds.
const BEAT: f64 = 0.8;

/// A way through a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// To the beginning.
    First,
    /// Some plies back.
    PageBack,
    /// One ply back.
    Back,
    /// One ply on.
    Forward,
    /// Some plies on.
    PageForward,
    /// To the end, and to what comes.
    Last,
}

impl Step {
    /// The ply that it leads to from this one; `last` is the end.
    pub(super) fn from(self, ply: usize, last: usize) -> usize {
        match self {
            Step::First => 0,
            Step::PageBack => ply.saturating_sub(PAGE),
            Step::Back => ply.saturating_sub(1),
            Step::Forward => (ply + 1).min(last),
            Step::PageForward => (ply + PAGE).min(last),
            Step::Last => last,
        }
    }
}

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
    choices
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

/// A move that was sent and has not been answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Sending {
    tag: Tag,
    action: Action,
    ply: u32,
    uncertain: bool,
}

/// A game at whose table the player sits: what they look at, and what they are about to do.
#[derive(Clone, Debug)]
pub struct Table {
    /// Which game.
    pub id: GameId,
    /// Whether the player has said that they resign, and is asked whether they mean it.
    pub asks_resign: bool,
    /// Whether the player wants to hear nothing of the others here, as far as they have said at this table.
    pub muted: bool,
    history: History,
    /// The ply that is looked at; `None` for the last one, whatever it is.
    viewing: Option<usize>,
    /// When the game that plays by itself goes on, by the caller's clock.
    beat: Option<f64>,
    /// The action that was chosen and is to be confirmed, and the ply that it answers.
    chosen: Option<(Action, u32)>,
    sending: Option<Sending>,
}

impl Table {
    /// Nothing has been done at it yet.
    pub fn new(id: GameId) -> Table {
        Table {
            id,
            asks_resign: false,
            muted: false,
            history: History::default(),
            viewing: None,
            beat: None,
            chosen: None,
            sending: None,
        }
    }

    /// Takes in how the game stands now. What is looked at stays: a new move never pulls the view away.
    pub fn follow(&mut self, game: &Arc<GameView>) {
        self.history.follow(game);
        if self.sending.is_some_and(|sending| sending.ply != game.ply) {
            self.sending = None;
        }
        if self.chosen.is_some_and(|(_, ply)| ply != game.ply) || !game.takes_my_move() {
            self.chosen = None;
        }
        if game.status != Status::Live {
            (self.asks_resign, self.sending) = (false, None);
        }
        // A move that was taken back leaves fewer to look at.
        let last = self.history.last().unwrap_or_default();
        self.viewing = self.viewing.filter(|ply| *ply < last);
    }

    /// The ply that is looked at, and the last one, while it is not the last that is.
    pub fn viewing(&self) -> Option<(usize, usize)> {
        Some((self.viewing?, self.history.last()?))
    }

    /// The number of the step that has led to what is shown; `0` at the beginning.
    pub fn shown_step(&self) -> usize {
        self.viewing.or(self.history.last()).unwrap_or_default()
    }

    /// Whether the game can be stepped through.
    pub fn has_history(&self) -> bool {
        self.history.last().is_some_and(|last| last > 0)
    }

    /// Looks at another position.
    pub fn step(&mut self, step: Step) {
        let Some(last) = self.history.last() else { return };
        let ply = step.from(self.viewing.unwrap_or(last), last);
        self.look_at(ply);
    }

    /// Looks at the position after so many plies; at the last one, whatever it is, if these are all.
    pub fn look_at(&mut self, ply: usize) {
        let last = self.history.last().unwrap_or_default();
        self.viewing = (ply < last).then_some(ply);
        self.beat = None;
    }

    /// Lets the game play by itself from what is looked at, or stops it. `now` is in seconds.
    pub fn toggle_playing(&mut self, now: f64) {
        if self.beat.take().is_some() {
            return;
        }
        if self.viewing.is_none() {
            self.step(Step::First);
        }
        self.beat = self.viewing.map(|_| now + BEAT);
    }

    /// Whether the game plays by itself.
    pub fn is_playing(&self) -> bool {
        self.beat.is_some()
    }

    /// Goes on where it is time to. Says in how many seconds it is time again.
    pub fn tick(&mut self, now: f64) -> Option<f64> {
        let due = self.beat?;
        if now >= due {
            self.step(Step::Forward);
            self.beat = self.viewing.map(|_| now + BEAT);
        }
        self.next_beat(now)
    }

    /// In how many seconds it is time to go on; `None` if it does not play by itself.
    pub fn next_beat(&self, now: f64) -> Option<f64> {
        self.beat.map(|due| (due - now).max(0.0))
    }

    /// What is to be seen of the board; `None` if the game has none that is known.
    pub fn board(&self, game: &GameView, watched: bool) -> Option<BoardView> {
        if let Some(sight) = self.viewing.and_then(|ply| self.history.at(ply)) {
            return Some(BoardView::of(sight, &Extras::default()));
        }
        let sight = Sight::decode(&game.position).ok()?;
        let premove = game.premove.as_deref().and_then(|action| Action::decode(action).ok());
        let extras = Extras {
            chooser: (!watched && self.may_choose(game)).then_some(game.seat),
            sent: self.sending.map(|sending| sending.action),
            chosen: self.chosen.map(|(action, _)| action),
            premove: premove.filter(|_| game.status == Status::Live),
        };
        Some(BoardView::of(&sight, &extras))
    }

    fn may_choose(&self, game: &GameView) -> bool {
        let plays = game.players.get(game.seat.index()).is_some_and(|player| !player.out);
        let in_advance = !game.is_my_turn() && !game.is_paused();
        game.status == Status::Live
            && plays
            && self.viewing.is_none()
            && self.sending.is_none()
            && (game.takes_my_move() || in_advance)
    }

    /// A cell was chosen. Says what is to be asked of the server, if anything: where moves are confirmed, the
    /// second time the same is chosen.
    pub fn pick(&mut self, action: Action, game: &GameView, confirm: Confirm) -> Option<Request> {
        if !self.may_choose(game) {
            return None;
        }
        if !game.takes_my_move() {
            let known = game.premove.as_deref() == Some(&action.encode()[..]);
            return Some(if known {
                Request::CancelPremove { game: game.id }
            } else {
                Request::Premove { game: game.id, ply: game.ply, action: action.encode() }
            });
        }
        if confirm.asks(&game.time) && self.chosen != Some((action, game.ply)) {
            self.chosen = Some((action, game.ply));
            return None;
        }
        Some(Request::MakeMove { game: game.id, ply: game.ply, action: action.encode() })
    }

    /// The action that is to be confirmed.
    pub fn chosen(&self) -> Option<Action> {
        self.chosen.map(|(action, _)| action)
    }

    /// Confirms it.
    pub(super) fn confirm_for(&mut self, game: &GameView) -> Option<Request> {
        let (action, ply) = self.chosen?;
        game.takes_my_move().then(|| Request::MakeMove { game: game.id, ply, action: action.encode() })
    }

    /// Chooses nothing after all.
    pub fn unchoose(&mut self) {
        self.chosen = None;
    }

    /// A move is on its way.
    pub(super) fn sent(&mut self, tag: Tag, request: &Request) {
        if let Request::MakeMove { ply, action, .. } = request
            && let Ok(action) = Action::decode(action)
        {
            self.chosen = None;
            self.sending = Some(Sending { tag, action, ply: *ply, uncertain: false });
        }
    }

    /// The connection broke before it was known whether a call was carried out.
    pub(super) fn uncertain(&mut self, tag: Tag) {
        if let Some(sending) = self.sending.as_mut().filter(|sending| sending.tag == tag) {
            sending.uncertain = true;
        }
    }

    /// A call has ended. What a move has changed comes with the game itself.
    pub(super) fn answered(&mut self, tag: Tag, answer: &Answer, game: Option<&GameView>) {
        let stands = |sending: &Sending| game.is_some_and(|game| game.ply == sending.ply);
        if self.sending.is_some_and(|sending| sending.tag == tag && !(answer.is_done() && stands(&sending))) {
            self.sending = None;
        }
    }

    /// The action that is on its way, and whether it is not known what became of it.
    pub fn sending(&self) -> Option<(Action, bool)> {
        self.sending.map(|sending| (sending.action, sending.uncertain))
    }
}
