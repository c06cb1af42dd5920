//! The level sets of kp-atomix: JSON.
//!
//! A set has a `name` and `levels`; a level an `id`, a `name`, `atoms` (label: element and bonds
//! in KAtomic's letters), `arena` and `molecule` (rows as KAtomic's, each of the same length).
//! Levels are numbered from 1 in their order.

use super::grid::{Grid, Place};
use super::raw::{Fault, RawLevel, RawNumbered, RawSet, offset};
use super::{CannotWrite, FormatError, Kind, Label, Level};
use serde::de::{Deserialize, DeserializeOwned, Deserializer, MapAccess, Visitor};
use serde::{Deserialize as DeriveDeserialize, Serialize};
use serde_json::value::RawValue;
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

/// The members of an object in their order, repeated ones too.
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
            let start = offset(self.0, part);
            let message = error.to_string();
            let message = message.rsplit_once(" at line ").map_or(&*message, |(text, _)| text);
            let at = if message.starts_with("invalid type") {
                start
            } else {
                let lines = part.split_inclusive('\n').take(error.line().saturating_sub(1));
                start + lines.map(str::len).sum::<usize>() + error.column().saturating_sub(1)
            };
            FormatError::Json(message.to_owned()).at(at.min(self.0.len()))
        })
    }

    fn owned<T: DeserializeOwned>(&self, value: &'a RawValue) -> Result<T, Fault> {
        self.read(value.get())
    }

    /// The rows of an arena or a molecule.
    fn grid(&self, place: Place, rows: &'a RawValue) -> Result<Grid, Fault> {
        let mut grid = Grid::default();
        let mut width = None;
        for (number, row) in self.read::<Vec<&RawValue>>(rows.get())?.into_iter().enumerate() {
            let cells: String = self.owned(row)?;
            let length = cells.chars().count();
            let width = *width.get_or_insert(length);
            // Behind the opening quote; with escapes in the string, its beginning must do.
            let plain = !row.get().contains('\\');
            let at = |byte| self.at(row) + if plain { 1 + byte } else { 0 };
            grid.row(place, number, &cells, at)?;
            if length != width {
                let end = cells.char_indices().nth(width).map_or(cells.len(), |(byte, _)| byte);
                return Err(FormatError::RowLength { width, length }.at(at(end)));
            }
        }
        Ok(grid)
    }

    fn kinds(&self, atoms: &'a RawValue) -> Result<BTreeMap<Label, Kind>, Fault> {
        let mut kinds = BTreeMap::new();
        for (key, value) in self.read::<Members<'_>>(atoms.get())?.0 {
            let name: String = self.owned(key)?;
            let bad = || FormatError::BadLabel(name.clone()).at(self.at(key) + 1);
            let label = Label::parse(&name).ok_or_else(bad)?;
            let (element, bonds): (String, String) = self.owned(value)?;
            let mut letters = element.chars();
            let kind = letters.next().filter(|_| letters.next().is_none());
            let kind = kind.and_then(|element| Kind::katomic(element, &bonds));
            let bad = || FormatError::BadKind(format!("{element}-{bonds}")).at(self.at(value));
            if kinds.insert(label, kind.ok_or_else(bad)?).is_some() {
                return Err(FormatError::Duplicate(format!("\"{label}\"")).at(self.at(key)));
            }
        }
        Ok(kinds)
    }

    fn level(&self, text: &'a RawValue, level: &JsonLevel<'a>) -> Result<RawLevel, Fault> {
        let missing = |what| move || FormatError::Missing(what).at(self.at(text));
        let kinds = self.kinds(level.atoms.ok_or_else(missing("\"atoms\""))?)?;
        let arena = level.arena.ok_or_else(missing("\"arena\""))?;
        let molecule = level.molecule.ok_or_else(missing("\"molecule\""))?;
        let (board_at, molecule_at) = (self.at(arena), self.at(molecule));
        let arena = self.grid(Place::Board, arena)?;
        let molecule = self.grid(Place::Molecule, molecule)?;
        arena.check_labels(Place::Board, |label| kinds.contains_key(&label))?;
        molecule.check_labels(Place::Molecule, |label| kinds.contains_key(&label))?;
        Ok(RawLevel {
            name: level.name.map(|name| self.owned(name)).transpose()?,
            board_at,
            walls: arena.walls,
            atoms: arena.atoms,
            molecule_at,
            molecule: molecule.atoms,
            kinds: kinds.into_iter().collect(),
            claims: Vec::new(),
        })
    }
}

pub(super) fn parse(text: &str) -> Result<RawSet, Fault> {
    let json = Json(text);
    let set: JsonSet<'_> = json.read(text)?;
    let levels = set.levels.ok_or_else(|| FormatError::Missing("\"levels\"").at(0))?;
    let levels_at = json.at(levels);
    let levels: Vec<&RawValue> = json.read(levels.get())?;
    if levels.is_empty() {
        return Err(FormatError::Missing("a level").at(levels_at));
    }
    let numbered = |(number, text): (u32, &&'_ RawValue)| {
        let parts: Result<JsonLevel<'_>, Fault> = json.read(text.get());
        let id = parts.as_ref().ok().and_then(|parts| parts.id);
        let id = id.map(|id| json.owned(id)).transpose();
        let (id, level) = match (id, parts) {
            (Err(fault), _) => (None, Err(fault)),
            (Ok(id), parts) => (id, parts.and_then(|parts| json.level(text, &parts))),
        };
        RawNumbered { number, id, level }
    };
    Ok(RawSet {
        name: set.name.map(|name| json.owned(name)).transpose()?,
        levels: (1..).zip(&levels).map(numbered).collect(),
    })
}

#[derive(Serialize)]
struct WrittenSet<'a> {
    name: &'a str,
    levels: [WrittenLevel<'a>; 1],
}

#[derive(Serialize)]
struct WrittenLevel<'a> {
    id: &'a str,
    name: &'a str,
    atoms: BTreeMap<char, [String; 2]>,
    arena: Vec<String>,
    molecule: Vec<String>,
}

/// A level as a level set of kp-atomix with this level alone.
///
/// # Errors
/// KAtomic, whose letters kp-atomix uses, has none for the kind of an atom.
pub fn to_kp(level: &Level) -> Result<String, CannotWrite> {
    let mut atoms = BTreeMap::new();
    for label in level.labels() {
        match level.kind_or_crystal(label) {
            Kind::Katomic { element, bonds } => {
                atoms.insert(label.as_char(), [element.to_string(), bonds]);
            }
            kind @ Kind::Gnome { .. } => return Err(CannotWrite::NoLetter(kind)),
        }
    }
    let name = level.name().unwrap_or_default();
    let arena = level.board_rows('.');
    let molecule = level.molecule_rows('.');
    let set = WrittenSet { name, levels: [WrittenLevel { id: "1", name, atoms, arena, molecule }] };
    let text = serde_json::to_string_pretty(&set);
    Ok(text.expect("strings and maps of strings are always written"))
}
