//! Files of sections with entries `key=value`, as KAtomic writes them.

use super::FormatError;
use super::findings::Fault;
use crate::text::offset;

/// A line `[...]` and the lines up to the next one.
#[derive(Default)]
pub(super) struct Section<'a> {
    pub(super) header: &'a str,
    pub(super) at: usize,
    pub(super) entries: Vec<Entry<'a>>,
    /// The lines that cannot be read.
    pub(super) faults: Vec<Fault>,
}

/// A line `key=value`.
pub(super) struct Entry<'a> {
    pub(super) key: &'a str,
    pub(super) at: usize,
    pub(super) value: &'a str,
    pub(super) value_at: usize,
}

/// Splits a text. The first section is that of the lines before any header.
pub(super) fn sections(text: &str) -> Vec<Section<'_>> {
    let mut sections = Vec::new();
    let mut section = Section::default();
    for line in text.lines().map(str::trim_start) {
        let at = offset(text, line);
        if line.is_empty() || line.starts_with(['#', ';']) {
            continue;
        }
        if let Some(inner) = line.strip_prefix('[') {
            sections.push(std::mem::take(&mut section));
            section.at = at;
            section.header = inner.split(']').next().unwrap_or_default().trim();
            if !inner.contains(']') {
                section.faults.push(FormatError::OpenHeader.at(at + line.trim_end().len()));
            }
        } else if let Some((key, value)) = line.split_once('=') {
            let value_at = offset(text, value);
            section.entries.push(Entry { key: key.trim_end(), at, value, value_at });
        } else {
            section.faults.push(FormatError::NotAnEntry.at(at));
        }
    }
    sections.push(section);
    sections
}

impl Section<'_> {
    /// Returns the first value under a key.
    pub(super) fn value(&self, key: &str) -> Option<&str> {
        self.entries.iter().find(|entry| entry.key == key).map(|entry| entry.value)
    }
}
