//! GNOME Atomix: one level per file, in XML.
//!
//! `<level name="...">` (or `_name`) with `<environment>` (the walls), `<scenario>` (the atoms) and
//! `<goal>` (the molecule). Each has `n_columns` and `n_rows`, and a
//! `<position row="..." col="...">` from 0 for every square that is not empty, with a
//! `<tile type="..." base="...">`. An atom is identified by its base and its `<underlay>`s in their
//! order; labels are assigned in order of first appearance in the goal.
//!
//! Earlier versions use other elements for the same things; see [`Part::tiles`].

use super::findings::{Fault, Findings};
use super::gnome_words::kind_of;
use super::grid::Grid;
use super::raw::{RawAtom, RawLevel, RawSet};
use super::{FormatError, Kind, Label, Square};
use crate::text::{self, offset};
use roxmltree::{Document, Node};
use std::collections::{BTreeMap, BTreeSet};

/// The largest number of attributes of an element; levels have two.
const MAX_ATTRIBUTES: usize = 64;

/// Checks that no element has very many attributes, and that none declares a namespace: roxmltree
/// compares each attribute with all others and gives each element a list of all its namespaces,
/// which takes hours or gigabytes for a file made for that purpose.
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
    let document = Document::parse(text).map_err(|error| {
        let message = error.to_string().replace(&format!(" at {}", error.pos()), "");
        let (row, column) = (error.pos().row as usize, error.pos().col as usize);
        let lines = text.split_inclusive('\n').take(row.saturating_sub(1));
        let start: usize = lines.map(str::len).sum();
        let character = text[start..].char_indices().nth(column.saturating_sub(1));
        // These errors have no place of their own.
        let at = match error {
            roxmltree::Error::UnclosedRootNode | roxmltree::Error::UnexpectedEndOfStream => {
                text.len()
            }
            roxmltree::Error::DtdDetected => text.find("<!DOCTYPE").unwrap_or_default(),
            _ => character.map_or(text.len(), |(byte, _)| start + byte),
        };
        FormatError::Xml(message).at(at)
    })?;
    let root = document.root_element();
    if !is_named(root, "level") {
        let found = root.tag_name().name().to_owned();
        return Err(FormatError::WrongElement { found, expected: "level" }.at(at(root)));
    }
    let mut findings = Findings::default();
    let level = level(root, &mut findings);
    Ok(RawSet::single(level, findings))
}

/// The contents of a part of a level.
#[derive(Clone, Copy)]
struct Role {
    name: &'static str,
    shown: &'static str,
    has_walls: bool,
    has_atoms: bool,
}

const ENVIRONMENT: Role =
    Role { name: "environment", shown: "<environment>", has_walls: true, has_atoms: false };
const SCENARIO: Role =
    Role { name: "scenario", shown: "<scenario>", has_walls: false, has_atoms: true };
/// In GNOME 1.4, walls and atoms are in one part.
const PLAYFIELD: Role =
    Role { name: "playfield", shown: "<playfield>", has_walls: true, has_atoms: true };
const GOAL: Role = Role { name: "goal", shown: "<goal>", has_walls: false, has_atoms: true };

/// The walls and atoms of some parts; each atom with its place in the text.
#[derive(Default)]
struct Contents {
    walls: BTreeSet<Square>,
    atoms: BTreeMap<Square, (Kind, usize)>,
}

/// Reads the level as written, if it has all parts.
fn level(root: Node<'_, '_>, findings: &mut Findings) -> Option<RawLevel> {
    let is_old = root.children().any(|node| is_named(node, PLAYFIELD.name));
    let roles = if is_old { vec![PLAYFIELD] } else { vec![ENVIRONMENT, SCENARIO] };
    let mut part =
        |role| findings.take(child(root, role).and_then(|node| Part::of(node, role, is_old)));
    let parts: Vec<Option<Part<'_, '_>>> = roles.into_iter().map(&mut part).collect();
    let goal = part(GOAL)?;
    let parts: Vec<Part<'_, '_>> = parts.into_iter().collect::<Option<_>>()?;
    let (mut board, mut molecule) = (Contents::default(), Contents::default());
    parts.iter().for_each(|part| part.read(&mut board, findings));
    goal.read(&mut molecule, findings);
    let Contents { walls, atoms } = board;
    for (square, (_, at)) in atoms.iter().filter(|(square, _)| walls.contains(square)) {
        findings.error(FormatError::AtomInWall(*square).at(*at));
    }
    let mut kinds: BTreeMap<Label, Kind> = BTreeMap::new();
    let mut labelled = |atoms: BTreeMap<Square, (Kind, usize)>| {
        let mut raw = Vec::new();
        for (square, (kind, at)) in atoms {
            let known = kinds.iter().find(|(_, other)| **other == kind).map(|(&label, _)| label);
            let next = || Label::all().nth(kinds.len()).ok_or(FormatError::TooManyLabels.at(at));
            let label = findings.take(known.map_or_else(next, Ok))?;
            if known.is_none() {
                kinds.insert(label, kind);
            }
            raw.push(RawAtom { label, square, at });
        }
        Some(raw)
    };
    let atoms_of_goal = labelled(molecule.atoms)?;
    let molecule = Grid { at: at(goal.node), atoms: atoms_of_goal, ..Grid::default() };
    let board = Grid {
        at: at(parts.last()?.node),
        walls: walls.into_iter().collect(),
        atoms: labelled(atoms)?,
        extent: (
            parts.iter().map(|part| part.rows).max()?,
            parts.iter().map(|part| part.columns).max()?,
        ),
    };
    let name = root.attribute("_name").or(root.attribute("name")).map(str::to_owned);
    Some(RawLevel { name, board, molecule, kinds, ..RawLevel::default() })
}

fn at(node: Node<'_, '_>) -> usize {
    node.range().start
}

/// Whether an element has this name; the oldest files use capital letters.
fn is_named(node: Node<'_, '_>, name: &str) -> bool {
    node.is_element() && node.tag_name().name().eq_ignore_ascii_case(name)
}

/// Returns the only child element for a part.
fn child<'a, 'i>(parent: Node<'a, 'i>, role: Role) -> Result<Node<'a, 'i>, Fault> {
    let mut named = parent.children().filter(|node| is_named(*node, role.name));
    let first = named.next().ok_or_else(|| FormatError::Missing(role.shown).at(at(parent)))?;
    match named.next() {
        Some(second) => Err(FormatError::Duplicate(role.shown.to_owned()).at(at(second))),
        None => Ok(first),
    }
}

/// A field of an element.
struct Field<'a> {
    name: &'static str,
    value: &'a str,
    at: usize,
}

/// Returns the field under one of these names, as an attribute or in an element of its own.
fn field<'a>(node: Node<'a, '_>, names: &[&'static str]) -> Result<Field<'a>, Fault> {
    let attribute = |name: &&'static str| {
        let attribute = node.attribute_node(*name)?;
        Some(Field { name, value: attribute.value(), at: attribute.range().start })
    };
    let element = |name: &&'static str| {
        let element = node.children().find(|child| is_named(*child, name))?;
        Some(Field { name, value: element.text().unwrap_or_default().trim(), at: at(element) })
    };
    let found = names.iter().find_map(attribute).or_else(|| names.iter().find_map(element));
    found.ok_or_else(|| FormatError::Missing(names[0]).at(at(node)))
}

/// Reads a number in an element.
fn number(node: Node<'_, '_>, names: &[&'static str]) -> Result<(usize, usize), Fault> {
    let Field { name, value, at } = field(node, names)?;
    let bad = || FormatError::BadNumber(name, value.to_owned()).at(at);
    Ok((text::number(value).ok_or_else(bad)?, at))
}

/// A part of a level: its walls, its atoms or its molecule.
struct Part<'a, 'i> {
    node: Node<'a, 'i>,
    role: Role,
    /// Whether the file is of GNOME 1.4, which has other names for fields.
    is_old: bool,
    rows: usize,
    columns: usize,
}

impl<'a, 'i> Part<'a, 'i> {
    fn of(node: Node<'a, 'i>, role: Role, is_old: bool) -> Result<Self, Fault> {
        let size = |new, old| match number(node, &names(is_old, new, old))? {
            (size, _) if size <= 256 => Ok(size),
            (_, at) => Err(FormatError::TooFar.at(at)),
        };
        let (columns, rows) = (size("n_columns", "cols")?, size("n_rows", "rows")?);
        Ok(Self { node, role, is_old, rows, columns })
    }

    /// Returns all tiles and their squares, in the order of the text:
    ///
    /// - since 2015 `<position row="" col=""><tile>`,
    /// - before `<row no=""><col no=""><tile>`, type and base as elements,
    /// - in GNOME 1.4 `<TILE row="" col="">`, with numbers for types and images.
    fn tiles(&self, findings: &mut Findings) -> Vec<(Square, Node<'a, 'i>)> {
        let mut tiles = Vec::new();
        for node in self.node.children().filter(Node::is_element) {
            if is_named(node, "position") {
                if let Some(square) = findings.take(self.square(node)) {
                    tiles.extend(tiles_in(node).map(|tile| (square, tile)));
                }
            } else if is_named(node, "tile") {
                let square = findings.take(self.square(node));
                tiles.extend(square.map(|square| (square, node)));
            } else if is_named(node, "row") {
                let row = coordinate(node, "no", "row", self.rows);
                let Some(row) = findings.take(row) else { continue };
                for node in node.children().filter(|node| is_named(*node, "col")) {
                    let column = coordinate(node, "no", "col", self.columns);
                    let Some(column) = findings.take(column) else { continue };
                    tiles.extend(tiles_in(node).map(|tile| (Square { row, column }, tile)));
                }
            }
        }
        tiles
    }

    /// Reads the square of an element with attributes `row` and `col`.
    fn square(&self, node: Node<'_, '_>) -> Result<Square, Fault> {
        let row = coordinate(node, "row", "row", self.rows)?;
        Ok(Square { row, column: coordinate(node, "col", "col", self.columns)? })
    }

    /// Adds the walls and atoms of this part.
    fn read(&self, contents: &mut Contents, findings: &mut Findings) {
        for (square, tile) in self.tiles(findings) {
            let is_occupied = match findings.take(field(tile, &["type"])).map(|of| of.value) {
                Some("TILE_TYPE_WALL" | "2") if self.role.has_walls => {
                    !contents.walls.insert(square)
                }
                Some("TILE_TYPE_ATOM" | "1") if self.role.has_atoms => {
                    let Some(kind) = findings.take(self.kind(tile)) else { continue };
                    contents.atoms.insert(square, (kind, at(tile))).is_some()
                }
                // Nothing that the rules know.
                Some("TILE_TYPE_FLOOR" | "TILE_TYPE_SHADOW" | "TILE_TYPE_NONE" | "0" | "3")
                | None => false,
                Some(other) => {
                    let error = FormatError::WrongTile(other.to_owned(), self.role.name);
                    findings.error(error.at(at(tile)));
                    false
                }
            };
            if is_occupied {
                findings.error(FormatError::Occupied(square).at(at(tile)));
            }
        }
    }

    /// Returns the kind of an atom.
    fn kind(&self, tile: Node<'_, '_>) -> Result<Kind, Fault> {
        let base = field(tile, &names(self.is_old, "base", "IMG_ID"))?.value;
        let is_underlay =
            |node: &Node<'_, '_>| is_named(*node, "underlay") || is_named(*node, "conn_id");
        let underlays = tile.children().filter(is_underlay);
        let underlays: Vec<&str> =
            underlays.map(|node| node.text().unwrap_or_default().trim()).collect();
        let words = [&[base], &*underlays].concat().join(" ");
        kind_of(base, &underlays).ok_or_else(|| FormatError::BadKind(words).at(at(tile)))
    }
}

/// Returns both names of a field, first that of the version.
fn names(is_old: bool, new: &'static str, old: &'static str) -> [&'static str; 2] {
    if is_old { [old, new] } else { [new, old] }
}

/// Reads the number of a row or column, of which there are `size`.
fn coordinate(
    node: Node<'_, '_>,
    field: &'static str,
    what: &'static str,
    size: usize,
) -> Result<u8, Fault> {
    match number(node, &[field])? {
        (number, at) if number >= size => {
            Err(FormatError::OutOfRange { what, number, size }.at(at))
        }
        (number, at) => u8::try_from(number).map_err(|_| FormatError::TooFar.at(at)),
    }
}

/// Returns the tiles in an element.
fn tiles_in<'a, 'i>(node: Node<'a, 'i>) -> impl Iterator<Item = Node<'a, 'i>> {
    node.children().filter(|node| is_named(*node, "tile"))
}
