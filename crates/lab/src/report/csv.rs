//! All runs as comma-separated values.

use super::Report;
use serde_json::Value;
use std::io;

const COLUMNS: &str = "instance atoms configuration status reason lower assumes upper likely_lower \
                       miss_probability engine heuristic direction expanded generated stored \
                       seconds cpu_seconds peak_rss_bytes published_bound published_seconds \
                       published_expanded published_generated comparison began version revision";

/// One line per run.
pub(super) fn csv(report: &Report<'_>) -> io::Result<Vec<u8>> {
    let columns = || COLUMNS.split_whitespace();
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(columns())?;
    for cell in report.cells() {
        let values = report.values(cell);
        writer.write_record(columns().map(|name| match &values[name] {
            Value::Null => String::new(),
            Value::String(text) => text.clone(),
            // Without a fraction if it is whole.
            Value::Number(real) if real.is_f64() => real.as_f64().unwrap_or_default().to_string(),
            value => value.to_string(),
        }))?;
    }
    writer.into_inner().map_err(|error| error.into_error())
}
