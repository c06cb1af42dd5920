//! The common part of the bidirectional heuristic searches: two tables of states, and where they
//! meet.

use crate::best_first::node_table::{NodeTable, Status};
use crate::problem::{Action, Backward, Key, Node, Parts, StateSpace};
use crate::store::StateIndex;
use crate::store::bidirectional_queue::Entry;
use crate::store::plan_extraction::moves_between;
use crate::{Depth, Limits, Monitor, Outcome, Statistics, Stop};

/// One of the two searches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// From the initial states to the goals.
    Forward,
    /// From the goals to the initial states.
    Backward,
}

impl End {
    pub(crate) const BOTH: [Self; 2] = [Self::Forward, Self::Backward];

    pub(crate) fn other(self) -> Self {
        match self {
            Self::Forward => Self::Backward,
            Self::Backward => Self::Forward,
        }
    }
}

/// A state that was met, or met again on a shorter path, and is to be expanded.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Opened<K> {
    pub(crate) at: StateIndex,
    pub(crate) key: K,
    pub(crate) depth: Depth,
    pub(crate) h: Depth,
}

/// The states met from both ends, and the shortest path known through a state met from both.
///
/// The problem of the backward search is that of the reversed graph, with its own heuristic.
pub(crate) struct Bidirectional<'a, P: Parts, Q> {
    forward: &'a P,
    backward: &'a Q,
    tables: [NodeTable<Key<P>, ()>; 2],
    /// The shortest path so far, and a state on it that both sides have met.
    best: Option<(Depth, Key<P>)>,
    pub(crate) statistics: Statistics,
    /// No plan within the requested bound is shorter.
    pub(crate) lower: Depth,
    asked: Option<Depth>,
    /// Whether something was left out because of the requested bound.
    cut_off: CutOff,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CutOff {
    Nothing,
    Something,
}

impl<'a, P, Q> Bidirectional<'a, P, Q>
where
    P: Parts<Space: Backward<Reversed = Q::Space>>,
    Q: Parts<Space: StateSpace<Key = Key<P>>>,
{
    pub(crate) fn new(forward: &'a P, backward: &'a Q, monitor: &Monitor<'_>) -> Self {
        let Limits { memory, upper_bound, .. } = *monitor.limits();
        Self {
            forward,
            backward,
            tables: [NodeTable::new(memory), NodeTable::new(memory)],
            best: None,
            statistics: Statistics::default(),
            lower: Depth::ZERO,
            asked: upper_bound,
            cut_off: CutOff::Nothing,
        }
    }

    /// Meets the roots of both ends and returns those to be expanded.
    pub(crate) fn roots(
        &mut self,
        monitor: &mut Monitor<'_>,
    ) -> Result<[Vec<Opened<Key<P>>>; 2], Stop> {
        let mut opened = [Vec::new(), Vec::new()];
        for (end, roots) in [
            (End::Forward, evaluated(self.forward, self.forward.roots())),
            (End::Backward, evaluated(self.backward, self.backward.roots())),
        ] {
            for (key, h) in roots {
                let root = self.reach(end, key, h, StateIndex::NONE, Depth::ZERO, monitor)?;
                opened[end as usize].extend(root);
            }
        }
        Ok(opened)
    }

    /// The heuristic of one end, for a state.
    pub(crate) fn estimate(&self, end: End, key: Key<P>) -> Option<Depth> {
        match end {
            End::Forward => self.forward.estimate(&self.forward.unpack(key)),
            End::Backward => self.backward.estimate(&self.backward.unpack(key)),
        }
    }

    /// Whether a state is still open as it was opened, and a plan through it could beat the best
    /// one.
    pub(crate) fn is_open(&self, end: End, entry: &Entry) -> bool {
        let node = self.tables[end as usize].value(entry.at);
        let is_stale = node.depth != entry.depth || node.status == Status::Closed;
        !is_stale && !self.is_too_long(entry.f)
    }

    /// Whether the best path is proved to be shortest.
    pub(crate) fn is_done(&self) -> bool {
        self.best.is_some_and(|(length, _)| length <= self.lower)
    }

    /// Raises the lower bound.
    pub(crate) fn raise(&mut self, lower: Depth) {
        self.lower = lower;
        self.statistics.expanded_until_last_layer = self.statistics.expanded;
    }

    fn is_too_long(&self, f: Depth) -> bool {
        self.best.is_some_and(|(length, _)| f >= length)
    }

    /// Expands an open state and returns the children to be expanded; the open lists take `beside`
    /// bytes.
    pub(crate) fn expand(
        &mut self,
        end: End,
        at: StateIndex,
        beside: usize,
        monitor: &mut Monitor<'_>,
    ) -> Result<Vec<Opened<Key<P>>>, Stop> {
        monitor.check(self.lower, &self.statistics)?;
        let bytes = self.tables.each_ref().map(|table| table.bytes());
        let table = &mut self.tables[end as usize];
        table.set_beside(beside + bytes[end.other() as usize]);
        self.statistics.expanded += 1;
        self.statistics.reexpanded += u64::from(table.close(at));
        let (depth, key) = (table.value(at).depth.next(), table.key(at));
        let children = match end {
            End::Forward => successors(self.forward, key),
            End::Backward => successors(self.backward, key),
        };
        self.statistics.generated += children.len() as u64;
        let mut opened = Vec::with_capacity(children.len());
        for (key, h) in children {
            opened.extend(self.reach(end, key, h, at, depth, monitor)?);
        }
        let stored = self.tables.iter().map(|table| table.len() as u64).sum();
        self.statistics.stored = stored;
        Ok(opened)
    }

    /// Stores a state met from one end, and checks whether the other end has met it.
    fn reach(
        &mut self,
        end: End,
        key: Key<P>,
        h: Option<Depth>,
        parent: StateIndex,
        depth: Depth,
        monitor: &mut Monitor<'_>,
    ) -> Result<Option<Opened<Key<P>>>, Stop> {
        let Some(h) = h else { return Ok(None) };
        let f = depth + h;
        if self.asked.is_some_and(|asked| f > asked) {
            self.cut_off = CutOff::Something;
            return Ok(None);
        }
        if self.is_too_long(f) {
            return Ok(None);
        }
        let Some(at) = self.tables[end as usize].reach(key, parent, depth, ())? else {
            return Ok(None);
        };
        let other = &self.tables[end.other() as usize];
        if let Some(there) = other.find(key) {
            let length = depth + other.value(there).depth;
            if self.asked.is_some_and(|asked| length > asked) {
                self.cut_off = CutOff::Something;
            } else if !self.is_too_long(length) {
                self.best = Some((length, key));
                monitor.found(length, &self.statistics);
            }
        }
        Ok(Some(Opened { at, key, depth, h }))
    }

    /// The outcome of a search that ended. One side is fully expanded, unless the search was
    /// stopped or is done.
    pub(crate) fn outcome(
        self,
        ended: Result<(), Stop>,
        monitor: &Monitor<'_>,
    ) -> Outcome<Action<P>> {
        let statistics = self.statistics;
        match (self.best, ended) {
            (Some((length, middle)), Ok(())) => {
                Outcome::with_plan(self.plan(middle), length, statistics)
            }
            (Some((length, middle)), Err(stop)) => {
                let lower = self.lower.min(length);
                monitor.stopped(stop, Some(self.plan(middle)), lower, statistics)
            }
            (None, Err(stop)) => monitor.stopped(stop, None, self.lower, statistics),
            (None, Ok(())) => match (self.cut_off, self.asked) {
                (CutOff::Something, Some(asked)) => Outcome::beyond_bound(asked.next(), statistics),
                _ => Outcome::unsolvable(statistics),
            },
        }
    }

    /// The path through a state that both sides have met.
    fn plan(&self, middle: Key<P>) -> Vec<Action<P>> {
        let path = |table: &NodeTable<Key<P>, ()>| {
            table.path(table.find(middle).expect("both sides have met the state in the middle"))
        };
        let [before, mut after] = self.tables.each_ref().map(path);
        let mut plan = moves_between(self.forward.space(), &before);
        after.reverse();
        plan.extend(moves_between(self.forward.space(), &after));
        plan
    }
}

/// States as keys, with the heuristic of each.
fn evaluated<P: Parts>(problem: &P, nodes: Vec<Node<P>>) -> Vec<(Key<P>, Option<Depth>)> {
    nodes.iter().map(|node| (problem.pack(node), problem.estimate(node))).collect()
}

fn successors<P: Parts>(problem: &P, key: Key<P>) -> Vec<(Key<P>, Option<Depth>)> {
    let mut successors = Vec::new();
    problem.successors(&problem.unpack(key), |_, child| {
        successors.push((problem.pack(&child), problem.estimate(&child)));
    });
    successors
}
