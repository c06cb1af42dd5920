//! The (n²−1)-puzzle: a fast model, its heuristics and its solver.
//!
//! [`solve()`] finds a shortest plan of an instance with any engine of [`fewest_search`].
//! [`Solver`] solves many instances of one size by IDA* with one heuristic.
//!
//! | for | see |
//! |---|---|
//! | boards in machine words | [`Packed`] |
//! | Manhattan distance, linear conflict, inversion distance, walking distance | [`heuristics`] |
//! | pattern databases: layout, building, probing, files | [`pattern`] |
//! | move pruning by automata | [`automaton`] |
//! | Knuth's program, Korf and Felner's program | [`historical`] |
//! | predicted counts of IDA*, two-bit breadth-first search | [`analysis`] |
//!
//! The folders depend on one another in one direction: `solve` on `historical` and `ida_star`;
//! `ida_star` on `space` and `automaton`; `space` and `historical` on `pattern`; `pattern` on
//! `heuristics`; and `heuristics` on `board`. No folder uses `analysis`.

pub mod analysis;
pub mod automaton;
mod board;
pub mod heuristics;
pub mod historical;
mod ida_star;
pub mod pattern;
mod solve;
mod space;

pub use automaton::Automaton;
pub use board::{Packed, PackedBoard, Slide};
pub use fewest_search::SolveError;
pub use fewest_search::artifact::FileError;
pub use heuristics::{
    HeuristicName, InversionDistance, LinearConflict, Manhattan, SlideHeuristic, TooLarge,
    WalkingDistance,
};
pub use pattern::{Partition, PatternDatabases};
#[cfg(not(target_arch = "wasm32"))]
pub use solve::closed_states;
pub use solve::{Solver, Tables, shortest_plans, solve, solve_with_tables, survey};
pub use space::{Graph, Incremental, State};
