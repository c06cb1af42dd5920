//! IDA* made for this puzzle: parallel, with heuristics updated move by move.

mod astar;
mod beam;
mod checkpoint;
mod depth_first;
mod driver;
mod kernel;
mod saved_search;
mod tree;

pub(crate) use beam::MEMORY_SHARE;
pub use checkpoint::{Checkpoint, Resumed};
pub(crate) use driver::{WarmStart, ida_star};
