//! The puzzle as a state space of the engines in `fewest_search`.

mod graph;
mod incremental;

pub use graph::{Graph, State};
pub use incremental::Incremental;
