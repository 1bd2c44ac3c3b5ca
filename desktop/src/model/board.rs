//! What is to be seen of a board, cell by cell.

use zeitnot_rules::Seat;
use zeitnot_rules::mnk::{Action, Cell, Point, Sight};

use super::mark::Mark;
use super::texts::Texts;

/// A board as it is to be drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardView {
    /// 3 to 10.
    pub rows: u8,
    /// 3 to 10.
    pub columns: u8,
    /// Row by row from the top.
    pub cells: Vec<CellView>,
    /// A column is chosen, and the mark falls.
    pub gravity: bool,
    /// The mark that choosing a cell would put there, where something can be chosen.
    pub mine: Option<Mark>,
    /// The lines that have won or, in misère play, lost: whose, and their ends.
    pub lines: Vec<(Mark, Point, Point)>,
}

/// A cell as it is to be drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CellView {
    /// Where.
    pub point: Point,
    /// What is in it.
    pub mark: Option<Mark>,
    /// Something may be in it that is hidden.
    pub hidden: bool,
    /// It was marked last.
    pub last: bool,
    /// It is part of a line.
    pub in_line: bool,
    /// What choosing it would do; `None` if it cannot be chosen.
    pub action: Option<Action>,
    /// A mark that is not there yet.
    pub ghost: Option<Ghost>,
}

/// A mark that is not there yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ghost {
    /// It was sent, and the server has not confirmed it.
    Sent,
    /// It was chosen, and the player has not confirmed it.
    Chosen,
    /// It was decided in advance.
    Premove,
}

/// What is to be drawn besides what is on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Extras {
    /// Who may choose a cell, be it for now or in advance.
    pub chooser: Option<Seat>,
    /// The action that was sent.
    pub sent: Option<Action>,
    /// The action that was chosen.
    pub chosen: Option<Action>,
    /// The action that was decided in advance.
    pub premove: Option<Action>,
}

impl BoardView {
    /// What is to be seen of a position.
    pub fn of(sight: &Sight, extras: &Extras) -> BoardView {
        let gravity = sight.variant().gravity;
        let lines = sight.lines();
        let ghosts: Vec<(Point, Ghost)> =
            [(extras.premove, Ghost::Premove), (extras.chosen, Ghost::Chosen), (extras.sent, Ghost::Sent)]
                .into_iter()
                .filter_map(|(action, ghost)| Some((target(sight, action?)?, ghost)))
                .collect();
        let cells = sight.board().iter().map(|(point, cell)| {
            let mark = match cell {
                Cell::Mark(seat) => Some(Mark::of(seat)),
                Cell::Empty | Cell::Unknown => None,
            };
            let action = if gravity {
                Action::Drop { column: point.column }
            } else {
                Action::Mark { row: point.row, column: point.column }
            };
            let is_open = extras.chooser.is_some() && target(sight, action).is_some();
            CellView {
                point,
                mark,
                hidden: cell == Cell::Unknown,
                last: sight.last() == Some(point),
                in_line: lines.iter().any(|line| line.points.contains(&point)),
                action: is_open.then_some(action),
                ghost: ghosts.iter().rev().find(|(at, _)| *at == point).map(|(_, ghost)| *ghost),
            }
        });
        BoardView {
            rows: sight.rows(),
            columns: sight.columns(),
            cells: cells.collect(),
            gravity,
            mine: extras.chooser.map(Mark::of),
            lines: lines
                .iter()
                .filter_map(|line| Some((Mark::of(line.seat), *line.points.first()?, *line.points.last()?)))
                .collect(),
        }
    }

    /// The cell at this point.
    pub fn cell(&self, point: Point) -> Option<&CellView> {
        self.cells.iter().find(|cell| cell.point == point)
    }

    /// Where the mark would come if this cell was chosen: with gravity, further down.
    pub fn landing(&self, cell: &CellView) -> Option<Point> {
        cell.action?;
        if !self.gravity {
            return Some(cell.point);
        }
        let column = self.cells.iter().filter(|other| other.point.column == cell.point.column);
        column.filter(|other| other.mark.is_none()).map(|other| other.point).max_by_key(|point| point.row)
    }
}

impl CellView {
    /// What is said of it to somebody who does not see it: `c4, O, last move`.
    pub fn label(&self, texts: &Texts) -> String {
        let inside = match (self.mark, self.hidden) {
            (Some(mark), _) => texts.get(mark.text()),
            (None, true) => texts.get("cell-unknown"),
            (None, false) => texts.get("cell-empty"),
        };
        let mut label = format!("{}, {inside}", self.point);
        let ghost = self.ghost.map(|ghost| match ghost {
            Ghost::Sent => "cell-sent",
            Ghost::Chosen => "cell-chosen",
            Ghost::Premove => "cell-premove",
        });
        let more = [self.last.then_some("cell-last"), self.in_line.then_some("cell-in-line"), ghost];
        for name in more.into_iter().flatten() {
            label.push_str(", ");
            label.push_str(&texts.get(name));
        }
        label
    }
}

/// The cell that an action marks, as far as can be seen; `None` if it is taken or there is none.
fn target(sight: &Sight, action: Action) -> Option<Point> {
    let is_free = |row: u8, column: u8| !matches!(sight.cell(row, column), None | Some(Cell::Mark(_)));
    match action {
        Action::Mark { row, column } => is_free(row, column).then_some(Point { row, column }),
        Action::Drop { column } => {
            let row = (0..sight.rows()).rev().find(|&row| is_free(row, column))?;
            Some(Point { row, column })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zeitnot_rules::mnk::{Config, Position};
    use zeitnot_rules::{Rules, Viewer};

    fn sight(config: Config, moves: &[&str]) -> Sight {
        let mut position = Position::set_up(&config, 0);
        for text in moves {
            let seat = position.to_move().sole().expect("one moves at a time");
            position.apply(seat, &text.parse().expect("a move")).expect("legal");
        }
        position.sight(Viewer::Seat(Seat::FIRST))
    }

    fn label(board: &BoardView, row: u8, column: u8) -> String {
        board.cell(Point { row, column }).expect("a cell").label(&Texts::of("en"))
    }

    #[test]
    fn a_cell_says_what_is_in_it() {
        let sight = sight(Config::new(3, 3, 3).expect("a board"), &["b2", "a1", "c1"]);
        let action = Action::Mark { row: 0, column: 1 };
        let extras = Extras { chooser: Some(Seat::FIRST), premove: Some(action), ..Extras::default() };
        let board = BoardView::of(&sight, &extras);
        assert_eq!(label(&board, 0, 0), "a1, O");
        assert_eq!(label(&board, 0, 1), "b1, empty, your premove");
        assert_eq!(label(&board, 0, 2), "c1, X, last move");
        assert!(board.cells[0].action.is_none() && board.cells[1].action.is_some());
    }

    #[test]
    fn a_winning_line_has_two_ends() {
        let sight = sight(Config::new(3, 3, 3).expect("a board"), &["a1", "a2", "b1", "b2", "c1"]);
        let board = BoardView::of(&sight, &Extras::default());
        let [(mark, from, to)] = board.lines[..] else { panic!("{:?}", board.lines) };
        assert_eq!((mark, from.to_string(), to.to_string()), (Mark::Cross, "a1".into(), "c1".into()));
        assert_eq!(label(&board, 0, 2), "c1, X, last move, in the line");
        assert!(board.cells.iter().all(|cell| cell.action.is_none()));
    }

    #[test]
    fn marks_fall_to_the_lowest_free_cell() {
        let config = Config::new(4, 5, 3).expect("a board").with_gravity();
        let sight = sight(config, &["c", "c"]);
        let chosen = Some(Action::Drop { column: 2 });
        let board =
            BoardView::of(&sight, &Extras { chooser: Some(Seat::FIRST), chosen, ..Extras::default() });
        let top = board.cell(Point { row: 0, column: 2 }).expect("a cell");
        assert_eq!(board.landing(top).map(|point| point.to_string()).as_deref(), Some("c2"));
        assert_eq!(label(&board, 1, 2), "c2, empty, chosen, not confirmed");
    }

    #[test]
    fn what_is_hidden_is_said_to_be_unknown() {
        let sight = sight(Config::new(3, 3, 3).expect("a board").with_phantom(), &["b2"]);
        let board = BoardView::of(&sight, &Extras::default());
        assert_eq!(label(&board, 0, 0), "a1, unknown");
        assert_eq!(label(&board, 1, 1), "b2, X, last move");
    }
}
