//! Distances under generalized moves: of one atom, and of a few that block each other.

mod atom;
mod balls;
mod pattern;
mod triple;

pub use atom::{Distances, distances_from};
pub use balls::{Balls, HORIZON};
pub use pattern::{index, pattern_distances};
pub use triple::triple_distances;

/// In tables of several atoms: no number of moves leads there.
pub const UNREACHABLE: u8 = u8::MAX;

/// The greatest distance in tables of several atoms; greater ones are stored as this one.
const FARTHEST: u8 = UNREACHABLE - 1;
