//! The players' copies of their games, which stand in one table: each gets the rows that are theirs.

use serde_json::Value;
use spacetimedb_client_api_messages::websocket::v2::BIN_PROTOCOL;
use spacetimedb_lib::ProductType;
use zeitnot_bindings::GameStatus;
use zeitnot_tests::{Player, Raw, Server, sql};

use super::every_table::{literal, select};
use super::viewer::{Rows, Viewer, WAYS, Way, decode};
use super::world::{SLOW, World};

/// What clients ask for their games.
pub const SEATS: &str = "seat";

/// The column that says whose a row is.
const WHOSE: &str = "player";

#[test]
fn guesses_at_the_games_of_others_find_nothing() {
    let Some(world) = World::new() else { return };
    let columns = world.owners(&select(SEATS)).columns;
    for mut viewer in world.viewers() {
        let mine = format!("player = {}", literal(viewer.identity));
        for condition in guesses(&world) {
            // The same question of the table itself, about this viewer's rows alone.
            let theirs = format!("{mine} AND ({condition})");
            for way in WAYS {
                let query = format!("SELECT * FROM {SEATS} WHERE {condition}");
                world.agree(&theirs, || viewer.ask(way, &query, &columns).expect(&query));
            }
            for what in ["COUNT(*) AS n", "id, code, moves"] {
                let query = format!("SELECT {what} FROM {SEATS} WHERE {condition}");
                let found = viewer.sql(&query).expect(&query).rows;
                let rows = world.seats(&theirs).len();
                assert_eq!(number(&found), rows, "{} asked {query}", viewer.name);
            }
        }
        let query = format!("SELECT COUNT(*) AS n FROM {SEATS}");
        let counted = viewer.sql(&query).expect(&query).rows;
        assert_eq!(number(&counted), world.seats(&mine).len(), "{} counts", viewer.name);
    }
}

/// How many rows there are, whether they have come or been counted.
fn number(rows: &[Value]) -> usize {
    match rows.first() {
        Some(first) if first.as_array().is_some_and(|row| row.len() == 1) => {
            first[0].as_u64().expect("a count") as usize
        }
        _ => rows.len(),
    }
}

/// Conditions that single out rows of Ann's and Bob's.
fn guesses(world: &World) -> Vec<String> {
    let (ann, game, code) = (literal(world.ann.identity), world.phantom, &world.code);
    vec![
        format!("player = {ann}"),
        format!("player <> {}", literal(world.bob.identity)),
        format!("player <> {}", literal(world.stranger.identity)),
        format!("player = {ann} OR player <> {ann}"),
        format!("id = {game}"),
        format!("id <> {game}"),
        format!("id = {game} AND seat = 0"),
        format!("seat = 0 OR seat = 1"),
        format!("code = '{code}'"),
        "private = true".to_owned(),
        "ply > 0".to_owned(),
    ]
}

/// A join that returns rows of a table that everybody may see, for those games in which there is a seat,
/// would tell who plays where; one that returns the seats, what they hold.
#[test]
fn joins_tell_nobody_about_the_games_of_others() {
    let Some(world) = World::new() else { return };
    let seats = world.owners(&select(SEATS)).columns;
    let broadcast = world.owners("SELECT * FROM broadcast").columns;
    let ann = literal(world.ann.identity);
    let on = format!("broadcast JOIN {SEATS} ON broadcast.id = {SEATS}.id");
    let no = format!("{SEATS} JOIN broadcast ON broadcast.id = {SEATS}.id");
    for mut viewer in world.viewers() {
        let mine = format!("player = {}", literal(viewer.identity));
        let games = column(&world.seats(&mine), &seats, "id");
        for way in WAYS {
            for query in [
                format!("SELECT {SEATS}.* FROM {on}"),
                format!("SELECT {SEATS}.* FROM {no}"),
                format!("SELECT {SEATS}.* FROM {on} WHERE {SEATS}.player = {ann}"),
                format!("SELECT {SEATS}.* FROM me JOIN {SEATS} ON me.name = {SEATS}.code"),
                format!("SELECT a.* FROM {SEATS} AS a JOIN {SEATS} AS b ON a.id = b.id"),
                format!(
                    "SELECT b.* FROM {SEATS} AS a JOIN {SEATS} AS b ON a.id = b.id WHERE b.player = {ann}"
                ),
            ] {
                if let Some(rows) = unless_refused(&mut viewer, way, &query, &seats) {
                    let told = column(&rows, &seats, WHOSE);
                    let me = literal(viewer.identity);
                    assert!(told.iter().all(|whose| whose[0] == *me), "{}: {query}: {rows:?}", viewer.name);
                }
            }
            for query in [
                format!("SELECT broadcast.* FROM {on}"),
                format!("SELECT broadcast.* FROM {no}"),
                format!("SELECT broadcast.* FROM {on} WHERE {SEATS}.player = {ann}"),
                format!("SELECT broadcast.* FROM {on} WHERE {SEATS}.player <> {ann}"),
            ] {
                if let Some(rows) = unless_refused(&mut viewer, way, &query, &broadcast) {
                    let told = column(&rows, &broadcast, "id");
                    assert!(told.iter().all(|game| games.contains(game)), "{}: {query}", viewer.name);
                }
            }
        }
    }
}

/// Our own server refuses all joins; SpacetimeDB's carries them out.
fn unless_refused(viewer: &mut Viewer, way: Way, query: &str, columns: &ProductType) -> Option<Rows> {
    match viewer.ask(way, query, columns) {
        Ok(rows) => Some(rows),
        Err(sentence) => {
            let expected = ["joins are for the owner", "indexed", "index", "not supported"];
            assert!(expected.iter().any(|reason| sentence.contains(reason)), "{query}: {sentence}");
            None
        }
    }
}

/// The engine carries a query out once for all who have subscribed to the same text, if it can.
#[test]
fn the_same_subscription_brings_each_their_own_rows_only() {
    let Some(server) = Server::start_owned() else { return };
    let (ann, bob) = (Player::join(&server), Player::join(&server));
    let (carl, dora) = (Player::join(&server), Player::join(&server));
    let found = sql(&server, &ann.token, &select(SEATS));
    let columns = found.expect("a query that may be asked").columns;
    let phantom = ann.open("mnk:rows=5,columns=5,strike=5,phantom", SLOW).id;
    bob.take_seat(&phantom.to_string()).expect("a free seat");
    let other = carl.play_against(&dora, SLOW);
    let mut listening = [&ann, &bob, &carl, &dora].map(|player| {
        let mut raw = Raw::connect(&server, Some(&player.token)).expect("the server lets everybody in");
        raw.subscribe(&select(SEATS)).expect("one's own games");
        raw
    });
    let mut stranger = Raw::connect(&server, None).expect("the server lets everybody in");
    assert_eq!(stranger.subscribe(&select(SEATS)), Ok(Vec::new()));
    // Somebody who has learned the id of Bob's connection does not get in under it.
    let more = format!("&connection_id={}", listening[1].connection.to_hex());
    assert!(Raw::connect_with(&server, None, BIN_PROTOCOL, &more).is_err());

    ann.mark(phantom, 4, 2).expect("a legal move");
    bob.mark(phantom, 2, 3).expect("a legal move");
    first_move(&carl, &dora, other);
    for raw in &mut listening {
        hears_of_their_own(raw, &columns, 1);
    }
    hears_of_their_own(&mut stranger, &columns, 0);

    // Bob comes back, with the same text as all others have still.
    let mut back = Raw::connect(&server, Some(&bob.token)).expect("the server lets everybody in");
    let rows = back.subscribe(&select(SEATS)).expect("one's own games");
    assert_eq!(rows.len(), 1, "the game that Bob plays");
    drop(std::mem::replace(&mut listening[1], back));
    ann.mark(phantom, 4, 3).expect("a legal move");
    bob.mark(phantom, 2, 1).expect("a legal move");
    for raw in &mut listening[..2] {
        raw.updates.clear();
        hears_of_their_own(raw, &columns, 1);
    }
    hears_of_their_own(&mut stranger, &columns, 0);
}

fn first_move(one: &Player, other: &Player, game: u64) {
    let row = one.wait_for(game, "the start", |row| row.status == GameStatus::Live);
    let first = if row.to_move.contains(&row.seat) { one } else { other };
    first.mark(game, 0, 0).expect("a legal move");
}

/// Waits for as many rows as something must have brought, and looks whose they are.
fn hears_of_their_own(raw: &mut Raw, columns: &ProductType, least: usize) {
    // The answer to a call of one's own comes after whatever the moves before it have brought.
    raw.call("ping", Vec::new());
    assert!(raw.updates.len() >= least, "nothing came");
    let me = literal(raw.identity);
    for (table, row) in &raw.updates {
        assert_eq!(table, SEATS);
        let row = decode(row, columns);
        assert_eq!(row[position(columns, WHOSE)][0], me, "somebody else's row was sent: {row}");
    }
}

impl World {
    /// Compares what is found with the rows that the owner finds. The sweeper may come in between: then again.
    #[track_caller]
    fn agree(&self, condition: &str, mut find: impl FnMut() -> Rows) {
        loop {
            let expected = self.seats(condition);
            let found = find();
            if found == expected {
                return;
            }
            assert_ne!(self.seats(condition), expected, "{condition}: {found:#?}");
        }
    }

    /// The rows of the players' copies that the owner finds.
    fn seats(&self, condition: &str) -> Rows {
        let found = self.owners(&format!("SELECT * FROM seat WHERE {condition}")).rows;
        let mut rows: Rows = found.iter().map(Value::to_string).collect();
        rows.sort();
        rows
    }
}

fn position(columns: &ProductType, name: &str) -> usize {
    let found = columns.elements.iter().position(|column| column.name.as_deref() == Some(name));
    found.unwrap_or_else(|| panic!("no column {name}"))
}

fn column(rows: &Rows, columns: &ProductType, name: &str) -> Vec<Value> {
    let position = position(columns, name);
    let value = |row: &String| serde_json::from_str::<Value>(row).expect("a row")[position].clone();
    rows.iter().map(value).collect()
}
