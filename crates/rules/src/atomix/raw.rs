//! Turns a raw level into a playable one.

use super::findings::Findings;
use super::level::corners;
use super::{Atom, Direction, FormatError, Kind, Label, Level, Offset, OpenEdge, Square};
use super::{MAX_ATOMS, MAX_FREE_SQUARES};
use std::collections::{BTreeSet, VecDeque};

/// An error, and its place: the offset of a byte in the text.
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

/// Returns the offset of a part of a text.
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
    /// What could be read; `None` if that is too little to continue with.
    pub(super) level: Option<RawLevel>,
    /// The errors and warnings so far.
    pub(super) findings: Findings,
}

impl RawSet {
    /// Creates a file that can contain only one level.
    pub(super) fn single(level: Option<RawLevel>, findings: Findings) -> Self {
        Self { name: None, levels: vec![RawNumbered { number: 1, id: None, level, findings }] }
    }
}

/// An atom on the board or in the molecule.
pub(super) struct RawAtom {
    pub(super) label: Label,
    pub(super) square: Square,
    pub(super) at: usize,
}

/// A number that a file gives although it follows from other parts.
pub(super) struct Claim {
    pub(super) what: &'static str,
    pub(super) claimed: usize,
    pub(super) actual: fn(&Level) -> usize,
    pub(super) at: usize,
}

/// A level as written; all that is known is that no two things are on the same square.
pub(super) struct RawLevel {
    pub(super) name: Option<String>,
    pub(super) board_at: usize,
    /// Rows and columns of the field, as far as written.
    pub(super) extent: (usize, usize),
    /// The first row that is missing between others, as the format calls it.
    pub(super) row_left_out: Option<String>,
    pub(super) walls: Vec<Square>,
    pub(super) atoms: Vec<RawAtom>,
    pub(super) molecule_at: usize,
    pub(super) molecule: Vec<RawAtom>,
    pub(super) kinds: Vec<(Label, Kind)>,
    pub(super) claims: Vec<Claim>,
}

impl RawLevel {
    /// Checks that the level is playable. All errors go into `findings`; then there is no level.
    pub(super) fn validate(mut self, edge: OpenEdge, findings: &mut Findings) -> Option<Level> {
        if self.atoms.is_empty() {
            findings.error(FormatError::NoAtoms.at(self.board_at));
        }
        if self.molecule.is_empty() {
            findings.error(FormatError::NoMolecule.at(self.molecule_at));
        }
        if let Some(first_too_many) = self.atoms.get(MAX_ATOMS) {
            findings.error(FormatError::TooManyAtoms(self.atoms.len()).at(first_too_many.at));
        }
        if findings.has_errors() {
            return None;
        }
        self.check_same_atoms(findings);
        self.walls.sort_unstable();
        let free = self.flood(edge).map_err(|fault| findings.error(fault)).ok()?;
        if free.len() > MAX_FREE_SQUARES {
            findings.error(FormatError::TooManyFreeSquares(free.len()).at(self.board_at));
        }
        if findings.has_errors() {
            return None;
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
            findings.error(FormatError::FitsNowhere.at(self.molecule_at));
        }
        for Claim { what, claimed, actual, at } in self.claims {
            let actual = actual(&level);
            if claimed != actual {
                findings.error(FormatError::WrongCount { what, claimed, actual }.at(at));
            }
        }
        (!findings.has_errors()).then_some(level)
    }

    /// Adds an error for each label with different numbers on the board and in the molecule, at its
    /// first superfluous atom.
    fn check_same_atoms(&self, findings: &mut Findings) {
        let of = |atoms: &[RawAtom], label| atoms.iter().filter(|a| a.label == label).count();
        let mut seen = BTreeSet::new();
        for label in self.atoms.iter().chain(&self.molecule).map(|atom| atom.label) {
            if !seen.insert(label) {
                continue;
            }
            let (board, molecule) = (of(&self.atoms, label), of(&self.molecule, label));
            let (more, fewer) =
                if board > molecule { (&self.atoms, molecule) } else { (&self.molecule, board) };
            if let Some(surplus) = more.iter().filter(|a| a.label == label).nth(fewer) {
                let kind = self.kinds.iter().find(|(other, _)| *other == label);
                let kind = kind.map(|(_, kind)| kind.clone());
                let error = FormatError::DifferentAtoms { label, kind, board, molecule };
                findings.error(error.at(surplus.at));
            }
        }
    }

    /// Returns all squares connected to an atom without passing a wall; the walls must be in order.
    ///
    /// # Complexity
    /// At most the 65,536 squares that exist: the flood ends at the edge of the walls, or of the
    /// field.
    fn flood(&self, edge: OpenEdge) -> Result<BTreeSet<Square>, Fault> {
        let corners = corners(self.walls.iter().copied());
        let within_walls = |square: Square| {
            corners.is_some_and(|(first, last)| {
                let rows = first.row < square.row && square.row < last.row;
                rows && first.column < square.column && square.column < last.column
            })
        };
        let on_field = |square: Square| {
            usize::from(square.row) < self.extent.0 && usize::from(square.column) < self.extent.1
        };
        let mut reached = BTreeSet::new();
        for atom in &self.atoms {
            // Breadth-first, so that the way out in a message is short.
            let mut open = VecDeque::from([atom.square]);
            while let Some(square) = open.pop_front() {
                if self.walls.binary_search(&square).is_ok() || reached.contains(&square) {
                    continue;
                }
                match edge {
                    OpenEdge::Refuse if !within_walls(square) => {
                        return Err(self.way_out(square).at(atom.at));
                    }
                    OpenEdge::Stop if !on_field(square) => continue,
                    OpenEdge::Refuse | OpenEdge::Stop => reached.insert(square),
                };
                open.extend(Direction::ALL.iter().filter_map(|&d| square.step(d)));
            }
        }
        Ok(reached)
    }

    /// Returns the error that an atom can leave the board.
    fn way_out(&self, square: Square) -> FormatError {
        match &self.row_left_out {
            Some(row) => FormatError::RowLeftOut(row.clone(), square),
            None => FormatError::OpenBoard(square),
        }
    }
}

/// Returns a name that can be printed on one line and written in every format, if anything is left
/// of it: control characters could control a terminal.
pub(super) fn one_line(name: &str) -> Option<String> {
    let no_text =
        |c: char| c.is_whitespace() || c.is_control() || matches!(c, '\u{FFFE}' | '\u{FFFF}');
    let words: Vec<&str> = name.split(no_text).filter(|word| !word.is_empty()).collect();
    (!words.is_empty()).then(|| words.join(" "))
}

/// Returns the molecule in reading order, relative to its bounding box.
fn trim(molecule: &[RawAtom]) -> Vec<(Label, Offset)> {
    let top = molecule.iter().map(|atom| atom.square.row).min().unwrap_or(0);
    let left = molecule.iter().map(|atom| atom.square.column).min().unwrap_or(0);
    let offset = |at: Square| Offset { row: at.row - top, column: at.column - left };
    let mut trimmed: Vec<_> =
        molecule.iter().map(|atom| (atom.label, offset(atom.square))).collect();
    trimmed.sort_unstable_by_key(|&(_, at)| at);
    trimmed
}

/// Returns the atoms in reading order, numbered within their labels.
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
