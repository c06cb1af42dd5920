//! KAtomic's level sets (`*.dat`) and single levels.
//!
//! A file has sections `[Level1]`, `[Level2]`, ... in any order (KAtomic sorts them as words), or
//! one `[Level]`. In a section, `atom_C=E-bonds` defines label C, `feld_NN` are the rows of the
//! board, `mole_N` those of the molecule: `#` is a wall, `.` or a space is empty. Missing rows are
//! empty. All other sections and keys are only for KAtomic: translations, scores, authors.

use super::findings::{Fault, Findings};
use super::grid::{Grid, Place};
use super::ini::{Section, sections};
use super::raw::{RawLevel, RawNumbered, RawSet};
use super::{CannotWrite, FormatError, Kind, Label, Level, Warning};
use crate::text::is_digits;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// The beginnings of the keys that make up a level, besides its name.
const PREFIXES: [&str; 3] = ["atom_", "feld_", "mole_"];

/// Whether the text has a section of a level.
pub(super) fn recognises(text: &str) -> bool {
    text.lines().any(|line| {
        let start = line.trim_start().get(..6);
        start.is_some_and(|start| start.eq_ignore_ascii_case("[Level"))
    })
}

/// Whether the text has lines of a level anywhere.
pub(super) fn has_keys(text: &str) -> bool {
    text.lines().any(|line| {
        let is_key = |prefix: &&str| line.trim_start().starts_with(prefix) && line.contains('=');
        PREFIXES.iter().any(is_key)
    })
}

pub(super) fn parse(text: &str) -> Result<RawSet, Fault> {
    let mut set = RawSet { name: None, levels: Vec::new() };
    let mut index_of = BTreeMap::new();
    let mut sections = sections(text).into_iter();
    let outside = sections.next().unwrap_or_default();
    let entries = outside.entries.iter().map(|entry| entry.at);
    if let Some(at) = entries.chain(outside.faults.iter().map(|fault| fault.at)).min() {
        return Err(FormatError::OutsideSection.at(at));
    }
    for section in sections {
        if section.header == "LevelSet" {
            set.name = section.value("Name").map(str::to_owned);
        }
        let Some(number) = section.level_number()? else {
            section.check_header()?;
            continue;
        };
        if let Some(&index) = index_of.get(&number) {
            let error = FormatError::Duplicate(format!("[{}]", section.header));
            let first: &mut RawNumbered = &mut set.levels[index];
            first.findings.error(error.at(section.at));
            continue;
        }
        index_of.insert(number, set.levels.len());
        let mut findings = Findings::default();
        let level = section.level(&mut findings);
        set.levels.push(RawNumbered { number, id: None, level, findings });
    }
    if set.levels.is_empty() {
        return Err(FormatError::Missing("a section [Level] or [Level1]").at(text.len()));
    }
    Ok(set)
}

/// Whether a key has a meaning in a level; KAtomic writes names in several languages.
fn is_known(key: &str) -> bool {
    let is_name = key == "Name" || key.starts_with("Name[");
    is_name || PREFIXES.iter().any(|prefix| key.starts_with(prefix))
}

/// Returns the known key that an unknown one probably stands for, if they are similar.
fn nearest_key(key: &str) -> Option<String> {
    let digits = key.find(|c: char| c.is_ascii_digit()).unwrap_or(key.len());
    let (head, rest) = key.split_at(key.rfind('_').map_or(digits, |underscore| underscore + 1));
    let distance = |known: &str| strsim::osa_distance(&head.to_lowercase(), &known.to_lowercase());
    let known = PREFIXES.into_iter().chain(["Name"]).min_by_key(|known| distance(known))?;
    // With more than a third of the letters wrong, it is another word.
    (distance(known) * 3 <= known.len() + 1).then(|| format!("{known}{rest}"))
}

impl Section<'_> {
    /// Checks that the header has its bracket.
    fn check_header(&self) -> Result<(), Fault> {
        let open = self.faults.iter().find(|fault| fault.error == FormatError::OpenHeader);
        open.cloned().map_or(Ok(()), Err)
    }

    /// Returns the number of a level's section; `None` for other sections.
    fn level_number(&self) -> Result<Option<u32>, Fault> {
        let (head, digits) = self.header.split_at_checked(5).unwrap_or((self.header, ""));
        if !head.eq_ignore_ascii_case("Level") || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Ok(None);
        }
        if digits.is_empty() {
            return Ok(Some(1));
        }
        let number = digits.parse().ok().filter(|&number| number > 0);
        let bad = || FormatError::BadNumber("the number of a level", digits.to_owned());
        number.map(Some).ok_or_else(|| bad().at(self.at))
    }

    /// Reads the level as written, if everything in it can be read.
    fn level(&self, findings: &mut Findings) -> Option<RawLevel> {
        if !self.header.starts_with("Level") {
            findings.warn(self.at, Warning::HeaderCase);
        }
        for entry in self.entries.iter().filter(|entry| !is_known(entry.key)) {
            let (key, near) = (entry.key.to_owned(), nearest_key(entry.key));
            findings.warn(entry.at, Warning::UnknownKey { key, near });
        }
        self.faults.iter().for_each(|fault| findings.error(fault.clone()));
        if self.check_header().is_err() {
            // Whatever follows may belong elsewhere.
            return None;
        }
        let kinds = self.kinds(findings);
        let board = self.grid("feld_", Place::Board, findings);
        let molecule = self.grid("mole_", Place::Molecule, findings);
        let ((board, row_left_out), (molecule, _)) = (board?, molecule?);
        // If some definition cannot be read, labels without one are not worth an error.
        let kinds = kinds?;
        let name = self.value("Name").map(str::to_owned);
        let level = RawLevel { name, board, row_left_out, molecule, kinds, ..RawLevel::default() };
        level.check_labels(findings);
        Some(level)
    }

    /// Reads the definitions `atom_C`, if all can be read.
    fn kinds(&self, findings: &mut Findings) -> Option<BTreeMap<Label, Kind>> {
        let errors_before = findings.errors.len();
        let mut kinds = BTreeMap::new();
        for entry in &self.entries {
            let Some(name) = entry.key.strip_prefix("atom_") else { continue };
            let Some(label) = Label::parse(name) else {
                let error = FormatError::BadLabel(name.to_owned());
                findings.error(error.at(entry.at + "atom_".len()));
                continue;
            };
            let value = entry.value.trim();
            let value_at = entry.value_at + entry.value.find(value).unwrap_or(0);
            let kind = value.chars().next().and_then(|element| {
                // Some files omit the hyphen.
                let bonds = &value[element.len_utf8()..];
                Kind::katomic(element, bonds.strip_prefix('-').unwrap_or(bonds))
            });
            let Some(kind) = kind else {
                findings.error(FormatError::BadKind(value.to_owned()).at(value_at));
                continue;
            };
            let warnings = kind.warnings().into_iter();
            warnings.for_each(|warning| findings.warn(value_at, warning));
            if kinds.insert(label, kind).is_some() {
                findings.error(FormatError::Duplicate(entry.key.to_owned()).at(entry.at));
            }
        }
        (findings.errors.len() == errors_before).then_some(kinds)
    }

    /// Reads the rows `feld_NN` or `mole_N`, and the first row that is missing between others.
    fn grid(
        &self,
        prefix: &'static str,
        place: Place,
        findings: &mut Findings,
    ) -> Option<(Grid, Option<String>)> {
        let mut first = None;
        let mut seen = BTreeSet::new();
        let mut grid = Grid::default();
        let mut digits_of_row = 0;
        for entry in &self.entries {
            let Some(digits) = entry.key.strip_prefix(prefix) else { continue };
            first.get_or_insert(entry.at);
            let at = entry.at + prefix.len();
            if !is_digits(digits) {
                let error = FormatError::BadNumber("the number of a row", digits.to_owned());
                findings.error(error.at(at));
                continue;
            }
            let Ok(row) = digits.parse::<u8>() else {
                findings.error(FormatError::TooFar.at(at));
                continue;
            };
            if !seen.insert(row) {
                findings.error(FormatError::Duplicate(entry.key.to_owned()).at(entry.at));
                continue;
            }
            // Zeros in front do not change the row; no row needs more digits than three.
            digits_of_row = digits.len().min(3);
            let at = |byte| entry.value_at + byte;
            grid.row(place, (row.into(), 0), entry.value, at, findings);
        }
        let missing = match place {
            Place::Board => FormatError::Missing("the board (feld_00, feld_01, ...)"),
            Place::Molecule => FormatError::Missing("the molecule (mole_0, mole_1, ...)"),
        };
        grid.at = findings.take(first.ok_or_else(|| missing.at(self.at)))?;
        let rows = seen.first().copied()?..seen.last().copied()?;
        let left_out = rows.into_iter().find(|row| !seen.contains(row));
        Some((grid, left_out.map(|row| format!("{prefix}{row:0digits_of_row$}"))))
    }
}

/// Writes a level set; the levels are numbered from 1.
///
/// Squares keep their rows and columns. KAtomic itself can play a level if these are below 15: it
/// reads exactly those, and definitions of labels without a gap.
///
/// # Errors
/// If KAtomic has no letters for the kind of an atom.
pub(super) fn write(name: &str, levels: &[Cow<'_, Level>]) -> Result<String, CannotWrite> {
    let mut text = format!("[LevelSet]\nName={name}\nLevelCount={}\n", levels.len());
    for (number, level) in (1..).zip(levels) {
        text += &format!("\n{}", written_level(number, level)?);
    }
    Ok(text)
}

fn written_level(number: usize, level: &Level) -> Result<String, CannotWrite> {
    const SIZE: usize = 15;
    let name = level.name().unwrap_or_default();
    let mut text = format!("[Level{number}]\nName={name}\n");
    let labels = level.labels();
    let used = |label: &Label| labels.contains(label);
    let count = Label::all().collect::<Vec<_>>().iter().rposition(used).map_or(0, |last| last + 1);
    for label in Label::all().take(count) {
        match level.kind_or_crystal(label) {
            kind @ Kind::Katomic { .. } => text += &format!("atom_{label}={kind}\n"),
            kind @ Kind::Gnome { .. } => return Err(CannotWrite::NoLetter(kind)),
        }
    }
    let (corner, _) = level.corners();
    let [above, left] = [corner.row, corner.column].map(usize::from);
    let mut board = vec![String::new(); above];
    board.extend(level.board_rows('.').iter().map(|row| format!("{:.<left$}{row}", "")));
    board.resize(board.len().max(SIZE), String::new());
    for (row, cells) in board.iter().enumerate() {
        text += &format!("feld_{row:02}={cells:.<SIZE$}\n");
    }
    for (row, cells) in level.molecule_rows('.').iter().enumerate() {
        text += &format!("mole_{row}={cells}\n");
    }
    Ok(text)
}
