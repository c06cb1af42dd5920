//! An index of all results of a folder, for questions that no report answers: one table in SQLite.

use crate::report::Report;
use rusqlite::types::Value as Stored;
use rusqlite::{Connection, params_from_iter};
use serde_json::Value;
use std::path::Path;

/// The name of the file in the folder of results.
pub const FILE: &str = "index.sqlite";

/// The columns of the table `runs`.
const COLUMNS: [(&str, &str); 28] = [
    ("experiment", "text not null"),
    ("instance", "text not null"),
    ("configuration", "text not null"),
    ("arguments", "text not null"),
    ("began", "text not null"),
    ("processor", "text not null"),
    ("program", "text not null"),
    ("version", "text not null"),
    ("limit_seconds", "real not null"),
    ("limit_mebibytes", "integer not null"),
    ("threads", "integer not null"),
    ("status", "text not null"),
    ("reason", "text"),
    ("lower", "integer"),
    ("upper", "integer"),
    ("engine", "text"),
    ("heuristic", "text"),
    ("direction", "text"),
    ("expanded", "integer"),
    ("generated", "integer"),
    ("stored", "integer"),
    ("cpu_seconds", "real"),
    ("peak_rss_bytes", "integer"),
    ("wall_seconds", "real not null"),
    ("published_bound", "text"),
    ("published_seconds", "real"),
    ("published_expanded", "integer"),
    ("comparison", "text"),
];

/// Replaces the rows of the experiment by the runs of its report, in `folder/index.sqlite`.
///
/// The index is derived from the records: it can be deleted, and is complete again after the next
/// reports.
///
/// # Errors
/// Those of SQLite.
pub fn update(folder: &Path, report: &Report<'_>) -> Result<(), rusqlite::Error> {
    let columns = COLUMNS.map(|(name, r#type)| format!("{name} {type}")).join(", ");
    let values = COLUMNS.map(|_| "?").join(", ");
    let mut connection = Connection::open(folder.join(FILE))?;
    let transaction = connection.transaction()?;
    transaction.execute(&format!("create table if not exists runs ({columns})"), [])?;
    transaction.execute("delete from runs where experiment = ?1", [&report.experiment.name])?;
    let mut insert = transaction.prepare(&format!("insert into runs values ({values})"))?;
    for cell in report.cells() {
        let values = report.values(cell);
        insert.execute(params_from_iter(COLUMNS.map(|(name, _)| stored(&values[name]))))?;
    }
    drop(insert);
    transaction.commit()
}

fn stored(value: &Value) -> Stored {
    match value {
        Value::String(text) => Stored::Text(text.clone()),
        Value::Number(number) => match (number.as_u64(), number.as_f64()) {
            // SQLite's integers have a sign.
            (Some(count), _) => Stored::Integer(i64::try_from(count).unwrap_or(i64::MAX)),
            (None, real) => real.into(),
        },
        _ => Stored::Null,
    }
}
