//! The progress of a check.

use std::ops::ControlFlow;

/// The progress of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Checking {
    /// The number of states checked so far.
    pub done: u64,
    /// The number of all states, if it is known in advance.
    pub of: Option<u64>,
}

/// A function that is called from time to time with the progress of a check; a break ends the
/// check.
pub type OnProgress<'a> = dyn FnMut(Checking) -> ControlFlow<()> + 'a;

/// Ignores the progress and continues.
pub fn unwatched(_: Checking) -> ControlFlow<()> {
    ControlFlow::Continue(())
}
