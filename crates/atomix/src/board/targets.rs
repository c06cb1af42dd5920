//! The targets of a search.

use super::{Board, Cell, Packed};
use std::ops::Range;
use std::sync::Arc;

/// The states that a search on a board looks for.
#[derive(Debug, Clone)]
pub struct Targets {
    /// The board.
    pub board: Arc<Board>,
    /// The ranges of atoms with equal labels.
    pub groups: Arc<[Range<usize>]>,
    atoms: usize,
    /// The cells of one state after the other.
    cells: Vec<Cell>,
}

impl Targets {
    /// Returns these states as targets.
    pub fn new<const N: usize>(
        board: &Arc<Board>,
        groups: &Arc<[Range<usize>]>,
        states: &[Packed<N>],
    ) -> Self {
        let atoms = groups.last().map_or(0, |last| last.end);
        let cells = states.iter().flat_map(|state| &state.cells()[..atoms]).copied().collect();
        Self { board: Arc::clone(board), groups: Arc::clone(groups), atoms, cells }
    }

    /// Returns the number of atoms.
    #[inline]
    pub fn atoms(&self) -> usize {
        self.atoms
    }

    /// Returns the number of targets.
    #[inline]
    pub fn len(&self) -> usize {
        self.cells.len() / self.atoms
    }

    /// Returns the cells of all atoms in one target.
    #[inline]
    pub fn state(&self, target: usize) -> &[Cell] {
        &self.cells[target * self.atoms..][..self.atoms]
    }

    /// Returns the cells of all atoms in each target.
    pub fn states(&self) -> impl Iterator<Item = &[Cell]> {
        self.cells.chunks_exact(self.atoms)
    }

    /// Returns the cells of all atoms of a state.
    #[inline]
    pub fn cells<'a, const N: usize>(&self, state: &'a Packed<N>) -> &'a [Cell] {
        &state.cells()[..self.atoms]
    }

    /// Returns only one of the targets.
    pub fn only(&self, target: usize) -> Self {
        Self { cells: self.state(target).to_vec(), ..self.clone() }
    }
}
