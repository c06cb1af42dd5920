//! The driver: one iteration after another.
//!
//! # Source
//! Korf, Artificial Intelligence 27 (1985).

use super::checkpoint::SearchCheckpoint;
use super::counts::Counts;
use super::iteration::{Iteration, Searched};
use super::progress::IterationCounts;
use super::subtree_order::SubtreeOrder;
use super::tree_kernel::{Subtree, TreeKernel};
use crate::{Depth, Monitor, Statistics, Stop};
use std::num::NonZero;

/// After an iteration that expanded this many nodes, the next one runs on all threads.
const LARGE: u64 = 10_000;

/// What is known when the iterations begin; by default, nothing.
pub struct Start<A> {
    /// The first bound: no path to a goal is shorter.
    pub bound: Depth,
    /// Nodes expanded to prove it, or in the previous iteration.
    pub last: u64,
    /// The counts so far. Nodes expanded so far are not expanded again.
    pub counts: Counts,
    /// A path to a goal that need not be a shortest one.
    pub known: Option<Vec<A>>,
}

impl<A> Default for Start<A> {
    fn default() -> Self {
        Self { bound: Depth::ZERO, last: 0, counts: Counts::default(), known: None }
    }
}

/// The state of a search.
pub struct Driver<'a, 'b, 'c, A> {
    kernel: &'a mut dyn TreeKernel<A>,
    threads: NonZero<usize>,
    /// The bound of the iteration: no path to a goal is shorter.
    pub bound: Depth,
    /// The counts of all iterations.
    pub counts: Counts,
    /// The shortest path known to a goal.
    pub known: Option<Vec<A>>,
    /// Nodes expanded in the previous iteration.
    last: u64,
    /// The counts when the iterations began.
    earlier: Statistics,
    order: &'a mut SubtreeOrder<A>,
    checkpoint: Option<&'a mut SearchCheckpoint<'b, 'c>>,
    /// The start of the iteration that is resumed.
    resumed: Option<IterationCounts>,
}

impl<'a, 'b, 'c, A: Copy + Ord + Send + Sync> Driver<'a, 'b, 'c, A> {
    /// Creates a search from its start, or from the iteration saved last.
    ///
    /// `order` is the order learnt from the last iteration of an earlier search; afterwards it is
    /// that of this search.
    pub fn new(
        kernel: &'a mut dyn TreeKernel<A>,
        threads: NonZero<usize>,
        start: Start<A>,
        order: &'a mut SubtreeOrder<A>,
        checkpoint: Option<&'a mut SearchCheckpoint<'b, 'c>>,
    ) -> Self {
        let Start { bound, mut last, mut counts, known } = start;
        let earlier = counts.searched;
        let resumed = checkpoint.as_ref().and_then(|checkpoint| checkpoint.iteration());
        if let Some(before) = resumed {
            (counts.searched.expanded, counts.searched.generated) =
                (before.expanded, before.generated);
            last = before.last;
        }
        Self { kernel, threads, bound, counts, known, last, earlier, order, checkpoint, resumed }
    }

    /// Runs iterations until one finds a path to a goal, which is a shortest one.
    ///
    /// The path and all counts up to the last iteration depend neither on the number of threads
    /// nor on how often the search was interrupted and resumed. The counts of the last iteration
    /// do, and so does the path if a limit ends that iteration after some thread has found one.
    ///
    /// # Errors
    /// If a limit is reached; [`Stop::Bound`] also if nothing is left to search.
    pub fn run(&mut self, monitor: &mut Monitor<'_>) -> Result<Vec<A>, Stop> {
        loop {
            let before = self.counts.searched.expanded;
            self.begin_iteration();
            if monitor.limits().upper_bound.is_some_and(|asked| self.bound > asked) {
                return Err(Stop::Bound);
            }
            self.improve_path(monitor)?;
            if let Some(path) = self.known.take_if(|path| path.len() <= self.bound.index()) {
                return Ok(path);
            }
            let subtrees = self.split(monitor)?;
            match self.search(&subtrees, monitor)? {
                Searched::Found(path) => return Ok(path),
                Searched::Exhausted(left) => *self.order = SubtreeOrder::new(subtrees, &left),
            }
            self.bound = self.kernel.next_bound(self.bound).ok_or(Stop::Bound)?;
            self.last = self.counts.searched.expanded - before;
        }
    }

    /// Records the counts at the start of an iteration.
    fn begin_iteration(&mut self) {
        let statistics = &mut self.counts.searched;
        let Statistics { expanded, generated, .. } = *statistics;
        statistics.expanded_until_last_layer = expanded;
        statistics.reexpanded = self.earlier.reexpanded + (expanded - self.earlier.expanded);
        if let Some(checkpoint) = &mut self.checkpoint {
            let (bound, last) = (self.bound, self.last);
            checkpoint.begin(IterationCounts { bound, expanded, generated, last });
        }
    }

    /// Looks for a shorter path than the one known, but not in a resumed iteration, which must make
    /// progress however short the runs are.
    fn improve_path(&mut self, monitor: &mut Monitor<'_>) -> Result<(), Stop> {
        if self.resumed.is_some_and(|start| start.bound == self.bound) {
            return Ok(());
        }
        // The results of the iterations are reported before a path.
        monitor.poll(self.bound, &self.counts.all())?;
        let known = self.known.as_ref().map(Vec::len);
        let (last, counts) = (self.last, &mut self.counts);
        if let Some(path) = self.kernel.improve(self.bound, known, last, counts, monitor)? {
            monitor.found(Depth::saturated(path.len()), &self.counts.all());
            self.known = Some(path);
        }
        Ok(())
    }

    /// Splits the tree into subtrees, in search order.
    fn split(&mut self, monitor: &Monitor<'_>) -> Result<Vec<Subtree<A>>, Stop> {
        let mut subtrees = self.kernel.split(self.bound, self.last, &mut self.counts, monitor)?;
        self.order.prioritize(&mut subtrees);
        if let Some(checkpoint) = &mut self.checkpoint {
            let priorities = subtrees.iter().map(|subtree| subtree.priority).collect();
            let priorities = checkpoint.prioritize(priorities);
            for (subtree, priority) in subtrees.iter_mut().zip(priorities) {
                subtree.priority = priority;
            }
        }
        // Ties stay in tree order: neighbours read the same table entries.
        subtrees.sort_by_key(|subtree| subtree.priority);
        Ok(subtrees)
    }

    /// Searches all subtrees.
    fn search(
        &mut self,
        subtrees: &[Subtree<A>],
        monitor: &mut Monitor<'_>,
    ) -> Result<Searched<A>, Stop> {
        let threads = if self.last >= LARGE { self.threads } else { NonZero::<usize>::MIN };
        let iteration = Iteration { kernel: &*self.kernel, bound: self.bound, subtrees };
        let checkpoint = self.checkpoint.as_deref_mut();
        iteration.run(threads, &mut self.counts, checkpoint, monitor)
    }
}
