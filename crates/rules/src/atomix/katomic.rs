//! KAtomic's level sets (`*.dat`) and single levels.
//!
//! Sections `[Level1]`, `[Level2]`, ... in any order (KAtomic sorts them as words), or one
//! `[Level]`. In a section `atom_C=E-bonds` defines label C, `feld_NN` are the rows of the board,
//! `mole_N` those of the molecule: `#` is a wall, `.` or a space is empty. Rows that are missing
//! are empty. All other sections and keys are for KAtomic: translations, scores, authors.

use super::raw::{RawAtom, RawLevel};
use super::{
    CannotWrite, Format, FormatError, Kind, Label, Level, LevelSet, NumberedLevel, Square,
};
use crate::{Located, TextPosition};
use std::collections::BTreeMap;

type Error = Located<FormatError>;

/// One `[...]` and the lines up to the next one.
struct Section<'a> {
    header: &'a str,
    at: TextPosition,
    entries: Vec<Entry<'a>>,
    /// The first line that cannot be read.
    error: Option<Error>,
}

/// One `key=value`.
struct Entry<'a> {
    key: &'a str,
    at: TextPosition,
    value: &'a str,
    value_at: TextPosition,
}

/// How the keys begin that make up a level, beside its name.
const PREFIXES: [&str; 3] = ["atom_", "feld_", "mole_"];

/// Whether the text has a section of a level.
pub(super) fn recognises(text: &str) -> bool {
    text.lines().any(|line| line.trim_start().starts_with("[Level"))
}

pub(super) fn parse(text: &str) -> Result<LevelSet, Error> {
    let sections = sections(text)?;
    let mut set_name = None;
    let mut levels = BTreeMap::new();
    for section in &sections {
        if section.header == "LevelSet" {
            set_name = section.value("Name").map(str::to_owned);
        }
        let Some(number) = level_number(section)? else { continue };
        let level = if levels.contains_key(&number) {
            let error = FormatError::Duplicate(format!("[{}]", section.header));
            Err(section.at.error(error))
        } else if let Some(error) = &section.error {
            Err(error.clone())
        } else {
            section.level().and_then(RawLevel::validate)
        };
        levels.insert(number, NumberedLevel { number, id: None, level });
    }
    if levels.is_empty() {
        let error = FormatError::Missing("a section [Level] or [Level1]");
        return Err(TextPosition::START.error(error));
    }
    Ok(LevelSet::new(set_name, Format::KAtomic, levels.into_values().collect()))
}

/// The number of a level's section; none for other sections.
fn level_number(section: &Section<'_>) -> Result<Option<u32>, Error> {
    match section.header.strip_prefix("Level") {
        Some("") => Ok(Some(1)),
        Some(digits) if digits.bytes().all(|b| b.is_ascii_digit()) => {
            let bad = || FormatError::BadKey(section.header.to_owned(), "a number of a level");
            digits.parse().map(Some).map_err(|_| section.at.error(bad()))
        }
        _ => Ok(None),
    }
}

fn sections(text: &str) -> Result<Vec<Section<'_>>, Error> {
    let mut sections: Vec<Section<'_>> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let indent = line.chars().take_while(|c| c.is_whitespace()).count();
        let at = TextPosition { line: index + 1, column: indent + 1 };
        let content = line.trim_start();
        if content.is_empty() || content.starts_with(['#', ';']) {
            continue;
        }
        if let Some(header) = content.strip_prefix('[') {
            let closed = header.find(']');
            let error = FormatError::OpenHeader;
            sections.push(Section {
                header: closed.map_or(header, |end| &header[..end]).trim(),
                at,
                entries: Vec::new(),
                error: closed
                    .is_none()
                    .then(|| at.right(content.trim_end().chars().count()).error(error)),
            });
            continue;
        }
        let Some(section) = sections.last_mut() else {
            return Err(at.error(FormatError::OutsideSection));
        };
        if let Some((key, value)) = content.split_once('=') {
            if key == "Name" || PREFIXES.iter().any(|prefix| key.starts_with(prefix)) {
                let value_at = at.right(key.chars().count() + 1);
                section.entries.push(Entry { key: key.trim_end(), at, value, value_at });
            }
        } else if section.error.is_none() {
            section.error = Some(at.error(FormatError::NotAnEntry));
        }
    }
    Ok(sections)
}

impl Section<'_> {
    fn value(&self, key: &str) -> Option<&str> {
        self.entries.iter().find(|entry| entry.key == key).map(|entry| entry.value)
    }

    /// The level as written.
    fn level(&self) -> Result<RawLevel, Error> {
        let kinds = self.kinds()?;
        let board = self.rows("feld_")?;
        let molecule = self.rows("mole_")?;
        let first = |rows: &BTreeMap<u8, &Entry<'_>>, what| match rows.values().next() {
            Some(entry) => Ok(entry.at),
            None => Err(self.at.error(FormatError::Missing(what))),
        };
        let mut level = RawLevel {
            name: self.value("Name").map(str::to_owned),
            board_at: first(&board, "the board (feld_00, ...)")?,
            walls: Vec::new(),
            atoms: Vec::new(),
            molecule_at: first(&molecule, "the molecule (mole_0, ...)")?,
            molecule: Vec::new(),
            kinds: kinds.into_iter().collect(),
        };
        for (row, entry) in board {
            for cell in cells(row, entry, "board") {
                match cell? {
                    Cell::Wall(square, _) => level.walls.push(square),
                    Cell::Atom(atom) => level.atoms.push(atom),
                }
            }
        }
        for (row, entry) in molecule {
            for cell in cells(row, entry, "molecule") {
                match cell? {
                    Cell::Wall(_, at) => {
                        let error =
                            FormatError::UnknownCharacter { character: '#', place: "molecule" };
                        return Err(at.error(error));
                    }
                    Cell::Atom(atom) => level.molecule.push(atom),
                }
            }
        }
        let defined = |atom: &&RawAtom| !level.kinds.iter().any(|(label, _)| *label == atom.label);
        for (atoms, place) in [(&level.atoms, "board"), (&level.molecule, "molecule")] {
            if let Some(atom) = atoms.iter().find(defined) {
                return Err(atom.at.error(FormatError::UndefinedLabel(atom.label, place)));
            }
        }
        Ok(level)
    }

    /// The definitions `atom_C`.
    fn kinds(&self) -> Result<BTreeMap<Label, Kind>, Error> {
        let mut kinds = BTreeMap::new();
        for entry in &self.entries {
            let Some(name) = entry.key.strip_prefix("atom_") else { continue };
            let mut characters = name.chars();
            let label = characters.next().and_then(Label::new);
            let label = label.filter(|_| characters.next().is_none()).ok_or_else(|| {
                entry.at.right("atom_".len()).error(FormatError::BadLabel(name.to_owned()))
            })?;
            let value = entry.value.trim();
            let Some(element) = value.chars().next() else {
                return Err(entry.value_at.error(FormatError::Missing("the element of the atom")));
            };
            // Some files leave the hyphen out.
            let bonds = &value[element.len_utf8()..];
            let bonds = bonds.strip_prefix('-').unwrap_or(bonds).to_owned();
            if kinds.insert(label, Kind::Katomic { element, bonds }).is_some() {
                return Err(entry.at.error(FormatError::Duplicate(entry.key.to_owned())));
            }
        }
        Ok(kinds)
    }

    /// The entries `feld_NN` or `mole_N` by row.
    fn rows(&self, prefix: &'static str) -> Result<BTreeMap<u8, &Entry<'_>>, Error> {
        let mut rows = BTreeMap::new();
        for entry in &self.entries {
            let Some(digits) = entry.key.strip_prefix(prefix) else { continue };
            let at = entry.at.right(prefix.len());
            if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
                let error = FormatError::BadKey(entry.key.to_owned(), "the number of a row");
                return Err(at.error(error));
            }
            let row = digits.parse::<u8>().map_err(|_| at.error(FormatError::TooFar))?;
            if rows.insert(row, entry).is_some() {
                return Err(entry.at.error(FormatError::Duplicate(entry.key.to_owned())));
            }
        }
        Ok(rows)
    }
}

/// What is not empty in a row.
enum Cell {
    Wall(Square, TextPosition),
    Atom(RawAtom),
}

fn cells(
    row: u8,
    entry: &Entry<'_>,
    place: &'static str,
) -> impl Iterator<Item = Result<Cell, Error>> {
    let characters = entry.value.trim_end().chars().enumerate();
    characters.filter(|(_, c)| !matches!(c, '.' | ' ')).map(move |(column, character)| {
        let at = entry.value_at.right(column);
        let column = u8::try_from(column).map_err(|_| at.error(FormatError::TooFar))?;
        let square = Square { row, column };
        match (character, Label::new(character)) {
            ('#', _) => Ok(Cell::Wall(square, at)),
            (_, Some(label)) => Ok(Cell::Atom(RawAtom { label, square, at })),
            _ => Err(at.error(FormatError::UnknownCharacter { character, place })),
        }
    })
}

/// A level as a KAtomic file of one level.
///
/// # Errors
/// An atom is of a kind for which KAtomic has no letter.
pub fn to_katomic(level: &Level) -> Result<String, CannotWrite> {
    let mut text = String::from("[Level]\n");
    if let Some(name) = level.name() {
        text += &format!("Name={name}\n");
    }
    for label in Label::all().filter(|label| level.labels().contains(label)) {
        match level.kind(label) {
            // Without any definition the label would be unknown; crystals have no own meaning.
            None => text += &format!("atom_{label}=o-\n"),
            Some(kind @ Kind::Katomic { .. }) => text += &format!("atom_{label}={kind}\n"),
            Some(kind) => return Err(CannotWrite::NoLetter(kind.clone())),
        }
    }
    for (row, cells) in level.board_rows('.').iter().enumerate() {
        text += &format!("feld_{row:02}={cells}\n");
    }
    for (row, cells) in level.molecule_rows('.').iter().enumerate() {
        text += &format!("mole_{row}={cells}\n");
    }
    Ok(text)
}
