//! From a checkout to a board, with one command.

use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

use anyhow::{Context, Result};
use xshell::Shell;

use crate::build;
use crate::server::Server;

/// Where a server for play listens: the second terminal finds the first one's there.
const ADDRESS: &str = "127.0.0.1:3000";

/// The profile of whoever joins from a second terminal: one computer, two players.
const SECOND_PROFILE: &str = "second";

/// Builds what is needed, starts a server unless one runs, and plays.
pub fn run(shell: &Shell, arguments: &[String]) -> Result<ExitCode> {
    build::announce(shell);
    build::module(shell)?;
    build::programs(shell)?;
    if !std::io::stdin().is_terminal() {
        show(shell)
    } else if arguments.is_empty() && has_display() {
        open(shell)
    } else {
        play(shell, arguments)
    }
}

/// Whether a window can be opened.
fn has_display() -> bool {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    cfg!(not(unix)) || cfg!(target_os = "macos") || set("DISPLAY") || set("WAYLAND_DISPLAY")
}

/// Opens the window: the first player's with a server, the second player's on it.
fn open(shell: &Shell) -> Result<ExitCode> {
    let mut window = Command::new(build::binary(shell, "zeitnot-window"));
    let server = if Server::answers(ADDRESS) {
        eprintln!("A server runs at http://{ADDRESS} already; opening the window of {SECOND_PROFILE:?}.");
        window.args(["--server", &format!("http://{ADDRESS}"), "--profile", SECOND_PROFILE]);
        None
    } else {
        let data = data_dir();
        let server = Server::start(shell, ADDRESS, &data)?;
        eprintln!("Your games are kept in {}; the server stops with this window.", data.display());
        window.args(["--server", &server.url]);
        Some(server)
    };
    let status = window.status().context("the window does not open")?;
    drop(server);
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn play(shell: &Shell, arguments: &[String]) -> Result<ExitCode> {
    let mut client = Command::new(build::binary(shell, "zeitnot"));
    let server = if Server::answers(ADDRESS) {
        eprintln!("A server runs at http://{ADDRESS} already; joining it as the player {SECOND_PROFILE:?}.");
        client.args(["--server", &format!("http://{ADDRESS}"), "--profile", SECOND_PROFILE]);
        None
    } else {
        let data = data_dir();
        let server = Server::start(shell, ADDRESS, &data)?;
        eprintln!("Your games are kept in {}.", data.display());
        client.args(["--server", &server.url]);
        Some(server)
    };
    // For the commands that the client names to its user.
    client.env("ZEITNOT_CALLED_AS", "cargo xtask play");
    client.arg("play").args(arguments);
    if arguments.is_empty() && server.is_some() {
        client.args(["--against", "bot"]);
    }
    let status = client.status().context("the client does not start")?;
    if server.is_some() {
        eprintln!(
            "The server stops with this window; games that go on wait for the next `cargo xtask play`."
        );
    }
    drop(server);
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Nobody is there to play: two bots do, on a server that is gone afterwards.
fn show(shell: &Shell) -> Result<ExitCode> {
    let data = shell.create_temp_dir()?;
    let server = Server::start(shell, "127.0.0.1:0", data.path())?;
    let status = Command::new(build::binary(shell, "zeitnot"))
        .args(["--server", &server.url, "demo"])
        .status()
        .context("the client does not start")?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The server's data for play, apart from what a test or another server keeps.
fn data_dir() -> PathBuf {
    std::env::var_os("ZEITNOT_DATA_DIR").map_or_else(|| build::root().join(".zeitnot"), PathBuf::from)
}
