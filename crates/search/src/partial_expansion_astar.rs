//! A* that stores only the children it needs.
//!
//! # Source
//! Yoshizumi, Miura and Ishida, "A* with partial expansion for large branching factor problems",
//! AAAI 2000.

use crate::bound::Bound;
use crate::incumbent::Incumbent;
use crate::open::BucketQueue;
use crate::table::{Inserted, StateIndex, StateTable};
use crate::{Asking, Depth, Monitor, Outcome, StateSpace, Statistics, Stop};
use rayon::prelude::*;

/// Expands states in order of the least f of their children that are not stored yet, and stores
/// only the children that have it.
///
/// A state is expanded again for children of larger f, and counted each time. The heuristic need
/// not be consistent.
///
/// A child is tested with [`StateSpace::fit_when_new`] before it is stored, with the moves that it
/// has left; where it is refuted, its f is larger (lazy A*: Tolpin, Beja, Shimony, Felner and
/// Karpas, "Towards rational deployment of multiple heuristics in A*", IJCAI 2013). So only states
/// that pass take memory, and one that is refuted is tested again where it is met again.
///
/// Of the states of equal f the deepest come first, for an eighth of the effort so far or some
/// thousands of states, then the least deep. For where no goal is met soon, all of them have to be
/// expanded, and a state that is met on a longer path first is tested, and may be expanded, once
/// more on a shorter one.
///
/// Of the states of equal f several are expanded at a time, in the thread pool it is called from.
/// Nothing that is stored or counted depends on the number of threads.
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
        order: Order::DeepestFirst,
        incumbent: Incumbent::new(monitor.limits().upper_bound),
    };
    let ended = search.run(monitor);
    let Search { table, incumbent, lower, statistics, .. } = search;
    incumbent.outcome(ended, lower, statistics, (space, &table), |node| node.parent)
}

/// [`StateIndex::NONE`] is expanded, too: its children are the roots.
#[derive(Clone, Copy)]
struct Node {
    parent: StateIndex,
    depth: Depth,
    /// No child that is not stored has a smaller f; none if all children are stored that may be
    /// part of a plan.
    next: Option<Depth>,
    is_expanded: bool,
}

struct Search<'a, S: StateSpace> {
    space: &'a S,
    table: StateTable<S::Key, Node>,
    open: BucketQueue,
    statistics: Statistics,
    /// No plan is shorter. It is the f of the states that are expanded and of those that are
    /// stored meanwhile.
    lower: Depth,
    /// Of the states of this f.
    order: Order,
    incumbent: Incumbent,
}

/// Which of the states of equal f are expanded first.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    /// Those of least [`StateSpace::rank`]: a goal near by is met soon.
    DeepestFirst,
    /// Where the whole layer has to be seen. Then a state is mostly met on a shortest path first
    /// and tested once, with the most moves left that it will have.
    LeastDeepFirst,
}

/// What comes of a state.
struct Family<K> {
    /// The children to be stored.
    children: Vec<K>,
    generated: u64,
    /// The least f of the others that are not stored; none if no plan leads through any.
    next: Option<Depth>,
}

impl<S: StateSpace> Search<'_, S> {
    /// States expanded at a time, at most.
    const BATCH: usize = 256;
    /// Not more than one of this many of those that the layer has taken.
    const BATCH_OF: u64 = 64;
    /// Of those that a core takes at a time, at least.
    const LEAST_BATCH: usize = 8;
    /// The deepest states come first for one of this many parts of the effort before the layer.
    const DEEPEST_OF: u64 = 8;
    /// They do for so many states in any case: a layer that has no more costs next to nothing, and
    /// where it is the last one, a goal is met sooner.
    const LEAST_DEEPEST: u64 = 1 << 12;

    fn run(&mut self, monitor: &mut Monitor<'_>) -> Result<(), Stop> {
        let roots = self.space.initial_states();
        if let Some(least) = roots.iter().filter_map(|root| self.space.heuristic(root)).min() {
            self.postpone(StateIndex::NONE, least);
        }
        let mut layer = None;
        while let Some(f) = self.open.least() {
            let f = Depth(f as u16);
            if layer.replace(f) != Some(f) {
                self.statistics.expanded_until_last_layer = self.statistics.expanded;
                self.lower = f;
                self.order = Order::DeepestFirst;
                self.space.learn(Asking::Onward);
            }
            monitor.look_at_the_clock(f, &self.statistics)?;
            self.turn();
            let batch = self.take(self.at_once().min(monitor.nodes_left(&self.statistics)?));
            let family = |&at: &StateIndex| self.family(at);
            let families: Vec<_> =
                batch.par_iter().with_min_len(Self::LEAST_BATCH).map(family).collect();
            for (at, family) in batch.into_iter().zip(families) {
                self.store(at, family)?;
                if self.incumbent.length().is_some() {
                    return Ok(());
                }
            }
            self.table.set_beside(self.open.bytes());
        }
        Ok(())
    }

    /// How many states to expand at a time: one at the begin of a layer, where each may be the
    /// last one, and never more than a small part of those that it has taken.
    fn at_once(&self) -> usize {
        ((self.expanded_in_layer() / Self::BATCH_OF) as usize).clamp(1, Self::BATCH)
    }

    fn expanded_in_layer(&self) -> u64 {
        self.statistics.expanded - self.statistics.expanded_until_last_layer
    }

    /// Turns the order of the layer once enough of the deepest states have been expanded.
    fn turn(&mut self) {
        let share = self.statistics.expanded_until_last_layer / Self::DEEPEST_OF;
        let enough = share.max(Self::LEAST_DEEPEST);
        if self.order == Order::DeepestFirst && self.expanded_in_layer() > enough {
            self.order = Order::LeastDeepFirst;
            let table = &self.table;
            self.open.rank_least(|at| match at {
                StateIndex::NONE => 0,
                at => table.value(at).depth.0,
            });
        }
    }

    /// Takes up to `count` of the states out that are to be expanded at this f.
    fn take(&mut self, count: usize) -> Vec<StateIndex> {
        let mut taken = Vec::with_capacity(count);
        while taken.len() < count
            && self.open.least() == Some(self.lower.0.into())
            && let Some((_, at)) = self.open.pop()
        {
            // One that was met on a shorter path is in the list twice.
            let is_open = at == StateIndex::NONE
                || self.table.value_mut(at).next.take_if(|next| *next == self.lower).is_some();
            if is_open {
                taken.push(at);
            }
        }
        taken
    }

    /// What comes of a state that was taken out, as far as what is stored now tells.
    fn family(&self, at: StateIndex) -> Family<S::Key> {
        let space = self.space;
        let depth = self.depth_below(at);
        let mut bound = Bound::new(self.lower);
        let (mut children, mut generated) = (Vec::new(), 0);
        if at == StateIndex::NONE {
            let mut roots = space.initial_states();
            roots.retain(|root| bound.admits(depth, |left| space.fit(root, left)));
            children.extend(roots.iter().map(|root| space.pack(root)));
        } else {
            let state = space.unpack(self.table.key(at));
            generated = bound.visit_children(space, &state, depth, |child| children.push(child));
        }
        children.retain(|&child| {
            let known = self.table.find(child);
            known.is_none_or(|known| depth < self.table.value(known).depth)
                && bound.admits(depth, |left| space.fit_when_new(&space.unpack(child), left))
        });
        Family { children, generated, next: bound.next }
    }

    /// Stores the children of a state that was taken out.
    fn store(&mut self, at: StateIndex, family: Family<S::Key>) -> Result<(), Stop> {
        self.statistics.generated += family.generated;
        if at != StateIndex::NONE {
            let was_expanded = std::mem::replace(&mut self.table.value_mut(at).is_expanded, true);
            self.statistics.expanded += 1;
            self.statistics.reexpanded += u64::from(was_expanded);
        }
        let (depth, next) = (self.depth_below(at), Some(self.lower));
        for key in family.children {
            let node = Node { parent: at, depth, next, is_expanded: false };
            let child = match self.table.insert(key, node)? {
                Inserted::New(child) => child,
                Inserted::Known(child) => {
                    let known = self.table.value_mut(child);
                    if known.depth <= depth {
                        continue;
                    }
                    *known = Node { is_expanded: known.is_expanded, ..node };
                    child
                }
            };
            let state = self.space.unpack(key);
            let rank = match self.order {
                Order::DeepestFirst => self.space.rank(&state, self.lower - depth),
                Order::LeastDeepFirst => depth.0,
            };
            self.open.push(self.lower.0.into(), rank, child);
            if self.space.is_goal(&state) {
                self.incumbent.meet(depth, child);
            }
        }
        self.statistics.stored = self.table.len() as u64;
        if let Some(next) = family.next {
            self.postpone(at, next);
        }
        Ok(())
    }

    /// Opens a state for children with f of at least `next`.
    fn postpone(&mut self, at: StateIndex, next: Depth) {
        if !self.incumbent.admits(next) {
            return;
        }
        let mut rank = 0;
        if at != StateIndex::NONE {
            let node = self.table.value_mut(at);
            if node.next.is_some() {
                return; // another one of the batch has met it on a shorter path
            }
            node.next = Some(next);
            let left = next - node.depth;
            rank = self.space.rank(&self.space.unpack(self.table.key(at)), left);
        }
        self.open.push(next.0.into(), rank, at);
    }

    /// The depth of a state's children.
    fn depth_below(&self, at: StateIndex) -> Depth {
        if at == StateIndex::NONE { Depth::ZERO } else { self.table.value(at).depth.next() }
    }
}
