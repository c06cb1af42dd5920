//! Which plots a report has: those that its runs have points for.

use super::chart::{Axis, Chart, Marks, Series};
use super::{Report, ReportError};
use crate::record::Record;

/// A plot as it is written to a file.
#[derive(Debug)]
pub(super) struct Plot {
    name: String,
    pub title: String,
    pub svg: String,
}

impl Plot {
    /// The file, relative to the report.
    pub(super) fn file(&self) -> String {
        format!("plots/{}.svg", self.name)
    }
}

/// All plots that have points.
pub(super) fn plots(report: &Report<'_>) -> Result<Vec<Plot>, ReportError> {
    let mut plots = Vec::new();
    let mut add = |name: String, chart: Chart| {
        if chart.has_points() {
            let svg = chart.svg().map_err(ReportError::Plot)?;
            plots.push(Plot { name, title: chart.title, svg });
        }
        Ok(())
    };
    add("expanded-published".to_owned(), expanded_published(report))?;
    add("expanded".to_owned(), expanded(report))?;
    add("solved".to_owned(), solved(report))?;
    add("branching".to_owned(), branching(report))?;
    for (i, instance) in report.experiment.per_bound.iter().enumerate() {
        add(format!("per-bound-{}", i + 1), per_bound(report, instance))?;
    }
    Ok(plots)
}

fn series<'a>(
    report: &'a Report<'_>,
    points: impl Fn(usize) -> Vec<(f64, f64)> + 'a,
) -> Vec<Series> {
    let configurations = report.experiment.configurations.iter().enumerate();
    configurations.map(|(i, one)| Series { name: one.name.clone(), points: points(i) }).collect()
}

fn expanded_published(report: &Report<'_>) -> Chart {
    let points = |column| {
        let cells = report.column(column).filter_map(|cell| {
            let published = cell.figure.bound.filter(|bound| bound.is_exact());
            let published = published.and(cell.figure.expanded)?;
            Some((published as f64, cell.solved()?.expanded as f64))
        });
        cells.collect()
    };
    Chart {
        title: "States expanded, on the levels solved by both".to_owned(),
        x: Axis { name: "published".to_owned(), is_logarithmic: true },
        y: Axis { name: "ours".to_owned(), is_logarithmic: true },
        marks: Marks::PointsAndDiagonal,
        series: series(report, points),
    }
}

/// The first configuration against each of the others.
fn against_first(
    report: &Report<'_>,
    value: impl Fn(&super::Cell<'_>) -> Option<f64>,
) -> Vec<Series> {
    let points = |column: usize| {
        let pairs = report.rows().filter(|_| column > 0).filter_map(|(_, row)| {
            let [x, y] = [0, column].map(|column| row[column].as_ref().and_then(&value));
            x.zip(y)
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
        x: Axis { name: first_name(report), is_logarithmic: true },
        y: Axis { name: "other configurations".to_owned(), is_logarithmic: true },
        marks: Marks::PointsAndDiagonal,
        series: against_first(report, |cell| cell.solved().map(|it| it.expanded as f64)),
    }
}

fn branching(report: &Report<'_>) -> Chart {
    let factor = |cell: &super::Cell<'_>| {
        let solved = cell.record.result.as_ref().filter(|solved| solved.expanded > 0)?;
        Some(solved.generated as f64 / solved.expanded as f64)
    };
    Chart {
        title: "States generated for each state expanded".to_owned(),
        x: Axis { name: first_name(report), is_logarithmic: false },
        y: Axis { name: "other configurations".to_owned(), is_logarithmic: false },
        marks: Marks::PointsAndDiagonal,
        series: against_first(report, factor),
    }
}

fn solved(report: &Report<'_>) -> Chart {
    let points = |column| {
        let times = report.column(column).filter_map(|cell| Some(cell.solved()?.seconds));
        let mut times: Vec<_> = times.map(|seconds| seconds.max(0.001)).collect();
        times.sort_by(f64::total_cmp);
        times.into_iter().zip(1..).map(|(seconds, count)| (seconds, f64::from(count))).collect()
    };
    Chart {
        title: "Levels solved within a time".to_owned(),
        x: Axis { name: "seconds".to_owned(), is_logarithmic: true },
        y: Axis { name: "levels solved".to_owned(), is_logarithmic: false },
        marks: Marks::Steps,
        series: series(report, points),
    }
}

fn per_bound(report: &Report<'_>, instance: &str) -> Chart {
    let points = |column| {
        let cells = report.column(column).filter(|cell| cell.record.task.instance == instance);
        cells.flat_map(|cell| generated_per_bound(cell.record)).collect()
    };
    Chart {
        title: format!("States generated at each bound: {instance}"),
        x: Axis { name: "bound (moves)".to_owned(), is_logarithmic: false },
        y: Axis { name: "states generated".to_owned(), is_logarithmic: true },
        marks: Marks::Lines,
        series: series(report, points),
    }
}

/// The states generated while each bound was searched; those before the first bound that the run
/// tells of belong to it.
fn generated_per_bound(record: &Record) -> Vec<(f64, f64)> {
    let Some(solved) = &record.result else { return Vec::new() };
    let last = solved.lower.map(|lower| (lower + 1, solved.generated));
    let raised = record.progress.iter().map(|progress| (progress.lower, progress.generated));
    let mut before = 0;
    let mut points = Vec::new();
    // A bound is searched until the next one is known.
    for (next, generated) in raised.chain(last) {
        let count = generated.saturating_sub(before);
        if count > 0 && next > 0 {
            points.push(((next - 1) as f64, count as f64));
        }
        before = generated;
    }
    points
}
