//! Iterative-deepening A*, plain and weighted; the driver of its relatives with a memory.
//!
//! # Source
//! Korf, "Depth-first iterative-deepening: an optimal admissible tree search", Artificial
//! Intelligence 27 (1985). Children in order of f: Reinefeld and Marsland, "Enhanced
//! iterative-deepening search", PAMI 16 (1994). Weighted: Korf, "Linear-space best-first search",
//! Artificial Intelligence 62 (1993); for Atomix Hüffner 2003, section 7.1.

use crate::depth_first::visited::Visited;
use crate::outcome::{Complete, Completeness, ProvedBounds};
use crate::problem::{
    Action, BoundedEstimate, IterationStart, Key, LazyTest, MovePruning, Node, Parts, StateSpace,
};
use crate::{Depth, Monitor, Outcome, Statistics, Stop, Weight};

/// Depth-first search with a bound on f that rises until a goal is within it.
///
/// Moves that the [`MovePruning`] names are skipped. Keeps nothing but the current path, so it
/// cannot tell that it has seen a whole space: on an unsolvable puzzle with moves to and fro it
/// runs until a limit stops it.
///
/// # Complexity
/// Memory linear in the plan; time in the number of *paths* with f within the bound.
pub fn ida_star<P: Parts>(problem: &P, monitor: &mut Monitor<'_>) -> Outcome<Action<P>> {
    weighted_ida_star(problem, Weight::ONE, monitor)
}

/// The same with a bound on g + w·h.
///
/// The plan it finds is at most w times as long as a shortest one; the lower bound says more
/// where it can.
///
/// # Complexity
/// As [`ida_star`]; usually far fewer paths.
pub fn weighted_ida_star<P: Parts>(
    problem: &P,
    weight: Weight,
    monitor: &mut Monitor<'_>,
) -> Outcome<Action<P>> {
    iterate(problem, weight, |_, _| Ok(PathOnly), monitor)
}

/// Remembers no state.
struct PathOnly;

impl<K> Visited<K> for PathOnly {
    type Completeness = Complete;
    const PRUNES_MOVES: bool = true;

    fn is_duplicate(&mut self, _: K, _: Depth) -> bool {
        false
    }

    fn len(&self) -> u64 {
        0
    }
}

/// Iterative deepening on g + w·h over states that are `Visited` in a memory; `memory` makes one
/// for an iteration, given that of the iteration before it and how many states this entered.
pub(crate) fn iterate<P: Parts, V: Visited<Key<P>>>(
    problem: &P,
    weight: Weight,
    memory: impl FnMut(Option<V>, u64) -> Result<V, Stop>,
    monitor: &mut Monitor<'_>,
) -> Outcome<Action<P>> {
    iterate_from(problem, weight, Depth::ZERO, Statistics::default(), memory, monitor)
}

/// The same for a search that goes on: no plan is shorter than `lower`, and `statistics` has the
/// counts so far, none of them of a last layer.
pub(crate) fn iterate_from<P: Parts, V: Visited<Key<P>>>(
    problem: &P,
    weight: Weight,
    lower: Depth,
    mut statistics: Statistics,
    mut memory: impl FnMut(Option<V>, u64) -> Result<V, Stop>,
    monitor: &mut Monitor<'_>,
) -> Outcome<Action<P>> {
    let Some(h) = problem.least_estimate() else {
        return Outcome::unsolvable(statistics);
    };
    let mut proved = ProvedBounds { by_root: h, by_search: h.max(lower) };
    let priority = weight.priority(Depth::ZERO, proved.by_search);
    let mut bound = PriorityBound { priority, next: None, beyond: None };
    let mut last = None;
    loop {
        let entered = statistics.expanded - statistics.expanded_until_last_layer;
        statistics.expanded_until_last_layer = statistics.expanded;
        statistics.reexpanded += entered;
        let visited = match memory(last.take(), entered) {
            Ok(visited) => visited,
            Err(stop) => return V::Completeness::stopped(stop, proved, statistics, monitor),
        };
        problem.test().begin_iteration(IterationStart::Restart, monitor.halt());
        let lower = V::Completeness::lower(proved);
        let path = Vec::new();
        let mut search =
            Search { problem, weight, visited, monitor, lower, bound, statistics, path };
        let found = search.search_roots();
        bound = search.bound;
        statistics = search.statistics;
        let path = search.path;
        statistics.stored = statistics.stored.max(search.visited.len());
        last = Some(search.visited);
        match (found, bound.next.take()) {
            (Err(stop), _) => return V::Completeness::stopped(stop, proved, statistics, monitor),
            (Ok(true), _) => return V::Completeness::found(path, proved, statistics),
            (Ok(false), None) => {
                return V::Completeness::exhausted(bound.beyond, proved, statistics);
            }
            (Ok(false), Some(next)) => {
                bound.priority = next;
                let lower = weight.least_length(next);
                let lower = bound.beyond.map_or(lower, |beyond| beyond.min(lower));
                proved.by_search = proved.by_search.max(lower);
            }
        }
    }
}

/// A bound on g + w·h, and what lies just beyond it.
#[derive(Clone, Copy)]
struct PriorityBound {
    priority: u32,
    /// The least priority that was pruned.
    next: Option<u32>,
    /// The least f that was pruned because longer plans are not wanted.
    beyond: Option<Depth>,
}

struct Search<'a, 'm, P: Parts, V> {
    problem: &'a P,
    weight: Weight,
    visited: V,
    monitor: &'a mut Monitor<'m>,
    /// No plan is shorter.
    lower: Depth,
    bound: PriorityBound,
    statistics: Statistics,
    /// The moves from the root to the state at hand.
    path: Vec<Action<P>>,
}

/// What is remembered of the moves before a state.
type Memory<P> = <<P as Parts>::Pruning as MovePruning<Action<P>>>::Memory;

/// A successor that is within the bound.
struct Successor<P: Parts> {
    h: Depth,
    action: Action<P>,
    node: Node<P>,
    memory: Memory<P>,
}

/// What becomes of a state that is entered.
enum Entered<P: Parts> {
    /// It is a goal.
    Goal,
    /// It was entered before, or no plan within the bound leads through it.
    Pruned,
    Expanded(Vec<Successor<P>>),
}

impl<P: Parts, V: Visited<Key<P>>> Search<'_, '_, P, V> {
    fn search_roots(&mut self) -> Result<bool, Stop> {
        let memory = self.problem.pruning().start();
        for root in self.problem.roots() {
            let Some(h) = self.problem.estimate(&root) else { continue };
            if self.left(Depth::ZERO).is_none_or(|left| h > left) {
                self.prune(Depth::ZERO, h);
            } else if self.search_below(&root, memory)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Searches below a root within the bound. If it finds a goal within the bound, the path leads
    /// there.
    ///
    /// The states on the path lie in a list, not on the stack of the thread: a path may be long.
    fn search_below(&mut self, root: &Node<P>, memory: Memory<P>) -> Result<bool, Stop> {
        self.path.clear();
        let mut open = match self.enter(root, memory)? {
            Entered::Goal => return Ok(true),
            Entered::Pruned => return Ok(false),
            Entered::Expanded(successors) => vec![successors.into_iter()],
        };
        while let Some(successors) = open.last_mut() {
            let Some(Successor { action, node, memory, .. }) = successors.next() else {
                open.pop();
                self.path.pop();
                continue;
            };
            self.path.push(action);
            match self.enter(&node, memory)? {
                Entered::Goal => return Ok(true),
                Entered::Pruned => drop(self.path.pop()),
                Entered::Expanded(successors) => open.push(successors.into_iter()),
            }
        }
        Ok(false)
    }

    /// Expands a state within the bound at the end of the path, if it is worth it.
    fn enter(&mut self, node: &Node<P>, memory: Memory<P>) -> Result<Entered<P>, Stop> {
        let problem = self.problem;
        let depth = Depth(u16::try_from(self.path.len()).unwrap_or(u16::MAX));
        if problem.is_goal(node) {
            return Ok(Entered::Goal);
        }
        if self.visited.is_duplicate(problem.pack(node), depth) {
            return Ok(Entered::Pruned);
        }
        if let Some(left) = self.left(depth) {
            match problem.test().test(&node.state, left) {
                BoundedEstimate::WithinBudget => {}
                BoundedEstimate::AtLeast(least) => {
                    self.prune(depth, least);
                    return Ok(Entered::Pruned);
                }
                BoundedEstimate::DeadEnd => return Ok(Entered::Pruned),
            }
        }
        self.monitor.check(self.lower, &self.statistics)?;
        self.statistics.expanded += 1;
        self.statistics.stored = self.statistics.stored.max(self.path.len() as u64 + 1);
        Ok(Entered::Expanded(self.successors(node, memory, depth.next())))
    }

    /// The successors of the state at the end of the path that are within the bound, least f
    /// first.
    fn successors(&mut self, node: &Node<P>, memory: Memory<P>, depth: Depth) -> Vec<Successor<P>> {
        let problem = self.problem;
        let Some(left) = self.left(depth) else {
            problem.space().successors(&node.state, |_, _| self.statistics.generated += 1);
            self.prune(depth, Depth::ZERO);
            return Vec::new();
        };
        let pruning = problem.pruning();
        let mut successors = Vec::new();
        let pruned = problem.successors_within(node, left, |action, node| {
            let next = if V::PRUNES_MOVES { pruning.next(memory, action) } else { Some(memory) };
            let Some(memory) = next else { return };
            self.statistics.generated += 1;
            if let Some(h) = problem.estimate(&node) {
                successors.push(Successor { h, action, node, memory });
            }
        });
        self.statistics.generated += pruned.count;
        if let Some(least) = pruned.least {
            self.prune(depth, least);
        }
        successors.sort_by_key(|successor| successor.h);
        successors
    }

    /// The greatest h that is within the bound and within the plans that are wanted.
    fn left(&self, depth: Depth) -> Option<Depth> {
        let left = self.weight.left(self.bound.priority, depth)?;
        match self.monitor.limits().upper_bound {
            None => Some(left),
            Some(asked) => asked.0.checked_sub(depth.0).map(|wanted| left.min(Depth(wanted))),
        }
    }

    /// Remembers that a state was left out.
    fn prune(&mut self, depth: Depth, h: Depth) {
        let f = depth + h;
        if self.monitor.limits().upper_bound.is_some_and(|asked| f > asked) {
            self.bound.beyond = Some(self.bound.beyond.map_or(f, |beyond| beyond.min(f)));
        } else {
            let priority = self.weight.priority(depth, h);
            self.bound.next = Some(self.bound.next.map_or(priority, |next| next.min(priority)));
        }
    }
}
