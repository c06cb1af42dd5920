//! The contents of a report, before they become Markdown or a page.

use super::plots::Plot;

/// A report.
pub(super) struct Document {
    pub title: String,
    pub blocks: Vec<Block>,
    /// One row per run, with its command: only for the page, as `report.csv` has the runs.
    pub runs: Table,
}

/// A part of a report.
pub(super) enum Block {
    Heading(String),
    Subheading(String),
    Paragraph(Text),
    /// A remark to read before comparing the numbers.
    Note(Text),
    /// Names and what they stand for.
    Facts(Vec<(&'static str, Text)>),
    List(Vec<Text>),
    Table(Table),
    Plot(Plot),
}

/// Text of several kinds.
pub(super) type Text = Vec<Span>;

pub(super) enum Span {
    Plain(String),
    Code(String),
    Emphasis(String),
}

/// A table whose last rows are sums of the others.
#[derive(Default)]
pub(super) struct Table {
    pub columns: Vec<Column>,
    pub rows: Vec<Vec<Field>>,
    pub totals: Vec<Vec<Field>>,
    /// Whether `report.csv` has what the rows say.
    pub is_in_csv: bool,
}

/// The name and alignment of a column.
#[derive(Clone)]
pub(super) struct Column {
    pub name: String,
    pub content: Content,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Content {
    Words,
    Numbers,
    /// A command, to be copied.
    Command,
}

/// One place in a table.
#[derive(Default)]
pub(super) struct Field {
    pub text: Text,
    /// The published value; shown in brackets.
    pub published: Option<Text>,
    /// The sort key; the text if there is none.
    pub key: Option<f64>,
    /// The class of the comparison with the published value, for the page.
    pub class: &'static str,
}

/// A section with a table, and what to know of it.
pub(super) fn section(
    title: impl Into<String>,
    text: impl Into<String>,
    table: Table,
) -> Vec<Block> {
    vec![Block::Heading(title.into()), Block::Paragraph(plain(text)), Block::Table(table)]
}

/// Text without anything special.
pub(super) fn plain(text: impl Into<String>) -> Text {
    vec![Span::Plain(text.into())]
}

/// Text in which backquotes mark code, as authors of experiments write it.
pub(super) fn marked(text: &str) -> Text {
    let parts = text.split('`').enumerate();
    let spans = parts.map(|(i, part)| {
        let part = part.to_owned();
        if i % 2 == 1 { Span::Code(part) } else { Span::Plain(part) }
    });
    spans.collect()
}

pub(super) fn words(name: &str) -> Column {
    Column { name: name.to_owned(), content: Content::Words }
}

pub(super) fn numbers(name: &str) -> Column {
    Column { name: name.to_owned(), content: Content::Numbers }
}

impl Field {
    pub(super) fn words(text: impl Into<String>) -> Self {
        Self { text: plain(text), ..Self::default() }
    }

    pub(super) fn code(text: String) -> Self {
        Self { text: vec![Span::Code(text)], ..Self::default() }
    }

    /// A number as it is displayed, with its key for sorting.
    pub(super) fn number(text: String, key: f64) -> Self {
        Self { text: plain(text), key: Some(key), ..Self::default() }
    }

    /// A number, if there is one.
    pub(super) fn optional(number: Option<f64>, show: impl Fn(f64) -> String) -> Self {
        number.map(|number| Self::number(show(number), number)).unwrap_or_default()
    }

    pub(super) fn count(count: usize) -> Self {
        Self::number(fewest_chart::grouped(count as u64), count as f64)
    }

    pub(super) fn with_published(self, published: Option<String>) -> Self {
        Self { published: published.map(plain), ..self }
    }

    fn is_empty(&self) -> bool {
        let is_empty = |span: &Span| match span {
            Span::Plain(text) | Span::Code(text) | Span::Emphasis(text) => text.is_empty(),
        };
        self.published.is_none() && self.text.iter().all(is_empty)
    }
}

impl Table {
    /// The table without columns that are empty in every row.
    pub(super) fn without_empty_columns(mut self) -> Self {
        for i in (0..self.columns.len()).rev() {
            if self.rows.iter().all(|row| row[i].is_empty()) {
                self.columns.remove(i);
                for row in self.rows.iter_mut().chain(&mut self.totals) {
                    row.remove(i);
                }
            }
        }
        self
    }
}
