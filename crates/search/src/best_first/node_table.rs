//! The nodes of the engines with open and closed states.

use crate::store::{Inserted, StateIndex, StateTable};
use crate::{Depth, Stop};
use std::hash::Hash;
use std::ops::{Deref, DerefMut};

/// Whether a state is to be expanded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Status {
    /// To be expanded for the first time.
    Open,
    /// Expanded.
    Closed,
    /// Expanded, and met again on a shorter path.
    Reopened,
}

/// What is known of a state: how it was reached, and in `X` what an engine adds.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StoredNode<X> {
    /// [`StateIndex::NONE`] for a root.
    pub(crate) parent: StateIndex,
    pub(crate) depth: Depth,
    pub(crate) status: Status,
    pub(crate) extra: X,
}

/// All states that were met, each with the shortest path known.
pub(crate) struct NodeTable<K, X>(StateTable<K, StoredNode<X>>);

impl<K: Copy + Eq + Hash, X> NodeTable<K, X> {
    /// An empty table that will not take more than `budget` bytes.
    pub(crate) fn new(budget: Option<u64>) -> Self {
        Self(StateTable::new(budget))
    }

    /// Stores a state met at `depth`, and opens it unless it was met at that depth or less before.
    /// Returns its place if it is open now.
    ///
    /// # Errors
    /// [`Stop::Memory`] if there is no room for it; then the table is unchanged.
    #[inline]
    pub(crate) fn reach(
        &mut self,
        key: K,
        parent: StateIndex,
        depth: Depth,
        extra: X,
    ) -> Result<Option<StateIndex>, Stop>
    where
        X: Copy,
    {
        let node = StoredNode { parent, depth, status: Status::Open, extra };
        match self.0.insert(key, node)? {
            Inserted::New(at) => Ok(Some(at)),
            Inserted::Known(at) => {
                let known = self.0.value_mut(at);
                if depth >= known.depth {
                    return Ok(None);
                }
                let status = match known.status {
                    Status::Open => Status::Open,
                    Status::Closed | Status::Reopened => Status::Reopened,
                };
                *known = StoredNode { status, ..node };
                Ok(Some(at))
            }
        }
    }

    /// Closes a state. Returns whether it was expanded before.
    #[inline]
    pub(crate) fn close(&mut self, at: StateIndex) -> bool {
        let status = &mut self.0.value_mut(at).status;
        std::mem::replace(status, Status::Closed) != Status::Open
    }

    /// The keys of the path to a state, from its root.
    pub(crate) fn path(&self, last: StateIndex) -> Vec<K> {
        let mut keys = Vec::new();
        let mut at = last;
        while at != StateIndex::NONE {
            keys.push(self.0.key(at));
            at = self.0.value(at).parent;
        }
        keys.reverse();
        keys
    }
}

impl<K, X> Deref for NodeTable<K, X> {
    type Target = StateTable<K, StoredNode<X>>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl<K, X> DerefMut for NodeTable<K, X> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}
