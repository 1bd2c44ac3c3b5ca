//! From the tables that a topic is in to the feed.

use std::sync::Arc;

use spacetimedb_sdk::{DbContext, Table, TableWithPrimaryKey};
use zeitnot_bindings as bindings;
use zeitnot_bindings::{
    BroadcastTableAccess, DbConnection, LeaderboardTableAccess, MyChatTableAccess, MyRatingsTableAccess,
    RemoteProcedures, RemoteTables, WatchableTableAccess, my_archive,
};
use zeitnot_rules::Seat;

use super::core::Report;
use super::feed::{ChatLine, Contestant, Feed, Leader, LiveGame, Rating};
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
            Topic::Ratings => on_change(&db.my_ratings(), &tell),
            Topic::Leaders => on_change(&db.leaderboard(), &tell),
            Topic::Archived(game) => look_up(&connection.procedures, *game, 0, tell.clone()),
        }
    }
    let queries: Vec<String> = topics.iter().filter_map(Topic::query).collect();
    if queries.is_empty() {
        return;
    }
    let failed = tell.clone();
    connection
        .subscription_builder()
        .on_applied(move |ctx| tell(Report::Fed(Arc::new(gather(&ctx.db)))))
        .on_error(move |_, error| failed(Report::Lost { reason: error.to_string() }))
        .subscribe(queries);
}

fn on_change<'a, T>(table: &T, tell: &impl Tell)
where
    T: TableWithPrimaryKey<EventContext = bindings::EventContext>,
{
    let told = tell.clone();
    let told = move |ctx: &bindings::EventContext| {
        // What there is at the beginning is told all together.
        if !matches!(ctx.event, spacetimedb_sdk::Event::SubscribeApplied) {
            told(Report::Fed(Arc::new(gather(&ctx.db))));
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

fn gather(db: &RemoteTables) -> Feed {
    let mut chat: Vec<ChatLine> = db.my_chat().iter().filter_map(|row| chat_line(&row)).collect();
    chat.sort_by_key(|line| line.id);
    let mut live: Vec<bindings::Watchable> = db.watchable().iter().collect();
    live.sort_by_key(|game| (std::cmp::Reverse(game.standing), game.id));
    let mut leaders: Vec<Leader> = db.leaderboard().iter().map(|row| leader(&row)).collect();
    leaders.sort_by(|one, other| (&one.board, one.place).cmp(&(&other.board, other.place)));
    let mut ratings: Vec<Rating> = db.my_ratings().iter().map(|row| rating(&row)).collect();
    ratings.sort_by(|one, other| one.board.cmp(&other.board));
    Feed {
        chat,
        watched: db.broadcast().iter().filter_map(|row| row::watched(&row)).map(Arc::new).collect(),
        live: live.iter().map(live_game).collect(),
        ratings,
        leaders,
        archived: None,
    }
}

fn chat_line(row: &bindings::ChatLine) -> Option<ChatLine> {
    Some(ChatLine { id: row.id, game: row.game, seat: Seat::new(row.seat)?, text: row.text.clone() })
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
