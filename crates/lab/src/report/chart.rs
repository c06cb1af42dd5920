//! One plot as SVG.

use super::grouped::grouped;
use plotters::coord::Shift;
use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint};
use plotters::prelude::*;
use std::error::Error;
use std::ops::Range;

/// A plot that is to be drawn.
pub(super) struct Chart {
    pub title: String,
    pub x: Axis,
    pub y: Axis,
    pub marks: Marks,
    pub series: Vec<Series>,
}

pub(super) struct Axis {
    pub name: String,
    pub is_logarithmic: bool,
}

/// How points are shown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Marks {
    /// As points, with the line where both coordinates are equal.
    PointsAndDiagonal,
    /// As points joined by lines.
    Lines,
    /// As a staircase.
    Steps,
}

/// The points of one configuration.
pub(super) struct Series {
    pub name: String,
    pub points: Vec<(f64, f64)>,
}

/// Distinct also for those who do not tell red from green (Okabe and Ito).
const COLOURS: [RGBColor; 8] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
    RGBColor(230, 159, 0),
    RGBColor(0, 0, 0),
    RGBColor(140, 140, 140),
];
const SIZE: (u32, u32) = (760, 560);

impl Axis {
    /// Where a value stands: logarithms are taken here, so that one kind of axis is drawn.
    fn place(&self, value: f64) -> f64 {
        if self.is_logarithmic { value.max(f64::MIN_POSITIVE).log10() } else { value }
    }

    /// The places that the axis shows: whole powers of ten, or all values.
    fn range(&self, places: impl Iterator<Item = f64>) -> Range<f64> {
        let (least, most) = places.fold((f64::MAX, f64::MIN), |(a, b), it| (a.min(it), b.max(it)));
        if self.is_logarithmic {
            let (least, most) = (least.floor(), most.ceil());
            least..most.max(least + 1.0)
        } else {
            let margin = ((most - least) * 0.05).max(0.5);
            (least - margin).max(0.0)..most + margin
        }
    }

    /// Where the axis has numbers.
    fn ticks(&self, range: &Range<f64>) -> Vec<f64> {
        let width = range.end - range.start;
        let least = if self.is_logarithmic { 1.0 } else { width / 12.0 };
        let step = [1.0, 2.0, 5.0, 10.0].map(|it| it * 10_f64.powf(least.log10().floor()));
        let step = step.into_iter().find(|&step| step >= least * 0.999).unwrap_or(width);
        let first = (range.start / step).ceil() as i64;
        let last = (range.end / step).floor() as i64;
        (first..=last).map(|i| i as f64 * step).collect()
    }

    fn label(&self, place: f64) -> String {
        if !self.is_logarithmic {
            let text = format!("{place:.2}");
            return text.trim_end_matches('0').trim_end_matches('.').to_owned();
        }
        match place.round() as i32 {
            power @ 0..=4 => grouped(10_u64.pow(power as u32)),
            power @ -3..=-1 => format!("{:.*}", power.unsigned_abs() as usize, 10_f64.powi(power)),
            power => {
                let digit = |c: char| match c {
                    '-' => '⁻',
                    _ => ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'][c as usize - 48],
                };
                let power: String = power.to_string().chars().map(digit).collect();
                format!("10{power}")
            }
        }
    }
}

impl Chart {
    pub(super) fn has_points(&self) -> bool {
        self.series.iter().any(|series| !series.points.is_empty())
    }

    /// Draws it.
    ///
    /// # Errors
    /// Those of the drawing library, in its words.
    pub(super) fn svg(&self) -> Result<String, String> {
        let mut svg = String::new();
        let area = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        self.draw(&area).map_err(|error| error.to_string())?;
        drop(area);
        Ok(svg)
    }

    fn draw(&self, area: &DrawingArea<SVGBackend<'_>, Shift>) -> Result<(), Box<dyn Error + '_>> {
        area.fill(&WHITE)?;
        let points = || self.series.iter().flat_map(|series| &series.points);
        let mut x = self.x.range(points().map(|point| self.x.place(point.0)));
        let mut y = self.y.range(points().map(|point| self.y.place(point.1)));
        if self.marks == Marks::PointsAndDiagonal {
            // Both axes show the same, so that the diagonal is one.
            x = x.start.min(y.start)..x.end.max(y.end);
            y = x.clone();
        }
        if self.marks == Marks::Steps {
            y.start = 0.0;
        }
        let x_scale = Scale { ticks: self.x.ticks(&x), range: x.clone() };
        let y_scale = Scale { ticks: self.y.ticks(&y), range: y.clone() };
        let (left, right) = (x.start.max(y.start), x.end.min(y.end));
        let mut chart = ChartBuilder::on(area)
            .margin(16)
            .caption(&self.title, ("sans-serif", 22))
            .x_label_area_size(46)
            .y_label_area_size(78)
            .build_cartesian_2d(x_scale, y_scale)?;
        chart
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .x_desc(&self.x.name)
            .y_desc(&self.y.name)
            .label_style(("sans-serif", 16))
            .axis_desc_style(("sans-serif", 18))
            .x_labels(40)
            .y_labels(40)
            .x_label_formatter(&|place| self.x.label(*place))
            .y_label_formatter(&|place| self.y.label(*place))
            .draw()?;
        if self.marks == Marks::PointsAndDiagonal {
            let grey = RGBColor(150, 150, 150);
            chart.draw_series(LineSeries::new([(left, left), (right, right)], grey))?;
        }
        for (series, colour) in self.series.iter().zip(COLOURS.into_iter().cycle()) {
            if series.points.is_empty() {
                continue;
            }
            let places = series.points.iter();
            let places: Vec<_> = places.map(|&(x, y)| (self.x.place(x), self.y.place(y))).collect();
            if self.marks != Marks::PointsAndDiagonal {
                let line =
                    if self.marks == Marks::Steps { staircase(&places) } else { places.clone() };
                chart.draw_series(LineSeries::new(line, colour.stroke_width(2)))?;
            }
            let radius = if self.marks == Marks::Steps { 2 } else { 3 };
            chart
                .draw_series(places.iter().map(|&at| Circle::new(at, radius, colour.filled())))?
                .label(&series.name)
                .legend(move |(x, y)| Circle::new((x + 10, y), 4, colour.filled()));
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperLeft)
            .background_style(WHITE.mix(0.8))
            .border_style(RGBColor(200, 200, 200))
            .label_font(("sans-serif", 17))
            .draw()?;
        area.present()?;
        Ok(())
    }
}

/// An axis as the drawing library takes it, with numbers where we want them.
struct Scale {
    range: Range<f64>,
    ticks: Vec<f64>,
}

impl Ranged for Scale {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, limit: (i32, i32)) -> i32 {
        let share = (value - self.range.start) / (self.range.end - self.range.start);
        limit.0 + (f64::from(limit.1 - limit.0) * share).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, _: Hint) -> Vec<f64> {
        self.ticks.clone()
    }

    fn range(&self) -> Range<f64> {
        self.range.clone()
    }
}

/// The corners of a line that rises only where there is a point.
fn staircase(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let corners = points.windows(2).flat_map(|pair| [pair[0], (pair[1].0, pair[0].1)]);
    corners.chain(points.last().copied()).collect()
}
