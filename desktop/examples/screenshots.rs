//! Plays a game in a real window by injected input, against another profile on a real server, and takes pictures.
//!
//! `cargo xtask screenshots` runs it under Xvfb, once for each look. It fails if anything that is looked for does
//! not appear.

#![forbid(unsafe_code)]

use std::fs;
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use clap::Parser;
use eframe::egui::{
    self, Context, Event, FullOutput, Plugin, PointerButton, Pos2, RawInput, Rect, ViewportCommand, accesskit,
};
use zeitnot_client::session::{Answer, GameId, GameSetup, Session, Settings, Status, TokenStore};
use zeitnot_desktop::model::{Place, Preferences, ThemeChoice};
use zeitnot_desktop::shell::{self, Args};
use zeitnot_rules::mnk::Action;

/// How long anything may take to appear.
const PATIENCE: Duration = Duration::from_secs(40);

/// Plays a game in a real window, and takes pictures.
#[derive(Parser)]
struct Options {
    /// The server's program.
    #[arg(long)]
    server: PathBuf,
    /// The module.
    #[arg(long)]
    module: PathBuf,
    /// Where pictures go.
    #[arg(long)]
    to: PathBuf,
    /// What their names end in.
    #[arg(long)]
    name: String,
    /// Light instead of dark.
    #[arg(long)]
    light: bool,
    /// With strong colours.
    #[arg(long)]
    contrast: bool,
    /// The scale of texts.
    #[arg(long, default_value_t = 1.0)]
    scale: f32,
    /// The window's width.
    #[arg(long, default_value_t = 1000.0)]
    width: f32,
    /// The window's height.
    #[arg(long, default_value_t = 720.0)]
    height: f32,
}

fn main() {
    let options = Options::parse();
    let directory = tempfile::tempdir().expect("a directory");
    let server = Server::start(&options);
    let preferences = Preferences {
        name: "Ada".to_owned(),
        language: Some("en".to_owned()),
        theme: if options.light { ThemeChoice::Light } else { ThemeChoice::Dark },
        high_contrast: options.contrast,
        scale: options.scale,
        reduced_motion: true,
        place: Some(Place { x: None, y: None, width: options.width, height: options.height }),
        ..Preferences::default()
    };
    let folder = directory.path().join("preferences");
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("default.toml"), toml::to_string(&preferences).expect("a text")).expect("written");
    let tokens = directory.path().join("tokens");
    let args = Args::parse_from([
        "zeitnot-window",
        "--server",
        &server.url,
        "--tokens",
        &tokens.display().to_string(),
        "--directory",
        &directory.path().display().to_string(),
    ]);
    let start = Instant::now();
    let (done, ended) = channel();
    let opened = shell::open_with(args, move |ctx| {
        let eyes = Eyes::default();
        ctx.add_plugin(eyes.clone());
        ctx.enable_accesskit();
        let hand = Hand { ctx: ctx.clone(), eyes, to: options.to.clone(), name: options.name.clone() };
        let ctx = ctx.clone();
        thread::spawn(move || {
            let played = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                play(&hand, server, &tokens, start);
            }));
            let _closed = done.send(played.is_ok());
            ctx.send_viewport_cmd(ViewportCommand::Close);
            ctx.request_repaint();
        });
    });
    opened.expect("a window");
    std::process::exit(if ended.try_recv() == Ok(true) { 0 } else { 1 });
}

/// A server for as long as it takes.
struct Server {
    child: Child,
    url: String,
}

impl Server {
    fn start(options: &Options) -> Server {
        use std::io::BufRead;
        let mut child = Command::new(&options.server)
            .args(["--listen", "127.0.0.1:0", "--in-memory", "--module"])
            .arg(&options.module)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server's program");
        let mut line = String::new();
        std::io::BufReader::new(child.stdout.take().expect("an output"))
            .read_line(&mut line)
            .expect("a line");
        let url = line.trim().strip_prefix("listening on ").expect("an address").to_owned();
        Server { child, url }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _gone = self.child.kill();
        let _gone = self.child.wait();
    }
}

/// What the window tells a screen reader, and what is about to be pressed and typed in it.
#[derive(Clone, Default)]
struct Eyes(Arc<Mutex<Seen>>);

#[derive(Default)]
struct Seen {
    frames: u32,
    nodes: Vec<(accesskit::NodeId, String, Rect)>,
    events: Vec<Event>,
}

impl Eyes {
    fn seen<T>(&self, look: impl FnOnce(&mut Seen) -> T) -> T {
        look(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Plugin for Eyes {
    fn debug_name(&self) -> &'static str {
        "eyes"
    }

    fn input_hook(&mut self, ctx: &Context, input: &mut RawInput) {
        self.seen(|seen| {
            // One at a time: a press and its release belong to two frames.
            if !seen.events.is_empty() {
                input.events.push(seen.events.remove(0));
            }
            if !seen.events.is_empty() {
                ctx.request_repaint();
            }
        });
    }

    fn output_hook(&mut self, _ctx: &Context, output: &mut FullOutput) {
        let Some(update) = &output.platform_output.accesskit_update else { return };
        let nodes = update.nodes.iter().filter_map(|(id, node)| {
            let label = node.label().or_else(|| node.value())?.to_owned();
            let bounds = node.bounds()?;
            let at = |x: f64, y: f64| Pos2::new(x as f32, y as f32);
            Some((*id, label, Rect { min: at(bounds.x0, bounds.y0), max: at(bounds.x1, bounds.y1) }))
        });
        let nodes = nodes.collect();
        self.seen(|seen| {
            seen.nodes = nodes;
            seen.frames += 1;
        });
    }
}

/// Presses, types, waits and takes pictures.
struct Hand {
    ctx: Context,
    eyes: Eyes,
    to: PathBuf,
    name: String,
}

impl Hand {
    /// Waits until something has a label like this.
    fn find(&self, what: &str, like: impl Fn(&str) -> bool) -> (accesskit::NodeId, String, Rect) {
        let start = Instant::now();
        loop {
            let found = self.eyes.seen(|seen| seen.nodes.iter().find(|(_, label, _)| like(label)).cloned());
            if let Some(found) = found {
                return found;
            }
            if start.elapsed() > PATIENCE {
                let labels: Vec<String> =
                    self.eyes.seen(|seen| seen.nodes.iter().map(|(_, label, _)| label.clone()).collect());
                self.shot("failure");
                panic!("{what:?} does not appear; there is {labels:#?}");
            }
            thread::sleep(Duration::from_millis(20));
            self.ctx.request_repaint();
        }
    }

    fn wait(&self, part: &str) -> String {
        self.find(part, |label| label.contains(part)).1
    }

    /// With the number of games that wait, if there are any.
    fn to_lobby(&self) {
        let (_, label, _) = self.find("Games", |label| label == "Games" || label.starts_with("Games ("));
        self.press(&label);
        self.wait("Your games");
    }

    fn send(&self, events: impl IntoIterator<Item = Event>) {
        self.eyes.seen(|seen| seen.events.extend(events));
        self.ctx.request_repaint();
        while self.eyes.seen(|seen| !seen.events.is_empty()) {
            thread::sleep(Duration::from_millis(5));
        }
        self.settle();
    }

    /// Some frames, however long they take.
    fn settle(&self) {
        let (start, frames) = (Instant::now(), self.frames());
        while self.frames() < frames + 4 && start.elapsed() < PATIENCE {
            self.ctx.request_repaint();
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Where something is, once it stays there.
    fn place(&self, name: &str) -> Rect {
        let mut before = None;
        loop {
            let (_, _, rect) = self.find(name, |label| label == name);
            if before == Some(rect) {
                return rect;
            }
            before = Some(rect);
            self.settle();
        }
    }

    fn press(&self, name: &str) {
        let (id, ..) = self.find(name, |label| label == name);
        self.send([Event::AccessKitActionRequest(accesskit::ActionRequest {
            action: accesskit::Action::ScrollIntoView,
            target_tree: accesskit::TreeId::ROOT,
            target_node: id,
            data: None,
        })]);
        let pos = self.place(name).center();
        let button = |pressed: bool| Event::PointerButton {
            pos,
            button: PointerButton::Primary,
            pressed,
            modifiers: egui::Modifiers::NONE,
        };
        self.send([Event::PointerMoved(pos), button(true), button(false), Event::PointerGone]);
    }

    fn shot(&self, name: &str) {
        self.settle();
        let (send, image) = channel();
        self.ctx.request_screenshot(move |image| {
            let _late = send.send(image);
        });
        self.ctx.request_repaint();
        let image = image.recv_timeout(PATIENCE).expect("a picture");
        let path = self.to.join(format!("{name}-{}.png", self.name));
        let file = BufWriter::new(fs::File::create(&path).expect("a file"));
        let [width, height] = image.size.map(|side| u32::try_from(side).expect("a side"));
        let mut encoder = png::Encoder::new(file, width, height);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_compression(png::Compression::High);
        let pixels: Vec<u8> =
            image.pixels.iter().flat_map(|pixel| [pixel.r(), pixel.g(), pixel.b()]).collect();
        encoder.write_header().and_then(|mut writer| writer.write_image_data(&pixels)).expect("written");
        println!("{}", path.display());
    }
}

/// What the window costs, as far as the system tells.
impl Hand {
    /// The time that the processor has spent on this process, in milliseconds.
    fn spent() -> Option<f64> {
        let stat = fs::read_to_string("/proc/self/stat").ok()?;
        let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        // User's and system's time, in hundredths of a second.
        Some((fields.get(11)?.parse::<f64>().ok()? + fields.get(12)?.parse::<f64>().ok()?) * 10.0)
    }

    fn frames(&self) -> u32 {
        self.eyes.seen(|seen| seen.frames)
    }

    /// Says what a frame costs when one follows the other.
    fn measure_frames(&self) {
        let (start, frames, before) = (Instant::now(), self.frames(), Hand::spent());
        while start.elapsed() < Duration::from_secs(4) {
            self.ctx.request_repaint();
            thread::sleep(Duration::from_millis(4));
        }
        let count = self.frames() - frames;
        if let Some((before, after)) = before.zip(Hand::spent()) {
            let each = (after - before) / f64::from(count.max(1));
            println!("{count} frames, {each:.2} ms of the processor each, drawing in software included");
        }
    }

    /// Says what is spent while nothing happens.
    fn measure_idle(&self) {
        let (frames, before) = (self.frames(), Hand::spent());
        thread::sleep(Duration::from_secs(10));
        let frames = self.frames() - frames;
        let memory = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let memory = memory.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or_default().trim();
        if let Some((before, after)) = before.zip(Hand::spent()) {
            println!(
                "idle for 10 s: {frames} frames, {:.0} ms of the processor; {memory} of memory",
                after - before
            );
        }
    }
}

/// The other profile.
struct Opponent(Session);

impl Opponent {
    fn new(url: &str, tokens: &Path, name: &str) -> Opponent {
        let settings = Settings::new(url.parse().expect("an address"))
            .with_profile(name.to_lowercase().parse().expect("a profile"))
            .with_tokens(TokenStore::Directory(tokens.to_owned()));
        let (session, _events) = Session::start_with_channel(settings).expect("a session");
        assert!(session.set_name(name).wait().is_done());
        Opponent(session)
    }

    fn open(&self, spec: &str, time: &str) -> GameId {
        let setup = GameSetup { spec: spec.to_owned(), time: time.to_owned(), ..GameSetup::default() };
        match self.0.open_game(setup).wait() {
            Answer::Done { game: Some(game) } => game,
            other => panic!("no game: {other}"),
        }
    }

    fn join(&self, code: &str) -> GameId {
        match self.0.join_game(code).wait() {
            Answer::Done { game: Some(game) } => game,
            other => panic!("no seat: {other}"),
        }
    }

    /// Moves, if it is this profile's turn.
    fn play(&self, game: GameId, cell: &str) -> bool {
        let start = Instant::now();
        while start.elapsed() < Duration::from_millis(1500) {
            if let Some(view) = self.0.game(game).filter(|view| view.takes_my_move()) {
                let action: Action = cell.parse().expect("a cell");
                return self.0.make_move(game, view.ply, action.encode()).wait().is_done();
            }
            thread::sleep(Duration::from_millis(20));
        }
        false
    }

    fn is_over(&self, game: GameId) -> bool {
        self.0.game(game).is_none_or(|view| view.status == Status::Over)
    }
}

fn play(hand: &Hand, server: Server, tokens: &Path, start: Instant) {
    hand.wait("Your games");
    println!("the lobby is there {} ms after the start", start.elapsed().as_millis());
    let blaise = Opponent::new(&server.url, tokens, "Blaise");
    let emmy = Opponent::new(&server.url, tokens, "Emmy");

    // Games that wait for Ada, and some that wait for anyone.
    let slow = emmy.open("connect-four", "days:3");
    emmy.open("mnk:rows=5,columns=5,strike=4,seats=3,misere", "15+10");
    blaise.open("gomoku-10", "5+3");
    hand.press("Take a seat: Emmy, Connect Four");
    hand.wait("on move");
    emmy.play(slow, "d");
    hand.wait("Your turn");
    hand.to_lobby();
    hand.shot("lobby");

    // A game that is won, with little time in between.
    hand.press("tic-tac-toe · 30 s a turn");
    let code = hand.wait("Code ").replace("Code ", "");
    let game = blaise.join(&code);
    hand.wait("on move");
    let mine = ["a1", "b1", "c1"];
    let theirs = ["a2", "c3", "b2"];
    let (mut played, mut answered) = (0, 0);
    let mut warned = false;
    while !blaise.is_over(game) {
        if answered < theirs.len() && blaise.play(game, theirs[answered]) {
            answered += 1;
        }
        hand.wait("Your turn");
        if played == 2 && !warned {
            hand.shot("game");
            hand.wait("little time");
            thread::sleep(Duration::from_secs(3));
            hand.shot("low-time");
            warned = true;
        }
        hand.press(&format!("{}, empty", mine[played]));
        played += 1;
        hand.wait(&format!("{}, X", mine[played - 1]));
        thread::sleep(Duration::from_millis(300));
    }
    hand.wait("You have won");
    hand.shot("won");
    hand.measure_idle();

    // Looked through, with another move beside it.
    hand.press("Look through it");
    hand.press("First position");
    hand.press("One move on");
    hand.press("c3, empty");
    hand.wait("Beside the game");
    hand.press("Back to the game");
    hand.wait("Ways on");
    hand.shot("review");

    // A game of others.
    hand.to_lobby();
    let theirs = blaise.open("connect-four", "10+0");
    emmy.join(&theirs.to_string());
    let (_, watch, _) = hand.find("Watch: ", |label| label.starts_with("Watch: ") && label.contains("Emmy"));
    hand.press(&watch);
    hand.wait("You are watching.");
    for cell in ["d", "d", "c", "e"] {
        let _second = blaise.play(theirs, cell) || emmy.play(theirs, cell);
    }
    hand.wait("last move");
    hand.shot("watch");

    hand.to_lobby();
    hand.press("Create a game …");
    hand.shot("create");
    hand.press("Back");
    hand.press("Gomoku · 10 min for the game");
    let code = hand.wait("Code ").replace("Code ", "");
    let game = blaise.join(&code);
    hand.wait("on move");
    let mine = ["e5", "f6", "d4", "g5", "e7", "h3"];
    let theirs = ["e6", "f5", "c3", "g7", "d6", "j10"];
    let (mut played, mut answered) = (0, 0);
    while played < mine.len() {
        if answered < theirs.len() && blaise.play(game, theirs[answered]) {
            answered += 1;
        }
        hand.wait("Your turn");
        hand.press(&format!("{}, empty", mine[played]));
        hand.wait(&format!("{}, ", mine[played]));
        played += 1;
    }
    if answered < theirs.len() {
        blaise.play(game, theirs[answered]);
    }
    hand.settle();
    hand.shot("board-10");
    hand.measure_frames();

    hand.press("Preferences");
    hand.shot("preferences");
    hand.press("Back");

    drop(server);
    hand.wait("Not connected");
    hand.shot("disconnected");
}
