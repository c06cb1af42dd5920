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
use crate::platform::parallel;
use crate::problem::{
    Action, FBound, IterationStart, Key, LazyTest, Parts, State, StateSpace, TieBreaking,
    key_format,
};
use crate::store::StateIndex;
use crate::store::priority_queue::PriorityQueue;
use crate::{Depth, Monitor, Outcome, Statistics, Stop};

/// Expands states in order of the smallest f of their children that are not stored yet, and stores
/// only the children that have this f.
///
/// A state is expanded again for its children of larger f, and counted each time. The heuristic
/// need not be consistent.
///
/// Before a child is stored, the [`LazyTest`] is asked about it, with the moves that it has left;
/// if the test refutes it, its f is larger (lazy A*: Tolpin, Beja, Shimony, Felner and Karpas,
/// "Towards rational deployment of multiple heuristics in A*", IJCAI 2013). So only states that
/// pass take memory, and a refuted state is tested again each time it is generated again.
///
/// Among states of equal f the deepest come first, for an eighth of the effort so far or some
/// thousands of states; after that, the shallowest come first. The reason: if no goal is found
/// soon, all of them have to be expanded, and a state that is first reached on a longer path is
/// tested, and may be expanded, once more on a shorter one.
///
/// Several states of equal f are expanded at a time, in the thread pool that this is called from.
/// Nothing that is stored or counted depends on the number of threads.
///
/// With a checkpoint, the search is saved from time to time and can be resumed. A resumed search
/// expands the states that one run would have expanded, with two exceptions: if the limit on nodes,
/// which applies to each run, has split a group of states that are expanded together; and if the
/// open list is a [pairing heap](OpenList::PairingHeap), which then returns equal states in another
/// order. When the memory is spent, nothing is saved; what was saved before stays.
///
/// # Errors
/// If the checkpoint does not belong to this search, or to one for plans within a smaller bound.
///
/// # Panics
/// If there is a checkpoint, and the space has no [format](StateSpace::key_format) of its keys.
///
/// # Complexity
/// Memory linear in the states with f up to the length of a shortest plan; A* also stores their
/// children. A state may be expanded as many times as its children have different values of f.
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
        if let (Err(NotEnded::Stopped(_) | NotEnded::Paused), Some((checkpoint, format))) =
            (&ended, checkpoint.as_mut().zip(format.as_deref()))
        {
            checkpoint.write(search.lower(), &search.statistics, |to| {
                problem.test().save(to)?;
                search.save(format, to)
            });
        }
        match ended {
            Ok(()) => break Ok(()),
            Err(NotEnded::Paused) => {}
            Err(NotEnded::Stopped(stop) | NotEnded::Broken(stop)) => break Err(stop),
        }
    };
    let lower = search.lower();
    let Search { table, incumbent, statistics, .. } = search;
    if checkpoint.is_some() && !incumbent.is_traceable(problem, &table) {
        return Err(untraceable(checkpoint));
    }
    Ok(incumbent.outcome(ended, lower, statistics, (problem, &table), monitor))
}

/// Why a search has not ended.
#[derive(Debug, Clone, Copy)]
enum NotEnded {
    /// It reached a limit. The same call resumes it.
    Stopped(Stop),
    /// It is to be saved; the same.
    Paused,
    /// It reached a limit, and the open list lacks states that found no room.
    Broken(Stop),
}

/// The least f of a child that is not stored; none if all children that may be part of a plan are
/// stored.
type Postponed = Option<Depth>;

/// [`StateIndex::NONE`] is expanded, too: its children are the roots.
struct Search<'a, P: Parts> {
    problem: &'a P,
    table: NodeTable<Key<P>, Postponed>,
    open: Box<dyn PriorityQueue>,
    statistics: Statistics,
    /// The f of the states being expanded and of those stored meanwhile; none before the first
    /// layer.
    layer: Option<Depth>,
    /// The order of the states with this f.
    order: Order,
    incumbent: Incumbent,
}

/// Which of the states with equal f are expanded first.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    /// Those of least [rank](crate::problem::TieBreaking): a nearby goal is met soon.
    DeepestFirst,
    /// For a layer that has to be seen in full. Then a state is usually first met on a shortest
    /// path and tested once, with the most moves left that it will ever have.
    LeastDeepFirst,
}

/// The result of an expansion.
struct Successors<K> {
    /// The children to be stored.
    children: Vec<K>,
    generated: u64,
    /// The least f of the children not stored; none if no plan leads through any of them.
    next: Option<Depth>,
}

impl<P: Parts> Search<'_, P> {
    /// The most states expanded at a time.
    const BATCH: usize = 256;
    /// At most one in this many of those that the layer has taken.
    const BATCH_OF: u64 = 64;
    /// The fewest that a core takes at a time.
    const LEAST_BATCH: usize = 8;
    /// The deepest states come first for one part in this many of the work before the layer.
    const DEEPEST_OF: u64 = 8;
    /// They do for this many states in any case: a layer with no more states costs next to nothing,
    /// and in the last layer, a goal is met sooner.
    const LEAST_DEEPEST: u64 = 1 << 12;

    /// Runs until a goal is met or nothing is left to expand.
    ///
    /// # Errors
    /// If the search has not ended. It is paused between two batches if that `is_due`.
    fn run(
        &mut self,
        is_due: &dyn Fn() -> bool,
        monitor: &mut Monitor<'_>,
    ) -> Result<(), NotEnded> {
        if self.layer.is_none()
            && let Some(least) = self.problem.least_estimate()
        {
            self.postpone(StateIndex::NONE, least).map_err(NotEnded::Broken)?;
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
            monitor.poll(f, &self.statistics).map_err(NotEnded::Stopped)?;
            let left = monitor.nodes_left(&self.statistics).map_err(NotEnded::Stopped)?;
            self.expand(left, monitor).map_err(NotEnded::Broken)?;
            if self.incumbent.length().is_some() {
                return Ok(());
            }
            if is_due() {
                return Err(NotEnded::Paused);
            }
        }
        Ok(())
    }

    /// A lower bound.
    fn lower(&self) -> Depth {
        self.layer.unwrap_or(Depth::ZERO)
    }

    /// Expands a batch of at most `most` states of the layer; stops when a goal is met.
    fn expand(&mut self, most: usize, monitor: &mut Monitor<'_>) -> Result<(), Stop> {
        self.turn()?;
        let batch = self.take(self.at_once().min(most));
        let successors = |&at: &StateIndex| self.successors(at);
        let found = parallel::map(&batch, Self::LEAST_BATCH, successors);
        for (at, successors) in batch.into_iter().zip(found) {
            self.store(at, successors, monitor)?;
            if self.incumbent.length().is_some() {
                return Ok(());
            }
        }
        self.table.set_beside(self.open.bytes());
        Ok(())
    }

    /// The number of states to expand at a time: one at the start of a layer, where each may be the
    /// last, and never more than a small part of those the layer has taken.
    fn at_once(&self) -> usize {
        ((self.expanded_in_layer() / Self::BATCH_OF) as usize).clamp(1, Self::BATCH)
    }

    fn expanded_in_layer(&self) -> u64 {
        self.statistics.expanded - self.statistics.expanded_until_last_layer
    }

    /// Turns the order of the layer round once enough of the deepest states have been expanded.
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

    /// Takes out up to `count` of the states to be expanded at this f.
    fn take(&mut self, count: usize) -> Vec<StateIndex> {
        let layer = self.lower();
        let mut taken = Vec::with_capacity(count);
        while taken.len() < count
            && self.open.least() == Some(layer.0.into())
            && let Some((_, at)) = self.open.pop()
        {
            // A state met on a shorter path is in the list twice.
            let is_open = at == StateIndex::NONE
                || self.table.value_mut(at).extra.take_if(|next| *next == layer).is_some();
            if is_open {
                taken.push(at);
            }
        }
        taken
    }

    /// The successors of a state that was taken out, judged by what is stored now.
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
