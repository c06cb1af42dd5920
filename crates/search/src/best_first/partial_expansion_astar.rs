//! A* that stores only the children it needs.
//!
//! # Source
//! Yoshizumi, Miura and Ishida, "A* with partial expansion for large branching factor problems",
//! AAAI 2000.

mod saved;

use crate::artifact::{Checkpoint, FileError, untraceable};
use crate::best_first::OpenList;
use crate::best_first::incumbent::Incumbent;
use crate::best_first::node_table::NodeTable;
use crate::problem::{
    Action, FBound, IterationStart, Key, LazyTest, Parts, State, StateSpace, TieBreaking,
    key_format,
};
use crate::store::StateIndex;
use crate::store::priority_queue::PriorityQueue;
use crate::{Depth, Monitor, Outcome, Statistics, Stop};
use rayon::prelude::*;

/// Expands states in order of the least f of their children that are not stored yet, and stores
/// only the children that have it.
///
/// A state is expanded again for children of larger f, and counted each time. The heuristic need
/// not be consistent.
///
/// A child is given to the [`LazyTest`] before it is stored, with the moves that it has left; where
/// it is refuted, its f is larger (lazy A*: Tolpin, Beja, Shimony, Felner and
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
/// With a checkpoint it is saved now and then, and goes on from there: it expands the states that it
/// would have expanded in one run, unless a limit on nodes, which is one on this run, has parted those
/// that are expanded at a time, or the open list is a [pairing heap](OpenList::PairingHeap), which gives
/// equal states in another order then. Where the memory is spent, nothing is saved: what
/// was saved before stays.
///
/// # Errors
/// If the checkpoint is none of this search, or one of a search for plans within a smaller bound.
///
/// # Panics
/// If there is a checkpoint, and the space has no [format](StateSpace::key_format) of its keys.
///
/// # Complexity
/// Memory linear in the states with f up to the length of a shortest plan, where A* stores their
/// children as well; time up to as many expansions of a state as its children have values of f.
pub fn partial_expansion_astar<P: Parts>(
    problem: &P,
    open_list: OpenList,
    mut checkpoint: Option<&mut Checkpoint<'_>>,
    monitor: &mut Monitor<'_>,
) -> Result<Outcome<Action<P>>, FileError> {
    let mut search = Search {
        problem,
        table: NodeTable::new(monitor.limits().memory),
        open: open_list.queue(),
        statistics: Statistics::default(),
        layer: None,
        order: Order::DeepestFirst,
        incumbent: Incumbent::new(monitor.limits().upper_bound),
    };
    let format = checkpoint.as_ref().map(|_| key_format(problem.space()));
    if let Some((checkpoint, format)) = checkpoint.as_ref().zip(format.as_deref()) {
        let memory = monitor.limits().memory;
        checkpoint.read(|from| {
            problem.test().restore(from, monitor.halt())?;
            search.restore(format, memory, from)
        })?;
        if let Some(bound) = search.incumbent.outgrown() {
            let found = format!("plans of at most {bound} moves");
            return Err(checkpoint.mismatch(found, "longer ones".to_owned()));
        }
    }
    let monitor = &mut monitor.with_more_nodes(search.statistics.expanded);
    let ended = loop {
        let is_due = || checkpoint.as_ref().is_some_and(|checkpoint| checkpoint.is_due());
        let ended = search.run(&is_due, monitor);
        if let (Err(Unfinished::Stopped(_) | Unfinished::Paused), Some((checkpoint, format))) =
            (&ended, checkpoint.as_mut().zip(format.as_deref()))
        {
            checkpoint.write(search.lower(), &search.statistics, |to| {
                problem.test().save(to)?;
                search.save(format, to)
            });
        }
        match ended {
            Ok(()) => break Ok(()),
            Err(Unfinished::Paused) => {}
            Err(Unfinished::Stopped(stop) | Unfinished::Broken(stop)) => break Err(stop),
        }
    };
    let lower = search.lower();
    let Search { table, incumbent, statistics, .. } = search;
    if checkpoint.is_some() && !incumbent.is_traceable(problem, &table) {
        return Err(untraceable(checkpoint));
    }
    Ok(incumbent.outcome(ended, lower, statistics, (problem, &table), monitor))
}

/// Why a search is not at its end.
#[derive(Debug, Clone, Copy)]
enum Unfinished {
    /// It is at a limit. The same call goes on where it was.
    Stopped(Stop),
    /// It is to be saved; the same.
    Paused,
    /// It is at a limit, and the open list lacks states that found no room.
    Broken(Stop),
}

/// The least f of a child that is not stored; none if all children are stored that may be part of a
/// plan.
type Postponed = Option<Depth>;

/// [`StateIndex::NONE`] is expanded, too: its children are the roots.
struct Search<'a, P: Parts> {
    problem: &'a P,
    table: NodeTable<Key<P>, Postponed>,
    open: Box<dyn PriorityQueue>,
    statistics: Statistics,
    /// The f of the states that are expanded and of those that are stored meanwhile; none before the
    /// first one.
    layer: Option<Depth>,
    /// Of the states of this f.
    order: Order,
    incumbent: Incumbent,
}

/// Which of the states of equal f are expanded first.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    /// Those of least [rank](crate::problem::TieBreaking): a goal near by is met soon.
    DeepestFirst,
    /// Where the whole layer has to be seen. Then a state is mostly met on a shortest path first
    /// and tested once, with the most moves left that it will have.
    LeastDeepFirst,
}

/// What an expansion gives.
struct Successors<K> {
    /// The children to be stored.
    children: Vec<K>,
    generated: u64,
    /// The least f of the others that are not stored; none if no plan leads through any.
    next: Option<Depth>,
}

impl<P: Parts> Search<'_, P> {
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

    /// Runs until a goal is met or nothing is left to expand.
    ///
    /// # Errors
    /// If it is not at its end. It is paused between two batches where that `is_due`.
    fn run(
        &mut self,
        is_due: &dyn Fn() -> bool,
        monitor: &mut Monitor<'_>,
    ) -> Result<(), Unfinished> {
        if self.layer.is_none()
            && let Some(least) = self.problem.least_estimate()
        {
            self.postpone(StateIndex::NONE, least).map_err(Unfinished::Broken)?;
        }
        while let Some(f) = self.open.least() {
            let f = Depth(f as u16);
            // An earlier run may have looked for longer plans.
            if !self.incumbent.admits(f) {
                return Ok(());
            }
            if self.layer != Some(f) {
                self.layer = Some(f);
                self.statistics.expanded_until_last_layer = self.statistics.expanded;
                self.order = Order::DeepestFirst;
                self.problem.test().begin_iteration(IterationStart::Resume, monitor.halt());
            }
            monitor.poll(f, &self.statistics).map_err(Unfinished::Stopped)?;
            let left = monitor.nodes_left(&self.statistics).map_err(Unfinished::Stopped)?;
            self.expand(left, monitor).map_err(Unfinished::Broken)?;
            if self.incumbent.length().is_some() {
                return Ok(());
            }
            if is_due() {
                return Err(Unfinished::Paused);
            }
        }
        Ok(())
    }

    /// No plan is shorter.
    fn lower(&self) -> Depth {
        self.layer.unwrap_or(Depth::ZERO)
    }

    /// Expands a batch of at most so many states of the layer, unless a goal is met before.
    fn expand(&mut self, most: usize, monitor: &mut Monitor<'_>) -> Result<(), Stop> {
        self.turn()?;
        let batch = self.take(self.at_once().min(most));
        let successors = |&at: &StateIndex| self.successors(at);
        let found: Vec<_> =
            batch.par_iter().with_min_len(Self::LEAST_BATCH).map(successors).collect();
        for (at, successors) in batch.into_iter().zip(found) {
            self.store(at, successors, monitor)?;
            if self.incumbent.length().is_some() {
                return Ok(());
            }
        }
        self.table.set_beside(self.open.bytes());
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
    fn turn(&mut self) -> Result<(), Stop> {
        let share = self.statistics.expanded_until_last_layer / Self::DEEPEST_OF;
        let enough = share.max(Self::LEAST_DEEPEST);
        if self.order == Order::DeepestFirst && self.expanded_in_layer() > enough {
            self.order = Order::LeastDeepFirst;
            let table = &self.table;
            self.open.rank_least(&|at| match at {
                StateIndex::NONE => 0,
                at => table.value(at).depth.0.into(),
            })?;
        }
        Ok(())
    }

    /// Takes up to `count` of the states out that are to be expanded at this f.
    fn take(&mut self, count: usize) -> Vec<StateIndex> {
        let layer = self.lower();
        let mut taken = Vec::with_capacity(count);
        while taken.len() < count
            && self.open.least() == Some(layer.0.into())
            && let Some((_, at)) = self.open.pop()
        {
            // One that was met on a shorter path is in the list twice.
            let is_open = at == StateIndex::NONE
                || self.table.value_mut(at).extra.take_if(|next| *next == layer).is_some();
            if is_open {
                taken.push(at);
            }
        }
        taken
    }

    /// The successors of a state that was taken out, as far as what is stored now tells.
    fn successors(&self, at: StateIndex) -> Successors<Key<P>> {
        let problem = self.problem;
        let depth = self.depth_below(at);
        let mut bound = FBound::new(self.lower());
        let (mut children, mut generated) = (Vec::new(), 0);
        if at == StateIndex::NONE {
            let mut roots = problem.roots();
            roots.retain(|root| bound.admits(depth, |left| problem.estimate_within(root, left)));
            children.extend(roots.iter().map(|root| problem.pack(root)));
        } else {
            let node = problem.unpack(self.table.key(at));
            generated = bound.visit_successors(problem, &node, depth, |child| children.push(child));
        }
        children.retain(|&child| {
            let known = self.table.find(child);
            let test = |left| problem.test().test(&problem.space().unpack(child), left);
            known.is_none_or(|known| depth < self.table.value(known).depth)
                && bound.admits(depth, test)
        });
        Successors { children, generated, next: bound.next }
    }

    /// Stores the successors of a state that was taken out.
    fn store(
        &mut self,
        at: StateIndex,
        successors: Successors<Key<P>>,
        monitor: &mut Monitor<'_>,
    ) -> Result<(), Stop> {
        self.statistics.generated += successors.generated;
        if at != StateIndex::NONE {
            self.statistics.expanded += 1;
            self.statistics.reexpanded += u64::from(self.table.close(at));
        }
        let depth = self.depth_below(at);
        for key in successors.children {
            let Some(child) = self.table.reach(key, at, depth, Some(self.lower()))? else {
                continue;
            };
            let state = self.problem.space().unpack(key);
            let rank = match self.order {
                Order::DeepestFirst => self.rank(&state, self.lower() - depth),
                Order::LeastDeepFirst => depth.0.into(),
            };
            self.open.push(self.lower().0.into(), rank, child)?;
            if self.problem.space().is_goal(&state) {
                self.incumbent.meet(depth, child);
                monitor.found(depth, &self.statistics);
            }
        }
        self.statistics.stored = self.table.len() as u64;
        match successors.next {
            Some(next) => self.postpone(at, next),
            None => Ok(()),
        }
    }

    /// Opens a state for successors with f of at least `next`.
    fn postpone(&mut self, at: StateIndex, next: Depth) -> Result<(), Stop> {
        if !self.incumbent.admits(next) {
            return Ok(());
        }
        let mut rank = 0;
        if at != StateIndex::NONE {
            let node = self.table.value_mut(at);
            if node.extra.is_some() {
                return Ok(()); // another one of the batch has met it on a shorter path
            }
            node.extra = Some(next);
            let left = next - node.depth;
            rank = self.rank(&self.problem.space().unpack(self.table.key(at)), left);
        }
        self.open.push(next.0.into(), rank, at)
    }

    fn rank(&self, state: &State<P>, h: Depth) -> u64 {
        self.problem.tie_breaking().rank(state, h)
    }

    /// The depth of a state's children.
    fn depth_below(&self, at: StateIndex) -> Depth {
        if at == StateIndex::NONE { Depth::ZERO } else { self.table.value(at).depth.next() }
    }
}
