//! Iterative-deepening A*, plain and weighted; the driver of its relatives with a memory.
//!
//! # Source
//! Korf, "Depth-first iterative-deepening: an optimal admissible tree search", Artificial
//! Intelligence 27 (1985). Children in order of f: Reinefeld and Marsland, "Enhanced
//! iterative-deepening search", PAMI 16 (1994). Weighted: Korf, "Linear-space best-first search",
//! Artificial Intelligence 62 (1993); for Atomix Hüffner 2003, section 7.1.

use crate::coverage::{Complete, Coverage, Shown};
use crate::visited::Visited;
use crate::{Asking, Depth, Fit, Monitor, Outcome, StateSpace, Statistics, Stop, Weight};

/// Depth-first search with a bound on f that rises until a goal is within it.
///
/// Moves that [`StateSpace::prunes`] names are skipped. Keeps nothing but the current path, so it
/// cannot tell that it has seen a whole space: on an unsolvable puzzle with moves to and fro it
/// runs until a limit stops it.
///
/// # Complexity
/// Memory linear in the plan; time in the number of *paths* with f within the bound.
pub fn ida_star<S: StateSpace>(space: &S, monitor: &mut Monitor<'_>) -> Outcome<S::Action> {
    weighted_ida_star(space, Weight::ONE, monitor)
}

/// The same with a bound on g + w·h.
///
/// The plan it finds is at most w times as long as a shortest one; the lower bound says more
/// where it can.
///
/// # Complexity
/// As [`ida_star`]; usually far fewer paths.
pub fn weighted_ida_star<S: StateSpace>(
    space: &S,
    weight: Weight,
    monitor: &mut Monitor<'_>,
) -> Outcome<S::Action> {
    iterate(space, weight, |_, _| Ok(PathOnly), monitor)
}

/// Remembers no state.
struct PathOnly;

impl<K> Visited<K> for PathOnly {
    type Coverage = Complete;
    const PRUNES_MOVES: bool = true;

    fn is_entered_in_vain(&mut self, _: K, _: Depth) -> bool {
        false
    }

    fn len(&self) -> u64 {
        0
    }
}

/// Iterative deepening on g + w·h over states that are `Visited` in a memory; `memory` makes one
/// for an iteration, given that of the iteration before it and how many states this entered.
pub(crate) fn iterate<S: StateSpace, V: Visited<S::Key>>(
    space: &S,
    weight: Weight,
    memory: impl FnMut(Option<V>, u64) -> Result<V, Stop>,
    monitor: &mut Monitor<'_>,
) -> Outcome<S::Action> {
    iterate_from(space, weight, Depth::ZERO, Statistics::default(), memory, monitor)
}

/// The same for a search that goes on: no plan is shorter than `lower`, and `statistics` has the
/// counts so far, none of them of a last layer.
pub(crate) fn iterate_from<S: StateSpace, V: Visited<S::Key>>(
    space: &S,
    weight: Weight,
    lower: Depth,
    mut statistics: Statistics,
    mut memory: impl FnMut(Option<V>, u64) -> Result<V, Stop>,
    monitor: &mut Monitor<'_>,
) -> Outcome<S::Action> {
    let roots = space.initial_states();
    let Some(h) = roots.iter().filter_map(|root| space.heuristic(root)).min() else {
        return Outcome::unsolvable(statistics);
    };
    let mut shown = Shown { by_root: h, by_search: h.max(lower) };
    let priority = weight.priority(Depth::ZERO, shown.by_search);
    let mut bound = Bound { priority, next: None, beyond: None };
    let mut last = None;
    loop {
        let entered = statistics.expanded - statistics.expanded_until_last_layer;
        statistics.expanded_until_last_layer = statistics.expanded;
        statistics.reexpanded += entered;
        let visited = match memory(last.take(), entered) {
            Ok(visited) => visited,
            Err(stop) => return V::Coverage::stopped(stop, shown, statistics),
        };
        space.learn(Asking::Anew);
        let lower = V::Coverage::lower(shown);
        let path = Vec::new();
        let mut search = Search { space, weight, visited, monitor, lower, bound, statistics, path };
        let found = search.search_roots(&roots);
        bound = search.bound;
        statistics = search.statistics;
        statistics.stored = statistics.stored.max(search.visited.len());
        last = Some(search.visited);
        match (found, bound.next.take()) {
            (Err(stop), _) => return V::Coverage::stopped(stop, shown, statistics),
            (Ok(true), _) => return V::Coverage::found(search.path, shown, statistics),
            (Ok(false), None) => return V::Coverage::exhausted(bound.beyond, shown, statistics),
            (Ok(false), Some(next)) => {
                bound.priority = next;
                let lower = weight.least_length(next);
                let lower = bound.beyond.map_or(lower, |beyond| beyond.min(lower));
                shown.by_search = shown.by_search.max(lower);
            }
        }
    }
}

/// A bound on g + w·h, and what lies just beyond it.
#[derive(Clone, Copy)]
struct Bound {
    priority: u32,
    /// The least priority that was refused.
    next: Option<u32>,
    /// The least f that was refused because longer plans are not wanted.
    beyond: Option<Depth>,
}

struct Search<'a, 'm, S: StateSpace, V> {
    space: &'a S,
    weight: Weight,
    visited: V,
    monitor: &'a mut Monitor<'m>,
    /// No plan is shorter.
    lower: Depth,
    bound: Bound,
    statistics: Statistics,
    /// The moves from the root to the state at hand.
    path: Vec<S::Action>,
}

impl<S: StateSpace, V: Visited<S::Key>> Search<'_, '_, S, V> {
    fn search_roots(&mut self, roots: &[S::State]) -> Result<bool, Stop> {
        for root in roots {
            let Some(h) = self.space.heuristic(root) else { continue };
            if self.left(Depth::ZERO).is_none_or(|left| h > left) {
                self.refuse(Depth::ZERO, h);
            } else if self.enter(root, Depth::ZERO)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Searches below a state within the bound at the end of the path. If it finds a goal within
    /// the bound, the path leads there.
    fn enter(&mut self, state: &S::State, depth: Depth) -> Result<bool, Stop> {
        let space = self.space;
        if space.is_goal(state) {
            return Ok(true);
        }
        if self.visited.is_entered_in_vain(space.pack(state), depth) {
            return Ok(false);
        }
        if let Some(left) = self.left(depth) {
            match space.fit_when_new(state, left) {
                Fit::Within => {}
                Fit::Beyond(least) => {
                    self.refuse(depth, least);
                    return Ok(false);
                }
                Fit::Never => return Ok(false),
            }
        }
        self.monitor.check(self.lower, &self.statistics)?;
        self.statistics.expanded += 1;
        self.statistics.stored = self.statistics.stored.max(self.path.len() as u64 + 1);
        let depth = depth.next();
        for (_, action, child) in self.children(state, depth) {
            self.path.push(action);
            if self.enter(&child, depth)? {
                return Ok(true);
            }
            self.path.pop();
        }
        Ok(false)
    }

    /// The children of the state at the end of the path that are within the bound, least f first.
    fn children(&mut self, state: &S::State, depth: Depth) -> Vec<(Depth, S::Action, S::State)> {
        let space = self.space;
        let Some(left) = self.left(depth) else {
            space.expand(state, |_, _| self.statistics.generated += 1);
            self.refuse(depth, Depth::ZERO);
            return Vec::new();
        };
        let previous = self.path.last().copied().filter(|_| V::PRUNES_MOVES);
        let mut children = Vec::new();
        let refused = space.expand_within(state, left, |action, child| {
            if previous.is_some_and(|previous| space.prunes(previous, action)) {
                return;
            }
            self.statistics.generated += 1;
            if let Some(h) = space.heuristic(&child) {
                children.push((h, action, child));
            }
        });
        self.statistics.generated += refused.count;
        if let Some(least) = refused.least {
            self.refuse(depth, least);
        }
        children.sort_by_key(|&(h, ..)| h);
        children
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
    fn refuse(&mut self, depth: Depth, h: Depth) {
        let f = depth + h;
        if self.monitor.limits().upper_bound.is_some_and(|asked| f > asked) {
            self.bound.beyond = Some(self.bound.beyond.map_or(f, |beyond| beyond.min(f)));
        } else {
            let priority = self.weight.priority(depth, h);
            self.bound.next = Some(self.bound.next.map_or(priority, |next| next.min(priority)));
        }
    }
}
