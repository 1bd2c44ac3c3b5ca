//! Tic-tac-toe, and how long a turn is.

use std::time::Duration;

/// How long a player may think. Long enough that no timer fires during a measurement.
pub const TURN: Duration = Duration::from_secs(600);

/// An empty board: 0 is free, 1 and 2 are the marks of X and O.
pub const EMPTY: [u8; 9] = [0; 9];

/// Why a move was refused, as a text for the caller.
pub type Refusal = String;

/// How a game stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    Live,
    WonBy(u8),
    Drawn,
}

const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/// Puts the mark of `mover` (1 or 2) on a cell, if that is allowed at this ply.
pub fn mark(cells: &mut [u8], ply: u32, named: u32, mover: u8, cell: u8) -> Result<Standing, Refusal> {
    if u32::from(mover) != ply % 2 + 1 {
        return Err("not_your_turn: it is the other's turn".to_owned());
    }
    if named != ply {
        return Err(format!("stale_ply: you answered ply {named}, and the game is at ply {ply}"));
    }
    match cells.get_mut(usize::from(cell)) {
        None => return Err(format!("outside_board: there is no cell {cell}")),
        Some(taken) if *taken != 0 => return Err("cell_occupied: this cell is taken".to_owned()),
        Some(free) => *free = mover,
    }
    let line = |line: &[usize; 3]| line.iter().all(|&at| cells.get(at) == Some(&mover));
    if LINES.iter().any(line) {
        return Ok(Standing::WonBy(mover));
    }
    Ok(if cells.contains(&0) { Standing::Live } else { Standing::Drawn })
}
