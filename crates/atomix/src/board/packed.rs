//! The states and moves of the model.

use crate::Cell;
use std::ops::Range;

/// The cells of up to `N` atoms, in order of labels, equal labels in order of cells.
///
/// Atoms that a level lacks are at cell 0, so equal states have equal bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Packed<const N: usize>([Cell; N]);

impl<const N: usize> Packed<N> {
    /// Atoms in these cells, which must be in order.
    pub(crate) fn new(cells: [Cell; N]) -> Self {
        Self(cells)
    }

    /// Where the atoms are.
    #[inline]
    pub fn cells(&self) -> &[Cell; N] {
        &self.0
    }

    /// Moves an atom and keeps its group in order.
    #[inline]
    pub(crate) fn moved(mut self, group: &Range<usize>, atom: usize, to: Cell) -> Self {
        let mut at = atom;
        while at + 1 < group.end && self.0[at + 1] < to {
            self.0[at] = self.0[at + 1];
            at += 1;
        }
        while at > group.start && self.0[at - 1] > to {
            self.0[at] = self.0[at - 1];
            at -= 1;
        }
        self.0[at] = to;
        self
    }
}

/// A move of the model: what stood on one cell now stands on another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Slide {
    /// The cell left.
    pub from: Cell,
    /// The cell reached.
    pub to: Cell,
}

impl Slide {
    /// The slide taken back.
    #[must_use]
    pub fn reversed(self) -> Self {
        Self { from: self.to, to: self.from }
    }
}
