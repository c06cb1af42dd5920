//! One iteration of IDA*: threads draw units of subtrees from one list.
//!
//! # Source
//! Reinefeld and Schnecke, *AIDA\** (1994), split the tree into units of work as well; here
//! threads draw the units from one counter.

use super::checkpoint::SearchCheckpoint;
use super::counts::Counts;
use super::node_budget::NodeBudget;
use super::progress::SubtreeProgress;
use super::tree_kernel::{Batch, Flow, Subtree, TreeKernel, UNKNOWN};
use crate::{Depth, Monitor, Statistics, Stop};
use std::num::NonZero;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

/// Subtrees that a thread takes at a time and searches together.
const UNIT: usize = 32;

/// The result of an iteration.
pub(super) enum Searched<A> {
    /// A path to a goal within the bound.
    Found(Vec<A>),
    /// There is no path within the bound. For each subtree, the moves left in its deepest node.
    Exhausted(Vec<u16>),
}

/// An iteration: subtrees that are searched in this order. If several contain a goal, the one in
/// the first unit counts.
pub(super) struct Iteration<'a, A> {
    pub kernel: &'a dyn TreeKernel<A>,
    pub bound: Depth,
    pub subtrees: &'a [Subtree<A>],
}

/// What the threads share.
struct Shared {
    /// The number of the next unit.
    next: AtomicUsize,
    /// The first unit in which a goal was found: later ones need not be searched.
    end: AtomicUsize,
    is_stopped: AtomicBool,
    budget: NodeBudget,
    /// Nodes expanded in all iterations.
    expanded: AtomicU64,
    /// Nodes generated in all iterations.
    generated: AtomicU64,
    progress: Mutex<SubtreeProgress>,
}

impl Shared {
    fn add(&self, (expanded, generated): (u64, u64)) {
        self.expanded.fetch_add(expanded, Relaxed);
        self.generated.fetch_add(generated, Relaxed);
    }

    fn read(&self, statistics: &mut Statistics) {
        statistics.expanded = self.expanded.load(Relaxed);
        statistics.generated = self.generated.load(Relaxed);
    }

    fn progress(&self) -> MutexGuard<'_, SubtreeProgress> {
        // No update of the progress can panic halfway.
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What a thread does from time to time: the first one checks the clock and writes checkpoints.
type Poll<'a> = dyn FnMut() -> Result<(), Stop> + 'a;

/// The result of one thread.
struct ThreadEnd<A> {
    stop: Option<Stop>,
    /// The paths found, with the numbers of their units.
    found: Vec<(usize, Vec<A>)>,
}

impl<A: Copy + Send + Sync> Iteration<'_, A> {
    /// Searches all subtrees that have not been searched in an earlier run, or stops at a goal.
    ///
    /// # Errors
    /// If a limit is reached first.
    pub fn run(
        &self,
        threads: NonZero<usize>,
        counts: &mut Counts,
        mut checkpoint: Option<&mut SearchCheckpoint<'_, '_>>,
        monitor: &mut Monitor<'_>,
    ) -> Result<Searched<A>, Stop> {
        let known = checkpoint.as_mut().and_then(|checkpoint| checkpoint.progress(self.digest()));
        let progress = known.unwrap_or_else(|| {
            SubtreeProgress::none(blake3::hash(&[]), vec![UNKNOWN; self.subtrees.len()])
        });
        let Counts { searched, beside } = counts;
        searched.expanded += progress.expanded;
        searched.generated += progress.generated;
        let left = monitor.nodes_left(&searched.plus(beside)).map_or(0, |left| left as u64);
        let shared = Shared {
            next: AtomicUsize::new(0),
            end: AtomicUsize::new(usize::MAX),
            is_stopped: AtomicBool::new(false),
            budget: NodeBudget::new(left, self.kernel.grant()),
            expanded: AtomicU64::new(searched.expanded),
            generated: AtomicU64::new(searched.generated),
            progress: Mutex::new(progress),
        };
        let work = thread::scope(|scope| {
            let help = || self.work(&shared, &mut || Ok(()));
            let start = |_| thread::Builder::new().spawn_scoped(scope, help).ok();
            // If the system starts no more threads, the search runs on those it has.
            let helpers: Vec<_> = (1..threads.get()).map_while(start).collect();
            let mut poll = || {
                let due = checkpoint.as_mut().filter(|checkpoint| checkpoint.is_due());
                if let Some(checkpoint) = due {
                    checkpoint.write(shared.progress().clone());
                }
                shared.read(searched);
                monitor.poll(self.bound, &searched.plus(beside))
            };
            let mut work = self.work(&shared, &mut poll);
            for helper in helpers {
                let ThreadEnd { stop, found } = helper.join().expect("a search does not panic");
                work.stop = work.stop.or(stop);
                work.found.extend(found);
            }
            work
        });
        shared.read(searched);
        let first = work.found.into_iter().min_by_key(|(unit, _)| *unit);
        if let Some((_, path)) = first {
            // A path within the bound is a shortest one, limit or not.
            return Ok(Searched::Found(path));
        }
        let progress = shared.progress.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(checkpoint) = checkpoint {
            checkpoint.write(progress.clone());
        }
        work.stop.map_or(Ok(Searched::Exhausted(progress.left)), Err)
    }

    /// Searches units until none is left or a limit is reached.
    fn work(&self, shared: &Shared, poll: &mut Poll<'_>) -> ThreadEnd<A> {
        let mut searcher = self.kernel.searcher(self.subtrees);
        let mut grants = shared.budget.grants();
        let mut work = ThreadEnd { stop: None, found: vec![] };
        let mut renew = |batch: &mut Batch| {
            poll()?;
            *batch = Batch::granted(grants.renew()?);
            Ok(())
        };
        while !shared.is_stopped.load(Relaxed) && work.stop.is_none() {
            let number = shared.next.fetch_add(1, Relaxed);
            let Some(range) = self.unit(number) else { break };
            let is_searched = !shared.progress().left[range.clone()].contains(&UNKNOWN);
            if is_searched || number >= shared.end.load(Relaxed) {
                continue;
            }
            let (mut expanded, mut generated) = (0, 0);
            let mut share = |batch: &mut Batch| {
                let more = batch.take();
                (expanded, generated) = (expanded + more.0, generated + more.1);
                shared.add(more);
            };
            let mut is_stopped = |batch: &mut Batch| {
                share(batch);
                if let Err(stop) = renew(batch) {
                    work.stop = Some(stop);
                    shared.is_stopped.store(true, Relaxed);
                }
                number >= shared.end.load(Relaxed) || shared.is_stopped.load(Relaxed)
            };
            let flow = searcher.search(range.clone(), &mut is_stopped);
            share(searcher.counts());
            match flow {
                Flow::Found(root, below) => {
                    shared.end.fetch_min(number, Relaxed);
                    let above = &self.subtrees[range][root].path;
                    work.found.push((number, [&above[..], &below].concat()));
                }
                Flow::Exhausted => {
                    let progress = &mut *shared.progress();
                    progress.left[range].copy_from_slice(searcher.left());
                    progress.expanded += expanded;
                    progress.generated += generated;
                }
                Flow::Stopped => {}
            }
        }
        grants.give_back(searcher.counts().left());
        work
    }

    /// The subtrees of a unit, or `None` if there is no unit with this number.
    fn unit(&self, number: usize) -> Option<Range<usize>> {
        let first = number.saturating_mul(UNIT);
        let end = first.saturating_add(UNIT).min(self.subtrees.len());
        (first < end).then_some(first..end)
    }

    /// A digest of the roots, which distinguishes lists of subtrees.
    fn digest(&self) -> blake3::Hash {
        let mut hasher = blake3::Hasher::new();
        for Subtree { root, .. } in self.subtrees {
            self.kernel.digest(*root, &mut hasher);
        }
        hasher.finalize()
    }
}
