//! How patterns and the states of their tables are numbered.

mod arrangement;
mod collection;
mod order;
mod partition;
mod pattern;
mod ranking;
mod regions;
mod symmetry;

pub use arrangement::Arrangement;
pub(crate) use arrangement::Passage;
pub use collection::{Collection, UnknownPartition};
pub(crate) use partition::Placing;
pub use partition::{NotAPartition, Partition};
pub use pattern::{NotAPattern, Pattern};
pub(crate) use ranking::{Block, Ranking};
pub(crate) use regions::{Cells, cells_of};
pub(crate) use symmetry::Symmetry;
