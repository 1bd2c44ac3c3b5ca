//! A player, by the client library that people use. It plays by chance, and writes down what it asks, is told and is
//! shown.

mod choice;

use std::collections::{HashMap, HashSet};
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use fastrand::Rng;
use zeitnot_client::session::{
    Answer, CallId, Connection, Event, GameSetup, GameView, LINK_THREAD, Limits, Request, Session, Settings,
    Snapshot, Status, TokenStore,
};
use zeitnot_rules::Seat;

use crate::journal::{Deed, Fate, Journal, NoteNumber, PlayerNumber};
use crate::plan::SEATED;
use crate::table::{Kind, Room};
use choice::Choice;

/// The pool in which the searching bots find each other; every server has it.
const POOL: &str = "tic-tac-toe/3+2";

/// How often a bot looks round when nothing happens.
const LOOK: Duration = Duration::from_millis(20);

/// How often a bot that has no connection tries to make one.
const RETRY: Duration = Duration::from_millis(150);

/// How long a bot thinks at most, in microseconds.
const THINK_US: u64 = 40_000;

/// How long a bot that is sent home waits for the answers that it still expects.
const LAST_ANSWERS: Duration = Duration::from_secs(4);

/// What people wait for, shortened: a round lasts seconds.
const LIMITS: Limits = Limits {
    open_limit: Duration::from_secs(3),
    reply_limit: Duration::from_secs(5),
    answer_limit: Duration::from_secs(20),
    probe_after: Duration::from_secs(2),
    probe_limit: Duration::from_secs(2),
    fast_turn: Duration::from_secs(600),
    far_trip: Duration::from_millis(20),
    clock_error: Duration::from_millis(100),
    times_sent: 5,
};

/// Keeps what the SDK says when a connection breaks under it off the screen, for this program: it is a connection that
/// was lost, which here they all are.
pub fn quiet_links() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if thread::current().name() != Some(LINK_THREAD) {
            usual(panic);
        }
    }));
}

/// A player.
pub struct Bot {
    number: PlayerNumber,
    session: Session,
    events: Receiver<Event>,
    journal: Arc<Journal>,
    room: Arc<Room>,
    chance: Rng,
    calls: HashMap<CallId, Asked>,
    thoughts: HashMap<u64, Thought>,
    rematches: HashSet<u64>,
    named: bool,
    searched: Instant,
    tried: Instant,
}

/// A call on its way.
struct Asked {
    note: NoteNumber,
    game: Option<u64>,
    table: Option<usize>,
}

/// What a bot thinks about: a moment of a game.
struct Thought {
    moment: Moment,
    until: Instant,
    /// It has done what there was to do, and waits for the others.
    done: bool,
}

/// All of a game that a bot answers to.
type Moment = (usize, bool, Option<Seat>, usize);

impl Bot {
    /// Lets a bot play, on a thread of its own, until the room is closed.
    pub fn start(
        number: PlayerNumber,
        url: &str,
        tokens: &Path,
        journal: &Arc<Journal>,
        room: &Arc<Room>,
        chance: Rng,
    ) -> io::Result<JoinHandle<()>> {
        let server = url.parse().map_err(io::Error::other)?;
        let settings = Settings { limits: LIMITS, ..Settings::new(server) }
            .with_tokens(TokenStore::Directory(tokens.join(number.to_string())));
        let (session, events) = Session::start_with_channel(settings)?;
        let bot = Bot {
            number,
            session,
            events,
            journal: Arc::clone(journal),
            room: Arc::clone(room),
            chance,
            calls: HashMap::new(),
            thoughts: HashMap::new(),
            rematches: HashSet::new(),
            named: false,
            searched: Instant::now(),
            tried: Instant::now(),
        };
        thread::Builder::new().name(format!("bot-{number}")).spawn(move || bot.play())
    }

    fn play(mut self) {
        while !self.room.is_closed() {
            if !self.hear(LOOK) {
                return;
            }
            let snapshot = self.session.snapshot();
            match snapshot.connection {
                Connection::Online => self.act(&snapshot),
                Connection::Offline { .. } if self.tried.elapsed() >= RETRY => {
                    self.tried = Instant::now();
                    self.session.retry_now();
                }
                _ => {}
            }
        }
        let until = Instant::now() + LAST_ANSWERS;
        while !self.calls.is_empty() && Instant::now() < until && self.hear(LOOK) {}
    }

    /// Hears all that there is to hear, waiting at most this long for the first; `false` once nothing will come.
    fn hear(&mut self, limit: Duration) -> bool {
        let mut next = self.events.recv_timeout(limit);
        loop {
            match next {
                Ok(event) => self.heard(event),
                Err(RecvTimeoutError::Timeout) => return true,
                Err(RecvTimeoutError::Disconnected) => return false,
            }
            next = self.events.try_recv().map_err(|_| RecvTimeoutError::Timeout);
        }
    }

    fn heard(&mut self, event: Event) {
        match event {
            Event::Connected(me) => self.journal.identified(self.number, me.identity.to_hex().to_string()),
            Event::GameChanged(view) => {
                self.journal.shown(self.number, &view);
                if view.status == Status::Over {
                    self.room.over(view.id);
                    self.thoughts.remove(&view.id);
                }
            }
            Event::GameGone(game) => self.room.over(game),
            Event::Uncertain(call) => {
                if let Some(asked) = self.calls.get(&call) {
                    self.journal.in_doubt(asked.note);
                }
            }
            Event::Answered { call, answer } => self.answered(call, answer),
            _ => {}
        }
    }

    fn answered(&mut self, call: CallId, answer: Answer) {
        let Some(asked) = self.calls.remove(&call) else { return };
        let fate = match answer {
            Answer::Done { game } => Fate::Done(game),
            Answer::Refused { code, .. } => Fate::Refused(code),
            Answer::NotDone { reason } => Fate::NotDone(reason),
            Answer::Unknown => Fate::Unknown,
        };
        if let Some(table) = asked.table {
            self.room.opened(table, if let Fate::Done(game) = fate { game } else { None });
        }
        self.journal.answered(asked.note, fate);
        // What it does next it thinks about anew.
        if let Some(thought) = asked.game.and_then(|game| self.thoughts.get_mut(&game)) {
            thought.until = Instant::now() + Duration::from_micros(self.chance.u64(..THINK_US));
        }
    }

    fn ask(&mut self, deed: Deed, request: Request, table: Option<usize>) {
        let game = deed.game();
        let note = self.journal.asks(self.number, deed);
        let call = self.session.call(request);
        self.calls.insert(call.id(), Asked { note, game, table });
    }

    fn is_busy_with(&self, game: u64) -> bool {
        self.calls.values().any(|asked| asked.game == Some(game))
    }

    fn act(&mut self, snapshot: &Snapshot) {
        if !self.named {
            self.named = true;
            let name = format!("Bot {}", self.number);
            self.ask(Deed::Name(name.clone()), Request::SetName { name }, None);
        }
        if self.number >= SEATED {
            self.search(snapshot);
        } else if let Some((table, kind)) = self.room.to_open(self.number) {
            self.ask(Deed::Open, Request::OpenGame(setup(kind)), Some(table));
        }
        for game in self.room.games_of(self.number) {
            if !snapshot.games.contains_key(&game) && !self.is_busy_with(game) {
                self.ask(Deed::Join(game), Request::JoinGame { game: game.to_string() }, None);
            }
        }
        for view in snapshot.games.values() {
            if !self.is_busy_with(view.id) {
                self.attend(view);
            }
        }
    }

    /// Looks for an opponent, unless it has one.
    fn search(&mut self, snapshot: &Snapshot) {
        let engaged = snapshot.games.values().any(|game| game.is_going());
        let searching = self.calls.values().any(|asked| asked.game.is_none());
        if engaged
            || searching
            || self.room.is_closing()
            || self.searched.elapsed() < Duration::from_millis(200)
        {
            return;
        }
        self.searched = Instant::now();
        let request = Request::JoinQueue { pool: POOL.to_owned(), below: 1_000, above: 1_000 };
        self.ask(Deed::Queue(POOL.to_owned()), request, None);
    }

    /// Does what there is to do at a game.
    fn attend(&mut self, view: &GameView) {
        let game = view.id;
        match view.status {
            Status::Waiting if self.room.is_closing() && view.seat == Seat::FIRST => {
                self.ask(Deed::Cancel(game), Request::CancelGame { game }, None);
            }
            Status::Over
                if self.number >= SEATED && !self.room.is_closing() && self.rematches.insert(game) =>
            {
                if self.chance.u32(..3) > 0 {
                    self.ask(Deed::Rematch(game), Request::AskRematch { game }, None);
                }
            }
            Status::Live if self.is_time_to_act(view) => {
                let own = view.moves.iter().filter(|played| played.seat == view.seat).count();
                let choice = if self.room.stalls(game, self.number, own) {
                    Choice::Nothing
                } else if self.room.is_late() {
                    Choice::One(Deed::Resign(game))
                } else {
                    choice::choose(view, &mut self.chance)
                };
                self.choose(game, choice);
            }
            _ => {}
        }
    }

    /// Whether it has thought for long enough about what it sees.
    fn is_time_to_act(&mut self, view: &GameView) -> bool {
        let offers = view.draw_offered.iter().filter(|&&seat| seat != view.seat).count();
        let moment = (view.moves.len(), view.is_my_turn(), view.takeback_asked, offers);
        let late = self.room.is_late();
        let pause = Duration::from_micros(self.chance.u64(..THINK_US));
        let thought = self.thoughts.entry(view.id).or_insert_with(|| Thought {
            moment,
            until: Instant::now() + pause,
            done: false,
        });
        if thought.moment != moment {
            *thought = Thought { moment, until: Instant::now() + pause, done: false };
        }
        (!thought.done || late) && Instant::now() >= thought.until
    }

    fn choose(&mut self, game: u64, choice: Choice) {
        let deeds = match choice {
            Choice::Nothing => {
                if let Some(thought) = self.thoughts.get_mut(&game) {
                    thought.done = true;
                }
                return;
            }
            Choice::One(deed) => vec![deed],
            Choice::Twice(deed) => vec![deed.clone(), deed],
        };
        for deed in deeds {
            if let Some(request) = choice::request(&deed) {
                self.ask(deed, request, None);
            }
        }
    }
}

fn setup(kind: Kind) -> GameSetup {
    GameSetup {
        spec: kind.spec.to_owned(),
        time: kind.time.to_owned(),
        policy: kind.policy.to_owned(),
        ..GameSetup::default()
    }
}
