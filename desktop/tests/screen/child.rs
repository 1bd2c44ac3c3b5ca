//! A process with a window in it, and a hand that plays in it.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, ExitStatus};
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

use clap::{Parser, ValueEnum};
use eframe::egui::ViewportCommand;
use zeitnot_desktop::model::{Place, Preferences, ThemeChoice};
use zeitnot_desktop::shell::{self, Args};

use super::display::Display;
use super::eyes::Eyes;
use super::hand::Hand;
use super::scenes;

/// What is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Scene {
    /// A game that this window opens.
    Opens,
    /// The game that the other window has opened.
    Joins,
    /// This window starts a server of its own.
    Hosts,
    /// Drawing breaks.
    Breaks,
    /// All screens, for pictures.
    Pictures,
    /// What frames cost.
    Cost,
    /// A hundred games.
    Hundred,
}

/// A window and what is done in it.
#[derive(Clone, Debug, Parser)]
pub struct Options {
    /// What is played.
    #[arg(long)]
    pub scene: Scene,
    /// The server's address.
    #[arg(long)]
    pub server: String,
    /// Its process, to end it.
    #[arg(long)]
    pub server_process: u32,
    /// The player's name.
    #[arg(long, default_value = "Ada")]
    pub name: String,
    /// Where the window keeps what it keeps.
    #[arg(long)]
    pub directory: PathBuf,
    /// Where pictures go.
    #[arg(long)]
    pub pictures: PathBuf,
    /// What their names end in.
    #[arg(long, default_value = "dark")]
    pub look: String,
    /// Light instead of dark.
    #[arg(long)]
    pub light: bool,
    /// With strong colours.
    #[arg(long)]
    pub contrast: bool,
    /// The scale of texts.
    #[arg(long, default_value_t = 1.0)]
    pub scale: f32,
    /// The window's width.
    #[arg(long, default_value_t = 1000.0)]
    pub width: f32,
    /// The window's height.
    #[arg(long, default_value_t = 720.0)]
    pub height: f32,
}

impl Options {
    /// The arguments by which a child is told.
    fn arguments(&self) -> Vec<String> {
        let scene = self.scene.to_possible_value().expect("a name");
        let mut arguments = vec![
            format!("--scene={}", scene.get_name()),
            format!("--server={}", self.server),
            format!("--server-process={}", self.server_process),
            format!("--name={}", self.name),
            format!("--directory={}", self.directory.display()),
            format!("--pictures={}", self.pictures.display()),
            format!("--look={}", self.look),
            format!("--scale={}", self.scale),
            format!("--width={}", self.width),
            format!("--height={}", self.height),
        ];
        arguments.extend(self.light.then(|| "--light".to_owned()));
        arguments.extend(self.contrast.then(|| "--contrast".to_owned()));
        arguments
    }

    /// Where the player's token is.
    pub fn tokens(&self) -> PathBuf {
        self.directory.join("tokens")
    }
}

/// A process with a window, on a display of its own.
pub struct Playing {
    child: Child,
    _display: Display,
}

impl Playing {
    pub fn start(options: &Options) -> Playing {
        Playing::start_as(&std::env::current_exe().expect("this program"), options)
    }

    /// Starts it as this program, which is this one in another place.
    pub fn start_as(program: &Path, options: &Options) -> Playing {
        let display = Display::start();
        fs::create_dir_all(&options.pictures).expect("a folder");
        let child = Command::new(program)
            .args(options.arguments())
            .env("DISPLAY", &display.name)
            .env_remove("WAYLAND_DISPLAY")
            // No graphics card is needed.
            .env("LIBGL_ALWAYS_SOFTWARE", "1")
            // Where a server of the window's own keeps its games.
            .env("XDG_DATA_HOME", options.directory.join("data"))
            .spawn()
            .expect("this program");
        Playing { child, _display: display }
    }

    /// The number of its process.
    pub fn process_id(&self) -> u32 {
        self.child.id()
    }

    /// Waits until what was to be played has been played.
    pub fn finish(self, limit: Duration) {
        let status = self.end(limit);
        assert!(status.success(), "{status}; its output says why");
    }

    /// Waits until it ends, and says how.
    pub fn end(mut self, limit: Duration) -> ExitStatus {
        let start = Instant::now();
        loop {
            match self.child.try_wait().expect("a child") {
                Some(status) => return status,
                None if start.elapsed() > limit => panic!("not done within {limit:?}"),
                None => thread::sleep(Duration::from_millis(20)),
            }
        }
    }
}

impl Drop for Playing {
    fn drop(&mut self) {
        let _gone = self.child.kill();
        let _gone = self.child.wait();
    }
}

/// Opens the window, and plays in it.
pub fn run(options: &Options) -> ExitCode {
    let folder = options.directory.join("preferences");
    fs::create_dir_all(&folder).expect("a folder");
    let written = toml::to_string(&preferences(options)).expect("a text");
    fs::write(folder.join("default.toml"), written).expect("written");
    let args = Args::parse_from([
        "zeitnot-window",
        "--server",
        &options.server,
        "--tokens",
        &text(&options.tokens()),
        "--directory",
        &text(&options.directory),
    ]);
    let start = Instant::now();
    let (done, ended) = channel();
    let asked = options.clone();
    let opened = shell::open_with(args, move |ctx| {
        let eyes = Eyes::default();
        ctx.add_plugin(eyes.clone());
        ctx.enable_accesskit();
        let hand = Hand::new(ctx.clone(), eyes, asked.pictures.clone(), asked.look.clone());
        let ctx = ctx.clone();
        thread::spawn(move || {
            let played = catch_unwind(AssertUnwindSafe(|| scenes::play(&hand, &asked, start)));
            let _closed = done.send(played.is_ok());
            ctx.send_viewport_cmd(ViewportCommand::Close);
            ctx.request_repaint();
        });
    });
    opened.expect("a window");
    if ended.try_recv() == Ok(true) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn preferences(options: &Options) -> Preferences {
    Preferences {
        name: options.name.clone(),
        language: Some("en".to_owned()),
        theme: if options.light { ThemeChoice::Light } else { ThemeChoice::Dark },
        high_contrast: options.contrast,
        scale: options.scale,
        reduced_motion: true,
        place: Some(Place { x: Some(0.0), y: Some(0.0), width: options.width, height: options.height }),
        ..Preferences::default()
    }
}

fn text(path: &Path) -> String {
    path.display().to_string()
}
