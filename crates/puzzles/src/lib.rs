//! Puzzles of your own: from a graph and one function to a proved optimum, a replay and a
//! certificate.
//!
//! A puzzle is a [`StateSpace`](fewest_search::StateSpace) for the engines of [`fewest_search`],
//! and a [`Puzzle`] for people and checkers. A second, naive implementation as a
//! [`Graph`](fewest_proof::closed_list::Graph) serves two purposes:
//!
//! - [`compare`] goes through all states of a small instance and finds where the two differ, or
//!   where a heuristic is too large;
//! - [`certificate::check`] trusts only the naive one.
//!
//! [`demonstrate`] does all of this with an instance, and is what the examples run. The page "A
//! puzzle of your own" of the book goes through them in the order in which you would write them.

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
