//! Every place on a board where a line can be.

/// Every stretch of `strike` cells in a row, and through each cell those that it is part of.
#[derive(Debug)]
pub(super) struct Lines {
    /// Cells of each line.
    cells: Vec<Vec<usize>>,
    /// Lines through each cell.
    through: Vec<Vec<usize>>,
}

impl Lines {
    pub(super) fn of_board(rows: usize, columns: usize, strike: usize) -> Lines {
        let mut lines = Lines { cells: Vec::new(), through: vec![Vec::new(); rows * columns] };
        for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
            for row in 0..rows {
                for column in 0..columns {
                    let at = |step: usize| {
                        let column = column.checked_add_signed(right * step as isize)?;
                        let row = row + down * step;
                        (row < rows && column < columns).then_some(row * columns + column)
                    };
                    if let Some(cells) = (0..strike).map(at).collect() {
                        lines.push(cells);
                    }
                }
            }
        }
        lines
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.cells.len()
    }

    /// The lines through a cell.
    pub(super) fn through(&self, cell: usize) -> &[usize] {
        &self.through[cell]
    }

    fn push(&mut self, cells: Vec<usize>) {
        for &cell in &cells {
            self.through[cell].push(self.cells.len());
        }
        self.cells.push(cells);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tic_tac_toe_has_eight_and_connect_four_sixty_nine() {
        assert_eq!(Lines::of_board(3, 3, 3).len(), 8);
        // 24 along rows, 21 along columns, 12 on each kind of diagonal.
        assert_eq!(Lines::of_board(6, 7, 4).len(), 69);
        // No diagonal and no column is as long.
        assert_eq!(Lines::of_board(3, 5, 5).len(), 3);
    }

    #[test]
    fn most_go_through_the_middle() {
        let lines = Lines::of_board(3, 3, 3);
        let count = |cell: usize| lines.through(cell).len();
        assert_eq!((count(0), count(1), count(4)), (3, 2, 4));
    }
}
