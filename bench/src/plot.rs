//! Pictures of figures: lines over two logarithmic axes.

use anyhow::{Result, anyhow};
use plotters::coord::Shift;
use plotters::prelude::{
    ChartBuilder, Circle, Cross, DrawingArea, IntoDrawingArea, IntoLogRange, LineSeries, PathElement,
    SVGBackend, Text, TriangleMarker,
};
use plotters::style::{BLACK, Color, RGBColor, WHITE};

/// Of the whole picture, and of what is left for the names of its lines.
const SIZE: (u32, u32) = (820, 420);
const LEGEND: u32 = 180;

/// The first eight can be told apart by those who do not tell red from green: <https://jfly.uni-koeln.de/color/>.
const COLOURS: [RGBColor; 10] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(0, 0, 0),
    RGBColor(153, 153, 153),
    RGBColor(122, 78, 20),
    RGBColor(90, 40, 140),
];

/// A picture.
pub struct Plot {
    /// Without its extension.
    pub file: &'static str,
    pub title: &'static str,
    pub x: &'static str,
    pub y: &'static str,
    pub lines: Vec<Line>,
}

/// What belongs together in it.
pub struct Line {
    pub name: String,
    pub points: Vec<(f64, f64)>,
}

impl Plot {
    /// Lines with at least one point; `None` without any.
    fn bounds(&self) -> Option<((f64, f64), (f64, f64))> {
        let points = || self.lines.iter().flat_map(|line| &line.points).filter(|(x, y)| *x > 0.0 && *y > 0.0);
        let span = |values: Vec<f64>| {
            let least = values.iter().copied().reduce(f64::min)?;
            let most = values.iter().copied().reduce(f64::max)?;
            Some(with_numbers(least / 1.3, most * 1.3))
        };
        Some((span(points().map(|(x, _)| *x).collect())?, span(points().map(|(_, y)| *y).collect())?))
    }

    /// As SVG; `None` if there is nothing to show.
    pub fn svg(&self) -> Result<Option<String>> {
        let Some((x, y)) = self.bounds() else { return Ok(None) };
        let mut svg = String::new();
        self.draw(&mut svg, x, y).map_err(|error| anyhow!("{}: {error}", self.file))?;
        Ok(Some(svg))
    }

    fn draw(&self, svg: &mut String, x: (f64, f64), y: (f64, f64)) -> Result<(), Box<dyn std::error::Error>> {
        let area = SVGBackend::with_string(svg, SIZE).into_drawing_area();
        area.fill(&WHITE)?;
        let (left, right) = area.split_horizontally(SIZE.0 - LEGEND);
        let mut chart = ChartBuilder::on(&left)
            .caption(self.title, ("sans-serif", 18))
            .margin(12)
            .x_label_area_size(44)
            .y_label_area_size(74)
            .build_cartesian_2d((x.0..x.1).log_scale(), (y.0..y.1).log_scale())?;
        chart
            .configure_mesh()
            .light_line_style(WHITE)
            .bold_line_style(BLACK.mix(0.15))
            .x_desc(self.x)
            .y_desc(self.y)
            // With ten there would be numbers between the powers of ten, one upon the other.
            .x_labels(8)
            .y_labels(8)
            .x_label_formatter(&|value| short(*value))
            .y_label_formatter(&|value| short(*value))
            .draw()?;
        for (number, line) in self.lines.iter().enumerate() {
            let points = line.points.iter().copied().filter(|(x, y)| *x > 0.0 && *y > 0.0);
            chart.draw_series(LineSeries::new(points.clone(), colour(number).stroke_width(2)))?;
            // Neighbours differ by shape as well.
            let style = colour(number);
            match number % 3 {
                0 => drop(chart.draw_series(points.map(|at| Circle::new(at, 3, style.filled())))?),
                1 => drop(chart.draw_series(points.map(|at| TriangleMarker::new(at, 5, style.filled())))?),
                _ => drop(chart.draw_series(points.map(|at| Cross::new(at, 4, style.stroke_width(2))))?),
            }
        }
        self.name_lines(&right)?;
        area.present()?;
        Ok(())
    }

    /// Beside the picture: within it, names would lie upon points.
    fn name_lines(
        &self,
        area: &DrawingArea<SVGBackend<'_>, Shift>,
    ) -> Result<(), Box<dyn std::error::Error>> {
        for (number, line) in self.lines.iter().enumerate() {
            let y = 60 + 22 * number as i32;
            let style = colour(number);
            area.draw(&PathElement::new([(0, y), (24, y)], style.stroke_width(2)))?;
            match number % 3 {
                0 => area.draw(&Circle::new((12, y), 3, style.filled()))?,
                1 => area.draw(&TriangleMarker::new((12, y), 5, style.filled()))?,
                _ => area.draw(&Cross::new((12, y), 4, style.stroke_width(2)))?,
            }
            area.draw(&Text::new(line.name.clone(), (32, y - 7), ("sans-serif", 13)))?;
        }
        Ok(())
    }
}

/// Of the line of this number.
fn colour(number: usize) -> RGBColor {
    COLOURS.iter().copied().cycle().nth(number).unwrap_or(BLACK)
}

/// An axis has numbers at powers of ten: one without two of them is made longer.
fn with_numbers(least: f64, most: f64) -> (f64, f64) {
    let (first, last) = (least.log10().ceil(), most.log10().floor());
    if last > first {
        return (least, most);
    }
    let (below, above) = (10_f64.powf(least.log10().floor()), 10_f64.powf(most.log10().ceil()));
    (below.min(least), above.max(most))
}

/// `20k` for 20,000.
fn short(value: f64) -> String {
    match value {
        value if value >= 1e6 => format!("{}M", value / 1e6),
        value if value >= 1e3 => format!("{}k", value / 1e3),
        value => format!("{value}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plot(points: Vec<(f64, f64)>) -> Plot {
        let lines = vec![Line { name: "durable".to_owned(), points }];
        Plot { file: "moves", title: "Moves", x: "games", y: "a second", lines }
    }

    #[test]
    fn a_picture_names_its_axes_and_lines() {
        let svg = plot(vec![(1.0, 500.0), (64.0, 7000.0)]).svg().unwrap().unwrap();
        for text in ["<svg", "Moves", "games", "a second", "durable", "</svg>"] {
            assert!(svg.contains(text), "{text}");
        }
    }

    #[test]
    fn an_axis_has_numbers_however_close_its_points_are() {
        assert_eq!(with_numbers(400.0, 700.0), (100.0, 1000.0));
        assert_eq!(with_numbers(400.0, 1700.0), (100.0, 10_000.0));
        assert_eq!(with_numbers(8.0, 700.0), (8.0, 700.0));
        let svg = plot(vec![(1000.0, 487.0), (100_000.0, 638.0)]).svg().unwrap().unwrap();
        assert!(svg.contains("\n100\n") && svg.contains("\n1k\n"), "{svg}");
    }

    #[test]
    fn no_two_of_ten_lines_look_the_same() {
        for one in 0..COLOURS.len() {
            for other in 0..one {
                assert_ne!(colour(one), colour(other));
            }
        }
    }

    #[test]
    fn there_is_no_picture_of_nothing() {
        assert!(plot(Vec::new()).svg().unwrap().is_none());
        // Not on a logarithmic axis.
        assert!(plot(vec![(0.0, 1.0)]).svg().unwrap().is_none());
    }

    #[test]
    fn numbers_on_an_axis_are_short() {
        assert_eq!([short(0.5), short(20.0), short(20_000.0), short(1e6)], ["0.5", "20", "20k", "1M"]);
    }
}
