//! The board as text.

use std::collections::HashSet;

use zeitnot_rules::mnk::{Cell, Point, Sight, column_name};

use super::look::Look;
use super::text::{Line, Style};

/// Empty cells show their numbers on boards of up to this many cells; on larger ones it would be
/// clutter.
const MOST_NUMBERED: usize = 25;

/// The strokes of a grid.
struct Strokes {
    across: &'static str,
    down: &'static str,
    top: [&'static str; 3],
    middle: [&'static str; 3],
    bottom: [&'static str; 3],
}

const BOX: Strokes = Strokes {
    across: "───",
    down: "│",
    top: ["┌", "┬", "┐"],
    middle: ["├", "┼", "┤"],
    bottom: ["└", "┴", "┘"],
};

const ASCII: Strokes =
    Strokes { across: "---", down: "|", top: ["+"; 3], middle: ["+"; 3], bottom: ["+"; 3] };

/// Draws a board with labels at its sides, in at most `height` lines if that can be: a tall board is
/// drawn without the strokes between its rows.
///
/// The mark that was put last stands in round brackets, a line that has decided the game in square
/// ones.
///
/// ```
/// use zeitnot_client::term::{Look, draw_board};
/// use zeitnot_rules::mnk::{Action, Config, Position};
/// use zeitnot_rules::{Rules, Seat, Viewer};
///
/// let mut game = Position::set_up(&Config::new(3, 3, 3)?, 0);
/// game.apply(Seat::FIRST, &Action::Mark { row: 1, column: 1 })?;
/// let sight = game.sight(Viewer::Seat(Seat::FIRST));
/// let drawn: Vec<String> =
///     draw_board(&sight, Look { ascii: true, styled: false }, 24).iter().map(ToString::to_string).collect();
/// assert_eq!(drawn[..5], [
///     "      a   b   c",
///     "    +---+---+---+",
///     "  1 | 1 | 2 | 3 |",
///     "    +---+---+---+",
///     "  2 | 4 |(X)| 6 |",
/// ]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn draw_board(sight: &Sight, look: Look, height: usize) -> Vec<Line> {
    let strokes = if look.ascii { &ASCII } else { &BOX };
    let rows = usize::from(sight.rows());
    let roomy = 2 * rows + 2 <= height;
    let decisive: HashSet<(u8, u8)> = if sight.is_over() {
        let points = sight.lines().into_iter().flat_map(|line| line.points);
        points.map(|point| (point.row, point.column)).collect()
    } else {
        HashSet::new()
    };
    let rule = |ends: [&str; 3]| {
        let cells = vec![strokes.across; usize::from(sight.columns())].join(ends[1]);
        Line::from("    ").and(format!("{}{cells}{}", ends[0], ends[2]), Style::Faint)
    };
    let mut head = Line::from("    ");
    for column in 0..sight.columns() {
        head.push(format!("  {} ", column_name(column)), Style::Plain);
    }
    let mut lines = vec![head, rule(strokes.top)];
    for row in 0..sight.rows() {
        if row > 0 && roomy {
            lines.push(rule(strokes.middle));
        }
        let mut line = Line::from(format!(" {:>2} ", row + 1));
        for column in 0..sight.columns() {
            line.push(strokes.down, Style::Faint);
            let point = Point { row, column };
            let (text, style) = cell_text(sight, point, look, decisive.contains(&(row, column)));
            line.push(text, style);
        }
        line.push(strokes.down, Style::Faint);
        lines.push(line);
    }
    lines.push(rule(strokes.bottom));
    lines
}

fn cell_text(sight: &Sight, point: Point, look: Look, decisive: bool) -> (String, Style) {
    match sight.cell(point.row, point.column) {
        Some(Cell::Mark(seat)) => {
            let mark = look.mark(seat);
            if decisive {
                (format!("[{mark}]"), Style::Decisive)
            } else if sight.last() == Some(point) {
                (format!("({mark})"), Style::LastMark(seat.get()))
            } else {
                (format!(" {mark} "), Style::Mark(seat.get()))
            }
        }
        Some(Cell::Unknown) => (" ? ".to_owned(), Style::Faint),
        Some(Cell::Empty) | None => {
            let cells = usize::from(sight.rows()) * usize::from(sight.columns());
            let number =
                usize::from(point.row) * usize::from(sight.columns()) + usize::from(point.column) + 1;
            if sight.is_over() || sight.variant().gravity {
                ("   ".to_owned(), Style::Plain)
            } else if cells <= MOST_NUMBERED {
                (format!("{number:^3}"), Style::Faint)
            } else {
                (format!(" {} ", if look.ascii { "." } else { "·" }), Style::Faint)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zeitnot_rules::mnk::{Action, Config, Position};
    use zeitnot_rules::{Rules, Seat, Viewer};

    const PLAIN: Look = Look { ascii: false, styled: false };

    fn drawn(sight: &Sight, look: Look, height: usize) -> Vec<String> {
        draw_board(sight, look, height).iter().map(ToString::to_string).collect()
    }

    fn played(config: Config, actions: &[Action]) -> Position {
        let mut game = Position::set_up(&config, 0);
        for action in actions {
            let seat = game.to_move().sole().expect("one moves at a time");
            game.apply(seat, action).expect("a legal action");
        }
        game
    }

    fn marks(cells: &[(u8, u8)]) -> Vec<Action> {
        cells.iter().map(|&(row, column)| Action::Mark { row, column }).collect()
    }

    #[test]
    fn a_running_game() {
        let config = Config::new(3, 3, 3).expect("a board");
        let game = played(config, &marks(&[(1, 1), (0, 0)]));
        assert_eq!(
            drawn(&game.sight(Viewer::Seat(Seat::FIRST)), PLAIN, 24),
            [
                "      a   b   c",
                "    ┌───┬───┬───┐",
                "  1 │(O)│ 2 │ 3 │",
                "    ├───┼───┼───┤",
                "  2 │ 4 │ X │ 6 │",
                "    ├───┼───┼───┤",
                "  3 │ 7 │ 8 │ 9 │",
                "    └───┴───┴───┘",
            ]
        );
    }

    #[test]
    fn the_line_that_won_stands_out() {
        let config = Config::new(3, 3, 3).expect("a board");
        let game = played(config, &marks(&[(0, 0), (1, 0), (0, 1), (1, 1), (0, 2)]));
        let board = drawn(&game.sight(Viewer::Spectator), PLAIN, 24);
        assert_eq!(board[2], "  1 │[X]│[X]│[X]│");
        assert_eq!(board[4], "  2 │ O │ O │   │");
    }

    #[test]
    fn marks_fall_to_the_bottom_and_columns_have_letters() {
        let config = Config::new(6, 7, 4).expect("a board").with_gravity();
        let game = played(config, &[Action::Drop { column: 6 }, Action::Drop { column: 6 }]);
        let board = drawn(&game.sight(Viewer::Spectator), PLAIN, 10);
        assert_eq!(board[0], "      a   b   c   d   e   f   g");
        assert_eq!(board[6], "  5 │   │   │   │   │   │   │(O)│");
        assert_eq!(board[7], "  6 │   │   │   │   │   │   │ X │");
        assert_eq!(board.len(), 9, "drawn without strokes between rows, to fit");
    }

    #[test]
    fn what_may_not_be_seen_is_a_question_mark() {
        let config = Config::new(3, 3, 3).expect("a board").with_phantom();
        let game = played(config, &marks(&[(1, 1), (0, 0)]));
        let own = drawn(&game.sight(Viewer::Seat(Seat::FIRST)), PLAIN, 24);
        assert_eq!((own[2].as_str(), own[4].as_str()), ("  1 │ ? │ ? │ ? │", "  2 │ ? │ X │ ? │"));
    }

    #[test]
    fn the_largest_board_and_four_marks() {
        let config = Config::new(10, 10, 5).expect("a board").with_seats(4).expect("seats");
        let game = played(config, &marks(&[(0, 0), (0, 9), (9, 0), (9, 9)]));
        let board = drawn(&game.sight(Viewer::Spectator), PLAIN, 21);
        assert_eq!(board.len(), 13);
        assert!(board[0].ends_with(" j"), "{}", board[0]);
        assert!(board[2].starts_with("  1 │ X │ · │") && board[2].ends_with("│ · │ O │"), "{}", board[2]);
        assert!(board[11].starts_with(" 10 │ △ │") && board[11].ends_with("│(□)│"), "{}", board[11]);
        let ascii = drawn(&game.sight(Viewer::Spectator), Look { ascii: true, styled: false }, 21);
        assert!(ascii.iter().all(|line| line.is_ascii()), "{ascii:#?}");
        assert!(ascii[11].ends_with("|(#)|"), "{}", ascii[11]);
    }

    #[test]
    fn every_line_is_as_wide_as_the_next() {
        for (rows, columns) in [(3, 3), (10, 10), (3, 10), (10, 3)] {
            let config = Config::new(rows, columns, 3).expect("a board");
            let lines = draw_board(&played(config, &[]).sight(Viewer::Spectator), PLAIN, 99);
            let widths: HashSet<usize> = lines[1..].iter().map(Line::width).collect();
            assert_eq!(widths, HashSet::from([4 * usize::from(columns) + 5]), "{rows}×{columns}");
        }
    }
}
