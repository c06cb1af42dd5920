//! The puzzle as a state space of the engines in `fewest_search`.

mod any_heuristic;
mod graph;
mod incremental;
mod key_format;

pub(crate) use any_heuristic::AnyHeuristic;
pub(crate) use graph::pushes;
pub use graph::{Graph, State};
pub use incremental::Incremental;
