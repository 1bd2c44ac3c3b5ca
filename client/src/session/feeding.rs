//! From the tables that a topic is in to the feed.

use std::sync::Arc;

use spacetimedb_sdk::{DbContext, Identity, Table, TableWithPrimaryKey};
use zeitnot_bindings as bindings;
use zeitnot_bindings::{
    BroadcastTableAccess, CatalogueTableAccess, DbConnection, LeaderboardTableAccess, MyBlocksTableAccess,
    MyChallengesTableAccess, MyChatTableAccess, MyRatingsTableAccess, MySearchesTableAccess,
    OpenSeeksTableAccess, RemoteProcedures, RemoteTables, WatchableTableAccess, my_archive,
};
use zeitnot_rules::Seat;

use super::core::Report;
use super::feed::{
    ArchivePage, Blocked, Challenge, ChatLine, Contestant, Feed, Leader, LiveGame, Pool, Rating, Search, Seek,
};
use super::link::Tell;
use super::row;
use super::topic::Topic;
use super::view::GameId;

/// Subscribes to topics; whenever anything of them has changed, all of it is told.
pub(super) fn feed(connection: &DbConnection, topics: &[Topic], tell: impl Tell) {
    if topics.is_empty() {
        return;
    }
    let db = &connection.db;
    for topic in topics {
        match topic {
            Topic::Chat => on_change(&db.my_chat(), &tell),
            Topic::Watched(_) => on_change(&db.broadcast(), &tell),
            Topic::Live => on_change(&db.watchable(), &tell),
            Topic::Seeks => on_change(&db.open_seeks(), &tell),
            Topic::Pools => on_change(&db.catalogue(), &tell),
            Topic::Challenges => on_change(&db.my_challenges(), &tell),
            Topic::Blocks => on_change(&db.my_blocks(), &tell),
            Topic::Searches => on_change(&db.my_searches(), &tell),
            Topic::Ratings => on_change(&db.my_ratings(), &tell),
            Topic::Leaders => on_change(&db.leaderboard(), &tell),
            Topic::Archived(game) => look_up(&connection.procedures, *game, 0, tell.clone()),
            Topic::Archive(page) => read_page(&connection.procedures, *page, tell.clone()),
        }
    }
    let queries: Vec<String> = topics.iter().filter_map(Topic::query).collect();
    if queries.is_empty() {
        return;
    }
    let failed = tell.clone();
    connection
        .subscription_builder()
        .on_applied(move |ctx| tell(Report::Fed(Arc::new(gather(&ctx.db, ctx.try_identity())))))
        .on_error(move |_, error| failed(Report::Lost { reason: error.to_string() }))
        .subscribe(queries);
}

fn on_change<T>(table: &T, tell: &impl Tell)
where
    T: TableWithPrimaryKey<EventContext = bindings::EventContext>,
{
    let told = tell.clone();
    let told = move |ctx: &bindings::EventContext| {
        // What there is at the beginning is told all together.
        if !matches!(ctx.event, spacetimedb_sdk::Event::SubscribeApplied) {
            told(Report::Fed(Arc::new(gather(&ctx.db, ctx.try_identity()))));
        }
    };
    let (inserted, updated, deleted) = (told.clone(), told.clone(), told);
    table.on_insert(move |ctx, _| inserted(ctx));
    table.on_update(move |ctx, _, _| updated(ctx));
    table.on_delete(move |ctx, _| deleted(ctx));
}

/// Looks for a game in the player's archive, from this page on.
fn look_up(procedures: &RemoteProcedures, game: GameId, page: u32, tell: impl Tell) {
    procedures.my_archive_then(page, move |ctx, answer| {
        let Ok(archive) = answer else {
            return tell(Report::Lost { reason: "the archive cannot be read".to_owned() });
        };
        let found = archive.games.iter().find(|row| row.id == game);
        if found.is_none() && page + 1 < archive.pages {
            return look_up(&ctx.procedures, game, page + 1, tell);
        }
        let archived = found.and_then(row::archived).map(Arc::new);
        tell(Report::Fed(Arc::new(Feed { archived, ..Feed::default() })));
    });
}

/// Reads a page of the player's archive.
fn read_page(procedures: &RemoteProcedures, page: u32, tell: impl Tell) {
    procedures.my_archive_then(page, move |_, answer| {
        let Ok(archive) = answer else {
            return tell(Report::Lost { reason: "the archive cannot be read".to_owned() });
        };
        let games = archive.games.iter().filter_map(row::archived).map(Arc::new).collect();
        let archive = Some(ArchivePage { page, pages: archive.pages, games });
        tell(Report::Fed(Arc::new(Feed { archive, ..Feed::default() })));
    });
}

fn gather(db: &RemoteTables, me: Option<Identity>) -> Feed {
    let mut chat: Vec<ChatLine> = db.my_chat().iter().filter_map(|row| chat_line(&row)).collect();
    chat.sort_by_key(|line| line.id);
    let mut live: Vec<bindings::Watchable> = db.watchable().iter().collect();
    live.sort_by_key(|game| (std::cmp::Reverse(game.standing), game.id));
    let mut leaders: Vec<Leader> = db.leaderboard().iter().map(|row| leader(&row)).collect();
    leaders.sort_by(|one, other| (&one.board, one.place).cmp(&(&other.board, other.place)));
    let mut ratings: Vec<Rating> = db.my_ratings().iter().map(|row| rating(&row)).collect();
    ratings.sort_by(|one, other| one.board.cmp(&other.board));
    let mut blocks: Vec<Blocked> =
        db.my_blocks().iter().map(|row| Blocked { player: row.player, name: row.name }).collect();
    blocks.sort_by(|one, other| one.name.cmp(&other.name));
    let mut seeks: Vec<Seek> = db.open_seeks().iter().map(|row| seek(&row)).collect();
    seeks.sort_by_key(|seek| seek.id);
    let mut challenges: Vec<Challenge> = db.my_challenges().iter().map(|row| challenge(&row, me)).collect();
    challenges.sort_by_key(|challenge| challenge.game);
    Feed {
        chat,
        seeks,
        pools: db.catalogue().iter().flat_map(|row| row.pools).map(pool).collect(),
        draining: db.catalogue().iter().any(|row| row.draining),
        searches: db.my_searches().iter().map(|row| search(&row)).collect(),
        challenges,
        watched: db.broadcast().iter().filter_map(|row| row::watched(&row)).map(Arc::new).collect(),
        live: live.iter().map(live_game).collect(),
        blocks,
        ratings,
        leaders,
        archived: None,
        archive: None,
    }
}

fn chat_line(row: &bindings::ChatLine) -> Option<ChatLine> {
    Some(ChatLine { id: row.id, game: row.game, seat: Seat::new(row.seat)?, text: row.text.clone() })
}

fn contestant(row: &bindings::Contender) -> Contestant {
    Contestant { name: row.name.clone(), rating: row.rating, bot: row.bot }
}

fn seek(row: &bindings::Seek) -> Seek {
    Seek {
        id: row.id,
        by: contestant(&row.by),
        spec: row.spec.clone(),
        time: row.time.clone(),
        policy: row.policy.clone(),
        leaving: row.leaving.clone(),
        series: row.series.clone(),
        rated: row.rated,
        taken: row.taken,
        seats: row.seats,
        ratings: (row.min_rating, row.max_rating),
    }
}

fn pool(row: bindings::PoolOffer) -> Pool {
    Pool { name: row.name, spec: row.spec, time: row.time, rated: row.rated }
}

fn search(row: &bindings::MySearch) -> Search {
    Search {
        pool: row.pool.clone(),
        rating: row.rating,
        range: (row.below, row.above),
        since: row::time(row.since),
    }
}

fn challenge(row: &bindings::Challenge, me: Option<Identity>) -> Challenge {
    let is_mine = me == Some(row.challenger);
    Challenge {
        game: row.id,
        is_mine,
        other: contestant(if is_mine { &row.to } else { &row.from }),
        spec: row.spec.clone(),
        time: row.time.clone(),
        policy: row.policy.clone(),
        leaving: row.leaving.clone(),
        series: row.series.clone(),
        rated: row.rated,
        declined: row.declined.map(row::reason),
    }
}

fn live_game(row: &bindings::Watchable) -> LiveGame {
    let player =
        |row: &bindings::Contestant| Contestant { name: row.name.clone(), rating: row.rating, bot: row.bot };
    LiveGame {
        id: row.id,
        spec: row.spec.clone(),
        time: row.time.clone(),
        rated: row.rated,
        players: row.players.iter().map(player).collect(),
    }
}

fn rating(row: &bindings::MyRating) -> Rating {
    Rating {
        board: row.board.clone(),
        value: row.value,
        deviation: row.deviation,
        provisional: row.provisional,
        games: row.games,
        wins: row.wins,
        draws: row.draws,
        losses: row.losses,
    }
}

fn leader(row: &bindings::Leader) -> Leader {
    Leader {
        board: row.board.clone(),
        place: row.place,
        player: row.player,
        name: row.name.clone(),
        value: row.value,
        games: row.games,
    }
}
