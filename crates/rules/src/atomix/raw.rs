//! Turns a raw level into a playable one.

use super::findings::{Fault, Findings};
use super::grid::{Grid, Place};
use super::level::{corners, relative};
use super::{Atom, Direction, FormatError, Kind, Label, Level, OpenEdge, Square};
use super::{MAX_ATOMS, MAX_FREE_SQUARES};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

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

/// A level as written.
#[derive(Default)]
pub(super) struct RawLevel {
    pub(super) name: Option<String>,
    pub(super) board: Grid,
    /// The first row of the board that is missing between others, as the format calls it.
    pub(super) row_left_out: Option<String>,
    pub(super) molecule: Grid,
    pub(super) kinds: BTreeMap<Label, Kind>,
    pub(super) claims: Vec<Claim>,
}

impl RawLevel {
    /// Checks that all labels have a kind.
    pub(super) fn check_labels(&self, findings: &mut Findings) {
        self.board.check_labels(Place::Board, &self.kinds, findings);
        self.molecule.check_labels(Place::Molecule, &self.kinds, findings);
    }

    /// Checks that the level is playable. All errors go into `findings`; then there is no level.
    pub(super) fn validate(mut self, edge: OpenEdge, findings: &mut Findings) -> Option<Level> {
        let (atoms, molecule) = (&self.board.atoms, &self.molecule.atoms);
        let too_many = |what, count, limit| FormatError::TooMany { what, count, limit };
        if atoms.is_empty() {
            findings.error(FormatError::NoAtoms(Place::Board).at(self.board.at));
        }
        if molecule.is_empty() {
            findings.error(FormatError::NoAtoms(Place::Molecule).at(self.molecule.at));
        }
        if let Some(first_too_many) = atoms.get(MAX_ATOMS) {
            let error = too_many("atoms", atoms.len(), MAX_ATOMS);
            findings.error(error.at(first_too_many.at));
        }
        if findings.has_errors() {
            return None;
        }
        self.check_same_atoms(findings);
        self.board.walls.sort_unstable();
        let free = self.flood(edge).map_err(|fault| findings.error(fault)).ok()?;
        if free.len() > MAX_FREE_SQUARES {
            let error = too_many("free squares", free.len(), MAX_FREE_SQUARES);
            findings.error(error.at(self.board.at));
        }
        if findings.has_errors() {
            return None;
        }
        let molecule = relative(labels(&self.molecule.atoms));
        let is_used = |label: &Label| molecule.iter().any(|(other, _)| other == label);
        let kinds = self.kinds.into_iter().filter(|(label, _)| is_used(label)).collect();
        let level = Level {
            name: self.name.as_deref().and_then(one_line),
            walls: self.board.walls,
            free: free.into_iter().collect(),
            atoms: number(&self.board.atoms),
            molecule,
            kinds,
        };
        if level.placements().is_empty() {
            findings.error(FormatError::FitsNowhere.at(self.molecule.at));
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
        let (atoms, molecule) = (&self.board.atoms, &self.molecule.atoms);
        let of = |atoms: &[RawAtom], label| atoms.iter().filter(|a| a.label == label).count();
        let mut seen = BTreeSet::new();
        for label in atoms.iter().chain(molecule).map(|atom| atom.label) {
            if !seen.insert(label) {
                continue;
            }
            let (on_board, needed) = (of(atoms, label), of(molecule, label));
            let more = if on_board > needed { atoms } else { molecule };
            let fewer = on_board.min(needed);
            if let Some(surplus) = more.iter().filter(|a| a.label == label).nth(fewer) {
                let kind = self.kinds.get(&label).cloned();
                let (board, molecule) = (on_board, needed);
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
        let Grid { walls, atoms, extent: (rows, columns), .. } = &self.board;
        let corners = corners(walls.iter().copied());
        let within_walls = |square: Square| {
            corners.is_some_and(|(first, last)| {
                let rows = first.row < square.row && square.row < last.row;
                rows && first.column < square.column && square.column < last.column
            })
        };
        let on_field = |square: Square| {
            usize::from(square.row) < *rows && usize::from(square.column) < *columns
        };
        let mut reached = BTreeSet::new();
        for atom in atoms {
            // Breadth-first, so that the way out in a message is short.
            let mut open = VecDeque::from([atom.square]);
            while let Some(square) = open.pop_front() {
                if walls.binary_search(&square).is_ok() || reached.contains(&square) {
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

fn labels(atoms: &[RawAtom]) -> Vec<(Label, Square)> {
    atoms.iter().map(|atom| (atom.label, atom.square)).collect()
}

/// Returns the atoms in reading order, numbered within their labels.
fn number(atoms: &[RawAtom]) -> Vec<(Atom, Square)> {
    let mut squares = labels(atoms);
    squares.sort_unstable_by_key(|&(_, square)| square);
    let mut numbered: Vec<(Atom, Square)> = Vec::with_capacity(squares.len());
    for (label, square) in squares {
        let before = numbered.iter().filter(|(atom, _)| atom.label == label);
        let number = before.map(|(atom, _)| atom.number).max().unwrap_or(0) + 1;
        numbered.push((Atom { label, number }, square));
    }
    numbered
}
