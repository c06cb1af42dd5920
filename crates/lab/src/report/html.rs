//! A report as one page: it contains plots, style and script, so that it can be sent and kept.

use super::document::{Block, Content, Document, Field, Span, Table};
use fewest_chart::escaped;
use std::fmt::Write;

/// Works in light and dark, on a phone and on paper.
const STYLE: &str = include_str!("page.css");
/// Sorts and filters tables, copies commands. Without it the page is complete, but static.
const SCRIPT: &str = include_str!("page.js");

/// The whole page.
pub(super) fn html(document: &Document) -> String {
    let title = escaped(&document.title);
    let headings = document.blocks.iter().filter_map(|block| match block {
        Block::Heading(title) => Some(title.as_str()),
        _ => None,
    });
    let links: String = headings
        .chain(["Runs"])
        .map(|title| format!("<a href=\"#{}\">{}</a>\n", anchor(title), escaped(title)))
        .collect();
    let mut body = String::new();
    for block in &document.blocks {
        body += &of_block(block);
    }
    body += &of_block(&Block::Heading("Runs".to_owned()));
    body += "<p>The command of each run, to be started in the folder of data.</p>\n";
    body += &of_table(&document.runs);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n\
         <nav>\n{links}</nav>\n{body}<script>\n{SCRIPT}</script>\n</body>\n</html>\n"
    )
}

fn of_block(block: &Block) -> String {
    match block {
        Block::Heading(title) => {
            format!("<h2 id=\"{}\">{}</h2>\n", anchor(title), escaped(title))
        }
        Block::Subheading(title) => format!("<h3>{}</h3>\n", escaped(title)),
        Block::Paragraph(text) => format!("<p>{}</p>\n", spans(text)),
        Block::Note(text) => format!("<p class=\"note\">{}</p>\n", spans(text)),
        Block::Facts(facts) => {
            let facts = facts.iter().map(|(name, text)| {
                format!("<dt>{}</dt><dd>{}</dd>\n", escaped(name), spans(text))
            });
            format!("<dl>\n{}</dl>\n", facts.collect::<String>())
        }
        Block::List(items) => {
            let items = items.iter().map(|item| format!("<li>{}</li>\n", spans(item)));
            format!("<ul>\n{}</ul>\n", items.collect::<String>())
        }
        Block::Table(table) => of_table(table),
        Block::Plot(plot) => format!("<figure>\n{}</figure>\n", plot.svg),
    }
}

fn of_table(table: &Table) -> String {
    let contents: Vec<_> = table.columns.iter().map(|column| column.content).collect();
    let head = table.columns.iter().map(|column| {
        format!("<th{} scope=\"col\">{}</th>", class(column.content, ""), escaped(&column.name))
    });
    let row = |row: &Vec<Field>| {
        let cells = row.iter().zip(&contents).map(|(field, content)| of_field(field, *content));
        format!("<tr>{}</tr>\n", cells.collect::<String>())
    };
    let rows = |rows: &[Vec<Field>]| rows.iter().map(row).collect::<String>();
    let foot = match &table.totals[..] {
        [] => String::new(),
        totals => format!("<tfoot>\n{}</tfoot>\n", rows(totals)),
    };
    format!(
        "<div class=\"scroll\">\n<table>\n<thead>\n<tr>{}</tr>\n</thead>\n<tbody>\n{}</tbody>\n\
         {foot}</table>\n</div>\n",
        head.collect::<String>(),
        rows(&table.rows)
    )
}

fn of_field(field: &Field, content: Content) -> String {
    let mut cell = format!("<td{}", class(content, field.class));
    if let Some(key) = field.key {
        let _ = write!(cell, " data-key=\"{key}\"");
    }
    let _ = write!(cell, ">{}", spans(&field.text));
    if let Some(published) = &field.published {
        let _ = write!(cell, " <small>({})</small>", spans(published));
    }
    cell + "</td>"
}

fn class(content: Content, comparison: &str) -> String {
    let content = match content {
        Content::Words => "",
        Content::Numbers => "number",
        Content::Command => "command",
    };
    match [content, comparison].join(" ").trim() {
        "" => String::new(),
        names => format!(" class=\"{names}\""),
    }
}

fn spans(text: &[Span]) -> String {
    let one = |span: &Span| match span {
        Span::Plain(text) => escaped(text),
        Span::Code(text) => format!("<code>{}</code>", escaped(text)),
        Span::Emphasis(text) => format!("<em>{}</em>", escaped(text)),
    };
    text.iter().map(one).collect()
}

/// The anchor of a heading.
fn anchor(title: &str) -> String {
    let words = title.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_ascii_lowercase).collect::<Vec<_>>().join("-")
}
