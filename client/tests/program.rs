//! The program as it is run, as far as it needs no server.

use std::net::TcpListener;
use std::process::{Command, Output, Stdio};

fn zeitnot(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_zeitnot"));
    // Without a display, so that no window opens.
    for name in [
        "ZEITNOT_SERVER",
        "ZEITNOT_DATABASE",
        "ZEITNOT_PROFILE",
        "ZEITNOT_TOKENS",
        "DISPLAY",
        "WAYLAND_DISPLAY",
    ] {
        command.env_remove(name);
    }
    command.args(arguments).stdin(Stdio::null());
    command
}

fn run(arguments: &[&str]) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = zeitnot(arguments).output().expect("the program runs");
    (
        status.code(),
        String::from_utf8_lossy(&stdout).into_owned(),
        String::from_utf8_lossy(&stderr).into_owned(),
    )
}

#[test]
fn a_clock_is_shown_turn_by_turn() {
    let (code, out, err) = run(&["clock", "fischer:5m+30s", "1:00", "1:20", "2:40"]);
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert_eq!(
        out.lines().collect::<Vec<_>>(),
        [
            "fischer:5m+30s",
            " turn       before         used        after",
            "    1         5:00         1:00         4:30",
            "    2         4:30         1:20         3:40",
            "    3         3:40         2:40         1:30",
        ]
    );
}

#[test]
fn a_clock_is_shown_to_programs() {
    let (code, out, _) = run(&["clock", "--json", "absolute:600s", "45", "600"]);
    assert_eq!(code, Some(0));
    let turns: Vec<serde_json::Value> =
        out.lines().map(|line| serde_json::from_str(line).expect("an object a line")).collect();
    assert_eq!(turns.len(), 2);
    assert_eq!(turns[0]["after_us"], 555_000_000);
    assert_eq!((&turns[0]["flagged"], &turns[1]["flagged"]), (&false.into(), &true.into()));
    assert!(turns[0]["bank_us"].is_null());
}

#[test]
fn a_record_is_told_ply_by_ply_where_there_is_no_terminal() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = directory.path().join("game.txt");
    let page = include_str!("../../docs/records.md");
    let record = page.split("```\n").nth(1).expect("an example");
    std::fs::write(&path, record).expect("a file");
    let path = path.to_str().expect("a path");
    let (code, out, err) = run(&["review", path]);
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert!(out.contains("3. Ada has played a2. 0:02.000001"), "{out}");
    assert!(out.ends_with("Ada has won: three in a row, a2 to c2.\n"), "{out}");

    let file = std::fs::File::open(path).expect("a file");
    let piped = zeitnot(&["review", "-"]).stdin(file).output().expect("the program runs");
    assert_eq!(
        (piped.status.code(), String::from_utf8_lossy(&piped.stdout).as_ref()),
        (Some(0), out.as_str())
    );

    for (text, said) in [
        ("hello".as_bytes(), "this is no record of a game: the tag Rules is missing"),
        (b"\xff", "cannot be read: "),
        (
            record.replace("00}\n5.", "00\n5.").as_bytes(),
            "this is no record of a game: line 21: a brace is not closed",
        ),
    ] {
        std::fs::write(path, text).expect("a file");
        let (code, out, err) = run(&["review", path]);
        assert_eq!((code, out.as_str(), err.lines().count()), (Some(1), "", 1), "{err}");
        assert!(err.starts_with("error: ") && err.contains(said), "{err}");
    }
    let (code, _, err) = run(&["review", &format!("{path}.none")]);
    assert!(code == Some(1) && err.contains(".none cannot be read: "), "{err}");
}

#[test]
fn what_is_wrong_on_the_command_line_is_said_at_once() {
    for (arguments, said) in [
        (&["clock", "chess", "1"][..], "there is no time control `chess`"),
        (&["play", "--time", "turn:61d"], "60d"),
        (&["play", "--policy", "skip"], "a timeout policy begins with forfeit, skip:TURNS, play"),
        (&["name", "\u{200b}"], "no invisible characters"),
        (&["games", "--profile", "../other"], "a profile's name"),
        (&["games", "--server", "ftp://host"], "not ftp://"),
        (&["play", "--time", "turn:30s\n\nUsage: x"], r"not `30s\n\nUsage: x`"),
        (&["play", "--against", "me"], "[possible values: bot]"),
        (&["play", "--tme", "none"], "tip: a similar argument exists: '--time'"),
        (&["clock"], "were not provided: <CONTROL>"),
    ] {
        let (code, out, err) = run(arguments);
        assert_eq!((code, out.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(err.starts_with("error: ") && err.contains(said), "{arguments:?}: {err}");
        assert_eq!(err.lines().count(), 1, "{arguments:?}: {err}");
    }
    let (code, _, err) = run(&["play", "--strike", "9"]);
    assert_eq!(code, Some(1));
    assert!(err.starts_with("error: these rules cannot be played: ") && err.contains("`strike`"), "{err}");
    assert_eq!(err.lines().count(), 1, "{err}");
}

#[test]
fn what_is_wrong_with_a_clock_is_one_line() {
    for (arguments, said) in [
        (&["chess", "1"][..], "there is no time control `chess`"),
        (&["turn:61d", "1"], "turn must be 1s to 60d, not 61d"),
        (&["fischer:5m", "1"], "write fischer:MAIN+INCREMENT"),
        (&["turn:30s", "soon"], "a time is written 1:20, 1:30:00, 90s, 5m, 1h, 3d or 34.99"),
        (&["turn:30s", "-5", "--json"], "not `-5`"),
        (&["turn:30s", "-5s"], "not `-5s`"),
        (&["turn:30s", "1:00", "--no"], "not `--no`"),
        (&["turn:30s", "1:5"], "not `1:5`"),
        (&["turn:30s", "1\n2"], r"not `1\n2`"),
        (&["", "1"], "there is no time control"),
    ] {
        let (code, out, err) = run(&[&["clock"], arguments].concat());
        assert_eq!((code, out.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(err.starts_with("error: ") && err.contains(said), "{arguments:?}: {err}");
        assert_eq!(err.lines().count(), 1, "{arguments:?}: {err}");
    }
}

#[test]
fn a_server_that_is_not_there_is_named() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("an address").to_string();
    drop(listener);
    let tokens = tempfile::tempdir().expect("a temporary directory");
    let tokens = tokens.path().to_str().expect("a path");
    let (code, out, err) = run(&["games", "--server", &address, "--tokens", tokens]);
    assert_eq!((code, out.as_str()), (Some(1), ""));
    let expected = format!("error: not connected to http://{address}: nobody answers at http://{address}\n");
    assert_eq!(err, expected);
}

#[test]
fn output_that_nobody_reads_any_more_is_no_error() {
    let mut child = zeitnot(&["clock", "none", "1", "2", "3"]);
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let status = child.stdout(writer).stderr(Stdio::piped()).output().expect("the program runs");
    assert_eq!((status.status.code(), String::from_utf8_lossy(&status.stderr).as_ref()), (Some(0), ""));
}

#[test]
fn what_cannot_be_played_is_said_with_what_can() {
    let (code, _, err) = run(&["play", "--game", "chess"]);
    assert_eq!(code, Some(1));
    assert!(err.contains("there is no game called `chess`; there are tic-tac-toe, "), "{err}");
    let (_, _, err) = run(&["play", "--against", "bot", "--rated"]);
    assert_eq!(err, "error: a game against house bots is not rated: leave out --rated\n");
}
