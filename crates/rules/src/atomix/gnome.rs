//! GNOME Atomix: one level a file, in XML.
//!
//! `<level name="...">` (or `_name`) with `<environment>` (the walls), `<scenario>` (the atoms)
//! and `<goal>` (the molecule). Each has `n_columns` and `n_rows`, and a
//! `<position row="..." col="...">` from 0 for every square that is not empty, with a
//! `<tile type="..." base="...">`. An atom is told from others by its base and its `<underlay>`s
//! in their order; labels are given in order of first appearance in the goal.

use super::gnome_words::{kind_of, words_of};
use super::raw::{Fault, RawAtom, RawLevel, RawSet, offset};
use super::{CannotWrite, FormatError, Kind, Label, Level, Offset, Square};
use roxmltree::{Document, Node, ParsingOptions};
use std::collections::{BTreeMap, BTreeSet};

/// The most attributes of an element; levels have two.
const MAX_ATTRIBUTES: usize = 64;

/// That no element has very many attributes, and none declares a namespace: roxmltree compares
/// each attribute with all others and gives each element a list of all its namespaces. That is
/// hours or gigabytes over a file made for it.
fn check_attributes(text: &str) -> Result<(), Fault> {
    let mut attributes = 0;
    for (at, character) in text.char_indices() {
        if character == '<' {
            attributes = 0;
        }
        if character != '=' || !text[at + 1..].trim_start().starts_with(['"', '\'']) {
            continue;
        }
        attributes += 1;
        let ends = |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '<');
        let name = text[..at].trim_end().rsplit(ends).next().unwrap_or_default();
        if attributes > MAX_ATTRIBUTES {
            let message = format!("an element has more than {MAX_ATTRIBUTES} attributes");
            return Err(FormatError::Xml(message).at(at));
        }
        if name.starts_with("xmlns:") {
            let message = "a level has no namespaces".to_owned();
            return Err(FormatError::Xml(message).at(offset(text, name)));
        }
    }
    Ok(())
}

pub(super) fn parse(text: &str) -> Result<RawSet, Fault> {
    check_attributes(text)?;
    let document = Document::parse_with_options(text, ParsingOptions::default());
    let document = document.map_err(|error| {
        let message = error.to_string().replace(&format!(" at {}", error.pos()), "");
        let (row, column) = (error.pos().row as usize, error.pos().col as usize);
        let lines = text.split_inclusive('\n').take(row.saturating_sub(1));
        let start: usize = lines.map(str::len).sum();
        let character = text[start..].char_indices().nth(column.saturating_sub(1));
        let at = match error {
            roxmltree::Error::UnclosedRootNode => text.len(),
            _ => character.map_or(text.len(), |(byte, _)| start + byte),
        };
        FormatError::Xml(message).at(at)
    })?;
    let root = document.root_element();
    if root.tag_name().name() != "level" {
        let found = root.tag_name().name().to_owned();
        return Err(FormatError::WrongElement { found, expected: "level" }.at(at(root)));
    }
    let environment = child(root, "environment", "<environment>")?;
    let scenario = child(root, "scenario", "<scenario>")?;
    let goal = child(root, "goal", "<goal>")?;

    let mut walls = BTreeSet::new();
    for (square, tile) in tiles(environment)? {
        match tile.attribute("type") {
            Some("TILE_TYPE_WALL") => {
                if !walls.insert(square) {
                    return Err(FormatError::Occupied(square).at(at(tile)));
                }
            }
            _ => check_nothing(tile, "environment")?,
        }
    }
    let molecule = atoms(goal, "goal")?;
    let atoms = atoms(scenario, "scenario")?;
    if let Some((square, (_, at))) = atoms.iter().find(|(square, _)| walls.contains(square)) {
        return Err(FormatError::AtomInWall(*square).at(*at));
    }
    let mut kinds: Vec<(Label, Kind)> = Vec::new();
    let mut label = |atoms: BTreeMap<Square, (Kind, usize)>| -> Result<Vec<RawAtom>, Fault> {
        let mut raw = Vec::new();
        for (square, (kind, at)) in atoms {
            let known = kinds.iter().find(|(_, other)| *other == kind).map(|&(label, _)| label);
            let next = || Label::all().nth(kinds.len());
            let label = known.or_else(next).ok_or_else(|| FormatError::TooManyLabels.at(at))?;
            if known.is_none() {
                kinds.push((label, kind));
            }
            raw.push(RawAtom { label, square, at });
        }
        Ok(raw)
    };
    let (molecule, atoms) = (label(molecule)?, label(atoms)?);
    Ok(RawSet::single(RawLevel {
        name: root.attribute("_name").or(root.attribute("name")).map(str::to_owned),
        board_at: at(scenario),
        walls: walls.into_iter().collect(),
        atoms,
        molecule_at: at(goal),
        molecule,
        kinds,
        claims: Vec::new(),
    }))
}

fn at(node: Node<'_, '_>) -> usize {
    node.range().start
}

/// The only child element of a name.
fn child<'a, 'i>(
    parent: Node<'a, 'i>,
    name: &'static str,
    shown: &'static str,
) -> Result<Node<'a, 'i>, Fault> {
    let mut named = parent.children().filter(|node| node.has_tag_name(name));
    let first = named.next().ok_or_else(|| FormatError::Missing(shown).at(at(parent)))?;
    match named.next() {
        Some(second) => Err(FormatError::Duplicate(shown.to_owned()).at(at(second))),
        None => Ok(first),
    }
}

/// An attribute that is a number, and where it is.
fn number(node: Node<'_, '_>, name: &'static str) -> Result<(usize, usize), Fault> {
    let attribute = node.attribute_node(name);
    let attribute = attribute.ok_or_else(|| FormatError::Missing(name).at(at(node)))?;
    let (value, at) = (attribute.value(), attribute.range().start);
    let digits = Some(value).filter(|value| value.bytes().all(|b| b.is_ascii_digit()));
    let bad = || FormatError::BadNumber(name, value.to_owned()).at(at);
    Ok((digits.and_then(|digits| digits.parse().ok()).ok_or_else(bad)?, at))
}

/// All tiles of a part and their squares, in the order of the text.
fn tiles<'a, 'i>(part: Node<'a, 'i>) -> Result<Vec<(Square, Node<'a, 'i>)>, Fault> {
    let size = |name| match number(part, name)? {
        (size, _) if size <= 256 => Ok(size),
        (_, at) => Err(FormatError::TooFar.at(at)),
    };
    let (columns, rows) = (size("n_columns")?, size("n_rows")?);
    let coordinate = |position, name, size| match number(position, name)? {
        (number, at) if number >= size => {
            Err(FormatError::OutOfRange { what: name, number, size }.at(at))
        }
        (number, at) => u8::try_from(number).map_err(|_| FormatError::TooFar.at(at)),
    };
    let mut tiles = Vec::new();
    for position in part.children().filter(|node| node.has_tag_name("position")) {
        let row = coordinate(position, "row", rows)?;
        let column = coordinate(position, "col", columns)?;
        let here = position.children().filter(|node| node.has_tag_name("tile"));
        tiles.extend(here.map(|tile| (Square { row, column }, tile)));
    }
    Ok(tiles)
}

/// That a tile is one of those that the rules do not know.
fn check_nothing(tile: Node<'_, '_>, part: &'static str) -> Result<(), Fault> {
    match tile.attribute("type") {
        Some("TILE_TYPE_FLOOR" | "TILE_TYPE_SHADOW" | "TILE_TYPE_NONE") => Ok(()),
        Some(other) => Err(FormatError::WrongTile(other.to_owned(), part).at(at(tile))),
        None => Err(FormatError::Missing("type").at(at(tile))),
    }
}

/// The atoms of a part in reading order, and where each is in the text.
fn atoms(part: Node<'_, '_>, name: &'static str) -> Result<BTreeMap<Square, (Kind, usize)>, Fault> {
    let mut atoms = BTreeMap::new();
    for (square, tile) in tiles(part)? {
        if tile.attribute("type") != Some("TILE_TYPE_ATOM") {
            check_nothing(tile, name)?;
            continue;
        }
        let base = tile.attribute("base");
        let base = base.ok_or_else(|| FormatError::Missing("base").at(at(tile)))?;
        let underlays = tile.children().filter(|node| node.has_tag_name("underlay"));
        let underlays: Vec<&str> =
            underlays.map(|node| node.text().unwrap_or_default().trim()).collect();
        let words = [&[base], &*underlays].concat().join(" ");
        let bad = || FormatError::BadKind(words).at(at(tile));
        let kind = kind_of(base, &underlays).ok_or_else(bad)?;
        if atoms.insert(square, (kind, at(tile))).is_some() {
            return Err(FormatError::Occupied(square).at(at(tile)));
        }
    }
    Ok(atoms)
}

/// A level as a file of GNOME Atomix.
///
/// # Errors
/// Two labels have the same kind, or a kind has no words in GNOME Atomix.
pub fn to_gnome(level: &Level) -> Result<String, CannotWrite> {
    let mut looks: BTreeMap<(String, Vec<String>), Label> = BTreeMap::new();
    let mut tiles = BTreeMap::new();
    for label in level.labels() {
        let kind = level.kind_or_crystal(label);
        let words = words_of(&kind).ok_or(CannotWrite::NoWord(kind))?;
        let (base, underlays) = &words;
        let mut tile = format!("      <tile type=\"TILE_TYPE_ATOM\" base=\"{base}\">\n");
        for underlay in underlays {
            tile += &format!("        <underlay>{underlay}</underlay>\n");
        }
        tiles.insert(label, tile + "      </tile>\n");
        if let Some(other) = looks.insert(words, label) {
            return Err(CannotWrite::SameLook(other, label));
        }
    }
    let position = |row: u8, column: u8, tile: &str| {
        format!("    <position row=\"{row}\" col=\"{column}\">\n{tile}    </position>\n")
    };
    let (corner, _) = level.corners();
    let on_board =
        |at: Square, tile: &str| position(at.row - corner.row, at.column - corner.column, tile);
    let wall = "      <tile type=\"TILE_TYPE_WALL\" base=\"wall-single\"/>\n";
    let walls: String = level.walls().iter().map(|&at| on_board(at, wall)).collect();
    let atoms: String =
        level.atoms().iter().map(|(atom, at)| on_board(*at, &tiles[&atom.label])).collect();
    let in_goal = |(label, at): &(Label, Offset)| position(at.row, at.column, &tiles[label]);
    let goal: String = level.molecule().iter().map(in_goal).collect();
    let part = |name: &str, width: usize, height: usize, positions: &str| {
        format!("  <{name} n_columns=\"{width}\" n_rows=\"{height}\">\n{positions}  </{name}>\n")
    };
    let (width, height) = (level.width(), level.height());
    let molecule = level.molecule_rows('.');
    let name = escape(level.name().unwrap_or_default());
    Ok(format!(
        "<?xml version=\"1.0\"?>\n<level name=\"{name}\">\n{}{}{}</level>\n",
        part("environment", width, height, &walls),
        part("scenario", width, height, &atoms),
        part("goal", molecule.first().map_or(0, String::len), molecule.len(), &goal),
    ))
}

/// A text as the value of an XML attribute.
fn escape(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('"', "&quot;").replace('\'', "&apos;")
}
