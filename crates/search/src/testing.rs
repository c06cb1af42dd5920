//! Whether new states are tested.

/// Whether [`StateSpace::fit_when_new`](crate::StateSpace::fit_when_new) is asked about new states.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Testing {
    /// About all of them.
    Always,
    /// About none.
    Never,
}
