//! A player's copy of a game, put together from its three tables.

use spacetimedb::{Identity, Timestamp};

use super::World;
use crate::game::{GameStatus, Party};
use crate::seat::Seat;
use crate::seat_page::{MOVES_A_PAGE, Move, SeatPage, seat_page as _};
use crate::seat_turn::{SeatClock, SeatTurn, TimeOff, seat_turn as _};

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
        let turn = db.seat_turn().key().find(seat.key);
        let mut pages: Vec<SeatPage> = db.seat_page().by_seat().filter((seat.id, seat.seat)).collect();
        pages.sort_by_key(|page| page.first);
        for (page, first) in pages.iter().zip((0..).step_by(MOVES_A_PAGE as usize)) {
            let full = (first, MOVES_A_PAGE as usize, seat.player);
            assert_eq!((page.first, page.moves.len(), page.player), full, "a page of game {}", seat.id);
        }
        assert_eq!(turn.is_none(), seat.status == GameStatus::Waiting, "whether game {} has a turn", seat.id);
        let turn = turn.unwrap_or_else(|| SeatTurn {
            key: seat.key,
            id: seat.id,
            player: seat.player,
            position: Vec::new(),
            ply: 0,
            latest: Vec::new(),
            to_move: Vec::new(),
            turn_started: Timestamp::UNIX_EPOCH,
            deadline: None,
            paused_at: None,
            pause_asked: Vec::new(),
            clocks: Vec::new(),
            time_off: Vec::new(),
            draw_offered: Vec::new(),
            draw_again_at: 0,
            takeback_asked: None,
            premove: Vec::new(),
        });
        assert_eq!((turn.id, turn.player), (seat.id, seat.player));
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
            pause_asked: turn.pause_asked,
            clocks: turn.clocks,
            time_off: turn.time_off,
            moves,
            draw_offered: turn.draw_offered,
            draw_again_at: turn.draw_again_at,
            takeback_asked: turn.takeback_asked,
            premove: turn.premove,
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
