//! From what is written to what is playable.

use super::level::corners;
use super::{Atom, Direction, FormatError, Kind, Label, Level, Offset, Square};
use super::{MAX_ATOMS, MAX_FREE_SQUARES};
use std::collections::{BTreeSet, VecDeque};

/// What is wrong, and where: the offset of a byte in the text.
#[derive(Debug, Clone)]
pub(super) struct Fault {
    pub(super) at: usize,
    pub(super) error: FormatError,
}

impl FormatError {
    pub(super) fn at(self, at: usize) -> Fault {
        Fault { at, error: self }
    }
}

/// The offset in a text of a part of it.
pub(super) fn offset(text: &str, part: &str) -> usize {
    part.as_ptr().addr().saturating_sub(text.as_ptr().addr())
}

/// A file as written, its levels in the order of the text.
pub(super) struct RawSet {
    pub(super) name: Option<String>,
    pub(super) levels: Vec<RawNumbered>,
}

/// A level of a file.
pub(super) struct RawNumbered {
    pub(super) number: u32,
    pub(super) id: Option<String>,
    pub(super) level: Result<RawLevel, Fault>,
}

impl RawSet {
    /// A file that can hold one level only.
    pub(super) fn single(level: RawLevel) -> Self {
        Self { name: None, levels: vec![RawNumbered { number: 1, id: None, level: Ok(level) }] }
    }
}

/// An atom on the board or in the molecule.
pub(super) struct RawAtom {
    pub(super) label: Label,
    pub(super) square: Square,
    pub(super) at: usize,
}

/// A number that a file gives although it follows from the rest.
pub(super) struct Claim {
    pub(super) what: &'static str,
    pub(super) claimed: usize,
    pub(super) actual: fn(&Level) -> usize,
    pub(super) at: usize,
}

/// A level as written; that no two things are on one square is all that is known.
pub(super) struct RawLevel {
    pub(super) name: Option<String>,
    pub(super) board_at: usize,
    pub(super) walls: Vec<Square>,
    pub(super) atoms: Vec<RawAtom>,
    pub(super) molecule_at: usize,
    pub(super) molecule: Vec<RawAtom>,
    pub(super) kinds: Vec<(Label, Kind)>,
    pub(super) claims: Vec<Claim>,
}

impl RawLevel {
    /// Proves that the level is playable.
    pub(super) fn validate(mut self) -> Result<Level, Fault> {
        if self.atoms.is_empty() {
            return Err(FormatError::NoAtoms.at(self.board_at));
        }
        if self.molecule.is_empty() {
            return Err(FormatError::NoMolecule.at(self.molecule_at));
        }
        if let Some(first_too_many) = self.atoms.get(MAX_ATOMS) {
            return Err(FormatError::TooManyAtoms(self.atoms.len()).at(first_too_many.at));
        }
        self.check_same_atoms()?;
        self.walls.sort_unstable();
        let free = self.flood()?;
        if free.len() > MAX_FREE_SQUARES {
            return Err(FormatError::TooManyFreeSquares(free.len()).at(self.board_at));
        }
        let molecule = trim(&self.molecule);
        let mut kinds = self.kinds;
        kinds.retain(|(label, _)| molecule.iter().any(|(other, _)| other == label));
        kinds.sort_unstable_by_key(|&(label, _)| label);
        let level = Level {
            name: self.name.as_deref().and_then(one_line),
            walls: self.walls,
            free: free.into_iter().collect(),
            atoms: number(&self.atoms),
            molecule,
            kinds,
        };
        if level.placements().is_empty() {
            return Err(FormatError::FitsNowhere.at(self.molecule_at));
        }
        for Claim { what, claimed, actual, at } in self.claims {
            let actual = actual(&level);
            if claimed != actual {
                return Err(FormatError::WrongCount { what, claimed, actual }.at(at));
            }
        }
        Ok(level)
    }

    /// The first label that is not as often on the board as in the molecule is an error at its
    /// first superfluous atom.
    fn check_same_atoms(&self) -> Result<(), Fault> {
        let of = |atoms: &[RawAtom], label| atoms.iter().filter(|a| a.label == label).count();
        for atom in self.atoms.iter().chain(&self.molecule) {
            let label = atom.label;
            let (board, molecule) = (of(&self.atoms, label), of(&self.molecule, label));
            let (more, fewer) =
                if board > molecule { (&self.atoms, molecule) } else { (&self.molecule, board) };
            if let Some(surplus) = more.iter().filter(|a| a.label == label).nth(fewer) {
                let kind = self.kinds.iter().find(|(other, _)| *other == label);
                let kind = kind.map(|(_, kind)| kind.clone());
                let error = FormatError::DifferentAtoms { label, kind, board, molecule };
                return Err(error.at(surplus.at));
            }
        }
        Ok(())
    }

    /// All squares connected to an atom without passing a wall; the walls must be in order.
    ///
    /// # Complexity
    /// At most the 65,536 squares there can be: the flood ends at the edge of the walls.
    fn flood(&self) -> Result<BTreeSet<Square>, Fault> {
        let corners = corners(&self.walls);
        let inside = |square: Square| {
            corners.is_some_and(|(first, last)| {
                let rows = first.row < square.row && square.row < last.row;
                rows && first.column < square.column && square.column < last.column
            })
        };
        let mut reached = BTreeSet::new();
        for atom in &self.atoms {
            // Breadth first, so that the way out in a message is a short one.
            let mut open = VecDeque::from([atom.square]);
            while let Some(square) = open.pop_front() {
                if self.walls.binary_search(&square).is_ok() || !reached.insert(square) {
                    continue;
                }
                if !inside(square) {
                    return Err(FormatError::OpenBoard(square).at(atom.at));
                }
                open.extend(Direction::ALL.iter().filter_map(|&d| square.step(d)));
            }
        }
        Ok(reached)
    }
}

/// A name that can be printed in a line and written in every format, if anything is left of it:
/// control characters could command a terminal.
pub(super) fn one_line(name: &str) -> Option<String> {
    let no_text =
        |c: char| c.is_whitespace() || c.is_control() || matches!(c, '\u{FFFE}' | '\u{FFFF}');
    let words: Vec<&str> = name.split(no_text).filter(|word| !word.is_empty()).collect();
    (!words.is_empty()).then(|| words.join(" "))
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
