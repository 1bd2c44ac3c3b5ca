//! The board and the lines on it.

use super::config::{MAX_SEATS, MAX_SIDE};
use crate::seat::Seat;
use std::fmt;

/// Cells of the largest board: an index and one value that is none fit in a byte.
pub(super) const MAX_CELLS: usize = MAX_SIDE as usize * MAX_SIDE as usize;

/// How the marks of seats 0 to 3 are written.
pub const MARKS: [char; MAX_SEATS as usize] = ['X', 'O', '△', '□'];

/// How this seat's mark is written; `?` for a seat that no m,n,k game has.
///
/// ```
/// assert_eq!(zeitnot_rules::mnk::mark_of(zeitnot_rules::Seat::FIRST), 'X');
/// ```
pub fn mark_of(seat: Seat) -> char {
    MARKS.get(seat.index()).copied().unwrap_or('?')
}

/// A cell's coordinates.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Point {
    /// Counted from 0 at the top.
    pub row: u8,
    /// Counted from 0 at the left.
    pub column: u8,
}

/// What is in a cell, as far as the viewer knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Cell {
    /// Nothing.
    Empty,
    /// This seat's mark.
    Mark(Seat),
    /// Nothing, or a mark that the viewer may not see.
    Unknown,
}

const EMPTY: u8 = 0;
const UNKNOWN: u8 = 255;

impl Cell {
    /// 0 empty, 1 to 4 the mark of seat 0 to 3, 255 unknown.
    pub(super) fn code(self) -> u8 {
        match self {
            Cell::Empty => EMPTY,
            Cell::Mark(seat) => seat.get() + 1,
            Cell::Unknown => UNKNOWN,
        }
    }

    /// The reverse.
    pub(super) fn from_code(code: u8) -> Option<Cell> {
        match code {
            EMPTY => Some(Cell::Empty),
            1..=MAX_SEATS => Seat::new(code - 1).map(Cell::Mark),
            UNKNOWN => Some(Cell::Unknown),
            _ => None,
        }
    }
}

/// A run of one seat's marks, as long as it goes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Whose marks.
    pub seat: Seat,
    /// Its cells in order.
    pub points: Vec<Point>,
}

/// Right, down, and down both ways; each also goes backwards.
const DIRECTIONS: [(i8, i8); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

/// The cells of a board, row by row from the top.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    rows: u8,
    columns: u8,
    /// [`Cell::code`]s; those beyond the board stay empty.
    cells: [u8; MAX_CELLS],
}

impl Board {
    /// All empty. Sides are those of a valid configuration.
    pub(super) fn new(rows: u8, columns: u8) -> Board {
        debug_assert!(rows <= MAX_SIDE && columns <= MAX_SIDE);
        Board { rows, columns, cells: [EMPTY; MAX_CELLS] }
    }

    /// Its rows.
    pub fn rows(&self) -> u8 {
        self.rows
    }

    /// Its columns.
    pub fn columns(&self) -> u8 {
        self.columns
    }

    /// What is at this point; `None` beyond the board.
    pub fn get(&self, point: Point) -> Option<Cell> {
        self.index(point).map(|index| self.at(index))
    }

    /// All cells with their points, row by row.
    pub fn iter(&self) -> impl Iterator<Item = (Point, Cell)> + '_ {
        (0..self.len()).map(|index| (self.point(index), self.at(index)))
    }

    /// The runs of at least `strike` marks of one seat.
    pub fn lines(&self, strike: u8) -> Vec<Line> {
        let mut lines = Vec::new();
        for index in 0..self.len() {
            let Cell::Mark(seat) = self.at(index) else { continue };
            for direction in DIRECTIONS {
                let (down, right) = direction;
                let start = self.point(index);
                // Runs are found from their first cell only.
                if self.reach(index, (-down, -right)) > 0 {
                    continue;
                }
                let length = self.reach(index, direction) + 1;
                if length >= strike {
                    let points = (0..length).filter_map(|steps| self.step(start, direction, steps));
                    lines.push(Line { seat, points: points.collect() });
                }
            }
        }
        lines
    }

    /// Whether the mark at `index` is part of a run of at least `strike`.
    pub(super) fn in_line(&self, index: usize, strike: u8) -> bool {
        DIRECTIONS.iter().any(|&(down, right)| {
            self.reach(index, (down, right)) + self.reach(index, (-down, -right)) + 1 >= strike
        })
    }

    /// How many marks `seat` lacks where a line of `strike` is nearest for it; `None` if there is
    /// another's mark wherever one would fit.
    pub(super) fn lacking(&self, seat: Seat, strike: u8) -> Option<u8> {
        let lacking_from = |start: Point, direction| {
            (0..strike).try_fold(0, |lacking, steps| match self.get(self.step(start, direction, steps)?)? {
                Cell::Empty => Some(lacking + 1),
                Cell::Mark(owner) if owner == seat => Some(lacking),
                Cell::Mark(_) | Cell::Unknown => None,
            })
        };
        let starts = (0..self.len()).map(|index| self.point(index));
        starts
            .flat_map(|start| {
                DIRECTIONS.into_iter().filter_map(move |direction| lacking_from(start, direction))
            })
            .min()
    }

    /// How many cells it has.
    pub(super) fn len(&self) -> usize {
        self.rows as usize * self.columns as usize
    }

    /// Where `point` is in the order of cells; `None` beyond the board.
    pub(super) fn index(&self, point: Point) -> Option<usize> {
        (point.row < self.rows && point.column < self.columns)
            .then(|| point.row as usize * self.columns as usize + point.column as usize)
    }

    /// The reverse of [`Board::index`].
    pub(super) fn point(&self, index: usize) -> Point {
        let columns = self.columns as usize;
        Point { row: (index / columns) as u8, column: (index % columns) as u8 }
    }

    /// What is in the cell at this index.
    pub(super) fn at(&self, index: usize) -> Cell {
        Cell::from_code(self.cells[index]).unwrap_or(Cell::Empty)
    }

    /// Puts `cell` there.
    pub(super) fn set(&mut self, index: usize, cell: Cell) {
        self.cells[index] = cell.code();
    }

    /// Whether no cell is empty.
    pub(super) fn is_full(&self) -> bool {
        !self.codes().contains(&EMPTY)
    }

    /// The codes of its cells.
    pub(super) fn codes(&self) -> &[u8] {
        &self.cells[..self.len()]
    }

    /// The lowest empty cell of a column, which is one of the board; `None` if it is full.
    pub(super) fn landing(&self, column: u8) -> Option<usize> {
        let mut cells = (0..self.rows).rev().filter_map(|row| self.index(Point { row, column }));
        cells.find(|&index| self.cells[index] == EMPTY)
    }

    /// How many cells in this direction after `index` hold the same.
    fn reach(&self, index: usize, direction: (i8, i8)) -> u8 {
        let start = self.point(index);
        let same = |steps: u8| {
            let next = self.step(start, direction, steps).and_then(|point| self.index(point));
            next.is_some_and(|next| self.cells[next] == self.cells[index])
        };
        (1..MAX_SIDE).take_while(|&steps| same(steps)).count() as u8
    }

    /// The point so many steps from `from`; `None` beyond the board.
    fn step(&self, from: Point, (down, right): (i8, i8), steps: u8) -> Option<Point> {
        let row = from.row.checked_add_signed(down * steps as i8)?;
        let column = from.column.checked_add_signed(right * steps as i8)?;
        (row < self.rows && column < self.columns).then_some(Point { row, column })
    }
}

/// Rows from the top, `.` for empty and `?` for unknown.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (point, cell) in self.iter() {
            if point.column == 0 && point.row > 0 {
                f.write_str("\n")?;
            }
            match cell {
                Cell::Empty => f.write_str(".")?,
                Cell::Mark(seat) => write!(f, "{}", mark_of(seat))?,
                Cell::Unknown => f.write_str("?")?,
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board(\n{self}\n)")
    }
}
