//! Puzzles of one's own: from a graph and one function to a proved optimum, a replay and a
//! certificate.
//!
//! A puzzle is a [`StateSpace`](fewest_search::StateSpace) for the engines of
//! [`fewest_search`], and [`Puzzle`] is what people and checkers see of it. A second, naive
//! implementation as a [`Graph`](fewest_proof::closed_list::Graph) serves twice:
//!
//! - [`compare`] goes through a small world whole and finds where the two differ, or where a heuristic
//!   says too much;
//! - [`certificate::check`] believes nothing but the naive one.
//!
//! [`demonstrate`] does all there is to do with an instance, and is what the examples run. The guide
//! "A puzzle of one's own" in the book goes through them in the order in which one writes them.

pub mod certificate;
mod compare;
mod demonstrate;
mod puzzle;
mod replay;

pub use compare::{Difference, World, compare};
pub use demonstrate::{Failure, demonstrate};
pub use puzzle::Puzzle;
pub use replay::{Replay, path, reach};

/// The code of the guide.
#[cfg(doctest)]
#[doc = include_str!("../../../book/src/guide/your-own-puzzle.md")]
pub struct Guide;
