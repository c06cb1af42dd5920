//! The (n²−1)-puzzle: a fast model and its heuristics.
//!
//! [`solve()`] takes an instance of the rules and finds a shortest plan with any engine of
//! [`fewest_search`], over the [`Model`] of the right board size.

pub mod knuth;
pub mod model;
mod packed;
pub mod solve;

pub use knuth::knuth;
pub use model::{Model, State};
pub use packed::Packed;
pub use solve::solve;
