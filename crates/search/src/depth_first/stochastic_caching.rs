//! IDA* with stochastic node caching.
//!
//! # Source
//! Miura and Ishida, "Stochastic node caching for memory-bounded search", AAAI 1998; for Atomix
//! Hüffner 2003, section 7.1.

use crate::depth_first::graph_kernel::iterate;
use crate::depth_first::transposition_table::TranspositionTable;
use crate::depth_first::visited::Visited;
use crate::depth_first::{CachingProbability, TableOptions};
use crate::outcome::Completeness;
use crate::problem::{Action, Parts};
use crate::{Depth, Monitor, Outcome, Stop, Weight};
use std::hash::Hash;

/// Runs IDA* with a transposition table that stores each state it meets only with some probability.
///
/// A state that is met often is likely to be stored, one that is met once is not: so a small table
/// holds the states that save most. The random choices follow a fixed sequence: the same call gives
/// the same counts.
///
/// # Complexity
/// As [`transposition_ida_star`](crate::depth_first::transposition_ida_star); less memory, more time.
pub fn stochastic_ida_star<P: Parts>(
    problem: &P,
    options: TableOptions,
    probability: CachingProbability,
    monitor: &mut Monitor<'_>,
) -> Outcome<Action<P>> {
    let memory = monitor.limits().memory;
    let table = TranspositionTable::new(memory, options);
    let mut cache = StochasticCache { table, probability, random: 0 };
    iterate(problem, Weight::ONE, options.move_ordering, &mut cache, monitor)
}

struct StochasticCache<K> {
    table: TranspositionTable<K>,
    probability: CachingProbability,
    random: u64,
}

impl<K> StochasticCache<K> {
    /// The next number of a pseudo-random sequence (Weyl's, mixed).
    fn next_random(&mut self) -> u32 {
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.random ^ self.random >> 32).wrapping_mul(0x243f_6a88_85a3_08d3);
        (mixed >> 32) as u32
    }
}

impl<K: Copy + Eq + Hash + Send> Visited<K> for StochasticCache<K> {
    fn completeness(&self) -> Completeness {
        Completeness::Complete
    }

    fn begin_iteration(&mut self) -> Result<(), Stop> {
        self.table.begin_iteration()
    }

    fn is_filled_below(&self) -> bool {
        self.table.is_filled_below()
    }

    fn empty(&mut self) {
        self.table.empty();
    }

    fn is_duplicate(&mut self, key: K, depth: Depth) -> bool {
        self.table.knows(key, depth).unwrap_or_else(|| {
            let number = self.next_random();
            if self.probability.admits(number) {
                self.table.remember(key, depth);
            }
            false
        })
    }

    fn len(&self) -> u64 {
        self.table.len()
    }
}
