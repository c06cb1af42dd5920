//! Rules on disk: one a line, the forbidden path and the one to take instead.

use super::path::Path;
use super::{Rule, Rules};
use fewest_rules::tiles::Size;
use fewest_search::artifact::{FileError, Format};
use rayon::prelude::*;
use std::fs;
use std::path::{Path as FilePath, PathBuf};

const FORMAT: Format = Format {
    name: "fewest automaton",
    version: 1,
    fields: &["size", "moves", "rules", "built-by"],
};

/// The rules in a folder, one file for each size of board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleStore {
    folder: PathBuf,
}

impl RuleStore {
    /// The rules in this folder, which need not exist.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into() }
    }

    /// The file of a size.
    pub fn path(&self, size: Size) -> PathBuf {
        self.folder.join(size.to_string()).with_extension("automaton")
    }

    /// Whether there are rules for a size, good or bad.
    pub fn has(&self, size: Size) -> bool {
        self.path(size).exists()
    }

    /// Writes rules; the old ones for this size are replaced when the new ones are complete.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn save(&self, rules: &Rules) -> Result<PathBuf, FileError> {
        let path = self.path(rules.size);
        fs::create_dir_all(&self.folder).map_err(FileError::io(&self.folder))?;
        let line = |rule: &Rule| format!("{} {}\n", rule.forbidden, rule.instead).into_bytes();
        FORMAT.write(&path, &values(rules), || rules.rules.iter().map(line))?;
        Ok(path)
    }

    /// Reads the rules for a size.
    ///
    /// # Errors
    /// If they are not there, not as they were written, or do not hold.
    pub fn load(&self, size: Size) -> Result<Rules, FileError> {
        let path = self.path(size);
        let content = FORMAT.open(&path)?;
        let header = content.header.values.clone();
        if header[0] != size.to_string() {
            let (found, expected) = (header[0].clone(), size.to_string());
            return Err(FileError::Mismatch { path, found, expected });
        }
        let longest = header[1].parse().ok().filter(|moves| (2..=Path::LONGEST).contains(moves));
        let longest = longest.ok_or_else(|| FileError::line(&path, 3, "a number of moves"))?;
        let (mut rules, mut rest) = (vec![], vec![]);
        content.read(|part| {
            rest.extend_from_slice(part);
            let end = rest.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
            for line in rest[..end].split_inclusive(|&byte| byte == b'\n') {
                let number = FIRST_RULE + rules.len();
                rules.push(parse(line).ok_or_else(|| wrong(&path, number))?);
            }
            rest.drain(..end);
            Ok(())
        })?;
        let rules = Rules { size, longest, rules };
        if !rest.is_empty() || values(&rules)[..3] != header[..3] {
            return Err(FileError::Altered { path });
        }
        // The digest shows that nobody changed them by accident; this, that they are right.
        match rules.rules.par_iter().position_first(|rule| !rule.holds()) {
            Some(at) => Err(wrong(&path, FIRST_RULE + at)),
            None => Ok(rules),
        }
    }
}

/// The number of the line with the first rule.
const FIRST_RULE: usize = 8;

fn values(rules: &Rules) -> [String; 4] {
    [
        rules.size.to_string(),
        rules.longest.to_string(),
        rules.rules.len().to_string(),
        env!("CARGO_PKG_VERSION").to_owned(),
    ]
}

fn wrong(path: &FilePath, line: usize) -> FileError {
    FileError::line(path, line, "a path and one that comes first, fits and leads to the same place")
}

fn parse(line: &[u8]) -> Option<Rule> {
    let line = std::str::from_utf8(line).ok()?.strip_suffix('\n')?;
    let (forbidden, instead) = line.split_once(' ')?;
    Some(Rule { forbidden: Path::parse(forbidden)?, instead: Path::parse(instead)? })
}
