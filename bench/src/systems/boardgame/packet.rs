//! What boardgame.io's client says over its WebSocket, and what it is told: packets of engine.io
//! (<https://socket.io/docs/v4/engine-io-protocol/>), within them packets of socket.io
//! (<https://socket.io/docs/v4/socket-io-protocol/>), within these the events of `SocketIOTransport` in boardgame.io.

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use super::lobby::Match;

/// Where a client connects: no long polling first, as real clients begin with unless they are told otherwise.
pub const PATH: &str = "/socket.io/?EIO=4&transport=websocket";

/// Opens the game's namespace. The name of a game is that of its namespace.
pub const CONNECT: &str = "40/tic-tac-toe,";

/// The answer to a ping. Without it the server closes the connection.
pub const PONG: &str = "3";

/// An event of the game's namespace: a message, of type event.
const EVENT: &str = "42/tic-tac-toe,";

/// What a client has received.
#[derive(Debug, PartialEq)]
pub enum Received {
    /// engine.io is ready: the namespace may be opened.
    Open,
    Ping,
    /// The namespace is open: events may be sent.
    Connected,
    /// A match as it is, since this client has asked for it.
    Sync {
        id: String,
        state: State,
    },
    /// A match after a move: the answer to the mover, the news to the others.
    Update {
        id: String,
        state: State,
    },
    /// What nobody has asked for here, such as who is connected.
    Other,
}

/// The state of a match, as far as it matters here.
#[derive(Debug, Deserialize, PartialEq)]
pub struct State {
    /// How many moves were made.
    #[serde(rename = "_stateID")]
    pub id: usize,
    #[serde(rename = "G")]
    pub game: Board,
    pub ctx: Progress,
}

/// The game's own part of it.
#[derive(Debug, Deserialize, PartialEq)]
pub struct Board {
    /// Whose mark is in each cell, `"0"` or `"1"`.
    pub cells: Vec<Option<String>>,
}

/// boardgame.io's part of it: whose turn it is, and the like.
#[derive(Debug, Deserialize, PartialEq)]
pub struct Progress {
    /// How the game has ended, if it has.
    #[serde(default)]
    pub gameover: Option<Ending>,
}

/// How a game has ended: a draw, or a winner.
#[derive(Debug, Default, Deserialize, PartialEq)]
#[serde(default)]
pub struct Ending {
    pub draw: bool,
    pub winner: Option<String>,
}

/// Asks for a match, and to be told about it from now on.
pub fn sync(game: &Match, player: usize) -> Result<String> {
    const PLAYERS: u32 = 2;
    event(&("sync", &game.id, player.to_string(), &game.credentials[player], PLAYERS))
}

/// Marks a cell, in the state after so many moves.
pub fn mark(game: &Match, player: usize, state: usize, cell: u8) -> Result<String> {
    let player_id = player.to_string();
    let payload = Payload {
        kind: "clickCell",
        args: [cell],
        player_id: &player_id,
        credentials: &game.credentials[player],
    };
    event(&("update", Action { kind: "MAKE_MOVE", payload }, state, &game.id, &player_id))
}

#[derive(Serialize)]
struct Action<'a> {
    #[serde(rename = "type")]
    kind: &'a str,
    payload: Payload<'a>,
}

#[derive(Serialize)]
struct Payload<'a> {
    #[serde(rename = "type")]
    kind: &'a str,
    args: [u8; 1],
    #[serde(rename = "playerID")]
    player_id: &'a str,
    credentials: &'a str,
}

fn event(arguments: &impl Serialize) -> Result<String> {
    Ok(format!("{EVENT}{}", serde_json::to_string(arguments)?))
}

/// Reads a message of the server's.
pub fn read(text: &str) -> Result<Received> {
    /// Whatever a client knows besides the state: it is not looked at.
    #[derive(Deserialize)]
    struct Synchronised {
        state: State,
    }
    let context = || format!("not understood: {text}");
    if let Some(event) = text.strip_prefix(EVENT) {
        if event.starts_with(r#"["update","#) {
            // The last one is the log since the state before.
            type Arguments<'a> = (&'a str, String, State, serde::de::IgnoredAny);
            let (_, id, state, _) = serde_json::from_str::<Arguments>(event).with_context(context)?;
            return Ok(Received::Update { id, state });
        }
        if event.starts_with(r#"["sync","#) {
            type Arguments<'a> = (&'a str, String, Synchronised);
            let (_, id, Synchronised { state }) =
                serde_json::from_str::<Arguments>(event).with_context(context)?;
            return Ok(Received::Sync { id, state });
        }
        return Ok(Received::Other);
    }
    Ok(match text {
        "2" => Received::Ping,
        _ if text.starts_with(CONNECT) => Received::Connected,
        _ if text.starts_with('0') => Received::Open,
        _ => Received::Other,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    // Taken down from two clients of boardgame.io 0.50.2 and its server: see bench/peers/boardgame/real_client.js.
    const SYNC: &str = r#"42/tic-tac-toe,["sync","4IdMUWxm3gs","0","Dn5kKmvbV7UlQmE7wwRRm",2]"#;
    const MARK: &str = r#"42/tic-tac-toe,["update",{"type":"MAKE_MOVE","payload":{"type":"clickCell","args":[8],"playerID":"0","credentials":"Dn5kKmvbV7UlQmE7wwRRm"}},8,"4IdMUWxm3gs","0"]"#;
    const UPDATE: &str = r#"42/tic-tac-toe,["update","4IdMUWxm3gs",{"G":{"cells":["0","1","0","0","1","1","1","0","0"]},"ctx":{"numPlayers":2,"turn":9,"currentPlayer":"0","playOrder":["0","1"],"playOrderPos":0,"phase":null,"activePlayers":null,"_activePlayersMinMoves":null,"_activePlayersMaxMoves":null,"_activePlayersNumMoves":{},"_prevActivePlayers":[],"_nextActivePlayers":null,"numMoves":1,"gameover":{"draw":true}},"plugins":{"random":{},"log":{"data":{}},"events":{"data":{}}},"_undo":[],"_redo":[],"_stateID":9},[{"action":{"type":"MAKE_MOVE","payload":{"type":"clickCell","args":[8],"playerID":"0"}},"_stateID":8,"turn":9,"phase":null}]]"#;

    fn game() -> Match {
        Match {
            id: "4IdMUWxm3gs".to_owned(),
            credentials: ["Dn5kKmvbV7UlQmE7wwRRm", "KZn8yxfD_0KjOG3IW2VCe"].map(str::to_owned),
        }
    }

    #[test]
    fn a_player_says_what_a_real_client_says() {
        assert_eq!(sync(&game(), 0).unwrap(), SYNC);
        assert_eq!(mark(&game(), 0, 8, 8).unwrap(), MARK);
    }

    #[test]
    fn what_a_real_server_says_is_understood() {
        let Received::Update { id, state } = read(UPDATE).unwrap() else { panic!("not an update") };
        assert_eq!((id.as_str(), state.id), ("4IdMUWxm3gs", 9));
        let marks: Vec<_> = state.game.cells.iter().map(|mark| mark.as_deref().unwrap_or("none")).collect();
        assert_eq!(marks, ["0", "1", "0", "0", "1", "1", "1", "0", "0"]);
        assert_eq!(state.ctx.gameover, Some(Ending { draw: true, winner: None }));

        let open =
            r#"0{"sid":"WVy5S5w5amodzCzjAAAA","upgrades":[],"pingInterval":10000,"pingTimeout":20000}"#;
        assert_eq!(read(open).unwrap(), Received::Open);
        assert_eq!(read(r#"40/tic-tac-toe,{"sid":"sZjF22uOQdAE1CFQAAAC"}"#).unwrap(), Received::Connected);
        assert_eq!(read("2").unwrap(), Received::Ping);
        assert_eq!(read(r#"42/tic-tac-toe,["matchData","4IdMUWxm3gs",[]]"#).unwrap(), Received::Other);
        assert!(read(r#"42/tic-tac-toe,["update","4IdMUWxm3gs",{}]"#).is_err());
    }
}
