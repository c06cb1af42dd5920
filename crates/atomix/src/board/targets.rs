//! The targets of a search.

use super::{Board, Cell, Packed};
use std::ops::Range;
use std::sync::Arc;

/// The states that a search on a board looks for.
#[derive(Debug, Clone)]
pub struct Targets<const N: usize> {
    /// The board.
    pub board: Arc<Board>,
    /// The ranges of atoms with equal labels.
    pub groups: Arc<[Range<usize>]>,
    /// The states.
    pub states: Vec<Packed<N>>,
}

impl<const N: usize> Targets<N> {
    /// Returns the number of atoms.
    #[inline]
    pub fn atoms(&self) -> usize {
        self.groups.last().map_or(0, |last| last.end)
    }

    /// Returns the cells of all atoms of a state.
    #[inline]
    pub fn cells<'a>(&self, state: &'a Packed<N>) -> &'a [Cell] {
        &state.cells()[..self.atoms()]
    }

    /// Returns only one of the targets.
    pub fn only(&self, state: &Packed<N>) -> Self {
        self.with_states(vec![*state])
    }

    /// Returns other targets on the same board.
    pub fn with_states(&self, states: Vec<Packed<N>>) -> Self {
        Self { states, ..self.clone() }
    }
}
