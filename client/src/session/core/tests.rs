//! Sessions played through by hand: what happens is told to the core with made-up times.

mod calls;
mod clocks;
mod delay;

use super::*;
use crate::session::feed::ChatLine;
use crate::session::request::GameSetup;
use crate::session::samples;
use crate::session::view::Status;
use crate::time::ServerTime;
use zeitnot_rules::Seat;

/// A core, the time, and what it has asked for and not been given yet.
struct Bench {
    core: Core,
    now: Instant,
    effects: Vec<Effect>,
    next_call: u64,
}

impl Bench {
    fn new() -> Bench {
        let now = Instant::now();
        let chance = fastrand::Rng::with_seed(1);
        let core = Core::new(now, Limits::default(), chance);
        Bench { core, now, effects: Vec::new(), next_call: 0 }
    }

    /// A session whose connection stands, with these games.
    fn online(games: Vec<GameView>) -> Bench {
        let mut bench = Bench::new();
        bench.tick();
        bench.come_up(games);
        bench.effects.clear();
        bench
    }

    fn handle(&mut self, input: Input) {
        self.effects.extend(self.core.handle(self.now, input));
    }

    fn tick(&mut self) {
        self.handle(Input::Tick);
    }

    fn report(&mut self, report: Report) {
        self.handle(Input::Report(self.core.last_link, report));
    }

    fn come_up(&mut self, games: Vec<GameView>) {
        self.report(Report::Connected { token: "token".to_owned() });
        self.report(Report::Ready { me: Some(me("Ada")), games });
    }

    fn lose(&mut self) {
        self.report(Report::Lost { reason: "gone".to_owned() });
    }

    /// Lets time pass, waking the core as often as it asks for.
    fn pass(&mut self, time: Duration) {
        let end = self.now + time;
        let mut wakes = 0;
        while let Some(wake) = self.core.next_wake().filter(|wake| *wake <= end) {
            assert!(wakes < 1000, "wakes without end: {:?}", self.core);
            wakes += 1;
            self.now = self.now.max(wake);
            self.tick();
        }
        self.now = end;
        self.tick();
    }

    /// Loses the connection and lets it come back with these games.
    fn reconnect(&mut self, games: Vec<GameView>) {
        self.lose();
        self.pass(Duration::from_secs(1));
        self.come_up(games);
    }

    fn call(&mut self, request: Request) -> CallId {
        self.next_call += 1;
        let id = CallId(self.next_call);
        self.handle(Input::Call(id, request));
        id
    }

    fn answer(&mut self, call: CallId, result: Result<(), String>) {
        let stamp = ServerTime::from_micros(2_000_000);
        self.report(Report::Answered { call, sent: self.now, stamp, result });
    }

    fn take(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }

    fn events(&mut self) -> Vec<Event> {
        let effects = self.take();
        effects
            .into_iter()
            .filter_map(|effect| match effect {
                Effect::Emit(event) => Some(event),
                _ => None,
            })
            .collect()
    }

    /// How a call has ended, if it has.
    fn ended(&self, call: CallId) -> Option<&Answer> {
        let mut answers = self.effects.iter().filter_map(|effect| match effect {
            Effect::Finish(id, answer) if *id == call => Some(answer),
            _ => None,
        });
        let answer = answers.next();
        assert_eq!(answers.next(), None, "answered twice");
        answer
    }

    fn times_sent(&self, call: CallId) -> usize {
        let sent = |effect: &&Effect| matches!(effect, Effect::Send(_, id, _) if *id == call);
        self.effects.iter().filter(sent).count()
    }

    fn times_opened(&self) -> usize {
        self.effects.iter().filter(|effect| matches!(effect, Effect::Open(_))).count()
    }
}

fn changed(game: GameView) -> Report {
    Report::Game(Arc::new(game))
}

fn me(name: &str) -> Me {
    Me { identity: Identity::ZERO, name: name.to_owned(), bot: false }
}

fn make_move() -> Request {
    Request::MakeMove { game: 7, ply: 0, action: vec![1, 0, 1, 1] }
}

fn moved() -> GameView {
    samples::after(samples::live(7), Seat::FIRST, &[1, 0, 1, 1])
}

fn open_game() -> Request {
    Request::OpenGame(GameSetup { spec: "tic-tac-toe".to_owned(), ..GameSetup::default() })
}

/// A game whose turns are so long that nobody watches the seconds.
fn slow(game: GameView) -> GameView {
    GameView { deadline: Some(ServerTime::from_micros(86_400_000_000)), ..game }
}

// ---- connecting

#[test]
fn connects_at_once_and_says_what_there_is() {
    let mut bench = Bench::new();
    assert_eq!(bench.core.next_wake(), Some(bench.now));
    bench.tick();
    assert_eq!(bench.take(), [Effect::Open(LinkId(1))]);
    assert_eq!(bench.core.snapshot().connection, Connection::Connecting);

    bench.report(Report::Connected { token: "secret".to_owned() });
    assert_eq!(bench.take(), [Effect::SaveToken("secret".to_owned())]);
    bench.report(Report::Ready { me: Some(me("Ada")), games: vec![slow(samples::live(7))] });
    assert_eq!(
        bench.events(),
        [Event::Connected(me("Ada")), Event::GameChanged(Arc::new(slow(samples::live(7))))]
    );
    assert_eq!(bench.core.snapshot().connection, Connection::Online);
    assert_eq!(bench.core.snapshot().games.len(), 1);
}

#[test]
fn comes_back_after_growing_pauses() {
    let mut bench = Bench::new();
    bench.tick();
    let mut pauses = Vec::new();
    for _ in 0..8 {
        bench.effects.clear();
        bench.report(Report::Failed { token_refused: false, reason: "refused".to_owned() });
        let Some(Event::Disconnected { reason, retry_in }) = bench.events().pop() else {
            panic!("nobody was told")
        };
        assert_eq!(reason, "refused");
        pauses.push(retry_in);
        // Not a moment before.
        bench.pass(retry_in - Duration::from_millis(1));
        assert_eq!(bench.times_opened(), 0);
        bench.pass(Duration::from_millis(1));
        assert_eq!(bench.times_opened(), 1);
    }
    assert!(pauses[7] > pauses[0] * 10, "{pauses:?}");
}

#[test]
fn does_not_wait_when_the_user_will_not() {
    let mut bench = Bench::online(vec![]);
    bench.lose();
    assert_eq!(bench.times_opened(), 0);
    bench.handle(Input::RetryNow);
    assert_eq!(bench.times_opened(), 1);
    // And not twice.
    bench.handle(Input::RetryNow);
    assert_eq!(bench.times_opened(), 1);
}

#[test]
fn gives_up_on_a_server_that_takes_the_connection_and_says_nothing() {
    let mut bench = Bench::new();
    bench.tick();
    bench.take();
    bench.pass(Limits::default().open_limit);
    assert!(bench.take().contains(&Effect::Close(LinkId(1))));
    bench.pass(Duration::from_secs(1));
    assert!(bench.take().contains(&Effect::Open(LinkId(2))));
}

#[test]
fn what_an_abandoned_connection_says_is_ignored() {
    let mut bench = Bench::online(vec![slow(samples::live(7))]);
    let old = bench.core.last_link;
    bench.reconnect(vec![slow(samples::live(7))]);
    bench.take();
    bench.handle(Input::Report(old, Report::Gone(7)));
    bench.handle(Input::Report(old, Report::Lost { reason: "late".to_owned() }));
    assert_eq!(bench.take(), []);
    assert_eq!(bench.core.snapshot().games.len(), 1);
}

#[test]
fn a_database_of_another_kind_is_named_as_such() {
    let mut bench = Bench::new();
    bench.tick();
    bench.report(Report::Ready { me: None, games: vec![] });
    let told = bench.events();
    let said = |event: &Event| matches!(event, Event::Disconnected { reason, .. } if reason.contains("not one of Zeitnot's"));
    assert!(told.iter().any(said), "{told:?}");
}

// ---- tokens

#[test]
fn a_refused_token_is_put_aside_and_a_new_one_taken() {
    let mut bench = Bench::new();
    bench.tick();
    bench.take();
    bench.report(Report::Failed { token_refused: true, reason: "401".to_owned() });
    // In this order: the next connection must not show the old token.
    assert_eq!(bench.take(), [Effect::Close(LinkId(1)), Effect::SetTokenAside, Effect::Open(LinkId(2))]);
    let kept_as = Some(std::path::PathBuf::from("default.token.refused-1"));
    bench.handle(Input::TokenSetAside(kept_as.clone()));
    assert_eq!(bench.events(), [Event::TokenRefused { kept_as }]);
    bench.come_up(vec![]);
    assert_eq!(bench.core.snapshot().connection, Connection::Online);
}

#[test]
fn a_server_that_refuses_everybody_is_not_called_without_a_pause() {
    let mut bench = Bench::new();
    bench.tick();
    bench.report(Report::Failed { token_refused: true, reason: "401".to_owned() });
    bench.take();
    bench.report(Report::Failed { token_refused: true, reason: "401".to_owned() });
    assert_eq!(bench.times_opened(), 0);
    assert!(!bench.effects.contains(&Effect::SetTokenAside));
    assert!(matches!(bench.core.snapshot().connection, Connection::Offline { .. }));
}

#[test]
fn another_windows_token_is_taken_over_at_once() {
    let mut bench = Bench::online(vec![]);
    bench.handle(Input::TokenReplaced);
    assert_eq!(bench.take(), [Effect::Close(LinkId(1)), Effect::Open(LinkId(2))]);
}

#[test]
fn a_new_player_has_not_got_the_old_ones_games_or_calls() {
    let mut bench = Bench::online(vec![slow(samples::live(7))]);
    let call = bench.call(make_move());
    bench.lose();
    bench.pass(Duration::from_secs(1));
    let identity = Identity::ONE;
    let somebody = Me { identity, name: "Guest".to_owned(), bot: false };
    bench.report(Report::Ready { me: Some(somebody.clone()), games: vec![] });
    assert_eq!(bench.ended(call), Some(&Answer::Unknown));
    assert!(bench.events().contains(&Event::GameGone(7)));
    assert_eq!(bench.core.snapshot().me, Some(somebody));
}

// ---- what changes

#[test]
fn only_changes_are_told() {
    let game = slow(samples::live(7));
    let mut bench = Bench::online(vec![game.clone()]);
    bench.report(changed(game.clone()));
    assert_eq!(bench.events(), []);
    let newer = GameView { ply: 1, ..game };
    bench.report(changed(newer.clone()));
    assert_eq!(bench.events(), [Event::GameChanged(Arc::new(newer))]);
    bench.report(Report::Me(me("Ada")));
    assert_eq!(bench.events(), []);
    bench.report(Report::Me(me("Lovelace")));
    assert_eq!(bench.events(), [Event::NameChanged("Lovelace".to_owned())]);
    bench.report(Report::Gone(7));
    bench.report(Report::Gone(7));
    assert_eq!(bench.events(), [Event::GameGone(7)]);
}

#[test]
fn what_is_beside_the_games_is_told_when_it_changes_and_once_if_there_is_nothing() {
    let mut bench = Bench::online(vec![]);
    bench.report(Report::Fed(Arc::default()));
    assert_eq!(bench.events(), [Event::Fed(Arc::default())]);
    bench.report(Report::Fed(Arc::default()));
    assert_eq!(bench.events(), []);
    let line = ChatLine { id: 1, game: 7, seat: Seat::FIRST, text: "Hello".to_owned() };
    let feed = Arc::new(Feed { chat: vec![line], ..Feed::default() });
    bench.report(Report::Fed(Arc::clone(&feed)));
    assert_eq!(bench.events(), [Event::Fed(Arc::clone(&feed))]);
    assert_eq!(bench.core.snapshot().feed, feed);
}

#[test]
fn after_reconnecting_what_was_missed_is_told_and_nothing_else() {
    let [one, two, three] = [1, 2, 3].map(|id| slow(samples::live(id)));
    let mut bench = Bench::online(vec![one.clone(), two.clone(), three.clone()]);
    let newer = GameView { ply: 5, ..two };
    bench.lose();
    bench.pass(Duration::from_secs(1));
    bench.take();
    bench.come_up(vec![one, newer.clone(), slow(samples::live(4))]);
    assert_eq!(
        bench.events(),
        [
            Event::Connected(me("Ada")),
            Event::GameGone(3),
            Event::GameChanged(Arc::new(newer)),
            Event::GameChanged(Arc::new(slow(samples::live(4)))),
        ]
    );
}

#[test]
fn what_was_known_stays_readable_while_the_connection_is_down() {
    let mut bench = Bench::online(vec![slow(samples::live(7))]);
    bench.lose();
    let snapshot = bench.core.snapshot();
    assert!(matches!(&snapshot.connection, Connection::Offline { reason, .. } if reason == "gone"));
    assert_eq!(snapshot.games.len(), 1);
    assert_eq!(snapshot.me, Some(me("Ada")));
}

// ---- silence

#[test]
fn silence_in_a_fast_game_is_looked_into() {
    let limits = Limits::default();
    let mut bench = Bench::online(vec![samples::live(7)]);
    bench.pass(limits.probe_after);
    assert!(bench.take().contains(&Effect::Probe(LinkId(1))));
    bench.report(Report::Alive);
    bench.pass(limits.probe_after - Duration::from_secs(1));
    assert!(!bench.take().contains(&Effect::Probe(LinkId(1))));
    bench.pass(Duration::from_secs(1));
    assert!(bench.take().contains(&Effect::Probe(LinkId(1))));
    bench.pass(limits.probe_limit + Duration::from_secs(1));
    assert_eq!(bench.times_opened(), 1);
}

#[test]
fn silence_is_nothing_unusual_otherwise() {
    let over = GameView { status: Status::Over, ..samples::live(8) };
    let mut bench = Bench::online(vec![slow(samples::live(7)), samples::waiting(1), over]);
    assert_eq!(bench.core.next_wake(), None);
    bench.pass(Duration::from_secs(3600));
    assert_eq!(bench.take(), []);
}
