//! Atomix: a fast model, its heuristic, and the choice of engine.
//!
//! [`solve`] takes a validated [`Level`](fewest_rules::atomix::Level) and answers in moves of the
//! rules. [`Model`] is the same level as a state space, in either direction, for engines of
//! your own.

mod assignment;
mod board;
mod cell_set;
mod children;
mod choice;
mod combinations;
mod conflict;
mod counted;
mod distance;
mod from_tiles;
mod generalized_optimum;
mod guided;
mod heuristic;
mod heuristic_name;
mod independence;
mod model;
mod near;
mod on_demand;
mod overspending;
mod packed;
mod packing;
mod pair_database;
mod pair_distance;
mod pair_excess;
mod pair_routes;
mod partitions;
mod pattern_distance;
mod reach;
mod refusal;
mod rounds;
mod routes;
mod solve;
mod some_stops;
mod static_database;
mod strength;
mod supported_stops;
mod supports;
mod ties;
mod triple_distance;
mod triple_excess;
mod worth;

pub use board::{Board, Cell};
pub use distance::Distances;
pub use from_tiles::from_tiles;
pub use generalized_optimum::generalized_optimum;
pub use guided::{Ends, Guided};
pub use heuristic_name::HeuristicName;
pub use model::Model;
pub use packed::{Packed, Slide};
pub use refusal::Refusal;
pub use solve::{in_rules, solve, start_estimate};
pub use strength::Strength;
pub use ties::Ties;

pub use fewest_rules::atomix::MAX_ATOMS;
