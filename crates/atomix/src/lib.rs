//! Atomix: a fast model, its heuristic, and the choice of engine.
//!
//! [`solve()`] takes a validated [`Level`](fewest_rules::atomix::Level) and answers in moves of the
//! rules. [`LevelProblem`] is the same level as a problem, in either direction, for engines of
//! your own: its [`Graph`], a heuristic, the lazy test, move pruning and a tie-breaking rule.
//!
//! | folder | content | uses |
//! |---|---|---|
//! | `board` | cells, sets of cells, lines, states and slides | - |
//! | `distances` | distances under generalized moves | `board` |
//! | `excess` | the moves that atoms that block each other need beyond their distances | `distances` |
//! | `pdb` | pattern databases | `excess` |
//! | `unsupported_stops` | constraint propagation over where atoms may rest | `excess` |
//! | `heuristic` | lower bounds and the lazy test | `excess`, `unsupported_stops` |
//! | `space` | graph, move pruning, ranking and tie-breaking, bundled | `heuristic`, `pdb` |
//! | `solve` | the configuration of engines, and the answer | `space` |

mod board;
mod distances;
mod excess;
mod from_tiles;
mod heuristic;
mod pdb;
mod solve;
mod space;
mod unsupported_stops;

pub use board::{Board, Cell, Packed, Slide};
pub use distances::Distances;
pub use from_tiles::from_tiles;
pub use heuristic::{HeuristicLevel, HeuristicName, LazyTest};
pub use pdb::BuildError;
#[cfg(not(target_arch = "wasm32"))]
pub use solve::{AgreedTest, closed_states};
pub use solve::{in_rules, shortest_plans, solve, solve_with_storage, survey};
pub use space::{
    Branching, GeneralizedDistance, Graph, Guidance, LevelProblem, TieBreaking, branching,
    consistent_problem, generalized_optimum, level_problem, problem_at, start_estimate,
};

pub use fewest_rules::atomix::MAX_ATOMS;
