//! One plot as SVG, in colours for light and dark, with a title for each point.

use crate::axis::{Axis, Scale};
use crate::escaped;
use std::fmt::Write;

/// A plot to draw.
#[derive(Debug)]
pub struct Chart {
    /// The heading above it.
    pub title: String,
    /// The axis to the right.
    pub x: Axis,
    /// The axis upwards.
    pub y: Axis,
    /// How points are shown.
    pub marks: Marks,
    /// The data; series without points are left out.
    pub series: Vec<Series>,
}

/// How points are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Marks {
    /// As points, with the line where both coordinates are equal.
    PointsAndDiagonal,
    /// As points joined by lines.
    Lines,
    /// As a staircase.
    Steps,
}

/// Points of one kind.
#[derive(Debug)]
pub struct Series {
    /// The name in the legend.
    pub name: String,
    /// In the order in which lines join them.
    pub points: Vec<Point>,
}

/// A place in a plot, and what it stands for.
#[derive(Debug, Clone, PartialEq)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Upwards.
    pub y: f64,
    /// The text that a reader sees who points at it.
    pub name: String,
}

/// Distinct even without telling red from green (Okabe and Ito), on light and on dark.
const COLOURS: [[&str; 2]; 8] = [
    ["#0072b2", "#4fa8e0"],
    ["#d55e00", "#f08a3c"],
    ["#009e73", "#2fc79a"],
    ["#c0508e", "#e08cbb"],
    ["#2f9fd6", "#8accf2"],
    ["#b57a00", "#f0b429"],
    ["#222222", "#eeeeee"],
    ["#808080", "#a8a8a8"],
];
const WIDTH: f64 = 760.0;
/// The plot area, without the legend.
const AREA: Area = Area { left: 92.0, right: 740.0, top: 48.0, bottom: 468.0 };
const LEGEND: f64 = 536.0;
const LEGEND_LINE: f64 = 22.0;

struct Area {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
}

impl Chart {
    /// Whether there is anything to draw.
    pub fn has_points(&self) -> bool {
        self.drawn().next().is_some()
    }

    /// The height of the picture; all pictures are equally wide.
    fn height(&self) -> f64 {
        LEGEND + LEGEND_LINE * self.drawn().count() as f64
    }

    /// The series that have points, each with the number of its colour.
    fn drawn(&self) -> impl Iterator<Item = (usize, &Series)> {
        let series = self.series.iter().enumerate();
        let drawn = series.filter(|(_, series)| !series.points.is_empty());
        drawn.map(|(i, series)| (i % COLOURS.len(), series))
    }

    /// Draws it, as a picture of its own.
    pub fn svg(&self) -> String {
        let points = || self.series.iter().flat_map(|series| &series.points);
        let mut x = self.x.range(points().map(|point| self.x.place(point.x)));
        let mut y = self.y.range(points().map(|point| self.y.place(point.y)));
        if self.marks == Marks::PointsAndDiagonal {
            // Both axes have the same range, so that the line is a diagonal.
            x = x.start.min(y.start)..x.end.max(y.end);
            y = x.clone();
        }
        if self.marks == Marks::Steps {
            y.start = 0.0;
        }
        let x = Scale { axis: &self.x, range: x, from: AREA.left, to: AREA.right };
        let y = Scale { axis: &self.y, range: y, from: AREA.bottom, to: AREA.top };
        let height = self.height();
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"plot\" viewBox=\"0 0 {WIDTH} {height}\" \
             width=\"{WIDTH}\" height=\"{height}\" role=\"img\" aria-label=\"{title}\">\n\
             <style>{style}</style>\n<rect class=\"back\" width=\"100%\" height=\"100%\"/>\n\
             <text class=\"title\" x=\"{middle}\" y=\"28\" text-anchor=\"middle\">{title}</text>\n",
            title = escaped(&self.title),
            style = style(),
            middle = WIDTH / 2.0,
        );
        svg += &axes(&x, &y);
        if self.marks == Marks::PointsAndDiagonal {
            let [left, right] = [x.range.start, x.range.end];
            let (from, to) = ((x.at(left), y.at(left)), (x.at(right), y.at(right)));
            svg += &line("diagonal", &[from, to]);
        }
        for (colour, series) in self.drawn() {
            let at = |point: &Point| (x.of(point.x), y.of(point.y));
            let places: Vec<_> = series.points.iter().map(at).collect();
            let class = format!("line c{colour}");
            svg += &match self.marks {
                Marks::PointsAndDiagonal => String::new(),
                Marks::Lines => line(&class, &places),
                Marks::Steps => line(&class, &staircase(&places)),
            };
            for (point, (cx, cy)) in series.points.iter().zip(places) {
                let title = self.title_of(series, point);
                let _ = writeln!(
                    svg,
                    "<circle class=\"point c{colour}\" cx=\"{cx:.1}\" cy=\"{cy:.1}\" r=\"3.5\">\
                     <title>{}</title></circle>",
                    escaped(&title)
                );
            }
        }
        for (row, (colour, series)) in self.drawn().enumerate() {
            let y = LEGEND + LEGEND_LINE * row as f64;
            let (mark, left) = (AREA.left + 8.0, AREA.left + 22.0);
            let _ = writeln!(
                svg,
                "<circle class=\"point c{colour}\" cx=\"{mark}\" cy=\"{y}\" r=\"5\"/>\
                 <text x=\"{left}\" y=\"{}\">{}</text>",
                y + 5.0,
                escaped(&series.name)
            );
        }
        svg + "</svg>\n"
    }

    /// The title that a point shows to a reader.
    fn title_of(&self, series: &Series, point: &Point) -> String {
        let (x, y) = (self.x.value(point.x), self.y.value(point.y));
        let Series { name, .. } = series;
        format!("{}, {name}: {} {x}, {} {y}", point.name, self.x.name, self.y.name)
    }
}

/// Charts below each other in one picture.
pub fn stacked(charts: &[Chart]) -> String {
    let mut inside = String::new();
    let mut top = 0.0;
    for chart in charts {
        // A picture within another one, at its place.
        inside += &chart.svg().replacen("<svg ", &format!("<svg y=\"{top}\" "), 1);
        top += chart.height();
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {top}\" width=\"{WIDTH}\" \
         height=\"{top}\">\n{inside}</svg>\n"
    )
}

fn style() -> String {
    let colours = |which: usize| -> String {
        let classes = COLOURS.iter().enumerate();
        classes.map(|(i, colour)| format!(".plot .c{i}{{color:{}}}", colour[which])).collect()
    };
    format!(
        ".plot text{{font:15px system-ui,sans-serif;fill:#1f2328}}.plot .title{{font-size:20px}}\
         .plot .back{{fill:#fff}}.plot .frame{{fill:none;stroke:#808890}}.plot .grid{{stroke:#e2e5e9}}\
         .plot .diagonal{{fill:none;stroke:#808890}}.plot .point{{fill:currentColor;fill-opacity:.75}}\
         .plot .line{{fill:none;stroke:currentColor;stroke-width:2}}{}\
         @media (prefers-color-scheme:dark){{.plot text{{fill:#e3e6ea}}.plot .back{{fill:#15181c}}\
         .plot .grid{{stroke:#2c333a}}{}}}",
        colours(0),
        colours(1)
    )
}

fn axes(x: &Scale<'_>, y: &Scale<'_>) -> String {
    let Area { left, right, top, bottom } = AREA;
    let (width, height) = (right - left, bottom - top);
    let mut svg = String::new();
    for (place, label) in x.ticks() {
        let _ = writeln!(
            svg,
            "<line class=\"grid\" x1=\"{place:.1}\" y1=\"{top}\" x2=\"{place:.1}\" y2=\"{bottom}\"/>\
             <text x=\"{place:.1}\" y=\"{}\" text-anchor=\"middle\">{label}</text>",
            bottom + 20.0
        );
    }
    for (place, label) in y.ticks() {
        let _ = writeln!(
            svg,
            "<line class=\"grid\" x1=\"{left}\" y1=\"{place:.1}\" x2=\"{right}\" y2=\"{place:.1}\"/>\
             <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{label}</text>",
            left - 8.0,
            place + 5.0
        );
    }
    let (middle, centre) = ((left + right) / 2.0, (top + bottom) / 2.0);
    let _ = writeln!(
        svg,
        "<rect class=\"frame\" x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\"/>\n\
         <text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n\
         <text transform=\"translate(16 {centre}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
        bottom + 44.0,
        escaped(&x.axis.name),
        escaped(&y.axis.name)
    );
    svg
}

fn line(class: &str, places: &[(f64, f64)]) -> String {
    let places: Vec<_> = places.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    format!("<polyline class=\"{class}\" points=\"{}\"/>\n", places.join(" "))
}

/// The corners of a line that rises only at points.
fn staircase(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let corners = points.windows(2).flat_map(|pair| [pair[0], (pair[1].0, pair[0].1)]);
    corners.chain(points.last().copied()).collect()
}
