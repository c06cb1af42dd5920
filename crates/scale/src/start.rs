//! Starts and ends a process that is a rank.

use crate::rank::MpiRank;
use mpi::Threading;
use mpi::topology::SimpleCommunicator;
use mpi::traits::Communicator;
use std::panic;

/// The exit code of an internal error, as in the command.
const INTERNAL: i32 = 70;

/// The MPI library does not start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotStarted;

impl std::fmt::Display for NotStarted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("MPI was started before in this process")
    }
}

impl std::error::Error for NotStarted {}

/// Runs a rank of a job; without `mpirun` it is the only one. All ranks have to call it.
///
/// A rank that panics ends the whole job: else the others would wait for it.
///
/// # Errors
/// If the process has called it before.
pub fn start<T>(run: impl FnOnce(&mut MpiRank) -> T) -> Result<T, NotStarted> {
    let (_universe, _) = mpi::initialize_with_threading(Threading::Funneled).ok_or(NotStarted)?;
    let tell = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        tell(panic);
        SimpleCommunicator::world().abort(INTERNAL);
    }));
    // The rank ends before the library does: it waits for messages under way.
    let mut rank = MpiRank::of(SimpleCommunicator::world());
    Ok(run(&mut rank))
}
