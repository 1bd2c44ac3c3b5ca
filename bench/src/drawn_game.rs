//! The one game that everybody plays: a whole board of tic-tac-toe that nobody wins.

/// A move of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// How many moves came before: 0 to 8.
    pub number: usize,
    /// The player who makes it, by number: player 0 begins every game.
    pub mover: usize,
    pub row: u8,
    pub column: u8,
}

impl Ply {
    /// The cell by number, row by row, from 0 to 8.
    pub fn cell(self) -> u8 {
        self.row * 3 + self.column
    }

    /// Whether the game is over after it.
    pub fn is_last(self) -> bool {
        self.number + 1 == CELLS.len()
    }
}

/// X O X / X O O / O X X, row and column.
const CELLS: [(u8, u8); 9] = [(0, 0), (0, 1), (0, 2), (1, 1), (1, 0), (1, 2), (2, 1), (2, 0), (2, 2)];

/// All plies, in order.
pub fn plies() -> impl Iterator<Item = Ply> + Clone {
    CELLS.into_iter().enumerate().map(|(number, (row, column))| Ply {
        number,
        mover: number % 2,
        row,
        column,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_is_marked_once_and_nobody_has_a_line() {
        let mut owner = [None; 9];
        for ply in plies() {
            assert_eq!(owner[usize::from(ply.cell())].replace(ply.mover), None, "{ply:?}");
        }
        // https://en.wikipedia.org/wiki/Tic-tac-toe: rows, columns, diagonals.
        let lines = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
        for [a, b, c] in lines {
            assert!(owner[a] != owner[b] || owner[b] != owner[c], "{a} {b} {c}");
        }
    }
}
