//! Options of all depth-first searches.

/// Whether an optional step is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Switch {
    /// The step is done.
    #[default]
    On,
    /// The step is left out.
    Off,
}

impl Switch {
    /// Both of them.
    pub const ALL: [Self; 2] = [Self::On, Self::Off];

    /// Returns the name that users type.
    pub fn name(self) -> &'static str {
        match self {
            Self::On => "on",
            Self::Off => "off",
        }
    }
}

/// Options of a search that keeps only the current path.
///
/// # Source
/// Hüffner 2003, section 5.3.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct PathOptions {
    /// Whether moves are skipped that the [`MovePruning`](crate::problem::MovePruning) of the
    /// problem prunes.
    pub move_pruning: Switch,
    /// Whether children are searched in order of f, or in the order of the graph.
    pub move_ordering: Switch,
}
