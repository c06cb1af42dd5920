//! IDA* made for this puzzle: parallel, with heuristics updated move by move.
//!
//! [`ida_star`] runs the iterations of `fewest_search` over a [`TreeKernel`](kernel), which splits the
//! [tree] into subtrees; [`depth_first`] searches these.

mod depth_first;
mod kernel;
mod search;
mod tree;
mod upper_bounds;

pub(crate) use kernel::{CompiledHeuristic, InnerLoop};
pub(crate) use search::{Task, WarmStart, ida_star};
pub(crate) use upper_bounds::MEMORY_SHARE;
