//! Depth-first search from states for which the closed list of breadth-first heuristic search has
//! no room.

use crate::depth_first::TableOptions;
use crate::depth_first::transposition_table::TranspositionTable;
use crate::depth_first::visited::Visited;
use crate::platform::parallel;
use crate::problem::{FBound, LazyTest, LazyTesting, Parts, StateSpace};
use crate::store::closed_list::ClosedList;
use crate::store::key_hash::KeyHash;
use crate::{Depth, Stop};
use std::cmp::Reverse;
use std::hash::{BuildHasher, Hash};
use std::sync::{Mutex, PoisonError};

/// Depth-first search below the states that found no room, within the same bound, with a
/// transposition table for all cores.
///
/// Leaves out states that are in the closed list, or in the table at no greater depth. No state
/// found here is put into the closed list.
///
/// # Sound because
/// every state of a shortest plan is met at its place in the plan (induction over the plan), so
/// the goal is met, too, or the f of what was refused instead is known:
///
/// - The closed list has only states that breadth-first search met in the layer it fills or an
///   earlier one, and depth-first search begins in that layer. So a state of the list has no
///   greater depth there than here. At its place in the plan, it was stored at exactly that depth,
///   and has been or will be expanded; or it was refuted there with all the moves that the plan has
///   left.
/// - A state in the table was entered or refuted at this bound at no greater depth: see
///   [`Visited`].
/// - A state that is refuted at one depth is refuted at every greater one.
///
/// # Not sound with
/// closed lists that are filled beyond the layer where this search begins, or bounds above the
/// length of a shortest plan: it may find a longer one first.
#[derive(Debug)]
pub(crate) struct OverflowSearch<K> {
    bytes: u64,
    /// Indexed by the highest bits of the hash of a state.
    tables: Vec<Mutex<TranspositionTable<K>>>,
}

/// What was done in one call.
#[derive(Debug)]
pub(crate) struct Advance<K> {
    pub(crate) expanded: u64,
    pub(crate) generated: u64,
    pub(crate) tested: u64,
    /// From a state where the search began, at the given depth, to a goal within the bound.
    pub(crate) path_to_goal: Option<(Depth, Vec<K>)>,
}

impl<K: Copy + Eq + Hash + Send + Sync> OverflowSearch<K> {
    /// The tables get one byte in this many of the memory.
    const SHARE: u64 = 2;
    /// Enough that cores hardly ever wait for one another.
    const TABLES: usize = 1 << Self::TABLE_BITS;
    const TABLE_BITS: u32 = 8;
    /// States that one core expands between two checks of the limits: some milliseconds.
    const MOST_EXPANDED: usize = if cfg!(test) { 3 } else { 1 << 12 };
    /// States that one core tests between two checks: a test takes microseconds to milliseconds.
    const MOST_TESTED: u64 = 1 << 8;

    /// For a search that has `memory` bytes in all. The tables are made when the first state finds
    /// no room, and grow with the states they hold: a bound that fits costs nothing for them.
    pub(crate) fn with_share_of(memory: u64) -> Self {
        Self { bytes: memory / Self::SHARE, tables: Vec::new() }
    }

    /// The most bytes of the tables.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Makes the tables, each of them small.
    ///
    /// # Errors
    /// [`Stop::Memory`] if there is too little.
    fn begin(&mut self) -> Result<(), Stop> {
        let bytes = self.bytes / Self::TABLES as u64;
        let table = |_| {
            let mut table = TranspositionTable::new(Some(bytes), TableOptions::default());
            table.begin_iteration().map(|()| Mutex::new(table))
        };
        self.tables = (0..Self::TABLES).map(table).collect::<Result<_, _>>()?;
        Ok(())
    }

    /// Forgets everything and releases the memory.
    pub(crate) fn release(&mut self) {
        self.tables = Vec::new();
    }

    /// States in the tables.
    pub(crate) fn len(&mut self) -> u64 {
        let tables = self.tables.iter_mut();
        tables.map(|table| table.get_mut().map_or(0, |table| table.len())).sum()
    }

    /// Continues walks on all cores, for a short time and at most `most` expanded states.
    ///
    /// # Errors
    /// [`Stop::Memory`] if there is too little for the tables.
    pub(crate) fn advance<P: Parts<Space: StateSpace<Key = K>>>(
        &mut self,
        walks: &mut Walks<K>,
        most: usize,
        problem: &P,
        closed: &ClosedList<K>,
        testing: LazyTesting,
        bound: &mut FBound,
    ) -> Result<Advance<K>, Stop> {
        if self.tables.is_empty() {
            self.begin()?;
        }
        walks.share();
        let walks = &mut walks.0;
        let each = (most / walks.len()).clamp(1, Self::MOST_EXPANDED);
        let within = FBound::new(bound.limit());
        let advance = |walk: &mut Walk<K>| {
            let mut bound = within;
            (self.walk(walk, each as u64, problem, closed, testing, &mut bound), bound)
        };
        let mut all = Advance { expanded: 0, generated: 0, tested: 0, path_to_goal: None };
        for (one, pruned) in parallel::map(walks.iter_mut().take(most), 1, advance) {
            bound.merge(&pruned);
            all.expanded += one.expanded;
            all.generated += one.generated;
            all.tested += one.tested;
            all.path_to_goal = all.path_to_goal.or(one.path_to_goal);
        }
        Ok(all)
    }

    fn walk<P: Parts<Space: StateSpace<Key = K>>>(
        &self,
        walk: &mut Walk<K>,
        most: u64,
        problem: &P,
        closed: &ClosedList<K>,
        testing: LazyTesting,
        bound: &mut FBound,
    ) -> Advance<K> {
        let mut advance = Advance { expanded: 0, generated: 0, tested: 0, path_to_goal: None };
        while advance.expanded < most && advance.tested < Self::MOST_TESTED {
            let Some((key, depth)) = walk.enter() else { break };
            if closed.has_met(key) || self.is_duplicate(key, depth) {
                continue;
            }
            let node = problem.unpack(key);
            if testing == LazyTesting::On {
                advance.tested += 1;
                if !bound.admits(depth, |left| problem.test().test(&node.state, left)) {
                    continue;
                }
            }
            if problem.is_goal(&node) {
                advance.path_to_goal = Some((walk.first, walk.path.clone()));
                break;
            }
            advance.expanded += 1;
            let (depth, open) = (depth.next(), &mut walk.open);
            advance.generated +=
                bound.visit_successors(problem, &node, depth, |child| open.push((child, depth)));
        }
        advance
    }

    fn is_duplicate(&self, key: K, depth: Depth) -> bool {
        let hash = KeyHash::default().hash_one(key);
        let table = &self.tables[(hash >> (u64::BITS - Self::TABLE_BITS)) as usize];
        // A table is never left half changed.
        table.lock().unwrap_or_else(PoisonError::into_inner).is_duplicate(key, depth)
    }
}

/// The rest of a depth-first search, in parts for all cores.
#[derive(Debug)]
pub(crate) struct Walks<K>(Vec<Walk<K>>);

/// A depth-first search that can be interrupted and split.
#[derive(Debug)]
struct Walk<K> {
    /// The depth where paths start.
    first: Depth,
    /// From there to the last state entered.
    path: Vec<K>,
    /// States not entered yet: children of states on the path, the deepest last.
    open: Vec<(K, Depth)>,
}

impl<K: Copy> Walks<K> {
    /// Nothing left to do.
    pub(crate) fn none() -> Self {
        Self(Vec::new())
    }

    /// Walks that have to enter all `states`, which are at `depth`.
    pub(crate) fn new(states: Vec<K>, depth: Depth) -> Self {
        let open = states.into_iter().map(|state| (state, depth)).collect();
        Self(vec![Walk { first: depth, path: Vec::new(), open }])
    }

    /// Whether nothing is left.
    pub(crate) fn are_done(&self) -> bool {
        self.0.iter().all(|walk| walk.open.is_empty())
    }

    /// Splits walks until each core has one, starting with those that have most to do, judging by
    /// depths.
    fn share(&mut self) {
        self.0.retain(|walk| !walk.open.is_empty());
        while self.0.len() < rayon::current_num_threads() {
            let parted = self.0.iter_mut().filter(|walk| walk.open.len() > 1);
            let parted = parted.min_by_key(|walk| (walk.open[0].1, Reverse(walk.open.len())));
            let Some(part) = parted.map(Walk::part) else { return };
            self.0.push(part);
        }
    }
}

impl<K: Copy> Walk<K> {
    /// Enters the next state.
    fn enter(&mut self) -> Option<(K, Depth)> {
        let (key, depth) = self.open.pop()?;
        self.path.truncate((depth - self.first).index());
        self.path.push(key);
        Some((key, depth))
    }

    /// Half of the least deep states not entered yet, as a walk of their own.
    fn part(&mut self) -> Self {
        let depth = self.open[0].1;
        let least_deep = self.open.iter().take_while(|&&(_, other)| other == depth).count();
        let open = self.open.drain(..least_deep.div_ceil(2)).collect();
        let path = self.path[..(depth - self.first).index()].to_vec();
        Self { first: self.first, path, open }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::breadth_first::layered_search::to_the_end;
    use crate::breadth_first::{Bounded, Step, breadth_first_heuristic_search};
    use crate::graph::{Graph, graph};
    use crate::outcome::unlimited;
    use crate::store::closed_list::Shard;
    use crate::store::feistel::SHARDS;
    use crate::store::full_key_table::FullKeyTable;
    use crate::{Interrupt, Limits, Monitor, Outcome, Verdict};
    use proptest::prelude::*;

    /// Searches with room in the closed list only for the states of some shards.
    fn search(
        graph: &Graph,
        shards: usize,
        testing: LazyTesting,
        limits: Limits,
    ) -> Outcome<(u16, u16)> {
        let problem = Graph { bits: None, ..graph.clone() }.problem();
        let never = Interrupt::new();
        let mut silent = |_: &crate::Progress| {};
        let monitor = &mut Monitor::new(limits, &never, &mut silent);
        let mut search = Bounded::new(&problem, testing, monitor);
        for shard in &mut search.layers.closed.shards[shards..] {
            *shard = Shard::FullKey(FullKeyTable::new(0));
        }
        // Four states per table.
        search.layers.overflow = Some(OverflowSearch::with_share_of(256 * 4 * 6 * 2));
        let mut bound = search.least();
        loop {
            match search.prove(bound, monitor, &mut to_the_end) {
                Ok(Step::Next(next)) => bound = next,
                Ok(Step::Ended(outcome)) => return outcome,
                Err(unfinished) => return search.stopped(unfinished.stop(), bound, monitor),
            }
        }
    }

    const WITHOUT: Limits = Limits { deadline: None, memory: None, nodes: None, upper_bound: None };

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn whatever_is_stored_the_answer_is_the_same(graph in graph(), threads in 1..4_usize) {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            pool.expect("threads can be made").install(|| {
                for testing in [LazyTesting::On, LazyTesting::Off] {
                    let whole = search(&graph, SHARDS, testing, WITHOUT);
                    for shards in 0..=SHARDS {
                        let outcome = search(&graph, shards, testing, WITHOUT);
                        graph.is_proved(&outcome, "overflow");
                        // At the bounds before the last one, no state is left out.
                        let expanded = |outcome: &Outcome<_>| outcome.statistics().expanded_until_last_layer;
                        assert!(expanded(&outcome) >= expanded(&whole));
                    }
                }
            });
        }

        #[test]
        fn bounds_hold_after_a_node_limit(graph in graph(), nodes in 0..60_u64) {
            let limits = Limits { nodes: Some(nodes), ..WITHOUT };
            for shards in (0..=SHARDS).step_by(4) {
                let outcome = search(&graph, shards, LazyTesting::Off, limits);
                let bounds = outcome.bounds();
                prop_assert!(outcome.statistics().expanded <= nodes);
                prop_assert!(bounds.lower <= Depth(graph.optimum().unwrap_or(u16::MAX)));
                prop_assert!(bounds.upper.is_none_or(|_| bounds.upper == graph.optimum().map(Depth)));
            }
        }
    }

    #[test]
    fn a_state_met_again_at_less_depth_is_entered_again() {
        // Paths of four and of two moves to state 6, from which two more are needed: the children
        // listed last are entered first.
        let mut edges = vec![(0, 1), (1, 6), (0, 2), (2, 3), (3, 4), (4, 6), (6, 7), (7, 8)];
        for _ in 0..2 {
            let mut graph = Graph::new(9, &edges, vec![0], vec![8]);
            graph.optimism = vec![9; 9];
            graph.is_proved(&search(&graph, 0, LazyTesting::Off, WITHOUT), "overflow");
            edges.reverse();
        }
    }

    /// However much memory there is for them.
    #[test]
    fn tables_take_memory_only_for_states_without_room() {
        let graph = Graph::new(4, &[(0, 1), (1, 2), (2, 3)], vec![0], vec![3]);
        let problem = graph.problem();
        for (shards, has_tables) in [(SHARDS, false), (0, true)] {
            unlimited(|monitor| {
                let mut search = Bounded::new(&problem, LazyTesting::On, monitor);
                for shard in &mut search.layers.closed.shards[shards..] {
                    *shard = Shard::FullKey(FullKeyTable::new(0));
                }
                search.layers.overflow = Some(OverflowSearch::with_share_of(1 << 40));
                let mut bound = search.least();
                while let Ok(Step::Next(next)) = search.prove(bound, monitor, &mut to_the_end) {
                    bound = next;
                }
                let mut overflow = search.layers.overflow.take().expect("it is kept");
                assert_eq!(
                    (!overflow.tables.is_empty(), overflow.len() > 0),
                    (has_tables, has_tables)
                );
            });
        }
    }

    #[test]
    fn without_memory_for_the_tables_the_search_stops() {
        let mut graph = Graph::new(2, &[(0, 1)], vec![0], vec![1]);
        graph.optimism = vec![1; 2];
        let limits = Limits { memory: Some(100), ..WITHOUT };
        let stopped = unlimited(|monitor| {
            let monitor = &mut monitor.with(limits);
            breadth_first_heuristic_search(&graph.problem(), None, monitor).unwrap()
        });
        assert_eq!(stopped.verdict(), Verdict::Bounded(Stop::Memory));
        assert_eq!(stopped.bounds().lower, Depth(0));
    }
}
