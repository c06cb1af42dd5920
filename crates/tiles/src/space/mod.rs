//! The puzzle as a state space of the engines in `fewest_search`.

mod graph;
mod incremental;
mod key_format;

pub use graph::{Graph, State};
pub use incremental::Incremental;
