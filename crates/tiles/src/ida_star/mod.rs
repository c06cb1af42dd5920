//! IDA* made for this puzzle: parallel, with heuristics updated move by move.

mod astar;
mod checkpoint;
mod depth_first;
mod driver;
mod kernel;
mod tree;
mod upper_bounds;

pub use checkpoint::checkpoint;
pub(crate) use driver::{WarmStart, ida_star};
pub(crate) use upper_bounds::MEMORY_SHARE;
