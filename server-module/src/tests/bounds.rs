//! Nothing grows without bound while the same players keep playing.

use std::collections::{BTreeMap, HashMap};

use super::{SECOND, Who, World, config};
use crate::account::erasure as _;
use crate::archive::{ArchivePage, MAX_FINISHED, MAX_PAGES, PAGE, my_archive};
use crate::archive::{archive_entry as _, archived_game as _};
use crate::audit::audit as _;
use crate::block::blocked as _;
use crate::challenge::challenges as _;
use crate::chat::{KEPT_IN_GAME, chat_line as _, mute_entry as _, say};
use crate::deployment::deployment as _;
use crate::game::{GameConfig, game as _};
use crate::leaderboard::{board as _, leaderboard_row as _};
use crate::lobby::{join_game, open_game, waiting as _};
use crate::matchmaker::{key_count as _, started as _};
use crate::outage::{beat_timer as _, heartbeat as _, outage as _};
use crate::past_moves::past_moves as _;
use crate::player::player as _;
use crate::pool::{MAX_POOLS, pool as _};
use crate::presence::{coming as _, connection as _, present as _};
use crate::queue::{pairing_timer as _, search as _};
use crate::rating::rating as _;
use crate::seat::seat as _;
use crate::seek::seek as _;
use crate::staff::{matchmaker as _, moderator as _, owner as _};
use crate::sweep::sweep_timer as _;
use crate::tally::tally as _;
use crate::turn::turn as _;
use crate::turn_timer::turn_timer as _;
use crate::watch::{audience as _, broadcast as _, watcher as _};
use crate::watchable::watchable as _;
use spacetimedb::Table;

const PLAYERS: [Who; 2] = ["one", "two"];
const DAY: i64 = 24 * 60 * 60 * SECOND;

/// Every table with its rows, and how many there may be while so many players play, one game each at a time.
fn sizes(world: &World, players: u64) -> BTreeMap<&'static str, (u64, u64)> {
    let db = &world.test.db;
    let kept = u64::from(PAGE * MAX_PAGES);
    let finished = MAX_FINISHED as u64;
    BTreeMap::from([
        ("archive_entry", (db.archive_entry().count(), kept * players)),
        ("archived_game", (db.archived_game().count(), kept * players)),
        ("audience", (db.audience().count(), 0)),
        ("audit", (db.audit().count(), 0)),
        ("blocked", (db.blocked().count(), 0)),
        ("challenges", (db.challenges().count(), 0)),
        ("pairing_timer", (db.pairing_timer().count(), 1)),
        ("pool", (db.pool().count(), MAX_POOLS)),
        ("search", (db.search().count(), 0)),
        ("seek", (db.seek().count(), 0)),
        ("beat_timer", (db.beat_timer().count(), 1)),
        ("board", (db.board().count(), 1)),
        ("broadcast", (db.broadcast().count(), 0)),
        ("chat_line", (db.chat_line().count(), KEPT_IN_GAME as u64 * finished * players)),
        ("coming", (db.coming().count(), 0)),
        ("connection", (db.connection().count(), 0)),
        ("deployment", (db.deployment().count(), 1)),
        ("erasure", (db.erasure().count(), 0)),
        ("game", (db.game().count(), finished * players)),
        ("heartbeat", (db.heartbeat().count(), 1)),
        ("key_count", (db.key_count().count(), 0)),
        ("leaderboard_row", (db.leaderboard_row().count(), players)),
        ("matchmaker", (db.matchmaker().count(), 0)),
        ("moderator", (db.moderator().count(), 0)),
        ("mute_entry", (db.mute_entry().count(), 0)),
        ("outage", (db.outage().count(), 0)),
        ("owner", (db.owner().count(), 1)),
        ("player", (db.player().count(), players)),
        ("present", (db.present().count(), 0)),
        ("rating", (db.rating().count(), players)),
        ("seat", (db.seat().count(), finished * players)),
        // Nobody makes so many moves that they fill a page.
        ("past_moves", (db.past_moves().count(), 0)),
        ("turn", (db.turn().count(), finished * players)),
        ("started", (db.started().count(), 0)),
        ("sweep_timer", (db.sweep_timer().count(), 1)),
        ("tally", (db.tally().count(), players)),
        ("turn_timer", (db.turn_timer().count(), 0)),
        ("watchable", (db.watchable().count(), 0)),
        ("watcher", (db.watcher().count(), 0)),
        ("waiting", (db.waiting().count(), 0)),
    ])
}

#[track_caller]
fn check(world: &World) {
    for (table, (rows, bound)) in sizes(world, PLAYERS.len() as u64) {
        assert!(rows <= bound, "{table} has {rows} rows, and {bound} are its bound");
    }
}

fn play(world: &World, first: Who, second: Who) -> u64 {
    let rated = GameConfig { rated: true, ..config("tic-tac-toe", "5+0") };
    world.call(first, |ctx| open_game(ctx, rated)).expect("a rateable game");
    let waits = world.test.db.waiting().iter().next().expect("the new game").game;
    world.call(second, |ctx| join_game(ctx, waits.to_string())).expect("a game that waits");
    // Refused to one who has talked too much.
    world.call(first, |ctx| say(ctx, waits, 0)).ok();
    world.resign(second, waits).expect("their own game");
    waits
}

#[test]
fn every_table_is_accounted_for() {
    let mut known: Vec<&str> = sizes(&World::new(), 0).into_keys().collect();
    let mut all = spacetimedb::test_utils::all_table_names();
    known.sort_unstable();
    all.sort_unstable();
    assert_eq!(known, all, "a table without a bound");
}

#[test]
fn two_players_who_keep_playing_fill_no_table() {
    let world = World::new();
    let mut of: HashMap<Who, Vec<u64>> = HashMap::new();
    let games = 2_400;
    for n in 0..games {
        let (first, second) = (PLAYERS[n % 2], PLAYERS[(n + 1) % 2]);
        let id = play(&world, first, second);
        for who in [first, second] {
            of.entry(who).or_default().push(id);
        }
        if n % 50 == 0 {
            // The server is away for a while, and a day goes by.
            world.away(60 * SECOND);
            world.beat();
            world.beat();
            world.pass(DAY / 10);
            world.sweep();
        }
        if n % 500 == 499 {
            check(&world);
        }
    }
    world.pass(DAY);
    for _ in 0..3 {
        world.sweep();
    }
    world.beat();
    check(&world);
    let db = &world.test.db;
    let copies = (db.seat().count(), db.turn().count(), db.past_moves().count());
    assert_eq!((db.game().count(), copies), (0, (0, 0, 0)), "all have gone to the archive");
    assert_eq!(db.chat_line().count(), 0, "and what was said with them");

    for who in PLAYERS {
        let page =
            |page| -> ArchivePage { my_archive(&mut world.test.procedure_context(World::auth(who)), page) };
        let first = page(0);
        assert_eq!(first.pages, MAX_PAGES);
        let kept: Vec<u64> = (0..first.pages).flat_map(|at| page(at).games).map(|game| game.id).collect();
        let played = &of[who];
        let wanted: Vec<u64> = played.iter().rev().take(kept.len()).copied().collect();
        assert!(kept.len() > (PAGE * (MAX_PAGES - 1)) as usize && played.len() > kept.len());
        assert_eq!(kept, wanted, "the last games of {who}, the newest first");
        assert_eq!(page(MAX_PAGES).games, []);
    }
    let known: u64 = db.archived_game().count();
    let entries: std::collections::HashSet<u64> = db.archive_entry().iter().map(|entry| entry.game).collect();
    assert_eq!(known, entries.len() as u64, "no game is kept that is in nobody's archive");
}

#[test]
fn an_outage_is_forgotten_when_every_running_game_has_been_credited() {
    let world = World::new();
    let paused = world.play("tic-tac-toe", "5+0", &["one", "two"]);
    world.play("tic-tac-toe", "days:3", &["three", "four"]);
    for _ in 0..5 {
        world.away(60 * SECOND);
        world.beat();
        assert_eq!(world.test.db.outage().count(), 1, "a game is being credited with it");
        world.beat();
        assert_eq!(world.test.db.outage().count(), 0);
    }
    assert_eq!(world.test.db.heartbeat().iter().map(|heart| heart.outages).max(), Some(5));
    world.resign("one", paused).expect("their own game");
}
