//! A* with a single table of states and no open list.
//!
//! # Source
//! Hüffner, Edelkamp, Fernau and Niedermeier 2001, section 6.2 and Proposition 3. As in their
//! program, a state reached again on a shorter path keeps its place in the table, which is scanned
//! again if that matters.

use crate::best_first::incumbent::Incumbent;
use crate::best_first::node_table::{NodeTable, Status, StoredNode};
use crate::problem::{Action, Key, Node, Parts};
use crate::store::StateIndex;
use crate::{Depth, Monitor, Outcome, Statistics, Stop};

/// Expands the open states with the smallest f in the order in which they were generated, by
/// scanning the table of all states.
///
/// States beyond the requested bound are not stored; the published method raises a bound one by
/// one. The heuristic need not be consistent.
///
/// # Complexity
/// Memory linear in the states stored, and nothing beside them. With a consistent heuristic,
/// finding the next open state takes amortised time linear in the branching factor: the states
/// passed over have an f near the smallest one (Proposition 3).
pub fn state_table_astar<P: Parts>(problem: &P, monitor: &mut Monitor<'_>) -> Outcome<Action<P>> {
    let mut search = Search {
        problem,
        table: NodeTable::new(monitor.limits().memory),
        statistics: Statistics::default(),
        f: Depth::ZERO,
        at: 0,
        first_open: 0,
        needs_another_pass: false,
        incumbent: Incumbent::new(monitor.limits().upper_bound),
    };
    let ended = search.run(monitor);
    search.statistics.stored = search.table.len() as u64;
    let Search { table, incumbent, f, statistics, .. } = search;
    incumbent.outcome(ended, f, statistics, (problem, &table), monitor)
}

struct Search<'a, P: Parts> {
    problem: &'a P,
    table: NodeTable<Key<P>, Depth>,
    statistics: Statistics,
    /// All states with a smaller f are expanded: no plan is shorter.
    f: Depth,
    /// The place of the current state.
    at: usize,
    /// All states before this place are closed.
    first_open: usize,
    /// Whether a state with the least f before that place was opened again.
    needs_another_pass: bool,
    incumbent: Incumbent,
}

impl<P: Parts> Search<'_, P> {
    fn run(&mut self, monitor: &mut Monitor<'_>) -> Result<(), Stop> {
        for root in self.problem.roots() {
            self.reach(&root, StateIndex::NONE, Depth::ZERO, monitor)?;
        }
        while let Some(f) = self.least_open_f() {
            self.f = self.f.max(f);
            self.statistics.expanded_until_last_layer = self.statistics.expanded;
            self.needs_another_pass = true;
            while std::mem::take(&mut self.needs_another_pass) {
                self.at = self.first_open;
                while self.at < self.table.len() {
                    if self.incumbent.length().is_some_and(|length| length <= self.f) {
                        return Ok(());
                    }
                    self.visit(StateIndex(self.at as u32), monitor)?;
                    self.at += 1;
                }
            }
        }
        self.f = self.incumbent.length().unwrap_or(self.f);
        Ok(())
    }

    /// The least f of an open state; advances `first_open` to the first open state.
    fn least_open_f(&mut self) -> Option<Depth> {
        let node = |at| self.table.value(StateIndex(at as u32));
        let is_open = |&at: &usize| node(at).status != Status::Closed;
        let first_open = (self.first_open..self.table.len()).find(is_open);
        let first_open = first_open.unwrap_or(self.table.len());
        let open = (first_open..self.table.len()).filter(is_open);
        let least = open.map(|at| f_of(node(at))).min();
        self.first_open = first_open;
        least
    }

    /// Expands a state if it is open and its f is no greater than the least one.
    fn visit(&mut self, at: StateIndex, monitor: &mut Monitor<'_>) -> Result<(), Stop> {
        let node = self.table.value(at);
        let depth = node.depth.next();
        if node.status == Status::Closed || f_of(node) > self.f {
            return Ok(());
        }
        monitor.check(self.f, &self.statistics)?;
        self.statistics.expanded += 1;
        self.statistics.reexpanded += u64::from(self.table.close(at));
        let problem = self.problem;
        let mut result = Ok(());
        problem.successors(&problem.unpack(self.table.key(at)), |_, child| {
            if result.is_ok() {
                self.statistics.generated += 1;
                result = self.reach(&child, at, depth, monitor);
            }
        });
        result
    }

    fn reach(
        &mut self,
        node: &Node<P>,
        parent: StateIndex,
        depth: Depth,
        monitor: &mut Monitor<'_>,
    ) -> Result<(), Stop> {
        let Some(h) = self.problem.estimate(node) else { return Ok(()) };
        let f = depth + h;
        if !self.incumbent.admits(f) {
            return Ok(());
        }
        let stored = self.table.len();
        let Some(at) = self.table.reach(self.problem.pack(node), parent, depth, h)? else {
            return Ok(());
        };
        let place = at.0 as usize;
        if place < stored {
            // Opened again, perhaps among closed ones.
            self.first_open = self.first_open.min(place);
            self.needs_another_pass |= f <= self.f && place <= self.at;
        }
        if self.problem.is_goal(node) {
            self.incumbent.meet(depth, at);
            monitor.found(depth, &self.statistics);
        }
        Ok(())
    }
}

/// The f of a node, from the h stored in it.
fn f_of(node: &StoredNode<Depth>) -> Depth {
    node.depth + node.extra
}
