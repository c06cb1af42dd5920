//! How patterns and the states of their tables are numbered.

mod arrangement;
mod collection;
mod numbering;
mod order;
mod partition;
mod pattern;
mod regions;
mod symmetry;

pub use arrangement::Arrangement;
pub(crate) use arrangement::Passage;
pub use collection::{Collection, UnknownPartition};
pub(crate) use numbering::{Block, Numbering};
pub(crate) use partition::Placing;
pub use partition::{NotAPartition, Partition};
pub use pattern::{NotAPattern, Pattern};
pub(crate) use regions::{Cells, cells_of};
pub(crate) use symmetry::Symmetry;
