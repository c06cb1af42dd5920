//! What the bounds of the heuristic count, atom by atom.

use crate::Cell;
use crate::packing::Piece;
use arrayvec::ArrayVec;

/// What the bound counts for one state and target.
#[derive(Debug, Clone, Copy)]
pub struct Counted<'a> {
    /// How many atoms there are.
    pub atoms: usize,
    /// Those of each atom together, in order of atoms, all whose reduced distance is within
    /// reach. The bound has the sum of what they count for any assignment.
    pub ways: &'a [Way],
    /// Sets of atoms. The bound has their weights, too.
    pub packed: &'a [Piece],
}

/// One atom of a state and one place of the target that it may belong to.
#[derive(Debug, Clone, Copy)]
pub struct Way {
    /// The number of the atom.
    pub atom: u8,
    /// Where it is.
    pub at: Cell,
    /// The place.
    pub place: Cell,
    /// What the bound counts for the two: the sum of their potentials in the assignment.
    pub counted: i32,
    /// How much their distance is above that.
    pub reduced: u32,
}

/// Ways looked at in one state; where equal atoms have more, nothing is shown.
pub const WAYS: usize = 256;

/// The ways of all atoms, those of each atom together, in order of atoms.
pub type Ways = ArrayVec<Way, WAYS>;
