//! Published figures: measurements by others, as a table with one line per cell.

use crate::Bound;
use fewest_rules::{Located, TextPosition};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// A publication's figures for one method on one level; `None` for those that it does not give.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Figure {
    /// The bound that it has proved.
    pub bound: Option<Bound>,
    /// Time.
    ///
    /// # Units
    /// Seconds, on the machine of the publication.
    pub seconds: Option<f64>,
    /// States expanded.
    pub expanded: Option<u64>,
    /// States generated.
    pub generated: Option<u64>,
}

/// The figures of one publication.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Published {
    /// Their origin: the comments at the top of the file.
    pub source: String,
    figures: BTreeMap<(String, String), Figure>,
    atoms: BTreeMap<String, u16>,
    /// In the order of the file.
    levels: Vec<String>,
}

/// Why a file of figures cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum PublishedError {
    /// It is not a table, or a field is not what it should be.
    #[error("{0}")]
    Unreadable(String),
    /// A level has two figures for one method, or its lines are not adjacent.
    #[error("{level} has two figures for {method}, or its lines are not together")]
    Twice {
        /// The method.
        method: String,
        /// The level.
        level: String,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    level: String,
    atoms: Option<u16>,
    method: String,
    bound: Option<Bound>,
    seconds: Option<f64>,
    expanded: Option<u64>,
    generated: Option<u64>,
}

impl Published {
    /// Reads comma-separated values with the columns `level`, `method`, and any of `atoms`,
    /// `bound`, `seconds`, `expanded`, `generated`; lines that begin with `#` are comments.
    ///
    /// # Errors
    /// The line that is neither of these; the column is always 1.
    pub fn parse(text: &str) -> Result<Self, Located<PublishedError>> {
        let comments = text.lines().map_while(|line| line.strip_prefix('#'));
        let source = comments.map(str::trim).collect::<Vec<_>>().join(" ");
        let mut published = Self { source, ..Self::default() };
        let mut reader = csv::ReaderBuilder::new().comment(Some(b'#')).from_reader(text.as_bytes());
        let headers = reader.headers().map_err(|error| located(&error))?.clone();
        for record in reader.records() {
            let record = record.map_err(|error| located(&error))?;
            let row: Row = record.deserialize(Some(&headers)).map_err(|error| located(&error))?;
            let line = record.position().map_or(1, |at| at.line() as usize);
            let Row { level, atoms, method, bound, seconds, expanded, generated } = row;
            if let Some(atoms) = atoms {
                published.atoms.insert(level.clone(), atoms);
            }
            if published.levels.last() != Some(&level) {
                published.levels.push(level.clone());
            }
            let figure = Figure { bound, seconds, expanded, generated };
            let key = (level, method);
            // The lines of a level must be adjacent, so that its place in tables is clear.
            let is_apart = published.levels.iter().filter(|other| **other == key.0).count() > 1;
            if is_apart || published.figures.contains_key(&key) {
                let (level, method) = key;
                let at = TextPosition { line, column: 1 };
                return Err(at.error(PublishedError::Twice { method, level }));
            }
            published.figures.insert(key, figure);
        }
        Ok(published)
    }

    /// The published figure of a method on a level.
    pub fn figure(&self, level: &str, method: &str) -> Option<&Figure> {
        // Searching by parts of the key would save two short strings per cell.
        self.figures.get(&(level.to_owned(), method.to_owned()))
    }

    /// The number of atoms of a level.
    pub fn atoms(&self, level: &str) -> Option<u16> {
        self.atoms.get(level).copied()
    }

    /// The levels, in the order of the file.
    pub fn levels(&self) -> &[String] {
        &self.levels
    }

    /// The methods, in alphabetical order.
    pub fn methods(&self) -> BTreeSet<&str> {
        self.figures.keys().map(|(_, method)| method.as_str()).collect()
    }

    /// All figures with their levels and methods.
    pub fn figures(&self) -> impl Iterator<Item = (&str, &str, &Figure)> {
        let parts = self.figures.iter();
        parts.map(|((level, method), figure)| (level.as_str(), method.as_str(), figure))
    }
}

/// The error without its place, which is written in front of it.
fn reason(error: &csv::Error) -> String {
    match error.kind() {
        csv::ErrorKind::Deserialize { err, .. } => err.kind().to_string(),
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
            format!("{len} fields where {expected_len} are expected")
        }
        _ => error.to_string(),
    }
}

fn located(error: &csv::Error) -> Located<PublishedError> {
    let line = error.position().map_or(1, |at| at.line() as usize);
    TextPosition { line, column: 1 }.error(PublishedError::Unreadable(reason(error)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "# A paper,\n# table 1.\nlevel,atoms,method,bound,expanded\n";

    fn parse(rows: &str) -> Result<Published, String> {
        Published::parse(&format!("{HEAD}{rows}")).map_err(|error| error.to_string())
    }

    #[test]
    fn figures_are_found_by_level_and_method() {
        let published = parse("one,3,A*,=13,418\none,3,IDA*,>=12,\n").unwrap();
        assert_eq!(published.source, "A paper, table 1.");
        let figure = published.figure("one", "A*").unwrap();
        assert_eq!((figure.bound, figure.expanded), (Some(Bound::Exactly(13)), Some(418)));
        assert_eq!(published.figure("one", "IDA*").unwrap().expanded, None);
        assert_eq!(published.atoms("one"), Some(3));
        assert!(published.figure("two", "A*").is_none());
    }

    #[test]
    fn errors_have_a_place() {
        let error = |rows| parse(rows).unwrap_err();
        assert!(error("one,3,A*,13,418\n").starts_with("4:1: a bound is"));
        assert!(
            error("one,3,A*,=13,418\none,3,A*,=13,1\n")
                .starts_with("5:1: one has two figures for A*, or its lines are not together")
        );
        assert_eq!(error("one,3,A*\n"), "4:1: 3 fields where 5 are expected");
        assert!(Published::parse("level,method,colour\na,b,red\n").is_err());
    }
}
