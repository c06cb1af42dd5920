//! IDA* made for this puzzle: parallel, with heuristics updated move by move.

mod astar;
mod depth_first;
mod kernel;
mod search;
mod tree;
mod upper_bounds;

pub(crate) use search::{Task, WarmStart, ida_star};
pub(crate) use upper_bounds::MEMORY_SHARE;
