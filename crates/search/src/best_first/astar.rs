//! A* with an open list, plain and weighted.
//!
//! # Source
//! Hart, Nilsson and Raphael 1968; weighted: Pohl, "Heuristic search viewed as path finding in a
//! graph", Artificial Intelligence 1 (1970); the open list as in Gliesch 2015, section 3.2.

use crate::best_first::OpenList;
use crate::best_first::incumbent::Incumbent;
use crate::best_first::node_table::{NodeTable, Status};
use crate::problem::{Action, Key, Node, Parts};
use crate::store::StateIndex;
use crate::store::priority_queue::PriorityQueue;
use crate::{Depth, Monitor, Outcome, Statistics, Stop, Weight};

/// Expands states in order of f = g + h until a goal has the smallest f.
///
/// Ties are broken by [`TieBreaking`](crate::problem::TieBreaking). The heuristic need not be consistent: a state reached
/// again on a shorter path is expanded again. If a limit stops the search after a goal was
/// generated, that plan comes with the proved lower bound.
///
/// # Complexity
/// Memory linear in the states generated.
pub fn astar<P: Parts>(
    problem: &P,
    open_list: OpenList,
    monitor: &mut Monitor<'_>,
) -> Outcome<Action<P>> {
    weighted_astar(problem, Weight::ONE, open_list, monitor)
}

/// Expands states in order of g + w·h until a goal has the smallest value.
///
/// The plan is at most w times as long as a shortest one; the lower bound may be tighter than that.
///
/// # Complexity
/// As [`astar`]; usually far fewer states.
pub fn weighted_astar<P: Parts>(
    problem: &P,
    weight: Weight,
    open_list: OpenList,
    monitor: &mut Monitor<'_>,
) -> Outcome<Action<P>> {
    let mut search = Search {
        problem,
        weight,
        table: NodeTable::new(monitor.limits().memory),
        open: open_list.queue(),
        statistics: Statistics::default(),
        layer: 0,
        lower: Depth::ZERO,
        incumbent: Incumbent::new(monitor.limits().upper_bound),
    };
    let ended = search.run(monitor);
    search.statistics.stored = search.table.len() as u64;
    let Search { table, incumbent, lower, statistics, .. } = search;
    incumbent.outcome(ended, lower, statistics, (problem, &table), monitor)
}

struct Search<'a, P: Parts> {
    problem: &'a P,
    weight: Weight,
    table: NodeTable<Key<P>, ()>,
    open: Box<dyn PriorityQueue>,
    statistics: Statistics,
    /// The greatest value so far of the least priority in the open list.
    layer: u32,
    /// By that priority, no plan is shorter.
    lower: Depth,
    incumbent: Incumbent,
}

impl<P: Parts> Search<'_, P> {
    /// Runs until the best goal is proved to be nearest or nothing is left to expand.
    fn run(&mut self, monitor: &mut Monitor<'_>) -> Result<(), Stop> {
        for root in self.problem.roots() {
            self.reach(&root, StateIndex::NONE, Depth::ZERO, monitor)?;
        }
        while let Some((priority, at)) = self.open.pop() {
            let node = self.table.value(at);
            let depth = node.depth.next();
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
            self.statistics.reexpanded += u64::from(self.table.close(at));
            self.expand(at, depth, monitor)?;
        }
        // Nothing is left that could lead to a shorter plan.
        self.lower = self.incumbent.length().unwrap_or(self.lower);
        Ok(())
    }

    fn expand(
        &mut self,
        at: StateIndex,
        depth: Depth,
        monitor: &mut Monitor<'_>,
    ) -> Result<(), Stop> {
        let problem = self.problem;
        let mut result = Ok(());
        problem.successors(&problem.unpack(self.table.key(at)), |_, child| {
            if result.is_ok() {
                self.statistics.generated += 1;
                result = self.reach(&child, at, depth, monitor);
            }
        });
        self.table.set_beside(self.open.bytes());
        result
    }

    /// Opens a state met at `depth`, unless it was met there before or cannot be part of a wanted
    /// plan.
    fn reach(
        &mut self,
        node: &Node<P>,
        parent: StateIndex,
        depth: Depth,
        monitor: &mut Monitor<'_>,
    ) -> Result<(), Stop> {
        let Some(h) = self.problem.estimate(node) else { return Ok(()) };
        if !self.incumbent.admits(depth + h) {
            return Ok(());
        }
        let Some(at) = self.table.reach(self.problem.pack(node), parent, depth, ())? else {
            return Ok(());
        };
        if self.problem.is_goal(node) {
            self.incumbent.meet(depth, at);
            monitor.found(depth, &self.statistics);
        }
        self.open.push(self.weight.priority(depth, h), self.problem.rank(node, h), at)
    }
}
