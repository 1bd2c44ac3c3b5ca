//! Games that ended a while ago: more than a day, or many games. Each is kept once, whole: once a game is
//! over nothing of it is hidden.

use spacetimedb::{
    Identity, ProcedureContext, ReducerContext, SpacetimeType, Table, Timestamp, procedure, table,
};
use zeitnot_rules::{AnyGame, Viewer};

use crate::game::{Game, Party, game as _};
use crate::past_moves::{Move, moves_seen};
use crate::seat::{self, seat as _};
use crate::tally::{self, Tally, tally as _};
use crate::turn::position_seen;
use crate::{chat, watch};

/// Games on one page of [`my_archive()`].
pub const PAGE: u32 = 20;

/// The most finished games that a player has among the rows of `seat`, whatever the day has brought.
pub const MAX_FINISHED: usize = 10;

/// The pages that a player's archive keeps: the last thousand games. The oldest page goes when a new one is
/// begun.
pub const MAX_PAGES: u32 = 50;

/// A game that is over.
#[table(accessor = archived_game)]
#[derive(Clone, Debug, PartialEq)]
pub struct ArchivedGame {
    /// The game's id, as it always was.
    #[primary_key]
    pub id: u64,
    pub spec: String,
    pub time: String,
    pub policy: String,
    pub leaving: String,
    pub rated: bool,
    pub series: String,
    pub round: u32,
    pub score: Vec<u32>,
    pub players: Vec<Party>,
    /// The final position, in the encoding of the rules for a viewer from whom nothing is hidden.
    pub position: Vec<u8>,
    pub moves: Vec<Move>,
    /// Nobody: it was drawn.
    pub winners: Vec<u8>,
    pub ending: String,
    pub opened_at: Timestamp,
    pub ended_at: Option<Timestamp>,
}

/// On which page of whose archive a game stands. Pages are filled from the oldest game on and never
/// renumbered.
#[table(accessor = archive_entry, index(accessor = by_page, btree(columns = [player, page])))]
#[derive(Debug)]
pub struct ArchiveEntry {
    pub player: Identity,
    pub page: u32,
    #[index(btree)]
    pub game: u64,
}

/// A page of the caller's archive.
#[derive(SpacetimeType, Clone, Debug, PartialEq)]
pub struct ArchivePage {
    /// How many pages there are. 0: nothing has been archived.
    pub pages: u32,
    /// The games of the page that was asked for, the newest first; none if there is no such page.
    pub games: Vec<ArchivedGame>,
}

/// The caller's finished games that are not in `seat` any more, [`PAGE`] at a time; page 0 holds the
/// newest.
#[procedure]
pub fn my_archive(ctx: &mut ProcedureContext, page: u32) -> ArchivePage {
    let caller = ctx.sender();
    ctx.with_tx(|ctx| {
        let archived = ctx.db.tally().player().find(caller).map_or(0, |tally| tally.archived);
        let begun = archived.div_ceil(PAGE);
        let pages = begun.min(MAX_PAGES);
        let mut games: Vec<ArchivedGame> = match begun.checked_sub(page.saturating_add(1)) {
            Some(stored) if page < pages => ctx
                .db
                .archive_entry()
                .by_page()
                .filter((caller, stored))
                .filter_map(|entry| ctx.db.archived_game().id().find(entry.game))
                .collect(),
            _ => Vec::new(),
        };
        games.sort_by_key(|game| std::cmp::Reverse((game.ended_at, game.id)));
        ArchivePage { pages, games }
    })
}

/// A player's game is over. Their oldest finished games move to the archive while they have more than
/// [`MAX_FINISHED`] of them: a client that connects is sent all of them.
pub(crate) fn take_in(ctx: &ReducerContext, game: &Game, player: Identity) {
    tally::change(ctx, player, |tally| {
        tally.finish(game);
        let too_many = tally.finished.len().saturating_sub(MAX_FINISHED);
        for oldest in tally.finished.drain(..too_many).collect::<Vec<_>>() {
            if let Some(game) = ctx.db.game().id().find(oldest.game) {
                file(ctx, &game, tally);
            }
        }
    });
}

/// Moves a game that is over to the archive, for everyone who has it in `seat` still.
pub(crate) fn file_for_all(ctx: &ReducerContext, game: &Game) {
    let players: Vec<Identity> = ctx.db.seat().id().filter(game.id).map(|row| row.player).collect();
    for player in players {
        tally::change(ctx, player, |tally| {
            tally.finished.retain(|finished| finished.game != game.id);
            file(ctx, game, tally);
        });
    }
    close_if_unread(ctx, game.id);
}

/// Moves a game that is over from a player's rows of `seat` to their archive.
fn file(ctx: &ReducerContext, game: &Game, tally: &mut Tally) {
    let player = tally.player;
    seat::withdraw_from(ctx, game.id, player);
    let page = tally.archived / PAGE;
    if let Some(oldest) = page.checked_sub(MAX_PAGES) {
        drop_page(ctx, player, oldest);
    }
    ctx.db.archive_entry().insert(ArchiveEntry { player, page, game: game.id });
    tally.archived = tally.archived.saturating_add(1);
    if ctx.db.archived_game().id().find(game.id).is_none() {
        ctx.db.archived_game().insert(ArchivedGame::of(game));
    }
    close_if_unread(ctx, game.id);
}

/// Takes a game that is over away if nobody has it in `seat` any more.
pub(crate) fn close_if_unread(ctx: &ReducerContext, game: u64) {
    if ctx.db.seat().id().filter(game).next().is_none() {
        watch::close(ctx, game);
        chat::close(ctx, game);
        ctx.db.game().id().delete(game);
    }
}

fn drop_page(ctx: &ReducerContext, player: Identity, page: u32) {
    let games: Vec<u64> =
        ctx.db.archive_entry().by_page().filter((player, page)).map(|entry| entry.game).collect();
    ctx.db.archive_entry().by_page().delete((player, page));
    for game in games {
        drop_if_unread(ctx, game);
    }
}

/// Takes an archived game away if it is in nobody's archive any more.
pub(crate) fn drop_if_unread(ctx: &ReducerContext, game: u64) {
    if ctx.db.archive_entry().game().filter(game).next().is_none() {
        ctx.db.archived_game().id().delete(game);
    }
}

impl ArchivedGame {
    fn of(game: &Game) -> Self {
        let position = match AnyGame::decode(&game.spec, &game.state) {
            Ok(position) => position_seen(game, &position, Viewer::Spectator),
            Err(error) => {
                log::error!("the last position of game {} cannot be read: {error}", game.id);
                Vec::new()
            }
        };
        Self {
            id: game.id,
            spec: game.spec.clone(),
            time: game.time.clone(),
            policy: game.policy.clone(),
            leaving: game.leaving.clone(),
            rated: game.rated,
            series: game.series.clone(),
            round: game.round,
            score: game.score.clone(),
            players: game.players.to_vec(),
            position,
            moves: moves_seen(game, Viewer::Spectator).collect(),
            winners: game.winners.clone(),
            ending: game.ending.clone(),
            opened_at: game.opened_at,
            ended_at: game.ended_at,
        }
    }
}
