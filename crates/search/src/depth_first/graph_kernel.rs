//! The driver's kernel of iterative deepening for any graph: searches one subtree on one thread.

use crate::depth_first::Switch;
use crate::depth_first::graph_searcher::GraphSearcher;
use crate::depth_first::iterative_deepening::{
    Counts, Driver, Searcher, Start, Subtree, SubtreeOrder, TreeKernel, UNKNOWN,
};
use crate::depth_first::visited::Visited;
use crate::outcome::{Completeness, ProvedBounds};
use crate::problem::{Action, IterationStart, Key, LazyTest, Parts};
use crate::{Depth, Monitor, Outcome, Stop, Weight};
use std::num::NonZero;
use std::sync::{Mutex, PoisonError};
use std::vec;

/// Iterative deepening on g + w·h, with a memory of the `visited` states.
pub(crate) fn iterate<P: Parts>(
    problem: &P,
    weight: Weight,
    move_ordering: Switch,
    visited: &mut dyn Visited<Key<P>>,
    monitor: &mut Monitor<'_>,
) -> Outcome<Action<P>> {
    iterate_from(problem, weight, move_ordering, visited, Start::default(), monitor)
}

/// The same for a resumed search: no plan is shorter than the bound at its start, and none of its
/// counts belong to a last layer.
pub(crate) fn iterate_from<P: Parts>(
    problem: &P,
    weight: Weight,
    move_ordering: Switch,
    visited: &mut dyn Visited<Key<P>>,
    start: Start<Action<P>>,
    monitor: &mut Monitor<'_>,
) -> Outcome<Action<P>> {
    let Some(h) = problem.least_estimate() else {
        return Outcome::unsolvable(start.counts.searched);
    };
    let proved = ProvedBounds { by_root: h, by_search: h.max(start.bound), miss_probability: 0.0 };
    let longest = monitor.limits().upper_bound;
    let bound = PriorityBound {
        priority: weight.priority(Depth::ZERO, proved.by_search),
        next: None,
        beyond: longest.is_some_and(|longest| h > longest).then_some(h),
    };
    let completeness = visited.completeness();
    let walk = Mutex::new(GraphWalk { visited, bound, move_ordering, stored: 0 });
    let (limits, below) = (vec![], vec![].into_iter());
    let mut kernel =
        GraphKernel { problem, weight, longest, completeness, proved, limits, below, walk };
    let start = Start { bound: completeness.lower(proved), ..start };
    let mut order = SubtreeOrder::default();
    let mut driver = Driver::new(&mut kernel, NonZero::<usize>::MIN, start, &mut order, None);
    let end = driver.run(monitor);
    let mut statistics = driver.counts.searched;
    let GraphWalk { bound, stored, .. } = *kernel.walk();
    statistics.stored = statistics.stored.max(stored);
    completeness.outcome(end, bound.beyond, kernel.proved, statistics, monitor)
}

/// A bound on g + w·h, and the values just above it.
#[derive(Clone, Copy)]
pub(super) struct PriorityBound {
    pub priority: u32,
    /// The least priority that was pruned.
    pub next: Option<u32>,
    /// The least f that was pruned because longer plans are not wanted.
    pub beyond: Option<Depth>,
}

/// What an iteration passes on to the next.
pub(super) struct GraphWalk<'a, K> {
    pub visited: &'a mut dyn Visited<K>,
    pub bound: PriorityBound,
    pub move_ordering: Switch,
    /// The most states that were held at a time.
    pub stored: u64,
}

/// A memory that lower limits fill is filled by those at least this many moves below the bound.
const FILLED_BELOW: Depth = Depth(3);

/// The paths of a graph. The bound of the driver is the proved one.
struct GraphKernel<'a, P: Parts> {
    problem: &'a P,
    weight: Weight,
    /// The length of the longest wanted plan.
    longest: Option<Depth>,
    completeness: Completeness,
    proved: ProvedBounds,
    /// The bounds of the finished iterations, least first.
    limits: Vec<u32>,
    /// The bounds that are searched again to fill the memory, and then the next one.
    below: vec::IntoIter<u32>,
    /// Locked by the one searcher of an iteration.
    walk: Mutex<GraphWalk<'a, Key<P>>>,
}

impl<'a, P: Parts> GraphKernel<'a, P> {
    fn walk(&mut self) -> &mut GraphWalk<'a, Key<P>> {
        // A search that panicked is not resumed.
        self.walk.get_mut().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<P: Parts> TreeKernel<Action<P>> for GraphKernel<'_, P> {
    fn next_bound(&mut self, _: Depth) -> Option<Depth> {
        let weight = self.weight;
        let GraphWalk { visited, bound, .. } =
            self.walk.get_mut().unwrap_or_else(PoisonError::into_inner);
        let pruned = bound.next.take();
        if let Some(limit) = self.below.next() {
            bound.priority = limit;
            return Some(self.completeness.lower(self.proved));
        }
        let lower = [pruned.map(|next| weight.least_length(next)), bound.beyond];
        if let Some(lower) = lower.into_iter().flatten().min() {
            let ProvedBounds { by_search, miss_probability, .. } = &mut self.proved;
            *by_search = lower.max(*by_search);
            // Hüffner 2003, section 5.4: no state of a plan is mistaken for another.
            let states = i32::from(by_search.0.saturating_sub(1));
            *miss_probability = 1.0 - (1.0 - visited.collision_probability()).powi(states);
        }
        let next = pruned?;
        self.limits.push(bound.priority);
        if visited.is_filled_below() {
            visited.empty();
            let highest = next.saturating_sub(weight.priority(FILLED_BELOW, Depth::ZERO));
            let below = self.limits.iter().copied().filter(|&limit| limit <= highest);
            self.below = below.chain([next]).collect::<Vec<_>>().into_iter();
            bound.priority = self.below.next()?;
        } else {
            bound.priority = next;
        }
        Some(self.completeness.lower(self.proved))
    }

    fn split(
        &mut self,
        _: Depth,
        _: u64,
        counts: &mut Counts,
        monitor: &Monitor<'_>,
    ) -> Result<Vec<Subtree<Action<P>>>, Stop> {
        let walk = self.walk();
        walk.visited.begin_iteration()?;
        counts.searched.stored = counts.searched.stored.max(walk.stored);
        self.problem.test().begin_iteration(IterationStart::Restart, monitor.halt());
        Ok(vec![Subtree { root: 0, path: vec![], priority: UNKNOWN }])
    }

    /// States may be expensive: a lazy test takes microseconds to milliseconds.
    fn grant(&self) -> u64 {
        1 << 8
    }

    fn searcher<'a>(&'a self, _: &'a [Subtree<Action<P>>]) -> Box<dyn Searcher<Action<P>> + 'a> {
        let Self { problem, weight, longest, .. } = *self;
        let walk = self.walk.lock().unwrap_or_else(PoisonError::into_inner);
        Box::new(GraphSearcher::new(problem, weight, longest, walk))
    }
}
