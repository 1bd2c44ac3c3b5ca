//! What is tried, each over a server of its own.

use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};
use std::{fs, thread};

use libtest_mimic::Trial;
use zeitnot_client::session::{MoveKind, Status};
use zeitnot_rules::mnk::Action;

use super::child::{Options, Playing, Scene};
use super::display::Display;
use super::opponent::session;
use super::server::Server;

/// What pictures end in, and what the window looks like in them.
type Look = (&'static str, fn(Options) -> Options);

const LOOKS: [Look; 5] = [
    ("dark", |plain| plain),
    ("light", |plain| Options { light: true, ..plain }),
    ("contrast", |plain| Options { light: true, contrast: true, ..plain }),
    ("large", |plain| Options { scale: 2.0, width: 1400.0, height: 1000.0, ..plain }),
    ("narrow", |plain| Options { width: 480.0, height: 800.0, ..plain }),
];

/// All of them; those that make pictures and measure are run by name only.
pub fn all() -> Vec<Trial> {
    let mut trials = vec![
        trial("two_windows_play_a_game", two_windows_play_a_game),
        trial("a_server_of_ones_own_ends_with_the_window", a_server_of_ones_own),
        trial("cost", || alone(Scene::Cost, Duration::from_mins(3))).with_ignored_flag(true),
        trial("hundred", || alone(Scene::Hundred, Duration::from_mins(30))).with_ignored_flag(true),
    ];
    let pictures = |look: Look| trial(&format!("pictures_{}", look.0), move || pictures(look));
    trials.extend(LOOKS.map(|look| pictures(look).with_ignored_flag(true)));
    // The way to break a widget from outside is there in debug builds only.
    if cfg!(debug_assertions) {
        trials.push(trial("what_breaks_leaves_a_report_and_a_window", what_breaks));
    }
    trials
}

fn trial(name: &str, run: impl Fn() + Send + 'static) -> Trial {
    Trial::test(name, move || {
        if Display::is_there() {
            run();
        }
        Ok(())
    })
}

/// Where pictures go that are looked at only if a test fails.
fn scratch() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("screen")
}

fn options(scene: Scene, server: &Server, directory: &Path) -> Options {
    plain(scene, &server.url, server.process_id(), directory)
}

fn plain(scene: Scene, server: &str, server_process: u32, directory: &Path) -> Options {
    Options {
        scene,
        server: server.to_owned(),
        server_process,
        name: "Ada".to_owned(),
        directory: directory.to_owned(),
        pictures: scratch(),
        look: "dark".to_owned(),
        light: false,
        contrast: false,
        scale: 1.0,
        width: 1000.0,
        height: 720.0,
    }
}

fn two_windows_play_a_game() {
    let server = Server::start();
    let home = |name: &str| (tempfile::tempdir().expect("a directory"), name.to_owned());
    let (ada_home, ada) = home("Ada");
    let (blaise_home, blaise) = home("Blaise");
    let opens =
        Options { name: ada, look: "ada".to_owned(), ..options(Scene::Opens, &server, ada_home.path()) };
    let joins = Options {
        name: blaise,
        look: "blaise".to_owned(),
        ..options(Scene::Joins, &server, blaise_home.path())
    };
    let (first, second) = (Playing::start(&opens), Playing::start(&joins));
    first.finish(Duration::from_mins(2));
    second.finish(Duration::from_mins(2));

    // What the windows have shown is what the server has.
    let session = session(&server.url, &opens.tokens(), "default");
    let game = || session.snapshot().games.into_values().next();
    until("the game", || game().is_some());
    let game = game().expect("the game");
    assert_eq!((game.status, game.ending.as_str()), (Status::Over, "line"));
    assert_eq!(game.winners, [game.seat]);
    let marked = |mine: bool| -> Vec<String> {
        let moves = game.moves.iter().filter(|made| (made.seat == game.seat) == mine);
        let cells = moves.map(|made| match &made.kind {
            MoveKind::Action(action) => Action::decode(action).expect("a move").to_string(),
            other => panic!("no move: {other:?}"),
        });
        cells.collect()
    };
    assert_eq!(marked(true), ["a1", "b1", "c1"]);
    // How many the other one made depends on who began, and that was chance.
    let theirs = marked(false);
    assert!(["a2", "c3", "b3"].map(str::to_owned).starts_with(&theirs) && theirs.len() >= 2, "{theirs:?}");
}

fn what_breaks() {
    let server = Server::start();
    let home = tempfile::tempdir().expect("a directory");
    let options = options(Scene::Breaks, &server, home.path());
    Playing::start(&options).finish(Duration::from_mins(1));
    let reports: Vec<PathBuf> = fs::read_dir(home.path().join("reports"))
        .expect("a folder for reports")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    let [report] = &reports[..] else { panic!("one report: {reports:?}") };
    let text = fs::read_to_string(report).expect("a report");
    assert!(text.contains("a widget breaks, as the test wants it") && text.contains("eyes.rs"), "{text}");
}

/// Ended by the system, as at the end of a desktop's session. A window that is killed outright (SIGKILL) cannot end
/// the server: the next one finds it at the same address, and plays on it.
fn a_server_of_ones_own() {
    let home = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a directory");
    let program = home.path().join("window");
    fs::hard_link(std::env::current_exe().expect("this program"), &program).expect("linked");
    for file in ["zeitnot-server", "zeitnot_module.wasm"] {
        fs::hard_link(Server::folder().join(file), home.path().join(file))
            .unwrap_or_else(|error| panic!("{file} ({error}): run the tests with `cargo xtask test`"));
    }
    let free = TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("a free port");
    let pictures = home.path().join("pictures");
    let options = Options {
        server: format!("http://{free}"),
        pictures: pictures.clone(),
        ..plain(Scene::Hosts, "", 0, home.path())
    };
    let playing = Playing::start_as(&program, &options);
    until("a lobby on the server of the window's own", || pictures.join("hosted-dark.png").exists());
    let told = Command::new("kill").args(["-TERM", &playing.process_id().to_string()]).status();
    assert!(told.expect("the kill command").success());
    let status = playing.end(Duration::from_secs(20));
    assert!(status.code().is_some(), "{status}: it closes as its user would close it");
    until("the end of the server", || TcpStream::connect(free).is_err());
    let kept = fs::read_to_string(home.path().join("preferences/default.toml")).expect("preferences");
    assert!(kept.contains(&free.to_string()), "{kept}");
}

/// Waits until this is so.
fn until(what: &str, is_so: impl Fn() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < Duration::from_secs(60), "{what} does not come");
        thread::sleep(Duration::from_millis(20));
    }
}

/// One window on a server of its own.
fn alone(scene: Scene, limit: Duration) {
    let server = Server::start();
    let home = tempfile::tempdir().expect("a directory");
    Playing::start(&options(scene, &server, home.path())).finish(limit);
}

fn pictures((look, change): Look) {
    let images = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/images");
    let server = Server::start();
    let home = tempfile::tempdir().expect("a directory");
    let plain = options(Scene::Pictures, &server, home.path());
    let options = Options { look: look.to_owned(), pictures: images, ..change(plain) };
    Playing::start(&options).finish(Duration::from_mins(5));
}
