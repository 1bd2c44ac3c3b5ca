//! What the window makes of what it hears.

use std::sync::Arc;

use zeitnot_client::session::{Answer, Event, GameId, GameView, MoveKind, Player, Status};
use zeitnot_rules::mnk::{Action, Sight};

use super::{Asked, Desk, Screen, Seen};
use crate::model::lobby::ChallengeView;
use crate::model::order::{Order, Tag};
use crate::model::sound::Sound;
use crate::model::wording::{answer_sentence, ending_sentence, player_name};

impl Desk {
    /// Something has happened on the session.
    pub fn heard(&mut self, event: &Event) {
        match event {
            Event::Connected(me) => {
                self.start.host_starting = false;
                let wanted = self.start.name.trim().to_owned();
                // Once, not each time the connection comes back: the name may be changed elsewhere meanwhile.
                if std::mem::take(&mut self.name_wanted) && !wanted.is_empty() && wanted != me.name {
                    self.ask_name(wanted);
                }
                if self.screen == Screen::Start {
                    self.go(Screen::Lobby);
                }
            }
            Event::NameChanged(name) => {
                self.start.name.clone_from(name);
                self.preferences.name.clone_from(name);
                self.orders.push(Order::Keep);
            }
            Event::Disconnected { .. } => {
                // Whoever is gone is not searched for.
                self.searching.clear();
            }
            Event::GameChanged(game) => self.game_changed(game),
            Event::GameGone(game) => {
                self.tables.remove(game);
                self.seen.remove(game);
                if self.screen == Screen::Table(*game) {
                    self.go(Screen::Lobby);
                    let text = self.texts.get("notice-game-gone");
                    self.notice(text, false);
                }
            }
            Event::TokenRefused { kept_as } => {
                let path = kept_as.as_ref().map(|path| path.display().to_string()).unwrap_or_default();
                let text = self.texts.with("notice-token-refused", &[("path", path.into())]);
                self.notice(text, true);
            }
            Event::TokenNotKept { reason } => {
                let text = self.texts.with("notice-token-not-kept", &[("reason", reason.clone().into())]);
                self.notice(text, true);
            }
            _ => {}
        }
    }

    /// The connection broke before it was known whether a call was carried out.
    pub fn uncertain(&mut self, tag: Tag) {
        if let Some(Asked::At(game)) = self.calls.get(&tag)
            && let Some(table) = self.tables.get_mut(game)
        {
            table.uncertain(tag);
        }
    }

    /// A call has ended.
    pub fn answered(&mut self, tag: Tag, answer: &Answer) {
        let asked = self.calls.remove(&tag).unwrap_or(Asked::Other);
        if let Some(sentence) = answer_sentence(answer, &self.texts) {
            self.notice(sentence, true);
        }
        // What was refused need not be typed again.
        if let Some((_, draft)) = self.said.take_if(|(said, _)| *said == tag)
            && !answer.is_done()
            && self.draft.is_empty()
        {
            self.draft = draft;
        }
        match (asked, answer) {
            (Asked::Enter, Answer::Done { game: Some(game) }) => {
                self.code.clear();
                self.go(Screen::Table(*game));
            }
            // A search that was refused; which of several does not matter, the server keeps none of them long.
            (Asked::Search, answer) if !answer.is_done() => self.searching.clear(),
            (Asked::At(game), _) => {
                if let Some(table) = self.tables.get_mut(&game) {
                    table.answered(tag, answer, self.known.games.get(&game).map(Arc::as_ref));
                }
                // The rematch that all have agreed to.
                if let Answer::Done { game: Some(next) } = answer
                    && self.screen == Screen::Table(game)
                    && *next != game
                {
                    self.go(Screen::Table(*next));
                }
            }
            _ => {}
        }
    }

    /// The game that was to be watched is not shown.
    pub fn not_watched(&mut self, answer: &Answer) {
        self.go(Screen::Lobby);
        if let Some(sentence) = answer_sentence(answer, &self.texts) {
            self.notice(sentence, true);
        }
    }

    fn game_changed(&mut self, game: &Arc<GameView>) {
        let now = Seen { plies: game.moves.len(), my_turn: game.takes_my_move(), status: game.status };
        let before = self.seen.insert(game.id, now);
        if let Some(table) = self.tables.get_mut(&game.id) {
            table.follow(game);
        }
        // What there was when the connection came up is no news.
        let Some(before) = before else {
            // A bot that this program had called in left with it.
            let left = |player: &Player| player.bot && !player.online && !player.out;
            if now.status == Status::Live && game.players.iter().any(left) {
                self.orders.push(Order::CallBots(game.id));
            }
            if self.loaded && !self.searching.is_empty() && now.status == Status::Live {
                self.searching.clear();
                self.go(Screen::Table(game.id));
            }
            if self.loaded && now.my_turn {
                self.notify_turn(game);
            }
            return;
        };
        if self.screen == Screen::Table(game.id) && now.plies > before.plies {
            self.announce_move(game);
            self.sound(Sound::Move);
        }
        if now.status == Status::Over && before.status != Status::Over {
            let sight = Sight::decode(&game.position).ok();
            let ending = ending_sentence(game, Some(game.seat), sight.as_ref(), &self.texts);
            self.announcement.clone_from(&ending);
            let title = self.texts.with("notify-over", &[("game", game.id.to_string().into())]);
            self.notify(title, ending);
            self.sound(Sound::End);
        } else if now.my_turn && !before.my_turn {
            self.notify_turn(game);
        }
        let goes_on = game.next_game.filter(|_| game.rematch_asked.contains(&game.seat));
        if let Some(next) = goes_on
            && self.screen == Screen::Table(game.id)
        {
            self.go(Screen::Table(next));
        }
    }

    fn announce_move(&mut self, game: &GameView) {
        let Some(ply) = game.moves.last() else { return };
        let who = player_name(game, ply.seat, &self.texts).into();
        self.announcement = match &ply.kind {
            MoveKind::Action(action) => {
                let action = Action::decode(action).map(|action| action.to_string()).unwrap_or_default();
                self.texts.with("announce-move", &[("who", who), ("move", action.into())])
            }
            MoveKind::Unseen => self.texts.with("announce-unseen", &[("who", who)]),
            MoveKind::Pass => self.texts.with("announce-pass", &[("who", who)]),
            MoveKind::Out(_) => self.texts.with("announce-out", &[("who", who)]),
        };
    }

    fn notify_turn(&mut self, game: &GameView) {
        let seats = (0..).map_while(zeitnot_rules::Seat::new).take(game.players.len());
        let others: Vec<String> = seats
            .filter(|seat| *seat != game.seat)
            .map(|seat| player_name(game, seat, &self.texts))
            .collect();
        let body = self.texts.with("notify-turn-body", &[("who", others.join(", ").into())]);
        self.notify(self.texts.get("notify-turn"), body);
        self.sound(Sound::Turn);
    }

    fn notify(&mut self, title: String, body: String) {
        if self.preferences.notify {
            self.orders.push(Order::Notify { title, body });
        }
    }

    fn sound(&mut self, sound: Sound) {
        if self.can_sound && self.preferences.has_sound() {
            // What matters most is heard alone.
            self.orders.retain(|order| !matches!(order, Order::Play(_)));
            self.orders.push(Order::Play(sound));
        }
    }

    /// Tells, whatever is shown, of challenges that were not there before.
    pub(super) fn tell_of_challenges(&mut self) {
        let feed = Arc::clone(&self.known.feed);
        let asking: Vec<_> = feed
            .challenges
            .iter()
            .filter(|challenge| !challenge.is_mine && challenge.declined.is_none())
            .collect();
        for challenge in &asking {
            if !self.asked_by.contains(&challenge.game) {
                let text = ChallengeView::of(challenge, &self.texts).text;
                self.announcement.clone_from(&text);
                self.notify(self.texts.get("notify-challenge"), text);
                self.sound(Sound::Turn);
            }
        }
        self.asked_by = asking.iter().map(|challenge| challenge.game).collect();
    }

    /// Says once a turn that little time is left.
    pub(super) fn warn_of_low_time(&mut self) {
        let Screen::Table(id) = self.screen else { return };
        let Some((game, now)) = self.known.games.get(&id).zip(self.known.now) else { return };
        let turn = (id, game.ply);
        if self.warned == Some(turn) || !game.takes_my_move() {
            return;
        }
        let control = game.time.parse().ok();
        let face = game.faces(now).get(game.seat.index()).copied().flatten();
        if control.zip(face).is_some_and(|(control, face)| face.is_low(&control)) {
            self.warned = Some(turn);
            self.announcement = self.texts.get("announce-low-time");
            self.sound(Sound::LowTime);
        }
    }

    /// A server of one's own has been started.
    pub fn host_started(&mut self, address: &str) {
        self.start.host_starting = false;
        self.start.host_trouble = None;
        self.start.server = address.to_owned();
        self.orders.push(Order::RetryNow);
    }

    /// A server of one's own could not be started.
    pub fn host_failed(&mut self, reason: &str) {
        self.start.host_starting = false;
        self.start.host_trouble = Some(reason.to_owned());
    }

    /// A record has been written.
    pub fn exported(&mut self, path: &str) {
        let text = self.texts.with("notice-exported", &[("path", path.into())]);
        self.notice(text, false);
    }

    /// The program had broken the last time, and left a report.
    pub fn broke_before(&mut self, path: &str) {
        let text = self.texts.with("notice-broke-before", &[("path", path.into())]);
        self.notice(text, true);
    }

    /// Something with files went wrong.
    pub fn file_trouble(&mut self, reason: &str) {
        let text = self.texts.with("notice-file-trouble", &[("reason", reason.into())]);
        self.notice(text, true);
    }

    /// Where the player is, for tests and titles: the game of the table that is shown.
    pub fn game_shown(&self) -> Option<GameId> {
        match self.screen {
            Screen::Table(id) => Some(id),
            _ => None,
        }
    }
}
