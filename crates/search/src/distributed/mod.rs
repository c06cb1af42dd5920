//! Search by several ranks: each owns some of the states, and sends the others those that they own.
//!
//! A rank is a thread or a process, on this machine or on others: see [`Transport`]. A hash of a
//! state decides which rank owns it, so that a duplicate always arrives where the state is known.
//! The result of a search does not depend on the number of ranks; nor do the layers of
//! breadth-first search.
//!
//! Breadth-first searches can be [saved](RankCheckpoint); each rank saves its part.
//!
//! # Source
//! Kishimoto, Fukunaga and Botea, "Evaluation of a simple, scalable, parallel best-first search
//! strategy", Artificial Intelligence 195 (2013); the distribution by a hash is that of Evett,
//! Hendler, Mahanti and Nau, "PRA*", Journal of Parallel and Distributed Computing 25 (1995).

mod breadth_first;
mod checkpoint;
mod closed_states;
mod collective;
mod conclusion;
mod expansion;
mod hash_distributed_astar;
mod key_bytes;
mod layer_count;
mod layers;
mod mailbox;
mod merged_layer;
mod message;
mod owner;
mod place;
mod plan;
mod saved;
mod saving;
mod threads;
mod transport;
mod waves;

#[cfg(test)]
mod simulated;
#[cfg(test)]
mod tests;

pub use breadth_first::{
    distributed_breadth_first_heuristic_search, distributed_breadth_first_search,
};
pub use checkpoint::{Notice, RankCheckpoint};
pub use closed_states::distributed_closed_states;
pub use hash_distributed_astar::hash_distributed_astar;
pub use layer_count::{LayerCount, VisitCount};
pub use mailbox::Traffic;
pub use threads::{Threads, on_threads};
pub use transport::Transport;

pub(crate) use collective::{
    agree, are_same, fingerprint, gather, is_gone, last_common, together, while_others_wait,
};
pub(crate) use mailbox::Mailbox;
pub(crate) use message::{Kind, depth_of, number_of, stop_of, word_of};
pub(crate) use owner::{hash_of, owner};
pub(crate) use place::Shared;
pub(crate) use saved::{Common, parse, read_apart, read_common, write_apart, write_common};
#[cfg(test)]
pub(crate) use simulated::Simulated;
pub(crate) use threads::led_by_first;

use crate::artifact::FileError;

/// The reason why several ranks cannot search a problem.
#[derive(Debug, thiserror::Error)]
pub enum RankError {
    /// States cannot be sent: they have no byte format.
    #[error("several ranks need states that can be stored as bytes")]
    NoKeyFormat,
    /// The ranks were not started in the same way.
    #[error("all ranks need the same problem, the same limits and the same version")]
    Different,
    /// The search cannot be resumed from what the ranks saved.
    #[error(transparent)]
    Checkpoint(#[from] FileError),
}
