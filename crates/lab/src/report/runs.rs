//! All runs with their commands.

use super::Report;
use super::document::{Column, Content, Field, Table, numbers, words};
use super::seconds::seconds;
use crate::process;

/// One row per run.
pub(super) fn runs(report: &Report<'_>) -> Table {
    let rows = report.cells().map(|cell| {
        let (record, solved) = (cell.record, cell.record.result.as_ref());
        let task = &record.task;
        let mebibytes = solved.and_then(|solved| solved.peak_rss_bytes);
        let mebibytes = mebibytes.map(|bytes| bytes as f64 / f64::from(1 << 20));
        vec![
            Field::words(task.instance.as_str()),
            Field::words(task.configuration.as_str()),
            Field::words(cell.result.to_string()),
            Field::words(cell.reason().unwrap_or_default()),
            Field::optional(Some(record.wall_seconds), seconds),
            Field::optional(solved.and_then(|solved| solved.cpu_seconds), seconds),
            Field::optional(mebibytes, |it| format!("{it:.0}")),
            Field::words(record.began.strftime("%Y-%m-%d %H:%M:%S").to_string()),
            Field::code(command(report, &task.arguments, &task.instance)),
        ]
    });
    let columns = vec![
        words("level"),
        words("configuration"),
        words("result"),
        words("stopped by"),
        numbers("seconds"),
        numbers("processor seconds"),
        numbers("MiB"),
        words("began (UTC)"),
        Column { name: "command".to_owned(), content: Content::Command },
    ];
    Table { columns, rows: rows.collect(), ..Table::default() }.without_empty_columns()
}

/// The command that repeats a run, in the folder of data if its instance is kept there.
fn command(report: &Report<'_>, arguments: &[String], instance: &str) -> String {
    let folder = report.experiment.folder.iter();
    let input = folder.map(|folder| format!("{folder}/{instance}")).next();
    let input = input.unwrap_or_else(|| instance.to_owned());
    let words = process::arguments(arguments, &report.conditions.limits);
    let words = ["fewest".to_owned(), "solve".to_owned()].into_iter().chain(words);
    let words = words.chain(input.starts_with('-').then(|| "--".to_owned())).chain([input]);
    words.map(|word| quoted(&word)).collect::<Vec<_>>().join(" ")
}

/// A word quoted for a shell.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=,+@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_reach_the_command_as_they_are() {
        assert_eq!(quoted("tiles/korf100.txt:1"), "tiles/korf100.txt:1");
        assert_eq!(quoted("1 2 3 / 8 0 4"), "'1 2 3 / 8 0 4'");
        assert_eq!(quoted("it's; rm"), "'it'\\''s; rm'");
        assert_eq!(quoted(""), "''");
    }
}
