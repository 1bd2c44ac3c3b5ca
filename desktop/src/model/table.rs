//! A game at whose table the player sits.

use std::sync::Arc;

use zeitnot_client::session::{Answer, GameId, GameView, Request, Status};
use zeitnot_rules::mnk::{Action, Sight};

use super::board::{BoardView, Extras};
use super::history::History;
use super::order::Tag;
use super::preferences::Confirm;

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
