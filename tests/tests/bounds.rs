//! Nothing grows without bound while the same players keep playing. It stands apart from the other tests, since it
//! leaves them no processor.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread;

use serde_json::Value;
use zeitnot_bindings::{GameStatus, limit_calls};
use zeitnot_rules::Seat;
use zeitnot_rules::mnk::Sight;
use zeitnot_tests::{Player, Server};

/// How many games are played in all, unless `ZEITNOT_GAMES` says otherwise: with 10,000 it takes minutes, and the
/// archives of all players are full.
const GAMES: usize = 400;

/// Pairs of bots that play at the same time.
const PAIRS: usize = 8;

/// How many games of a player the archive keeps.
const ARCHIVED: u64 = 1_000;

/// How many finished games of a player are at hand beside those.
const AT_HAND: u64 = 10;

#[test]
fn games_of_the_same_bots_fill_no_table() {
    let Some(server) = Server::start_local() else { return };
    let owner = Player::return_to(&server, &server.owner_token());
    owner
        .call(|reducers, answer| reducers.limit_calls_then(0, answer.take()).expect("sent"))
        .expect("the owner may");
    let games = std::env::var("ZEITNOT_GAMES").map_or(GAMES, |games| {
        games.parse().unwrap_or_else(|_| panic!("ZEITNOT_GAMES={games:?} is no number, such as 10000"))
    });
    let pairs: Vec<(Player, Player)> =
        (0..PAIRS).map(|_| (Player::join(&server), Player::join(&server))).collect();

    // Before: each of them has played, so that all have their rows.
    play(&pairs, 1);
    let before = sizes(&server);
    play(&pairs, games / PAIRS);
    let after = sizes(&server);

    let players = 2 * PAIRS as u64;
    let kept = |table: &str| match table {
        "game" | "seat" | "turn" => players * AT_HAND,
        // They and the owner are there all the time.
        "connection" | "coming" | "present" => players + 1,
        "archived_game" | "archive_entry" => players * ARCHIVED.min(games as u64 / PAIRS as u64 + 1),
        // What the sweeper writes down in its own time.
        "board" | "leaderboard_row" => players,
        _ => 0,
    };
    for (table, rows) in &after {
        let bound = before.get(table).copied().unwrap_or_default() + kept(table);
        assert!(*rows <= bound, "{table} has {rows} rows after {games} games, and {bound} are its bound");
    }
    assert!(after.contains_key("archived_game"), "all tables were counted: {after:?}");
}

/// Lets each pair play so many games, all pairs at once.
fn play(pairs: &[(Player, Player)], games: usize) {
    thread::scope(|scope| {
        for (pair, (one, other)) in pairs.iter().enumerate() {
            scope.spawn(move || {
                let mut chance = pair as u64 + 1;
                for game in 0..games {
                    let (first, second) = if game % 2 == 0 { (one, other) } else { (other, one) };
                    play_one(first, second, &mut chance);
                }
            });
        }
    });
}

/// A game of tic-tac-toe, played by chance.
fn play_one(first: &Player, second: &Player, chance: &mut u64) {
    let game = first.play_against(second, "5+3");
    for (player, ply) in [first, second].into_iter().cycle().zip(0..) {
        let row = player.wait_for(game, "the turn", |row| row.ply() == ply || row.status == GameStatus::Over);
        if row.status == GameStatus::Over {
            return;
        }
        let sight = Sight::decode(&row.turn().position).expect("a position");
        let legal = sight.legal_actions(Seat::new(row.seat).expect("a seat"));
        // Knuth's generator (The Art of Computer Programming, volume 2, section 3.3.4, line 26): any would do.
        *chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let action = &legal[(*chance >> 33) as usize % legal.len()];
        player.act(game, ply, action.encode()).expect("a legal move");
    }
}

/// The rows of each of the module's tables.
fn sizes(server: &Server) -> BTreeMap<String, u64> {
    let names = sql(server, "SELECT table_name FROM st_table WHERE table_type = 'user'");
    let names = names.iter().filter_map(|row| row.get(0)?.as_str());
    names
        .map(|name| {
            let rows = sql(server, &format!("SELECT COUNT(*) AS rows FROM {name}"));
            (name.to_owned(), rows[0][0].as_u64().expect("a number"))
        })
        .collect()
}

/// Asks as the owner, over HTTP.
fn sql(server: &Server, query: &str) -> Vec<Value> {
    let mut stream = TcpStream::connect(server.address()).expect("the server");
    write!(
        stream,
        "POST /v1/database/{}/sql HTTP/1.1\r\nHost: zeitnot\r\nAuthorization: Bearer {}\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n{query}",
        server.database(),
        server.owner_token(),
        query.len()
    )
    .expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    let body = answer.split_once("\r\n\r\n").map(|(_, body)| body).unwrap_or_default();
    let json: Value = serde_json::from_str(body).unwrap_or_else(|_| panic!("{query}: {answer}"));
    json[0]["rows"].as_array().unwrap_or_else(|| panic!("{query}: {answer}")).clone()
}
