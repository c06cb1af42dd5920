//! Levels grouped by their number of atoms, as in the tables of Gliesch's thesis.

use super::document::{Block, Field, Table, numbers, plain, section, words};
use super::levels::{EXPANDED, Quantity, SECONDS};
use super::mean::{arithmetic, harmonic};
use super::{Cell, Report};
use std::collections::BTreeMap;

/// The instances with this many atoms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Group(u16);

impl Group {
    pub(super) fn of(atoms: u16) -> Self {
        Self(match atoms {
            ..=3 => 3,
            4..=9 => atoms,
            10 | 11 => 11,
            12 => 12,
            13 | 14 => 14,
            15 | 16 => atoms,
            17.. => 17,
        })
    }

    pub(super) fn name(self) -> String {
        match self.0 {
            3 => "≤ 3".to_owned(),
            11 => "10, 11".to_owned(),
            14 => "13, 14".to_owned(),
            17 => "≥ 17".to_owned(),
            atoms => atoms.to_string(),
        }
    }
}

/// The rows of a report that belong to a group.
type Rows<'r, 'a> = Vec<&'r [Option<Cell<'a>>]>;

/// The groups that occur.
fn groups<'r, 'a>(report: &'r Report<'a>) -> BTreeMap<Group, Rows<'r, 'a>> {
    let mut groups: BTreeMap<_, Rows<'r, 'a>> = BTreeMap::new();
    for (instance, row) in report.rows() {
        if let Some(atoms) = report.experiment.published.atoms(instance) {
            groups.entry(Group::of(atoms)).or_default().push(row);
        }
    }
    groups
}

/// Levels solved, states and seconds; empty if no number of atoms is known, or if nothing was
/// solved, by us or others.
pub(super) fn by_atoms(report: &Report<'_>) -> Vec<Block> {
    let is_solved = |cell: &Cell<'_>| cell.result.is_solved() || cell.is_published_solved();
    if groups(report).is_empty() || !report.cells().any(is_solved) {
        return Vec::new();
    }
    let mut solved = table(report, |cells, has_published| {
        let count = |is: fn(&Cell<'_>) -> bool| cells.iter().filter(|cell| is(cell)).count();
        let published = has_published.then(|| count(|cell| cell.is_published_solved()).to_string());
        Field::count(count(|cell| cell.result.is_solved())).with_published(published)
    });
    let sums = (2..solved.columns.len()).map(|column| {
        let sum = solved.rows.iter().filter_map(|row| row[column].key).sum();
        let cells = report.column(column - 2);
        let published = cells.filter(|cell| cell.is_published_solved()).count();
        let method = &report.experiment.configurations[column - 2].published;
        Field::number(format!("{sum}"), sum)
            .with_published(method.as_ref().map(|_| published.to_string()))
    });
    let sums: Vec<_> = sums.collect();
    let levels: f64 = solved.rows.iter().filter_map(|row| row[1].key).sum();
    let names = [Field::words("all"), Field::number(format!("{levels}"), levels)];
    solved.totals = vec![names.into_iter().chain(sums).collect()];
    let text = "In brackets is what is published, over the levels of this report that were solved \
                there. Means are harmonic, so that one long run does not rule them.";
    let mut blocks = vec![
        Block::Heading("By number of atoms".to_owned()),
        Block::Paragraph(plain(text)),
        Block::Subheading("Levels solved".to_owned()),
        Block::Table(solved),
    ];
    for (heading, quantity) in [("States expanded, mean", EXPANDED), ("Seconds, mean", SECONDS)] {
        if quantity.occurs(report) {
            blocks.push(Block::Subheading(heading.to_owned()));
            blocks.push(Block::Table(table(report, |cells, _| means(quantity, cells))));
        }
    }
    blocks
}

fn means(quantity: Quantity, cells: &[&Cell<'_>]) -> Field {
    // A mean of counts is rounded to a count.
    let is_count = quantity.heading != SECONDS.heading;
    let show = |mean: f64| (quantity.show)(if is_count { mean.round() } else { mean });
    let ours = harmonic(cells.iter().filter_map(|cell| cell.solved().map(quantity.ours)));
    let published = cells.iter().filter(|cell| cell.is_published_solved());
    let published = harmonic(published.filter_map(|cell| (quantity.published)(&cell.figure)));
    Field::optional(ours, show).with_published(published.map(show))
}

/// The bounds proved for the levels of a group, relative to the best published ones; empty if the
/// experiment does not ask for it.
pub(super) fn relative_bounds(report: &Report<'_>) -> Vec<Block> {
    let published = &report.experiment.published;
    let Some(best) = &report.experiment.relative_to else { return Vec::new() };
    let best = |cell: &Cell<'_>| {
        let bound = published.figure(&cell.record.task.instance, best)?.bound?;
        Some(bound.moves() as f64).filter(|&moves| moves > 0.0)
    };
    let text = "The arithmetic mean of what was shown of each level, divided by the best published \
                bound of the level; levels without one are left out.";
    let table = table(report, |cells, _| {
        let mean = |bound: fn(&Cell<'_>) -> Option<u64>| {
            arithmetic(cells.iter().filter_map(|cell| Some(bound(cell)? as f64 / best(cell)?)))
        };
        let published = mean(|cell| cell.figure.bound.map(|bound| bound.moves()));
        let show = |mean: f64| format!("{mean:.2}");
        Field::optional(mean(|cell| cell.result.lower()), show).with_published(published.map(show))
    });
    section("Relative bounds by number of atoms", text, table)
}

/// One row per group; `field` makes each cell from those of a configuration, and from whether it
/// has a published method.
fn table(report: &Report<'_>, field: impl Fn(&[&Cell<'_>], bool) -> Field) -> Table {
    let configurations = &report.experiment.configurations;
    let rows = groups(report).into_iter().map(|(group, rows)| {
        let fields = configurations.iter().enumerate().map(|(i, configuration)| {
            let cells: Vec<_> = rows.iter().filter_map(|row| row[i].as_ref()).collect();
            field(&cells, configuration.published.is_some())
        });
        let name = Field { key: Some(group.0.into()), ..Field::words(group.name()) };
        [name, Field::count(rows.len())].into_iter().chain(fields).collect()
    });
    let names = configurations.iter().map(|one| numbers(&one.name));
    let columns = [words("atoms"), numbers("levels")].into_iter().chain(names).collect();
    Table { columns, rows: rows.collect(), ..Table::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::built_in::BuiltIn;

    /// Table 4.7 is computed from the values in the appendix: the groups for which all best bounds
    /// are known there.
    #[test]
    fn relative_bounds_are_those_of_the_published_table() {
        let experiment = BuiltIn::find("gliesch-table-f").unwrap().experiment();
        let published = experiment.map_err(|error| error.to_string()).unwrap().published;
        let bound =
            |level: &str, method| Some(published.figure(level, method)?.bound?.moves() as f64);
        for (method, means) in [
            ("standard", [0.52, 0.56, 0.70, 0.68, 0.65]),
            ("static-pdb-3", [0.53, 0.57, 0.71, 0.69, 0.66]),
            ("dynamic-pdb-2", [0.53, 0.59, 0.73, 0.71, 0.66]),
            ("multi-goal-pdb-2", [0.52, 0.57, 0.71, 0.69, 0.65]),
            ("generalized", [0.53, 0.61, 0.74, 0.72, 0.68]),
        ] {
            for (group, mean) in [3, 4, 5, 6, 7].map(Group).into_iter().zip(means) {
                let levels = published.levels().iter();
                let levels =
                    levels.filter(|level| published.atoms(level).map(Group::of) == Some(group));
                let shares =
                    levels.filter_map(|level| Some(bound(level, method)? / bound(level, "best")?));
                let found = arithmetic(shares).unwrap();
                assert!((found - mean).abs() < 0.0051, "{method}, {}: {found}", group.name());
            }
        }
    }
}
