//! A plan as long as the next bound, looked for below the deepest states within the last one.

use crate::bound::Bound;
use crate::closed::ClosedList;
use crate::effort::Effort;
use crate::plan::{moves_between, trace};
use crate::{Depth, Fit, Monitor, StateSpace, Stop, Testing};
use foldhash::fast::FixedState;
use rayon::prelude::*;
use std::collections::{HashMap, VecDeque};

/// The states that a breadth-first search has expanded last.
#[derive(Debug)]
pub(crate) struct Deepest<K> {
    /// With their depths, the last ones last.
    chunks: VecDeque<(Depth, Vec<K>)>,
    count: usize,
    /// So many are kept, and a chunk more at the most.
    wanted: usize,
}

impl<K: Copy> Deepest<K> {
    /// No more are of use.
    const STATES: usize = 1 << 16;

    /// None yet. A quarter of `memory` bytes holds all but a chunk of them.
    pub(crate) fn new(memory: Option<u64>) -> Self {
        let room = memory.map_or(usize::MAX, |bytes| bytes as usize / (4 * size_of::<K>()));
        Self { chunks: VecDeque::new(), count: 0, wanted: room.min(Self::STATES) }
    }

    /// Forgets all states.
    pub(crate) fn clear(&mut self) {
        self.chunks.clear();
        self.count = 0;
    }

    /// Adds states that were expanded after all others.
    pub(crate) fn add(&mut self, depth: Depth, states: &[K]) {
        self.chunks.push_back((depth, states.to_vec()));
        self.count += states.len();
        while let Some((_, first)) = self.chunks.front()
            && self.count - first.len() >= self.wanted
        {
            self.count -= first.len();
            self.chunks.pop_front();
        }
    }
}

/// States looked at at once, the deepest first.
const BATCH: usize = 64;

/// What is known of a search within a bound that has found nothing.
pub(crate) struct Last<'a, K> {
    /// The states that it met.
    pub(crate) closed: &'a ClosedList<K>,
    /// Those of them that it expanded last.
    pub(crate) deepest: &'a Deepest<K>,
}

/// What looking for a plan may take.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Allowance {
    /// In states expanded.
    pub(crate) effort: u64,
    /// In bytes, if it is limited.
    pub(crate) memory: Option<u64>,
}

/// Looks for a plan of at most `bound` moves, given that the search within the bound before has
/// found none, until that has taken the allowance. Adds to `effort`.
///
/// Expands the deepest states first, as A* does among those of equal f: what is left to do from
/// there is least. Without a plan nothing is shown. Works in the thread pool it is called from, and
/// finds the same whatever the number of threads.
///
/// # Errors
/// The limit of the monitor that is reached.
///
/// # Complexity
/// Time and memory linear in the allowance.
pub(crate) fn dive<S: StateSpace>(
    space: &S,
    last: &Last<'_, S::Key>,
    bound: Depth,
    testing: Testing,
    allowance: Allowance,
    monitor: &mut Monitor<'_>,
    effort: &mut Effort,
) -> Result<Option<Vec<S::Action>>, Stop> {
    // A slot of the table, when it is less than half full, and a place in the list of open states.
    let bytes_of_state = 2 * (2 * size_of::<S::Key>() as u64 + 1) + 2 * size_of::<S::Key>() as u64;
    let most = allowance.memory.map_or(u64::MAX, |bytes| bytes / bytes_of_state) as usize;
    let begun = effort.in_states();
    let mut open: Vec<Vec<S::Key>> = vec![Vec::new(); bound.index() + 1];
    for (depth, states) in &last.deepest.chunks {
        open[depth.index()].extend(states);
    }
    // By state that the last search did not meet, its parent.
    let mut parents: HashMap<S::Key, S::Key, FixedState> = HashMap::default();
    while effort.in_states() < begun + allowance.effort && parents.len() < most {
        monitor.look_at_the_clock(bound, &effort.statistics)?;
        let batch = deepest_of(&mut open, BATCH.min(monitor.nodes_left(&effort.statistics)?));
        if batch.is_empty() {
            break;
        }
        let family = |&(depth, key): &(Depth, S::Key)| {
            let state = space.unpack(key);
            let is_asked = testing == Testing::Always && parents.contains_key(&key);
            let is_refuted = is_asked && space.fit_when_new(&state, bound - depth) != Fit::Within;
            let (mut children, mut generated) = (Vec::new(), 0);
            if !is_refuted {
                let mut bound = Bound::new(bound);
                let visit = |child| children.push(child);
                generated = bound.visit_children(space, &state, depth.next(), visit);
            }
            Family { is_asked, is_refuted, children, generated }
        };
        let families: Vec<_> = batch.par_iter().with_min_len(BATCH / 8).map(family).collect();
        for ((depth, key), family) in batch.into_iter().zip(families) {
            effort.tested += u64::from(family.is_asked);
            effort.statistics.expanded += u64::from(!family.is_refuted);
            effort.statistics.reexpanded += u64::from(!parents.contains_key(&key));
            effort.statistics.generated += family.generated;
            for child in family.children {
                if last.closed.find(child).is_some() || parents.contains_key(&child) {
                    continue;
                }
                parents.insert(child, key);
                if space.is_goal(&space.unpack(child)) {
                    return Ok(Some(plan(space, last.closed, &parents, child, depth.next())));
                }
                open[depth.next().index()].push(child);
            }
        }
    }
    Ok(None)
}

/// What comes of a state.
struct Family<K> {
    /// Whether it was tested.
    is_asked: bool,
    is_refuted: bool,
    children: Vec<K>,
    generated: u64,
}

/// Takes the `count` deepest states out.
fn deepest_of<K>(open: &mut [Vec<K>], count: usize) -> Vec<(Depth, K)> {
    let mut taken = Vec::with_capacity(count);
    for (depth, states) in open.iter_mut().enumerate().rev() {
        let first = states.len().saturating_sub(count - taken.len());
        taken.extend(states.drain(first..).rev().map(|state| (Depth(depth as u16), state)));
        if taken.len() == count {
            break;
        }
    }
    taken
}

/// The plan of `depth` moves that ends at `goal`.
fn plan<S: StateSpace>(
    space: &S,
    closed: &ClosedList<S::Key>,
    parents: &HashMap<S::Key, S::Key, FixedState>,
    goal: S::Key,
    depth: Depth,
) -> Vec<S::Action> {
    let mut way = vec![goal];
    while let Some(&parent) = parents.get(&way[way.len() - 1]) {
        way.push(parent);
    }
    way.reverse();
    let mut plan = trace(space, closed, way[0], Depth((depth.index() + 1 - way.len()) as u16));
    plan.extend(moves_between(space, &way));
    plan
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::breadth_first::to_the_end;
    use crate::breadth_first_heuristic::{Bounded, Step};
    use crate::monitor::unlimited;
    use crate::random_graph::{Graph, graph};
    use crate::{Outcome, Statistics};
    use proptest::prelude::*;

    /// Dives after the search within each bound, until a plan is found.
    fn first_found(graph: &Graph, testing: Testing, effort: u64) -> Option<Outcome<(u16, u16)>> {
        unlimited(|monitor| {
            let mut search = Bounded::new(graph, testing, monitor);
            let mut bound = search.least();
            while let Step::Next(next) = search.prove(bound, monitor, &mut to_the_end) {
                let found = search.layers.dive(next, effort, monitor);
                if let Some(plan) = found.expect("there is no limit") {
                    return Some(Outcome::with_plan(plan, next, Statistics::default()));
                }
                bound = next;
            }
            None
        })
    }

    proptest! {
        #[test]
        fn what_is_found_is_a_shortest_plan(graph in graph(), effort in 0..200_u64) {
            for testing in [Testing::Always, Testing::Never] {
                if let Some(outcome) = first_found(&graph, testing, effort) {
                    graph.is_right(&outcome);
                }
            }
        }
    }

    #[test]
    fn a_plan_is_found_below_the_deepest_states() {
        // A line of ten moves with a branch at every state. The heuristic falls short by 3 up to
        // state 3, so the search ends there within seven moves; or at once, if state 1 is tested.
        let line = |state: u16| [(state, state + 1), (state, state + 20)];
        let edges: Vec<_> = (0..9).flat_map(line).chain([(9, 29)]).collect();
        let graph = Graph::new(edges, (0..30).map(|state| if state < 4 { 3 } else { 0 }).collect());
        for testing in [Testing::Always, Testing::Never] {
            assert!(first_found(&graph, testing, 0).is_none());
            let found = first_found(&graph, testing, 100);
            graph.is_right(&found.expect("all that is left can be searched"));
        }
    }

    #[test]
    fn the_last_states_are_kept() {
        let mut deepest = Deepest::new(None);
        for depth in 0..40 {
            deepest.add(Depth(depth), &[depth; 4096]);
        }
        let depths: Vec<_> = deepest.chunks.iter().map(|(depth, _)| depth.0).collect();
        assert_eq!(depths, (24..40).collect::<Vec<_>>());
        deepest.add(Depth(40), &[40]);
        assert_eq!(deepest.count, Deepest::<u16>::STATES + 1);
        let mut few = Deepest::new(Some(8 * 10));
        (0..40).for_each(|depth| few.add(Depth(depth), &[depth]));
        assert_eq!(few.count, 10);
    }
}
