//! Additive pattern databases.
//!
//! A [`Partition`] says which tiles go together, and [`PatternDatabases`] builds a table for each
//! pattern and adds them up along a path.

mod build;
mod databases;
mod partition;
mod regions;
mod table;

pub use databases::{PatternDatabases, Value};
pub use partition::{NotAPartition, Partition};
