//! What the bidirectional heuristic searches share: two tables of states and where they meet.

use crate::buckets::Entry;
use crate::plan::follow;
use crate::table::{Inserted, StateIndex, StateTable};
use crate::{Depth, Monitor, Outcome, Reversible, StateSpace, Statistics, Stop};

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

#[derive(Debug)]
struct Node {
    parent: StateIndex,
    depth: Depth,
    status: Status,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Status {
    Open,
    Closed,
    Reopened,
}

/// The states met from both ends, and the shortest path known through a state met from both.
pub(crate) struct Sides<'a, S: Reversible> {
    space: &'a S,
    backward: S::Backward,
    tables: [StateTable<S::Key, Node>; 2],
    /// The shortest path so far, and a state on it that both sides have met.
    best: Option<(Depth, S::Key)>,
    pub(crate) statistics: Statistics,
    /// No plan is shorter.
    pub(crate) lower: Depth,
    asked: Option<Depth>,
    /// Whether something was left out because of the asked bound.
    cut_off: CutOff,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CutOff {
    Nothing,
    Something,
}

impl<'a, S: Reversible> Sides<'a, S> {
    pub(crate) fn new(space: &'a S, monitor: &Monitor<'_>) -> Self {
        let memory = monitor.limits().memory;
        Self {
            space,
            backward: space.backward(),
            tables: [StateTable::new(memory), StateTable::new(memory)],
            best: None,
            statistics: Statistics::default(),
            lower: Depth::ZERO,
            asked: monitor.limits().upper_bound,
            cut_off: CutOff::Nothing,
        }
    }

    /// Meets the roots of both ends and gives those to be expanded.
    pub(crate) fn roots(&mut self) -> Result<[Vec<Opened<S::Key>>; 2], Stop> {
        let (space, mut opened) = (self.space, [Vec::new(), Vec::new()]);
        let goals = self.backward.initial_states();
        let goals: Vec<_> = goals
            .iter()
            .map(|goal| (self.backward.pack(goal), self.backward.heuristic(goal)))
            .collect();
        for root in space.initial_states() {
            let (key, h) = (space.pack(&root), space.heuristic(&root));
            let root = self.reach(End::Forward, key, h, StateIndex::NONE, Depth::ZERO)?;
            opened[0].extend(root);
        }
        for (key, h) in goals {
            let root = self.reach(End::Backward, key, h, StateIndex::NONE, Depth::ZERO)?;
            opened[1].extend(root);
        }
        Ok(opened)
    }

    /// What the heuristic of one end says of a state.
    pub(crate) fn heuristic(&self, end: End, key: S::Key) -> Option<Depth> {
        match end {
            End::Forward => self.space.heuristic(&self.space.unpack(key)),
            End::Backward => self.backward.heuristic(&self.backward.unpack(key)),
        }
    }

    /// Whether a state is still open as it was opened, and a plan through it could be better than
    /// the best one.
    pub(crate) fn is_open(&self, end: End, entry: &Entry) -> bool {
        let node = self.tables[end as usize].value(entry.at);
        let is_stale = node.depth != entry.depth || node.status == Status::Closed;
        !is_stale && !self.is_too_long(entry.f)
    }

    /// Whether the best path is shown to be shortest.
    pub(crate) fn is_done(&self) -> bool {
        self.best.is_some_and(|(length, _)| length <= self.lower)
    }

    /// Raises the lower bound.
    pub(crate) fn show(&mut self, lower: Depth) {
        self.lower = lower;
        self.statistics.expanded_until_last_layer = self.statistics.expanded;
    }

    fn is_too_long(&self, f: Depth) -> bool {
        self.best.is_some_and(|(length, _)| f >= length)
    }

    /// Expands an open state and gives the children to be expanded; `beside` bytes are kept in
    /// the open lists.
    pub(crate) fn expand(
        &mut self,
        end: End,
        at: StateIndex,
        beside: usize,
        monitor: &mut Monitor<'_>,
    ) -> Result<Vec<Opened<S::Key>>, Stop> {
        monitor.check(self.lower, &self.statistics)?;
        let bytes = self.tables.each_ref().map(StateTable::bytes);
        self.tables[end as usize].set_beside(beside + bytes[end.other() as usize]);
        let node = self.tables[end as usize].value_mut(at);
        self.statistics.expanded += 1;
        self.statistics.reexpanded += u64::from(node.status == Status::Reopened);
        node.status = Status::Closed;
        let depth = node.depth.next();
        let key = self.tables[end as usize].key(at);
        let children = match end {
            End::Forward => children(self.space, key),
            End::Backward => children(&self.backward, key),
        };
        self.statistics.generated += children.len() as u64;
        let mut opened = Vec::with_capacity(children.len());
        for (key, h) in children {
            opened.extend(self.reach(end, key, h, at, depth)?);
        }
        let stored = self.tables.iter().map(|table| table.len() as u64).sum();
        self.statistics.stored = stored;
        Ok(opened)
    }

    /// Stores a state met from one end, and sees whether the other end has met it.
    fn reach(
        &mut self,
        end: End,
        key: S::Key,
        h: Option<Depth>,
        parent: StateIndex,
        depth: Depth,
    ) -> Result<Option<Opened<S::Key>>, Stop> {
        let Some(h) = h else { return Ok(None) };
        let f = depth + h;
        if self.asked.is_some_and(|asked| f > asked) {
            self.cut_off = CutOff::Something;
            return Ok(None);
        }
        if self.is_too_long(f) {
            return Ok(None);
        }
        let table = &mut self.tables[end as usize];
        let at = match table.insert(key, Node { parent, depth, status: Status::Open })? {
            Inserted::New(at) => at,
            Inserted::Known(at) => {
                let known = table.value_mut(at);
                if depth >= known.depth {
                    return Ok(None);
                }
                let status = match known.status {
                    Status::Open => Status::Open,
                    Status::Closed | Status::Reopened => Status::Reopened,
                };
                *known = Node { parent, depth, status };
                at
            }
        };
        let other = &self.tables[end.other() as usize];
        if let Some(there) = other.find(key) {
            let length = depth + other.value(there).depth;
            if self.asked.is_some_and(|asked| length > asked) {
                self.cut_off = CutOff::Something;
            } else if !self.is_too_long(length) {
                self.best = Some((length, key));
            }
        }
        Ok(Some(Opened { at, key, depth, h }))
    }

    /// What was shown when a search ended, all of one side being expanded unless it was stopped
    /// or is done.
    pub(crate) fn outcome(self, ended: Result<(), Stop>) -> Outcome<S::Action> {
        match (self.best, ended) {
            (Some((length, middle)), ended) => {
                let lower = if ended.is_ok() { length } else { self.lower.min(length) };
                Outcome::with_plan(self.plan(middle), lower, self.statistics)
            }
            (None, Err(stop)) => Outcome::bounded(stop, self.lower, self.statistics),
            (None, Ok(())) => match (self.cut_off, self.asked) {
                (CutOff::Something, Some(asked)) => {
                    Outcome::bounded(Stop::Bound, asked.next(), self.statistics)
                }
                _ => Outcome::unsolvable(self.statistics),
            },
        }
    }

    /// The path through a state that both sides have met.
    fn plan(&self, middle: S::Key) -> Vec<S::Action> {
        let [forward, backward] = &self.tables;
        let at = |table: &StateTable<S::Key, Node>| {
            table.find(middle).expect("both sides have met the state in the middle")
        };
        let mut plan = follow(self.space, forward, at(forward), |node| node.parent);
        let back = follow(&self.backward, backward, at(backward), |node| node.parent);
        plan.extend(back.into_iter().rev().map(|action| self.space.taken_back(action)));
        plan
    }
}

fn children<S: StateSpace>(space: &S, key: S::Key) -> Vec<(S::Key, Option<Depth>)> {
    let mut children = Vec::new();
    space.expand(&space.unpack(key), |_, child| {
        children.push((space.pack(&child), space.heuristic(&child)));
    });
    children
}
