//! IDA* with stochastic node caching.
//!
//! # Source
//! Miura and Ishida, "Stochastic node caching for memory-bounded search", AAAI 1998; for Atomix
//! Hüffner 2003, section 7.1.

use crate::depth_first::TableOptions;
use crate::depth_first::graph_kernel::iterate;
use crate::depth_first::transposition_table::TranspositionTable;
use crate::depth_first::visited::Visited;
use crate::outcome::Complete;
use crate::problem::{Action, Parts};
use crate::{Depth, Monitor, Outcome, Stop, Weight};
use std::hash::Hash;

/// IDA* with a transposition table that takes in one of some states it is offered.
///
/// What is met often is likely to be taken in, what is met once is not: so a small table holds
/// the states that save most. Choices are made by a fixed sequence: the same call gives the same
/// counts.
///
/// # Complexity
/// As [`transposition_ida_star`](crate::depth_first::transposition_ida_star); less memory, more time.
pub fn stochastic_ida_star<P: Parts>(
    problem: &P,
    options: TableOptions,
    monitor: &mut Monitor<'_>,
) -> Outcome<Action<P>> {
    let memory = monitor.limits().memory;
    let cache = StochasticCache { table: TranspositionTable::new(memory, options), random: 0 };
    iterate(problem, Weight::ONE, cache, monitor)
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

impl<K: Copy + Eq + Hash + Send> Visited<K> for StochasticCache<K> {
    type Completeness = Complete;

    fn begin_iteration(&mut self, last: u64) -> Result<(), Stop> {
        self.table.begin_iteration(last / Self::ONE_OF)
    }

    fn is_duplicate(&mut self, key: K, depth: Depth) -> bool {
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
