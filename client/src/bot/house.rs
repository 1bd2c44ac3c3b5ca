//! A bot that plays: an ordinary player with a session of its own.

use std::collections::{BTreeSet, HashMap};
use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use zeitnot_rules::mnk::Sight;

use super::level::Level;
use super::searcher::Searcher;
use crate::session::{Answer, Call, CallId, Event, Feed, GameId, GameView, Request, Session, Settings};
use crate::time::ServerTime;

/// What a house bot is started with.
#[derive(Clone, Debug)]
pub struct HouseSettings {
    /// Where it plays, and under which profile.
    pub settings: Settings,
    /// How well it plays.
    pub level: Level,
    /// Decides between moves that are equally good.
    pub seed: u64,
    /// What it calls itself; `None` leaves the name as it is.
    pub name: Option<String>,
    /// How long it waits before each move, so that one can follow.
    pub pause: Duration,
}

/// A bot that plays every game it has a seat in, for as long as this value lives. If its settings name
/// [`Topic::Challenges`](crate::session::Topic::Challenges), it accepts every challenge, too.
#[derive(Debug)]
pub struct House {
    wishes: Sender<Wish>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Debug)]
enum Wish {
    Heard(Event),
    Ask(Request),
    Stop,
}

impl House {
    /// Connects, names itself and begins to play. `on_event` hears what its session says.
    pub fn start(
        settings: HouseSettings,
        on_event: impl FnMut(&Event) + Send + 'static,
    ) -> io::Result<House> {
        let (wishes, inbox) = channel();
        let heard = wishes.clone();
        let session = Session::start(settings.settings.clone(), move |event| {
            // The bot has stopped listening when it is about to leave.
            let _leaving = heard.send(Wish::Heard(event));
        })?;
        // Before anything else is asked: a game keeps what its players were when they sat down.
        drop(session.declare_bot());
        if let Some(name) = settings.name {
            drop(session.set_name(name));
        }
        let player = Player {
            searcher: Searcher::new(settings.level, settings.seed),
            pause: settings.pause,
            session,
            moves: HashMap::new(),
            challenges: BTreeSet::new(),
            answered: HashMap::new(),
        };
        let thread = thread::Builder::new()
            .name("zeitnot-bot".to_owned())
            .spawn(move || player.play(&inbox, on_event))?;
        Ok(House { wishes, thread: Some(thread) })
    }

    /// Lets the bot ask something of the server: to join a game, or to open one.
    pub fn ask(&self, request: Request) {
        // If the bot is gone, nobody is left to ask.
        let _gone = self.wishes.send(Wish::Ask(request));
    }
}

impl Drop for House {
    fn drop(&mut self) {
        let _gone = self.wishes.send(Wish::Stop);
        if let Some(thread) = self.thread.take() {
            // A panic of the bot's has been reported where it happened.
            let _panicked = thread.join();
        }
    }
}

/// A turn of a game: the ply comes again when a move is taken back, the time at which it began does not.
type Turn = (u32, ServerTime);

struct Player {
    session: Session,
    searcher: Searcher,
    pause: Duration,
    /// The turn in which a move was sent in each game, and the call.
    moves: HashMap<GameId, (Turn, CallId)>,
    /// The challenges that have been accepted.
    challenges: BTreeSet<GameId>,
    /// The offers and requests of each game that have been answered, and how it stood then.
    answered: HashMap<GameId, Arc<GameView>>,
}

impl Player {
    fn play(mut self, inbox: &Receiver<Wish>, mut on_event: impl FnMut(&Event)) {
        while let Ok(wish) = inbox.recv() {
            match wish {
                Wish::Heard(event) => {
                    on_event(&event);
                    self.hear(&event);
                }
                Wish::Ask(request) => drop(self.session.call(request)),
                Wish::Stop => return,
            }
        }
    }

    fn hear(&mut self, event: &Event) {
        match event {
            Event::Connected(_) => self.look_around(),
            Event::GameChanged(game) => self.look_at(game),
            Event::Fed(feed) => self.accept_challenges(feed),
            Event::GameGone(game) => {
                self.moves.remove(game);
                self.answered.remove(game);
            }
            Event::Answered { call, answer } => self.hear_answer(*call, answer),
            _ => {}
        }
    }

    /// A refusal stands, or the same move would be refused for ever; what was not done is done again.
    fn hear_answer(&mut self, call: CallId, answer: &Answer) {
        let again =
            matches!(answer, Answer::NotDone { .. } | Answer::Unknown) || answer.code() == Some("paused");
        let game = self.moves.iter().find(|(_, (_, made))| *made == call).map(|(game, _)| *game);
        if let Some(game) = game.filter(|_| again) {
            self.moves.remove(&game);
            if let Some(view) = self.session.game(game) {
                self.look_at(&view);
            }
        }
    }

    fn look_around(&mut self) {
        for game in self.session.snapshot().going() {
            self.look_at(&game);
        }
    }

    fn look_at(&mut self, game: &Arc<GameView>) {
        self.answer_others(game);
        // It is in no hurry.
        let asked = game.pause_asked.iter().any(|seat| *seat != game.seat);
        if asked && !game.is_paused() && !game.pause_asked.contains(&game.seat) {
            drop(self.session.ask_pause(game.id));
            return;
        }
        let turn = (game.ply, game.turn_started);
        if !game.takes_my_move() || self.moves.get(&game.id).is_some_and(|(sent, _)| *sent == turn) {
            return;
        }
        // Another family's game is not for this bot.
        let Ok(sight) = Sight::decode(&game.position) else { return };
        let Some(action) = self.searcher.choose(&sight, game.seat) else { return };
        thread::sleep(self.pause);
        let call: Call = self.session.make_move(game.id, game.ply, action.encode());
        self.moves.insert(game.id, (turn, call.id()));
    }

    /// Plays whoever asks for a game, if it has been set up to hear of it.
    fn accept_challenges(&mut self, feed: &Feed) {
        let asked = feed.challenges.iter().filter(|challenge| !challenge.is_mine);
        let open: BTreeSet<GameId> = asked.map(|challenge| challenge.game).collect();
        for game in open.difference(&self.challenges) {
            drop(self.session.accept_challenge(*game));
        }
        self.challenges = open;
    }

    /// Answers what others offer and ask for, once each time they do.
    fn answer_others(&mut self, game: &Arc<GameView>) {
        let before = self.answered.insert(game.id, Arc::clone(game));
        let is_new =
            |asked: fn(&GameView) -> bool| asked(game) && before.as_ref().is_none_or(|before| !asked(before));
        if is_new(is_rematch_asked) {
            drop(self.session.ask_rematch(game.id));
        }
        if is_new(is_takeback_asked) {
            // Another program has thought before it moved.
            let asker = game.takeback_asked.and_then(|seat| game.players.get(seat.index()));
            drop(match asker.is_some_and(|asker| asker.bot) {
                true => self.session.decline_takeback(game.id),
                false => self.session.accept_takeback(game.id),
            });
        }
        if is_new(is_draw_offered) {
            let sight = Sight::decode(&game.position).ok();
            drop(match sight.is_some_and(|sight| self.searcher.welcomes_draw(&sight, game.seat)) {
                true => self.session.offer_draw(game.id),
                false => self.session.decline_draw(game.id),
            });
        }
    }
}

fn is_rematch_asked(game: &GameView) -> bool {
    game.next_game.is_none() && !game.rematch_asked.is_empty() && !game.rematch_asked.contains(&game.seat)
}

fn is_takeback_asked(game: &GameView) -> bool {
    game.takeback_asked.is_some_and(|seat| seat != game.seat)
}

fn is_draw_offered(game: &GameView) -> bool {
    !game.draw_offered.is_empty() && !game.draw_offered.contains(&game.seat)
}
