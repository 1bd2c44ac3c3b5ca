//! The window: it carries out what the model asks, and tells it what has happened.

use std::collections::HashMap;
use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use eframe::egui::{self, Context, UserAttentionType, ViewportBuilder, ViewportCommand};
use eframe::{App, CreationContext, NativeOptions};
use thiserror::Error;
use zeitnot_client::bot::Houses;
use zeitnot_client::session::{
    Answer, CallId, Event, GameId, Profile, ServerAddress, Session, Settings, Status, TokenStore, Topic,
};

use super::args::Args;
use super::aside::Aside;
use super::host::Host;
use super::icon::icon;
use super::store::{Store, read_record};
use super::{notify, report, sound};
use crate::model::{Desk, Known, Order, Place, Tag};
use crate::paint;

/// A frame comes no sooner after the last than this, unless something has happened: 30 a second.
const SHORTEST: Duration = Duration::from_millis(33);

/// What the window hears of beside the player's games.
const TOPICS: [Topic; 6] =
    [Topic::Chat, Topic::Live, Topic::Seeks, Topic::Pools, Topic::Challenges, Topic::Ratings];

/// Why there is no window.
#[derive(Debug, Error)]
#[error("no window can be opened: {0}")]
pub struct WindowError(String);

/// Opens the window, and returns when it is closed.
pub fn open(args: Args) -> Result<(), WindowError> {
    open_with(args, |_| {})
}

/// The same; `begin` is called before the first frame, for those who drive the window by themselves.
pub fn open_with(args: Args, begin: impl FnOnce(&Context) + 'static) -> Result<(), WindowError> {
    let store = Store::new(args.directory.as_deref());
    report::install(store.reports.clone());
    let (preferences, trouble) = store.load(&args.profile);
    let mut viewport = ViewportBuilder::default()
        .with_app_id("zeitnot")
        .with_title("Zeitnot")
        .with_icon(icon())
        .with_min_inner_size([360.0, 360.0])
        .with_inner_size([1000.0, 720.0]);
    if let Some(place) = preferences.place {
        viewport = viewport.with_inner_size([place.width.max(360.0), place.height.max(360.0)]);
        if let Some((x, y)) = place.x.zip(place.y) {
            viewport = viewport.with_position([x, y]);
        }
    }
    // What is drawn has no shades that would need it, and it is done for each dot.
    let options = NativeOptions { viewport, dithering: false, ..NativeOptions::default() };
    let create = move |creation: &CreationContext| {
        let mut desk = Desk::new(preferences, &args.profile.to_string(), &language());
        if let Some(server) = &args.server {
            desk.start.server = server.to_string();
        }
        if let Some(trouble) = trouble {
            desk.file_trouble(&trouble);
        }
        if let Some(last) = report::found(&store.reports).first() {
            desk.broke_before(&report::seen(last).display().to_string());
        }
        desk.start.host_installed = Host::installed().is_some();
        desk.can_sound = sound::IS_THERE;
        #[cfg(unix)]
        if let Err(error) = super::signals::close_on_end(&creation.egui_ctx) {
            desk.file_trouble(&error.to_string());
        }
        // Whoever has played before, or says where to, need not say it again.
        if args.server.is_some() || !desk.preferences.server.is_empty() {
            desk.connect();
        }
        let window = Window::new(desk, store, args, &creation.egui_ctx);
        begin(&creation.egui_ctx);
        Ok(Box::new(window) as Box<dyn App>)
    };
    eframe::run_native("zeitnot", options, Box::new(create)).map_err(|error| WindowError(error.to_string()))
}

/// The computer's language, by the usual order of precedence.
fn language() -> String {
    let names = ["LC_ALL", "LC_MESSAGES", "LANG"];
    let set = names.into_iter().filter_map(|name| std::env::var(name).ok());
    set.into_iter().find(|value| !value.is_empty()).unwrap_or_default()
}

/// A session, and what comes from it.
struct Link {
    session: Session,
    events: Receiver<Event>,
    tags: HashMap<CallId, Tag>,
    houses: Houses,
    settings: Settings,
}

struct Window {
    desk: Desk,
    store: Store,
    args: Args,
    profile: Profile,
    link: Option<Link>,
    aside: Option<Aside>,
    host: Option<Host>,
    /// Drawing has broken; this says where the report is.
    broken: Option<String>,
    started: Instant,
    title: String,
    wake: Context,
}

impl Window {
    fn new(desk: Desk, store: Store, args: Args, wake: &Context) -> Window {
        paint::apply(wake, &desk.preferences);
        let profile = args.profile.clone();
        Window {
            desk,
            store,
            args,
            profile,
            link: None,
            aside: None,
            host: None,
            broken: None,
            started: Instant::now(),
            title: String::new(),
            wake: wake.clone(),
        }
    }

    fn hear(&mut self) {
        if let Some(link) = &mut self.link {
            while let Ok(event) = link.events.try_recv() {
                match &event {
                    Event::Answered { call, answer } => {
                        if let Some(tag) = link.tags.remove(call) {
                            self.desk.answered(tag, answer);
                        }
                    }
                    Event::Uncertain(call) => {
                        if let Some(tag) = link.tags.get(call) {
                            self.desk.uncertain(*tag);
                        }
                    }
                    other => self.desk.heard(other),
                }
            }
        }
        match self.host.as_ref().and_then(Host::heard) {
            Some(Ok(address)) => self.desk.host_started(&address),
            Some(Err(reason)) => {
                self.host = None;
                self.desk.host_failed(&reason);
            }
            None => {}
        }
        if let Some(refused) = self.aside.as_mut().and_then(Aside::hear) {
            self.desk.not_watched(&refused);
        }
        let mut known = match &self.link {
            Some(link) => Known::of(link.session.snapshot(), link.session.server_now()),
            None => Known::nothing(),
        };
        if let Some(aside) = &self.aside {
            (known.watched, known.aside) = (aside.watched(), aside.feed());
        }
        self.desk.frame(self.started.elapsed().as_secs_f64(), known);
    }

    fn carry_out(&mut self, ctx: &Context) {
        for order in self.desk.take_orders() {
            match order {
                Order::Connect { server, profile } => self.connect(&server, &profile),
                Order::Disconnect => {
                    leave(self.link.take());
                    leave(self.aside.take());
                }
                Order::LookAt(topic) => self.look_at(topic),
                Order::LookAway => leave(self.aside.take()),
                Order::Call(tag, request) => match &mut self.link {
                    Some(link) => {
                        let call = link.session.call(request);
                        link.tags.insert(call.id(), tag);
                    }
                    None => self.desk.answered(tag, &Answer::Unknown),
                },
                Order::RetryNow => {
                    if let Some(link) = &self.link {
                        link.session.retry_now();
                    }
                }
                Order::StartHost => self.start_host(),
                Order::CallBots(game) => self.call_bots(game),
                Order::Keep => {
                    if let Err(error) = self.store.save(&self.profile, &self.desk.preferences) {
                        self.desk.file_trouble(&error.to_string());
                    }
                }
                Order::Notify { title, body } => {
                    if !ctx.input(|input| input.focused) {
                        ctx.send_viewport_cmd(ViewportCommand::RequestUserAttention(
                            UserAttentionType::Informational,
                        ));
                        notify::show(&title, &body);
                    }
                }
                Order::Play(sound) => sound::play(sound),
                Order::Copy(text) => ctx.copy_text(text),
                Order::Export { name, text } => match self.store.export(&name, &text) {
                    Ok(path) => self.desk.exported(&path.display().to_string()),
                    Err(error) => self.desk.file_trouble(&error.to_string()),
                },
                Order::Import { path } => self.import(Path::new(&path)),
            }
        }
    }

    fn connect(&mut self, server: &str, profile: &str) {
        let (Ok(server), Ok(profile)) = (server.parse::<ServerAddress>(), profile.parse::<Profile>()) else {
            return;
        };
        self.profile = profile.clone();
        let mut settings = Settings::new(server).with_profile(profile);
        settings.database.clone_from(&self.args.database);
        if let Some(tokens) = &self.args.tokens {
            settings = settings.with_tokens(TokenStore::Directory(tokens.clone()));
        }
        let houses = Houses::new(settings.clone().with_topics([]), None);
        leave(self.link.take());
        leave(self.aside.take());
        match self.session(settings.clone().with_topics(TOPICS)) {
            Ok((session, events)) => {
                self.link = Some(Link { session, events, tags: HashMap::new(), houses, settings });
            }
            Err(error) => self.desk.file_trouble(&error.to_string()),
        }
    }

    fn session(&self, settings: Settings) -> io::Result<(Session, Receiver<Event>)> {
        let (tell, events) = channel();
        let wake = self.wake.clone();
        let session = Session::start(settings, move |event| {
            // The window may have turned to another session.
            let _elsewhere = tell.send(event);
            wake.request_repaint();
        })?;
        Ok((session, events))
    }

    fn look_at(&mut self, topic: Topic) {
        leave(self.aside.take());
        let Some(link) = &self.link else { return };
        match self.session(link.settings.clone().with_topics([topic.clone()])) {
            Ok((session, events)) => self.aside = Some(Aside::new(session, events, topic)),
            Err(error) => self.desk.file_trouble(&error.to_string()),
        }
    }

    fn start_host(&mut self) {
        let Some(program) = Host::installed() else {
            return self.desk.host_failed("zeitnot-server");
        };
        let address = self.desk.start.server.trim().trim_start_matches("http://").trim_end_matches('/');
        let address = if address.contains(':') { address.to_owned() } else { format!("{address}:80") };
        let address = address.replace("localhost", "127.0.0.1");
        let wake = self.wake.clone();
        match Host::start(&program, &address, move || wake.request_repaint()) {
            Ok(host) => self.host = Some(host),
            Err(error) => self.desk.host_failed(&error.to_string()),
        }
    }

    fn call_bots(&mut self, game: GameId) {
        let Some(link) = &mut self.link else { return };
        let Some(game) = link.session.game(game) else { return };
        let called = if game.status == Status::Waiting {
            link.houses.take_seats(&game)
        } else {
            link.houses.come_back(&game)
        };
        if let Err(error) = called {
            self.desk.file_trouble(&error.to_string());
        }
    }

    fn import(&mut self, path: &Path) {
        match read_record(path) {
            Ok(text) => self.desk.imported(&text),
            Err(error) => self.desk.file_trouble(&format!("{}: {error}", path.display())),
        }
    }

    fn remember_place(&mut self, ctx: &Context) {
        let viewport = ctx.input(|input| {
            let viewport = input.viewport();
            (viewport.inner_rect, viewport.outer_rect, viewport.maximized)
        });
        let (inner, outer, maximized) = viewport;
        // A rectangle is in points of the text's scale, a window's place in the desktop's.
        let zoom = ctx.zoom_factor();
        if let Some(inner) = inner.filter(|_| maximized != Some(true)) {
            self.desk.preferences.place = Some(Place {
                x: outer.map(|outer| outer.min.x * zoom),
                y: outer.map(|outer| outer.min.y * zoom),
                width: inner.width() * zoom,
                height: inner.height() * zoom,
            });
        }
    }
}

/// Says goodbye to the server, which takes a moment, and no frame waits for it.
fn leave<T: Send + 'static>(session: Option<T>) {
    if let Some(session) = session {
        // Where no thread can be started it is left at once.
        let _left = thread::Builder::new().name("zeitnot-farewell".to_owned()).spawn(move || drop(session));
    }
}

impl App for Window {
    fn logic(&mut self, ctx: &Context, _frame: &mut eframe::Frame) {
        self.hear();
        self.carry_out(ctx);
        let title = self.desk.title();
        if title != self.title {
            ctx.send_viewport_cmd(ViewportCommand::Title(title.clone()));
            self.title = title;
        }
    }

    fn ui(&mut self, ui: &mut egui::Ui, _frame: &mut eframe::Frame) {
        let ctx = ui.ctx().clone();
        let dropped = ctx.input(|input| {
            let file = input.raw.dropped_files.first();
            file.map(|file| file.path().to_owned())
        });
        if let Some(path) = dropped {
            self.import(&path);
        }
        self.remember_place(&ctx);
        match &self.broken {
            Some(report) => {
                if paint::show_broken(ui, &self.desk, report) {
                    self.broken = None;
                    self.desk.begin_again();
                }
            }
            // A window that vanishes with a game on its clock would be the worst that it could do.
            None => {
                let drawn = panic::catch_unwind(AssertUnwindSafe(|| paint::show(ui, &mut self.desk)));
                if drawn.is_err() {
                    let report = report::take_last().map(|path| report::seen(&path));
                    self.broken = Some(report.map(|path| path.display().to_string()).unwrap_or_default());
                    ctx.request_repaint();
                }
            }
        }
        self.carry_out(&ctx);
        if let Some(wait) = self.desk.next_change() {
            ctx.request_repaint_after(wait.max(SHORTEST));
        }
    }

    fn clear_color(&self, visuals: &egui::Visuals) -> [f32; 4] {
        paint::Look::of(visuals, &self.desk.preferences).ground.to_normalized_gamma_f32()
    }

    fn on_exit(&mut self, _gl: Option<&eframe::glow::Context>) {
        // Whether or not it can be kept, the window closes.
        let _not_kept = self.store.save(&self.profile, &self.desk.preferences);
    }
}
