//! The shares of the lower bound that single assignments and pieces of the packing account for.

use crate::board::Cell;
use crate::excess::Piece;
use arrayvec::ArrayVec;

/// The lower bound of one state and target, split into shares.
#[derive(Debug, Clone, Copy)]
pub struct CostShares<'a> {
    /// The number of atoms.
    pub atoms: usize,
    /// The possible assignments, those of each atom together, in order of atoms. The shares of any
    /// choice that gives every atom its own goal cell have the same sum, which is part of the
    /// bound.
    pub assignments: &'a [Assignment],
    /// Disjoint sets of atoms, whose weights are the rest of the bound.
    pub packing: &'a [Piece],
}

/// One atom of a state and one cell of the target that it may go to.
#[derive(Debug, Clone, Copy)]
pub struct Assignment {
    /// The number of the atom.
    pub atom: u8,
    /// Where it is.
    pub at: Cell,
    /// Where it goes.
    pub goal: Cell,
    /// The share of the bound: the sum of the two potentials of the assignment problem.
    pub share: i32,
    /// The reduced cost: the distance minus the share.
    pub reduced: u32,
}

/// Assignments considered in one state; if equal atoms have more, the test shows nothing.
pub const ASSIGNMENTS: usize = 256;

/// The assignments of all atoms, those of each atom together, in order of atoms.
pub type Assignments = ArrayVec<Assignment, ASSIGNMENTS>;
