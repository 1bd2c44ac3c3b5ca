//! Pictures of figures: lines over two logarithmic axes.

use anyhow::{Result, anyhow};
use plotters::prelude::{
    ChartBuilder, Circle, IntoDrawingArea, IntoLogRange, LineSeries, PathElement, SVGBackend,
};
use plotters::series::PointSeries;
use plotters::style::{BLACK, Color, RGBColor, WHITE};

const SIZE: (u32, u32) = (760, 420);

/// Colours that can be told apart by those who do not tell red from green: <https://jfly.uni-koeln.de/color/>.
const COLOURS: [RGBColor; 8] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(0, 0, 0),
    RGBColor(153, 153, 153),
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
            Some((least / 1.3, most * 1.3))
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
        let mut chart = ChartBuilder::on(&area)
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
            .x_label_formatter(&|value| short(*value))
            .y_label_formatter(&|value| short(*value))
            .draw()?;
        for (line, colour) in self.lines.iter().zip(COLOURS.iter().cycle()) {
            let points = line.points.iter().copied().filter(|(x, y)| *x > 0.0 && *y > 0.0);
            chart
                .draw_series(LineSeries::new(points.clone(), colour.stroke_width(2)))?
                .label(&line.name)
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], colour.stroke_width(2)));
            chart.draw_series(PointSeries::<_, _, Circle<_, _>, _>::new(points, 3, colour.filled()))?;
        }
        chart
            .configure_series_labels()
            .background_style(WHITE.mix(0.8))
            .border_style(BLACK.mix(0.3))
            .draw()?;
        area.present()?;
        Ok(())
    }
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
