//! The (n²−1)-puzzle: a fast model and its heuristics.
//!
//! [`solve()`] takes an instance of the rules and finds a shortest plan with any engine of
//! [`fewest_search`], over the [`Model`] of the right board size. [`Solver`] solves many instances
//! of one size by IDA* with a heuristic of choice. [`knuth()`] is Knuth's program, [`KorfFelner`] the
//! one that counted fifty 24-puzzles.

pub mod automaton;
mod beam;
mod byte_board;
mod checkpoint;
mod climb;
mod frontier;
mod guess;
pub mod heuristic;
pub mod ida_star;
pub mod inversion_distance;
mod iteration;
pub mod knuth;
pub mod korf_felner;
pub mod linear_conflict;
pub mod manhattan;
pub mod model;
mod packed;
pub mod pattern;
pub mod prediction;
pub mod promise;
pub mod solve;
pub mod solver;
mod stored;
mod subtree;
mod tree;
pub mod walking_distance;
pub mod whole_space;

pub use automaton::Automaton;
pub use checkpoint::{Checkpoint, Resumed};
pub use climb::Tables;
pub use heuristic::{Heuristic, Slide};
pub use inversion_distance::InversionDistance;
pub use knuth::knuth;
pub use korf_felner::KorfFelner;
pub use linear_conflict::LinearConflict;
pub use manhattan::Manhattan;
pub use model::{Model, State};
pub use packed::Packed;
pub use pattern::{Partition, PatternDatabases};
pub use prediction::Distribution;
pub use solve::{SolveError, solve, solve_with_tables};
pub use solver::{HeuristicName, Solver};
pub use stored::FileError;
pub use walking_distance::WalkingDistance;
