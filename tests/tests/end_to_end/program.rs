//! The terminal client as a program.

use std::process::{Command, Stdio};

use tempfile::TempDir;
use zeitnot_bindings::{GameConfig, ask_rematch, open_game, resign};
use zeitnot_tests::{Player, Server, beside_the_tests, config};

fn zeitnot(server: &Server, tokens: &TempDir) -> Command {
    let mut command = Command::new(beside_the_tests("zeitnot"));
    command.args(["--server", server.url(), "--database", server.database(), "--tokens"]).arg(tokens.path());
    command
}

#[test]
fn the_demonstration_shows_a_win_a_draw_and_a_forfeit() {
    let server = Server::start();
    let tokens = TempDir::new().expect("a temporary directory");
    let shown =
        zeitnot(&server, &tokens).arg("demo").stdin(Stdio::null()).output().expect("the program runs");
    let text = String::from_utf8_lossy(&shown.stdout);
    assert!(shown.status.success(), "{text}\n{}", String::from_utf8_lossy(&shown.stderr));
    for word in ["won", "drawn", "time"] {
        assert!(text.contains(word), "{word:?} is not in\n{text}");
    }
    assert!(!text.contains('\u{1b}'), "no escape codes where there is no terminal");
}

#[test]
fn a_bot_is_challenged_from_the_command_line_and_plays() {
    let server = Server::start();
    let tokens = TempDir::new().expect("a temporary directory");
    let mut bot = zeitnot(&server, &tokens)
        .args(["bot", "--name", "Deep Thought", "--level", "5"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program runs");
    // Kept open to the end: what nobody reads any more would end it.
    let mut told = std::io::BufReader::new(bot.stdout.take().expect("a pipe"));
    let mut line = String::new();
    std::io::BufRead::read_line(&mut told, &mut line).expect("its first line");
    assert!(line.starts_with("Connected as"), "{line}");
    // It may not have its name yet.
    let until = std::time::Instant::now() + zeitnot_tests::LIMIT;
    let text = loop {
        let mut ann = zeitnot(&server, &tokens)
            .args(["challenge", "deep thought"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program runs");
        {
            use std::io::Write;
            let mut lines = ann.stdin.take().expect("a pipe");
            // It may have ended, having found no such player.
            let _ = writeln!(lines, "b2\nresign");
        }
        let shown = ended(ann);
        if shown.status.success() {
            break String::from_utf8_lossy(&shown.stdout).into_owned();
        }
        assert!(std::time::Instant::now() < until, "nobody is called that");
    };
    let _ = bot.kill();
    let _ = bot.wait();
    assert!(text.contains("Deep Thought (bot)"), "{text}");
    assert!(text.contains("Deep Thought has won: you resigned."), "{text}");
}

#[test]
fn a_game_is_played_by_lines_from_a_pipe() {
    let server = Server::start();
    let tokens = TempDir::new().expect("a temporary directory");
    let bob = Player::join(&server);
    let waiting = bob.open("tic-tac-toe", "");
    let mut ann = zeitnot(&server, &tokens)
        .args(["play", "--join", &waiting.code])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program runs");
    // Bob takes the top row; Ann answers by number, and by row and column.
    {
        use std::io::Write;
        let mut lines = ann.stdin.take().expect("a pipe");
        writeln!(lines, "4\n2 2").expect("the program reads");
    }
    for column in 0..3 {
        bob.mark(waiting.id, 0, column).expect("a legal move");
    }
    let row = bob.wait_for_end(waiting.id);
    assert_eq!((&row.winners, row.ending.as_str()), (&vec![0], "line"));
    let cells: Vec<&[u8]> =
        row.moves.iter().filter(|ply| ply.seat == 1).map(|ply| &ply.action[2..]).collect();
    assert_eq!(cells, [&[1, 0], &[1, 1]]);
    let shown = ended(ann);
    let text = String::from_utf8_lossy(&shown.stdout);
    assert!(text.contains("lost") || text.contains("won"), "{text}");
}

#[test]
fn a_spectator_goes_over_to_the_next_game_of_a_series() {
    let server = Server::start();
    let tokens = TempDir::new().expect("a temporary directory");
    let (ann, bob) = (Player::join(&server), Player::join(&server));
    let setup = GameConfig { series: "best-of:3".to_owned(), ..config("tic-tac-toe", "") };
    ann.call(|reducers, answer| reducers.open_game_then(setup, answer.take()).expect("sent")).expect("rules");
    let first = ann.wait("the game", |rows| rows.first().map(|row| row.id));
    bob.take_seat(&first.to_string()).expect("a free seat");
    let mut watch = zeitnot(&server, &tokens)
        .args(["watch", &first.to_string()])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut told = std::io::BufRead::lines(std::io::BufReader::new(watch.stdout.take().expect("a pipe")));
    let mut shows = |game: u64| {
        let head = format!("Zeitnot · game {game} ");
        told.by_ref().map_while(Result::ok).any(|line| line.starts_with(&head))
    };
    assert!(shows(first));
    bob.call(|reducers, answer| reducers.resign_then(first, answer.take()).expect("sent")).expect("his game");
    for player in [&ann, &bob] {
        player
            .call(|reducers, answer| reducers.ask_rematch_then(first, answer.take()).expect("sent"))
            .expect("the next game");
    }
    let next = ann.wait("the next game", |rows| rows.iter().map(|row| row.id).find(|id| *id != first));
    assert!(shows(next));
    let _ = watch.kill();
    let _ = watch.wait();
}

/// What a program has said once it has ended; it is not waited for for ever.
fn ended(mut program: std::process::Child) -> std::process::Output {
    let until = std::time::Instant::now() + zeitnot_tests::LIMIT;
    while program.try_wait().expect("a child").is_none() {
        if std::time::Instant::now() > until {
            let _ = program.kill();
            panic!("it did not end; it said {:?}", program.wait_with_output());
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    program.wait_with_output().expect("it has ended")
}
