//! A rank of a search that is a process, on this machine or another, by MPI.
//!
//! [`start`] makes the process a rank of those that `mpirun` has started. What it gives is a
//! [`Transport`](fewest_search::distributed::Transport): the searches of
//! [`fewest_search::distributed`] take it, as does
//! [`Ranks::Transport`](fewest_search::Ranks::Transport).

mod rank;
mod start;

pub use rank::MpiRank;
pub use start::{NotStarted, start};
