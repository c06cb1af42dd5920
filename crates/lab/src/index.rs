//! An index of all results of a folder, for questions that no report answers: one table in SQLite.

use crate::report::Report;
use rusqlite::{Connection, params};
use std::path::Path;

/// The name of the file in the folder of results.
pub const FILE: &str = "index.sqlite";

const TABLE: &str = "
create table if not exists runs (
    experiment text not null,
    instance text not null,
    configuration text not null,
    arguments text not null,
    began text not null,
    processor text not null,
    program text not null,
    version text not null,
    limit_seconds real not null,
    limit_mebibytes integer not null,
    threads integer not null,
    status text not null,
    reason text,
    lower integer,
    upper integer,
    engine text,
    heuristic text,
    direction text,
    expanded integer,
    generated integer,
    stored integer,
    cpu_seconds real,
    peak_rss_bytes integer,
    wall_seconds real not null,
    published_bound text,
    published_seconds real,
    published_expanded integer,
    comparison text
)";

/// Replaces the rows of the experiment by the runs of its report, in `folder/index.sqlite`.
///
/// The index is derived from the records: it can be deleted, and is complete again after the next
/// reports.
///
/// # Errors
/// Those of SQLite.
pub fn update(folder: &Path, report: &Report<'_>) -> Result<(), rusqlite::Error> {
    let mut connection = Connection::open(folder.join(FILE))?;
    let transaction = connection.transaction()?;
    transaction.execute(TABLE, [])?;
    transaction.execute("delete from runs where experiment = ?1", [&report.experiment.name])?;
    let values = (1..=28).map(|i| format!("?{i}")).collect::<Vec<_>>().join(", ");
    let mut insert = transaction.prepare(&format!("insert into runs values ({values})"))?;
    for cell in report.cells() {
        let (record, conditions) = (cell.record, &cell.record.conditions);
        let (solved, figure) = (record.result.as_ref(), cell.figure);
        let reason = cell.reason();
        insert.execute(params![
            report.experiment.name,
            record.task.instance,
            record.task.configuration,
            record.task.arguments.join(" "),
            record.began.to_string(),
            conditions.machine.processor,
            conditions.program,
            conditions.version,
            conditions.limits.seconds,
            conditions.limits.mebibytes.get() as i64,
            conditions.limits.threads.get() as i64,
            cell.result.status(),
            reason,
            cell.result.lower().map(signed),
            cell.result.upper().map(signed),
            solved.map(|solved| &solved.engine),
            solved.map(|solved| &solved.heuristic),
            solved.map(|solved| &solved.direction),
            solved.map(|solved| signed(solved.expanded)),
            solved.map(|solved| signed(solved.generated)),
            solved.map(|solved| signed(solved.stored)),
            solved.and_then(|solved| solved.cpu_seconds),
            solved.and_then(|solved| solved.peak_rss_bytes).map(signed),
            record.wall_seconds,
            figure.bound.map(|bound| bound.to_string()),
            figure.seconds,
            figure.expanded.map(signed),
            cell.comparison.as_ref().map(|comparison| comparison.name()),
        ])?;
    }
    drop(insert);
    transaction.commit()
}

/// SQLite's integers have a sign.
fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
