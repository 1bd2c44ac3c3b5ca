//! A window without a window: the model, the paint, and a server that is all in memory.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::{Duration, Instant};

use eframe::egui;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use spacetimedb_sdk::Identity;
use zeitnot_client::session::{
    Answer, Connection, Event, Feed, GameId, GameSetup, GameView, Me, Move, MoveKind, Player, Request,
    SeatClock, Status,
};
use zeitnot_client::time::ServerTime;
use zeitnot_desktop::model::{Desk, Known, Order, Preferences, Tag};
use zeitnot_desktop::paint;
use zeitnot_rules::{AnyGame, Seat, SeatSet, Viewer};

pub const ME: Seat = Seat::FIRST;

pub fn other() -> Seat {
    Seat::new(1).expect("a seat")
}

/// A turn's time at the fake server.
const TURN: Duration = Duration::from_secs(30);

/// The model, and a server of one player's games.
pub struct World {
    pub desk: Desk,
    pub connection: Option<Connection>,
    pub games: BTreeMap<GameId, (GameView, AnyGame)>,
    pub feed: Feed,
    /// What is looked at for a while, once it has come.
    pub aside: Option<Feed>,
    pub now: i64,
    /// What was asked of the outside besides calls.
    pub orders: Vec<Order>,
    /// What was asked of the server.
    pub requests: Vec<Request>,
    /// Calls that are not answered for now.
    pub held: VecDeque<(Tag, Request)>,
    pub holding: bool,
    events: VecDeque<Event>,
    changed: bool,
}

impl World {
    pub fn new(preferences: Preferences) -> World {
        World {
            desk: Desk::new(preferences, "default", "en_GB.UTF-8"),
            connection: None,
            games: BTreeMap::new(),
            feed: Feed::default(),
            aside: None,
            now: 1_000_000_000,
            orders: Vec::new(),
            requests: Vec::new(),
            held: VecDeque::new(),
            holding: false,
            events: VecDeque::new(),
            changed: true,
        }
    }

    fn me() -> Me {
        Me { identity: Identity::ONE, name: "Ada".to_owned(), bot: false }
    }

    /// One frame, as the window does it.
    pub fn frame(&mut self) {
        for order in self.desk.take_orders() {
            match order {
                Order::Connect { .. } => {
                    self.connection = Some(Connection::Online);
                    self.events.push_back(Event::Connected(World::me()));
                    self.orders.push(order);
                }
                Order::Disconnect => self.connection = None,
                Order::Call(tag, request) if self.holding => self.held.push_back((tag, request)),
                Order::Call(tag, request) => self.call(tag, request),
                other => self.orders.push(other),
            }
        }
        let mut known = Known::nothing();
        known.connection.clone_from(&self.connection);
        known.me = self.connection.as_ref().map(|_| World::me());
        known.games = self.games.iter().map(|(id, (view, _))| (*id, Arc::new(view.clone()))).collect();
        known.feed = Arc::new(self.feed.clone());
        known.aside = self.aside.clone().map(Arc::new);
        known.now = Some(ServerTime::from_micros(self.now));
        self.desk.frame(self.now as f64 / 1e6, known.clone());
        while let Some(event) = self.events.pop_front() {
            self.desk.heard(&event);
        }
        if self.changed {
            for game in known.games.values() {
                self.desk.heard(&Event::GameChanged(Arc::clone(game)));
            }
            self.changed = false;
        }
    }

    /// The server answers what it had left unanswered.
    pub fn let_go(&mut self) {
        self.holding = false;
        while let Some((tag, request)) = self.held.pop_front() {
            self.call(tag, request);
        }
    }

    /// The connection breaks.
    pub fn break_connection(&mut self) {
        let retry_at = Instant::now() + Duration::from_secs(3);
        self.connection = Some(Connection::Offline { reason: "nobody answers".to_owned(), retry_at });
        let retry_in = Duration::from_secs(3);
        self.events.push_back(Event::Disconnected { reason: "nobody answers".to_owned(), retry_in });
        for (tag, _) in &self.held {
            self.desk.uncertain(*tag);
        }
    }

    /// It is back.
    pub fn mend_connection(&mut self) {
        self.connection = Some(Connection::Online);
        self.events.push_back(Event::Connected(World::me()));
        self.changed = true;
    }

    /// Time passes, in milliseconds.
    pub fn wait(&mut self, millis: i64) {
        self.now += millis * 1000;
    }

    /// Changes how a game stands.
    pub fn change(&mut self, id: GameId, change: impl FnOnce(&mut GameView)) {
        change(&mut self.games.get_mut(&id).expect("a game").0);
        self.changed = true;
    }

    fn call(&mut self, tag: Tag, request: Request) {
        self.requests.push(request.clone());
        let answer = self.answer(request);
        self.changed = true;
        // What has changed comes before the answer.
        let games: BTreeMap<_, _> =
            self.games.iter().map(|(id, (view, _))| (*id, Arc::new(view.clone()))).collect();
        let known = Known { games, ..self.desk.known().clone() };
        self.desk.frame(self.now as f64 / 1e6, known);
        self.desk.answered(tag, &answer);
    }

    fn answer(&mut self, request: Request) -> Answer {
        let done = Answer::Done { game: None };
        match request {
            Request::OpenGame(setup) | Request::OpenSeek { setup, .. } => {
                Answer::Done { game: Some(self.open(&setup)) }
            }
            Request::MakeMove { game, ply, action } => {
                let view = &self.games[&game].0;
                if ply != view.ply {
                    return refused("stale_ply");
                }
                if view.deadline.is_some_and(|deadline| deadline.micros() <= self.now) {
                    return refused("out_of_time");
                }
                match self.play(game, ME, &action) {
                    true => done,
                    false => refused("cell_occupied"),
                }
            }
            Request::Premove { game, action, .. } => {
                self.change(game, |view| view.premove = Some(action));
                done
            }
            Request::CancelPremove { game } => {
                self.change(game, |view| view.premove = None);
                done
            }
            Request::OfferDraw { game } => {
                self.change(game, |view| view.draw_offered.push(ME));
                done
            }
            Request::Resign { game } => {
                let now = self.now;
                self.change(game, |view| {
                    view.players[0].out = true;
                    end(view, now, vec![other()], "resignation");
                });
                done
            }
            // As on a server where nothing but the phrases can be said.
            Request::Write { .. } => refused("free_chat_off"),
            Request::AskRematch { game } => {
                self.change(game, |view| view.rematch_asked.push(ME));
                done
            }
            _ => done,
        }
    }

    fn open(&mut self, setup: &GameSetup) -> GameId {
        let id = self.games.len() as GameId + 1;
        // Chance always picks the player.
        let game = AnyGame::set_up(&setup.spec, 0).expect("rules");
        let nobody = Player::default();
        let me = Player {
            identity: Some(Identity::ONE),
            name: "Ada".to_owned(),
            online: true,
            ..Player::default()
        };
        let players = std::iter::once(me)
            .chain(std::iter::repeat_n(nobody, usize::from(game.seats()) - 1))
            .collect::<Vec<_>>();
        let main = TURN;
        let clock = SeatClock { main, ..SeatClock::default() };
        let view = GameView {
            id,
            seat: ME,
            status: Status::Waiting,
            code: "ABCDEF".to_owned(),
            private: setup.private,
            spec: setup.spec.clone(),
            time: setup.time.clone(),
            policy: setup.policy.clone(),
            leaving: setup.leaving.clone(),
            rated: setup.rated,
            series: String::new(),
            round: 1,
            score: vec![0; players.len()],
            clocks: vec![clock; players.len()],
            players,
            position: Vec::new(),
            ply: 0,
            to_move: Vec::new(),
            turn_started: ServerTime::from_micros(self.now),
            deadline: None,
            paused_at: None,
            pause_asked: Vec::new(),
            time_off: Vec::new(),
            moves: Vec::new(),
            draw_offered: Vec::new(),
            draw_again_at: 0,
            takeback_asked: None,
            premove: None,
            rematch_asked: Vec::new(),
            next_game: None,
            watchers: 0,
            winners: Vec::new(),
            ending: String::new(),
            opened_at: ServerTime::from_micros(self.now),
            ended_at: None,
        };
        self.games.insert(id, (view, game));
        id
    }

    /// Blaise takes the free seat, and the game begins.
    pub fn join(&mut self, id: GameId) {
        let (view, game) = self.games.get_mut(&id).expect("a game");
        for player in view.players.iter_mut().skip(1) {
            *player = Player {
                identity: Some(Identity::ZERO),
                name: "Blaise".to_owned(),
                online: true,
                ..Player::default()
            };
        }
        view.status = Status::Live;
        view.position = game.sight(Viewer::Seat(ME));
        begin_turn(view, game, self.now);
        self.changed = true;
    }

    /// The opponent moves.
    pub fn reply(&mut self, id: GameId, cell: &str) {
        let action = self.games[&id].1.parse_action(cell).expect("a cell");
        assert!(self.play(id, other(), &action), "{cell} cannot be played");
    }

    fn play(&mut self, id: GameId, seat: Seat, action: &[u8]) -> bool {
        let now = self.now;
        let (view, game) = self.games.get_mut(&id).expect("a game");
        if game.apply(seat, action).is_err() {
            return false;
        }
        let used = ServerTime::from_micros(now).since(view.turn_started);
        view.moves.push(Move { seat, kind: MoveKind::Action(action.to_vec()), used });
        view.ply += 1;
        view.position = game.sight(Viewer::Seat(ME));
        match game.outcome() {
            Some(outcome) => end(view, now, outcome.winners.iter().collect(), outcome.reason.code()),
            None => begin_turn(view, game, now),
        }
        self.changed = true;
        true
    }

    /// The time of whoever is on move has run out, and the server says so.
    pub fn time_out(&mut self, id: GameId) {
        let now = self.now;
        self.change(id, |view| {
            let late = view.to_move[0];
            view.players[late.index()].out = true;
            let winners = SeatSet::first(2).without(SeatSet::only(late)).iter().collect();
            end(view, now, winners, "time");
        });
    }
}

fn begin_turn(view: &mut GameView, game: &AnyGame, now: i64) {
    view.to_move = game.to_move().iter().collect();
    view.turn_started = ServerTime::from_micros(now);
    view.deadline = (view.time != "none").then(|| view.turn_started.after(TURN));
}

fn end(view: &mut GameView, now: i64, winners: Vec<Seat>, ending: &str) {
    (view.status, view.winners, view.ending) = (Status::Over, winners, ending.to_owned());
    (view.deadline, view.ended_at) = (None, Some(ServerTime::from_micros(now)));
    view.to_move.clear();
}

fn refused(code: &str) -> Answer {
    Answer::Refused { code: code.to_owned(), message: code.replace('_', " ") }
}

/// The window of this world.
pub struct Window {
    harness: Harness<'static, World>,
}

impl Window {
    pub fn open() -> Window {
        Window::with(Preferences::default(), egui::vec2(1100.0, 900.0))
    }

    pub fn with(preferences: Preferences, size: egui::Vec2) -> Window {
        let show = |ui: &mut egui::Ui, world: &mut World| {
            world.frame();
            paint::show(ui, &mut world.desk);
        };
        let harness = Harness::builder().with_size(size).build_ui_state(show, World::new(preferences));
        let mut window = Window { harness };
        window.look();
        window
    }

    /// Connected, and in the lobby.
    pub fn in_lobby() -> Window {
        let mut window = Window::open();
        window.press("Play");
        window
    }

    /// At the table of a game that was opened with one press, the opponent there.
    pub fn at_table() -> Window {
        let mut window = Window::in_lobby();
        window.press("tic-tac-toe · 30 s a turn");
        window.world().join(1);
        window.look();
        window
    }

    /// Some frames, so that everything is where it belongs.
    pub fn look(&mut self) {
        self.harness.run_steps(4);
    }

    /// One frame, with the triangles that would be drawn.
    pub fn frame(&mut self) {
        self.harness.step();
        let output = self.harness.output();
        let triangles = self.harness.ctx.tessellate(output.shapes.clone(), output.pixels_per_point);
        assert!(!triangles.is_empty());
    }

    pub fn world(&mut self) -> &mut World {
        self.harness.state_mut()
    }

    /// Presses what has this label.
    pub fn press(&mut self, label: &str) {
        self.harness.get_by_label(label).click();
        self.look();
    }

    /// Moves the pointer to a place.
    pub fn point_at(&mut self, at: egui::Pos2) {
        self.harness.event(egui::Event::PointerMoved(at));
        self.harness.step();
    }

    /// Presses the pointer where it is, in the next frame.
    pub fn press_at(&mut self, at: egui::Pos2) {
        for pressed in [true, false] {
            let (button, modifiers) = (egui::PointerButton::Primary, egui::Modifiers::NONE);
            self.harness.event(egui::Event::PointerButton { pos: at, button, pressed, modifiers });
            self.harness.step();
        }
        self.look();
    }

    /// Whether there is something with this label.
    pub fn has(&self, label: &str) -> bool {
        self.harness.query_all_by_label(label).next().is_some()
    }

    /// Whether there is something whose label has this in it.
    pub fn tells(&self, part: &str) -> bool {
        self.harness.query_all_by_label_contains(part).next().is_some()
            || self.harness.query_all_by_value(part).next().is_some()
    }

    /// Types into the field of this label.
    pub fn write(&mut self, label: &str, text: &str) {
        let field = self.harness.get_by(|node| {
            node.role() == egui::Role::TextInput
                && (node.label().as_deref() == Some(label)
                    || node.labelled_by().any(|by| {
                        by.label().as_deref() == Some(label) || by.value().as_deref() == Some(label)
                    }))
        });
        field.focus();
        self.harness.run_steps(2);
        let field = self.harness.get_by(|node| {
            node.role() == egui::Role::TextInput
                && (node.label().as_deref() == Some(label)
                    || node.labelled_by().any(|by| {
                        by.label().as_deref() == Some(label) || by.value().as_deref() == Some(label)
                    }))
        });
        field.type_text(text);
        self.look();
    }

    pub fn key(&mut self, key: egui::Key) {
        self.harness.key_press(key);
        self.look();
    }

    /// Strikes a key while others are held.
    pub fn keys(&mut self, modifiers: egui::Modifiers, key: egui::Key) {
        self.harness.key_press_modifiers(modifiers, key);
        self.look();
    }

    /// How much larger than usual all is shown.
    pub fn zoom(&self) -> f32 {
        self.harness.ctx.zoom_factor()
    }

    /// The label of what has the keyboard.
    pub fn focused(&self) -> Option<String> {
        let focused = self.harness.query_by(|node| node.is_focused())?;
        focused.accesskit_node().label()
    }

    /// Where what has the keyboard is, in points.
    pub fn focused_place(&self) -> Option<egui::accesskit::Rect> {
        self.harness.query_by(|node| node.is_focused())?.accesskit_node().bounding_box()
    }

    /// Puts the keyboard on what has this label.
    pub fn focus(&mut self, label: &str) {
        self.harness.get_by_label(label).focus();
        self.look();
    }

    /// Where what has this label is, in points.
    pub fn place(&self, label: &str) -> egui::Rect {
        self.harness.get_by_label(label).rect()
    }

    /// The labels of what reaches beyond the right edge of a window of this width.
    pub fn beyond(&self, width: f64) -> Vec<String> {
        let all = self.harness.query_all_by(|_| true);
        let wide = all.filter_map(|node| {
            let node = node.accesskit_node();
            let right = node.bounding_box()?.x1;
            (right > width + 0.5).then(|| node.label().or(node.value())).flatten()
        });
        wide.collect()
    }

    pub fn is_focused(&self, label: &str) -> bool {
        self.harness.get_by_label(label).is_focused()
    }

    /// What a screen reader has been told last.
    pub fn announced(&self) -> String {
        let status = self.harness.get_by(|node| node.role() == egui::Role::Status);
        status.accesskit_node().label().unwrap_or_default()
    }
}
