//! What has to hold before a figure of boardgame.io's means anything.

use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use tokio::process::Command;

use super::packet::{self, Ending, State};
use super::{Boardgame, Match, Player, sources};
use crate::drawn_game::plies;
use crate::ground::Ground;
use crate::system::System;

/// Checks, with a server in memory and one with files, that illegal moves are refused, that legal ones are told to
/// both, and that real clients send what the benchmark sends.
pub async fn check(ground: &Ground) -> Result<()> {
    refusals(Boardgame::<false>::start(ground, false).await?).await.context("in memory")?;
    refusals(Boardgame::<true>::start(ground, false).await?).await.context("with files")?;
    let server = Boardgame::<false>::start(ground, false).await?;
    real_clients(&server).await.context("real clients")?;
    server.stop().await
}

async fn refusals<const FILES: bool>(server: Boardgame<FILES>) -> Result<()> {
    let game = server.lobby.take().await?;
    let mut x = Player::connect(&server.address).await?;
    let mut o = Player::connect(&server.address).await?;
    x.sync(&game, 0).await?;
    o.sync(&game, 1).await?;

    // The server does not answer these. It takes the messages of a connection in order, and those about a match one
    // after the other: what it says of the legal move at the end tells that nothing has come of those before.
    let forged = Match { credentials: game.credentials.clone().map(|_| "forged".to_owned()), ..game.clone() };
    x.socket.send_text(packet::mark(&game, 1, 0, 0)?).await?; // Not O's turn.
    x.socket.send_text(packet::mark(&forged, 0, 0, 1)?).await?; // Not X.
    x.socket.send_text(packet::mark(&game, 0, 1, 2)?).await?; // Not this ply.
    let state = both(&mut x, &mut o, &game, packet::mark(&game, 0, 0, 4)?).await?;
    ensure!(state.id == 1 && marks(&state) == "....0....", "an illegal move was taken: {}", marks(&state));

    // A taken cell is answered, with the state as it was.
    let state = both(&mut o, &mut x, &game, packet::mark(&game, 1, 1, 4)?).await?;
    ensure!(state.id == 1 && marks(&state) == "....0....", "a cell was marked twice: {}", marks(&state));

    // The centre's row is X's. Then nothing more is taken.
    for (player, ply, cell) in [(1, 1, 0), (0, 2, 3), (1, 3, 1)] {
        let message = packet::mark(&game, player, ply, cell)?;
        if player == 0 {
            both(&mut x, &mut o, &game, message).await?;
        } else {
            both(&mut o, &mut x, &game, message).await?;
        }
    }
    let state = both(&mut x, &mut o, &game, packet::mark(&game, 0, 4, 5)?).await?;
    let won = Ending { draw: false, winner: Some("0".to_owned()) };
    ensure!(state.ctx.gameover.as_ref() == Some(&won), "a row does not win: {:?}", state.ctx);
    // What is kept may be behind what players were told.
    while x.sync(&game, 0).await?.id < 5 {}
    o.socket.send_text(packet::mark(&game, 1, 5, 8)?).await?;
    // The second answer is from after the move: each is waited for.
    o.sync(&game, 1).await?;
    ensure!(marks(&o.sync(&game, 1).await?) == "11.000...", "a move was taken after the end");
    server.stop().await
}

/// A move, and the state that both are told.
async fn both(mover: &mut Player, other: &mut Player, game: &Match, message: String) -> Result<State> {
    mover.socket.send_text(message).await?;
    let ((state, _), (same, _)) = tokio::try_join!(mover.update(game), other.update(game))?;
    ensure!(state == same, "the players are told different things: {state:?} {same:?}");
    Ok(state)
}

fn marks(state: &State) -> String {
    state.game.cells.iter().map(|mark| mark.as_deref().unwrap_or(".")).collect()
}

/// What `real_client.js` prints.
#[derive(Debug, Deserialize)]
struct Line {
    player: String,
    direction: String,
    text: String,
}

/// Lets two real clients play the drawn game, and compares each message that they send.
async fn real_clients(server: &Boardgame<false>) -> Result<()> {
    let game = server.lobby.take().await?;
    let mut command = Command::new("node");
    command.arg("real_client.js").current_dir(sources());
    command.arg(format!("http://{}", server.address)).arg(&game.id).args(&game.credentials);
    command.args(plies().map(|ply| ply.cell().to_string()));
    let output = command.output().await?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr).trim());
    let lines = String::from_utf8(output.stdout)?;
    let lines: Vec<Line> = lines.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;

    for player in 0..2 {
        let sent: Vec<&str> = lines
            .iter()
            .filter(|line| {
                line.player == player.to_string() && line.direction == "sent" && line.text != packet::PONG
            })
            .map(|line| line.text.as_str())
            .collect();
        let mut expected = vec![packet::CONNECT.to_owned(), packet::sync(&game, player)?];
        for ply in plies().filter(|ply| ply.mover == player) {
            expected.push(packet::mark(&game, player, ply.number, ply.cell())?);
        }
        // It says goodbye, which is of no matter.
        let alike = sent.iter().zip(&expected).all(|(sent, expected)| sent == expected);
        ensure!(alike && sent.len() >= expected.len(), "a real client sends {sent:#?} and not {expected:#?}");
    }
    let updates =
        lines.iter().filter(|line| line.text.contains(r#"["update","#) && line.direction == "received");
    ensure!(updates.count() == 2 * plies().count(), "the two are not told of every move");
    Ok(())
}
