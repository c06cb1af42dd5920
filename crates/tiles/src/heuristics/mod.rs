//! Lower bounds that need no pattern databases, and the trait that all lower bounds implement.

mod heuristic;
pub mod inversion_distance;
pub mod linear_conflict;
mod manhattan;
mod name;
pub mod walking_distance;

pub use heuristic::Heuristic;
pub use inversion_distance::InversionDistance;
pub use linear_conflict::LinearConflict;
pub use manhattan::Manhattan;
pub use name::{HeuristicName, UnknownHeuristic};
pub use walking_distance::WalkingDistance;
