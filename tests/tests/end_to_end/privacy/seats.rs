//! The players' copies of their games, which stand in three tables: each gets the rows that are theirs.

use std::collections::BTreeMap;

use serde_json::Value;
use spacetimedb_client_api_messages::websocket::v2::BIN_PROTOCOL;
use spacetimedb_lib::ProductType;
use spacetimedb_sdk::Identity;
use zeitnot_bindings::resign;
use zeitnot_tests::{Player, Raw, Server, sql};

use super::every_table::{literal, select};
use super::viewer::{Rows, Viewer, WAYS, Way, decode};
use super::world::{PAGE, World, alternate, begin, succeed};

/// The tables that they are in.
const COPIES: [&str; 3] = ["seat", "turn", "past_moves"];

/// The columns of a table that say whose a row is.
fn whose(table: &str) -> &'static [&'static str] {
    match table {
        "seat" => &["player"],
        _ => &["player", "other"],
    }
}

/// The condition that a row is somebody's.
fn belongs_to(table: &str, identity: Identity) -> String {
    let is = |column: &&str| format!("{column} = {}", literal(identity));
    format!("({})", whose(table).iter().map(is).collect::<Vec<_>>().join(" OR "))
}

#[test]
fn guesses_at_the_games_of_others_find_nothing() {
    let Some(world) = World::new() else { return };
    for table in COPIES {
        let columns = world.owners(&select(table)).columns;
        for mut viewer in world.viewers() {
            let mine = belongs_to(table, viewer.identity);
            for condition in guesses(&world, table) {
                // The same question of the table itself, about this viewer's rows alone.
                let theirs = format!("{mine} AND ({condition})");
                for way in WAYS {
                    let query = format!("SELECT * FROM {table} WHERE {condition}");
                    world.agree(table, &theirs, || viewer.ask(way, &query, &columns).expect(&query));
                }
                for what in ["COUNT(*) AS n", telling(table)] {
                    let query = format!("SELECT {what} FROM {table} WHERE {condition}");
                    let found = viewer.sql(&query).expect(&query).rows;
                    let rows = world.copies(table, &theirs).len();
                    assert_eq!(number(&found), rows, "{} asked {query}", viewer.name);
                }
            }
            let query = format!("SELECT COUNT(*) AS n FROM {table}");
            let counted = viewer.sql(&query).expect(&query).rows;
            assert_eq!(number(&counted), world.copies(table, &mine).len(), "{} counts", viewer.name);
        }
    }
}

/// Some columns that others would like to know.
fn telling(table: &str) -> &'static str {
    match table {
        "seat" => "id, code, players",
        // Without the quotes it is a function of SQL's.
        "turn" => "id, \"position\", latest",
        _ => "id, first, moves",
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
fn guesses(world: &World, table: &str) -> Vec<String> {
    let (ann, game, open, code) = (literal(world.ann.identity), world.phantom, world.open, &world.code);
    let mut guesses = vec![
        format!("player = {ann}"),
        format!("player <> {}", literal(world.bob.identity)),
        format!("player <> {}", literal(world.stranger.identity)),
        format!("player = {ann} OR player <> {ann}"),
        format!("id = {game}"),
        format!("id <> {game}"),
    ];
    // A seat's key is made as docs/protocol.md says.
    let of_this_table: &[String] = match table {
        "seat" => &[
            format!("key = {}", game * 8),
            format!("id = {game} AND seat = 0"),
            "seat = 0 OR seat = 1".to_owned(),
            format!("code = '{code}'"),
            "private = true".to_owned(),
        ],
        "turn" => &[format!("key = {}", game * 8), "ply > 0".to_owned()],
        _ => &[format!("key = {} AND first = 0", game * 8), "first >= 0".to_owned()],
    };
    guesses.extend_from_slice(of_this_table);
    if whose(table).contains(&"other") {
        let nobody = literal(Identity::ZERO);
        guesses.extend([
            format!("other = {ann}"),
            format!("other = {}", literal(world.bob.identity)),
            format!("other <> {ann}"),
            format!("other = {nobody}"),
            format!("other <> {nobody}"),
            format!("player = {ann} OR other = {ann}"),
            format!("player <> {ann} OR other <> {ann}"),
            format!("key = {}", open * 8),
        ]);
    }
    guesses
}

/// A join that returns rows of a table that everybody may see, for those games in which there is a seat,
/// would tell who plays where; one that returns rows of the copies, what they hold.
#[test]
fn joins_tell_nobody_about_the_games_of_others() {
    let Some(world) = World::new() else { return };
    let broadcast = world.owners("SELECT * FROM broadcast").columns;
    let ann = literal(world.ann.identity);
    for table in COPIES {
        let columns = world.owners(&select(table)).columns;
        let on = format!("broadcast JOIN {table} ON broadcast.id = {table}.id");
        let no = format!("{table} JOIN broadcast ON broadcast.id = {table}.id");
        let mut of_the_copies =
            vec![format!("SELECT {table}.* FROM {on}"), format!("SELECT {table}.* FROM {no}")];
        for column in whose(table) {
            of_the_copies.push(format!("SELECT {table}.* FROM {on} WHERE {table}.{column} = {ann}"));
            of_the_copies
                .push(format!("SELECT {table}.* FROM me JOIN {table} ON me.identity = {table}.{column}"));
        }
        for other in COPIES {
            let both = format!("{table} AS a JOIN {other} AS b ON a.id = b.id");
            of_the_copies.push(format!("SELECT a.* FROM {both}"));
            of_the_copies.push(format!("SELECT a.* FROM {both} WHERE a.player = {ann}"));
            of_the_copies.push(format!("SELECT a.* FROM {both} WHERE b.player = {ann}"));
        }
        let of_all = [
            format!("SELECT broadcast.* FROM {on}"),
            format!("SELECT broadcast.* FROM {no}"),
            format!("SELECT broadcast.* FROM {on} WHERE {table}.player = {ann}"),
            format!("SELECT broadcast.* FROM {on} WHERE {table}.player <> {ann}"),
        ];
        for mut viewer in world.viewers() {
            let me = viewer.identity;
            let games = column(&world.copies(table, &belongs_to(table, me)), &columns, "id");
            for way in WAYS {
                for query in &of_the_copies {
                    if let Some(rows) = unless_refused(&mut viewer, way, query, &columns) {
                        let own = rows.iter().all(|row| is_of(table, &json(row), &columns, me));
                        assert!(own, "{}: {query}: {rows:?}", viewer.name);
                    }
                }
                for query in &of_all {
                    if let Some(rows) = unless_refused(&mut viewer, way, query, &broadcast) {
                        let told = column(&rows, &broadcast, "id");
                        assert!(told.iter().all(|game| games.contains(game)), "{}: {query}", viewer.name);
                    }
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
    let phantom = begin(&ann, &bob, "mnk:rows=5,columns=5,strike=5,phantom");
    let other = begin(&carl, &dora, "mnk:rows=5,columns=5,strike=5");
    let mut listening = [&ann, &bob, &carl, &dora].map(|player| listen(&server, Some(&player.token)).0);
    let (mut stranger, found) = listen(&server, None);
    assert_eq!(found, [0, 0, 0]);
    // Somebody who has learned the id of Bob's connection does not get in under it.
    let more = format!("&connection_id={}", listening[1].connection.to_hex());
    assert!(Raw::connect_with(&server, None, BIN_PROTOCOL, &more).is_err());

    alternate(&ann, &bob, phantom, 0..PAGE);
    alternate(&carl, &dora, other, 0..PAGE);
    for raw in &mut listening {
        assert_eq!(hears_of(&server, raw), ["past_moves", "turn"]);
    }
    assert_eq!(hears_of(&server, &mut stranger), [""; 0]);

    // Bob comes back, with the same texts as all others have still.
    let (back, found) = listen(&server, Some(&bob.token));
    assert_eq!(found, [1, 1, 1], "the game that Bob plays, its turn, and a page of moves");
    drop(std::mem::replace(&mut listening[1], back));
    alternate(&ann, &bob, phantom, PAGE..PAGE + 2);
    resign_from(&ann, phantom);
    for raw in &mut listening[..2] {
        raw.updates.clear();
        assert_eq!(hears_of(&server, raw), ["past_moves", "seat", "turn"], "the end of the game");
    }
    assert_eq!(hears_of(&server, &mut stranger), [""; 0]);
}

/// Subscribes to the copies, and says how many rows there are in each table.
fn listen(server: &Server, token: Option<&str>) -> (Raw, [usize; 3]) {
    let mut raw = Raw::connect(server, token).expect("the server lets everybody in");
    let found = COPIES.map(|table| raw.subscribe(&select(table)).expect("one's own games").len());
    (raw, found)
}

fn resign_from(player: &Player, game: u64) {
    succeed(player, |reducers, answer| reducers.resign_then(game, answer.take()));
}

/// The tables of which rows have come, which must all be this client's own.
fn hears_of(server: &Server, raw: &mut Raw) -> Vec<String> {
    // The answer to a call of one's own comes after whatever the moves before it have brought.
    raw.call("ping", Vec::new());
    let mut tables: BTreeMap<&str, ProductType> = BTreeMap::new();
    for (table, row) in &raw.updates {
        let columns = tables.entry(table).or_insert_with(|| columns(server, &raw.token, table));
        let row = decode(row, columns);
        assert!(is_of(table, &row, columns, raw.identity), "somebody else's row of {table} was sent: {row}");
    }
    tables.into_keys().map(str::to_owned).collect()
}

fn columns(server: &Server, token: &str, table: &str) -> ProductType {
    sql(server, token, &select(table)).expect("a query that may be asked").columns
}

#[test]
fn two_players_share_their_rows_where_nothing_is_hidden_and_there_alone() {
    let Some(world) = World::new() else { return };
    let nobody = literal(Identity::ZERO);
    let mut players = [("Ann", &world.ann), ("Bob", &world.bob)]
        .map(|(name, player)| Viewer::new(name, &world.server, player));
    for table in ["turn", "past_moves"] {
        let columns = world.owners(&select(table)).columns;
        let of = |game: u64| world.copies(table, &format!("id = {game}"));

        let hidden = of(world.phantom);
        assert_eq!(hidden.len(), 2, "each has their own row of {table}");
        let unshared = format!("id = {} AND other = {nobody}", world.phantom);
        assert_eq!(world.copies(table, &unshared), hidden, "and nobody else has it");
        let shared = of(world.open);
        assert_eq!(shared.len(), 1, "both have the same row of {table}");
        for player in &mut players {
            for way in WAYS {
                let mut ask = |game: u64| {
                    let query = format!("SELECT * FROM {table} WHERE id = {game}");
                    player.ask(way, &query, &columns).expect(&query)
                };
                assert_eq!(ask(world.open), shared);
                let own = ask(world.phantom);
                assert_eq!(own.len(), 1, "{own:?}");
                assert_eq!(column(&own, &columns, "player")[0][0], literal(player.identity));
            }
        }
    }
}

impl World {
    /// Compares what is found with the rows that the owner finds. The sweeper may come in between: then again.
    #[track_caller]
    fn agree(&self, table: &str, condition: &str, mut find: impl FnMut() -> Rows) {
        loop {
            let expected = self.copies(table, condition);
            let found = find();
            if found == expected {
                return;
            }
            assert_ne!(self.copies(table, condition), expected, "{table}: {condition}: {found:#?}");
        }
    }

    /// The rows of the players' copies that the owner finds.
    fn copies(&self, table: &str, condition: &str) -> Rows {
        let found = self.owners(&format!("SELECT * FROM {table} WHERE {condition}")).rows;
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
    rows.iter().map(|row| json(row)[position].clone()).collect()
}

fn json(row: &str) -> Value {
    serde_json::from_str(row).expect("a row")
}

/// Whether a row is somebody's.
fn is_of(table: &str, row: &Value, columns: &ProductType, identity: Identity) -> bool {
    let identity = literal(identity);
    whose(table).iter().any(|column| row[position(columns, column)][0] == *identity)
}
