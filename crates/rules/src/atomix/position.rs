//! Positions and moves.

use super::{Atom, Direction, Label, Square};
use std::fmt;

/// A position: the square of every atom of a level.
///
/// It is always complete and legal for its level: each atom is on a free square of its own.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Position {
    pub(super) atoms: Vec<(Atom, Square)>,
}

impl Position {
    /// Returns the atoms and their squares, in the order of [`Level::atoms`](super::Level::atoms).
    pub fn atoms(&self) -> &[(Atom, Square)] {
        &self.atoms
    }

    /// Returns the atom on a square.
    pub fn atom_at(&self, square: Square) -> Option<Atom> {
        self.atoms.iter().find(|(_, at)| *at == square).map(|&(atom, _)| atom)
    }

    /// Returns the square of an atom.
    pub fn square_of(&self, atom: Atom) -> Option<Square> {
        self.atoms.iter().find(|(other, _)| *other == atom).map(|&(_, at)| at)
    }

    /// Returns the labels and their squares in reading order, without the numbers: what a person
    /// sees.
    pub fn labels(&self) -> Vec<(Label, Square)> {
        let mut labels: Vec<_> = self.atoms.iter().map(|&(atom, at)| (atom.label, at)).collect();
        labels.sort_unstable_by_key(|&(_, at)| at);
        labels
    }

    /// Returns the same position with one atom elsewhere.
    pub(super) fn with(&self, atom: Atom, square: Square) -> Self {
        let moved =
            |&(other, at): &(Atom, Square)| (other, if other == atom { square } else { at });
        Self { atoms: self.atoms.iter().map(moved).collect() }
    }
}

/// A move: an atom slides from one square to another.
///
/// Shown as `1.1 down r10c3-r11c3`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    /// The atom.
    pub atom: Atom,
    /// The direction of the slide.
    pub direction: Direction,
    /// The square it leaves.
    pub from: Square,
    /// The square where it stops.
    pub to: Square,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { atom, direction, from, to } = self;
        write!(f, "{atom} {direction} {from}-{to}")
    }
}
