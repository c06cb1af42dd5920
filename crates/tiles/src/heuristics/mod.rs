//! Lower bounds that need no pattern databases, and the trait that all lower bounds implement.

pub mod inversion_distance;
pub mod linear_conflict;
mod manhattan;
mod name;
mod slide_heuristic;
pub mod walking_distance;

pub use inversion_distance::InversionDistance;
pub use linear_conflict::LinearConflict;
pub use manhattan::Manhattan;
pub use name::{HeuristicName, TooLarge, UnknownHeuristic};
pub use slide_heuristic::SlideHeuristic;
pub(crate) use slide_heuristic::evaluated_at_once;
pub use walking_distance::WalkingDistance;
