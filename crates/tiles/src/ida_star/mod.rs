//! IDA* made for this puzzle: parallel, with heuristics updated move by move.

mod astar;
mod beam;
mod checkpoint;
mod depth_first;
mod driver;
mod kernel;
mod tree;

pub(crate) use beam::MEMORY_SHARE;
pub use checkpoint::checkpoint;
pub(crate) use driver::{WarmStart, ida_star};
