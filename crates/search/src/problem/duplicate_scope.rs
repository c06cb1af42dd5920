//! The earlier layers that may hold a state that is reached again.

use crate::problem::Undirected;

/// The earlier layers in which duplicates are looked for.
///
/// # Source
/// The locality of a graph: Zhou and Hansen, "Breadth-first heuristic search", Artificial
/// Intelligence 170 (2006), section 3.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DuplicateScope {
    layers: usize,
}

impl DuplicateScope {
    /// All earlier layers: correct for every graph.
    pub const ALL: Self = Self { layers: usize::MAX };

    /// Returns the scope of the last two layers.
    ///
    /// # Sound because
    /// a move from a state of layer g can be taken back. If its child had been reached in layer j <
    /// g - 1, the state would have been reached in layer j + 1 at the latest, where it has more
    /// moves left: so neither the bound nor a test would have left it out there.
    pub fn undirected<S: Undirected>(_: &S) -> Self {
        Self { layers: 2 }
    }

    /// Returns the first of `layers` layers in which duplicates are looked for.
    pub fn first(self, layers: usize) -> usize {
        layers.saturating_sub(self.layers)
    }
}
