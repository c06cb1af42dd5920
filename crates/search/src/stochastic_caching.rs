//! IDA* with stochastic node caching.
//!
//! # Source
//! Miura and Ishida, "Stochastic node caching for memory-bounded search", AAAI 1998; for Atomix
//! Hüffner 2003, section 7.1.

use crate::coverage::Complete;
use crate::ida_star::iterate;
use crate::transposition_table::TranspositionTable;
use crate::visited::Visited;
use crate::{Depth, Monitor, Outcome, Settings, StateSpace, Weight};
use std::hash::Hash;

/// IDA* with a transposition table that takes in one of some states it is offered.
///
/// What is met often is likely to be taken in, what is met once is not: so a small table holds
/// the states that save most. Choices are made by a fixed sequence: the same call gives the same
/// counts.
///
/// # Complexity
/// As [`crate::transposition_table::transposition_ida_star`]; less memory, more time.
pub fn stochastic_ida_star<S: StateSpace>(
    space: &S,
    settings: Settings,
    monitor: &mut Monitor<'_>,
) -> Outcome<S::Action> {
    let memory = monitor.limits().memory;
    let cache = |last: Option<StochasticCache<_>>, entered| {
        let (last, random) = last.map_or((None, 0), |last| (Some(last.table), last.random));
        let offered = entered / StochasticCache::<S::Key>::ONE_OF;
        let table = TranspositionTable::next(last, offered, memory, settings)?;
        Ok(StochasticCache { table, random })
    };
    iterate(space, Weight::ONE, cache, monitor)
}

struct StochasticCache<K> {
    table: TranspositionTable<K>,
    random: u64,
}

impl<K> StochasticCache<K> {
    /// A state is taken in with a probability of one in so many.
    const ONE_OF: u64 = 4;

    /// The next number of a sequence that looks random (Weyl's, mixed).
    fn next_random(&mut self) -> u64 {
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.random ^ self.random >> 32).wrapping_mul(0x243f_6a88_85a3_08d3);
        mixed >> 32
    }
}

impl<K: Copy + Eq + Hash> Visited<K> for StochasticCache<K> {
    type Coverage = Complete;

    fn is_entered_in_vain(&mut self, key: K, depth: Depth) -> bool {
        self.table.knows(key, depth).unwrap_or_else(|| {
            if self.next_random().is_multiple_of(Self::ONE_OF) {
                self.table.remember(key, depth);
            }
            false
        })
    }

    fn len(&self) -> u64 {
        self.table.len()
    }
}
