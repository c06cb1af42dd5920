//! The progress of a check, and the memory that it may take.

use crate::NotVerified;
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

/// Tells how far a check is; an error if it is to end.
pub(crate) fn tell(
    on_progress: &mut OnProgress<'_>,
    done: u64,
    of: Option<u64>,
) -> Result<(), NotVerified> {
    match on_progress(Checking { done, of }) {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(NotVerified::Stopped),
    }
}

/// An error if a check that takes some bytes may not take as many.
pub(crate) fn fit(bytes: u64, memory: Option<u64>) -> Result<(), NotVerified> {
    match memory {
        Some(memory) if bytes > memory => Err(NotVerified::Memory(bytes)),
        _ => Ok(()),
    }
}
