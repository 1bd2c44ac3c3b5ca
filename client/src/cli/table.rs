//! Lists with columns.

use crate::term::{Line, Style};

/// Columns as wide as their widest entry.
pub(super) fn table<const N: usize>(rows: &[[String; N]]) -> Vec<Line> {
    let mut widths = [0; N];
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(Line::from(cell.as_str()).width());
        }
    }
    let line = |row: &[String; N]| {
        let mut line = Line::new();
        let mut end = 0;
        for (cell, width) in row.iter().zip(widths) {
            line.pad_to(end);
            line.push(cell, Style::Plain);
            end += width + 2;
        }
        line
    };
    rows.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned_whatever_the_script() {
        let rows = [
            ["1".to_owned(), "名前".to_owned(), "x".to_owned()],
            ["10".to_owned(), "a".to_owned(), "y".to_owned()],
        ];
        let lines: Vec<String> = table(&rows).iter().map(ToString::to_string).collect();
        assert_eq!(lines, ["1   名前  x", "10  a     y"]);
    }
}
