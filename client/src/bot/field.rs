//! A board for thinking on: marks go on and off it quickly, and every line knows who is on it.

use std::sync::Arc;

use zeitnot_rules::Seat;
use zeitnot_rules::mnk::{Action, Cell, Point, Sight, Variant};

use super::lines::Lines;

/// Seats of the m,n,k family.
const SEATS: usize = 4;

/// A board for thinking on. Cells that the bot may not look into count as empty.
#[derive(Clone, Debug)]
pub(super) struct Field {
    columns: usize,
    strike: u8,
    variant: Variant,
    cells: Vec<Option<Seat>>,
    empty: usize,
    lines: Arc<Lines>,
    /// Marks of each seat on each line.
    counts: Vec<[u8; SEATS]>,
    /// What each seat's marks are worth on the lines where nobody else stands.
    standing: [i64; SEATS],
}

/// What marks on a line are worth if nobody else has any there.
pub(super) fn worth(marks: u8) -> i64 {
    match marks {
        0 => 0,
        _ => 1 << (3 * u32::from(marks.min(10))),
    }
}

impl Field {
    pub(super) fn new(sight: &Sight) -> Field {
        let (rows, columns) = (usize::from(sight.rows()), usize::from(sight.columns()));
        let lines = Lines::of_board(rows, columns, usize::from(sight.strike()));
        let mut field = Field {
            columns,
            strike: sight.strike(),
            variant: sight.variant(),
            cells: vec![None; rows * columns],
            empty: rows * columns,
            counts: vec![[0; SEATS]; lines.len()],
            lines: Arc::new(lines),
            standing: [0; SEATS],
        };
        for (point, cell) in sight.board().iter() {
            if let Cell::Mark(seat) = cell {
                field.put(field.index(point), seat);
            }
        }
        field
    }

    pub(super) fn variant(&self) -> Variant {
        self.variant
    }

    pub(super) fn cells(&self) -> usize {
        self.cells.len()
    }

    pub(super) fn is_full(&self) -> bool {
        self.empty == 0
    }

    /// Whether nobody has marked anything.
    pub(super) fn is_untouched(&self) -> bool {
        self.empty == self.cells.len()
    }

    pub(super) fn is_empty_at(&self, cell: usize) -> bool {
        self.cells[cell].is_none()
    }

    /// The cell where an action would put a mark; `None` for a column that is full.
    pub(super) fn target(&self, action: &Action) -> Option<usize> {
        match *action {
            Action::Mark { row, column } => Some(self.index(Point { row, column })),
            Action::Drop { column } => self.landing(usize::from(column)),
        }
    }

    /// The action that marks this cell.
    pub(super) fn action(&self, cell: usize) -> Action {
        let (row, column) = ((cell / self.columns) as u8, (cell % self.columns) as u8);
        if self.variant.gravity { Action::Drop { column } } else { Action::Mark { row, column } }
    }

    /// The cells where the next mark can be.
    pub(super) fn open_cells(&self) -> Vec<usize> {
        if self.variant.gravity {
            (0..self.columns).filter_map(|column| self.landing(column)).collect()
        } else {
            (0..self.cells.len()).filter(|&cell| self.is_empty_at(cell)).collect()
        }
    }

    /// The cell on top of this one, where the next mark of a column would fall.
    pub(super) fn above(&self, cell: usize) -> Option<usize> {
        if self.variant.gravity { cell.checked_sub(self.columns) } else { None }
    }

    /// Whether a marked cell is no farther than two steps away.
    pub(super) fn is_near_a_mark(&self, cell: usize) -> bool {
        let (row, column) = (cell / self.columns, cell % self.columns);
        let rows = self.cells.len() / self.columns;
        (row.saturating_sub(2)..=(row + 2).min(rows - 1)).any(|row| {
            (column.saturating_sub(2)..=(column + 2).min(self.columns - 1))
                .any(|column| self.cells[row * self.columns + column].is_some())
        })
    }

    pub(super) fn put(&mut self, cell: usize, seat: Seat) {
        self.cells[cell] = Some(seat);
        self.empty -= 1;
        self.count(cell, |counts| counts[seat.index()] += 1);
    }

    pub(super) fn take(&mut self, cell: usize) {
        if let Some(seat) = self.cells[cell].take() {
            self.empty += 1;
            self.count(cell, |counts| counts[seat.index()] -= 1);
        }
    }

    fn count(&mut self, cell: usize, change: impl Fn(&mut [u8; SEATS])) {
        for &line in self.lines.through(cell) {
            let counts = &mut self.counts[line];
            if let Some(owner) = sole_owner(counts) {
                self.standing[owner] -= worth(counts[owner]);
            }
            change(counts);
            if let Some(owner) = sole_owner(counts) {
                self.standing[owner] += worth(counts[owner]);
            }
        }
    }

    /// What a seat's marks are worth on the lines where nobody else stands.
    pub(super) fn standing(&self, seat: Seat) -> i64 {
        self.standing[seat.index()]
    }

    /// Whether a mark of `seat` in this empty cell would complete a line.
    pub(super) fn completes(&self, cell: usize, seat: Seat) -> bool {
        self.counts_through(cell).any(|counts| counts[seat.index()] + 1 == self.strike)
    }

    /// Marks of each seat on each line through a cell.
    pub(super) fn counts_through(&self, cell: usize) -> impl Iterator<Item = &[u8; SEATS]> {
        self.lines.through(cell).iter().map(|&line| &self.counts[line])
    }

    fn index(&self, point: Point) -> usize {
        usize::from(point.row) * self.columns + usize::from(point.column)
    }

    fn landing(&self, column: usize) -> Option<usize> {
        (column..self.cells.len()).step_by(self.columns).rev().find(|&cell| self.is_empty_at(cell))
    }
}

/// The only seat with marks on a line.
fn sole_owner(counts: &[u8; SEATS]) -> Option<usize> {
    let mut owners = (0..SEATS).filter(|&seat| counts[seat] > 0);
    let owner = owners.next()?;
    owners.next().is_none().then_some(owner)
}
