//! The runs of a report, their conditions, and their heuristics.

use super::document::{Block, Field, Span, Table, marked, plain, words};
use super::{Cell, Report};
use crate::record::Solved;
use crate::revision;
use std::collections::BTreeSet;

pub(super) fn head(report: &Report<'_>) -> Vec<Block> {
    let about = report.experiment.about.trim().split("\n\n");
    let about = about.filter(|paragraph| !paragraph.is_empty());
    let mut blocks: Vec<_> = about.map(|paragraph| Block::Paragraph(marked(paragraph))).collect();
    blocks.push(facts(report));
    blocks.push(Block::Paragraph(marked(
        "A configuration is what `fewest solve` is given beside the limits, and what it took then:",
    )));
    blocks.push(Block::Table(configurations(report)));
    blocks.extend(unequal_heuristics(report));
    blocks
}

fn facts(report: &Report<'_>) -> Block {
    let Report { experiment, conditions, .. } = report;
    let days = report.cells().map(|cell| cell.record.began.strftime("%Y-%m-%d").to_string());
    let days: BTreeSet<_> = days.collect();
    let dates = match (days.first(), days.last()) {
        (Some(first), Some(last)) if first != last => format!("{first} to {last}"),
        (first, _) => first.cloned().unwrap_or_default(),
    };
    let tasks = experiment.instances.len() * experiment.configurations.len();
    let limits = conditions.limits;
    let threads = if limits.threads.get() == 1 { "thread" } else { "threads" };
    let limits =
        format!("{} s, {} MiB, {} {threads}", limits.seconds, limits.mebibytes, limits.threads);
    let seconds: f64 = report.cells().map(|cell| cell.record.wall_seconds).sum();
    let mut facts = vec![
        ("runs", plain(format!("{} of {tasks}", report.cells().count()))),
        ("time of all runs", plain(format!("{seconds:.0} s"))),
        ("limits of each run", plain(limits)),
        ("machine", plain(conditions.machine.to_string())),
        ("dates (UTC)", plain(dates)),
        ("program", plain(format!("fewest {}, build {}", conditions.version, conditions.program))),
        ("engines (digests)", plain(revisions(report))),
    ];
    if !experiment.published.source.is_empty() {
        facts.push(("published figures", plain(experiment.published.source.as_str())));
    }
    Block::Facts(facts)
}

fn revisions(report: &Report<'_>) -> String {
    let revisions = report.cells().map(|cell| cell.record.revision.as_deref());
    let revisions: BTreeSet<_> = revisions.map(|it| it.unwrap_or("not recorded")).collect();
    revisions.into_iter().collect::<Vec<_>>().join(", ")
}

fn configurations(report: &Report<'_>) -> Table {
    let names =
        ["configuration", "arguments", "engine", "heuristic", "direction", "published as", "note"];
    let configurations = report.experiment.configurations.iter().enumerate();
    let rows = configurations.map(|(i, one)| {
        let taken = |part: fn(&Solved) -> &str| {
            let parts = report.column(i).filter_map(|cell| cell.record.result.as_ref()).map(part);
            let parts: BTreeSet<_> = parts.filter(|part| !part.is_empty()).collect();
            Field::words(parts.into_iter().collect::<Vec<_>>().join(", "))
        };
        let arguments = match &one.arguments[..] {
            [] => Field::words("–"),
            arguments => Field::code(arguments.join(" ")),
        };
        vec![
            Field::words(one.name.as_str()),
            arguments,
            taken(|solved| &solved.engine),
            taken(|solved| &solved.heuristic),
            taken(|solved| &solved.direction),
            Field::words(one.published.as_deref().unwrap_or_default()),
            Field { text: marked(&one.note), ..Field::default() },
        ]
    });
    let columns = names.map(words).to_vec();
    Table { columns, rows: rows.collect(), ..Table::default() }.without_empty_columns()
}

/// A remark if configurations searched one instance with different heuristics.
fn unequal_heuristics(report: &Report<'_>) -> Option<Block> {
    let heuristic = |cell: &'_ Cell<'_>| Some(cell.record.result.as_ref()?.heuristic.clone());
    let is_unequal = |row: &[Option<Cell<'_>>]| {
        let heuristics = row.iter().flatten().filter_map(heuristic);
        heuristics.collect::<BTreeSet<_>>().len() > 1
    };
    let rows: Vec<_> = report.rows().map(|(_, row)| row).collect();
    let unequal: Vec<_> = rows.iter().filter(|row| is_unequal(row)).collect();
    if unequal.is_empty() {
        return None;
    }
    let mut text = plain(format!(
        "The heuristics are not the same on {} of {} levels: ",
        unequal.len(),
        rows.len()
    ));
    let mut separator = "";
    for (i, configuration) in report.experiment.configurations.iter().enumerate() {
        let cells = unequal.iter().filter_map(|row| row[i].as_ref());
        let heuristics: BTreeSet<_> = cells.filter_map(heuristic).collect();
        if heuristics.is_empty() {
            continue;
        }
        text.push(Span::Plain(format!("{separator}{} has ", configuration.name)));
        separator = "; ";
        for (i, heuristic) in heuristics.into_iter().enumerate() {
            text.extend((i > 0).then(|| Span::Plain(", ".to_owned())));
            text.push(Span::Code(heuristic));
        }
    }
    text.push(Span::Plain(
        ". There, times and numbers of states compare heuristics as much as engines.".to_owned(),
    ));
    Some(Block::Note(text))
}

impl Report<'_> {
    /// Engines of these runs whose counts have changed in this program, or may have: those
    /// without a revision.
    pub fn older_engines(&self) -> BTreeSet<&str> {
        let revisions = self.cells().map(|cell| cell.record.revision.as_deref());
        let older = revisions.filter(|it| !it.is_some_and(revision::is_current));
        older.map(|it| it.and_then(revision::engine).unwrap_or("not recorded")).collect()
    }
}
