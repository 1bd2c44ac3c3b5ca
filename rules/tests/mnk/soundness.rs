//! What can be said of every position, however it came about.

use zeitnot_rules::mnk::{Board, Cell, Point, Position};
use zeitnot_rules::{Reason, Rules, Seat, SeatSet};

use super::courses::{Step, every_seat, take};

/// Every window of `strike` cells, one after another: slow and plain.
fn has_line(board: &Board, strike: u8, seat: Seat) -> bool {
    let mark = |row: i16, column: i16| {
        let point = u8::try_from(row).ok().zip(u8::try_from(column).ok());
        point.and_then(|(row, column)| board.get(Point { row, column })) == Some(Cell::Mark(seat))
    };
    let strike = i16::from(strike);
    (0..i16::from(board.rows())).any(|row| {
        (0..i16::from(board.columns())).any(|column| {
            [(0, 1), (1, 0), (1, 1), (1, -1)].into_iter().any(|(down, right)| {
                (0..strike).all(|steps| mark(row + down * steps, column + right * steps))
            })
        })
    })
}

fn is_full(board: &Board) -> bool {
    board.iter().all(|(_, cell)| cell != Cell::Empty)
}

/// Fails unless the position is sound.
pub fn assert_sound(position: &Position) {
    let config = position.config();
    let misere = config.variant().misere;
    let lined: SeatSet =
        every_seat().filter(|seat| has_line(position.board(), config.strike(), *seat)).collect();
    let full = is_full(position.board());
    let playing = position.playing();
    assert!(SeatSet::first(config.seats()).includes(playing));
    let Some(outcome) = position.outcome() else {
        assert!(!full && playing.len() >= 2, "it should be over");
        assert!(lined.without(playing) == lined && (misere || lined.is_empty()), "a line without effect");
        let mover = position.to_move().sole().expect("one is to move");
        assert!(playing.contains(mover));
        assert!(!position.legal_actions(mover).is_empty());
        return;
    };
    assert!(position.to_move().is_empty());
    assert!(playing.includes(outcome.winners));
    match outcome.reason {
        Reason::LINE if misere => {
            assert_eq!(outcome.winners, playing);
            assert!(outcome.winners.len() == 1 && !lined.is_empty() && !lined.contains(sole(playing)));
        }
        Reason::LINE => assert!(lined == outcome.winners && lined.len() == 1),
        Reason::FULL_BOARD => {
            assert!(full && outcome.is_draw() && playing.len() >= 2);
            assert!(lined.without(playing) == lined && (misere || lined.is_empty()));
        }
        Reason::LAST_SEAT => assert!(outcome.winners == playing && playing.len() == 1 && !full),
        other => panic!("{other:?}"),
    }
}

fn sole(seats: SeatSet) -> Seat {
    seats.sole().expect("one seat")
}

/// To the end by legal actions, which comes in time: each cell is marked once, and each seat meets
/// each cell once.
pub fn play_on(position: &mut Position, picks: &[u8]) {
    let mut left = position.board().iter().count() * (1 + usize::from(position.seats()));
    let mut picks = picks.iter().copied().chain([0]).cycle();
    while position.outcome().is_none() {
        take(position, Step::Act(picks.next().unwrap_or(0)));
        assert_sound(position);
        assert!(left > 0, "it does not end");
        left -= 1;
    }
}
