//! What is known of an instance without solving it.

mod heuristic_values;
pub mod info;
mod survey;

pub use heuristic_values::{HeuristicValue, heuristic_values};
pub use info::Info;
pub use survey::Surveyed;
