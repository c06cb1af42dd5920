//! All runs as comma-separated values.

use super::Report;
use std::io;

const COLUMNS: [&str; 27] = [
    "instance",
    "atoms",
    "configuration",
    "status",
    "reason",
    "lower",
    "assumes",
    "upper",
    "likely_lower",
    "miss_probability",
    "engine",
    "heuristic",
    "direction",
    "expanded",
    "generated",
    "stored",
    "seconds",
    "cpu_seconds",
    "peak_rss_bytes",
    "published_bound",
    "published_seconds",
    "published_expanded",
    "published_generated",
    "comparison",
    "began",
    "version",
    "revision",
];

/// One line per run.
pub(super) fn csv(report: &Report<'_>) -> io::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(COLUMNS)?;
    for cell in report.cells() {
        let (record, solved, figure) = (cell.record, cell.record.result.as_ref(), cell.figure);
        let text = |value: Option<&str>| value.unwrap_or_default().to_owned();
        let number = |value: Option<u64>| value.map_or(String::new(), |value| value.to_string());
        let real = |value: Option<f64>| value.map_or(String::new(), |value| value.to_string());
        let atoms = report.experiment.published.atoms(&record.task.instance);
        writer.write_record([
            record.task.instance.clone(),
            number(atoms.map(u64::from)),
            record.task.configuration.clone(),
            cell.result.status().to_owned(),
            text(cell.reason()),
            number(cell.result.lower()),
            text(solved.and_then(|solved| solved.assumes.as_deref())),
            number(cell.result.upper()),
            number(solved.and_then(|solved| solved.likely_lower)),
            real(solved.and_then(|solved| solved.miss_probability)),
            text(solved.map(|solved| solved.engine.as_str())),
            text(solved.map(|solved| solved.heuristic.as_str())),
            text(solved.map(|solved| solved.direction.as_str())),
            number(solved.map(|solved| solved.expanded)),
            number(solved.map(|solved| solved.generated)),
            number(solved.map(|solved| solved.stored)),
            real(solved.map(|solved| solved.seconds)),
            real(solved.and_then(|solved| solved.cpu_seconds)),
            number(solved.and_then(|solved| solved.peak_rss_bytes)),
            text(figure.bound.map(|bound| bound.to_string()).as_deref()),
            real(figure.seconds),
            number(figure.expanded),
            number(figure.generated),
            text(cell.comparison.as_ref().map(|comparison| comparison.name())),
            record.began.to_string(),
            record.conditions.version.clone(),
            text(record.revision.as_deref()),
        ])?;
    }
    writer.into_inner().map_err(|error| error.into_error())
}
