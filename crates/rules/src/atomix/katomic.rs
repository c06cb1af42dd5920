//! KAtomic's level sets (`*.dat`) and single levels.
//!
//! Sections `[Level1]`, `[Level2]`, ... in any order (KAtomic sorts them as words), or one
//! `[Level]`. In a section `atom_C=E-bonds` defines label C, `feld_NN` are the rows of the board,
//! `mole_N` those of the molecule: `#` is a wall, `.` or a space is empty. Rows that are missing
//! are empty. All other sections and keys are for KAtomic: translations, scores, authors.

use super::grid::{Grid, Place};
use super::raw::{Fault, RawLevel, RawNumbered, RawSet, offset};
use super::{CannotWrite, FormatError, Kind, Label, Level};
use std::collections::{BTreeMap, BTreeSet};

/// How the keys begin that make up a level, beside its name.
const PREFIXES: [&str; 3] = ["atom_", "feld_", "mole_"];

/// One `[...]` and the lines up to the next one.
struct Section<'a> {
    header: &'a str,
    at: usize,
    entries: Vec<Entry<'a>>,
    /// The first line that cannot be read.
    fault: Option<Fault>,
}

/// One `key=value`.
struct Entry<'a> {
    key: &'a str,
    at: usize,
    value: &'a str,
    value_at: usize,
}

/// Whether the text has a section of a level.
pub(super) fn recognises(text: &str) -> bool {
    text.lines().any(|line| line.trim_start().starts_with("[Level"))
}

pub(super) fn parse(text: &str) -> Result<RawSet, Fault> {
    let mut set = RawSet { name: None, levels: Vec::new() };
    let mut index_of = BTreeMap::new();
    for section in sections(text)? {
        if section.header == "LevelSet" {
            set.name = section.value("Name").map(str::to_owned);
        }
        let Some(number) = section.level_number()? else { continue };
        if let Some(&index) = index_of.get(&number) {
            let error = FormatError::Duplicate(format!("[{}]", section.header));
            let first: &mut RawNumbered = &mut set.levels[index];
            first.level = Err(error.at(section.at));
            continue;
        }
        index_of.insert(number, set.levels.len());
        set.levels.push(RawNumbered { number, id: None, level: section.level() });
    }
    if set.levels.is_empty() {
        return Err(FormatError::Missing("a section [Level] or [Level1]").at(text.len()));
    }
    Ok(set)
}

fn sections(text: &str) -> Result<Vec<Section<'_>>, Fault> {
    let mut sections: Vec<Section<'_>> = Vec::new();
    for line in text.lines() {
        let line = line.trim_start();
        let at = offset(text, line);
        if line.is_empty() || line.starts_with(['#', ';']) {
            continue;
        }
        if let Some(inner) = line.strip_prefix('[') {
            let (header, fault) = match inner.split_once(']') {
                Some((header, _)) => (header, None),
                None => (inner, Some(FormatError::OpenHeader.at(at + line.trim_end().len()))),
            };
            sections.push(Section { header: header.trim(), at, entries: Vec::new(), fault });
            continue;
        }
        let Some(section) = sections.last_mut() else {
            return Err(FormatError::OutsideSection.at(at));
        };
        if let Some((key, value)) = line.split_once('=') {
            let key = key.trim_end();
            if key == "Name" || PREFIXES.iter().any(|prefix| key.starts_with(prefix)) {
                section.entries.push(Entry { key, at, value, value_at: offset(text, value) });
            }
        } else if section.fault.is_none() {
            section.fault = Some(FormatError::NotAnEntry.at(at));
        }
    }
    Ok(sections)
}

impl Section<'_> {
    fn value(&self, key: &str) -> Option<&str> {
        self.entries.iter().find(|entry| entry.key == key).map(|entry| entry.value)
    }

    /// The number of a level's section; none for other sections.
    fn level_number(&self) -> Result<Option<u32>, Fault> {
        match self.header.strip_prefix("Level") {
            Some("") => Ok(Some(1)),
            Some(digits) if digits.bytes().all(|b| b.is_ascii_digit()) => {
                let number = digits.parse().ok().filter(|&number| number > 0);
                let bad = || FormatError::BadNumber("the number of a level", digits.to_owned());
                number.map(Some).ok_or_else(|| bad().at(self.at))
            }
            _ => Ok(None),
        }
    }

    /// The level as written.
    fn level(&self) -> Result<RawLevel, Fault> {
        if let Some(fault) = &self.fault {
            return Err(fault.clone());
        }
        let kinds = self.kinds()?;
        let (board_at, board) = self.grid("feld_", Place::Board)?;
        let (molecule_at, molecule) = self.grid("mole_", Place::Molecule)?;
        board.check_labels(Place::Board, |label| kinds.contains_key(&label))?;
        molecule.check_labels(Place::Molecule, |label| kinds.contains_key(&label))?;
        Ok(RawLevel {
            name: self.value("Name").map(str::to_owned),
            board_at,
            walls: board.walls,
            atoms: board.atoms,
            molecule_at,
            molecule: molecule.atoms,
            kinds: kinds.into_iter().collect(),
            claims: Vec::new(),
        })
    }

    /// The definitions `atom_C`.
    fn kinds(&self) -> Result<BTreeMap<Label, Kind>, Fault> {
        let mut kinds = BTreeMap::new();
        for entry in &self.entries {
            let Some(name) = entry.key.strip_prefix("atom_") else { continue };
            let label = Label::parse(name).ok_or_else(|| {
                FormatError::BadLabel(name.to_owned()).at(entry.at + "atom_".len())
            })?;
            let value = entry.value.trim();
            let kind = value.chars().next().and_then(|element| {
                // Some files leave the hyphen out.
                let bonds = &value[element.len_utf8()..];
                Kind::katomic(element, bonds.strip_prefix('-').unwrap_or(bonds))
            });
            let bad = || FormatError::BadKind(value.to_owned()).at(entry.value_at);
            if kinds.insert(label, kind.ok_or_else(bad)?).is_some() {
                return Err(FormatError::Duplicate(entry.key.to_owned()).at(entry.at));
            }
        }
        Ok(kinds)
    }

    /// The rows `feld_NN` or `mole_N`, and where the first in the text is.
    fn grid(&self, prefix: &'static str, place: Place) -> Result<(usize, Grid), Fault> {
        let mut first = None;
        let mut seen = BTreeSet::new();
        let mut grid = Grid::default();
        for entry in &self.entries {
            let Some(digits) = entry.key.strip_prefix(prefix) else { continue };
            let at = entry.at + prefix.len();
            if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
                return Err(FormatError::BadNumber("the number of a row", digits.to_owned()).at(at));
            }
            let row: u8 = digits.parse().map_err(|_| FormatError::TooFar.at(at))?;
            if !seen.insert(row) {
                return Err(FormatError::Duplicate(entry.key.to_owned()).at(entry.at));
            }
            first.get_or_insert(entry.at);
            grid.row(place, row.into(), entry.value, |byte| entry.value_at + byte)?;
        }
        let missing = match place {
            Place::Board => FormatError::Missing("the board (feld_00, feld_01, ...)"),
            Place::Molecule => FormatError::Missing("the molecule (mole_0, mole_1, ...)"),
        };
        first.map(|at| (at, grid)).ok_or_else(|| missing.at(self.at))
    }
}

/// A level as a level set of KAtomic with this level alone.
///
/// KAtomic itself plays it if the board has at most 15 rows and columns: it reads exactly those,
/// and definitions of labels without a gap.
///
/// # Errors
/// KAtomic has no letters for the kind of an atom.
pub fn to_katomic(level: &Level) -> Result<String, CannotWrite> {
    const SIZE: usize = 15;
    let name = level.name().unwrap_or_default();
    let mut text = format!("[LevelSet]\nName={name}\nLevelCount=1\n\n[Level1]\nName={name}\n");
    let labels = level.labels();
    let used = |label: &Label| labels.contains(label);
    let count = Label::all().collect::<Vec<_>>().iter().rposition(used).map_or(0, |last| last + 1);
    for label in Label::all().take(count) {
        match level.kind_or_crystal(label) {
            kind @ Kind::Katomic { .. } => text += &format!("atom_{label}={kind}\n"),
            kind @ Kind::Gnome { .. } => return Err(CannotWrite::NoLetter(kind)),
        }
    }
    let mut board = level.board_rows('.');
    board.resize(board.len().max(SIZE), String::new());
    for (row, cells) in board.iter().enumerate() {
        text += &format!("feld_{row:02}={cells:.<SIZE$}\n");
    }
    for (row, cells) in level.molecule_rows('.').iter().enumerate() {
        text += &format!("mole_{row}={cells}\n");
    }
    Ok(text)
}
