//! Matchmaking that lives elsewhere: starts one game between players whom it has paired.
//!
//! `matchmaker URL TOKEN KEY PLAYER PLAYER`, with the token of the owner or of a matchmaker, and the players'
//! identities in hexadecimal.

use std::{env, error::Error, sync::mpsc, time::Duration};

use spacetimedb_sdk::{DbConnectionBuilder, Identity};
use zeitnot_bindings::{DbConnection, GameConfig, RemoteModule, start_game};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().collect();
    let [_, url, token, key, players @ ..] = &arguments[..] else { return Err("too few arguments".into()) };
    let players = players.iter().map(Identity::from_hex).collect::<Result<Vec<_>, _>>()?;
    let [spec, time] = ["tic-tac-toe", "5+3"].map(String::from);
    let [policy, leaving, series] = [const { String::new() }; 3];
    let config = GameConfig { spec, time, policy, leaving, series, private: false, rated: true };
    for _ in 0..3 {
        let builder: DbConnectionBuilder<RemoteModule> = DbConnection::builder();
        let builder = builder.with_uri(url).with_database_name("zeitnot").with_token(Some(token));
        let connection = builder.build()?;
        connection.run_threaded();
        let (tell, answer) = mpsc::channel();
        let on_answer = move |_: &_, answer| drop(tell.send(answer));
        // The key is our own name for this pairing. However often the call is made, there is one game.
        connection.reducers.start_game_then(config.clone(), players.clone(), key.clone(), on_answer)?;
        if let Ok(answer) = answer.recv_timeout(Duration::from_secs(10)) {
            return Ok(answer??); // a refusal is a text, `code: sentence`
        }
        eprintln!("the answer was lost; once more with the same key");
    }
    Err("the server does not answer".into())
}
