//! Iterative deepening: one iteration after another, each with a larger bound.
//!
//! The [`Driver`] handles iterations, limits and counts. If a tree is split into subtrees, it
//! searches them on many threads, in an order learnt from the previous iteration, and saves which
//! ones were searched. A [`TreeKernel`] knows the tree, and the fastest way to search its subtrees.

mod checkpoint;
mod counts;
mod driver;
mod iteration;
mod node_budget;
mod progress;
mod saved_search;
mod subtree_order;
mod tree_kernel;

pub use checkpoint::SearchCheckpoint;
pub use counts::Counts;
pub use driver::{Driver, Start};
pub use node_budget::GRANT;
pub use progress::{IterationCounts, SubtreeProgress};
pub use subtree_order::SubtreeOrder;
pub use tree_kernel::{Batch, Flow, IsStopped, Searcher, Subtree, TreeKernel, UNKNOWN};
