//! A limit on expanded nodes that the threads of an iteration share.

use crate::Stop;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// The number of nodes expanded between two checks of the limits, if expanding a node takes no
/// longer than reading the clock.
pub const GRANT: u64 = 1 << 14;

/// The number of nodes that may still be expanded.
///
/// Threads draw grants from it. A thread that finds it empty waits until the others have used up
/// their grants or given back the rest. So a search that stops for the limit has expanded exactly
/// as many nodes as it allows, on any number of threads.
pub(super) struct NodeBudget {
    state: Mutex<State>,
    changed: Condvar,
    /// The most nodes of one grant.
    grant: u64,
}

struct State {
    /// Nodes that no thread holds a grant for.
    left: u64,
    /// Nodes that threads hold grants for, used or not.
    granted: u64,
}

impl NodeBudget {
    pub fn new(nodes: u64, grant: u64) -> Self {
        let state = State { left: nodes, granted: 0 };
        Self { state: Mutex::new(state), changed: Condvar::new(), grant }
    }

    /// Returns the grants of one thread: none yet.
    pub fn grants(&self) -> Grants<'_> {
        Grants { budget: self, held: 0, unused: 0 }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // No update of the state can panic halfway.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The nodes that one thread has drawn from a [`NodeBudget`]. Unused ones are returned on drop.
pub(super) struct Grants<'a> {
    budget: &'a NodeBudget,
    held: u64,
    unused: u64,
}

impl Grants<'_> {
    /// Exchanges a grant that is used up for a new one.
    ///
    /// # Errors
    /// [`Stop::Nodes`] once the budget is spent and all grants are used up.
    pub fn renew(&mut self) -> Result<u64, Stop> {
        let mut state = self.budget.state();
        state.granted -= std::mem::take(&mut self.held);
        self.budget.changed.notify_all();
        while state.left == 0 && state.granted > 0 {
            state = self.budget.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        self.held = state.left.min(self.budget.grant);
        state.left -= self.held;
        state.granted += self.held;
        if self.held == 0 { Err(Stop::Nodes) } else { Ok(self.held) }
    }

    /// Gives back the unused rest of the grant.
    pub fn give_back(mut self, unused: u64) {
        self.unused = unused;
    }
}

impl Drop for Grants<'_> {
    fn drop(&mut self) {
        let mut state = self.budget.state();
        state.granted -= self.held;
        state.left += self.unused;
        self.budget.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

    #[test]
    fn one_thread_gets_all_of_it_in_parts() {
        let budget = NodeBudget::new(2 * GRANT + 5, GRANT);
        let mut grants = budget.grants();
        let drawn: Vec<_> = std::iter::from_fn(|| grants.renew().ok()).collect();
        assert_eq!(drawn, [GRANT, GRANT, 5]);
        assert_eq!(grants.renew(), Err(Stop::Nodes));
    }

    #[test]
    fn what_one_thread_gives_back_the_others_use() {
        const NODES: u64 = 10 * GRANT + 7;
        let (budget, used) = (NodeBudget::new(NODES, GRANT), AtomicU64::new(0));
        std::thread::scope(|scope| {
            for thread in 0..8_u64 {
                let (budget, used) = (&budget, &used);
                scope.spawn(move || {
                    let mut grants = budget.grants();
                    // Every thread but the last gives up soon.
                    for round in 0.. {
                        let Ok(granted) = grants.renew() else { return };
                        if round == 0 && thread < 7 {
                            used.fetch_add(1, Relaxed);
                            return grants.give_back(granted - 1);
                        }
                        used.fetch_add(granted, Relaxed);
                    }
                });
            }
        });
        assert_eq!(used.into_inner(), NODES);
    }
}
