//! A player's session with a server.
//!
//! A [`Session`] connects, stays connected, and knows the player's games. It has a thread of its own and
//! never blocks its user: what changes is told as [`Event`]s, what is known is read from a [`Snapshot`],
//! and every call ends in an [`Answer`], whatever becomes of the connection.
//!
//! | file | concern |
//! | --- | --- |
//! | `core` | the logic, as a state machine without network, disk or clock |
//! | `asking` | what can be asked, one method each |
//! | `settle` | what became of a call whose answer was lost |
//! | `backoff` | the pauses between attempts to connect |
//! | `driver` | the thread that carries out what the core decides |
//! | `delay` | the network's delay, which the server gives back |
//! | `link` | one connection by the SDK |
//! | `record` | from a game that is over to its record |
//! | `reducers` | from a call to the reducer that does it |
//! | `row` | from the server's rows to a [`GameView`] |
//! | `topic`, `feed`, `feeding` | what is heard of beside the player's games |
//! | `faces` | what the clocks of a game show |
//! | `token`, `profile`, `server` | who one is, and where |
//!
//! # Calls whose answer is lost
//!
//! A connection may break between a call and its answer. [`Event::Uncertain`] says so at once, and the
//! state that comes back with the next connection settles it:
//!
//! - A move names its ply, so it cannot be played twice. If the game shows it, it is done; if the game
//!   has moved on without it, it is not; otherwise it is sent again.
//! - Joining, resigning, cancelling and naming are the same once or twice, and are sent again too.
//! - So are asking for a pause, letting the clocks go on and coming back from days off.
//! - So is taking days off: the same days cannot be taken twice.
//! - So are offers, requests and their answers, as long as what they were about still stands: an answer
//!   never becomes a new request, nor a claim one of another absence.
//! - Opening a game is not, nor is giving time: if the state does not show it, it ends in
//!   [`Answer::NotDone`].
//! - What nothing tells of within [`Limits::answer_limit`] ends in [`Answer::Unknown`].

mod asking;
mod backoff;
mod call;
mod copies;
mod core;
mod decline;
mod delay;
mod driver;
mod event;
mod faces;
mod feed;
mod feeding;
mod games;
mod limits;
mod link;
mod profile;
mod record;
mod reducers;
mod request;
mod row;
#[cfg(test)]
pub(crate) mod samples;
mod server;
mod settings;
mod settle;
mod token;
mod topic;
mod view;

use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Instant;

pub use call::{Answer, Call, CallId};
pub use decline::{DeclineReason, NoReason};
pub use event::Event;
pub use feed::{
    ArchivePage, Blocked, Challenge, ChatLine, Contestant, Feed, Leader, LiveGame, Pool, Rating, Search, Seek,
};
pub use limits::Limits;
pub use link::LINK_THREAD;
pub use profile::{Profile, ProfileError};
pub use record::NoRecord;
pub use request::{GameSetup, Request};
pub use server::{ServerAddress, ServerAddressError};
pub use settings::Settings;
pub use token::TokenStore;
pub use topic::Topic;
pub use view::{
    Connection, GameId, GameView, Me, Move, MoveKind, Player, SeatClock, Snapshot, Status, TimeOff,
};

use crate::time::{Countdown, ServerTime};
use core::Input;
use driver::{Driver, Message, Shared};

/// A player's session with a server. Dropping it closes it.
///
/// ```no_run
/// use zeitnot_client::session::{Answer, GameSetup, Session, Settings};
///
/// let settings = Settings::new("http://127.0.0.1:3000".parse()?);
/// let (session, events) = Session::start_with_channel(settings)?;
/// let setup = GameSetup { spec: "tic-tac-toe".to_owned(), ..GameSetup::default() };
/// if let Answer::Done { game: Some(game) } = session.open_game(setup).wait() {
///     println!("waiting for somebody to join game {game}");
/// }
/// for event in events {
///     println!("{event:?}");
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Session {
    outbox: Sender<Message>,
    shared: Arc<Shared>,
    next_call: AtomicU64,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl Session {
    /// Starts to connect. `on_event` is called from the session's own thread and should return soon.
    /// Fails only if no thread can be started.
    pub fn start(settings: Settings, on_event: impl FnMut(Event) + Send + 'static) -> io::Result<Session> {
        let (outbox, inbox) = channel();
        let shared = Shared::new();
        let driver = Driver::new(settings, outbox.clone(), Arc::clone(&shared), on_event);
        let thread =
            thread::Builder::new().name("zeitnot-session".to_owned()).spawn(move || driver.run(&inbox))?;
        Ok(Session { outbox, shared, next_call: AtomicU64::new(1), thread: Mutex::new(Some(thread)) })
    }

    /// Starts to connect; events come out of the channel, which ends when the session does.
    pub fn start_with_channel(settings: Settings) -> io::Result<(Session, Receiver<Event>)> {
        let (sender, events) = channel();
        let session = Session::start(settings, move |event| {
            // The user may only read snapshots.
            let _not_read = sender.send(event);
        })?;
        Ok((session, events))
    }

    /// All that is known.
    pub fn snapshot(&self) -> Snapshot {
        self.shared.snapshot()
    }

    /// A game of the player's.
    pub fn game(&self, game: GameId) -> Option<Arc<GameView>> {
        self.shared.read(|snapshot, _| snapshot.games.get(&game).cloned())
    }

    /// The time by the server's clock; `None` until something has been heard of it.
    pub fn server_now(&self) -> Option<ServerTime> {
        self.shared.read(|_, clock| clock.at(Instant::now()))
    }

    /// What is left of the current turn; `None` if it has no deadline.
    pub fn countdown(&self, game: &GameView) -> Option<Countdown> {
        Some(Countdown::until(game.deadline?, self.server_now()?))
    }

    /// Asks something of the server.
    pub fn call(&self, request: Request) -> Call {
        let id = CallId(self.next_call.fetch_add(1, Ordering::Relaxed));
        let (sender, answer) = channel();
        let known = match self.outbox.send(Message::Call(id, request, sender)) {
            Ok(()) => None,
            Err(_) => Some(Answer::NotDone { reason: "the session has been closed".to_owned() }),
        };
        Call { id, answer, known }
    }

    /// Connects now if the session is waiting to.
    pub fn retry_now(&self) {
        self.tell(Input::RetryNow);
    }

    /// Says goodbye to the server. Every open call is answered before this returns.
    pub fn close(self) {}

    fn tell(&self, input: Input) {
        // A session that has ended has nothing left to do.
        let _ended = self.outbox.send(Message::Input(input));
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.tell(Input::Close);
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(thread) = thread
            // Dropped by its own `on_event`, it ends a little later.
            && thread.thread().id() != thread::current().id()
        {
            // A panic in `on_event` has been reported where it happened.
            let _panicked = thread.join();
        }
    }
}
