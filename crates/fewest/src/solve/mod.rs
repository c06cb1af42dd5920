//! From an instance to a report.

mod checkpoint;
mod error;
pub mod exchange;
mod solver;

pub use checkpoint::{checkpoint, identity};
#[cfg(not(target_arch = "wasm32"))]
pub use checkpoint::{disk, rank_checkpoint, rank_disk};
pub use error::SolveError;
pub use solver::{Solver, check_keeps_checkpoint};
