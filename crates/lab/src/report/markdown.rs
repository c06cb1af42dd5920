//! A report as Markdown.

use super::document::{Block, Column, Content, Document, Field, Span, Table};

/// The most rows that a screen holds. More of them are left to `report.csv`, if it has them.
const SCREEN: usize = 40;

/// The whole report.
pub(super) fn markdown(document: &Document) -> String {
    let mut out = format!("# {}\n", escaped(&document.title));
    for block in &document.blocks {
        out.push('\n');
        out += &match block {
            Block::Heading(title) => format!("## {}\n", escaped(title)),
            Block::Subheading(title) => format!("### {}\n", escaped(title)),
            Block::Paragraph(text) => format!("{}\n", spans(text)),
            Block::Note(text) => format!("> {}\n", spans(text)),
            Block::Facts(facts) => {
                let lines = facts.iter().map(|(name, text)| format!("- {name}: {}\n", spans(text)));
                lines.collect()
            }
            Block::List(items) => items.iter().map(|item| format!("- {}\n", spans(item))).collect(),
            Block::Table(table) => of_table(table),
            Block::Plot(plot) => {
                let title = escaped(&plot.title);
                format!("{title}:\n\n![{title}]({})\n", plot.file)
            }
        };
    }
    out
}

fn of_table(table: &Table) -> String {
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let head = table.columns.iter().map(|column| escaped(&column.name)).collect();
    let rule = |column: &Column| match column.content {
        Content::Numbers => "---:|",
        Content::Words | Content::Command => "---|",
    };
    let rule: String = table.columns.iter().map(rule).collect();
    let of_rows = |rows: &[Vec<Field>]| -> String {
        rows.iter().map(|row| line(row.iter().map(of_field).collect())).collect()
    };
    let head = format!("{}|{rule}\n", line(head));
    let (rows, totals) = (of_rows(&table.rows), of_rows(&table.totals));
    if !table.is_in_csv || table.rows.len() <= SCREEN {
        return head + &rows + &totals;
    }
    let count = table.rows.len();
    let left_out =
        format!("The {count} rows are in [report.csv](report.csv), with a line for each run.\n");
    if totals.is_empty() { left_out } else { format!("{left_out}\n{head}{totals}") }
}

fn of_field(field: &Field) -> String {
    let published = field.published.as_ref().map(|text| format!("({})", spans(text)));
    let parts = [Some(spans(&field.text)), published].into_iter().flatten();
    parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

fn spans(text: &[Span]) -> String {
    let one = |span: &Span| match span {
        Span::Plain(text) => escaped(text),
        // A code span ends at the first backquote, and a cell at the first bar, escaped or not.
        Span::Code(text) => format!("`{}`", one_line(text).replace('`', "'").replace('|', "\\|")),
        Span::Emphasis(text) => format!("*{}*", escaped(text)),
    };
    text.iter().map(one).collect()
}

/// Text escaped for Markdown.
fn escaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in one_line(text).chars() {
        if matches!(c, '\\' | '`' | '*' | '[' | ']' | '<' | '|') {
            plain.push('\\');
        }
        plain.push(c);
    }
    plain
}

fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
