//! How far a check is.

use std::ops::ControlFlow;

/// How far a check is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Checking {
    /// States looked at.
    pub done: u64,
    /// Of so many, where that is known before.
    pub of: Option<u64>,
}

/// Told now and then how far a check is; a break ends it.
pub type OnProgress<'a> = dyn FnMut(Checking) -> ControlFlow<()> + 'a;

/// Goes on, whatever is told.
pub fn unwatched(_: Checking) -> ControlFlow<()> {
    ControlFlow::Continue(())
}
