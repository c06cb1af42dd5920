//! The search for a plan as long as the next bound, below the deepest states within the last one.

use crate::outcome::Work;
use crate::platform::parallel;
use crate::problem::{
    Action, Backward, BoundedEstimate, FBound, Key, LazyTest, LazyTesting, Parts, StateSpace,
};
use crate::snapshot::{KeyFormat, Reader, Unreadable, Writer};
use crate::store::closed_list::ClosedList;
use crate::store::plan_extraction::{moves_between, trace};
use crate::store::push;
use crate::{Depth, Monitor, Stop};
use foldhash::fast::FixedState;
use std::collections::{HashMap, VecDeque};
use std::io;

/// The states that a breadth-first search has expanded last.
#[derive(Debug)]
pub(crate) struct Deepest<K> {
    /// Each with its depth, in the order of expansion.
    chunks: VecDeque<(Depth, Vec<K>)>,
    count: usize,
    /// This many are kept, and at most one chunk more.
    wanted: usize,
}

impl<K: Copy> Deepest<K> {
    /// More would be of no use.
    const STATES: usize = 1 << 16;

    /// No states yet. A quarter of `memory` bytes holds all of them but one chunk.
    pub(crate) fn new(memory: Option<u64>) -> Self {
        let room = memory.map_or(usize::MAX, |bytes| bytes as usize / (4 * size_of::<K>()));
        Self { chunks: VecDeque::new(), count: 0, wanted: room.min(Self::STATES) }
    }

    /// Forgets all states.
    pub(crate) fn clear(&mut self) {
        self.chunks.clear();
        self.count = 0;
    }

    /// Adds states expanded after all others: the next chunk, or more of the last one.
    pub(crate) fn add(&mut self, depth: Depth, states: &[K], is_next: bool) {
        match self.chunks.back_mut() {
            Some((_, last)) if !is_next => last.extend(states),
            _ => self.chunks.push_back((depth, states.to_vec())),
        }
        self.count += states.len();
        while let Some((_, first)) = self.chunks.front()
            && self.count - first.len() >= self.wanted
        {
            self.count -= first.len();
            self.chunks.pop_front();
        }
    }

    /// Writes all states.
    pub(crate) fn save(&self, format: &dyn KeyFormat<K>, to: &mut Writer<'_>) -> io::Result<()> {
        to.part(&self.chunks.len())?;
        self.chunks.iter().try_for_each(|(depth, states)| {
            to.part(depth)?;
            to.keys(format, states)
        })
    }

    /// Reads the states written by [`Deepest::save`], none of them deeper than `bound`.
    ///
    /// # Errors
    /// [`Unreadable`].
    pub(crate) fn restore(
        &mut self,
        format: &dyn KeyFormat<K>,
        bound: Depth,
        from: &mut Reader<'_>,
    ) -> Result<(), Unreadable> {
        self.clear();
        for _ in 0..from.length(size_of::<Depth>() + size_of::<u64>())? {
            let depth = from.part()?;
            if depth > bound {
                return Err(Unreadable::Invalid("states so deep"));
            }
            self.add(depth, &from.keys(format)?, true);
        }
        Ok(())
    }
}

/// States expanded at once, the deepest first.
const BATCH: usize = 64;

/// What is known of a search within a bound that found no plan.
pub(crate) struct Last<'a, K> {
    /// The states that it met.
    pub(crate) closed: &'a ClosedList<K>,
    /// Those that it expanded last.
    pub(crate) deepest: &'a Deepest<K>,
}

/// The most that the search for a plan may use.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Allowance {
    /// States expanded.
    pub(crate) work: u64,
    /// Bytes, if limited.
    pub(crate) memory: Option<u64>,
}

/// Looks for a plan of at most `bound` moves, given that the search within the previous bound found
/// none, until the allowance is used up. Adds to `work`.
///
/// Expands the deepest states first, as A* does among those of equal f: they have the least left to
/// do. If no plan is found, nothing is proved. Works in the thread pool it is called from; the
/// result does not depend on the number of threads.
///
/// # Errors
/// The limit of the monitor that is reached.
///
/// # Complexity
/// Time and memory linear in the allowance.
pub(crate) fn dive<P: Parts<Space: Backward>>(
    problem: &P,
    last: &Last<'_, Key<P>>,
    bound: Depth,
    testing: LazyTesting,
    allowance: Allowance,
    monitor: &mut Monitor<'_>,
    work: &mut Work,
) -> Result<Option<Vec<Action<P>>>, Stop> {
    // A slot of the table when it is less than half full, and a place in the list of open states.
    let bytes_of_state = 2 * (2 * size_of::<Key<P>>() as u64 + 1) + 2 * size_of::<Key<P>>() as u64;
    let most = allowance.memory.map_or(u64::MAX, |bytes| bytes / bytes_of_state) as usize;
    let begun = work.in_states();
    let mut open: Vec<Vec<Key<P>>> = vec![Vec::new(); bound.index() + 1];
    for (depth, states) in &last.deepest.chunks {
        // Only a forged checkpoint has deeper states.
        if let Some(open) = open.get_mut(depth.index()) {
            open.extend(states);
        }
    }
    // For each state that the last search did not meet, its parent.
    let mut parents: HashMap<Key<P>, Key<P>, FixedState> = HashMap::default();
    while work.in_states() < begun + allowance.work && parents.len() < most {
        monitor.poll(bound, &work.statistics)?;
        let batch = deepest_of(&mut open, BATCH.min(monitor.nodes_left(&work.statistics)?));
        if batch.is_empty() {
            break;
        }
        let successors = |&(depth, key): &(Depth, Key<P>)| {
            let is_asked = testing == LazyTesting::On && parents.contains_key(&key);
            let test = || problem.test().test(&problem.space().unpack(key), bound - depth);
            let is_refuted = is_asked && test() != BoundedEstimate::WithinBudget;
            let (mut children, mut generated) = (Vec::new(), 0);
            if !is_refuted {
                let mut bound = FBound::new(bound);
                let visit = |child| children.push(child);
                let node = problem.unpack(key);
                generated = bound.visit_successors(problem, &node, depth.next(), visit);
            }
            Successors { is_asked, is_refuted, children, generated }
        };
        let found = parallel::map(&batch, BATCH / 8, successors);
        for ((depth, key), successors) in batch.into_iter().zip(found) {
            work.tested += u64::from(successors.is_asked);
            work.statistics.expanded += u64::from(!successors.is_refuted);
            work.statistics.reexpanded += u64::from(!parents.contains_key(&key));
            work.statistics.generated += successors.generated;
            for child in successors.children {
                if last.closed.find(child).is_some() || parents.contains_key(&child) {
                    continue;
                }
                parents.try_reserve(1).map_err(|_| Stop::Memory)?;
                parents.insert(child, key);
                if problem.space().is_goal(&problem.space().unpack(child)) {
                    // If there is no plan, the search itself will report that.
                    return Ok(plan(problem.space(), last.closed, &parents, child, depth.next()));
                }
                push(&mut open[depth.next().index()], child)?;
            }
        }
    }
    Ok(None)
}

/// The result of an expansion.
struct Successors<K> {
    /// Whether it was tested.
    is_asked: bool,
    is_refuted: bool,
    children: Vec<K>,
    generated: u64,
}

/// Takes out the `count` deepest states.
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

/// The plan of `depth` moves that ends at `goal`; none if the parents form a cycle, as they only do
/// if a forged checkpoint has open states that were not met.
fn plan<S: Backward>(
    space: &S,
    closed: &ClosedList<S::Key>,
    parents: &HashMap<S::Key, S::Key, FixedState>,
    goal: S::Key,
    depth: Depth,
) -> Option<Vec<S::Action>> {
    let mut path = vec![goal];
    while let Some(&parent) = parents.get(&path[path.len() - 1]) {
        path.push(parent);
        if path.len() > depth.index() + 1 {
            return None;
        }
    }
    path.reverse();
    let moves = depth.index() + 1 - path.len();
    let met_in = &mut |keys: &[_], layer| closed.met_in(keys, layer);
    let mut plan = trace(space, met_in, path[0], Depth(moves as u16))?;
    plan.extend(moves_between(space, &path));
    Some(plan)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::breadth_first::layered_search::to_the_end;
    use crate::breadth_first::{Bounded, Step};
    use crate::graph::{Graph, graph};
    use crate::outcome::unlimited;
    use crate::{Outcome, Statistics};
    use proptest::prelude::*;

    /// Dives after the search within each bound, until a plan is found.
    fn first_found(graph: &Graph, testing: LazyTesting, work: u64) -> Option<Outcome<(u16, u16)>> {
        let problem = graph.problem();
        unlimited(|monitor| {
            let mut search = Bounded::new(&problem, testing, monitor);
            let mut bound = search.least();
            while let Ok(Step::Next(next)) = search.prove(bound, monitor, &mut to_the_end) {
                let found = search.layers.dive(next, work, monitor);
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
        fn what_is_found_is_a_shortest_plan(graph in graph(), work in 0..200_u64) {
            for testing in [LazyTesting::On, LazyTesting::Off] {
                if let Some(outcome) = first_found(&graph, testing, work) {
                    graph.is_proved(&outcome, "dive");
                }
            }
        }
    }

    #[test]
    fn a_plan_is_found_below_the_deepest_states() {
        // A line of ten moves with a branch at every state. The heuristic falls short by 3 up to
        // state 4, so the search ends there within seven moves; or at once, if state 2 is tested.
        let line = |state: u16| [(state, state + 1), (state, state + 20)];
        let edges: Vec<_> = (1..10).flat_map(line).chain([(10, 30)]).collect();
        let mut graph = Graph::new(31, &edges, vec![1], vec![30]);
        graph.optimism = (0..31).map(|state| if state < 5 { 3 } else { 0 }).collect();
        graph.known = Some(2);
        for testing in [LazyTesting::On, LazyTesting::Off] {
            assert!(first_found(&graph, testing, 0).is_none());
            let found = first_found(&graph, testing, 100);
            graph.is_proved(&found.expect("all that is left can be searched"), "dive");
        }
    }

    #[test]
    fn the_last_states_are_kept() {
        let mut deepest = Deepest::new(None);
        for depth in 0..40 {
            deepest.add(Depth(depth), &[depth; 4096], true);
        }
        let depths: Vec<_> = deepest.chunks.iter().map(|(depth, _)| depth.0).collect();
        assert_eq!(depths, (24..40).collect::<Vec<_>>());
        deepest.add(Depth(40), &[40], true);
        assert_eq!(deepest.count, Deepest::<u16>::STATES + 1);
        let mut few = Deepest::new(Some(8 * 10));
        (0..40).for_each(|depth| few.add(Depth(depth), &[depth], true));
        assert_eq!(few.count, 10);
    }
}
