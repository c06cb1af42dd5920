//! Plan recovery: how the plan is found once the two searches have met.

/// How a frontier search finds the plan once its two searches have met; the last layers alone do
/// not contain it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum PlanRecovery {
    /// About one layer in 32 is kept; small searches lead back from one to the next.
    #[default]
    Layers,
    /// No layer is kept; the two halves of the plan, before and after the state where the searches
    /// met, are found by further searches of the same kind, recursively.
    ///
    /// # Source
    /// Manasse, Sleator, Wei and Baxter, "The Panex Puzzle", section "The Program".
    Midpoint,
}

impl PlanRecovery {
    /// Both of them.
    pub const ALL: [Self; 2] = [Self::Layers, Self::Midpoint];

    /// Returns the name that users type.
    pub fn name(self) -> &'static str {
        match self {
            Self::Layers => "layers",
            Self::Midpoint => "midpoint",
        }
    }
}
