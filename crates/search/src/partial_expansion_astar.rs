//! A* that stores only the children it needs.
//!
//! # Source
//! Yoshizumi, Miura and Ishida, "A* with partial expansion for large branching factor problems",
//! AAAI 2000.

use crate::incumbent::Incumbent;
use crate::open::BucketQueue;
use crate::table::{Inserted, StateIndex, StateTable};
use crate::{Depth, Fit, Monitor, Outcome, StateSpace, Statistics, Stop};

/// Expands states in order of the least f of their children that are not stored yet, and stores
/// only the children that have it.
///
/// A state is expanded again for children of larger f, and counted each time. The heuristic need
/// not be consistent.
///
/// Before a state is expanded for the first time it is tested with [`StateSpace::fit_when_new`],
/// and if it is refuted, its f rises (lazy A*: Tolpin, Beja, Shimony, Felner and Karpas, "Towards
/// rational deployment of multiple heuristics in A*", IJCAI 2013). A state met on a way whose
/// states were shown to lead to no shorter plan begins with their f, so that it is tested once with
/// the moves that are left, and not once for each number below.
///
/// # Complexity
/// Memory linear in the states with f up to the length of a shortest plan, where A* stores their
/// children as well; time up to as many expansions of a state as its children have values of f.
pub fn partial_expansion_astar<S: StateSpace>(
    space: &S,
    monitor: &mut Monitor<'_>,
) -> Outcome<S::Action> {
    let mut search = Search {
        space,
        table: StateTable::new(monitor.limits().memory),
        open: BucketQueue::default(),
        statistics: Statistics::default(),
        lower: Depth::ZERO,
        incumbent: Incumbent::new(monitor.limits().upper_bound),
    };
    let ended = search.run(monitor);
    search.statistics.stored = search.table.len() as u64;
    let Search { table, incumbent, lower, statistics, .. } = search;
    incumbent.outcome(ended, lower, statistics, (space, &table), |node| node.parent)
}

struct Node {
    parent: StateIndex,
    depth: Depth,
    /// No child that is not stored has a smaller f; none if all children are stored that may be
    /// part of a plan.
    next: Option<Depth>,
    expansions: Expansions,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Expansions {
    None,
    Some,
}

struct Search<'a, S: StateSpace> {
    space: &'a S,
    table: StateTable<S::Key, Node>,
    open: BucketQueue,
    statistics: Statistics,
    /// The greatest f that was the least of the open list: no plan is shorter.
    lower: Depth,
    incumbent: Incumbent,
}

impl<S: StateSpace> Search<'_, S> {
    fn run(&mut self, monitor: &mut Monitor<'_>) -> Result<(), Stop> {
        for root in self.space.initial_states() {
            if let Some(h) = self.space.heuristic(&root) {
                self.reach(&root, StateIndex::NONE, Depth::ZERO, h)?;
            }
        }
        self.space.learn();
        while let Some((f, at)) = self.open.pop() {
            let f = Depth(f as u16);
            if self.table.value(at).next != Some(f) {
                continue; // it was met on a shorter path and is in the list twice
            }
            if f > self.lower {
                self.statistics.expanded_until_last_layer = self.statistics.expanded;
                self.lower = f;
                self.space.learn();
            }
            if self.incumbent.length().is_some_and(|length| length <= self.lower) {
                return Ok(());
            }
            monitor.check(self.lower, &self.statistics)?;
            let state = self.space.unpack(self.table.key(at));
            let node = self.table.value_mut(at);
            node.next = None;
            if node.expansions == Expansions::None {
                // One that has passed the test would pass it again: it has no fewer moves left.
                let beyond = match self.space.fit_when_new(&state, f - node.depth) {
                    Fit::Within => None,
                    Fit::Beyond(least) => Some(Some(node.depth + least)),
                    Fit::Never => Some(None),
                };
                if let Some(next) = beyond {
                    let depth = node.depth;
                    self.postpone(&state, at, depth, next);
                    continue;
                }
            }
            self.statistics.expanded += 1;
            self.statistics.reexpanded += u64::from(node.expansions == Expansions::Some);
            node.expansions = Expansions::Some;
            let depth = node.depth.next();
            self.expand(&state, at, depth, f)?;
        }
        self.lower = self.incumbent.length().unwrap_or(self.lower);
        Ok(())
    }

    /// Stores the children of a state, which are at `depth`, with f up to `limit`.
    fn expand(
        &mut self,
        state: &S::State,
        at: StateIndex,
        depth: Depth,
        limit: Depth,
    ) -> Result<(), Stop> {
        let space = self.space;
        let mut result = Ok(());
        let mut least = None;
        if depth <= limit {
            let refused = space.expand_within(state, limit - depth, |_, child| {
                self.statistics.generated += 1;
                if result.is_ok()
                    && let Some(h) = space.heuristic(&child)
                {
                    result = self.reach(&child, at, depth, h);
                }
            });
            result?;
            self.statistics.generated += refused.count;
            least = refused.least.map(|h| depth + h);
        } else {
            let mut has_children = false;
            space.expand(state, |_, _| has_children = true);
            if has_children {
                least = Some(depth);
            }
        }
        self.postpone(state, at, depth, least);
        self.table.set_beside(self.open.bytes());
        Ok(())
    }

    /// Opens a state again that leads to no plan shorter than `next`, if it leads to any; what it
    /// leads to next is at `depth`.
    fn postpone(&mut self, state: &S::State, at: StateIndex, depth: Depth, next: Option<Depth>) {
        if let Some(next) = next
            && self.incumbent.admits(next)
        {
            self.table.value_mut(at).next = Some(next);
            self.open.push(next.0.into(), self.space.rank(state, next - depth), at);
        }
    }

    fn reach(
        &mut self,
        state: &S::State,
        parent: StateIndex,
        depth: Depth,
        h: Depth,
    ) -> Result<(), Stop> {
        // The states on the way here have been shown to lead to no shorter plan.
        let mut f = (depth + h).max(self.lower);
        if !self.incumbent.admits(f) {
            return Ok(());
        }
        let node = Node { parent, depth, next: Some(f), expansions: Expansions::None };
        let at = match self.table.insert(self.space.pack(state), node)? {
            Inserted::New(at) => at,
            Inserted::Known(at) => {
                let known = self.table.value_mut(at);
                if depth >= known.depth {
                    return Ok(());
                }
                let expansions = known.expansions;
                if let (Some(next), Expansions::None) = (known.next, expansions) {
                    f = f.max(depth + (next - known.depth));
                }
                *known = Node { parent, depth, next: Some(f), expansions };
                at
            }
        };
        if self.space.is_goal(state) {
            self.incumbent.meet(depth, at);
        }
        self.open.push(f.0.into(), self.space.rank(state, h), at);
        Ok(())
    }
}
