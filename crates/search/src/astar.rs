//! A* with a bucket open list, plain and weighted.
//!
//! # Source
//! Hart, Nilsson and Raphael 1968; weighted: Pohl, "Heuristic search viewed as path finding in a
//! graph", Artificial Intelligence 1 (1970); the open list as in Gliesch 2015, section 3.2.

use crate::incumbent::Incumbent;
use crate::open::BucketQueue;
use crate::table::{Inserted, StateIndex, StateTable};
use crate::{Depth, Monitor, Outcome, StateSpace, Statistics, Stop, Weight};

/// Expands states in order of f = g + h until a goal has the least f.
///
/// Ties are broken by [`StateSpace::rank`]. The heuristic need not be consistent: a state reached
/// again on a shorter path is expanded again. If a limit stops the search after a goal was
/// generated, that plan comes with the proved lower bound.
///
/// # Complexity
/// Memory linear in the states generated.
pub fn astar<S: StateSpace>(space: &S, monitor: &mut Monitor<'_>) -> Outcome<S::Action> {
    weighted_astar(space, Weight::ONE, monitor)
}

/// Expands states in order of g + w·h until a goal has the least.
///
/// The plan is at most w times as long as a shortest one; the lower bound says more where it can.
///
/// # Complexity
/// As [`astar`]; usually far fewer states.
pub fn weighted_astar<S: StateSpace>(
    space: &S,
    weight: Weight,
    monitor: &mut Monitor<'_>,
) -> Outcome<S::Action> {
    let mut search = Search {
        space,
        weight,
        table: StateTable::new(monitor.limits().memory),
        open: BucketQueue::default(),
        statistics: Statistics::default(),
        layer: 0,
        lower: Depth::ZERO,
        incumbent: Incumbent::new(monitor.limits().upper_bound),
    };
    let ended = search.run(monitor);
    search.statistics.stored = search.table.len() as u64;
    let Search { table, incumbent, lower, statistics, .. } = search;
    incumbent.outcome(ended, lower, statistics, (space, &table), |node| node.parent)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Status {
    Open,
    Closed,
    /// Expanded before, and met again on a shorter path.
    Reopened,
}

struct Node {
    parent: StateIndex,
    depth: Depth,
    status: Status,
}

struct Search<'a, S: StateSpace> {
    space: &'a S,
    weight: Weight,
    table: StateTable<S::Key, Node>,
    open: BucketQueue,
    statistics: Statistics,
    /// The greatest priority that was the least of the open list.
    layer: u32,
    /// No plan is shorter, by that priority.
    lower: Depth,
    incumbent: Incumbent,
}

impl<S: StateSpace> Search<'_, S> {
    /// Runs until the best goal is proved to be nearest or nothing is left to expand.
    fn run(&mut self, monitor: &mut Monitor<'_>) -> Result<(), Stop> {
        for state in self.space.initial_states() {
            self.reach(&state, StateIndex::NONE, Depth::ZERO)?;
        }
        while let Some((priority, at)) = self.open.pop() {
            let node = self.table.value_mut(at);
            if node.status == Status::Closed {
                continue; // it was opened again with a smaller f and expanded there
            }
            if self.statistics.expanded == 0 || priority > self.layer {
                self.statistics.expanded_until_last_layer = self.statistics.expanded;
                self.layer = priority;
                self.lower = self.weight.least_length(priority);
            }
            let priority_of = |length| self.weight.priority(length, Depth::ZERO);
            if self.incumbent.length().is_some_and(|length| priority_of(length) <= self.layer) {
                return Ok(());
            }
            monitor.check(self.lower, &self.statistics)?;
            self.statistics.expanded += 1;
            self.statistics.reexpanded += u64::from(node.status == Status::Reopened);
            node.status = Status::Closed;
            let depth = node.depth.next();
            self.expand(at, depth)?;
        }
        // Nothing is left that could lead to a shorter plan.
        self.lower = self.incumbent.length().unwrap_or(self.lower);
        Ok(())
    }

    fn expand(&mut self, at: StateIndex, depth: Depth) -> Result<(), Stop> {
        let space = self.space;
        let mut result = Ok(());
        space.expand(&space.unpack(self.table.key(at)), |_, child| {
            if result.is_ok() {
                self.statistics.generated += 1;
                result = self.reach(&child, at, depth);
            }
        });
        self.table.set_beside(self.open.bytes());
        result
    }

    /// Opens a state met at `depth`, unless it was met there before or cannot be part of a plan
    /// that is wanted.
    fn reach(&mut self, state: &S::State, parent: StateIndex, depth: Depth) -> Result<(), Stop> {
        let Some(h) = self.space.heuristic(state) else { return Ok(()) };
        if !self.incumbent.admits(depth + h) {
            return Ok(());
        }
        let node = Node { parent, depth, status: Status::Open };
        let at = match self.table.insert(self.space.pack(state), node)? {
            Inserted::New(at) => at,
            Inserted::Known(at) => {
                let known = self.table.value_mut(at);
                if depth >= known.depth {
                    return Ok(());
                }
                let status = match known.status {
                    Status::Open => Status::Open,
                    Status::Closed | Status::Reopened => Status::Reopened,
                };
                *known = Node { parent, depth, status };
                at
            }
        };
        if self.space.is_goal(state) {
            self.incumbent.meet(depth, at);
        }
        self.open.push(self.weight.priority(depth, h), self.space.rank(state, h), at);
        Ok(())
    }
}
