//! Every table and view, asked for by everybody in every way.

use serde_json::Value;
use spacetimedb_lib::ProductType;
use spacetimedb_sdk::Identity;
use zeitnot_tests::{Player, Selected, Server, sql};

use super::viewer::{Rows, Viewer, WAYS, Way};
use super::world::{REASON, SAID, World};

/// Who may see what of a table or view.
#[derive(Clone, Copy)]
enum Seen {
    /// Nobody but the owner.
    Nobody,
    /// Everybody sees the same: all of it.
    Everybody,
    /// Everybody sees their own: what the owner finds by this query, `ME` being who asks.
    Own(&'static str),
    /// The same, of these columns; the others are computed.
    OwnIn(&'static [&'static str], &'static str),
    /// The staff sees what the owner finds by this query, everybody else nothing.
    Staff(&'static str),
}

/// What may be seen of everything that there is. What is hidden and why stands in ARCHITECTURE.md.
const SEEN: &[(&str, Seen)] = &[
    ("archive_entry", Seen::Nobody),
    ("archived_game", Seen::Nobody),
    ("audience", Seen::Nobody),
    ("audit", Seen::Nobody),
    ("audit_log", Seen::Staff("SELECT id, at, who, act, target, detail FROM audit WHERE recent = true")),
    ("beat_timer", Seen::Nobody),
    ("blocked", Seen::Nobody),
    ("board", Seen::Nobody),
    ("broadcast", Seen::Everybody),
    ("catalogue", Seen::Everybody),
    ("challenges", Seen::Nobody),
    ("chat_line", Seen::Nobody),
    ("coming", Seen::Nobody),
    ("connection", Seen::Nobody),
    ("deployment", Seen::Nobody),
    ("erasure", Seen::Nobody),
    ("game", Seen::Nobody),
    ("heartbeat", Seen::Nobody),
    ("key_count", Seen::Nobody),
    ("leaderboard", Seen::Everybody),
    ("leaderboard_row", Seen::Nobody),
    ("matchmaker", Seen::Nobody),
    ("me", Seen::Own("SELECT identity, name, bot FROM player WHERE identity = ME")),
    ("moderator", Seen::Nobody),
    ("mute_entry", Seen::Nobody),
    ("my_blocks", Seen::Own("SELECT blocked, name, since FROM blocked WHERE blocker = ME")),
    ("my_challenges", Seen::Own("SELECT * FROM challenges WHERE challenger = ME OR challenged = ME")),
    ("my_chat", Seen::Own("SELECT * FROM chat_line WHERE recipient = ME")),
    ("my_mutes", Seen::Own("SELECT * FROM mute_entry WHERE player = ME")),
    (
        "my_ratings",
        Seen::OwnIn(
            &["board", "games", "wins", "draws", "losses", "last_at"],
            "SELECT board, games, wins, draws, losses, last_at FROM rating WHERE player = ME",
        ),
    ),
    ("my_searches", Seen::Own("SELECT pool, rating, below, above, since FROM search WHERE player = ME")),
    (
        "my_started_games",
        Seen::Own("SELECT game, caller, key, config, players, started_at FROM started WHERE caller = ME"),
    ),
    ("open_seeks", Seen::Everybody),
    ("outage", Seen::Nobody),
    ("owner", Seen::Nobody),
    ("pairing_timer", Seen::Nobody),
    ("past_moves", Seen::Own("SELECT * FROM past_moves WHERE player = ME OR other = ME")),
    ("player", Seen::Nobody),
    ("pool", Seen::Nobody),
    ("present", Seen::Nobody),
    ("rating", Seen::Nobody),
    ("search", Seen::Nobody),
    ("seat", Seen::Own("SELECT * FROM seat WHERE player = ME")),
    ("seek", Seen::Nobody),
    ("started", Seen::Nobody),
    ("sweep_timer", Seen::Nobody),
    ("tally", Seen::Nobody),
    ("turn", Seen::Own("SELECT * FROM turn WHERE player = ME OR other = ME")),
    ("turn_timer", Seen::Nobody),
    ("waiting", Seen::Nobody),
    ("watchable", Seen::Everybody),
    ("watcher", Seen::Nobody),
];

/// Hidden tables in which the world that is looked at has nothing.
const EMPTY: [&str; 4] = ["coming", "erasure", "leaderboard_row", "outage"];

/// Some of the engine's own tables.
const ENGINES: [&str; 6] =
    ["st_table", "st_client", "st_view_arg", "st_row_level_security", "\"st_client\"", "ST_CLIENT"];

/// A table that everybody may see, for queries that name another one beside it.
const SEEN_BY_ALL: &str = "broadcast";

#[test]
fn nobody_is_sent_a_row_that_is_not_for_them() {
    let Some(world) = World::new() else { return };
    every_table_has_its_entry(&world);
    let mut viewers = world.viewers();
    for (table, seen) in SEEN {
        let columns = world.owners(&format!("SELECT * FROM {table}")).columns;
        for viewer in &mut viewers {
            for way in WAYS {
                match seen {
                    Seen::Nobody => refused(viewer, way, &format!("SELECT * FROM {table}"), &columns),
                    _ => sees_what_it_may(&world, viewer, way, table, *seen, &columns),
                }
            }
        }
    }
    nothing_was_empty(&world);
}

#[test]
fn no_way_to_write_a_query_reaches_what_is_hidden() {
    let Some(world) = World::new() else { return };
    // A player, whose games are in nearly all of these tables.
    let mut viewer = Viewer::new("Bob", &world.server, &world.bob);
    for (table, seen) in SEEN {
        let mut queries = spellings(table);
        match seen {
            Seen::Nobody => queries.extend(combinations(table)),
            // Rows of one's own may be asked for in any way that there is.
            Seen::Own(_) | Seen::OwnIn(..) | Seen::Staff(_) => queries.extend(joins(table)),
            Seen::Everybody => continue,
        }
        let columns = world.owners(&select(table)).columns;
        let before = may_see(&world, &viewer, table, *seen);
        let mut found = Vec::new();
        for query in queries {
            for way in WAYS {
                let Ok(rows) = viewer.ask(way, &query, &columns) else { continue };
                assert!(!matches!(seen, Seen::Nobody), "{query} by {way:?} gave {rows:?}");
                let rows = in_columns(*seen, rows, &columns);
                // The sweeper may have come in between.
                let now = may_see(&world, &viewer, table, *seen);
                let other = rows.iter().find(|row| !before.contains(row) && !now.contains(row));
                assert_eq!(other, None, "{query} by {way:?} gave {} what is not theirs", viewer.name);
                found.extend(rows);
            }
        }
        assert_eq!(found.is_empty(), before.is_empty(), "{table}: hardly a query was carried out");
    }
    // On SpacetimeDB's own server everybody may read most of these.
    if world.server.is_local() {
        for table in ENGINES {
            for query in [select(table), format!("SELECT COUNT(*) AS n FROM {table}")] {
                for way in WAYS {
                    refused(&mut viewer, way, &query, &ProductType::unit());
                }
            }
        }
    }
}

impl World {
    /// Everybody who looks, but the owner.
    pub fn viewers(&self) -> Vec<Viewer<'_>> {
        let viewers: [(&'static str, &Player); 8] = [
            ("a stranger", &self.stranger),
            ("Ann, who plays", &self.ann),
            ("Bob, who plays", &self.bob),
            ("Sam, who watches", &self.sam),
            ("Dave, who searches", &self.dave),
            ("Eve, who is banned", &self.eve),
            ("Moe, a moderator", &self.moe),
            ("Matt, a matchmaker", &self.matt),
        ];
        viewers.map(|(name, player)| Viewer::new(name, &self.server, player)).into()
    }

    /// What the owner finds, from whom nothing is hidden.
    pub fn owners(&self, query: &str) -> Selected {
        owners(&self.server, &self.owner.token, query)
    }

    fn is_staff(&self, viewer: &Viewer) -> bool {
        viewer.identity == self.moe.identity
    }
}

fn owners(server: &Server, token: &str, query: &str) -> Selected {
    sql(server, token, query).unwrap_or_else(|answer| panic!("{query}: {answer:?}"))
}

pub fn select(table: &str) -> String {
    format!("SELECT * FROM {table}")
}

/// What is new in the schema is looked at, or this says that it is not.
fn every_table_has_its_entry(world: &World) {
    let names = world.owners("SELECT table_name FROM st_table WHERE table_type = 'user'").rows;
    let mut names: Vec<&str> = names.iter().filter_map(|row| row[0].as_str()).collect();
    names.sort_unstable();
    let known: Vec<&str> = SEEN.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, known, "a table or view has no entry in SEEN, or an entry has no table");
}

/// A refusal would say little if there were nothing to be seen.
fn nothing_was_empty(world: &World) {
    for (table, seen) in SEEN {
        if matches!(seen, Seen::Nobody) && !EMPTY.contains(table) {
            assert!(!world.owners(&select(table)).rows.is_empty(), "{table} has no row to be hidden");
        }
    }
    let text = |query: &str| format!("{:?}", world.owners(query).rows);
    assert!(text("SELECT * FROM chat_line").contains(SAID));
    assert!(text("SELECT * FROM audit").contains(REASON));
    assert!(text("SELECT * FROM waiting").contains(&world.code));
}

#[track_caller]
fn refused(viewer: &mut Viewer, way: Way, query: &str, columns: &ProductType) {
    match viewer.ask(way, query, columns) {
        Err(sentence) => {
            let reasons = ["no such table", "the engine's own tables"];
            assert!(reasons.iter().any(|reason| sentence.contains(reason)), "{query}: {sentence}");
        }
        Ok(rows) => panic!("{} asked {query} by {way:?} and got {rows:?}", viewer.name),
    }
}

/// Compares what a viewer sees with what the viewer may see. The sweeper may come in between: then again.
fn sees_what_it_may(
    world: &World,
    viewer: &mut Viewer,
    way: Way,
    table: &str,
    seen: Seen,
    columns: &ProductType,
) {
    loop {
        let expected = may_see(world, viewer, table, seen);
        let rows = viewer.ask(way, &select(table), columns).unwrap_or_else(|error| {
            panic!("{} asked for {table} by {way:?}: {error}", viewer.name);
        });
        let found = in_columns(seen, rows, columns);
        if found == expected {
            return;
        }
        let now = may_see(world, viewer, table, seen);
        assert_ne!(now, expected, "{} sees in {table} by {way:?} {found:#?}", viewer.name);
    }
}

fn may_see(world: &World, viewer: &Viewer, table: &str, seen: Seen) -> Rows {
    let query = match seen {
        Seen::Nobody => return Vec::new(),
        Seen::Everybody => select(table),
        Seen::Own(query) | Seen::OwnIn(_, query) => query.replace("ME", &literal(viewer.identity)),
        Seen::Staff(_) if !world.is_staff(viewer) => return Vec::new(),
        Seen::Staff(query) => query.to_owned(),
    };
    let mut rows: Rows = world.owners(&query).rows.iter().map(Value::to_string).collect();
    rows.sort();
    rows
}

/// An identity as a query names it.
pub fn literal(identity: Identity) -> String {
    format!("0x{}", identity.to_hex())
}

/// What of rows can be compared with what the owner finds.
fn in_columns(seen: Seen, rows: Rows, columns: &ProductType) -> Rows {
    match seen {
        Seen::OwnIn(names, _) => picked(&rows, columns, names),
        _ => rows,
    }
}

/// Some columns of rows.
fn picked(rows: &Rows, columns: &ProductType, names: &[&str]) -> Rows {
    let position = |name: &&str| {
        let found = columns.elements.iter().position(|column| column.name.as_deref() == Some(*name));
        found.unwrap_or_else(|| panic!("no column {name}"))
    };
    let positions: Vec<usize> = names.iter().map(position).collect();
    let pick = |row: &String| {
        let row: Vec<Value> = serde_json::from_str(row).expect("a row");
        Value::Array(positions.iter().map(|&at| row[at].clone()).collect()).to_string()
    };
    let mut picked: Rows = rows.iter().map(pick).collect();
    picked.sort();
    picked
}

/// Ways to ask for a table that whoever keeps it hidden might have forgotten.
fn spellings(table: &str) -> Vec<String> {
    let upper = table.to_uppercase();
    vec![
        format!("SELECT * FROM \"{table}\""),
        format!("SELECT * FROM {upper}"),
        format!("select * from \"{upper}\""),
        format!("SELECT x.* FROM {table} AS x"),
        format!("SELECT x.* FROM {table} x"),
        format!("SELECT {table}.* FROM {table}"),
        format!("SELECT * FROM public.{table}"),
        format!("SELECT * FROM {table} LIMIT 1"),
        format!("SELECT * FROM {table};"),
        format!("SELECT * FROM ({table})"),
        format!("SELECT * FROM {table} WHERE player = :sender"),
        format!("SELECT * FROM {table} WHERE player <> :sender"),
        format!("SELECT * FROM {table} WHERE other <> :sender"),
        format!("SELECT * FROM {table} WHERE player <> other"),
        format!("SELECT * FROM {table} WHERE id = 1 OR id <> 1"),
        format!("DELETE FROM {table}"),
        format!("INSERT INTO {table} (id) VALUES (1)"),
        format!("UPDATE {table} SET id = 1"),
    ]
}

/// Ways to ask for a table by way of one that may be seen.
fn combinations(table: &str) -> Vec<String> {
    let all = SEEN_BY_ALL;
    vec![
        format!("SELECT {table}.* FROM {all} JOIN {table} ON {all}.id = {table}.id"),
        format!("SELECT {all}.* FROM {all} JOIN {table} ON {all}.id = {table}.id"),
        format!("SELECT {all}.* FROM {all} JOIN {table} ON {all}.id = {table}.game"),
        format!("SELECT {table}.* FROM {table} JOIN {all} ON {all}.id = {table}.id"),
        format!("SELECT me.* FROM me JOIN {table} ON me.identity = {table}.player"),
        format!("SELECT {table}.* FROM me JOIN {table}"),
        format!("SELECT seat.* FROM seat JOIN {table} ON seat.id = {table}.id"),
        format!("SELECT turn.* FROM turn JOIN {table} ON turn.id = {table}.game"),
        format!("SELECT * FROM {all}, {table}"),
        format!("SELECT * FROM {all} UNION SELECT * FROM {table}"),
        format!("SELECT * FROM {all}; SELECT * FROM {table}"),
        format!("SELECT * FROM {all} WHERE id = (SELECT id FROM {table})"),
        format!("SELECT * FROM {all} -- \nJOIN {table}"),
    ]
}

/// Ways to ask for a table of which one may see some rows by way of another one. Our server joins for nobody but the owner;
/// SpacetimeDB's own does, and has to filter both tables.
fn joins(table: &str) -> Vec<String> {
    let mut queries = vec![
        format!("SELECT a.* FROM {table} a JOIN {table} b ON a.id = b.id"),
        format!("SELECT a.* FROM {table} AS a JOIN {table} AS b ON a.key = b.key"),
        format!("SELECT {table}.* FROM {table} JOIN me ON {table}.player = me.identity"),
        format!("SELECT {table}.* FROM {table} JOIN me ON {table}.other = me.identity"),
    ];
    for other in [SEEN_BY_ALL, "seat", "turn", "past_moves"] {
        queries.extend([
            format!("SELECT {table}.* FROM {table} JOIN {other} ON {table}.id = {other}.id"),
            format!("SELECT {table}.* FROM {other} JOIN {table} ON {other}.id = {table}.id"),
            format!("SELECT {table}.* FROM {other} JOIN {table} ON {other}.id = {table}.game"),
            format!("SELECT {table}.* FROM {other} JOIN {table} WHERE {other}.id <> {table}.id"),
            format!("SELECT {table}.* FROM {other}, {table}"),
        ]);
    }
    queries
}
