//! Where the atoms are, and one atom's slide.

use super::{Atom, Direction, Label, Square};
use std::fmt;

/// Where every atom of a level is.
///
/// Always complete and legal for the level it came from: each atom on a free square of its own.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Position {
    pub(super) atoms: Vec<(Atom, Square)>,
}

impl Position {
    /// The atoms and their squares, in the order of [`Level::atoms`](super::Level::atoms).
    pub fn atoms(&self) -> &[(Atom, Square)] {
        &self.atoms
    }

    /// The atom on a square.
    pub fn atom_at(&self, square: Square) -> Option<Atom> {
        self.atoms.iter().find(|(_, at)| *at == square).map(|&(atom, _)| atom)
    }

    /// The square of an atom.
    pub fn square_of(&self, atom: Atom) -> Option<Square> {
        self.atoms.iter().find(|(other, _)| *other == atom).map(|&(_, at)| at)
    }

    /// What a person sees: the labels and their squares in reading order, without the numbers.
    pub fn labels(&self) -> Vec<(Label, Square)> {
        let mut labels: Vec<_> = self.atoms.iter().map(|&(atom, at)| (atom.label, at)).collect();
        labels.sort_unstable_by_key(|&(_, at)| at);
        labels
    }

    /// The same position with one atom elsewhere.
    pub(super) fn with(&self, atom: Atom, square: Square) -> Self {
        let moved =
            |&(other, at): &(Atom, Square)| (other, if other == atom { square } else { at });
        Self { atoms: self.atoms.iter().map(moved).collect() }
    }
}

/// An atom slides from one square to another.
///
/// Shown as `1.1 down r10c3-r11c3`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    /// The atom.
    pub atom: Atom,
    /// Where it slides to.
    pub direction: Direction,
    /// Where it was.
    pub from: Square,
    /// Where it stops.
    pub to: Square,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { atom, direction, from, to } = self;
        write!(f, "{atom} {direction} {from}-{to}")
    }
}
