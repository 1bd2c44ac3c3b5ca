//! A player's copy of a game, put together from its three tables.

use spacetimedb::{Identity, Table, Timestamp};

use super::World;
use crate::game::{GameStatus, Party};
use crate::past_moves::{MOVES_A_PAGE, Move, PastMoves, past_moves as _};
use crate::readers::NOBODY;
use crate::seat::Seat;
use crate::turn::{SeatClock, TimeOff, Turn, turn as _};

/// What a client knows of one of its games.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Row {
    pub key: u64,
    pub id: u64,
    pub player: Identity,
    pub seat: u8,
    pub status: GameStatus,
    pub code: String,
    pub private: bool,
    pub spec: String,
    pub time: String,
    pub policy: String,
    pub leaving: String,
    pub rated: bool,
    pub series: String,
    pub round: u32,
    pub score: Vec<u32>,
    pub players: Vec<Party>,
    pub position: Vec<u8>,
    pub ply: u32,
    pub to_move: Vec<u8>,
    pub turn_started: Timestamp,
    pub deadline: Option<Timestamp>,
    pub paused_at: Option<Timestamp>,
    pub pause_asked: Vec<u8>,
    pub clocks: Vec<SeatClock>,
    pub time_off: Vec<TimeOff>,
    pub moves: Vec<Move>,
    pub draw_offered: Vec<u8>,
    pub draw_again_at: u32,
    pub takeback_asked: Option<u8>,
    pub premove: Vec<u8>,
    pub rematch_asked: Vec<u8>,
    pub next_game: Option<u64>,
    pub watchers: u32,
    pub winners: Vec<u8>,
    pub ending: String,
    pub opened_at: Timestamp,
    pub ended_at: Option<Timestamp>,
}

impl Row {
    /// Looks that the three tables fit together, too.
    #[track_caller]
    pub(super) fn of(world: &World, seat: Seat) -> Self {
        let db = &world.test.db;
        let turns: Vec<Turn> = db.turn().iter().collect();
        let mut turns = turns.into_iter().filter(|turn| {
            assert_ne!(turn.player, turn.other, "{turn:?}");
            turn.id == seat.id && (turn.player == seat.player || turn.other == seat.player)
        });
        let (turn, another) = (turns.next(), turns.next());
        assert_eq!(another, None, "{} has two turns of game {}", seat.player, seat.id);
        assert_eq!(turn.is_none(), seat.status == GameStatus::Waiting, "whether game {} has a turn", seat.id);
        let turn = turn.unwrap_or_else(|| Turn {
            key: seat.key,
            id: seat.id,
            player: seat.player,
            other: NOBODY,
            position: Vec::new(),
            ply: 0,
            latest: Vec::new(),
            to_move: Vec::new(),
            turn_started: Timestamp::UNIX_EPOCH,
            deadline: None,
            paused_at: None,
            clocks: Vec::new(),
            time_off: Vec::new(),
        });
        let mut pages: Vec<PastMoves> = db.past_moves().by_first().filter(turn.key).collect();
        pages.sort_by_key(|page| page.first);
        for (page, first) in pages.iter().zip((0..).step_by(MOVES_A_PAGE as usize)) {
            let full = (first, MOVES_A_PAGE as usize, turn.player, turn.other);
            let page = (page.first, page.moves.len(), page.player, page.other);
            assert_eq!(page, full, "a page of game {}", seat.id);
        }
        assert!(turn.latest.len() < MOVES_A_PAGE as usize, "{turn:?}");
        let moves: Vec<Move> = pages.into_iter().flat_map(|page| page.moves).chain(turn.latest).collect();
        assert_eq!(moves.len(), turn.ply as usize, "the moves of game {}", seat.id);
        Self {
            key: seat.key,
            id: seat.id,
            player: seat.player,
            seat: seat.seat,
            status: seat.status,
            code: seat.code,
            private: seat.private,
            spec: seat.spec,
            time: seat.time,
            policy: seat.policy,
            leaving: seat.leaving,
            rated: seat.rated,
            series: seat.series,
            round: seat.round,
            score: seat.score,
            players: seat.players,
            position: turn.position,
            ply: turn.ply,
            to_move: turn.to_move,
            turn_started: turn.turn_started,
            deadline: turn.deadline,
            paused_at: turn.paused_at,
            pause_asked: seat.pause_asked,
            clocks: turn.clocks,
            time_off: turn.time_off,
            moves,
            draw_offered: seat.draw_offered,
            draw_again_at: seat.draw_again_at,
            takeback_asked: seat.takeback_asked,
            premove: seat.premove,
            rematch_asked: seat.rematch_asked,
            next_game: seat.next_game,
            watchers: seat.watchers,
            winners: seat.winners,
            ending: seat.ending,
            opened_at: seat.opened_at,
            ended_at: seat.ended_at,
        }
    }
}
