//! Carries out what the core decides: the one thread of a session that touches network and disk.

use std::collections::{HashMap, VecDeque};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::call::{Answer, CallId};
use super::core::{Core, Effect, Input, LinkId};
use super::event::Event;
use super::link::{Link, Target};
use super::profile::Profile;
use super::request::Request;
use super::settings::Settings;
use super::token::{Saved, TokenStore};
use super::view::Snapshot;
use crate::time::ServerClock;

/// How long the server is given to hear that one leaves.
const FAREWELL: Duration = Duration::from_millis(500);

/// What reaches the session's thread.
#[derive(Debug)]
pub(super) enum Message {
    /// A call, and where its answer goes.
    Call(CallId, Request, Sender<Answer>),
    /// Anything else.
    Input(Input),
}

/// What the user reads at any time.
#[derive(Debug)]
pub(super) struct Shared(Mutex<(Snapshot, ServerClock)>);

impl Shared {
    pub(super) fn new() -> Arc<Shared> {
        Arc::new(Shared(Mutex::new((Snapshot::new(), ServerClock::new()))))
    }

    pub(super) fn snapshot(&self) -> Snapshot {
        self.read(|snapshot, _| snapshot.clone())
    }

    pub(super) fn read<T>(&self, read: impl FnOnce(&Snapshot, &ServerClock) -> T) -> T {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        read(&known.0, &known.1)
    }

    fn publish(&self, core: &Core) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *known = (core.snapshot().clone(), core.clock().clone());
    }
}

/// The session's thread.
pub(super) struct Driver<F> {
    core: Core,
    target: Target,
    profile: Profile,
    tokens: TokenStore,
    /// The token in use; also where none is kept on disk, every reconnection is the same player.
    token: Option<String>,
    /// Whether the current connection was made without a token, so that one is minted for it.
    minting: bool,
    link: Option<(LinkId, Link)>,
    answers: HashMap<CallId, Sender<Answer>>,
    outbox: Sender<Message>,
    shared: Arc<Shared>,
    on_event: F,
}

impl<F: FnMut(Event)> Driver<F> {
    pub(super) fn new(settings: Settings, outbox: Sender<Message>, shared: Arc<Shared>, on_event: F) -> Self {
        let Settings { server, database, profile, tokens, topics, limits } = settings;
        Driver {
            core: Core::new(Instant::now(), limits, fastrand::Rng::new()),
            target: Target { server, database, topics },
            profile,
            tokens,
            token: None,
            minting: false,
            link: None,
            answers: HashMap::new(),
            outbox,
            shared,
            on_event,
        }
    }

    /// Runs until the session is closed.
    pub(super) fn run(mut self, inbox: &Receiver<Message>) {
        self.handle(Input::Tick);
        loop {
            let message = match self.core.next_wake() {
                None => inbox.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(wake) => inbox.recv_timeout(wake.saturating_duration_since(Instant::now())),
            };
            match message {
                Ok(Message::Call(id, request, answer)) => {
                    self.answers.insert(id, answer);
                    self.handle(Input::Call(id, request));
                }
                Ok(Message::Input(Input::Close)) | Err(RecvTimeoutError::Disconnected) => {
                    return self.handle(Input::Close);
                }
                Ok(Message::Input(input)) => self.handle(input),
                Err(RecvTimeoutError::Timeout) => self.handle(Input::Tick),
            }
        }
    }

    fn handle(&mut self, input: Input) {
        let mut inputs = VecDeque::from([input]);
        while let Some(input) = inputs.pop_front() {
            let effects = self.core.handle(Instant::now(), input);
            self.shared.publish(&self.core);
            for effect in effects {
                inputs.extend(self.carry_out(effect));
            }
        }
    }

    /// Carries out an effect; what comes of it at once is the core's next input.
    fn carry_out(&mut self, effect: Effect) -> Option<Input> {
        match effect {
            Effect::Open(id) => return self.open(id),
            Effect::Close(_) => self.link = None,
            Effect::Leave(_) => {
                if let Some((_, link)) = self.link.take() {
                    link.finish(FAREWELL);
                }
            }
            Effect::SetTokenAside => {
                let refused = self.token.take().unwrap_or_default();
                return Some(match self.tokens.set_aside(&self.target.server, &self.profile, &refused) {
                    Ok(kept_as) => Input::TokenSetAside(kept_as),
                    Err(error) => Input::TokenNotKept(error.to_string()),
                });
            }
            Effect::SaveToken(token) => return self.save(token),
            Effect::Send(id, call, request) => self.link(id)?.send(call, request),
            Effect::SyncClock(id) => self.link(id)?.sync_clock(),
            Effect::Probe(id) => self.link(id)?.probe(),
            Effect::SawTurn(id, game, ply) => self.link(id)?.saw_turn(game, ply),
            Effect::Emit(event) => (self.on_event)(event),
            Effect::Finish(call, answer) => {
                if let Some(waiting) = self.answers.remove(&call) {
                    // Whoever called may not care for the answer.
                    let _not_awaited = waiting.send(answer);
                }
            }
        }
        None
    }

    fn link(&self, id: LinkId) -> Option<&Link> {
        self.link.as_ref().filter(|(current, _)| *current == id).map(|(_, link)| link)
    }

    fn open(&mut self, id: LinkId) -> Option<Input> {
        let mut trouble = None;
        match self.tokens.load(&self.target.server, &self.profile) {
            Ok(Some(kept)) => self.token = Some(kept),
            Ok(None) => {}
            Err(error) => trouble = Some(Input::TokenNotKept(error.to_string())),
        }
        self.minting = self.token.is_none();
        let outbox = self.outbox.clone();
        let tell = move |id, report| {
            // A session that has ended needs no reports.
            let _ended = outbox.send(Message::Input(Input::Report(id, report)));
        };
        match Link::open(id, self.target.clone(), self.token.clone(), tell) {
            Ok(link) => {
                self.link = Some((id, link));
                trouble
            }
            Err(error) => {
                let reason = format!("no thread could be started: {error}");
                let report = super::core::Report::Failed { token_refused: false, reason };
                Some(Input::Report(id, report))
            }
        }
    }

    fn save(&mut self, token: String) -> Option<Input> {
        if !self.minting {
            return None;
        }
        self.minting = false;
        let saved = self.tokens.save(&self.target.server, &self.profile, &token);
        self.token = Some(token);
        match saved {
            Ok(Saved::Yes) => None,
            Ok(Saved::Other(kept)) => {
                self.token = Some(kept);
                Some(Input::TokenReplaced)
            }
            Err(error) => Some(Input::TokenNotKept(error.to_string())),
        }
    }
}
