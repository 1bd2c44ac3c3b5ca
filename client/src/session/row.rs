//! From the rows that the server sends to what a session shows.

use std::time::Duration;

use spacetimedb_sdk::Timestamp;
use zeitnot_bindings as bindings;
use zeitnot_rules::Seat;

use super::decline::DeclineReason;
use super::view::{GameView, Me, Move, MoveKind, Player, SeatClock, Status, TimeOff};
use crate::time::ServerTime;

/// A game that waits, by its row of `seat`; `None` for one that names a seat that no game has.
pub(super) fn waiting(row: &bindings::Seat) -> Option<GameView> {
    Some(GameView {
        id: row.id,
        seat: Seat::new(row.seat)?,
        status: status(row.status),
        code: row.code.clone(),
        private: row.private,
        spec: row.spec.clone(),
        time: row.time.clone(),
        policy: row.policy.clone(),
        leaving: row.leaving.clone(),
        rated: row.rated,
        series: row.series.clone(),
        round: row.round,
        score: row.score.clone(),
        players: row.players.iter().map(player).collect(),
        position: Vec::new(),
        ply: 0,
        to_move: Vec::new(),
        turn_started: time(row.opened_at),
        deadline: None,
        paused_at: None,
        pause_asked: seats(&row.pause_asked)?,
        clocks: Vec::new(),
        time_off: Vec::new(),
        moves: Vec::new(),
        draw_offered: seats(&row.draw_offered)?,
        draw_again_at: row.draw_again_at,
        takeback_asked: row.takeback_asked.and_then(Seat::new),
        premove: Some(row.premove.clone()).filter(|action| !action.is_empty()),
        rematch_asked: seats(&row.rematch_asked)?,
        next_game: row.next_game,
        watchers: row.watchers,
        winners: seats(&row.winners)?,
        ending: row.ending.clone(),
        opened_at: time(row.opened_at),
        ended_at: row.ended_at.map(time),
    })
}

/// A game that has begun, by its rows of `seat` and `turn` and what was played, in order.
pub(super) fn game<'a>(
    row: &bindings::Seat,
    turn: &bindings::Turn,
    moves: impl Iterator<Item = &'a bindings::Move>,
) -> Option<GameView> {
    Some(GameView {
        position: turn.position.clone(),
        ply: turn.ply,
        to_move: seats(&turn.to_move)?,
        turn_started: time(turn.turn_started),
        deadline: turn.deadline.map(time),
        paused_at: turn.paused_at.map(time),
        clocks: turn.clocks.iter().map(clock).collect(),
        time_off: turn.time_off.iter().map(time_off).collect::<Option<_>>()?,
        moves: moves.map(played).collect::<Option<_>>()?,
        ..waiting(row)?
    })
}

/// A row of `broadcast`: a game of others.
pub(super) fn watched(row: &bindings::Broadcast) -> Option<GameView> {
    let moves: Vec<Move> = row.moves.iter().map(played).collect::<Option<_>>()?;
    Some(GameView {
        id: row.id,
        seat: Seat::FIRST,
        status: status(row.status),
        code: String::new(),
        private: false,
        spec: row.spec.clone(),
        time: row.time.clone(),
        policy: String::new(),
        leaving: String::new(),
        rated: row.rated,
        series: row.series.clone(),
        round: row.round,
        score: row.score.clone(),
        players: row.players.iter().map(player).collect(),
        position: row.position.clone(),
        ply: u32::try_from(moves.len()).unwrap_or(u32::MAX),
        to_move: seats(&row.to_move)?,
        turn_started: time(row.turn_started),
        deadline: row.deadline.map(time),
        paused_at: row.paused_at.map(time),
        pause_asked: Vec::new(),
        clocks: row.clocks.iter().map(clock).collect(),
        time_off: row.time_off.iter().map(time_off).collect::<Option<_>>()?,
        moves,
        draw_offered: seats(&row.draw_offered)?,
        draw_again_at: 0,
        takeback_asked: row.takeback_asked.and_then(Seat::new),
        premove: None,
        rematch_asked: Vec::new(),
        next_game: row.next_game,
        watchers: row.watchers,
        winners: seats(&row.winners)?,
        ending: row.ending.clone(),
        opened_at: time(row.opened_at),
        ended_at: row.ended_at.map(time),
    })
}

/// A game of the archive. It was the player's, whichever seat they had.
pub(super) fn archived(row: &bindings::ArchivedGame) -> Option<GameView> {
    let moves: Vec<Move> = row.moves.iter().map(played).collect::<Option<_>>()?;
    Some(GameView {
        id: row.id,
        seat: Seat::FIRST,
        status: Status::Over,
        code: String::new(),
        private: false,
        spec: row.spec.clone(),
        time: row.time.clone(),
        policy: row.policy.clone(),
        leaving: row.leaving.clone(),
        rated: row.rated,
        series: row.series.clone(),
        round: row.round,
        score: row.score.clone(),
        players: row.players.iter().map(player).collect(),
        position: row.position.clone(),
        ply: u32::try_from(moves.len()).unwrap_or(u32::MAX),
        to_move: Vec::new(),
        turn_started: time(row.opened_at),
        deadline: None,
        paused_at: None,
        pause_asked: Vec::new(),
        clocks: Vec::new(),
        time_off: Vec::new(),
        moves,
        draw_offered: Vec::new(),
        draw_again_at: 0,
        takeback_asked: None,
        premove: None,
        rematch_asked: Vec::new(),
        next_game: None,
        watchers: 0,
        winners: seats(&row.winners)?,
        ending: row.ending.clone(),
        opened_at: time(row.opened_at),
        ended_at: row.ended_at.map(time),
    })
}

fn status(status: bindings::GameStatus) -> Status {
    match status {
        bindings::GameStatus::Waiting => Status::Waiting,
        bindings::GameStatus::Live => Status::Live,
        bindings::GameStatus::Over => Status::Over,
    }
}

/// A row of `me`.
pub(super) fn me(row: &bindings::Me) -> Me {
    Me { identity: row.identity, name: row.name.clone(), bot: row.bot }
}

/// Why a challenge was declined.
pub(super) fn reason(reason: bindings::DeclineReason) -> DeclineReason {
    match reason {
        bindings::DeclineReason::Generic => DeclineReason::Generic,
        bindings::DeclineReason::Later => DeclineReason::Later,
        bindings::DeclineReason::TooFast => DeclineReason::TooFast,
        bindings::DeclineReason::TooSlow => DeclineReason::TooSlow,
        bindings::DeclineReason::TimeControl => DeclineReason::TimeControl,
        bindings::DeclineReason::Rated => DeclineReason::Rated,
        bindings::DeclineReason::Casual => DeclineReason::Casual,
        bindings::DeclineReason::Variant => DeclineReason::Variant,
        bindings::DeclineReason::NoBot => DeclineReason::NoBot,
        bindings::DeclineReason::OnlyBot => DeclineReason::OnlyBot,
    }
}

/// The same for the server.
pub(super) fn to_server(reason: DeclineReason) -> bindings::DeclineReason {
    match reason {
        DeclineReason::Generic => bindings::DeclineReason::Generic,
        DeclineReason::Later => bindings::DeclineReason::Later,
        DeclineReason::TooFast => bindings::DeclineReason::TooFast,
        DeclineReason::TooSlow => bindings::DeclineReason::TooSlow,
        DeclineReason::TimeControl => bindings::DeclineReason::TimeControl,
        DeclineReason::Rated => bindings::DeclineReason::Rated,
        DeclineReason::Casual => bindings::DeclineReason::Casual,
        DeclineReason::Variant => bindings::DeclineReason::Variant,
        DeclineReason::NoBot => bindings::DeclineReason::NoBot,
        DeclineReason::OnlyBot => bindings::DeclineReason::OnlyBot,
    }
}

/// A time of the server's.
pub(super) fn time(stamp: Timestamp) -> ServerTime {
    ServerTime::from_micros(stamp.to_micros_since_unix_epoch())
}

fn player(row: &bindings::Party) -> Player {
    Player {
        identity: row.identity,
        name: row.name.clone(),
        out: row.out,
        bot: row.bot,
        online: row.online,
        claim_from: row.claim_from.map(time),
        rating: row.rating,
        provisional: row.provisional,
        rating_change: row.rating_change,
    }
}

fn clock(row: &bindings::SeatClock) -> SeatClock {
    SeatClock {
        main: Duration::from_micros(row.main_us),
        overtime: row.overtime,
        periods: row.periods,
        block_turns: row.block_turns,
        bank: Duration::from_micros(row.bank_us),
    }
}

fn time_off(row: &bindings::TimeOff) -> Option<TimeOff> {
    Some(TimeOff { seat: Seat::new(row.seat)?, from: time(row.from), until: time(row.until) })
}

fn played(row: &bindings::Move) -> Option<Move> {
    Some(Move {
        seat: Seat::new(row.seat)?,
        kind: match row.kind {
            bindings::PlyKind::Move if row.action.is_empty() => MoveKind::Unseen,
            bindings::PlyKind::Move => MoveKind::Action(row.action.clone()),
            bindings::PlyKind::Pass => MoveKind::Pass,
            bindings::PlyKind::Out => MoveKind::Out(String::from_utf8_lossy(&row.action).into_owned()),
        },
        used: Duration::from_micros(row.used_us),
    })
}

fn seats(numbers: &[u8]) -> Option<Vec<Seat>> {
    numbers.iter().map(|&number| Seat::new(number)).collect()
}
