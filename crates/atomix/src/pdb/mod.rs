//! Pattern databases: distances of a few atoms at a time, added up.

mod error;
mod pair_database;
mod partitions;
mod static_database;

pub use error::BuildError;
pub use pair_database::{MultiGoal, PairDatabase};
pub use partitions::Partition;
pub use static_database::StaticDatabase;
