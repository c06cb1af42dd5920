//! The level sets of kp-atomix: JSON.
//!
//! A set has a `name` and `levels`; a level has an `id`, a `name`, `atoms` (label: element and
//! bonds in KAtomic's letters), `arena` and `molecule` (rows as in KAtomic, all of the same
//! length). Levels are numbered from 1 in their order. The scripts of the game assign the same
//! object to a variable.

use super::findings::{Fault, Findings};
use super::grid::{Grid, Place, byte_of};
use super::raw::{RawLevel, RawNumbered, RawSet};
use super::{CannotWrite, FormatError, Kind, Label, Level};
use crate::text::offset;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde::{Deserialize as DeriveDeserialize, Serialize};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::BTreeMap;

#[derive(DeriveDeserialize)]
#[serde(expecting = "a set of levels")]
struct JsonSet<'a> {
    #[serde(borrow)]
    name: Option<&'a RawValue>,
    #[serde(borrow)]
    levels: Option<&'a RawValue>,
}

#[derive(DeriveDeserialize)]
#[serde(expecting = "a level")]
struct JsonLevel<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    #[serde(borrow)]
    name: Option<&'a RawValue>,
    #[serde(borrow)]
    atoms: Option<&'a RawValue>,
    #[serde(borrow)]
    arena: Option<&'a RawValue>,
    #[serde(borrow)]
    molecule: Option<&'a RawValue>,
}

/// The members of an object in order, including repeated ones.
struct Members<'a>(Vec<(&'a RawValue, &'a RawValue)>);

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Collect;
        impl<'de> Visitor<'de> for Collect {
            type Value = Members<'de>;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object with an entry for each kind of atom")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(Collect)
    }
}

/// A text and the means to read parts of it.
struct Json<'a>(&'a str);

impl<'a> Json<'a> {
    fn at(&self, value: &RawValue) -> usize {
        offset(self.0, value.get())
    }

    fn read<T: Deserialize<'a>>(&self, part: &'a str) -> Result<T, Fault> {
        serde_json::from_str(part).map_err(|error| {
            let message = error.to_string();
            let message = message.rsplit_once(" at line ").map_or(&*message, |(text, _)| text);
            let mut at = if message.starts_with("invalid type") {
                0
            } else if error.is_eof() {
                part.len()
            } else {
                // The column of a line end is 0 in the next line.
                let lines = part.split_inclusive('\n').take(error.line().saturating_sub(1));
                (lines.map(str::len).sum::<usize>() + error.column()).saturating_sub(1)
            };
            if message.starts_with("control character") {
                // The place may be that of the character before it.
                at += part.bytes().skip(at).position(|byte| byte < b' ').unwrap_or(0);
            }
            FormatError::Json(message.to_owned()).at(offset(self.0, part) + at)
        })
    }

    /// Reads the rows of an arena or a molecule.
    fn grid(&self, place: Place, rows: &'a RawValue, findings: &mut Findings) -> Option<Grid> {
        let mut grid = Grid { at: self.at(rows), ..Grid::default() };
        let mut width = None;
        let rows = findings.take(self.read::<Vec<&RawValue>>(rows.get()))?;
        for (number, row) in rows.into_iter().enumerate() {
            let Some(cells) = findings.take(self.read::<String>(row.get())) else { continue };
            let length = cells.chars().count();
            let width = *width.get_or_insert(length);
            // After the opening quote; in a string with escapes, the beginning has to do.
            let plain = !row.get().contains('\\');
            let at = |byte| self.at(row) + if plain { 1 + byte } else { 0 };
            grid.row(place, (number, 0), &cells, at, findings);
            if length != width {
                let error = FormatError::RowLength { width, length };
                findings.error(error.at(at(byte_of(&cells, width))));
            }
        }
        Some(grid)
    }

    /// Reads the atoms by their labels, if all can be read.
    fn kinds(&self, atoms: &'a RawValue, findings: &mut Findings) -> Option<BTreeMap<Label, Kind>> {
        let errors_before = findings.errors.len();
        let mut kinds = BTreeMap::new();
        for (key, value) in findings.take(self.read::<Members<'_>>(atoms.get()))?.0 {
            let Some(name) = findings.take(self.read::<String>(key.get())) else { continue };
            let bad = || FormatError::BadLabel(name.clone()).at(self.at(key) + 1);
            let Some(label) = findings.take(Label::parse(&name).ok_or_else(bad)) else { continue };
            let Some(kind) = findings.take(self.kind(value)) else { continue };
            for warning in kind.warnings() {
                findings.warn(self.at(value), warning);
            }
            if kinds.insert(label, kind).is_some() {
                let error = FormatError::Duplicate(format!("\"{label}\""));
                findings.error(error.at(self.at(key)));
            }
        }
        (findings.errors.len() == errors_before).then_some(kinds)
    }

    fn kind(&self, value: &'a RawValue) -> Result<Kind, Fault> {
        let (element, bonds): (String, String) = self.read(value.get())?;
        let mut letters = element.chars();
        let kind = letters.next().filter(|_| letters.next().is_none());
        let kind = kind.and_then(|element| Kind::katomic(element, &bonds));
        kind.ok_or_else(|| FormatError::BadKind(format!("{element}-{bonds}")).at(self.at(value)))
    }

    fn level(
        &self,
        text: &'a RawValue,
        findings: &mut Findings,
    ) -> (Option<String>, Option<RawLevel>) {
        let Some(parts) = findings.take(self.read::<JsonLevel<'_>>(text.get())) else {
            return (None, None);
        };
        let id = parts.id.and_then(|id| findings.take(self.read(id.get())));
        let mut part = |part: Option<&'a RawValue>, name| {
            findings.take(part.ok_or_else(|| FormatError::Missing(name).at(self.at(text))))
        };
        let atoms = part(parts.atoms, "\"atoms\"");
        let arena = part(parts.arena, "\"arena\"");
        let molecule = part(parts.molecule, "\"molecule\"");
        let mut level = || {
            let (arena, molecule) = (arena?, molecule?);
            let kinds = self.kinds(atoms?, findings);
            let board = self.grid(Place::Board, arena, findings);
            let molecule = self.grid(Place::Molecule, molecule, findings);
            let (kinds, board, molecule) = (kinds?, board?, molecule?);
            let name = parts.name.and_then(|name| findings.take(self.read(name.get())));
            let level = RawLevel { name, board, molecule, kinds, ..RawLevel::default() };
            level.check_labels(findings);
            Some(level)
        };
        (id, level())
    }
}

/// Whether the text looks like a set: JSON, or JavaScript that assigns JSON to a variable.
pub(super) fn recognises(text: &str) -> bool {
    text.trim_start().starts_with('{') || (text.contains("\"levels\"") && text.contains('{'))
}

/// Returns the JSON part of a text: all of it, or the object that a script of kp-atomix assigns.
fn object(text: &str) -> &str {
    /// A script has one object with quoted names; the others are functions.
    const TRIED: usize = 16;
    if text.trim_start().starts_with('{') {
        return text;
    }
    let starts = text.match_indices('{').map(|(at, _)| at);
    let quoted = starts.filter(|&at| text[at + 1..].trim_start().starts_with('"'));
    let quoted: Vec<usize> = quoted.take(TRIED).collect();
    let whole = |&at: &usize| {
        let mut values = serde_json::Deserializer::from_str(&text[at..]).into_iter::<&RawValue>();
        let value = values.next()?.ok()?.get();
        value.contains("\"levels\"").then_some(value)
    };
    let first = || quoted.first().map_or(text, |&at| &text[at..]);
    quoted.iter().find_map(whole).unwrap_or_else(first)
}

pub(super) fn parse(text: &str) -> Result<RawSet, Fault> {
    let json = Json(text);
    let object = object(text);
    let set: JsonSet<'_> = json.read(object)?;
    let missing = || FormatError::Missing("\"levels\"").at(offset(text, object));
    let levels = set.levels.ok_or_else(missing)?;
    let levels_at = json.at(levels);
    let levels: Vec<&RawValue> = json.read(levels.get())?;
    if levels.is_empty() {
        return Err(FormatError::Missing("a level").at(levels_at));
    }
    let numbered = |(number, text): (u32, &&'_ RawValue)| {
        let mut findings = Findings::default();
        let (id, level) = json.level(text, &mut findings);
        RawNumbered { number, id, level, findings }
    };
    Ok(RawSet {
        name: set.name.map(|name| json.read(name.get())).transpose()?,
        levels: (1..).zip(&levels).map(numbered).collect(),
    })
}

#[derive(Serialize)]
struct WrittenSet<'a> {
    name: &'a str,
    levels: Vec<WrittenLevel<'a>>,
}

#[derive(Serialize)]
struct WrittenLevel<'a> {
    id: String,
    name: &'a str,
    atoms: BTreeMap<char, [String; 2]>,
    arena: Vec<String>,
    molecule: Vec<String>,
}

/// Writes a level set. Boards are cut to their walls, as the format requires.
///
/// # Errors
/// If KAtomic, whose letters kp-atomix uses, has none for the kind of an atom.
pub(super) fn write(name: &str, levels: &[Cow<'_, Level>]) -> Result<String, CannotWrite> {
    let levels: Result<_, _> =
        (1..).zip(levels).map(|(number, level)| written_level(number, level)).collect();
    let text = serde_json::to_string_pretty(&WrittenSet { name, levels: levels? });
    Ok(text.expect("strings and maps of strings are always written"))
}

fn written_level(number: usize, level: &Level) -> Result<WrittenLevel<'_>, CannotWrite> {
    let name = level.name().unwrap_or_default();
    let mut atoms = BTreeMap::new();
    for label in level.labels() {
        match level.kind_or_crystal(label) {
            Kind::Katomic { element, bonds } => {
                atoms.insert(label.as_char(), [element.to_string(), bonds]);
            }
            kind @ Kind::Gnome { .. } => return Err(CannotWrite::NoLetter(kind)),
        }
    }
    let (arena, molecule) = (level.board_rows('.'), level.molecule_rows('.'));
    Ok(WrittenLevel { id: number.to_string(), name, atoms, arena, molecule })
}
