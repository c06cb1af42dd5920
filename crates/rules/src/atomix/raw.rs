//! From what is written to what is playable.

use super::level::corners;
use super::{Atom, FormatError, Kind, Label, Level, MAX_ATOMS, MAX_FREE_SQUARES, Offset, Square};
use crate::{Located, TextPosition};
use std::collections::BTreeSet;

/// An atom on the board or in the molecule, and where in the text it stands.
pub(super) struct RawAtom {
    pub(super) label: Label,
    pub(super) square: Square,
    pub(super) at: TextPosition,
}

/// A level as its file has it, in the order of the text; nothing is checked.
pub(super) struct RawLevel {
    pub(super) name: Option<String>,
    pub(super) board_at: TextPosition,
    pub(super) walls: Vec<Square>,
    pub(super) atoms: Vec<RawAtom>,
    pub(super) molecule_at: TextPosition,
    pub(super) molecule: Vec<RawAtom>,
    pub(super) kinds: Vec<(Label, Kind)>,
}

impl RawLevel {
    /// Proves that the level is playable.
    pub(super) fn validate(mut self) -> Result<Level, Located<FormatError>> {
        if self.atoms.is_empty() {
            return Err(self.board_at.error(FormatError::NoAtoms));
        }
        if self.molecule.is_empty() {
            return Err(self.molecule_at.error(FormatError::NoMolecule));
        }
        if let Some(first_too_many) = self.atoms.get(MAX_ATOMS) {
            let error = FormatError::TooManyAtoms(self.atoms.len());
            return Err(first_too_many.at.error(error));
        }
        self.check_same_atoms()?;
        self.walls.sort_unstable();
        self.walls.dedup();
        let free = self.flood()?;
        if free.len() > MAX_FREE_SQUARES {
            return Err(self.board_at.error(FormatError::TooManyFreeSquares(free.len())));
        }
        let molecule = trim(&self.molecule);
        let mut kinds = self.kinds;
        kinds.retain(|(label, _)| molecule.iter().any(|(other, _)| other == label));
        kinds.sort_unstable_by_key(|&(label, _)| label);
        let level = Level {
            name: self.name.map(|name| one_line(&name)).filter(|name| !name.is_empty()),
            walls: self.walls,
            free: free.into_iter().collect(),
            atoms: number(&self.atoms),
            molecule,
            kinds,
        };
        if level.placements().is_empty() {
            return Err(self.molecule_at.error(FormatError::FitsNowhere));
        }
        Ok(level)
    }

    /// The first label that is not as often on the board as in the molecule is an error at its
    /// first superfluous atom.
    fn check_same_atoms(&self) -> Result<(), Located<FormatError>> {
        let of = |atoms: &[RawAtom], label| atoms.iter().filter(|a| a.label == label).count();
        for atom in self.atoms.iter().chain(&self.molecule) {
            let label = atom.label;
            let (board, molecule) = (of(&self.atoms, label), of(&self.molecule, label));
            let (more, fewer) =
                if board > molecule { (&self.atoms, molecule) } else { (&self.molecule, board) };
            if let Some(surplus) = more.iter().filter(|a| a.label == label).nth(fewer) {
                let error = FormatError::DifferentAtoms { label, board, molecule };
                return Err(surplus.at.error(error));
            }
        }
        Ok(())
    }

    /// All squares connected to an atom without passing a wall.
    ///
    /// # Complexity
    /// At most the 65,536 squares there can be: the flood ends at the edge of the walls.
    fn flood(&self) -> Result<BTreeSet<Square>, Located<FormatError>> {
        let corners = corners(&self.walls);
        let inside = |square: Square| {
            corners.is_some_and(|(first, last)| {
                let rows = first.row < square.row && square.row < last.row;
                rows && first.column < square.column && square.column < last.column
            })
        };
        let mut reached = BTreeSet::new();
        for atom in &self.atoms {
            let mut open = vec![atom.square];
            while let Some(square) = open.pop() {
                if self.walls.binary_search(&square).is_ok() || !reached.insert(square) {
                    continue;
                }
                if !inside(square) {
                    return Err(atom.at.error(FormatError::OpenBoard(square)));
                }
                open.extend(super::Direction::ALL.iter().filter_map(|&d| square.step(d)));
            }
        }
        Ok(reached)
    }
}

/// A name that can be printed in a line: control characters could command a terminal.
fn one_line(name: &str) -> String {
    let words = name.split(|c: char| c.is_whitespace() || c.is_control());
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// The molecule in reading order, relative to its bounding box.
fn trim(molecule: &[RawAtom]) -> Vec<(Label, Offset)> {
    let top = molecule.iter().map(|atom| atom.square.row).min().unwrap_or(0);
    let left = molecule.iter().map(|atom| atom.square.column).min().unwrap_or(0);
    let offset = |at: Square| Offset { row: at.row - top, column: at.column - left };
    let mut trimmed: Vec<_> =
        molecule.iter().map(|atom| (atom.label, offset(atom.square))).collect();
    trimmed.sort_unstable_by_key(|&(_, at)| at);
    trimmed
}

/// The atoms in reading order, numbered within their labels.
fn number(atoms: &[RawAtom]) -> Vec<(Atom, Square)> {
    let mut squares: Vec<_> = atoms.iter().map(|atom| (atom.label, atom.square)).collect();
    squares.sort_unstable_by_key(|&(_, square)| square);
    let mut numbered: Vec<(Atom, Square)> = Vec::with_capacity(squares.len());
    for (label, square) in squares {
        let before = numbered.iter().filter(|(atom, _)| atom.label == label);
        let number = before.map(|(atom, _)| atom.number).max().unwrap_or(0) + 1;
        numbered.push((Atom { label, number }, square));
    }
    numbered
}
