//! The report as one HTML file with its plots inside: the Markdown, rendered.

use super::Report;
use super::plots::Plot;
use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd};

const STYLE: &str = "\
body{font:15px/1.45 system-ui,sans-serif;max-width:76em;margin:2em auto;padding:0 1em;color:#222}\
table{border-collapse:collapse;margin:1em 0;font-variant-numeric:tabular-nums}\
th,td{border:1px solid #ccc;padding:.2em .5em;text-align:left;white-space:nowrap}\
th{background:#f3f3f3;position:sticky;top:0}tr:hover td{background:#fafaf0}\
svg{max-width:100%;height:auto}code{background:#f3f3f3;padding:0 .2em}";

/// Renders a report; images of plots become the plots themselves.
pub(super) fn html(report: &Report<'_>, markdown: &str, plots: &[Plot]) -> String {
    let mut drawn = None;
    let events = Parser::new_ext(markdown, Options::ENABLE_TABLES).filter_map(|event| {
        match (event, drawn) {
            (Event::Start(Tag::Image { dest_url, .. }), _) => {
                drawn = plots.iter().find(|plot| plot.file() == *dest_url);
                None
            }
            (Event::End(TagEnd::Image), Some(plot)) => {
                drawn = None;
                Some(Event::Html(CowStr::Borrowed(&plot.svg)))
            }
            // The text that stands for the image.
            (_, Some(_)) => None,
            // Names in an experiment are no place for tags.
            (Event::Html(text) | Event::InlineHtml(text), None) => Some(Event::Text(text)),
            (event, None) => Some(event),
        }
    });
    let mut body = String::new();
    pulldown_cmark::html::push_html(&mut body, events);
    let mut title = String::new();
    let text = Event::Text(CowStr::Borrowed(&report.experiment.title));
    pulldown_cmark::html::push_html(&mut title, std::iter::once(text));
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>{title}</title>\n\
         <style>{STYLE}</style>\n{body}</html>\n"
    )
}
