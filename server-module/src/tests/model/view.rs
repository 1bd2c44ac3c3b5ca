//! Whether everybody sees in the module what the model says.

use std::fmt::Debug;

use spacetimedb::Table as _;
use zeitnot_rules::AnyGame;
use zeitnot_rules::clock::{Clock, Micros};

use super::game::at;
use super::server::Server;
use super::{PEOPLE, rating};
use crate::archive::{archive_entry as _, archived_game as _, my_archive};
use crate::audit::audit_log;
use crate::block::{Blocked, my_blocks};
use crate::catalogue::catalogue;
use crate::challenge::my_challenges;
use crate::chat::{MuteEntry, my_chat, my_mutes};
use crate::game::{GameStatus, NEVER, game as _};
use crate::leaderboard::leaderboard;
use crate::matchmaker::my_started_games;
use crate::player::{Me, me, player as _};
use crate::queue::my_searches;
use crate::rating::my_ratings;
use crate::seek::open_seeks;
use crate::tests::row::Row;
use crate::tests::{Who, World, moment};
use crate::turn_timer::turn_timer as _;
use crate::watch::broadcast as _;
use crate::watchable::watchable as _;

/// What differs, in words.
pub(super) type Differs = Result<(), String>;

fn same<T: PartialEq + Debug>(what: &str, module: T, model: T) -> Differs {
    if module == model { Ok(()) } else { Err(format!("{what}\nmodule: {module:#?}\nmodel:  {model:#?}")) }
}

fn sorted<T, K: Ord>(rows: impl IntoIterator<Item = T>, key: impl Fn(&T) -> K) -> Vec<T> {
    let mut rows: Vec<T> = rows.into_iter().collect();
    rows.sort_by_key(key);
    rows
}

/// After each step: what these people see of their own, what all see, and the timers.
pub(super) fn compare(world: &World, server: &mut Server, people: &[Who]) -> Differs {
    learn_codes(world, server)?;
    for who in people {
        compare_person(world, server, who).map_err(|differs| format!("{who}: {differs}"))?;
    }
    compare_what_all_see(world, server)?;
    compare_timers(world, server)?;
    compare_games(world, server)?;
    compare_players(world, server)
}

/// At the end of a sequence: what there is to see.
pub(super) fn compare_all(world: &World, server: &mut Server) -> Differs {
    compare(world, server, &PEOPLE)?;
    compare_catalogue(world, server)?;
    compare_archives(world, server)
}

/// The module draws the join codes: six letters of those that do not look alike. Once drawn they stay.
fn learn_codes(world: &World, server: &mut Server) -> Differs {
    let reserved = |id: &u64| server.challenges.contains_key(id);
    let new = server.games.values_mut();
    let new =
        new.filter(|game| game.status == GameStatus::Waiting && game.code.is_none() && !reserved(&game.id));
    for game in new {
        let rows = game.readers.first().map(|who| world.games(who)).unwrap_or_default();
        let code = rows.into_iter().find(|row| row.id == game.id).map(|row| row.code).unwrap_or_default();
        let letter = |c: char| c.is_ascii_uppercase() && !"ILO".contains(c);
        if code.len() != 6 || !code.chars().all(letter) {
            return Err(format!("{code:?} is no code to join game {} by", game.id));
        }
        game.code = Some(code);
    }
    Ok(())
}

fn compare_person(world: &World, server: &Server, who: Who) -> Differs {
    let ctx = world.test.view_context(World::auth(who));
    let mine = |game: &super::game::Game| {
        let seat = game.seat_of(who).filter(|_| game.readers.contains(&who))?;
        Some(game.row(server, seat, who))
    };
    let games: Vec<Row> = server.games.values().filter_map(mine).collect();
    let shown = sorted(world.games(who), |row| row.id);
    if shown.len() == games.len() {
        for (shown, game) in shown.into_iter().zip(games) {
            same("seat", shown, game)?;
        }
    } else {
        let ids = |rows: &[Row]| rows.iter().map(|row| row.id).collect::<Vec<_>>();
        same("whose games are in seat", ids(&shown), ids(&games))?;
    }

    let bot = server.players.get(who).is_some_and(|player| player.bot);
    let identity = World::identity(who);
    same("me", me(&ctx), vec![Me { identity, name: server.name_of(who), bot }])?;

    let challenges = server
        .challenges
        .iter()
        .filter(|(_, it)| it.challenger == who || it.challenged == who && it.declined.is_none());
    let challenges = challenges.map(|(&id, it)| it.row(id)).collect();
    same("my_challenges", sorted(my_challenges(&ctx), |row| row.id), challenges)?;

    let searches = server.searches.iter().filter(|search| search.player == who).map(|search| search.row());
    let searches = sorted(searches, |row| row.pool.clone());
    same("my_searches", sorted(my_searches(&ctx), |row| row.pool.clone()), searches)?;

    let blocks = server.blocks.iter().filter(|block| block.blocker == who).map(|block| Blocked {
        player: World::identity(block.blocked),
        name: block.name.clone(),
        since: at(block.since),
    });
    let blocks = sorted(blocks, |row| row.player);
    same("my_blocks", sorted(my_blocks(&ctx), |row| row.player), blocks)?;

    let mutes = server.mutes.iter().filter(|(player, _)| *player == who);
    let mutes = mutes.map(|&(_, muted)| MuteEntry { player: identity, muted: World::identity(muted) });
    same("my_mutes", sorted(my_mutes(&ctx), |row| row.muted), sorted(mutes, |row| row.muted))?;

    let lines = server.lines.iter().filter(|line| line.recipient == who);
    let lines: Vec<_> = lines
        .map(|it| (it.game, World::identity(it.speaker), it.seat, it.phrase, it.text.clone(), at(it.said_at)))
        .collect();
    let chat = sorted(my_chat(&ctx), |row| row.id).into_iter();
    let chat = chat.map(|it| (it.game, it.speaker, it.seat, it.phrase, it.text, it.said_at)).collect();
    same("my_chat", chat, lines)?;

    let ratings = server.ratings.iter().filter(|((player, _), _)| *player == who);
    let ratings = ratings.map(|((_, board), rating)| rating.row(board)).collect();
    same("my_ratings", sorted(my_ratings(&ctx), |row| row.board.clone()), ratings)?;

    let started = server.started.iter().filter(|start| start.caller == who).map(|start| start.row());
    let started = sorted(started, |row| row.game);
    same("my_started_games", sorted(my_started_games(&ctx), |row| row.game), started)?;

    let acts: Vec<_> = if server.reads_the_record(who) {
        let last = server.acts.len().saturating_sub(100);
        let act = |it: &super::staff::Act| {
            (at(it.at), World::identity(it.who), it.act.to_owned(), it.target.clone(), it.detail.clone())
        };
        server.acts[last..].iter().map(act).collect()
    } else {
        Vec::new()
    };
    let log = sorted(audit_log(&ctx), |row| row.id).into_iter();
    let log = log.map(|it| (it.at, it.who, it.act, it.target, it.detail)).collect();
    same("audit_log", log, acts)
}

fn compare_what_all_see(world: &World, server: &Server) -> Differs {
    let ctx = world.test.anonymous_view_context();
    let seeks = server.seeks.iter().filter_map(|(id, seek)| Some(seek.row(server.games.get(id)?)));
    same("open_seeks", sorted(open_seeks(&ctx), |row| row.id), seeks.collect())?;

    let broadcasts = sorted(world.test.db.broadcast().iter(), |row| row.id);
    same("broadcast", broadcasts, server.broadcasts())?;
    let watchable = sorted(world.test.db.watchable().iter(), |row| row.id);
    same("watchable", watchable, server.watchable_rows())?;

    let mut leaders = Vec::new();
    for row in leaderboard(&ctx) {
        let player = PEOPLE.into_iter().find(|who| World::identity(who) == row.player);
        leaders.push(rating::Leader {
            board: row.board,
            below: -i64::from(row.value),
            player: player.ok_or("somebody unknown on the leaderboard")?,
            name: row.name,
            deviation: row.deviation,
            games: row.games,
        });
    }
    leaders.sort();
    let mut listed: Vec<_> = server.leaders.values().flatten().cloned().collect();
    listed.sort();
    same("leaderboard", leaders, listed)
}

pub(super) fn compare_catalogue(world: &World, server: &Server) -> Differs {
    let offers = catalogue(&world.test.anonymous_view_context());
    let offers: Vec<_> = offers
        .iter()
        .map(|it| {
            let pools =
                it.pools.iter().map(|it| (it.name.clone(), it.spec.clone(), it.time.clone(), it.rated));
            (it.draining, it.free_chat, it.limits.calls_per_second, pools.collect::<Vec<_>>())
        })
        .collect();
    let pools = server.pools.iter();
    let pools = pools.map(|(name, it)| (name.clone(), it.spec.clone(), it.time.to_string(), it.rated));
    let offered = (server.draining, server.free_chat, server.calls_per_second, pools.collect());
    same("catalogue", offers, vec![offered])
}

/// A live game with a deadline has one timer, which goes off by then, and which the game knows of; nothing else has
/// any.
fn compare_timers(world: &World, server: &Server) -> Differs {
    let db = &world.test.db;
    let timers = sorted(db.turn_timer().iter(), |timer| timer.scheduled_id);
    for timer in &timers {
        let known = db.game().id().find(timer.scheduled_id).map(|game| game.timer_at);
        same("when the timer of a game goes off", Some(moment(timer.scheduled_at)), known)?;
    }
    let timers: Vec<(u64, Micros)> =
        timers.iter().map(|it| (it.scheduled_id, moment(it.scheduled_at))).collect();
    let live = server.games.values().filter(|game| game.status == GameStatus::Live);
    let deadlines: Vec<(u64, Micros)> = live.filter_map(|game| Some((game.id, game.deadline()?))).collect();
    let ids = |list: &[(u64, Micros)]| list.iter().map(|&(id, _)| id).collect::<Vec<_>>();
    same("timers", ids(&timers), ids(&deadlines))?;
    let late = timers.iter().zip(&deadlines).find(|((_, at), (_, deadline))| at > deadline);
    late.map_or(Ok(()), |late| Err(format!("a timer that comes too late: {late:?}")))
}

/// What nobody sees of a game, and what comes of it later: position and clock to the byte, when the sweeper looks,
/// and what is remembered of requests and absences.
fn compare_games(world: &World, server: &Server) -> Differs {
    let rows = sorted(world.test.db.game().iter(), |game| game.id);
    let ids = rows.iter().map(|game| game.id).collect();
    same("games", ids, server.games.keys().copied().collect::<Vec<_>>())?;
    for (row, game) in rows.into_iter().zip(server.games.values()) {
        let (id, clock) = (game.id, game.clock().map(Clock::encode).unwrap_or_default());
        let state = game.position().map(AnyGame::encode).unwrap_or_default();
        same(
            "the position and the clock as they are stored",
            (id, row.state, row.clock),
            (id, state, clock),
        )?;
        let outages = game.credited.map_or(u32::MAX, |credited| credited as u32);
        same("when the sweeper looks", (id, row.sweep_at, row.outages), (id, game.due(), outages))?;
        let before = game.before.iter().map(|before| (before.entries as u32, before.seat.get())).collect();
        let kept: Vec<_> = row.before.iter().map(|before| (before.plies, before.seat)).collect();
        same(
            "what can be taken back",
            (id, kept, row.takeback_tried),
            (id, before, game.takeback_tried.bits()),
        )?;
        let waited = game.waited.iter().map(|waited| *waited as u64).collect();
        let absent = (id, row.waits_for, row.waited_for_us, row.paused_by_staff);
        same("whom a game waits for", absent, (id, game.waits_for.bits(), waited, game.by_staff))?;
        let lag: Vec<_> = row.lag.iter().map(|lag| (lag.left_us, lag.given_us)).collect();
        let quotas = game.lag.iter().map(|quota| (quota.left, quota.given)).collect();
        same("the delays of a game", (id, row.seen_by, lag), (id, game.seen.bits(), quotas))?;
        let remembered = (id, row.missed, row.draw_again_at, row.declined, row.watchers);
        let known = (id, game.missed.clone(), game.draw_again_at.clone(), game.declined, game.watchers);
        same("what is remembered of a game", remembered, known)?;
    }
    Ok(())
}

fn compare_players(world: &World, server: &Server) -> Differs {
    let row = |it: crate::player::Player| {
        let who = PEOPLE.into_iter().find(|who| World::identity(who) == it.identity);
        let banned = it.banned_until.map(|until| until.to_micros_since_unix_epoch());
        let tally = who.and_then(|who| world.tally(who));
        let counts = tally.map_or((0, 0, 0, 0), |it| (it.games, it.slow_games, it.archived, it.starts));
        (who.unwrap_or("?"), counts, banned, it.sweep_at)
    };
    let rows = sorted(world.test.db.player().iter().map(row), |it| it.0);
    let players = server.players.iter().map(|(&who, it)| {
        let (games, slow) = (server.games_of(who, false) as u32, server.games_of(who, true) as u32);
        let archived = server.shelf_count(who) as u32;
        (who, (games, slow, archived, it.starts), it.banned_until, it.look_at.unwrap_or(NEVER))
    });
    same("players", rows, players.collect())?;

    for who in PEOPLE {
        let over = world.games(who).into_iter().filter(|row| row.status == GameStatus::Over);
        let over = over.map(|row| (row.ended_at, row.id)).collect::<Vec<_>>();
        let listed =
            world.tally(who).map(|tally| tally.finished.iter().map(|it| (Some(it.at), it.game)).collect());
        same("the games that are over", (who, listed.unwrap_or_default()), (who, sorted(over, |it| *it)))?;
    }

    let db = &world.test.db;
    let archived = sorted(db.archived_game().iter(), |game| game.id);
    same("the archive", archived, server.archived.values().map(|game| game.row()).collect())?;
    let entries: Vec<_> = db.archive_entry().iter().map(|it| (it.player, it.game, it.page)).collect();
    let of = |(who, games): (&Who, &Vec<u64>)| {
        let player = World::identity(who);
        games.iter().enumerate().map(|(n, &game)| (player, game, n as u32 / 20)).collect::<Vec<_>>()
    };
    let kept = sorted(server.shelves.iter().flat_map(of), |it| *it);
    same("whose archive has what", sorted(entries, |it| *it), kept)
}

/// Each player turns the pages of their archive.
fn compare_archives(world: &World, server: &Server) -> Differs {
    for who in PEOPLE {
        let games = server.shelves.get(who).cloned().unwrap_or_default();
        let pages = games.len().div_ceil(20);
        for page in 0..=pages {
            let shown = my_archive(&mut world.test.procedure_context(World::auth(who)), page as u32);
            let stored = pages.checked_sub(page + 1).and_then(|stored| games.chunks(20).nth(stored));
            let rows = stored.into_iter().flatten().filter_map(|id| server.archived.get(id));
            let rows = rows.map(|game| game.row());
            let rows = sorted(rows, |game| std::cmp::Reverse((game.ended_at, game.id)));
            same("a page of an archive", (shown.pages, shown.games), (pages as u32, rows))?;
        }
    }
    Ok(())
}
