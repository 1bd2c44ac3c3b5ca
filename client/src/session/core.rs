//! The session's logic, without a network, a disk or a clock of its own: it is told what has
//! happened and when, and says what is to be done.

mod messages;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use spacetimedb_sdk::Identity;

pub(super) use messages::{Effect, Input, LinkId, Report};

use super::backoff::Backoff;
use super::call::{Answer, CallId};
use super::delay::{RoundTrip, is_fast, is_fast_turn_begun};
use super::event::Event;
use super::feed::{self, Feed};
use super::limits::Limits;
use super::request::Request;
use super::settle::{Before, Verdict, settle};
use super::view::{Connection, GameId, GameView, Me, Snapshot};
use crate::time::ServerClock;

/// The session's logic.
#[derive(Debug)]
pub(super) struct Core {
    limits: Limits,
    phase: Phase,
    last_link: LinkId,
    backoff: Backoff,
    /// Whether the last attempt was made without a token because the server had refused one.
    fresh: bool,
    calls: BTreeMap<CallId, Pending>,
    clock: ServerClock,
    round_trip: RoundTrip,
    snapshot: Snapshot,
    /// Whether the user has been told of what is beside the games.
    fed_before: bool,
}

#[derive(Debug)]
enum Phase {
    Offline { retry_at: Instant },
    Opening { link: LinkId, since: Instant },
    Online { link: LinkId, heard: Instant, probed: Option<Instant>, synced: Option<Instant> },
    Closed,
}

#[derive(Debug)]
struct Pending {
    request: Request,
    made: Instant,
    before: Before,
    stage: Stage,
    times_sent: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// Not sent: there is no connection.
    Unsent,
    /// Sent, no answer yet.
    Sent { at: Instant },
    /// Sent, and the connection was lost before the answer came.
    Lost,
}

impl Core {
    /// A session that is about to connect.
    pub(super) fn new(now: Instant, limits: Limits, chance: fastrand::Rng) -> Core {
        Core {
            limits,
            phase: Phase::Offline { retry_at: now },
            last_link: LinkId(0),
            backoff: Backoff::new(chance),
            fresh: false,
            calls: BTreeMap::new(),
            clock: ServerClock::new(),
            round_trip: RoundTrip::default(),
            snapshot: Snapshot::new(),
            fed_before: false,
        }
    }

    /// What the session knows.
    pub(super) fn snapshot(&self) -> &Snapshot {
        &self.snapshot
    }

    /// What is known of the server's time.
    pub(super) fn clock(&self) -> &ServerClock {
        &self.clock
    }

    /// When [`Input::Tick`] is due at the latest.
    pub(super) fn next_wake(&self) -> Option<Instant> {
        let phase = match &self.phase {
            Phase::Offline { retry_at } => Some(*retry_at),
            Phase::Opening { since, .. } => Some(*since + self.limits.open_limit),
            Phase::Online { probed: Some(at), .. } => Some(*at + self.limits.probe_limit),
            Phase::Online { heard, .. } if self.clock_is_running() => Some(*heard + self.limits.probe_after),
            Phase::Online { .. } | Phase::Closed => None,
        };
        let calls = self.calls.values().map(|call| match call.stage {
            Stage::Sent { at } => (at + self.limits.reply_limit).min(call.made + self.limits.answer_limit),
            Stage::Unsent | Stage::Lost => call.made + self.limits.answer_limit,
        });
        calls.chain(phase).min()
    }

    /// Something has happened at `now`.
    pub(super) fn handle(&mut self, now: Instant, input: Input) -> Vec<Effect> {
        let mut effects = Vec::new();
        match input {
            Input::Call(id, request) => self.call(now, id, request, &mut effects),
            Input::RetryNow => {
                if let Phase::Offline { retry_at } = &mut self.phase {
                    *retry_at = now;
                }
            }
            Input::Report(link, report) if self.is_current(link) => {
                self.report(now, link, report, &mut effects);
            }
            Input::Report(..) => {}
            Input::TokenSetAside(kept_as) => effects.push(Effect::Emit(Event::TokenRefused { kept_as })),
            Input::TokenReplaced => self.reconnect(now, &mut effects),
            Input::TokenNotKept(reason) => effects.push(Effect::Emit(Event::TokenNotKept { reason })),
            Input::Tick => {}
            Input::Close => self.close(&mut effects),
        }
        self.look_at_the_clock(now, &mut effects);
        effects
    }

    fn is_current(&self, id: LinkId) -> bool {
        matches!(self.phase, Phase::Opening { link, .. } | Phase::Online { link, .. } if link == id)
    }

    fn call(&mut self, now: Instant, id: CallId, request: Request, effects: &mut Vec<Effect>) {
        if matches!(self.phase, Phase::Closed) {
            let reason = "the session has been closed".to_owned();
            return finish(id, Answer::NotDone { reason }, effects);
        }
        let before = Before::of(&request, &self.snapshot);
        let mut pending = Pending { request, made: now, before, stage: Stage::Unsent, times_sent: 0 };
        if let Phase::Online { link, .. } = self.phase {
            pending.send(now, link, id, effects);
        }
        self.calls.insert(id, pending);
    }

    fn report(&mut self, now: Instant, link: LinkId, report: Report, effects: &mut Vec<Effect>) {
        if let Phase::Online { heard, probed, .. } = &mut self.phase {
            *heard = now;
            *probed = None;
        }
        match report {
            Report::Connected { token } => {
                self.fresh = false;
                self.round_trip = RoundTrip::default();
                effects.push(Effect::SaveToken(token));
            }
            Report::Ready { me, games } => self.ready(now, link, me, games, effects),
            Report::Game(game) => {
                let known = self.snapshot.games.get(&game.id);
                if self.round_trip.is_at_least(self.limits.far_trip)
                    && is_fast_turn_begun(known.map(|known| &**known), &game, &self.limits)
                {
                    effects.push(Effect::SawTurn(link, game.id, game.ply));
                }
                self.game(now, game, effects);
            }
            Report::Gone(game) => {
                if self.snapshot.games.remove(&game).is_some() {
                    effects.push(Effect::Emit(Event::GameGone(game)));
                }
            }
            Report::Me(me) => self.me(me, effects),
            Report::Fed(feed) => self.fed(now, feed, effects),
            Report::Answered { call, sent, stamp, result } => {
                self.clock.answered(sent, stamp, now);
                self.round_trip.answered(sent, now);
                self.answered(call, result, effects);
            }
            Report::Synced { sent, stamp } => {
                self.clock.answered(sent, stamp, now);
                self.round_trip.answered(sent, now);
            }
            Report::Alive => {}
            Report::Failed { token_refused, reason } => {
                if token_refused && !self.fresh {
                    self.fresh = true;
                    effects.push(Effect::Close(link));
                    effects.push(Effect::SetTokenAside);
                    self.phase = Phase::Offline { retry_at: now };
                } else {
                    self.lost(now, reason, effects);
                }
            }
            Report::Lost { reason } => self.lost(now, reason, effects),
        }
    }

    fn ready(
        &mut self,
        now: Instant,
        link: LinkId,
        me: Option<Me>,
        games: Vec<GameView>,
        effects: &mut Vec<Effect>,
    ) {
        let Some(me) = me else {
            // The view `me` has a row for everybody: this is another module's database.
            return self.lost(now, "this database is not one of Zeitnot's".to_owned(), effects);
        };
        self.phase = Phase::Online { link, heard: now, probed: None, synced: None };
        self.backoff.ready(now);
        self.snapshot.connection = Connection::Online;
        if self.is_somebody_else(me.identity) {
            // Nothing that comes back tells anything about the calls of the player before.
            self.give_up(|call| call.stage == Stage::Lost, "", effects);
        }
        effects.push(Effect::Emit(Event::Connected(me.clone())));
        self.me(me, effects);
        let here: BTreeSet<GameId> = games.iter().map(|game| game.id).collect();
        let gone: Vec<GameId> =
            self.snapshot.games.keys().copied().filter(|game| !here.contains(game)).collect();
        for game in gone {
            self.snapshot.games.remove(&game);
            effects.push(Effect::Emit(Event::GameGone(game)));
        }
        for game in games {
            self.game(now, Arc::new(game), effects);
        }
        let calls: Vec<CallId> = self.calls.keys().copied().collect();
        for call in calls {
            self.resume(now, link, call, effects);
        }
    }

    /// A call from before the connection stood: sends it, or settles what became of it.
    fn resume(&mut self, now: Instant, link: LinkId, id: CallId, effects: &mut Vec<Effect>) {
        let Some(pending) = self.calls.get_mut(&id) else { return };
        if pending.stage == Stage::Unsent {
            return pending.send(now, link, id, effects);
        }
        let answer = match settle(&pending.request, &pending.before, &self.snapshot) {
            Verdict::SendAgain if pending.times_sent < self.limits.times_sent => {
                return pending.send(now, link, id, effects);
            }
            Verdict::SendAgain | Verdict::Unclear => Answer::Unknown,
            Verdict::Done(game) => Answer::Done { game },
            Verdict::NotDone(reason) => Answer::NotDone { reason: reason.to_owned() },
        };
        self.calls.remove(&id);
        finish(id, answer, effects);
    }

    fn answered(&mut self, id: CallId, result: Result<(), String>, effects: &mut Vec<Effect>) {
        let Some(pending) = self.calls.remove(&id) else { return };
        // What the transaction changed has been reported before its answer.
        let verdict = settle(&pending.request, &pending.before, &self.snapshot);
        let answer = match (result, verdict) {
            (Ok(()), Verdict::Done(game)) => Answer::Done { game },
            (Ok(()), _) => Answer::Done { game: None },
            // Sent twice, and the first one had arrived after all.
            (Err(_), Verdict::Done(game)) if pending.times_sent > 1 => Answer::Done { game },
            (Err(text), _) => Answer::refused(&text),
        };
        finish(id, answer, effects);
    }

    fn game(&mut self, now: Instant, game: Arc<GameView>, effects: &mut Vec<Effect>) {
        self.clock.pushed(game.stamp(), now);
        let known = self.snapshot.games.get(&game.id);
        if known.is_none_or(|known| *known != game) {
            self.snapshot.games.insert(game.id, Arc::clone(&game));
            effects.push(Effect::Emit(Event::GameChanged(game)));
        }
    }

    fn me(&mut self, me: Me, effects: &mut Vec<Effect>) {
        if self.snapshot.me.as_ref().is_some_and(|known| known.name != me.name) {
            effects.push(Effect::Emit(Event::NameChanged(me.name.clone())));
        }
        self.snapshot.me = Some(me);
    }

    fn fed(&mut self, now: Instant, feed: Arc<Feed>, effects: &mut Vec<Effect>) {
        if let Some(stamp) = feed::stamp(&feed) {
            self.clock.pushed(stamp, now);
        }
        // That there is nothing is news too, the first time.
        if self.snapshot.feed != feed || !std::mem::replace(&mut self.fed_before, true) {
            self.snapshot.feed = Arc::clone(&feed);
            effects.push(Effect::Emit(Event::Fed(feed)));
        }
    }

    fn is_somebody_else(&self, identity: Identity) -> bool {
        self.snapshot.me.as_ref().is_some_and(|me| me.identity != identity)
    }

    fn lost(&mut self, now: Instant, reason: String, effects: &mut Vec<Effect>) {
        if let Phase::Opening { link, .. } | Phase::Online { link, .. } = self.phase {
            effects.push(Effect::Close(link));
        }
        let retry_in = self.backoff.lost(now);
        let retry_at = now + retry_in;
        self.phase = Phase::Offline { retry_at };
        self.snapshot.connection = Connection::Offline { reason: reason.clone(), retry_at };
        effects.push(Effect::Emit(Event::Disconnected { reason, retry_in }));
        for (id, call) in &mut self.calls {
            if let Stage::Sent { .. } = call.stage {
                call.stage = Stage::Lost;
                effects.push(Effect::Emit(Event::Uncertain(*id)));
            }
        }
    }

    /// Connects anew at once, under a token that has become known.
    fn reconnect(&mut self, now: Instant, effects: &mut Vec<Effect>) {
        if let Phase::Opening { link, .. } | Phase::Online { link, .. } = self.phase {
            effects.push(Effect::Close(link));
            self.phase = Phase::Offline { retry_at: now };
        }
    }

    fn close(&mut self, effects: &mut Vec<Effect>) {
        match self.phase {
            Phase::Opening { link, .. } => effects.push(Effect::Close(link)),
            Phase::Online { link, .. } => effects.push(Effect::Leave(link)),
            Phase::Offline { .. } | Phase::Closed => {}
        }
        self.phase = Phase::Closed;
        self.snapshot.connection = Connection::Closed;
        self.give_up(|_| true, "the session was closed", effects);
    }

    /// Answers the calls that nothing will be learned of any more.
    fn give_up(&mut self, hopeless: impl Fn(&Pending) -> bool, reason: &str, effects: &mut Vec<Effect>) {
        for (id, call) in self.calls.extract_if(.., |_, call| hopeless(call)) {
            let answer = match call.stage {
                Stage::Unsent => Answer::NotDone { reason: reason.to_owned() },
                Stage::Sent { .. } | Stage::Lost => Answer::Unknown,
            };
            finish(id, answer, effects);
        }
    }

    /// Whether a game is running whose clock matters to the second.
    fn clock_is_running(&self) -> bool {
        self.snapshot.games.values().any(|game| is_fast(game, &self.limits))
    }

    fn look_at_the_clock(&mut self, now: Instant, effects: &mut Vec<Effect>) {
        let limits = self.limits;
        let passed = |since: Instant, limit: Duration| now >= since + limit;
        let reason = "the server could not be reached";
        self.give_up(|call| passed(call.made, limits.answer_limit), reason, effects);
        match self.phase {
            Phase::Offline { retry_at } if now >= retry_at => {
                self.last_link = LinkId(self.last_link.0 + 1);
                self.phase = Phase::Opening { link: self.last_link, since: now };
                effects.push(Effect::Open(self.last_link));
            }
            Phase::Opening { since, .. } if passed(since, limits.open_limit) => {
                self.lost(now, "the server does not answer".to_owned(), effects);
            }
            Phase::Online { link, heard, probed, synced } => {
                let unanswered = self
                    .calls
                    .values()
                    .any(|call| matches!(call.stage, Stage::Sent { at } if passed(at, limits.reply_limit)));
                let silent = probed.is_some_and(|at| passed(at, limits.probe_limit));
                if unanswered || silent {
                    return self.lost(now, "the server has stopped answering".to_owned(), effects);
                }
                let fast = self.clock_is_running();
                let probe = fast && probed.is_none() && passed(heard, limits.probe_after);
                // Without any answer yet, all that is known is that a turn has begun: it would seem to
                // have begun just now, however long ago that was.
                let unsure = match self.clock.uncertainty(now) {
                    None => self.snapshot.games.values().any(|game| game.deadline.is_some()),
                    Some(off) => fast && off > limits.clock_error,
                };
                let sync = unsure && synced.is_none_or(|at| fast && passed(at, limits.probe_after));
                if probe {
                    effects.push(Effect::Probe(link));
                }
                if sync {
                    effects.push(Effect::SyncClock(link));
                }
                self.phase = Phase::Online {
                    link,
                    heard,
                    probed: if probe { Some(now) } else { probed },
                    synced: if sync { Some(now) } else { synced },
                };
            }
            _ => {}
        }
    }
}

impl Pending {
    fn send(&mut self, now: Instant, link: LinkId, id: CallId, effects: &mut Vec<Effect>) {
        self.stage = Stage::Sent { at: now };
        self.times_sent += 1;
        effects.push(Effect::Send(link, id, self.request.clone()));
    }
}

fn finish(id: CallId, answer: Answer, effects: &mut Vec<Effect>) {
    effects.push(Effect::Finish(id, answer.clone()));
    effects.push(Effect::Emit(Event::Answered { call: id, answer }));
}

#[cfg(test)]
mod tests;
