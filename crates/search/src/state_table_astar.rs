//! A* with a single table of states and no open list.
//!
//! # Source
//! Hüffner, Edelkamp, Fernau and Niedermeier 2001, section 6.2 and Proposition 3. As in their
//! program, a state met again on a shorter path keeps its place in the table, which is gone
//! through again where that matters.

use crate::incumbent::Incumbent;
use crate::table::{Inserted, StateIndex, StateTable};
use crate::{Depth, Monitor, Outcome, StateSpace, Statistics, Stop};

/// Expands the open states with the least f in the order in which they were met, by going through
/// the table of all states.
///
/// States beyond an asked bound are not stored; [`crate::bound_by_bound::bound_by_bound`] makes of it the
/// published method, which raises a bound one by one. The heuristic need not be consistent.
///
/// # Complexity
/// Memory linear in the states stored, and nothing beside them. With a consistent heuristic the
/// next open state takes amortised time linear in the branching factor: those passed over have
/// an f near the least one (Proposition 3).
pub fn state_table_astar<S: StateSpace>(
    space: &S,
    monitor: &mut Monitor<'_>,
) -> Outcome<S::Action> {
    let mut search = Search {
        space,
        table: StateTable::new(monitor.limits().memory),
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
    incumbent.outcome(ended, f, statistics, (space, &table), |node| node.parent)
}

struct Node {
    parent: StateIndex,
    depth: Depth,
    h: Depth,
    status: Status,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Status {
    Open,
    Closed,
    /// Expanded before, and met again on a shorter path.
    Reopened,
}

struct Search<'a, S: StateSpace> {
    space: &'a S,
    table: StateTable<S::Key, Node>,
    statistics: Statistics,
    /// All states with a smaller f are expanded: no plan is shorter.
    f: Depth,
    /// The place of the state at hand.
    at: usize,
    /// All states before this place are closed.
    first_open: usize,
    /// Whether a state with the least f was opened again before that place.
    needs_another_pass: bool,
    incumbent: Incumbent,
}

impl<S: StateSpace> Search<'_, S> {
    fn run(&mut self, monitor: &mut Monitor<'_>) -> Result<(), Stop> {
        for root in self.space.initial_states() {
            self.reach(&root, StateIndex::NONE, Depth::ZERO)?;
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

    /// The least f of an open state; moves the mark to the first open state.
    fn least_open_f(&mut self) -> Option<Depth> {
        let node = |at| self.table.value(StateIndex(at as u32));
        let is_open = |&at: &usize| node(at).status != Status::Closed;
        let first_open = (self.first_open..self.table.len()).find(is_open);
        let first_open = first_open.unwrap_or(self.table.len());
        let open = (first_open..self.table.len()).filter(is_open);
        let least = open.map(|at| node(at).depth + node(at).h).min();
        self.first_open = first_open;
        least
    }

    /// Expands a state if it is open and its f is no greater than the least one.
    fn visit(&mut self, at: StateIndex, monitor: &mut Monitor<'_>) -> Result<(), Stop> {
        let node = self.table.value_mut(at);
        if node.status == Status::Closed || node.depth + node.h > self.f {
            return Ok(());
        }
        monitor.check(self.f, &self.statistics)?;
        self.statistics.expanded += 1;
        self.statistics.reexpanded += u64::from(node.status == Status::Reopened);
        node.status = Status::Closed;
        let depth = node.depth.next();
        let space = self.space;
        let mut result = Ok(());
        space.expand(&space.unpack(self.table.key(at)), |_, child| {
            if result.is_ok() {
                self.statistics.generated += 1;
                result = self.reach(&child, at, depth);
            }
        });
        result
    }

    fn reach(&mut self, state: &S::State, parent: StateIndex, depth: Depth) -> Result<(), Stop> {
        let Some(h) = self.space.heuristic(state) else { return Ok(()) };
        let f = depth + h;
        if !self.incumbent.admits(f) {
            return Ok(());
        }
        let node = Node { parent, depth, h, status: Status::Open };
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
                *known = Node { parent, depth, h, status };
                let place = at.0 as usize;
                self.first_open = self.first_open.min(place);
                self.needs_another_pass |= f <= self.f && place <= self.at;
                at
            }
        };
        if self.space.is_goal(state) {
            self.incumbent.meet(depth, at);
        }
        Ok(())
    }
}
