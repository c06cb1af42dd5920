//! The plots of a report: those for which its runs have points.

use super::{Cell, Report, per_bound};
use fewest_chart::{Axis, Chart, Kind, Marks, Point, Series};

/// A plot as it is written to a file.
#[derive(Debug)]
pub(super) struct Plot {
    /// The file, relative to the report.
    pub file: String,
    pub title: String,
    pub svg: String,
}

/// All plots that have points.
pub(super) fn plots(report: &Report<'_>) -> Vec<Plot> {
    let charts = [
        ("expanded-published", expanded_published(report)),
        ("expanded", expanded(report)),
        ("solved", solved(report)),
        ("branching", branching(report)),
    ];
    let charts = charts.map(|(name, chart)| (name.to_owned(), chart));
    let bounds = report.experiment.per_bound.iter().zip(1..).map(|(instance, number)| {
        (format!("per-bound-{number}"), generated_per_bound(report, instance))
    });
    let charts = charts.into_iter().chain(bounds).filter(|(_, chart)| chart.has_points());
    let file = |name: String| format!("plots/{name}.svg");
    charts
        .map(|(name, chart)| Plot { file: file(name), svg: chart.svg(), title: chart.title })
        .collect()
}

fn series<'a>(report: &'a Report<'_>, points: impl Fn(usize) -> Vec<Point> + 'a) -> Vec<Series> {
    let configurations = report.experiment.configurations.iter().enumerate();
    configurations.map(|(i, one)| Series { name: one.name.clone(), points: points(i) }).collect()
}

fn expanded_published(report: &Report<'_>) -> Chart {
    let points = |column| {
        let cells = report.column(column).filter_map(|cell| {
            let published = cell.figure.bound.filter(|bound| bound.is_exact());
            let published = published.and(cell.figure.expanded)?;
            Some(cell.point(published as f64, cell.solved()?.expanded as f64))
        });
        cells.collect()
    };
    Chart {
        title: "States expanded, on the levels solved by both".to_owned(),
        x: Axis::new("published", Kind::Logarithmic),
        y: Axis::new("ours", Kind::Logarithmic),
        marks: Marks::PointsAndDiagonal,
        series: series(report, points),
    }
}

/// The first configuration against each of the others.
fn against_first(report: &Report<'_>, value: impl Fn(&Cell<'_>) -> Option<f64>) -> Vec<Series> {
    let points = |column: usize| {
        let pairs = report.rows().filter(|_| column > 0).filter_map(|(_, row)| {
            let [first, other] = [0, column].map(|column| row[column].as_ref());
            let (first, other) = first.zip(other)?;
            Some(other.point(value(first)?, value(other)?))
        });
        pairs.collect()
    };
    series(report, points)
}

fn first_name(report: &Report<'_>) -> String {
    report.experiment.configurations.first().map_or(String::new(), |one| one.name.clone())
}

fn expanded(report: &Report<'_>) -> Chart {
    Chart {
        title: "States expanded, on the levels solved by both configurations".to_owned(),
        x: Axis::new(first_name(report), Kind::Logarithmic),
        y: Axis::new("other configurations", Kind::Logarithmic),
        marks: Marks::PointsAndDiagonal,
        series: against_first(report, |cell| cell.solved().map(|it| it.expanded as f64)),
    }
}

fn branching(report: &Report<'_>) -> Chart {
    let factor = |cell: &Cell<'_>| {
        let solved = cell.record.result.as_ref().filter(|solved| solved.expanded > 0)?;
        Some(solved.generated as f64 / solved.expanded as f64)
    };
    Chart {
        title: "States generated for each state expanded".to_owned(),
        x: Axis::new(first_name(report), Kind::Linear),
        y: Axis::new("other configurations", Kind::Linear),
        marks: Marks::PointsAndDiagonal,
        series: against_first(report, factor),
    }
}

fn solved(report: &Report<'_>) -> Chart {
    let points = |column| {
        let times = report.column(column).filter_map(|cell| {
            let seconds = cell.solved()?.seconds;
            Some((seconds.max(0.001), cell))
        });
        let mut times: Vec<_> = times.collect();
        times.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        let counted = times.into_iter().zip(1..);
        counted.map(|((seconds, cell), count)| cell.point(seconds, f64::from(count))).collect()
    };
    Chart {
        title: "Levels solved within a time".to_owned(),
        x: Axis::new("seconds", Kind::Logarithmic),
        y: Axis::new("levels solved", Kind::Whole),
        marks: Marks::Steps,
        series: series(report, points),
    }
}

fn generated_per_bound(report: &Report<'_>, instance: &str) -> Chart {
    let points = |column| {
        let Some(cell) = per_bound::cell(report, column, instance) else { return Vec::new() };
        let counts = per_bound::generated(cell).into_iter();
        counts.map(|(bound, count)| cell.point(bound as f64, count as f64)).collect()
    };
    Chart {
        title: format!("States generated at each bound: {instance}"),
        x: Axis::new("bound (moves)", Kind::Whole),
        y: Axis::new("states generated", Kind::Logarithmic),
        marks: Marks::Lines,
        series: series(report, points),
    }
}

impl Cell<'_> {
    /// A point that is named after the instance.
    fn point(&self, x: f64, y: f64) -> Point {
        Point { x, y, name: self.record.task.instance.clone() }
    }
}
