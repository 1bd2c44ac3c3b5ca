//! A sequence carried out, in the module and in the model.

use std::collections::BTreeMap;

use spacetimedb::test_utils::TestAuth;
use spacetimedb::{ScheduleAt, Table as _};
use zeitnot_rules::clock::Micros;

use super::call::{Call, Caller, NAMES, OF_THE_SERVER};
use super::choice::{choose, config, person};
use super::server::Server;
use super::step::{self, Act, Config, Pick, Span, Step};
use super::told::Told;
use super::view::{Differs, compare, compare_all, compare_catalogue};
use super::{DAY, PEOPLE};
use crate::game::GameStatus;
use crate::presence::{connected, disconnected};
use crate::refusal::Outcome;
use crate::tests::{OWNER, Who, World};
use crate::turn_timer::{TurnTimer, turn_timer as _};
use crate::{limits, outage};

/// How often each reducer has been answered how; an empty code is success.
pub(super) type Done = BTreeMap<(&'static str, &'static str), usize>;

pub(super) struct Run {
    world: World,
    server: Server,
    pub done: Done,
    /// What has been called so far, and how it was answered.
    pub log: Vec<String>,
    /// Timers that there have been, for the engine to deliver once more.
    old_timers: Vec<TurnTimer>,
    looks: usize,
}

impl Run {
    pub fn new() -> Self {
        outage::start_anew();
        let world = World::new();
        limits::refill();
        let server = Server::new(world.test.clock.now().to_micros_since_unix_epoch());
        Self { world, server, done: Done::new(), log: Vec::new(), old_timers: Vec::new(), looks: 0 }
    }

    /// All steps of a sequence.
    pub fn carry_out(&mut self, steps: &[Step]) -> Differs {
        for step in steps {
            self.step(step).map_err(|differs| format!("{}\n{differs}", self.log.join("\n")))?;
        }
        compare_all(&self.world, &mut self.server)
            .map_err(|differs| format!("{}\n{differs}", self.log.join("\n")))
    }

    fn step(&mut self, step: &Step) -> Differs {
        match step {
            Step::Table { config, first } => self.fill_a_table(config, *first),
            Step::Matches { config, one, other, times } => self.play_matches(config, *one, *other, *times),
            Step::Call(call) => self.choose_and_call(call),
            Step::Hurry { call, times } => (0..*times).try_for_each(|_| self.choose_and_call(call)),
            Step::Connect { who, device } => self.connect(Caller { who: person(*who), device: *device }),
            Step::Disconnect { who, device } => {
                let caller = Caller { who: person(*who), device: *device };
                self.event(
                    format!("{caller:?} is gone"),
                    |world| on(world, caller, disconnected),
                    |server, _| server.disconnect(caller),
                )
            }
            Step::Pass(span) => {
                let micros = self.length_of(span);
                self.pass(micros)
            }
            Step::Tick(span) => {
                let micros = self.length_of(span);
                self.pass(micros)?;
                self.beat()?;
                let due = self.due_timers();
                for timer in due {
                    self.fire(timer)?;
                }
                self.sweep()?;
                self.pair_up()
            }
            Step::Away(span, restarted) => {
                let micros = self.length_of(span).max(1);
                self.world.away(micros);
                self.server.now += micros;
                self.log.push(format!("away for {micros}{}", if *restarted { ", started anew" } else { "" }));
                if *restarted {
                    outage::start_anew();
                    limits::refill();
                    limits::forget_all();
                    self.server.restarted = true;
                    self.server.forget_limits();
                }
                Ok(())
            }
            Step::Back(micros) => self.event(
                format!("{micros} µs back"),
                |world| world.away(-micros),
                |server, _| {
                    server.now -= micros;
                },
            ),
            Step::Beat => self.beat(),
            Step::Sweep => self.sweep(),
            Step::PairUp => self.pair_up(),
            Step::Fire { which, again } => {
                let mut timers: Vec<TurnTimer> = if *again {
                    self.old_timers.iter().map(copy).collect()
                } else {
                    self.world.test.db.turn_timer().iter().collect()
                };
                timers.sort_by_key(|timer| timer.scheduled_id);
                let at = usize::from(*which).checked_rem(timers.len());
                at.map_or(Ok(()), |at| self.fire(copy(&timers[at])))
            }
        }
    }

    fn choose_and_call(&mut self, call: &step::Call) -> Differs {
        if call.fit && call.act == Act::Claim {
            self.pass_until_a_claim(call.pick)?;
        }
        let (caller, made) = choose(&self.server, call);
        if call.fit && made.takes_a_connection() && !self.server.is_connected(caller) {
            self.connect(caller)?;
        }
        self.call(caller, &made)
    }

    /// Waits until a game may be claimed, by the microsecond: just so, just after, or just before.
    fn pass_until_a_claim(&mut self, pick: Pick) -> Differs {
        let now = self.server.now;
        let live = self.server.games.values().filter(|game| game.status == GameStatus::Live);
        let from = live.flat_map(|game| &game.parties).filter_map(|party| party.claim_from);
        match from.min() {
            Some(from) if from > now + 2 => self.pass(from - now - Micros::from(pick % 3)),
            _ => Ok(()),
        }
    }

    /// A call, in both; then everybody looks.
    ///
    /// No two calls are made in the same microsecond: of rows with the same key the engine does not say which comes
    /// first, and the model would have to guess.
    fn call(&mut self, caller: Caller, call: &Call) -> Differs {
        self.world.pass(1);
        self.server.pass(1);
        let auth = World::auth_on(caller.who, caller.device);
        let answer = self.world.test.with_reducer_tx(auth, |ctx| call.make(ctx));
        let answer = answer.map_err(|refusal| refusal.code());
        if call.may_make_a_game() && answer.is_ok() {
            self.server.told = Told::default().after(&self.world);
        }
        let expected = self.server.answer(caller, call);
        self.log.push(format!("{}/{}: {call:?} -> {answer:?}", caller.who, caller.device));
        if answer.as_ref().map_err(String::as_str) != expected.as_ref().map_err(|code| *code) {
            return Err(format!("the model's answer is {expected:?}"));
        }
        assert!(NAMES.contains(&call.name()) || OF_THE_SERVER.contains(&call.name()));
        self.count(call.name(), expected.err().unwrap_or_default());
        if call.is_of_the_staff() {
            compare_catalogue(&self.world, &self.server)?;
        }
        self.look(caller.who)
    }

    fn count(&mut self, reducer: &'static str, code: &'static str) {
        *self.done.entry((reducer, code)).or_default() += 1;
    }

    /// The one who has done something and another one look at what they have, in turn.
    fn look(&mut self, who: Who) -> Differs {
        self.looks += 1;
        let other = PEOPLE[self.looks % PEOPLE.len()];
        compare(&self.world, &mut self.server, &[who, other])
    }

    fn connect(&mut self, caller: Caller) -> Differs {
        self.event(
            format!("{caller:?} connects"),
            |world| on(world, caller, connected),
            |server, _| server.connect(caller),
        )
    }

    /// Something that the engine does, in both; then everybody looks.
    fn event(
        &mut self,
        what: String,
        module: impl FnOnce(&World),
        model: impl FnOnce(&mut Server, &World),
    ) -> Differs {
        module(&self.world);
        model(&mut self.server, &self.world);
        self.log.push(what);
        self.look(PEOPLE[(self.looks + 2) % PEOPLE.len()])
    }

    fn pass(&mut self, micros: Micros) -> Differs {
        self.remember_timers();
        self.event(format!("{micros} µs pass"), |world| world.pass(micros), |server, _| server.pass(micros))
    }

    fn beat(&mut self) -> Differs {
        self.count("beat", "");
        let told = Told::news(&self.world);
        self.event("a beat".to_owned(), World::beat, |server, _| server.beat(&told))
    }

    fn sweep(&mut self) -> Differs {
        self.count("sweep", "");
        self.event("a sweep".to_owned(), World::sweep, |server, world| {
            server.told = Told::default().after(world);
            server.sweep();
        })
    }

    fn pair_up(&mut self) -> Differs {
        self.count("pair_up", "");
        let told = Told::pools_of(&self.world);
        self.event("a round of pairing".to_owned(), World::pair_up, |server, world| {
            server.told = told.after(world);
            server.pair_up();
        })
    }

    /// A timer that another has taken the place of does nothing.
    fn fire(&mut self, timer: TurnTimer) -> Differs {
        self.count("turn_timeout", "");
        let id = timer.scheduled_id;
        let current = self.world.timer(id).is_some_and(|row| row.scheduled_at == timer.scheduled_at);
        let fire = |world: &World| world.fire(timer).expect("a timer never fails");
        self.event(format!("the timer of game {id} fires, {current}"), fire, |server, _| {
            if current {
                server.fire(id);
            }
        })
    }

    fn due_timers(&self) -> Vec<TurnTimer> {
        let now = self.world.test.clock.now();
        let due = |timer: &TurnTimer| matches!(timer.scheduled_at, ScheduleAt::Time(at) if at <= now);
        let mut due: Vec<TurnTimer> = self.world.test.db.turn_timer().iter().filter(due).collect();
        due.sort_by_key(|timer| timer.scheduled_id);
        due
    }

    fn remember_timers(&mut self) {
        self.old_timers = self.world.test.db.turn_timer().iter().collect();
    }

    fn fill_a_table(&mut self, terms: &Config, first: Pick) -> Differs {
        let terms = config(terms, true);
        let seats = zeitnot_rules::seats_of(&terms.spec).unwrap_or(1);
        let last = self.server.last_game;
        self.call(Caller { who: person(first), device: 0 }, &Call::OpenGame(terms))?;
        let id = self.server.last_game;
        for n in 1..seats {
            let Some(game) = self.server.games.get(&id).filter(|_| id > last) else { return Ok(()) };
            let named = game.code.clone().filter(|_| game.terms.private).unwrap_or(id.to_string());
            let caller = Caller { who: person(first.wrapping_add(n)), device: 0 };
            self.call(caller, &Call::JoinGame(named))?;
        }
        Ok(())
    }

    fn play_matches(&mut self, terms: &Config, one: Pick, other: Pick, times: u8) -> Differs {
        let terms = config(terms, true);
        let (one, other) = (person(one), person(other));
        for n in 0..times {
            let key = format!("match {} {n}", self.server.last_game);
            let players = if n % 3 == 0 { vec![one, other] } else { vec![other, one] };
            self.call(Caller { who: OWNER, device: 0 }, &Call::StartGame(terms.clone(), players, key))?;
            let id = self.server.last_game;
            let live = self.server.games.get(&id).is_some_and(|game| game.status == GameStatus::Live);
            if live {
                let who = if n % 4 == 3 { one } else { other };
                self.call(Caller { who, device: 0 }, &Call::Resign(id))?;
            }
        }
        Ok(())
    }

    /// How long a span is now.
    fn length_of(&self, span: &Span) -> Micros {
        match *span {
            Span::Micros(micros) => micros,
            Span::Next(which, after) => {
                let now = self.server.now;
                let games = self.server.games.values();
                let mut moments: Vec<Micros> = games
                    .flat_map(|game| {
                        let claims = game.parties.iter().filter_map(|party| party.claim_from);
                        claims.chain(game.deadline()).chain([game.due()]).collect::<Vec<_>>()
                    })
                    .filter(|&moment| moment > now && moment < now + 40 * DAY)
                    .collect();
                moments.sort_unstable();
                moments.dedup();
                let at = usize::from(which).checked_rem(moments.len());
                at.map_or(0, |at| (moments[at] + after - now).max(0))
            }
        }
    }
}

fn copy(timer: &TurnTimer) -> TurnTimer {
    TurnTimer { scheduled_id: timer.scheduled_id, scheduled_at: timer.scheduled_at }
}

fn on(world: &World, caller: Caller, reducer: fn(&spacetimedb::ReducerContext)) {
    let auth: TestAuth = World::auth_on(caller.who, caller.device);
    let done = world.test.with_reducer_tx(auth, |ctx| {
        reducer(ctx);
        Outcome::Ok(())
    });
    done.expect("the engine's own calls never fail");
}
