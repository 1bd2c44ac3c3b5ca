//! A player in TypeScript, on SpacetimeDB's own SDK for Node, against a player in Rust.

use std::collections::HashMap;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{LazyLock, mpsc};
use std::time::Instant;

use zeitnot_bindings::{GameConfig, open_game};
use zeitnot_tests::{LIMIT, Player, Server, config};

#[test]
fn a_game_opened_in_typescript_is_won_there_and_both_sides_see_every_move() {
    let Some(program) = &*PROGRAM else { return };
    let server = Server::start();
    let theirs = TypeScript::play(program, &server, None);
    let code = theirs.wait_for("an open game", |row| row["status"] == "Waiting" && !row["code"].is_empty());
    let game = number(&code["id"]);

    let rust = Player::join(&server);
    rust.take_seat(&code["code"]).expect("a free seat");
    // TypeScript marks the first free cell each time, and so the top row while Rust keeps below it.
    rust.wait_for(game, "the first move", |row| row.ply() == 1);
    rust.mark(game, 1, 1).expect("a legal move");
    theirs.wait_for("Rust's move", |row| row["moves"] == "0:1,0,0,0;1:1,0,1,1");
    rust.wait_for(game, "the answer", |row| row.ply() == 3);
    rust.mark(game, 2, 2).expect("a legal move");

    let over = rust.wait_for_end(game);
    let played: Vec<_> = over.moves.iter().map(|it| (it.seat, it.action.as_slice())).collect();
    assert_eq!(
        played,
        [
            (0, [1, 0, 0, 0].as_slice()),
            (1, &[1, 0, 1, 1]),
            (0, &[1, 0, 0, 1]),
            (1, &[1, 0, 2, 2]),
            (0, &[1, 0, 0, 2]),
        ]
    );
    assert_eq!((&over.winners, over.ending.as_str()), (&vec![0], "line"));
    let row = theirs.wait_for("the end", |row| row["status"] == "Over");
    assert_eq!(row["moves"], "0:1,0,0,0;1:1,0,1,1;0:1,0,0,1;1:1,0,2,2;0:1,0,0,2");
    assert_eq!((row["seat"].as_str(), row["winners"].as_str(), row["ending"].as_str()), ("0", "0", "line"));

    let last = theirs.wait_for("the last line", |row| row.contains_key("late"));
    assert_eq!(last["late"], "game_over", "a refusal arrives with its code");
    let identity = over.players[0].identity.expect("a player");
    assert_eq!(last["player"], identity.to_hex().to_string());
    theirs.finish();
}

#[test]
fn typescript_joins_by_code_and_sees_itself_lose() {
    let Some(program) = &*PROGRAM else { return };
    let server = Server::start();
    let rust = Player::join(&server);
    let config = GameConfig { private: true, ..config("tic-tac-toe", "5+3") };
    rust.call(|reducers, answer| reducers.open_game_then(config, answer.take()).expect("sent"))
        .expect("open_game");
    let waiting = rust.wait("the open game", |games| games.first().cloned());
    let theirs = TypeScript::play(program, &server, Some(&waiting.code));

    // TypeScript takes the top left corner, then the cells beside it: Rust has the middle row.
    for (ply, column) in [(0, 0), (2, 1), (4, 2)] {
        rust.wait_for(waiting.id, "Rust's turn", |row| row.ply() == ply && row.to_move() == [0]);
        rust.mark(waiting.id, 1, column).expect("a legal move");
    }
    assert_eq!(rust.wait_for_end(waiting.id).winners, [0]);
    let row = theirs.wait_for("the end", |row| row["status"] == "Over");
    assert_eq!(row["moves"], "0:1,0,1,0;1:1,0,0,0;0:1,0,1,1;1:1,0,0,1;0:1,0,1,2");
    assert_eq!((row["seat"].as_str(), row["winners"].as_str(), row["ending"].as_str()), ("1", "0", "line"));
    theirs.finish();
}

/// The player's script, built once; `None` on a machine without Node, unless that machine is a build server.
static PROGRAM: LazyLock<Option<PathBuf>> = LazyLock::new(|| {
    if !runs("node") || !runs("npm") {
        let missing = "Node and npm are not on PATH";
        assert!(std::env::var_os("CI").is_none(), "{missing}: a build server has to have them");
        eprintln!("skipped: {missing}");
        return None;
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("typescript");
    if !is_installed(&folder) {
        npm(&folder, &["ci", "--no-audit", "--no-fund"]);
    }
    npm(&folder, &["run", "build", "--silent"]);
    Some(folder.join("build/play.mjs"))
});

fn runs(program: &str) -> bool {
    let version = Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    version.is_ok_and(|status| status.success())
}

/// Whether what `package-lock.json` names was installed after it was last changed.
fn is_installed(folder: &Path) -> bool {
    let changed = |file: &str| folder.join(file).metadata().and_then(|it| it.modified());
    match (changed("package-lock.json"), changed("node_modules/.package-lock.json")) {
        (Ok(wanted), Ok(installed)) => installed > wanted,
        _ => false,
    }
}

fn npm(folder: &Path, arguments: &[&str]) {
    let output = Command::new("npm").args(arguments).current_dir(folder).output().expect("npm starts");
    assert!(
        output.status.success(),
        "npm {arguments:?} in {}:\n{}{}",
        folder.display(),
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
}

/// A line of the script: its `name=value` pairs.
type Row = HashMap<String, String>;

/// The script at play, as a process of its own.
struct TypeScript {
    child: Child,
    rows: mpsc::Receiver<Row>,
}

impl TypeScript {
    /// Opens a game, or joins the one that is named.
    fn play(program: &Path, server: &Server, game: Option<&str>) -> Self {
        let mut child = Command::new("node")
            .arg(program)
            .args([server.url(), server.database()])
            .args(game)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .expect("node starts");
        let lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        let (sender, rows) = mpsc::channel();
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                let pairs = line.split(' ').filter_map(|pair| pair.split_once('='));
                let row = pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
                if sender.send(row).is_err() {
                    break;
                }
            }
        });
        Self { child, rows }
    }

    /// Reads on until a line is as wanted, and gives it.
    #[track_caller]
    fn wait_for(&self, what: &str, wanted: impl Fn(&Row) -> bool) -> Row {
        let until = Instant::now() + LIMIT;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match self.rows.recv_timeout(left) {
                Ok(row) if wanted(&row) => return row,
                Ok(_) => {}
                Err(error) => panic!("the script has not printed {what}: {error}"),
            }
        }
    }

    /// Waits until the script has ended, and well.
    fn finish(mut self) {
        let status = self.child.wait().expect("a child of ours");
        assert!(status.success(), "the script ended with {status}");
    }
}

impl Drop for TypeScript {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn number(text: &str) -> u64 {
    text.parse().expect("a number")
}
