//! Additive pattern databases.
//!
//! A [`Partition`] says which tiles go together, a [`Collection`] has several, a [`Table`] has the
//! distances of one [`Pattern`], and [`PatternDatabases`] adds them up along a path. A [`Store`]
//! keeps tables from search to search.

mod arrangement;
mod build;
mod collection;
mod compact;
mod databases;
mod file;
mod looks;
mod numbering;
mod order;
mod partition;
mod placements;
mod plain;
mod regions;
mod remembered;
mod shape;
mod store;
mod symmetry;
mod table;
mod verify;

pub use collection::{Collection, UnknownPartition};
pub use compact::Compact;
pub use databases::{PatternDatabases, Value};
pub use file::Header;
pub use looks::Looks;
pub use partition::{NotAPartition, Partition};
pub use plain::PlainTable;
pub use remembered::Remembered;
pub use shape::{NotAPattern, Pattern};
pub use store::{Store, Stored};
pub use table::{Table, TableBytes};
pub use verify::{VerifyError, verify};
