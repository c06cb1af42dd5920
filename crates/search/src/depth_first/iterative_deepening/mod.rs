//! Iterative deepening: one iteration after another, each with a larger bound.
//!
//! The [`Driver`] handles iterations, limits and counts. If a tree is split into subtrees, it
//! searches them on many threads, in an order learnt from the previous iteration, and saves which
//! ones were searched. A [`Kernel`] knows the tree, and the fastest way to search its subtrees.

mod checkpoint;
mod counts;
mod driver;
mod iteration;
mod kernel;
mod node_budget;
mod progress;
mod saved_search;
mod subtree_order;

pub use checkpoint::SearchCheckpoint;
pub use counts::Counts;
pub use driver::{Driver, Start};
pub use kernel::{Batch, Flow, IsStopped, Kernel, Searcher, Subtree, UNKNOWN};
pub use node_budget::GRANT;
pub use progress::{IterationCounts, SubtreeProgress};
pub use subtree_order::SubtreeOrder;
