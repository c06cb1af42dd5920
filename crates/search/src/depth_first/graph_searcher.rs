//! Depth-first search of a graph within a bound.
//!
//! # Source
//! Children in order of f: Reinefeld and Marsland, "Enhanced iterative-deepening search", PAMI 16
//! (1994).

use crate::depth_first::Switch;
use crate::depth_first::graph_kernel::GraphWalk;
use crate::depth_first::iterative_deepening::{Batch, Flow, IsStopped, Searcher};
use crate::problem::{
    Action, BoundedEstimate, Key, LazyTest, MovePruning, Node, Parts, StateSpace,
};
use crate::{Depth, Weight};
use std::ops::Range;
use std::sync::MutexGuard;

/// The search of one iteration.
pub(super) struct GraphSearcher<'a, 'v, P: Parts> {
    problem: &'a P,
    weight: Weight,
    /// The length of the longest wanted plan.
    longest: Option<Depth>,
    walk: MutexGuard<'a, GraphWalk<'v, Key<P>>>,
    counts: Batch,
    /// The moves from the root to the current state.
    path: Vec<Action<P>>,
}

/// A successor that is within the bound.
struct Successor<P: Parts> {
    h: Depth,
    action: Action<P>,
    node: Node<P>,
}

/// What happens to a state that is entered.
enum Entered<P: Parts> {
    /// It is a goal.
    Goal,
    /// It was entered before, or no plan within the bound leads through it.
    Pruned,
    Expanded(Vec<Successor<P>>),
    /// A limit is reached.
    Stopped,
}

impl<P: Parts> Searcher<Action<P>> for GraphSearcher<'_, '_, P> {
    fn search(&mut self, _: Range<usize>, is_stopped: &mut IsStopped<'_>) -> Flow<Action<P>> {
        let mut flow = Flow::Exhausted;
        for root in self.problem.roots() {
            let Some(h) = self.problem.estimate(&root) else { continue };
            if self.left(Depth::ZERO).is_none_or(|left| h > left) {
                self.prune(Depth::ZERO, h);
                continue;
            }
            flow = self.search_below(&root, is_stopped);
            if flow != Flow::Exhausted {
                break;
            }
        }
        self.walk.stored = self.walk.stored.max(self.walk.visited.len());
        flow
    }

    fn counts(&mut self) -> &mut Batch {
        &mut self.counts
    }

    fn left(&self) -> &[u16] {
        &[0]
    }
}

impl<'a, 'v, P: Parts> GraphSearcher<'a, 'v, P> {
    pub fn new(
        problem: &'a P,
        weight: Weight,
        longest: Option<Depth>,
        walk: MutexGuard<'a, GraphWalk<'v, Key<P>>>,
    ) -> Self {
        Self { problem, weight, longest, walk, counts: Batch::default(), path: vec![] }
    }

    /// Searches below a root within the bound.
    ///
    /// The states on the path are in a list, not on the thread's stack, since a path may be long.
    fn search_below(&mut self, root: &Node<P>, is_stopped: &mut IsStopped<'_>) -> Flow<Action<P>> {
        let mut open = vec![];
        let mut entered = self.enter(root, is_stopped);
        loop {
            match entered {
                Entered::Goal => return Flow::Found(0, std::mem::take(&mut self.path)),
                Entered::Stopped => return Flow::Stopped,
                Entered::Pruned => drop(self.path.pop()),
                Entered::Expanded(successors) => open.push(successors.into_iter()),
            }
            let successor = loop {
                let Some(successors) = open.last_mut() else { return Flow::Exhausted };
                if let Some(successor) = successors.next() {
                    break successor;
                }
                open.pop();
                self.path.pop();
            };
            let Successor { action, node, .. } = successor;
            self.path.push(action);
            entered = self.enter(&node, is_stopped);
        }
    }

    /// Expands the state at the end of the path, within the bound, if it is worthwhile.
    fn enter(&mut self, node: &Node<P>, is_stopped: &mut IsStopped<'_>) -> Entered<P> {
        let problem = self.problem;
        let depth = Depth::saturated(self.path.len());
        if problem.is_goal(node) {
            return Entered::Goal;
        }
        if self.walk.visited.is_duplicate(problem.pack(node), depth) {
            return Entered::Pruned;
        }
        if let Some(left) = self.left(depth) {
            match problem.test().test(&node.state, left) {
                BoundedEstimate::WithinBudget => {}
                BoundedEstimate::AtLeast(least) => {
                    self.prune(depth, least);
                    return Entered::Pruned;
                }
                BoundedEstimate::DeadEnd => return Entered::Pruned,
            }
        }
        if self.counts.is_used_up() && is_stopped(&mut self.counts) {
            return Entered::Stopped;
        }
        self.walk.stored = self.walk.stored.max(self.path.len() as u64 + 1);
        let (successors, generated) = self.successors(node, depth.next());
        self.counts.expanded(generated);
        Entered::Expanded(successors)
    }

    /// The successors of the state at the end of the path that are within the bound, in search
    /// order, and how many were generated.
    fn successors(&mut self, node: &Node<P>, depth: Depth) -> (Vec<Successor<P>>, usize) {
        let problem = self.problem;
        let mut generated = 0;
        let Some(left) = self.left(depth) else {
            problem.space().successors(&node.state, |_, _| generated += 1);
            self.prune(depth, Depth::ZERO);
            return (vec![], generated);
        };
        let (pruning, move_ordering) = (problem.pruning(), self.walk.move_ordering);
        let previous = self.path.last().copied().filter(|_| self.walk.visited.prunes_moves());
        let mut successors = Vec::new();
        let pruned = problem.successors_within(node, left, |action, node| {
            if previous.is_some_and(|previous| pruning.prunes(previous, action)) {
                return;
            }
            generated += 1;
            if let Some(h) = problem.estimate(&node) {
                // There are few of them: each is put in its place at once.
                let place = match move_ordering {
                    Switch::On => successors.partition_point(|other: &Successor<P>| other.h <= h),
                    Switch::Off => successors.len(),
                };
                successors.insert(place, Successor { h, action, node });
            }
        });
        if let Some(least) = pruned.least {
            self.prune(depth, least);
        }
        (successors, generated + pruned.count as usize)
    }

    /// The greatest h within the bound and the wanted plans.
    fn left(&self, depth: Depth) -> Option<Depth> {
        let left = self.weight.left(self.walk.bound.priority, depth)?;
        match self.longest {
            None => Some(left),
            Some(longest) => longest.0.checked_sub(depth.0).map(|wanted| left.min(Depth(wanted))),
        }
    }

    /// Records that a state was left out.
    fn prune(&mut self, depth: Depth, h: Depth) {
        let f = depth + h;
        let bound = &mut self.walk.bound;
        if self.longest.is_some_and(|longest| f > longest) {
            bound.beyond = Some(bound.beyond.map_or(f, |beyond| beyond.min(f)));
        } else {
            let priority = self.weight.priority(depth, h);
            bound.next = Some(bound.next.map_or(priority, |next| next.min(priority)));
        }
    }
}
