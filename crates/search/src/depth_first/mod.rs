//! Iterative-deepening A* and its variants with a memory.

mod bitstate;
mod caching_probability;
mod graph_kernel;
mod graph_searcher;
mod hash_compaction;
mod ida_star;
pub mod iterative_deepening;
mod lossy_bytes;
mod path_options;
mod perimeter;
mod stochastic_caching;
mod table_options;
pub(crate) mod transposition_table;
pub(crate) mod visited;

pub use bitstate::bitstate_ida_star;
pub use caching_probability::{CachingProbability, InvalidProbability};
pub use hash_compaction::compaction_ida_star;
pub use ida_star::{ida_star, weighted_ida_star};
pub use path_options::{PathOptions, Switch};
pub use perimeter::{PerimeterHeuristic, Towards, perimeter_ida_star};
pub use stochastic_caching::stochastic_ida_star;
pub use table_options::{Replacement, TableOptions, TableStart};
pub use transposition_table::transposition_ida_star;
