//! Tables on disk: the words of a table, lowest byte first, with a header.

use crate::pattern::build::Table;
use crate::pattern::layout::{NotAPattern, Pattern};
use fewest_search::artifact::{self, FileError, Format};
use fewest_search::platform::huge_pages;
use std::io::ErrorKind;
use std::path::Path;

const FORMAT: Format = Format {
    name: "fewest pattern database",
    version: 1,
    fields: &["pattern", "states", "built-by"],
};

/// The header of a file; only its table shows whether the header is right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    /// The pattern.
    pub pattern: Pattern,
    /// The number of states with a distance.
    pub states: u64,
    /// The version of the library that built it.
    pub built_by: String,
}

impl Header {
    fn of(table: &Table) -> Self {
        let (pattern, built_by) = (table.pattern().clone(), env!("CARGO_PKG_VERSION").to_owned());
        Self { pattern, states: table.states(), built_by }
    }

    fn values(&self) -> Vec<String> {
        vec![self.pattern.to_string(), self.states.to_string(), self.built_by.clone()]
    }

    fn read(path: &Path, header: &artifact::Header) -> Result<Self, FileError> {
        let wrong = |line, expected: &str| FileError::line(path, line, expected);
        let [pattern, states, built_by] = &header.values[..] else {
            return Err(wrong(2, "three values"));
        };
        let pattern = pattern.parse().map_err(|e: NotAPattern| wrong(2, &e.to_string()))?;
        let states = states.parse().map_err(|_| wrong(3, "the number of states"))?;
        Ok(Self { pattern, states, built_by: built_by.clone() })
    }
}

/// The number of the line after the header.
const FIRST_LINE_OF_CONTENT: usize = 7;

/// Writes a table. A file of that name is replaced when the new one is complete.
pub(crate) fn write(path: &Path, table: &Table) -> Result<(), FileError> {
    FORMAT.write(path, &Header::of(table).values(), || table.chunks())
}

/// Reads the header of a file.
pub(crate) fn header(path: &Path) -> Result<Header, FileError> {
    Header::read(path, &FORMAT.header(path)?)
}

/// Reads the table of a pattern, and checks that it is as it was written.
pub(crate) fn read(path: &Path, pattern: &Pattern) -> Result<Table, FileError> {
    let content = FORMAT.open(path)?;
    let values = content.header.values.clone();
    let header = Header::read(path, &content.header)?;
    if header.pattern != *pattern {
        let (found, expected) = (header.pattern.to_string(), pattern.to_string());
        return Err(FileError::Mismatch { path: path.to_owned(), found, expected });
    }
    // Memory is taken for the table that the pattern has, not for what a file claims.
    let expected = Table::bytes(pattern).table;
    content.expect(expected)?;
    let mut words = huge_pages::words(expected as usize / 8)
        .map_err(|_| FileError::io(path)(ErrorKind::OutOfMemory.into()))?;
    content.read(|part| {
        words.extend(part.as_chunks().0.iter().map(|word| u64::from_le_bytes(*word)));
        Ok(())
    })?;
    let table = Table::from_words(header.pattern.clone(), words);
    let table = table.ok_or_else(|| FileError::Altered { path: path.to_owned() })?;
    // The digest detects accidental changes; this, content that is not a table. Only building it
    // again shows that it is right.
    if !table.is_plausible() {
        let expected = "distances that lead to the end".to_owned();
        return Err(FileError::line(path, FIRST_LINE_OF_CONTENT, expected));
    }
    if Header::of(&table).values()[..2] != values[..2] {
        return Err(FileError::Altered { path: path.to_owned() });
    }
    Ok(table)
}
