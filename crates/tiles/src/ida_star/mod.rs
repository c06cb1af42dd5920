//! IDA* made for this puzzle: parallel, with heuristics updated move by move.

mod astar;
mod beam;
mod checkpoint;
mod counts;
mod depth_first;
mod driver;
mod iteration;
mod node_budget;
mod saved_search;
mod subtree_order;
mod tree;

pub(crate) use beam::MEMORY_SHARE;
pub use checkpoint::{Checkpoint, Resumed};
pub(crate) use driver::{WarmStart, ida_star};
pub(crate) use subtree_order::SubtreeOrder;
