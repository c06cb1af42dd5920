//! Atomix: a fast model, its heuristic, and the choice of engine.
//!
//! [`solve`] takes a validated [`Level`](fewest_rules::atomix::Level) and answers in moves of the
//! rules. [`Model`] is the same level as a state space, in either direction, for engines of
//! your own.

mod assignment;
mod board;
mod distance;
mod heuristic;
mod model;
mod packing;
mod pair;
mod pair_excess;
mod solve;

pub use board::{Board, Cell};
pub use distance::Distances;
pub use heuristic::{Heuristic, Strength};
pub use model::{Model, Packed, Slide};
pub use pair_excess::PairExcess;
pub use solve::{MAX_ATOMS, solve, start_estimate};
