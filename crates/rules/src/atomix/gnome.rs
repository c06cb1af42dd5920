//! GNOME Atomix: one level per file, in XML.
//!
//! `<level name="...">` (or `_name`) with `<environment>` (the walls), `<scenario>` (the atoms) and
//! `<goal>` (the molecule). Each has `n_columns` and `n_rows`, and a
//! `<position row="..." col="...">` from 0 for every square that is not empty, with a
//! `<tile type="..." base="...">`. An atom is identified by its base and its `<underlay>`s in their
//! order; labels are assigned in order of first appearance in the goal.
//!
//! Earlier versions use other elements for the same things; see [`Part::tiles`].

use super::findings::Findings;
use super::gnome_words::kind_of;
use super::raw::{Fault, RawAtom, RawLevel, RawSet, offset};
use super::{FormatError, Kind, Label, Square};
use roxmltree::{Document, Node, ParsingOptions};
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
    if !is_named(root, "level") {
        let found = root.tag_name().name().to_owned();
        return Err(FormatError::WrongElement { found, expected: "level" }.at(at(root)));
    }
    let mut findings = Findings::default();
    let level = level(root, &mut findings);
    Ok(RawSet::single(level, findings))
}

/// Reads the level as written, if it has all parts.
fn level(root: Node<'_, '_>, findings: &mut Findings) -> Option<RawLevel> {
    let mut part = |name, shown| findings.take(child(root, name, shown));
    // In 2001, walls and atoms were in one part.
    let playfield = root.children().find(|node| is_named(*node, "playfield"));
    let (environment, scenario) = match playfield {
        Some(playfield) => (Some(playfield), Some(playfield)),
        None => (part("environment", "<environment>"), part("scenario", "<scenario>")),
    };
    let goal = part("goal", "<goal>");
    let (environment, scenario, goal) = (environment?, scenario?, goal?);
    let [environment, scenario, goal] =
        [environment, scenario, goal].map(|node| findings.take(Part::of(node)));
    let (environment, scenario, goal) = (environment?, scenario?, goal?);
    let is_mixed = playfield.is_some();
    let walls = environment.walls("environment", is_mixed, findings);
    let molecule = goal.atoms("goal", false, findings);
    let atoms = scenario.atoms("scenario", is_mixed, findings);
    for (square, (_, at)) in atoms.iter().filter(|(square, _)| walls.contains(square)) {
        findings.error(FormatError::AtomInWall(*square).at(*at));
    }
    let mut kinds: Vec<(Label, Kind)> = Vec::new();
    let mut labelled = |atoms: BTreeMap<Square, (Kind, usize)>| {
        let mut raw = Vec::new();
        for (square, (kind, at)) in atoms {
            let known = kinds.iter().find(|(_, other)| *other == kind).map(|&(label, _)| label);
            let next = || Label::all().nth(kinds.len());
            let Some(label) = known.or_else(next) else {
                findings.error(FormatError::TooManyLabels.at(at));
                break;
            };
            if known.is_none() {
                kinds.push((label, kind));
            }
            raw.push(RawAtom { label, square, at });
        }
        raw
    };
    let (molecule, atoms) = (labelled(molecule), labelled(atoms));
    Some(RawLevel {
        name: root.attribute("_name").or(root.attribute("name")).map(str::to_owned),
        board_at: at(scenario.node),
        extent: (environment.rows.max(scenario.rows), environment.columns.max(scenario.columns)),
        row_left_out: None,
        walls: walls.into_iter().collect(),
        atoms,
        molecule_at: at(goal.node),
        molecule,
        kinds,
        claims: Vec::new(),
    })
}

fn at(node: Node<'_, '_>) -> usize {
    node.range().start
}

/// Whether an element has this name; the oldest files use capital letters.
fn is_named(node: Node<'_, '_>, name: &str) -> bool {
    node.is_element() && node.tag_name().name().eq_ignore_ascii_case(name)
}

/// Returns the only child element with a name.
fn child<'a, 'i>(
    parent: Node<'a, 'i>,
    name: &'static str,
    shown: &'static str,
) -> Result<Node<'a, 'i>, Fault> {
    let mut named = parent.children().filter(|node| is_named(*node, name));
    let first = named.next().ok_or_else(|| FormatError::Missing(shown).at(at(parent)))?;
    match named.next() {
        Some(second) => Err(FormatError::Duplicate(shown.to_owned()).at(at(second))),
        None => Ok(first),
    }
}

/// Returns the value of a field under one of these names, as an attribute or in an element of its
/// own, and its place.
fn field<'a>(node: Node<'a, '_>, names: &[&'static str]) -> Result<(&'a str, usize), Fault> {
    let attribute = names.iter().find_map(|name| node.attribute_node(*name));
    if let Some(attribute) = attribute {
        return Ok((attribute.value(), attribute.range().start));
    }
    let element = |name: &&'static str| node.children().find(|child| is_named(*child, name));
    match names.iter().find_map(element) {
        Some(element) => Ok((element.text().unwrap_or_default().trim(), at(element))),
        None => Err(FormatError::Missing(names[0]).at(at(node))),
    }
}

/// Reads a number in an element.
fn number(node: Node<'_, '_>, names: &[&'static str]) -> Result<(usize, usize), Fault> {
    let (value, at) = field(node, names)?;
    let digits = Some(value).filter(|value| value.bytes().all(|b| b.is_ascii_digit()));
    let bad = || FormatError::BadNumber(names[0], value.to_owned()).at(at);
    Ok((digits.and_then(|digits| digits.parse().ok()).ok_or_else(bad)?, at))
}

/// The type of a tile.
enum TileType {
    Wall,
    Atom,
    /// Nothing that the rules know.
    Nothing,
}

fn tile_type(tile: Node<'_, '_>, part: &'static str) -> Result<TileType, Fault> {
    match field(tile, &["type"])?.0 {
        "TILE_TYPE_ATOM" | "1" => Ok(TileType::Atom),
        "TILE_TYPE_WALL" | "2" => Ok(TileType::Wall),
        "TILE_TYPE_FLOOR" | "TILE_TYPE_SHADOW" | "TILE_TYPE_NONE" | "0" | "3" => {
            Ok(TileType::Nothing)
        }
        other => Err(FormatError::WrongTile(other.to_owned(), part).at(at(tile))),
    }
}

/// A part of a level: its walls, its atoms or its molecule.
struct Part<'a, 'i> {
    node: Node<'a, 'i>,
    rows: usize,
    columns: usize,
}

impl<'a, 'i> Part<'a, 'i> {
    fn of(node: Node<'a, 'i>) -> Result<Self, Fault> {
        let size = |names: &[&'static str]| match number(node, names)? {
            (size, _) if size <= 256 => Ok(size),
            (_, at) => Err(FormatError::TooFar.at(at)),
        };
        Ok(Self { node, columns: size(&["n_columns", "cols"])?, rows: size(&["n_rows", "rows"])? })
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
                if let Some(square) = findings.take(self.square(node, node, "row", "col")) {
                    let here = node.children().filter(|node| is_named(*node, "tile"));
                    tiles.extend(here.map(|tile| (square, tile)));
                }
            } else if is_named(node, "tile") {
                let square = findings.take(self.square(node, node, "row", "col"));
                tiles.extend(square.map(|square| (square, node)));
            } else if is_named(node, "row") {
                for column in node.children().filter(|node| is_named(*node, "col")) {
                    let square = findings.take(self.square(node, column, "no", "no"));
                    let here = column.children().filter(|node| is_named(*node, "tile"));
                    tiles.extend(
                        square
                            .into_iter()
                            .flat_map(|square| here.clone().map(move |tile| (square, tile))),
                    );
                }
            }
        }
        tiles
    }

    /// Reads the square whose row and column are in these attributes.
    fn square(
        &self,
        in_row: Node<'_, '_>,
        in_column: Node<'_, '_>,
        row: &'static str,
        column: &'static str,
    ) -> Result<Square, Fault> {
        let coordinate = |node, name, what, size| match number(node, &[name])? {
            (number, at) if number >= size => {
                Err(FormatError::OutOfRange { what, number, size }.at(at))
            }
            (number, at) => u8::try_from(number).map_err(|_| FormatError::TooFar.at(at)),
        };
        Ok(Square {
            row: coordinate(in_row, row, "row", self.rows)?,
            column: coordinate(in_column, column, "col", self.columns)?,
        })
    }

    /// Returns the walls; `has_atoms` if atoms may be among them.
    fn walls(
        &self,
        name: &'static str,
        has_atoms: bool,
        findings: &mut Findings,
    ) -> BTreeSet<Square> {
        let mut walls = BTreeSet::new();
        for (square, tile) in self.tiles(findings) {
            match tile_type(tile, name) {
                Ok(TileType::Wall) if !walls.insert(square) => {
                    findings.error(FormatError::Occupied(square).at(at(tile)));
                }
                Ok(TileType::Atom) if !has_atoms => findings.error(wrong_tile(tile, name)),
                Ok(_) => {}
                Err(fault) => findings.error(fault),
            }
        }
        walls
    }

    /// Returns the atoms in reading order, each with its place in the text; `has_walls` if walls
    /// may be among them.
    fn atoms(
        &self,
        name: &'static str,
        has_walls: bool,
        findings: &mut Findings,
    ) -> BTreeMap<Square, (Kind, usize)> {
        let mut atoms = BTreeMap::new();
        for (square, tile) in self.tiles(findings) {
            match tile_type(tile, name) {
                Ok(TileType::Atom) => {}
                Ok(TileType::Wall) if !has_walls => {
                    findings.error(wrong_tile(tile, name));
                    continue;
                }
                Ok(_) => continue,
                // If the part has both, this was reported when its walls were read.
                Err(_) if has_walls => continue,
                Err(fault) => {
                    findings.error(fault);
                    continue;
                }
            }
            let Some(kind) = findings.take(kind(tile)) else { continue };
            if atoms.insert(square, (kind, at(tile))).is_some() {
                findings.error(FormatError::Occupied(square).at(at(tile)));
            }
        }
        atoms
    }
}

fn wrong_tile(tile: Node<'_, '_>, part: &'static str) -> Fault {
    let name = field(tile, &["type"]).map(|(name, _)| name.to_owned()).unwrap_or_default();
    FormatError::WrongTile(name, part).at(at(tile))
}

/// Returns the kind of an atom.
fn kind(tile: Node<'_, '_>) -> Result<Kind, Fault> {
    let (base, _) = field(tile, &["base", "IMG_ID"])?;
    let is_underlay =
        |node: &Node<'_, '_>| is_named(*node, "underlay") || is_named(*node, "conn_id");
    let underlays = tile.children().filter(is_underlay);
    let underlays: Vec<&str> =
        underlays.map(|node| node.text().unwrap_or_default().trim()).collect();
    let words = [&[base], &*underlays].concat().join(" ");
    kind_of(base, &underlays).ok_or_else(|| FormatError::BadKind(words).at(at(tile)))
}
