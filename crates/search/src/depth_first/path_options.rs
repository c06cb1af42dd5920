//! What can be chosen of all depth-first search.

/// Whether something is done that could be left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Switch {
    /// It is done.
    #[default]
    On,
    /// It is left out.
    Off,
}

impl Switch {
    /// Both of them.
    pub const ALL: [Self; 2] = [Self::On, Self::Off];

    /// The name users type.
    pub fn name(self) -> &'static str {
        match self {
            Self::On => "on",
            Self::Off => "off",
        }
    }
}

/// What can be chosen of a search that keeps the current path alone.
///
/// # Source
/// Hüffner 2003, section 5.3.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct PathOptions {
    /// Whether moves are skipped that the [`MovePruning`](crate::problem::MovePruning) of the
    /// problem names.
    pub move_pruning: Switch,
    /// Whether children are searched in order of f, or as the graph has them.
    pub move_ordering: Switch,
}
