//! Rules on disk: one per line, the forbidden path and its replacement.

use super::path::Path;
use super::{Rule, Rules};
use fewest_rules::tiles::Size;
use fewest_search::artifact::{FileError, Format};
use fewest_search::outcome::unlimited;
use fewest_search::{Monitor, Stop};
use rayon::prelude::*;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path as FilePath, PathBuf};

const FORMAT: Format = Format {
    name: "fewest automaton",
    version: 1,
    fields: &["size", "moves", "rules", "built-by"],
};

/// The header of a file of rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Described {
    /// The length of the longest paths that were compared.
    pub longest: usize,
    /// The number of rules.
    pub rules: u64,
}

impl Described {
    /// Returns the memory that the rules and their automaton take while it is built.
    ///
    /// # Units
    /// Bytes: rules of 10 to 22 moves on 5x5 have 3.5 to 3.8 states each.
    pub fn bytes(self) -> u64 {
        self.rules.saturating_mul(BYTES_A_RULE)
    }
}

const BYTES_A_RULE: u64 = 128;

/// The rules in a folder, one file for each size of board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleStore {
    folder: PathBuf,
}

impl RuleStore {
    /// Returns the rules in this folder, which need not exist.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into() }
    }

    /// Returns the file of a size.
    pub fn path(&self, size: Size) -> PathBuf {
        self.folder.join(size.to_string()).with_extension("automaton")
    }

    /// Whether there is a file of rules for a size, valid or not.
    pub fn has(&self, size: Size) -> bool {
        self.path(size).exists()
    }

    /// Writes rules; the old file for this size is replaced when the new one is complete.
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

    /// Reads only the header of the file of a size.
    ///
    /// # Errors
    /// If there is no such file, or it is not a file of rules.
    pub fn described(&self, size: Size) -> Result<Described, FileError> {
        let path = self.path(size);
        let header = FORMAT.header(&path)?;
        let rules = header.values[2].parse().ok();
        let rules = rules.ok_or_else(|| FileError::line(&path, 4, "a number of rules"))?;
        Ok(Described { longest: longest(&path, &header.values[1])?, rules })
    }

    /// Reads the rules for a size.
    ///
    /// # Errors
    /// If they are missing, were altered, or do not hold.
    pub fn load(&self, size: Size) -> Result<Rules, FileError> {
        let loaded = unlimited(|monitor| self.load_up_to(size, Path::LONGEST, monitor));
        loaded.expect("there are no limits")
    }

    /// Reads the rules of up to `most` moves for a size.
    ///
    /// Longer ones come after them and are not read; then the digest is not checked, either. This
    /// does no harm: each rule that is read is proved to hold.
    ///
    /// # Errors
    /// The limit that is reached, [`Stop::Memory`] if there is no room for the rules and their
    /// automaton; within, as [`RuleStore::load`].
    pub fn load_up_to(
        &self,
        size: Size,
        most: usize,
        monitor: &Monitor<'_>,
    ) -> Result<Result<Rules, FileError>, Stop> {
        let (halt, memory) = (monitor.halt(), monitor.limits().memory);
        let mut stop = None;
        let loaded = self.load_while(size, most, |rules| {
            let bytes = Described { longest: most, rules: rules as u64 }.bytes();
            let is_full = memory.is_some_and(|limit| bytes > limit);
            stop = if is_full { Some(Stop::Memory) } else { halt.check().err() };
            stop.is_none()
        });
        stop.map_or(Ok(loaded), Err)
    }

    /// Reads rules as long as `may_continue` holds for the number of rules so far.
    fn load_while(
        &self,
        size: Size,
        most: usize,
        mut may_continue: impl FnMut(usize) -> bool + Send,
    ) -> Result<Rules, FileError> {
        let path = self.path(size);
        let content = FORMAT.open(&path)?;
        let header = content.header.values.clone();
        if header[0] != size.to_string() {
            let (found, expected) = (header[0].clone(), size.to_string());
            return Err(FileError::Mismatch { path, found, expected });
        }
        let longest = longest(&path, &header[1])?;
        let (mut rules, mut rest, mut is_whole) = (vec![], vec![], true);
        content.read_while(|part| {
            rest.extend_from_slice(part);
            let end = rest.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
            for line in rest[..end].split_inclusive(|&byte| byte == b'\n') {
                let number = FIRST_RULE + rules.len();
                let rule = parse(line).ok_or_else(|| wrong(&path, number))?;
                is_whole &= rule.forbidden.len() <= most;
                if !is_whole {
                    return Ok(ControlFlow::Break(()));
                }
                rules.push(rule);
            }
            rest.drain(..end);
            if rest.len() > LONGEST_LINE {
                return Err(wrong(&path, FIRST_RULE + rules.len()));
            }
            is_whole &= may_continue(rules.len());
            Ok(if is_whole { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
        })?;
        let rules = Rules { size, longest: longest.min(most), rules };
        if is_whole && (!rest.is_empty() || values(&rules)[2..3] != header[2..3]) {
            return Err(FileError::Altered { path });
        }
        // The digest detects accidental changes; this proves that the rules are right.
        for (number, part) in rules.rules.chunks(AT_ONCE).enumerate() {
            if let Some(at) = part.par_iter().position_first(|rule| !rule.holds()) {
                return Err(wrong(&path, FIRST_RULE + number * AT_ONCE + at));
            }
            if !may_continue(rules.rules.len()) {
                break;
            }
        }
        Ok(rules)
    }
}

/// Rules proved between two polls of the limits.
const AT_ONCE: usize = 1 << 18;
/// The most bytes of a line: two paths, a space and the end.
const LONGEST_LINE: usize = 2 * Path::LONGEST + 2;
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

/// Reads from a header the length of the longest paths that were compared.
fn longest(path: &FilePath, text: &str) -> Result<usize, FileError> {
    let longest = text.parse().ok().filter(|moves| (2..=Path::LONGEST).contains(moves));
    longest.ok_or_else(|| FileError::line(path, 3, "a number of moves"))
}

fn wrong(path: &FilePath, line: usize) -> FileError {
    FileError::line(path, line, "a path and one that comes first, fits and leads to the same place")
}

fn parse(line: &[u8]) -> Option<Rule> {
    let line = std::str::from_utf8(line).ok()?.strip_suffix('\n')?;
    let (forbidden, instead) = line.split_once(' ')?;
    Some(Rule { forbidden: Path::parse(forbidden)?, instead: Path::parse(instead)? })
}
