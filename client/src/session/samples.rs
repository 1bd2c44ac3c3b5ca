//! Games for tests, with little said about each.

use std::time::Duration;

use zeitnot_rules::Seat;

use super::view::{GameId, GameView, Move, MoveKind, Player, SeatClock, Status};
use crate::time::ServerTime;

/// Two players, both seats taken, seat 0 to move at ply 0.
pub(crate) fn live(id: GameId) -> GameView {
    let player = |name: &str| Player { name: name.to_owned(), online: true, ..Player::default() };
    GameView {
        id,
        seat: Seat::FIRST,
        status: Status::Live,
        code: String::new(),
        private: false,
        spec: "mnk:rows=3,columns=3,strike=3".to_owned(),
        time: "turn:30s".to_owned(),
        policy: "forfeit".to_owned(),
        leaving: "run".to_owned(),
        rated: false,
        series: String::new(),
        round: 1,
        score: vec![0; 2],
        players: vec![player("Ada"), player("Blaise")],
        position: Vec::new(),
        ply: 0,
        to_move: vec![Seat::FIRST],
        turn_started: ServerTime::from_micros(1_000_000),
        deadline: Some(ServerTime::from_micros(31_000_000)),
        paused_at: None,
        pause_asked: vec![],
        clocks: vec![SeatClock::default(); 2],
        time_off: Vec::new(),
        moves: Vec::new(),
        draw_offered: Vec::new(),
        draw_again_at: 0,
        takeback_asked: None,
        premove: None,
        rematch_asked: Vec::new(),
        next_game: None,
        watchers: 0,
        winners: Vec::new(),
        ending: String::new(),
        opened_at: ServerTime::from_micros(1_000_000),
        ended_at: None,
    }
}

/// Opened by the player, who waits for somebody to join.
pub(crate) fn waiting(id: GameId) -> GameView {
    let mut game = live(id);
    game.status = Status::Waiting;
    game.code = "ABCDEF".to_owned();
    game.players[1] = Player::default();
    game.to_move.clear();
    game.deadline = None;
    game
}

/// `game` after `seat` has played `action`.
pub(crate) fn after(mut game: GameView, seat: Seat, action: &[u8]) -> GameView {
    game.moves.push(Move { seat, kind: MoveKind::Action(action.to_vec()), used: Duration::from_secs(1) });
    game.ply += 1;
    game.to_move = vec![Seat::new((seat.get() + 1) % 2).unwrap_or(Seat::FIRST)];
    game
}
