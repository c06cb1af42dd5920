//! Additive pattern databases.
//!
//! A [`Partition`] splits the tiles into [`Pattern`]s, and a [`Collection`] has several
//! partitions. A [`Table`] stores the distances of one pattern; [`PatternDatabases`] is the
//! heuristic that adds them up along a path. A [`Store`] keeps tables on disk.

mod build;
mod layout;
mod probe;
mod store;

pub use build::{BlankFreeTable, Table, TableBytes, VerifyError, verify};
pub use layout::{Collection, NotAPartition, NotAPattern, Partition, Pattern, UnknownPartition};
pub use probe::{
    CachedProbe, DirectProbe, PatternDatabases, Probe, ProbeCache, Sums, UnrolledDatabases, Value,
};
pub use store::{Header, Store, Stored};
