//! Games that ended a while ago: more than a day, or many games. Each is kept once, whole: once a game is
//! over nothing of it is hidden.

use spacetimedb::{
    Identity, ProcedureContext, ReducerContext, SpacetimeType, Table, Timestamp, procedure, table,
};
use zeitnot_rules::{AnyGame, Viewer};

use crate::game::{Game, GameStatus, Party, game as _};
use crate::player::player as _;
use crate::seat::{self, Move, moves_seen, position_seen, seat as _};

/// Games on one page of [`my_archive()`].
pub const PAGE: u32 = 20;

/// The most finished games that a player has in `my_games`, whatever the day has brought.
pub const MAX_FINISHED: usize = 10;

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

/// The caller's finished games that are not in `my_games` any more, [`PAGE`] at a time; page 0 holds the
/// newest.
#[procedure]
pub fn my_archive(ctx: &mut ProcedureContext, page: u32) -> ArchivePage {
    let caller = ctx.sender();
    ctx.with_tx(|ctx| {
        let archived = ctx.db.player().identity().find(caller).map_or(0, |player| player.archived);
        let pages = archived.div_ceil(PAGE);
        let mut games: Vec<ArchivedGame> = match pages.checked_sub(page.saturating_add(1)) {
            Some(stored) => ctx
                .db
                .archive_entry()
                .by_page()
                .filter((caller, stored))
                .filter_map(|entry| ctx.db.archived_game().id().find(entry.game))
                .collect(),
            None => Vec::new(),
        };
        games.sort_by_key(|game| std::cmp::Reverse((game.ended_at, game.id)));
        ArchivePage { pages, games }
    })
}

/// Moves a player's oldest finished games to the archive while they have more than [`MAX_FINISHED`] of them:
/// every move of theirs reads all rows of `my_games`.
pub(crate) fn make_room(ctx: &ReducerContext, player: Identity) {
    let rows = ctx.db.seat().player().filter(player);
    let mut finished: Vec<_> =
        rows.filter(|row| row.status == GameStatus::Over).map(|row| (row.ended_at, row.id)).collect();
    finished.sort();
    for (_, id) in finished.iter().rev().skip(MAX_FINISHED) {
        if let Some(game) = ctx.db.game().id().find(*id) {
            file(ctx, &game, player);
        }
    }
}

/// Moves a game that is over to the archive, for everyone who has it in `my_games` still.
pub(crate) fn file_for_all(ctx: &ReducerContext, game: &Game) {
    let players: Vec<Identity> = ctx.db.seat().id().filter(game.id).map(|row| row.player).collect();
    for player in players {
        file(ctx, game, player);
    }
}

/// Moves a game that is over from a player's `my_games` to their archive.
fn file(ctx: &ReducerContext, game: &Game, identity: Identity) {
    seat::withdraw_from(ctx, game.id, identity);
    let Some(mut player) = ctx.db.player().identity().find(identity) else { return };
    ctx.db.archive_entry().insert(ArchiveEntry {
        player: identity,
        page: player.archived / PAGE,
        game: game.id,
    });
    player.archived += 1;
    ctx.db.player().identity().update(player);
    if ctx.db.archived_game().id().find(game.id).is_none() {
        ctx.db.archived_game().insert(ArchivedGame::of(game));
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
            players: game.players.clone(),
            position,
            moves: moves_seen(game, Viewer::Spectator),
            winners: game.winners.clone(),
            ending: game.ending.clone(),
            opened_at: game.opened_at,
            ended_at: game.ended_at,
        }
    }
}
