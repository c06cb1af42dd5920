//! Tables with a row per level and a column per configuration.

use super::document::{Block, Column, Content, Field, Span, Table, numbers, plain, section, words};
use super::seconds::seconds;
use super::{Cell, Report};
use crate::Figure;
use crate::record::Solved;
use fewest_chart::grouped;

/// A table of all instances and configurations.
pub(super) fn level_table(
    report: &Report<'_>,
    content: Content,
    show: impl Fn(&Cell<'_>) -> Field,
) -> Table {
    let rows = report.rows().map(|(instance, row)| {
        let atoms = report.experiment.published.atoms(instance);
        let atoms = atoms.map(|atoms| Field::count(atoms.into())).unwrap_or_default();
        let not_run = || Field::words("not run");
        let cells = row.iter().map(|cell| cell.as_ref().map_or_else(not_run, &show));
        [Field::words(instance), atoms].into_iter().chain(cells).collect()
    });
    let rows = rows.collect();
    let names = report.experiment.configurations.iter().map(|one| one.name.clone());
    let of_configurations = names.map(|name| Column { name, content });
    let columns = [words("level"), numbers("atoms")].into_iter().chain(of_configurations).collect();
    Table { columns, rows, is_in_csv: true, ..Table::default() }.without_empty_columns()
}

/// A number that runs have and publications may have.
#[derive(Clone, Copy)]
pub(super) struct Quantity {
    pub(super) heading: &'static str,
    pub(super) ours: fn(&Solved) -> f64,
    pub(super) published: fn(&Figure) -> Option<f64>,
    pub(super) show: fn(f64) -> String,
}

pub(super) const EXPANDED: Quantity = Quantity {
    heading: "States expanded",
    ours: |solved| solved.expanded as f64,
    published: |figure| figure.expanded.map(|count| count as f64),
    show: |count| grouped(count as u64),
};

pub(super) const GENERATED: Quantity = Quantity {
    heading: "States generated",
    ours: |solved| solved.generated as f64,
    published: |figure| figure.generated.map(|count| count as f64),
    show: |count| grouped(count as u64),
};

pub(super) const SECONDS: Quantity = Quantity {
    heading: "Seconds",
    ours: |solved| solved.seconds,
    published: |figure| figure.seconds,
    show: seconds,
};

impl Quantity {
    /// Whether it is above zero for any run.
    pub(super) fn occurs(self, report: &Report<'_>) -> bool {
        let mut results = report.cells().filter_map(|cell| cell.record.result.as_ref());
        results.any(|solved| (self.ours)(solved) > 0.0)
    }

    /// All runs level by level, with totals; empty if there is nothing to say.
    pub(super) fn section(self, report: &Report<'_>) -> Vec<Block> {
        let is_published = report.cells().any(|cell| (self.published)(&cell.figure).is_some());
        // Unless a number is published, states generated are only in the table of runs.
        if !self.occurs(report) || (self.heading == GENERATED.heading && !is_published) {
            return Vec::new();
        }
        let mut text = "Ours until the answer was known".to_owned();
        text += if is_published { ", the published number in brackets" } else { "" };
        text += "; numbers of runs that a limit ended are in italics.";
        let mut table = level_table(report, Content::Numbers, |cell| self.field(cell));
        table.totals = self.totals(report, table.columns.len());
        section(self.heading, text, table)
    }

    fn field(self, cell: &Cell<'_>) -> Field {
        let limited =
            |text, is_solved| if is_solved { Span::Plain(text) } else { Span::Emphasis(text) };
        let ours = cell.record.result.as_ref().map(self.ours);
        let text = ours.map_or_else(
            || plain("–"),
            |ours| vec![limited((self.show)(ours), cell.result.is_solved())],
        );
        let published = (self.published)(&cell.figure)
            .map(|it| vec![limited((self.show)(it), cell.is_published_solved())]);
        Field { text, published, key: ours, class: "" }
    }

    /// Sums over the levels that all configurations have solved; and over those that a
    /// configuration and the publication have both solved.
    fn totals(self, report: &Report<'_>, columns: usize) -> Vec<Vec<Field>> {
        let solved = |cell: &Cell<'_>| cell.solved().map(self.ours);
        let names = columns - report.experiment.configurations.len();
        let row = |name: String, fields: Vec<Field>| -> Vec<Field> {
            let names = (0..names).map(|i| Field::words(if i == 0 { name.as_str() } else { "" }));
            names.chain(fields).collect()
        };
        let mut totals = Vec::new();
        let rows = report.rows().filter_map(|(_, row)| {
            row.iter().map(|cell| cell.as_ref().and_then(solved)).collect::<Option<Vec<_>>>()
        });
        let rows: Vec<_> = rows.collect();
        if rows.len() > 1 {
            let sums = (0..report.experiment.configurations.len())
                .map(|column| rows.iter().map(|row| row[column]).sum());
            let fields = sums.map(|sum: f64| Field::number((self.show)(sum), sum));
            let name = format!("total of the {} levels that all solved", rows.len());
            totals.push(row(name, fields.collect()));
        }
        let both = (0..report.experiment.configurations.len()).map(|column| {
            let cells = report.column(column).filter(|cell| cell.is_published_solved());
            let pairs =
                cells.filter_map(|cell| Some((solved(cell)?, (self.published)(&cell.figure)?)));
            pairs.fold((0, 0.0, 0.0), |(count, a, b), (ours, published)| {
                (count + 1, a + ours, b + published)
            })
        });
        let both: Vec<(usize, f64, f64)> = both.collect();
        if both.iter().any(|(count, ..)| *count > 0) {
            let counts = both.iter().map(|(count, ..)| Field::count(*count)).collect();
            totals.push(row("levels that we and the publication solved".to_owned(), counts));
            let sums = both.iter().map(|&(count, ours, published)| {
                let published = (count > 0).then(|| (self.show)(published));
                Field::number((self.show)(ours), ours).with_published(published)
            });
            totals.push(row("total of these".to_owned(), sums.collect()));
        }
        totals
    }
}
