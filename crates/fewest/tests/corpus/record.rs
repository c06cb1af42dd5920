//! The recorded counts of all searches: `corpus/expanded.tsv`.

use crate::instances::{Entry, folder};
use crate::runs::Run;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

const HEADER: &str =
    "instance\tengine\tdirection\tverdict\tstop\tlower\tupper\texpanded\tgenerated";
/// The number of first columns, which identify the search of a row.
const SEARCH: usize = 3;

/// Results and counts, by search.
#[derive(PartialEq, Eq)]
pub struct Record(BTreeMap<String, String>);

fn file() -> PathBuf {
    folder().join("expanded.tsv")
}

impl Record {
    /// The record of these searches.
    pub fn of(runs: &[Run<'_>]) -> Self {
        Self(runs.iter().map(Run::row).collect())
    }

    /// The contents of the file; empty if there is none.
    pub fn read() -> Self {
        let text = fs::read_to_string(file()).unwrap_or_default();
        let split = |row: &str| {
            let (tab, _) = row.match_indices('\t').nth(SEARCH - 1).expect("there are more columns");
            (row[..tab].to_owned(), row[tab + 1..].to_owned())
        };
        Self(text.lines().skip(1).map(split).collect())
    }

    pub fn write(&self) {
        let rows = self.0.iter().map(|(search, shown)| format!("{search}\t{shown}\n"));
        fs::write(file(), format!("{HEADER}\n{}", rows.collect::<String>())).expect("a file");
    }

    /// Adds the rows of another record for instances other than these.
    #[must_use]
    pub fn with_others(mut self, other: &Self, entries: &[Entry]) -> Self {
        let is_other = |search: &str| {
            entries.iter().all(|entry| search.split('\t').next() != Some(&entry.name))
        };
        let others = other.0.iter().filter(|(search, _)| is_other(search));
        self.0.extend(others.map(|(search, shown)| (search.clone(), shown.clone())));
        self
    }

    /// The rows that differ from another record, as in a patch.
    pub fn difference(&self, other: &Self) -> String {
        let mut text = format!("  {HEADER}\n");
        for search in self.0.keys().chain(other.0.keys()).collect::<BTreeSet<_>>() {
            let [before, after] = [self, other].map(|record| record.0.get(search));
            if before != after {
                for (sign, shown) in [('-', before), ('+', after)] {
                    if let Some(shown) = shown {
                        let _ = writeln!(text, "{sign} {search}\t{shown}");
                    }
                }
            }
        }
        text
    }
}
