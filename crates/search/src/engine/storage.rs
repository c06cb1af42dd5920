//! Where a search is kept, beside memory.

use crate::artifact::Checkpoint;
#[cfg(not(target_arch = "wasm32"))]
use crate::external::Disk;

/// Where a search is kept, beside memory.
pub enum Storage<'a, 'c> {
    /// It is saved now and then.
    Checkpoint(&'a mut Checkpoint<'c>),
    /// Its states are on disk.
    #[cfg(not(target_arch = "wasm32"))]
    Disk(&'a Disk),
}

impl Storage<'_, '_> {
    /// Whether its states are on disk.
    pub fn is_disk(&self) -> bool {
        !matches!(self, Self::Checkpoint(_))
    }
}
