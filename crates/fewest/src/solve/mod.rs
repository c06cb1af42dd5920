//! From an instance to a report.

mod checkpoint;
mod error;
pub mod exchange;
pub mod report;
mod solutions;
mod solver;
mod status;

pub use checkpoint::{checkpoint, identity};
#[cfg(not(target_arch = "wasm32"))]
pub use checkpoint::{disk, rank_checkpoint, rank_disk};
pub use error::SolveError;
pub use report::{Counts, FailedTry, Likely, Report, Status, TilesReport};
pub use solutions::{Solutions, Uncounted};
pub use solver::{Solver, check_keeps_checkpoint};
pub(crate) use status::stop_name;
